(** Symmetries of the board (all games except classic): images have the same winner.

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
  (p nowhere =? nowhere) &&
  forallb (fun c => among (p c) (cells b) && (q (p c) =? c) &&
                    forallb (fun d => among (p d) (rook b (p c))) (rook b c) &&
                    forallb (fun d => among (p d) (king b (p c))) (king b c))
    (cells b).
Definition symmetric (p q : N -> N) : bool := keeps p q && keeps q p.

Definition image (p : N -> N) (f : N) : N := set_of (map p (filter (has f) (cells b))).

(** A marker on the board; in lockdown it need not be placed. *)
Definition stands (v : variant) (m : N) : bool :=
  among m (cells b) || match v with Lockdown => m =? nowhere | _ => false end.

Section Pair.
Variables p q : N -> N.
Hypothesis kept : symmetric p q = true.

Lemma kept_cells : forall c, In c (cells b) -> In (p c) (cells b) /\ q (p c) = c /\
  (forall d, In d (rook b c) -> In (p d) (rook b (p c))) /\
  (forall d, In d (king b c) -> In (p d) (king b (p c))).
Proof.
  intros c Hc. apply andb_prop in kept as [K _]. apply andb_prop in K as [_ K].
  rewrite forallb_forall in K. specialize (K c Hc).
  apply andb_prop in K as [K K4]. apply andb_prop in K as [K K3]. apply andb_prop in K as [K1 K2].
  rewrite forallb_forall in K3, K4. apply among_in in K1. apply N.eqb_eq in K2.
  split; [exact K1|]. split; [exact K2|].
  split; intros d Hd; apply among_in; auto.
Qed.

Lemma kept_nowhere : p nowhere = nowhere.
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
Definition images (v : variant) (s t : state) : Prop :=
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

Lemma lockdown_forth : forall s t, images Lockdown s t -> forall s', In s' (next b Lockdown s) ->
  exists t', In t' (next b Lockdown t) /\ images Lockdown s' t'.
Proof.
  intros s t (S1 & S2 & E1 & E2 & F) s' H. apply in_lockdown in H as (c & Hc & Hf & ->).
  assert (In c (cells b)) as Cc
    by (destruct (mine s =? nowhere); [exact Hc|exact (king_cells b ok _ _ Hc)]).
  exists (St (del (p c) (free t)) (yours t) (p c)). split.
  - apply in_lockdown. exists (p c). split; [|split; [rewrite F by exact Cc; exact Hf|reflexivity]].
    rewrite E1. unfold stands in S1. destruct (N.eqb_spec (mine s) nowhere) as [->|N].
    + rewrite kept_nowhere, N.eqb_refl. apply kept_cells. exact Cc.
    + rewrite orb_false_r in S1. apply among_in in S1.
      destruct (kept_cells _ S1) as (I & _ & _ & K).
      pose proof (not_nowhere b ok _ I) as M. apply N.eqb_neq in M. rewrite M. apply K. exact Hc.
  - unfold images. cbn [free mine yours]. split; [exact S2|]. split; [apply stands_cell; exact Cc|].
    split; [exact E2|]. split; [reflexivity|]. intros d Hd. apply same_bit; auto.
Qed.

Lemma blockade_forth : forall s t, images Blockade s t -> forall s', In s' (next b Blockade s) ->
  exists t', In t' (next b Blockade t) /\ images Blockade s' t'.
Proof.
  intros s t (S1 & S2 & E1 & E2 & F) s' H. apply in_turned in H as (x & H & ->).
  apply blockade_turns in H as (c & d & H1 & H2 & H3 & H4 & ->). cbn [fst snd].
  assert (In (mine s) (cells b)) as Cm.
  { unfold stands in S1. rewrite orb_false_r in S1. apply among_in. exact S1. }
  pose proof (rook_cells b ok _ _ H1) as Cc. pose proof (rook_cells b ok _ _ H3) as Cd.
  assert (forall e, In e (cells b) -> has (add (p (mine s)) (free t)) (p e) = has (add (mine s) (free s)) e) as A.
  { intros e He. rewrite !has_add, (F e He). f_equal. apply eq_true_iff_eq. rewrite !N.eqb_eq.
    split; [apply same_cell; assumption|congruence]. }
  assert (forall e, In e (cells b) ->
    has (del (p c) (add (p (mine s)) (free t))) (p e) = has (del c (add (mine s) (free s))) e) as L.
  { intros e He. apply same_bit; auto. }
  exists (St (del (p d) (del (p c) (add (p (mine s)) (free t)))) (yours t) (p c)). split.
  - apply in_turned. exists (del (p d) (del (p c) (add (p (mine s)) (free t))), p c).
    split; [|reflexivity]. rewrite E1. apply blockade_turns. exists (p c), (p d).
    split; [apply kept_cells; assumption|]. split; [rewrite F by exact Cc; exact H2|].
    split; [apply kept_cells; assumption|]. split; [rewrite L by exact Cd; exact H4|reflexivity].
  - unfold images. cbn [free mine yours]. split; [exact S2|]. split; [apply stands_cell; exact Cc|].
    split; [exact E2|]. split; [reflexivity|]. intros e He. apply same_bit; auto.
Qed.
End Pair.

(** The image of an image is the state itself. *)
Lemma images_flip : forall p q v s t, symmetric p q = true -> images p v s t -> images q v t s.
Proof.
  intros p q v s t K (S1 & S2 & E1 & E2 & F).
  assert (forall m, stands v m = true -> stands v (p m) = true /\ q (p m) = m) as X.
  { intros m S. unfold stands in S. apply orb_prop in S as [S|S].
    - apply among_in in S. destruct (kept_cells p q K m S) as (I & E & _).
      split; [apply stands_cell; exact I|exact E].
    - destruct v; try discriminate. apply N.eqb_eq in S. subst m. rewrite (kept_nowhere p q K).
      split; [unfold stands; rewrite N.eqb_refl; apply orb_true_r|].
      apply (kept_nowhere q p). unfold symmetric in *. rewrite andb_comm. exact K. }
  destruct (X _ S1) as [X1 X2], (X _ S2) as [X3 X4]. unfold images. rewrite E1, E2.
  split; [exact X1|]. split; [exact X3|]. split; [auto|]. split; [auto|].
  intros c Hc. destruct (kept_back p q K c Hc) as [I E]. rewrite <- (F _ I), E. reflexivity.
Qed.

Theorem image_wins : forall v, v = Lockdown \/ v = Blockade -> forall p q, symmetric p q = true ->
  forall f m y, stands v m = true -> stands v y = true ->
  wins (next b v) (St (image p f) (p m) (p y)) -> wins (next b v) (St f m y).
Proof.
  intros v Hv p q K f m y Sm Sy W.
  assert (symmetric q p = true) as K' by (unfold symmetric in *; rewrite andb_comm; exact K).
  assert (forall p q, symmetric p q = true -> forall s t, images p v s t -> forall s', In s' (next b v s) ->
    exists t', In t' (next b v t) /\ images p v s' t') as Forth.
  { clear - ok Hv. intros p q K. destruct Hv as [-> | ->];
      [exact (lockdown_forth p q K)|exact (blockade_forth p q K)]. }
  refine (same_wins (next b v) (next b v) (images q v) (Forth q p K') _ _ W (St f m y) _).
  - intros s t R t' Ht.
    destruct (Forth p q K t s (images_flip q p v s t K' R) t' Ht) as (s' & Hs & R').
    exists s'. split; [exact Hs|exact (images_flip p q v t' s' K R')].
  - apply (images_flip p q v _ _ K). unfold images. cbn [free mine yours].
    repeat split; auto. intros c Hc. exact (has_image p q K f c Hc).
Qed.

(** ** Games without markers: duel and claim *)
Definition same_under (p : N -> N) (f g : N) : Prop :=
  forall c, In c (cells b) -> has g (p c) = has f c.
Definition set_images (p : N -> N) (v : variant) (s t : state) : Prop :=
  match v with
  | Duel => same_under p (mine s) (mine t) /\ same_under p (yours s) (yours t)
  | Claim => same_under p (free s) (free t)
  | _ => False
  end.

Lemma kept_flip : forall p q, symmetric p q = true -> symmetric q p = true.
Proof. intros p q K. unfold symmetric in *. rewrite andb_comm. exact K. Qed.

Lemma under_flip : forall p q f g, symmetric p q = true -> same_under p f g -> same_under q g f.
Proof.
  intros p q f g K S c Hc. destruct (kept_back p q K c Hc) as [I E]. rewrite <- (S _ I), E.
  reflexivity.
Qed.

Lemma set_images_flip : forall p q v s t, symmetric p q = true ->
  set_images p v s t -> set_images q v t s.
Proof.
  intros p q v s t K H. destruct v; unfold set_images in *; try contradiction.
  - destruct H. split; apply (under_flip p q); assumption.
  - apply (under_flip p q); assumption.
Qed.

Lemma under_del : forall p q c f g, symmetric p q = true -> In c (cells b) ->
  same_under p f g -> same_under p (del c f) (del (p c) g).
Proof. intros p q c f g K Hc S d Hd. apply (same_bit p q K); auto. Qed.

Lemma under_around : forall p q c f g, symmetric p q = true -> In c (cells b) ->
  same_under p f g -> same_under p (without (c :: king b c) f) (without (p c :: king b (p c)) g).
Proof.
  intros p q c f g K Hc S d Hd. apply eq_true_iff_eq. rewrite !in_without, (S d Hd).
  assert (In (p d) (p c :: king b (p c)) <-> In d (c :: king b c)) as X; [|tauto].
  destruct (kept_cells p q K c Hc) as (Ic & Ec & _ & Kc).
  destruct (kept_cells p q K d Hd) as (_ & Ed & _). split; intros [E|H].
  - left. exact (same_cell p q K c d Hc Hd E).
  - right. rewrite <- Ec, <- Ed. apply (kept_cells q p (kept_flip p q K) (p c) Ic). exact H.
  - left. congruence.
  - right. auto.
Qed.

Lemma set_forth : forall p q, symmetric p q = true -> forall v s t, set_images p v s t ->
  forall s', In s' (next b v s) -> exists t', In t' (next b v t) /\ set_images p v s' t'.
Proof.
  intros p q K v s t H s' Hs. destruct v; unfold set_images in *; try contradiction.
  - destruct H as [M Y]. apply in_duel in Hs as (c & Hc & Hm & ->). eexists. split.
    + apply in_duel. exists (p c). split; [apply (kept_cells p q K c Hc)|].
      split; [rewrite (M c Hc); exact Hm|reflexivity].
    + cbn [mine yours]. split; [apply under_del with q|apply under_around with q]; auto.
  - apply in_claim in Hs as (c & Hc & Hf & ->). eexists. split.
    + apply in_claim. exists (p c). split; [apply (kept_cells p q K c Hc)|].
      split; [rewrite (H c Hc); exact Hf|reflexivity].
    + cbn [free]. apply under_around with q; auto.
Qed.

Definition set_image (v : variant) (p : N -> N) (s : state) : state :=
  match v with
  | Duel => St 0 (image p (mine s)) (image p (yours s))
  | Claim => St (image p (free s)) 0 0
  | _ => s
  end.

Theorem set_image_wins : forall v p q, symmetric p q = true -> forall s,
  wins (next b v) (set_image v p s) -> wins (next b v) s.
Proof.
  intros v p q K s W. assert (set_images q v (set_image v p s) s \/ set_image v p s = s) as [H|H].
  - destruct v; try (right; reflexivity); left; apply (set_images_flip p q _ _ _ K);
      unfold set_images, set_image; cbn [free mine yours]; [split|];
      intros c Hc; exact (has_image p q K _ c Hc).
  - refine (same_wins (next b v) (next b v) (set_images q v) (set_forth q p (kept_flip p q K) v) _ _ W s H).
    intros t u R u' Hu. destruct (set_forth p q K v u t (set_images_flip q p v t u (kept_flip p q K) R) u' Hu)
      as (t' & Ht & R').
    exists t'. split; [exact Ht|exact (set_images_flip p q v u' t' K R')].
  - rewrite <- H. exact W.
Qed.
End Symmetry.
