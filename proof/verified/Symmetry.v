(** Symmetries of the board : images have the same winner.

    A symmetry is any two functions p and q on cells that undo each other and keep neighbours.
    Which functions these are is not known here; each is looked at once. *)
From Coq Require Import List Bool NArith Lia.
From Gridlock Require Import Game Board Rules Sets Walk Ends.
Import ListNotations.
Open Scope N_scope.

Section Symmetry.
Variable b : board.
Hypothesis ok : proper b.

Definition keeps (p q : N -> N) : bool :=
  (p (nowhere b) =? nowhere b) &&
  forallb (fun c => among (p c) (cells b) && (q (p c) =? c) &&
                    forallb (fun d => among (p d) (near b (p c))) (near b c) &&
                    forallb (fun d => among (p d) (beside b (p c))) (beside b c))
    (cells b).
Definition symmetry (p q : N -> N) : bool := keeps p q && keeps q p.

Definition image (p : N -> N) (f : N) : N := set_of (map p (filter (has f) (cells b))).

(** A marker on the board; in lockdown it need not be placed. *)
Definition stands (v : kind) (m : N) : bool :=
  among m (cells b) || match v with Walk false => m =? nowhere b | _ => false end.

Section Pair.
Variables p q : N -> N.
Hypothesis kept : symmetry p q = true.

Lemma kept_cells : forall c, In c (cells b) -> In (p c) (cells b) /\ q (p c) = c /\
  (forall d, In d (near b c) -> In (p d) (near b (p c))) /\
  (forall d, In d (beside b c) -> In (p d) (beside b (p c))).
Proof.
  intros c Hc. apply andb_prop in kept as [K _]. apply andb_prop in K as [_ K].
  rewrite forallb_forall in K. specialize (K c Hc).
  apply andb_prop in K as [K K4]. apply andb_prop in K as [K K3]. apply andb_prop in K as [K1 K2].
  rewrite forallb_forall in K3, K4. apply among_in in K1. apply N.eqb_eq in K2.
  split; [exact K1|]. split; [exact K2|].
  split; intros d Hd; apply among_in; auto.
Qed.

Lemma kept_nowhere : p (nowhere b) = nowhere b.
Proof.
  apply andb_prop in kept as [K _]. apply andb_prop in K as [K _]. apply N.eqb_eq. exact K.
Qed.

Lemma kept_back : forall c, In c (cells b) -> In (q c) (cells b) /\ p (q c) = c.
Proof.
  intros c Hc. apply andb_prop in kept as [_ K]. apply andb_prop in K as [_ K].
  rewrite forallb_forall in K. specialize (K c Hc).
  apply andb_prop in K as [K _]. apply andb_prop in K as [K _]. apply andb_prop in K as [K1 K2].
  apply among_in in K1. apply N.eqb_eq in K2. auto.
Qed.

Lemma has_image : forall f c, In c (cells b) -> has (image p f) (p c) = has f c.
Proof.
  intros f c Hc. apply eq_true_iff_eq. unfold image. rewrite in_set_of, in_map_iff. split.
  - intros (d & E & Hd). apply filter_In in Hd as [Hd Hf].
    rewrite <- (proj1 (proj2 (kept_cells c Hc))), <- E, (proj1 (proj2 (kept_cells d Hd))). exact Hf.
  - intros Hf. exists c. rewrite filter_In. auto.
Qed.

Lemma image_part : forall f g, part f g -> part (image p f) (image p g).
Proof.
  intros f g H c Hc. unfold image in *. apply in_set_of in Hc. apply in_set_of.
  apply in_map_iff in Hc as (d & E & Hd). apply filter_In in Hd as [Hd Hf].
  apply in_map_iff. exists d. rewrite filter_In. auto.
Qed.

(** t is the image of s. *)
Definition images (v : kind) (s t : state) : Prop :=
  stands v (mine s) = true /\ stands v (yours s) = true /\
  mine t = p (mine s) /\ yours t = p (yours s) /\
  forall c, In c (cells b) -> has (free t) (p c) = has (free s) c.

