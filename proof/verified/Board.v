(** Cells, sets of cells, and which cells are near each other.

    A board has rows and columns, and its cells are numbered from 0, row by row. A set of cells
    is a number: cell c is in the set s if bit c of s is 1. *)
From Coq Require Import List Bool NArith.
Import ListNotations.
Open Scope N_scope.

Definition has (s c : N) : bool := N.testbit s c.
Definition add (c s : N) : N := N.setbit s c.
Definition del (c s : N) : N := N.clearbit s c.
(** The set of the cells of a list; a set without the cells of a list. *)
Definition set_of (l : list N) : N := fold_right add 0 l.
Definition without (l : list N) (s : N) : N := fold_right del s l.

(** ** Neighbourhoods *)

(** So many rows up or down, and so many columns left or right. *)
Record offset := Offset { up : N; down : N; left : N; right : N }.

Definition rook : list offset :=
  [Offset 1 0 0 0; Offset 0 0 1 0; Offset 0 0 0 1; Offset 0 1 0 0].
Definition bishop : list offset :=
  [Offset 1 0 1 0; Offset 1 0 0 1; Offset 0 1 1 0; Offset 0 1 0 1].
Definition king : list offset :=
  [Offset 1 0 1 0; Offset 1 0 0 0; Offset 1 0 0 1; Offset 0 0 1 0;
   Offset 0 0 0 1; Offset 0 1 1 0; Offset 0 1 0 0; Offset 0 1 0 1].
Definition knight : list offset :=
  [Offset 2 0 1 0; Offset 2 0 0 1; Offset 1 0 2 0; Offset 1 0 0 2;
   Offset 0 1 2 0; Offset 0 1 0 2; Offset 0 2 1 0; Offset 0 2 0 1].
Definition hex : list offset :=
  [Offset 1 0 0 0; Offset 1 0 0 1; Offset 0 0 1 0; Offset 0 0 0 1; Offset 0 1 1 0; Offset 0 1 0 0].

(** What is near a cell: where the offsets lead; all on the queen's lines; or where an edge leads,
    on the one board that a graph is drawn on, all of whose other cells are holes. *)
Inductive nearness :=
| Offsets (l : list offset)
| Queen
| Graph (rows cols : N) (vertices : list N) (edges : list (N * N)).

(** A cylinder joins the left side with the right one; a torus also the top with the bottom. *)
Inductive shape := Plane | Cylinder | Torus.

Definition numbers (n : nat) : list N := map N.of_nat (seq 0 n).                (* 0 to n-1 *)
Definition numbered {A} (l : list A) : list (N * A) := combine (numbers (length l)) l.
Definition all_cells (rows cols : N) : list N := numbers (N.to_nat (rows * cols)).

Section Near.
Variables (near : nearness) (shape : shape) (rows cols : N).

Definition joins_rows : bool := match shape with Torus => true | _ => false end.
Definition joins_cols : bool := match shape with Plane => false | _ => true end.
Definition same (joined : bool) (n a b : N) : bool :=
  if joined then a mod n =? b mod n else a =? b.

(** The offset leads from cell a to cell b. *)
Definition leads (o : offset) (a b : N) : bool :=
  same joins_rows rows (a / cols + down o) (b / cols + up o) &&
  same joins_cols cols (a mod cols + right o) (b mod cols + left o).

Definition times (k : N) (o : offset) : offset :=
  Offset (k * up o) (k * down o) (k * left o) (k * right o).

(** Cell b is near cell a. *)
Definition is_near (a b : N) : bool :=
  (a <? rows * cols) && negb (a =? b) &&
  match near with
  | Offsets l => existsb (fun o => leads o a b) l
  | Queen =>        (* whichever line it is, it has returned after as many steps as there are cells *)
      existsb (fun k => existsb (fun o => leads (times k o) a b) king) (all_cells rows cols)
  | Graph _ _ _ edges =>
      existsb (fun e => (fst e =? a) && (snd e =? b) || (fst e =? b) && (snd e =? a)) edges
  end.

Definition near_cells (a : N) : list N := filter (is_near a) (all_cells rows cols).

(** Ways to step, which number the moves of games with blocks: the offsets as they are on this
    board, by rows and then columns; on a graph, where no cell has more than 8 near ones, the places
    among these. *)
Definition reduced (o : offset) : offset :=
  let modulo joined n plus minus := if joined : bool then (plus + (n - minus mod n)) mod n else plus in
  let rest joined minus := if joined : bool then 0 else minus in
  Offset (rest joins_rows (up o)) (modulo joins_rows rows (down o) (up o))
         (rest joins_cols (left o)) (modulo joins_cols cols (right o) (left o)).
Definition as_far (o p : offset) : bool :=                                  (* o and p are one step *)
  (down o + up p =? down p + up o) && (right o + left p =? right p + left o).
Definition above (o p : offset) : bool :=
  (down o + up p <? down p + up o) || (down o + up p =? down p + up o) && (right o + left p <? right p + left o).
Fixpoint insert (o : offset) (l : list offset) : list offset :=
  match l with
  | [] => [o]
  | x :: rest => if above o x then o :: l else if as_far o x then l else x :: insert o rest
  end.
Definition ways (l : list offset) : list offset :=
  filter (fun o => negb (as_far o (Offset 0 0 0 0))) (fold_right insert [] (map reduced l)).

Definition numbered_steps (a : N) : list (N * N) :=
  let near_a := near_cells a in
  match near with
  | Offsets l => flat_map (fun w => map (pair (fst w)) (filter (leads (snd w) a) near_a)) (numbered (ways l))
  | Queen => []
  | Graph _ _ _ _ => numbered near_a
  end.
Definition number_of_ways : N :=
  match near with Offsets l => N.of_nat (length (ways l)) | Queen => 0 | Graph _ _ _ _ => 8 end.
End Near.

(** A board as the rules use it: its cells, those near each, the numbered steps from each, and where a
    marker is that is not placed: no cell, and 127 on the boards of certificates. *)
Record board := Board { cells : list N; near : N -> list N; steps : N -> list (N * N); many : N; nowhere : N }.

Definition board_by (n : nearness) (s : shape) (rows cols : N) : board :=
  Board (all_cells rows cols) (near_cells n s rows cols) (numbered_steps n s rows cols)
        (number_of_ways n s rows cols) (N.max 127 (rows * cols)).
