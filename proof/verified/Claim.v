(** What a certificate claims, and what it means that the claim holds.

    A claim is a game, a position as text, and the winner. This file writes games as text, and reads
    that of positions ("Positions" in docs/rules.md, in the form in which they are printed), so
    [holds] is the whole meaning of what the checker prints. *)
From Coq Require Import List Bool NArith Ascii String.
From Gridlock Require Import Game Board Rules.
Import ListNotations.
Open Scope N_scope.
Open Scope char_scope.

(** ** Games *)

(** Where the markers of [Walk] start: the players place them; at the ends of a row; or in cells of the
    one board that the game is for. Positions later in a game have them elsewhere. *)
Inductive start := Anywhere | Ends | From (x o rows cols : N).

Record rules := Rules { kind_of : kind; near_of : nearness; shape_of : shape; start_of : start }.

Definition board_of (r : rules) : N -> N -> board := board_by (near_of r) (shape_of r).

Definition classic : rules := Rules Follow (Offsets rook) Plane Anywhere.
Definition duel : rules := Rules (Place Own) (Offsets king) Plane Anywhere.
Definition lockdown : rules := Rules (Walk false) (Offsets king) Plane Anywhere.
Definition claim : rules := Rules (Place All) (Offsets king) Plane Anywhere.
Definition blockade : rules := Rules (Walk true) (Offsets rook) Plane Ends.

(** *** As text, which is how the checker says which game it has proven something about *)
Section Text.
Open Scope string_scope.

Definition decimal (n : N) : string :=                                        (* up to 99 *)
  let digit k := String (ascii_of_N (48 + k)) "" in
  if (n <? 10)%N then digit n else digit (n / 10)%N ++ digit (n mod 10)%N.
Definition signed (minus plus : N) : string :=
  if (minus =? 0)%N then decimal plus else "-" ++ decimal minus.
Definition offset_text (o : offset) : string := signed (up o) (down o) ++ "," ++ signed (left o) (right o).
Definition size_text (rows cols : N) : string := decimal rows ++ "x" ++ decimal cols.
Definition cell_text (cols c : N) : string := decimal (c / cols) ++ "," ++ decimal (c mod cols).

Definition near_text (n : nearness) : string :=
  match n with
  | Offsets l =>
      let list := concat ";" (map offset_text l) in
      let is_list l := list =? concat ";" (map offset_text l) in
      if is_list rook then "rook" else if is_list king then "king" else if is_list bishop then "bishop"
      else if is_list knight then "knight" else if is_list hex then "hex" else "offsets:" ++ list
  | Queen => "queen"
  | Graph rows cols vertices edges =>
      "graph:" ++ size_text rows cols ++ ":" ++ concat "," (map decimal vertices) ++ ":"
      ++ concat ";" (map (fun e => decimal (fst e) ++ "-" ++ decimal (snd e)) edges)
  end.

Definition rules_text (r : rules) : string :=
  let near := near_text (near_of r) in
  match kind_of r with
  | Place Nobody => "place " ++ near ++ " none"
  | Place Own => "place " ++ near ++ " own"
  | Place Other => "place " ++ near ++ " other"
  | Place All => "place " ++ near ++ " all"
  | Follow => "follow " ++ near
  | Walk block => "walk " ++ near ++ (if block then " block" else "")
  end
  ++ match start_of r with
     | Anywhere => ""
     | Ends => " ends"
     | From x o rows cols =>
         " from:" ++ cell_text cols x ++ ";" ++ cell_text cols o ++ "@" ++ size_text rows cols
     end
  ++ match shape_of r with Plane => "" | Cylinder => " cylinder" | Torus => " torus" end.

(** The five games go by their names. *)
Definition named_games : list (string * rules) :=
  [("classic", classic); ("duel", duel); ("lockdown", lockdown); ("claim", claim); ("blockade", blockade)].
Definition game_text (r : rules) : string :=
  let text := rules_text r in
  match find (fun g => text =? rules_text (snd g)) named_games with
  | Some g => fst g
  | None => text
  end.
End Text.

(** ** Positions *)
Inductive player := PlayerX | PlayerO.
Definition same_player (p q : player) : bool :=
  match p, q with PlayerX, PlayerX | PlayerO, PlayerO => true | _, _ => false end.

(** The rows, which are separated by strokes, and what comes after the blank behind them. *)
Fixpoint read_rows (l : list ascii) : list (list ascii) * list ascii :=
  match l with
  | [] => ([[]], [])
  | c :: l =>
      let (rows, rest) := read_rows l in
      if c =? " " then ([[]], l)
      else if c =? "/" then ([] :: rows, rest)
      else ((c :: hd [] rows) :: tl rows, rest)
  end.

Definition read_side (l : list ascii) : option player :=
  match l with
  | [c] => if c =? "x" then Some PlayerX else if c =? "o" then Some PlayerO else None
  | _ => None
  end.

