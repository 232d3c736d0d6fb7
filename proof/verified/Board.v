(** Cells, neighbours, and sets of cells.

    A board has rows and columns, and its cells are numbered from 0, row by row. A set of cells
    is a number: cell c is in the set s if bit c of s is 1. Docs: "What all five have in common"
    in docs/rules.md. *)
From Coq Require Import List Bool NArith.
Import ListNotations.
Open Scope N_scope.

Definition has (s c : N) : bool := N.testbit s c.
Definition add (c s : N) : N := N.setbit s c.
Definition del (c s : N) : N := N.clearbit s c.
(** The set of the cells of a list; a set without the cells of a list. *)
Definition set_of (l : list N) : N := fold_right add 0 l.
Definition without (l : list N) (s : N) : N := fold_right del s l.

Section Neighbours.
Variables rows cols : N.

Definition all_cells : list N := map N.of_nat (seq 0 (N.to_nat (rows * cols))).

Definition distance (a b : N) : N := (a - b) + (b - a).    (* one of the two is 0 *)
Definition row_distance (a b : N) : N := distance (a / cols) (b / cols).
Definition col_distance (a b : N) : N := distance (a mod cols) (b mod cols).

(** Two cells that share a side are rook-adjacent; two that share a side or a corner are
    king-adjacent. *)
Definition rook_adjacent (a b : N) : bool := row_distance a b + col_distance a b =? 1.
Definition king_adjacent (a b : N) : bool := N.max (row_distance a b) (col_distance a b) =? 1.

Definition rook_beside (a : N) : list N := filter (rook_adjacent a) all_cells.
Definition king_beside (a : N) : list N := filter (king_adjacent a) all_cells.
End Neighbours.

(** A board as the rules use it: its cells, and the neighbours of each. *)
Record board := Board { cells : list N; rook : N -> list N; king : N -> list N }.

Definition plain (rows cols : N) : board :=
  Board (all_cells rows cols) (rook_beside rows cols) (king_beside rows cols).
