(** Reading a certificate: bytes, lines, varints, and the header's JSON.

    Nothing here is proven, and nothing has to be: whatever is read, the checker proves the claim
    that it prints. *)
From Coq Require Import List Bool NArith Ascii String FMapPositive.
Import ListNotations.
Open Scope N_scope.

(** What a check ends with: a result, or why the certificate is refused, with numbers (where). *)
Inductive outcome (A : Type) := Fine (a : A) | Refused (why : string) (where_ : list N).
Arguments Fine {A}.
Arguments Refused {A}.

Definition bind {A B} (o : outcome A) (f : A -> outcome B) : outcome B :=
  match o with Fine a => f a | Refused why w => Refused why w end.
Lemma bind_fine : forall A B (o : outcome A) (f : A -> outcome B) r,
  bind o f = Fine r -> exists a, o = Fine a /\ f a = Fine r.
Proof. intros A B [a|why w] f r H; [exists a; auto|discriminate]. Qed.
Notation "'let*' x := o 'in' f" := (bind o (fun x => f))
  (at level 200, x pattern, o at level 100, f at level 200).
Definition need (c : bool) (why : string) : outcome unit := if c then Fine tt else Refused why [].
Definition given {A} (o : option A) (why : string) : outcome A :=
  match o with Some a => Fine a | None => Refused why [] end.

(** ** Bytes

    A source is anything from which bytes can be read; reading it again gives the same byte. *)
Section Source.
Context {source : Type}.
Variable read : source -> option (N * source).

Definition byte (s : source) : outcome (N * source) := given (read s) "the file ends too early".

Definition at_end (s : source) : outcome unit :=
  match read s with
  | None => Fine tt
  | Some _ => Refused "something comes after the end of the body" []
  end.

(** A line of at most [fuel] bytes, without its end. *)
Fixpoint line (fuel : nat) (before : list ascii) (s : source) : outcome (list ascii * source) :=
  match fuel with
  | O => Refused "a line before the body is too long" []
  | S fuel =>
      let* (c, s) := byte s in
      if c =? 10 then Fine (rev_append before [], s) else line fuel (ascii_of_N c :: before) s
  end.

(** An unsigned LEB128 number of at most [fuel] bytes. *)
Fixpoint varint_from (fuel : nat) (shift value : N) (s : source) : outcome (N * source) :=
  match fuel with
  | O => Refused "the body has a number that is too long" []
  | S fuel =>
      let* (c, s) := byte s in
      let value := N.lor value (N.shiftl (N.land c 127) shift) in
      if c <? 128 then Fine (value, s) else varint_from fuel (shift + 7) value s
  end.
Definition varint : source -> outcome (N * source) := varint_from 19 0 0.

Fixpoint bytes (n : nat) (before : list N) (s : source) : outcome (list N * source) :=
  match n with
  | O => Fine (rev_append before [], s)
  | S n => let* (c, s) := byte s in bytes n (c :: before) s
  end.
End Source.

(** ** JSON: as much of it as headers have *)
Inductive json := Text (t : list ascii) | Number (n : N) | Items (l : list json).

Open Scope char_scope.

Fixpoint skip (l : list ascii) : list ascii :=
  match l with
  | c :: l' => if (c =? " ") || (c =? "009") || (c =? "013") then skip l' else l
  | [] => []
  end.

Definition digit (c : ascii) : option N :=
  let n := N_of_ascii c in if (48 <=? n)%N && (n <=? 57)%N then Some (n - 48)%N else None.
Definition hex (c : ascii) : option N :=
  let n := N_of_ascii c in
  if (48 <=? n)%N && (n <=? 57)%N then Some (n - 48)%N
  else if (97 <=? n)%N && (n <=? 102)%N then Some (n - 87)%N
  else if (65 <=? n)%N && (n <=? 70)%N then Some (n - 55)%N else None.

(** The letter of four hexadecimal digits; one that is not ASCII cannot be part of a claim, and
    any other stands for it. *)
Definition coded (a b c d : ascii) : option ascii :=
  match hex a, hex b, hex c, hex d with
  | Some a, Some b, Some c, Some d =>
      let n := (((a * 16 + b) * 16 + c) * 16 + d)%N in
      Some (if (n <? 128)%N then ascii_of_N n else "?")
  | _, _, _, _ => None
  end.