Lemma same_cell : forall c d, In c (cells b) -> In d (cells b) -> p c = p d -> c = d.
Proof.
  intros c d Hc Hd E. rewrite <- (proj1 (proj2 (kept_cells c Hc))), E.
  exact (proj1 (proj2 (kept_cells d Hd))).
Qed.

Lemma same_bit : forall f g c d, In c (cells b) -> In d (cells b) ->
  has g (p d) = has f d -> has (del (p c) g) (p d) = has (del c f) d.
Proof.
  intros f g c d Hc Hd E. rewrite !has_del, E. f_equal. f_equal.
  apply eq_true_iff_eq. rewrite !N.eqb_eq. split; [apply same_cell; assumption|congruence].
Qed.

Lemma stands_cell : forall v c, In c (cells b) -> stands v c = true.
Proof. intros v c Hc. unfold stands. apply among_in in Hc. rewrite Hc. reflexivity. Qed.

Lemma walk_forth : forall s t, images (Walk false) s t -> forall s', In s' (next b (Walk false) s) ->
  exists t', In t' (next b (Walk false) t) /\ images (Walk false) s' t'.
Proof.
  intros s t (S1 & S2 & E1 & E2 & F) s' H. apply in_walk in H as (c & Hc & Hf & ->).
  assert (In c (cells b)) as Cc
    by (destruct (mine s =? nowhere b); [exact Hc|exact (near_on b ok _ _ Hc)]).
  exists (St (del (p c) (free t)) (yours t) (p c)). split.
  - apply in_walk. exists (p c). split; [|split; [rewrite F by exact Cc; exact Hf|reflexivity]].
    rewrite E1. unfold stands in S1. destruct (N.eqb_spec (mine s) (nowhere b)) as [->|N].
    + rewrite kept_nowhere, N.eqb_refl. apply kept_cells. exact Cc.
    + rewrite orb_false_r in S1. apply among_in in S1.
      destruct (kept_cells _ S1) as (I & _ & K & _).
      pose proof (not_nowhere b ok _ I) as M. apply N.eqb_neq in M. rewrite M. apply K. exact Hc.
  - unfold images. cbn [free mine yours]. split; [exact S2|]. split; [apply stands_cell; exact Cc|].
    split; [exact E2|]. split; [reflexivity|]. intros d Hd. apply same_bit; auto.
Qed.

Lemma block_forth : forall s t, images (Walk true) s t -> forall s', In s' (next b (Walk true) s) ->
  exists t', In t' (next b (Walk true) t) /\ images (Walk true) s' t'.
Proof.
  intros s t (S1 & S2 & E1 & E2 & F) s' H. apply in_turned in H as (x & H & ->).
  apply block_turns in H as (c & d & H1 & H2 & H3 & H4 & ->). cbn [fst snd].
  assert (In (mine s) (cells b)) as Cm.
  { unfold stands in S1. rewrite orb_false_r in S1. apply among_in. exact S1. }
  pose proof (beside_on b ok _ _ H1) as Cc. pose proof (beside_on b ok _ _ H3) as Cd.
  assert (forall e, In e (cells b) -> has (add (p (mine s)) (free t)) (p e) = has (add (mine s) (free s)) e) as A.
  { intros e He. rewrite !has_add, (F e He). f_equal. apply eq_true_iff_eq. rewrite !N.eqb_eq.
    split; [apply same_cell; assumption|congruence]. }
  assert (forall e, In e (cells b) ->
    has (del (p c) (add (p (mine s)) (free t))) (p e) = has (del c (add (mine s) (free s))) e) as L.
  { intros e He. apply same_bit; auto. }
  exists (St (del (p d) (del (p c) (add (p (mine s)) (free t)))) (yours t) (p c)). split.
  - apply in_turned. exists (del (p d) (del (p c) (add (p (mine s)) (free t))), p c).
    split; [|reflexivity]. rewrite E1. apply block_turns. exists (p c), (p d).
    split; [apply kept_cells; assumption|]. split; [rewrite F by exact Cc; exact H2|].
    split; [apply kept_cells; assumption|]. split; [rewrite L by exact Cd; exact H4|reflexivity].
  - unfold images. cbn [free mine yours]. split; [exact S2|]. split; [apply stands_cell; exact Cc|].
    split; [exact E2|]. split; [reflexivity|]. intros e He. apply same_bit; auto.
