(** What a certificate claims, and what it means that the claim holds.

    A claim is a game, a position as text, and the winner. This file reads the text ("Positions"
    in docs/rules.md, in the form in which positions are printed), so [holds] is the whole
    meaning of what the checker prints. *)
From Coq Require Import List Bool NArith Ascii String.
From Gridlock Require Import Game Board Rules.
Import ListNotations.
Open Scope N_scope.
Open Scope char_scope.

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

(** The letters that a game has: . empty, # hole or block, - blocked, X O live, x o used up. *)
Definition letters (v : variant) : list ascii :=
  match v with
  | Classic | Lockdown => ["."; "#"; "X"; "O"; "x"; "o"]
  | Claim => ["."; "#"; "-"; "X"; "O"]
  | Duel | Blockade => ["."; "#"; "X"; "O"]
  end.

Section Read.
Variables rows cols : N.
Variable board : list ascii.                       (* the letter of each cell *)
Variable side : player.                            (* who is to move *)

(** The cells with a letter. *)
Definition where_is (letter : ascii) : list N :=
  filter (fun c => nth (N.to_nat c) board "#" =? letter) (all_cells rows cols).

Definition touches (marks : list N) (c : N) : bool := existsb (king_adjacent cols c) marks.
Definition apart (marks : list N) : bool := forallb (fun c => negb (touches marks c)) marks.
Definition my (x o : list N) : list N := match side with PlayerX => x | PlayerO => o end.
Definition none_used : bool :=
  match where_is "x", where_is "o" with [], [] => true | _, _ => false end.

(** The state of a position, if the game has such a position. *)
Definition read_state (v : variant) : option state :=
  let empty := where_is "." in
  let xs := where_is "X" in
  let os := where_is "O" in
  match v with
  | Classic =>
      match my xs os, my os xs with                (* the last marker is the opponent's *)
      | [], [] => if none_used && same_player side PlayerX
                  then Some (St (set_of empty) 0 nowhere) else None
      | [], [c] => Some (St (set_of empty) 0 c)
      | _, _ => None
      end
  | Duel =>
      if apart xs && apart os
      then Some (St 0 (set_of (filter (fun c => negb (touches (my xs os) c)) empty))
                      (set_of (filter (fun c => negb (touches (my os xs) c)) empty)))
      else None
  | Lockdown =>
      match xs, os with
      | [], [] => if none_used && same_player side PlayerX
                  then Some (St (set_of empty) nowhere nowhere) else None
      | [x], [] => if none_used && same_player side PlayerO
                   then Some (St (set_of empty) nowhere x) else None
      | [x], [o] => match side with
                    | PlayerX => Some (St (set_of empty) x o)
                    | PlayerO => Some (St (set_of empty) o x)
                    end
      | _, _ => None
      end
  | Claim =>
      if apart (xs ++ os) && forallb (fun c => negb (touches (xs ++ os) c)) empty
         && forallb (touches (xs ++ os)) (where_is "-")
      then Some (St (set_of empty) 0 0) else None
  | Blockade =>
      match xs, os with
      | [x], [o] => if (2 <=? cols)%N then
                      match side with
                      | PlayerX => Some (St (set_of empty) x o)
                      | PlayerO => Some (St (set_of empty) o x)
                      end
                    else None
      | _, _ => None
      end
  end.
End Read.

Record position := Position { rows : N; cols : N; to_move : player; at_start : state }.

Definition read_position (v : variant) (s : string) : option position :=
  let (lines, rest) := read_rows (list_ascii_of_string s) in
  let rows := N.of_nat (List.length lines) in
  let cols := N.of_nat (List.length (hd [] lines)) in
  let board := List.concat lines in
  if forallb (fun l => N.of_nat (List.length l) =? cols)%N lines
     && (1 <=? cols)%N && (rows * cols <=? 64)%N
     && forallb (fun c => existsb (Ascii.eqb c) (letters v)) board
  then match read_side rest with
       | Some side => match read_state rows cols board side v with
                      | Some s => Some (Position rows cols side s)
                      | None => None
                      end
       | None => None
       end
  else None.

(** A claim, for example [Claimed Lockdown "..../..../..../.... x" PlayerO]. *)
Record claim := Claimed { game : variant; on : string; winner : player }.

Definition holds (c : claim) : Prop :=
  match read_position (game c) (on c) with
  | Some p =>
      let game := next (plain (rows p) (cols p)) (game c) in
      if same_player (to_move p) (winner c) then wins game (at_start p) else loses game (at_start p)
  | None => False
  end.
