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

(** ** Every step has a number

    Where moves block, a step is one of the ways to step. None is lost: to each cell near another leads
    a way, on boards of any size, although a step that goes round a torus may be several offsets, and
    several offsets one way. *)
Lemma as_far_same : forall o, as_far o o = true.
Proof. intros o. unfold as_far. rewrite !N.eqb_refl. reflexivity. Qed.

Lemma inserted : forall o l, exists x, In x (insert o l) /\ as_far o x = true.
Proof.
  intros o l. induction l as [|y l [x [Hx A]]]; cbn [insert].
  - exists o. split; [left; reflexivity|apply as_far_same].
  - destruct (above o y); [exists o; split; [left; reflexivity|apply as_far_same]|].
    destruct (as_far o y) eqn:E; [exists y; split; [left; reflexivity|exact E]|].
    exists x. split; [right; exact Hx|exact A].
Qed.
Lemma stays_inserted : forall o x l, In x l -> In x (insert o l).
Proof.
  intros o x l. induction l as [|y l IH]; intros [].
  - subst y. cbn [insert]. destruct (above o x), (as_far o x); cbn; auto.
  - cbn [insert]. destruct (above o y), (as_far o y); cbn; auto.
Qed.
Lemma all_inserted : forall o l, In o l -> exists x, In x (fold_right insert [] l) /\ as_far o x = true.
Proof.
  intros o l. induction l as [|y l IH]; intros []; cbn [fold_right].
  - subst y. apply inserted.
  - destruct (IH H) as (x & Hx & A). exists x. split; [apply stays_inserted; exact Hx|exact A].
Qed.

Lemma as_far_leads : forall sh rows cols o x c d, as_far o x = true ->
  leads sh rows cols o c d = true -> leads sh rows cols x c d = true.
Proof.
  assert (forall joined n a b e f u v, a + e = b + f -> same joined n (u + a) (v + f) = true ->
    same joined n (u + b) (v + e) = true) as X.
  { intros [] n a b e f u v E H; unfold same in *; apply N.eqb_eq in H; apply N.eqb_eq; [|lia].
    destruct (N.eq_dec n 0) as [->|Z].
    { assert (forall a, a mod 0 = a) as M by (intros []; reflexivity). rewrite !M in *. lia. }
    pose proof (N.div_mod' (u + a) n) as P. pose proof (N.div_mod' (v + f) n) as Q. rewrite H in P.
    set (i := (u + a) / n) in *. set (j := (v + f) / n) in *.
    rewrite <- (N.mod_add (u + b) j n Z), <- (N.mod_add (v + e) i n Z). f_equal. nia. }
  intros sh rows cols o x c d A H. unfold as_far, leads in *.
  apply andb_prop in A as [A1 A2], H as [H1 H2]. apply N.eqb_eq in A1, A2.
  apply andb_true_intro. split; [apply (X _ _ (down o) _ _ (up o))|apply (X _ _ (right o) _ _ (left o))]; auto.
Qed.
Lemma reduced_leads : forall sh rows cols o c d, 0 < rows -> 0 < cols ->
  leads sh rows cols o c d = true -> leads sh rows cols (reduced sh rows cols o) c d = true.
Proof.
  assert (forall n a e u v, 0 < n -> same true n (u + a) (v + e) = true ->
    same true n (u + (a + (n - e mod n)) mod n) (v + 0) = true) as X.
  { intros n a e u v P H. assert (n <> 0) as Z by lia. unfold same in *. apply N.eqb_eq in H. apply N.eqb_eq.
    rewrite N.add_mod_idemp_r, N.add_0_r, N.add_assoc by exact Z.
    rewrite <- N.add_mod_idemp_l, H, N.add_mod_idemp_l by exact Z.
    pose proof (N.div_mod' e n) as E. pose proof (N.mod_lt e n Z) as L.
    replace (v + e + (n - e mod n)) with (v + (1 + e / n) * n) by nia. apply N.mod_add. exact Z. }
  intros sh rows cols o c d R C H. unfold leads in *. apply andb_prop in H as [H1 H2].
  cbn [reduced up down left right]. apply andb_true_intro.
  split; [destruct (joins_rows sh)|destruct (joins_cols sh)]; auto.
Qed.
Lemma nowhere_leads : forall sh rows cols o c d, as_far o (Offset 0 0 0 0) = true ->
  In c (all_cells rows cols) -> In d (all_cells rows cols) -> leads sh rows cols o c d = true -> c = d.
Proof.
  intros sh rows cols o c d A Hc Hd H. apply (as_far_leads _ _ _ _ _ _ _ A) in H.
  apply (leads_one sh rows cols (Offset 0 0 0 0) c c d Hc Hd); [|exact H].
  unfold leads, same. cbn [up down left right]. rewrite !N.add_0_r, !N.eqb_refl.
  destruct (joins_rows sh), (joins_cols sh); reflexivity.
Qed.

Lemma numbered_some : forall A (l : list A) x, In x l -> exists k, In (k, x) (numbered l).
Proof.
  intros A l x H. unfold numbered. assert (length (numbers (length l)) = length l) as E
    by (unfold numbers; rewrite map_length; apply seq_length).
  revert E H. generalize (numbers (length l)) as ns.
  induction l as [|y l IH]; intros [|n ns] E H; try discriminate; [destruct H|].
  destruct H as [->|H]; [exists n; left; reflexivity|].
  destruct (IH ns (eq_add_S _ _ E) H) as [k K]. exists k. right. exact K.
Qed.

Theorem steps_complete : forall l sh rows cols c d, In d (near_cells (Offsets l) sh rows cols c) ->
  exists k, In (k, d) (numbered_steps (Offsets l) sh rows cols c).
Proof.
  intros l sh rows cols c d H.
  pose proof (board_proper (Offsets l) sh rows cols) as ok.
  pose proof (near_on _ ok c d H : In d (all_cells rows cols)) as Hd.
  pose proof (near_from _ ok c d H : In c (all_cells rows cols)) as Hc.
  assert (c <> d) as N by (intros ->; exact (near_irreflexive _ ok d H)).
  assert (0 < rows /\ 0 < cols) as [R C] by (apply in_cells in Hc; nia).
  pose proof H as H'. apply filter_In in H' as [_ L]. unfold is_near in L. apply andb_prop in L as [_ L].
  apply existsb_exists in L as (o & Ho & L). apply (reduced_leads _ _ _ _ _ _ R C) in L.
  destruct (all_inserted (reduced sh rows cols o) (map (reduced sh rows cols) l)) as (w & Hw & A);
    [apply in_map; exact Ho|]. apply (as_far_leads _ _ _ _ _ _ _ A) in L.
  destruct (numbered_some _ (ways sh rows cols l) w) as [k K].
  - apply filter_In. split; [exact Hw|]. apply negb_true_iff, not_true_iff_false. intros Z.
    exact (N (nowhere_leads _ _ _ _ _ _ Z Hc Hd L)).
  - exists k. apply in_flat_map. exists (k, w). split; [exact K|]. apply (in_map (pair k)).
    apply filter_In. split; [exact H|exact L].
Qed.