Qed.
End Pair.

(** The image of an image is the state itself. *)
Lemma images_flip : forall p q v s t, symmetry p q = true -> images p v s t -> images q v t s.
Proof.
  intros p q v s t K (S1 & S2 & E1 & E2 & F).
  assert (forall m, stands v m = true -> stands v (p m) = true /\ q (p m) = m) as X.
  { intros m S. unfold stands in S. apply orb_prop in S as [S|S].
    - apply among_in in S. destruct (kept_cells p q K m S) as (I & E & _).
      split; [apply stands_cell; exact I|exact E].
    - destruct v as [| |[]]; try discriminate. apply N.eqb_eq in S. subst m. rewrite (kept_nowhere p q K).
      split; [unfold stands; rewrite N.eqb_refl; apply orb_true_r|].
      apply (kept_nowhere q p). unfold symmetry in *. rewrite andb_comm. exact K. }
  destruct (X _ S1) as [X1 X2], (X _ S2) as [X3 X4]. unfold images. rewrite E1, E2.
  split; [exact X1|]. split; [exact X3|]. split; [auto|]. split; [auto|].
  intros c Hc. destruct (kept_back p q K c Hc) as [I E]. rewrite <- (F _ I), E. reflexivity.
Qed.

Theorem image_wins : forall block, let v := Walk block in forall p q, symmetry p q = true ->
  forall f m y, stands v m = true -> stands v y = true ->
  wins (next b v) (St (image p f) (p m) (p y)) -> wins (next b v) (St f m y).