(** The letters that a game has: . empty, # hole or block, - closed, X O live, x o used up. *)
Definition letters (k : kind) : list ascii :=
  match k with
  | Place All => ["."; "#"; "-"; "X"; "O"]
  | Place _ | Walk true => ["."; "#"; "X"; "O"]
  | Follow | Walk false => ["."; "#"; "X"; "O"; "x"; "o"]
  end.

Section Read.
Variable r : rules.
Variables rows cols : N.
Variable b : board.
Variable letter : list ascii.                      (* of each cell *)
Variable side : player.                            (* who is to move *)

(** The cells with a letter. *)
Definition where_is (l : ascii) : list N :=
  filter (fun c => nth (N.to_nat c) letter "#" =? l) (all_cells rows cols).

(** Whether a game that is for one board is for this one; all cells that a graph does not have are
    holes. *)
Definition on_its_board : bool :=
  match near_of r with
  | Graph m n vertices _ =>
      (rows =? m)%N && (cols =? n)%N &&
      forallb (fun c => existsb (N.eqb c) vertices || existsb (N.eqb c) (where_is "#")) (all_cells rows cols)
  | _ => true
  end &&
  match start_of r with
  | From _ _ m n => (rows =? m)%N && (cols =? n)%N
  | Ends => (2 <=? cols)%N
  | Anywhere => true
  end.

(** If c2 is near c1 wherever c1 is near c2, no mark is on a cell that another one had closed. *)
Definition symmetric_near : bool :=
  forallb (fun c => forallb (fun d => existsb (N.eqb c) (near b d)) (near b c)) (cells b).

(** The cells that are closed to one player, by marks of the player and the other one. *)
Definition closed_by (closes : Rules.side) (own others : list N) : N :=
  let beside marks := set_of (flat_map (near b) marks) in
  match closes with Nobody => 0 | Own => beside own | Other => beside others | All => beside (own ++ others) end.
Definition none_of (closed : N) (l : list N) : bool := forallb (fun c => negb (has closed c)) l.

(** No marks: then X is to move, and no cell is used up. *)
Definition at_first : bool :=
  match where_is "x", where_is "o" with [], [] => same_player side PlayerX | _, _ => false end.

(** The state of a position, if the game has such a position. *)
Definition read_state : option state :=
  let empty := where_is "." in
  let mine := where_is (match side with PlayerX => "X" | PlayerO => "O" end) in
  let yours := where_is (match side with PlayerX => "O" | PlayerO => "X" end) in
  match kind_of r with
  | Place closes =>
      let to_me := closed_by closes mine yours in
      let to_you := closed_by closes yours mine in
      if negb symmetric_near || none_of to_me mine && none_of to_you yours then
        match closes with
        | All => if none_of to_me empty && forallb (has to_me) (where_is "-")
                 then Some (St (set_of empty) 0 0) else None
        | _ => Some (St 0 (N.ldiff (set_of empty) to_me) (N.ldiff (set_of empty) to_you))
        end
      else None
  | Follow =>
      match mine, yours with                       (* the last mark is the opponent's *)
      | [], [] => if at_first then Some (St (set_of empty) 0 (nowhere b)) else None
      | [], [c] => Some (St (set_of empty) 0 c)
      | _, _ => None
      end
  | Walk _ =>
      match mine, yours, start_of r with
      | [c], [d], _ => Some (St (set_of empty) c d)
      | [], [], Anywhere => if at_first then Some (St (set_of empty) (nowhere b) (nowhere b)) else None
      | [], [d], Anywhere =>                       (* X places first *)
          match side, where_is "x", where_is "o" with
          | PlayerO, [], [] => Some (St (set_of empty) (nowhere b) d)
          | _, _, _ => None
          end
      | _, _, _ => None
      end
  end.
End Read.

Record position := Position { rows : N; cols : N; to_move : player; at_start : state }.

Definition read_with (board_on : N -> N -> board) (r : rules) (s : string) : option position :=
  let (lines, rest) := read_rows (list_ascii_of_string s) in
  let rows := N.of_nat (List.length lines) in
  let cols := N.of_nat (List.length (hd [] lines)) in
  let letter := List.concat lines in
  if forallb (fun l => N.of_nat (List.length l) =? cols)%N lines
     && (1 <=? cols)%N && (rows * cols <=? 64)%N
     && forallb (fun c => existsb (Ascii.eqb c) (letters (kind_of r))) letter
     && on_its_board r rows cols letter
  then match read_side rest with
       | Some side => match read_state r rows cols (board_on rows cols) letter side with
                      | Some s => Some (Position rows cols side s)
                      | None => None
                      end
       | None => None
       end
  else None.
Definition read_position (r : rules) : string -> option position := read_with (board_of r) r.

(** A claim, for example [Claimed lockdown "..../..../..../.... x" PlayerO]. *)
Record claimed := Claimed { game : rules; on : string; winner : player }.

Definition holds (c : claimed) : Prop :=
  match read_position (game c) (on c) with
  | Some p =>
      let game := next (board_of (game c) (rows p) (cols p)) (kind_of (game c)) in
      if same_player (to_move p) (winner c) then wins game (at_start p) else loses game (at_start p)
  | None => False
  end.
