(** What is near a cell, said in other ways: by distances on the plane, and by examples.

    Nothing rests on this but trust that Board.v says what was meant. *)
From Coq Require Import List Bool NArith Lia.
From Gridlock Require Import Board Sets.
Import ListNotations.
Open Scope N_scope.

(** ** On the plane *)
Section Plane.
Variables rows cols : N.
Let cells := all_cells rows cols.
Let r := row_distance cols.
Let c := col_distance cols.

Ltac pick := first [split; lia | left; split; lia | right; pick | lia].

(** All offsets of a list, and a condition on distances: they are the same for any two cells. *)
Ltac by_distances :=
  intros a b Ha Hb; unfold r, c, row_distance, col_distance, distance;
  pose proof (proj1 (in_cells _ _ _) Ha) as L; apply N.ltb_lt in L; unfold is_near; rewrite L;
  cbn [andb existsb rook king bishop knight hex]; unfold leads, same;
  cbn [joins_rows joins_cols up down left right];
  rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, negb_true_iff, N.eqb_neq, !N.eqb_eq;
  assert (a = b -> a / cols = b / cols /\ a mod cols = b mod cols) as E by (intros ->; auto);
  generalize dependent (a / cols); generalize dependent (b / cols);
  generalize dependent (a mod cols); generalize dependent (b mod cols);
  intros y x v u E; split;
  [intros [_ H]; clear E; repeat destruct H as [H|H]; try contradiction; try discriminate H; lia
  |intros H; split; [intros C; destruct (E C); lia|];
   clear E; destruct (N.lt_trichotomy u v) as [?|[?|?]], (N.lt_trichotomy x y) as [?|[?|?]];
   try (exfalso; lia); pick].

Lemma plane_rook : forall a b, In a cells -> In b cells ->
  (is_near (Offsets rook) Plane rows cols a b = true <-> r a b + c a b = 1).
Proof. by_distances. Qed.
Lemma plane_king : forall a b, In a cells -> In b cells ->
  (is_near (Offsets king) Plane rows cols a b = true <-> N.max (r a b) (c a b) = 1).
Proof. by_distances. Qed.
Lemma plane_bishop : forall a b, In a cells -> In b cells ->
  (is_near (Offsets bishop) Plane rows cols a b = true <-> r a b = 1 /\ c a b = 1).
Proof. by_distances. Qed.
Lemma plane_knight : forall a b, In a cells -> In b cells ->
  (is_near (Offsets knight) Plane rows cols a b = true <->
   (r a b = 1 /\ c a b = 2) \/ (r a b = 2 /\ c a b = 1)).
Proof. by_distances. Qed.

(** Hexagons in rows, each row half a hexagon further right: no step down and right, or up and left. *)
Lemma plane_hex : forall a b, In a cells -> In b cells ->
  (is_near (Offsets hex) Plane rows cols a b = true <->
   N.max (r a b) (c a b) = 1 /\ ~ (a / cols < b / cols /\ a mod cols < b mod cols)
                            /\ ~ (b / cols < a / cols /\ b mod cols < a mod cols)).
Proof. by_distances. Qed.

Lemma plane_queen : forall a b, In a cells -> In b cells ->
  (is_near Queen Plane rows cols a b = true <-> a <> b /\ (r a b = 0 \/ c a b = 0 \/ r a b = c a b)).
Proof.
  intros a b Ha Hb. pose proof (proj1 (in_cells _ _ _) Ha) as La. pose proof (proj1 (in_cells _ _ _) Hb) as Lb.
  unfold is_near. pose proof La as L. apply N.ltb_lt in L. rewrite L. cbn [andb].
  rewrite andb_true_iff, negb_true_iff, N.eqb_neq, existsb_exists. unfold r, c, row_distance, col_distance, distance.
  assert (cols <> 0) as P by lia.
  pose proof (N.div_mod' a cols) as A. pose proof (N.div_mod' b cols) as B.
  pose proof (N.mod_lt a cols P). pose proof (N.mod_lt b cols P).
  assert (a / cols < rows /\ b / cols < rows) as [? ?] by (split; apply N.div_lt_upper_bound; lia).
  assert (forall k o, leads Plane rows cols (times k o) a b = true <->
    a / cols + k * down o = b / cols + k * up o /\ a mod cols + k * right o = b mod cols + k * left o) as S.
  { intros k o. unfold leads, same, times. cbn [joins_rows joins_cols up down left right].
    rewrite andb_true_iff, !N.eqb_eq. reflexivity. }
  set (u := a / cols) in *. set (v := b / cols) in *. set (x := a mod cols) in *. set (y := b mod cols) in *.
  split; intros [N D]; (split; [exact N|]).
  - destruct D as (k & _ & D). apply existsb_exists in D as (o & Ho & D). apply S in D as [D1 D2].
    repeat destruct Ho as [<-|Ho]; try destruct Ho; cbn [up down left right] in *; lia.
  - assert (exists o, In o king /\ exists k, (k < rows \/ k < cols) /\
      u + k * down o = v + k * up o /\ x + k * right o = y + k * left o) as (o & Ho & k & Hk & K).
    { destruct (N.lt_trichotomy u v) as [?|[?|?]], (N.lt_trichotomy x y) as [?|[?|?]];
      [exists (Offset 0 1 0 1)|exists (Offset 0 1 0 0)|exists (Offset 0 1 1 0)
      |exists (Offset 0 0 0 1)|destruct N; nia|exists (Offset 0 0 1 0)
      |exists (Offset 1 0 0 1)|exists (Offset 1 0 0 0)|exists (Offset 1 0 1 0)];
      (split; [cbn; auto 12|]); cbn [up down left right];
      [exists (v - u)|exists (v - u)|exists (v - u)|exists (y - x)|exists (x - y)
      |exists (u - v)|exists (u - v)|exists (u - v)]; clear - H H0 H1 H2 H3 H4 D; lia. }
    assert (rows * 1 <= rows * cols /\ 1 * cols <= rows * cols) as [? ?]
      by (split; [apply N.mul_le_mono_l|apply N.mul_le_mono_r]; lia).
    exists k. split; [apply in_cells; lia|]. apply existsb_exists. exists o. split; [exact Ho|]. apply S. exact K.
