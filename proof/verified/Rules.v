(** The rules of the five games; to be compared with docs/rules.md.

    A state is what the rest of a game depends on (docs/proof-format.md, "Positions"):

      classic    free: empty cells; yours: the cell of the marker placed last
      duel       mine: the cells that I may still take; yours: those that the opponent may
      lockdown   free: cells never occupied; mine, yours: the cells of the two markers
      claim      free: cells that can still be claimed
      blockade   free: cells without marker, block or hole; mine, yours: as in lockdown

    "I" am the player to move. What a game does not use is 0, and a marker that is not placed
    is [nowhere]. Holes are cells that are never free. Duel.v proves that duel is the same game
    with markers.

    Each game is a list of moves: a number, and the state after the move, in which the opponent
    is "I". The numbers are those of certificates. They are names: who wins does not depend on
    them. *)
From Coq Require Import List Bool NArith.
From Gridlock Require Import Board.
Import ListNotations.
Open Scope N_scope.

Inductive variant := Classic | Duel | Lockdown | Claim | Blockade.

Record state := St { free : N; mine : N; yours : N }.

Definition nowhere : N := 127.

Section Rules.
Variable b : board.

(** Put a marker on an empty cell rook-adjacent to the marker placed last; on any empty cell if
    there is none. *)
Definition classic_moves (s : state) : list (N * state) :=
  map (fun c => (c, St (del c (free s)) 0 c))
    (filter (has (free s)) (if yours s =? nowhere then cells b else rook b (yours s))).

(** Take a cell: it is lost to both, and the cells king-adjacent to it are lost to me. *)
Definition duel_moves (s : state) : list (N * state) :=
  map (fun c => (c, St 0 (del c (yours s)) (without (c :: king b c) (mine s))))
    (filter (has (mine s)) (cells b)).

(** Claim a cell: it and the cells king-adjacent to it are lost to both. *)
Definition claim_moves (s : state) : list (N * state) :=
  map (fun c => (c, St (without (c :: king b c) (free s)) 0 0))
    (filter (has (free s)) (cells b)).

(** In the two games that are left a turn of one player does not depend on whether it is the
    other's marker or a hole that takes a cell away. So here are turns of one player: a number,
    the cells that are free afterwards, and where the marker is then. *)
Definition walker : Type := N * N.

(** Move to a free king-adjacent cell; place the marker on any free cell if it is not placed. *)
Definition lockdown_turn (x : walker) : list (N * walker) :=
  let (area, marker) := x in
  map (fun c => (c, (del c area, c)))
    (filter (has area) (if marker =? nowhere then cells b else king b marker)).

(** Step to a free rook-adjacent cell; then block a cell rook-adjacent to that one, which is free,
    or is the one just left. *)
Definition direction (from to : N) : N :=        (* 0 up, 1 left, 2 right, 3 down *)
  if to =? from + 1 then 2 else if from =? to + 1 then 1 else if from <? to then 3 else 0.
Definition blockade_turn (x : walker) : list (N * walker) :=
  let (area, marker) := x in
  flat_map (fun c =>
      let left := del c (add marker area) in
      map (fun d => (4 * direction marker c + direction c d, (del d left, c)))
        (filter (has left) (rook b c)))
    (filter (has area) (rook b marker)).

(** A state after such a turn: the opponent is to move. *)
Definition turned (turn : walker -> list (N * walker)) (s : state) : list (N * state) :=
  map (fun m => (fst m, St (fst (snd m)) (yours s) (snd (snd m)))) (turn (free s, mine s)).

Definition moves (v : variant) : state -> list (N * state) :=
  match v with
  | Classic => classic_moves
  | Duel => duel_moves
  | Lockdown => turned lockdown_turn
  | Claim => claim_moves
  | Blockade => turned blockade_turn
  end.

(** The game: the states after a move. *)
Definition next (v : variant) (s : state) : list state := map snd (moves v s).
End Rules.

(** The number of sequences of so many moves, to compare with [gridlock perft]. *)
Fixpoint perft (b : board) (v : variant) (depth : nat) (s : state) : N :=
  match depth with
  | O => 1
  | S d => fold_left (fun n t => n + perft b v d t) (next b v s) 0
  end.