Definition escaped (c : ascii) : option ascii :=
  if existsb (Ascii.eqb c) [""""; "\"; "/"] then Some c
  else if c =? "b" then Some "008" else if c =? "f" then Some "012"
  else if c =? "n" then Some "010" else if c =? "r" then Some "013"
  else if c =? "t" then Some "009" else None.

(** The rest of a text, after its first quotation mark. *)
Fixpoint text (before : list ascii) (l : list ascii) : option (list ascii * list ascii) :=
  match l with
  | [] => None
  | c :: l =>
      if c =? """" then Some (rev_append before [], l)
      else if c =? "\" then
        match l with
        | e :: l => if e =? "u" then
                      match l with
                      | a :: b :: c :: d :: l =>
                          match coded a b c d with Some x => text (x :: before) l | None => None end
                      | _ => None
                      end
                    else match escaped e with Some x => text (x :: before) l | None => None end
        | [] => None
        end
      else text (c :: before) l
  end.

(** A number of at most 20 digits or so, and what comes after it. *)
Fixpoint digits (n : N) (l : list ascii) : N * list ascii :=
  match l with
  | c :: l' =>
      match digit c with
      | Some d => if (n <? N.shiftl 1 64)%N then digits (n * 10 + d)%N l' else (n, l)
      | None => (n, l)
      end
  | [] => (n, [])
  end.

(** A text of at most so many letters. Nothing that is longer is a name, or a position. *)
Fixpoint brief (most : nat) (l : list ascii) : option string :=
  match l, most with
  | [], _ => Some EmptyString
  | c :: l, S most => match brief most l with Some s => Some (String c s) | None => None end
  | _ :: _, O => None
  end.

(** A value, in which lists are at most so deep; and the items of a list behind its first bracket or
    a comma. *)
Fixpoint value (fuel deep : nat) (l : list ascii) : option (json * list ascii) :=
  match fuel with
  | O => None
  | S fuel =>
      match skip l with
      | c :: l =>
          if c =? """" then match text [] l with Some (t, l) => Some (Text t, l) | None => None end
          else if c =? "[" then
            match skip l, deep with
            | d :: l', S deep => if d =? "]" then Some (Items [], l') else items fuel deep [] l
            | _, _ => None
            end
          else match digit c with
               | Some d => let (n, l) := digits d l in Some (Number n, l)
               | None => None
               end
      | [] => None
      end
  end
with items (fuel deep : nat) (before : list json) (l : list ascii) : option (json * list ascii) :=
  match fuel with
  | O => None
  | S fuel =>
      match value fuel deep l with
      | Some (v, l) =>
          match skip l with
          | c :: l => if c =? "," then items fuel deep (v :: before) l
                      else if c =? "]" then Some (Items (rev_append (v :: before) []), l) else None
          | [] => None
          end
      | None => None
      end
  end.

Definition fields := list (string * json).

(** The fields of an object, behind its first brace or a comma. *)
Fixpoint members (fuel : nat) (before : fields) (l : list ascii) : option fields :=
  match fuel with
  | O => None
  | S fuel =>
      match value fuel 0%nat l with
      | Some (Text name, l) =>
          match skip l, brief 100%nat name with
          | c :: l, Some name =>
              if c =? ":" then
                match value fuel 2%nat l with
                | Some (v, l) =>
                    let all := (name, v) :: before in
                    match skip l with
                    | c :: l => if c =? "," then members fuel all l
                                else if c =? "}" then
                                  match skip l with [] => Some all | _ => None end
                                else None
                    | [] => None
                    end
                | None => None
                end
              else None
          | _, _ => None
          end
      | _ => None
      end
  end.
Definition object (fuel : nat) (l : list ascii) : option fields :=
  match skip l with
  | c :: l => if c =? "{" then members fuel [] l else None
  | [] => None
  end.

Fixpoint find_field (name : string) (fs : fields) : option json :=
  match fs with
  | [] => None
  | (n, v) :: fs => if String.eqb n name then Some v else find_field name fs
  end.

(** No field occurs twice: a claim with two winners is none. *)
Fixpoint all_once (fs : fields) : bool :=
  match fs with
  | [] => true
  | (n, _) :: fs => match find_field n fs with Some _ => false | None => all_once fs end
  end.

(** ** Fields *)
Open Scope string_scope.
Section Fields.
Variable fs : fields.
Definition want {A} (read : json -> option A) (name : string) : outcome A :=
  given (match find_field name fs with Some v => read v | None => None end)
        ("the header has no field, or a wrong one: " ++ name).

(** The same for a field that may be left out. *)
Definition may {A} (read : json -> option A) (name : string) : outcome (option A) :=
  match find_field name fs with
  | Some v => let* a := given (read v) ("the header has a wrong field: " ++ name) in Fine (Some a)
  | None => Fine None
  end.
End Fields.

Definition as_text (v : json) : option string :=
  match v with Text t => brief 300%nat t | _ => None end.
Definition as_number (v : json) : option N :=
  match v with Number n => Some n | _ => None end.
Fixpoint all_some {A} (most : nat) (read : json -> option A) (before : list A) (l : list json) :
    option (list A) :=
  match l, most with
  | [], _ => Some (rev_append before [])
  | v :: l, S most => match read v with Some a => all_some most read (a :: before) l | None => None end
  | _ :: _, O => None
  end.

(** A list of at most so many items. *)
Definition as_list {A} (most : nat) (read : json -> option A) (v : json) : option (list A) :=
  match v with Items l => all_some most read [] l | _ => None end.

(** ** Permutations and pairs of cells, as functions *)
Definition partners (pairs : list (N * N)) : N -> N :=
  let t := fold_right (fun ab t => PositiveMap.add (N.succ_pos (fst ab)) (snd ab) t)
             (PositiveMap.empty N) pairs in
  fun c => match PositiveMap.find (N.succ_pos c) t with Some d => d | None => c end.

Definition mirror (images : list N) : N -> N :=
  partners (combine (map N.of_nat (seq 0 (List.length images))) images).
Definition matching (pairs : list (N * N)) : N -> N :=
  partners (flat_map (fun ab => [ab; (snd ab, fst ab)]) pairs).