Proof.
  intros block v p q K f m y Sm Sy W.
  assert (symmetry q p = true) as K' by (unfold symmetry in *; rewrite andb_comm; exact K).
  assert (forall p q, symmetry p q = true -> forall s t, images p v s t -> forall s', In s' (next b v s) ->
    exists t', In t' (next b v t) /\ images p v s' t') as Forth.
  { clear - ok. intros p q K. unfold v. destruct block;
      [exact (block_forth p q K)|exact (walk_forth p q K)]. }
  refine (same_wins (next b v) (next b v) (images q v) (Forth q p K') _ _ W (St f m y) _).
  - intros s t R t' Ht.
    destruct (Forth p q K t s (images_flip q p v s t K' R) t' Ht) as (s' & Hs & R').
    exists s'. split; [exact Hs|exact (images_flip p q v t' s' K R')].
  - apply (images_flip p q v _ _ K). unfold images. cbn [free mine yours].
    repeat split; auto. intros c Hc. exact (has_image p q K f c Hc).
Qed.

(** ** Games without markers *)
Definition same_under (p : N -> N) (f g : N) : Prop :=
  forall c, In c (cells b) -> has g (p c) = has f c.
Definition set_images (p : N -> N) (v : kind) (s t : state) : Prop :=
  match v with
  | Place All => same_under p (free s) (free t)
  | Place _ => same_under p (mine s) (mine t) /\ same_under p (yours s) (yours t)
  | _ => False
  end.

Lemma kept_flip : forall p q, symmetry p q = true -> symmetry q p = true.
Proof. intros p q K. unfold symmetry in *. rewrite andb_comm. exact K. Qed.

Lemma under_flip : forall p q f g, symmetry p q = true -> same_under p f g -> same_under q g f.
Proof.
  intros p q f g K S c Hc. destruct (kept_back p q K c Hc) as [I E]. rewrite <- (S _ I), E.
  reflexivity.
Qed.

Lemma set_images_flip : forall p q v s t, symmetry p q = true ->
  set_images p v s t -> set_images q v t s.
Proof.
  intros p q v s t K H. destruct v as [[]| |]; unfold set_images in *; try contradiction;
    try (destruct H; split); apply (under_flip p q); assumption.
Qed.

Lemma under_around : forall p q c f g, symmetry p q = true -> In c (cells b) ->
  same_under p f g -> same_under p (without (c :: near b c) f) (without (p c :: near b (p c)) g).
Proof.
  intros p q c f g K Hc S d Hd. apply eq_true_iff_eq. rewrite !in_without, (S d Hd).
  assert (In (p d) (p c :: near b (p c)) <-> In d (c :: near b c)) as X; [|tauto].
  destruct (kept_cells p q K c Hc) as (Ic & Ec & Kc & _).
  destruct (kept_cells p q K d Hd) as (_ & Ed & _). split; intros [E|H].
  - left. exact (same_cell p q K c d Hc Hd E).
  - right. rewrite <- Ec, <- Ed. apply (kept_cells q p (kept_flip p q K) (p c) Ic). exact H.
  - left. congruence.
  - right. auto.
Qed.

Lemma under_closed : forall p q c f g l, symmetry p q = true -> In c (cells b) ->
  (l = near b \/ l = fun _ => []) ->
  same_under p f g -> same_under p (without (c :: l c) f) (without (p c :: l (p c)) g).
Proof.
  intros p q c f g l K Hc [-> | ->] S; [apply under_around with q; assumption|].
  intros d Hd. apply (same_bit p q K); auto.
Qed.

Lemma set_forth : forall p q, symmetry p q = true -> forall v s t, set_images p v s t ->
  forall s', In s' (next b v s) -> exists t', In t' (next b v t) /\ set_images p v s' t'.
Proof.
  intros p q K v s t H s' Hs. destruct v as [closes| |]; try contradiction.
  assert (closes = All \/ closes <> All) as [-> | A]
    by (destruct closes; [right|right|right|left]; (reflexivity || discriminate)).
  - cbn [set_images] in *. apply in_all in Hs as (c & Hc & Hf & ->). eexists. split.
    + apply in_all. exists (p c). split; [apply (kept_cells p q K c Hc)|].
      split; [rewrite (H c Hc); exact Hf|reflexivity].
    + apply under_around with q; auto.
  - assert (forall s t, set_images p (Place closes) s t <->
      same_under p (mine s) (mine t) /\ same_under p (yours s) (yours t)) as E
      by (destruct closes; try contradiction; reflexivity).
    apply E in H as [M Y]. apply in_place in Hs as (c & Hc & Hm & ->); [|exact A]. eexists. split.
    + apply in_place; [exact A|]. exists (p c). split; [apply (kept_cells p q K c Hc)|].
      split; [rewrite (M c Hc); exact Hm|reflexivity].
    + apply E. cbn [mine yours]. split.
      * apply (under_closed p q c _ _ (to_you b closes) K Hc); [|exact Y]. destruct closes; auto.
      * apply (under_closed p q c _ _ (to_me b closes) K Hc); [|exact M]. destruct closes; auto.
Qed.

Definition set_image (v : kind) (p : N -> N) (s : state) : state :=
  match v with
  | Place All => St (image p (free s)) 0 0
  | Place _ => St 0 (image p (mine s)) (image p (yours s))
  | _ => s
  end.

Theorem set_image_wins : forall v p q, symmetry p q = true -> forall s,
  wins (next b v) (set_image v p s) -> wins (next b v) s.
Proof.
  intros v p q K s W. assert (set_images q v (set_image v p s) s \/ set_image v p s = s) as [H|H].
  - destruct v as [[]| |]; try (right; reflexivity); left; apply (set_images_flip p q _ _ _ K);
      unfold set_images, set_image; cbn [free mine yours]; try split;
      intros c Hc; exact (has_image p q K _ c Hc).
  - refine (same_wins (next b v) (next b v) (set_images q v) (set_forth q p (kept_flip p q K) v) _ _ W s H).
    intros t u R u' Hu. destruct (set_forth p q K v u t (set_images_flip q p v t u (kept_flip p q K) R) u' Hu)
      as (t' & Ht & R').
    exists t'. split; [exact Ht|exact (set_images_flip p q v u' t' K R')].
  - rewrite <- H. exact W.
Qed.
End Symmetry.
