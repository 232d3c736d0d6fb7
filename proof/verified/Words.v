(** Reading the words of a game.

    Nothing of this has to be believed: what is read is a game only if it is written with the same
    words (Claim.v), and those are what the checker prints. So words that say the same in another
    way are refused. *)
From Coq Require Import List Bool NArith Ascii String.
From Gridlock Require Import Board Rules Claim Reader.
Import ListNotations.
Open Scope N_scope.
Open Scope char_scope.

Definition option_map2 {A B C} (f : A -> B -> C) (a : option A) (b : option B) : option C :=
  match a, b with Some a, Some b => Some (f a b) | _, _ => None end.

(** The parts of a text between separators. *)
Fixpoint split (separator : ascii) (l : list ascii) : list (list ascii) :=
  match l with
  | [] => [[]]
  | c :: l =>
      let parts := split separator l in
      if c =? separator then [] :: parts else (c :: hd [] parts) :: tl parts
  end.
Definition is (l : list ascii) (name : string) : bool := String.eqb (string_of_list_ascii l) name.

Fixpoint each {A B} (read : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => option_map2 cons (read a) (each read l)
  end.

Definition read_number (l : list ascii) : option N :=
  match l with
  | [a] => digit a
  | [a; b] => option_map2 (fun a b => a * 10 + b)%N (digit a) (digit b)
  | _ => None
  end.
Definition read_two {A} (make : N -> N -> A) (separator : ascii) (l : list ascii) : option A :=
  match split separator l with
  | [a; b] => option_map2 make (read_number a) (read_number b)
  | _ => None
  end.

(** A number below 0, and one from 0 on, one of which is 0. *)
Definition read_signed (l : list ascii) : option (N * N) :=
  match l with
  | c :: rest => if c =? "-" then option_map (fun n => (n, 0)) (read_number rest)
                 else option_map (pair 0) (read_number l)
  | [] => None
  end.
Definition read_offset (l : list ascii) : option offset :=
  match split "," l with
  | [a; b] => option_map2 (fun r c => Offset (fst r) (snd r) (fst c) (snd c)) (read_signed a) (read_signed b)
  | _ => None
  end.

Definition read_near (l : list ascii) : option nearness :=
  if is l "rook" then Some (Offsets rook) else if is l "king" then Some (Offsets king)
  else if is l "bishop" then Some (Offsets bishop) else if is l "knight" then Some (Offsets knight)
  else if is l "hex" then Some (Offsets Board.hex) else if is l "queen" then Some Queen
  else match split ":" l with
       | [name; offsets] =>
           if is name "offsets" then option_map Offsets (each read_offset (split ";" offsets)) else None
       | [name; size; vertices; edges] =>
           if is name "graph" then
             let edges := match edges with [] => Some [] | _ => each (read_two pair "-") (split ";" edges) end in
             match read_two pair "x" size, each read_number (split "," vertices), edges with
             | Some (rows, cols), Some vertices, Some edges => Some (Graph rows cols vertices edges)
             | _, _, _ => None
             end
           else None
       | _ => None
       end.

Definition read_start (l : list ascii) : option start :=
  if is l "ends" then Some Ends
  else match split ":" l with
       | [name; rest] =>
           match split "@" rest with
           | [markers; size] =>
               match split ";" markers, read_two pair "x" size with
               | [x; o], Some (rows, cols) =>
                   let cell r c := if (c <? cols)%N then Some (r * cols + c)%N else None in
                   match read_two cell "," x, read_two cell "," o with
                   | Some (Some x), Some (Some o) => if is name "from" then Some (From x o rows cols) else None
                   | _, _ => None
                   end
               | _, _ => None
               end
           | _ => None
           end
       | _ => None
       end.

(** The words behind kind, neighbourhood and side. *)
Fixpoint read_rest (block : bool) (s : start) (sh : shape) (l : list (list ascii)) : option (bool * start * shape) :=
  match l with
  | [] => Some (block, s, sh)
  | w :: l =>
      if is w "block" then read_rest true s sh l
      else if is w "cylinder" then read_rest block s Cylinder l
      else if is w "torus" then read_rest block s Torus l
      else match read_start w with Some s => read_rest block s sh l | None => None end
  end.

Definition read_words (l : list ascii) : option rules :=
  match split " " l with
  | kind :: near :: rest =>
      match read_near near, rest with
      | Some near, _ =>
          let make k rest :=
            match read_rest false Anywhere Plane rest with
            | Some (false, s, sh) => Some (Rules k near sh s)
            | _ => None
            end in
          if is kind "follow" then make Follow rest
          else if is kind "walk" then
            match read_rest false Anywhere Plane rest with
            | Some (block, s, sh) => Some (Rules (Walk block) near sh s)
            | None => None
            end
          else if is kind "place" then
            match rest with
            | side :: rest =>
                if is side "none" then make (Place Nobody) rest else if is side "own" then make (Place Own) rest
                else if is side "other" then make (Place Other) rest
                else if is side "all" then make (Place All) rest else None
            | [] => None
            end
          else None
      | None, _ => None
      end
  | _ => None
  end.

(** ** What the words of a game may not say *)
Fixpoint ascending {A} (before : A -> A -> bool) (l : list A) : bool :=
  match l with
  | a :: (b :: _) as rest => before a b && ascending before rest
  | _ => true
  end.
Definition known_number (l : list N) (c : N) : bool := existsb (N.eqb c) l.

Definition good_near (k : kind) (sh : shape) (n : nearness) : bool :=
  match n with
  | Offsets l =>
      match l with [] => false | _ => true end &&
      ascending above l &&
      forallb (fun o => (up o <? 64) && (down o <? 64) && (left o <? 64) && (right o <? 64)
                        && negb (as_far o (Offset 0 0 0 0)))%N l &&
      match k with
      | Walk true => (N.of_nat (List.length l) <=? 8)%N &&
                     forallb (fun o => existsb (as_far (Offset (down o) (up o) (right o) (left o))) l) l
      | _ => true
      end
  | Queen => match k with Place _ => true | _ => false end
  | Graph rows cols vertices edges =>
      match sh with Plane => true | _ => false end &&
      match vertices with [] => false | _ => true end &&
      (rows * cols <=? 64)%N && forallb (fun c => c <? rows * cols)%N vertices && ascending N.ltb vertices &&
      forallb (fun e => (fst e <? snd e)%N && known_number vertices (fst e) && known_number vertices (snd e)) edges &&
      ascending (fun e f => fst e * 64 + snd e <? fst f * 64 + snd f)%N edges &&
      match k with
      | Walk true =>
          forallb (fun c => N.of_nat (List.length (filter (fun e => (fst e =? c) || (snd e =? c)) edges)) <=? 8)%N vertices
      | _ => true
      end
  end.

Definition good_start (k : kind) (n : nearness) (s : start) : bool :=
  match k, s with
  | Walk block, Anywhere => negb block
  | _, Anywhere => true
  | Walk _, Ends =>
      match n with
      | Graph rows cols vertices _ =>
          let row := (rows / 2 * cols)%N in
          (2 <=? cols)%N && known_number vertices row && known_number vertices (row + cols - 1)%N
      | _ => true
      end
  | Walk _, From x o rows cols =>
      (rows * cols <=? 64)%N && (x <? rows * cols)%N && (o <? rows * cols)%N && negb (x =? o)%N &&
      match n with
      | Graph m n vertices _ =>
          (m =? rows)%N && (n =? cols)%N && known_number vertices x && known_number vertices o
      | _ => true
      end
  | _, _ => false
  end.

(** The game that is written with these words. *)
Definition read_rules (text : string) : option rules :=
  match read_words (list_ascii_of_string text) with
  | Some r =>
      if good_near (kind_of r) (shape_of r) (near_of r) && good_start (kind_of r) (near_of r) (start_of r)
         && (rules_text r =? text)%string
      then Some r else None
  | None => None
  end.

Theorem read_rules_right : forall text r, read_rules text = Some r -> rules_text r = text.
Proof.
  intros text r H. unfold read_rules in H. destruct (read_words _) as [r'|]; [|discriminate].
  destruct (_ && (rules_text r' =? text)%string) eqn:E; [|discriminate]. injection H as <-.
  apply andb_prop in E as [_ E]. apply String.eqb_eq. exact E.
Qed.

(** A game by its name or its words. *)
Definition find_game (text : string) : option rules :=
  match find (fun g => String.eqb text (fst g)) named_games with
  | Some g => Some (snd g)
  | None => read_rules text
  end.