Qed.
End Plane.

(** ** Examples *)
Definition near_all (n : nearness) (s : shape) (rows cols : N) : list (list N) :=
  map (near_cells n s rows cols) (all_cells rows cols).

(** On a cylinder of 3×4, and a torus:   0  1  2  3
                                         4  5  6  7
                                         8  9 10 11 *)
Example cylinder_rook : near_all (Offsets rook) Cylinder 3 4 =
  [[1; 3; 4]; [0; 2; 5]; [1; 3; 6]; [0; 2; 7];
   [0; 5; 7; 8]; [1; 4; 6; 9]; [2; 5; 7; 10]; [3; 4; 6; 11];
   [4; 9; 11]; [5; 8; 10]; [6; 9; 11]; [7; 8; 10]].
Proof. vm_compute. reflexivity. Qed.
Example torus_rook : near_all (Offsets rook) Torus 3 4 =
  [[1; 3; 4; 8]; [0; 2; 5; 9]; [1; 3; 6; 10]; [0; 2; 7; 11];
   [0; 5; 7; 8]; [1; 4; 6; 9]; [2; 5; 7; 10]; [3; 4; 6; 11];
   [0; 4; 9; 11]; [1; 5; 8; 10]; [2; 6; 9; 11]; [3; 7; 8; 10]].
Proof. vm_compute. reflexivity. Qed.

(** A queen's lines: on the plane both diagonals end at the sides; on a cylinder they run round, and on a
    torus until they return. *)
Example plane_queen_0 : near_cells Queen Plane 3 4 0 = [1; 2; 3; 4; 5; 8; 10].
Proof. vm_compute. reflexivity. Qed.
Example cylinder_queen_0 : near_cells Queen Cylinder 3 4 0 = [1; 2; 3; 4; 5; 7; 8; 10].
Proof. vm_compute. reflexivity. Qed.
Example torus_queen_0 : near_cells Queen Torus 2 4 0 = [1; 2; 3; 4; 5; 7].
Proof. vm_compute. reflexivity. Qed.

(** Near need not be symmetric; a cell is never near itself, even where a line comes back to it. *)
Example two_down : near_all (Offsets [Offset 0 2 0 0]) Plane 3 1 = [[2]; []; []].
Proof. vm_compute. reflexivity. Qed.
Example narrow_torus : near_all (Offsets rook) Torus 2 1 = [[1]; [0]].
Proof. vm_compute. reflexivity. Qed.

(** A path of three vertices, with a fourth cell that is none. *)
Example path : near_all (Graph 2 2 [0; 1; 2] [(0, 1); (1, 2)]) Plane 2 2 = [[1]; [0; 2]; [1]; []].
Proof. vm_compute. reflexivity. Qed.

(** Ways to step: on a torus of two rows up is down, and on one of three rows up is two down. *)
Example ways_plane : ways Plane 1 7 rook = rook.
Proof. vm_compute. reflexivity. Qed.
Example ways_2x3 : ways Torus 2 3 rook = [Offset 0 0 0 1; Offset 0 0 0 2; Offset 0 1 0 0].
Proof. vm_compute. reflexivity. Qed.
Example ways_3x1 : ways Torus 3 1 rook = [Offset 0 1 0 0; Offset 0 2 0 0].
Proof. vm_compute. reflexivity. Qed.
Example steps_2x3 : numbered_steps (Offsets rook) Torus 2 3 0 = [(0, 1); (1, 2); (2, 3)].
Proof. vm_compute. reflexivity. Qed.
Example steps_path : numbered_steps (Graph 2 2 [0; 1; 2] [(0, 1); (1, 2)]) Plane 2 2 1 = [(0, 0); (1, 2)].
Proof. vm_compute. reflexivity. Qed.
