(* Hands certificates to the proven checker, Kernel.check, and prints what it has proven.

   What has to be believed of this file is that it prints the claim that Kernel.check returns,
   and nothing where it returns none. The bytes that it reads matter for nothing but whether the
   certificate is accepted. *)
open Kernel

let usage = "usage: checker FILE...                      check certificates; - is standard input
       checker perft GAME POSITION DEPTH    count move sequences by the proven rules

Exit status: 0 all certificates prove their claims, 1 one does not, 2 wrong usage.

Certificates have to be unpacked (gzip -dc FILE | checker -)."

(* A file as a source: each byte is read when it is first asked for, and forgotten when nobody
   can ask for it again. *)
type source = Source of (Whole.t * source) option Lazy.t

let source channel =
  let buffer = Bytes.create 65536 and at = ref 0 and size = ref 0 in
  let rec rest () = Source (lazy (
    if !at = !size then begin
      size := input channel buffer 0 (Bytes.length buffer);
      at := 0
    end;
    if !size = 0 then None
    else begin
      let byte = Char.code (Bytes.get buffer !at) in
      incr at;
      Some (Whole.of_int byte, rest ())
    end)) in
  rest ()

let read (Source s) = Lazy.force s

(* Recursions end by themselves; this only has to be more than any takes. *)
let fuel = Whole.shift_left Whole.one 62

let rec text = function EmptyString -> "" | String (c, s) -> String.make 1 c ^ text s
let rec of_text s i = if i = String.length s then EmptyString else String (s.[i], of_text s (i + 1))
let of_text s = of_text s 0

(* The name of a file, in quotation marks if it has anything in it that could be taken for what is
   said of the file, or of another one. *)
let shown name =
  let plain = function
    | 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '.' | '/' | '_' | '-' | '+' | ',' | '=' | '@' | '%' | '~' -> true
    | _ -> false in
  if name <> "" && String.for_all plain name then name else Printf.sprintf "%S" name

let player = function PlayerX -> "X" | PlayerO -> "O"
(* What the bytes of a file prove, or why they are refused. *)
let judge bytes =
  match read bytes with
  | Some (first, _) when Whole.equal first (Whole.of_int 0x1f) ->
    Error "it is compressed: gzip -dc FILE | checker -"
  | _ ->
    match check read fuel bytes with
    | Fine c -> Ok (Printf.sprintf "%s wins %s %s" (player c.winner) (text (game_text c.game)) (text c.on))
    | Refused (why, numbers) ->
      Error (String.concat " " (String.escaped (text why) :: List.map Whole.to_string numbers))

let judge_file name =
  if name = "-" then judge (source stdin)
  else
    let channel = open_in_bin name in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> judge (source channel))

(* Checks one file, prints what it proves, and says whether it proves something. *)
let check_file name =
  match
    try judge_file name with
    | Sys_error why -> Error (String.escaped why)
    | Stack_overflow | Out_of_memory -> Error "it needs more memory than there is"
    | Whole.Overflow | Invalid_argument _ -> Error "a number is too large"
  with
  | Ok proven -> Printf.printf "%s: %s\n%!" (shown name) proven; true
  | Error why -> Printf.eprintf "%s: refused: %s\n%!" (shown name) why; false

let count game position depth =
  let fail why = prerr_endline ("checker: " ^ why); 2 in
  match find_game (of_text game), int_of_string_opt depth with
  | None, _ -> fail ("there is no game " ^ String.escaped game)
  | _, None -> fail "the depth is a number"
  | Some _, Some d when d < 0 -> fail "the depth is not negative"
  | Some r, Some d ->
    match read_with (tabled_for r) r (of_text position) with
    | None ->
      fail (Printf.sprintf "%s has no position %s (as gridlock prints it, without counts)"
        game (String.escaped position))
    | Some p ->
      print_endline (Whole.to_string (perft (tabled_for r p.rows p.cols) r.kind_of (Whole.of_int d) p.at_start));
      0

let () =
  set_binary_mode_in stdin true;
  exit (match List.tl (Array.to_list Sys.argv) with
  | ["perft"; game; position; depth] -> count game position depth
  | [] | "perft" :: _ -> prerr_endline usage; 2
  | names when List.mem "-h" names || List.mem "--help" names -> print_endline usage; 0
  | names when List.exists (fun name -> name <> "-" && String.index_opt name '-' = Some 0) names ->
    prerr_endline usage; 2
  | names -> if List.for_all Fun.id (List.map check_file names) then 0 else 1)
