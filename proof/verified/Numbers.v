(** Games for two players, Left and Right, who need not have the same moves; numbers and star.

    A game here is a sum of positions in which marks close cells to their owner, of dyadic numbers in their
    simplest form, and of stars. [ge g h] says that Left, who moves second, does not lose g minus h, and
    [gf g h] that Left, who moves first, wins it (ONAG, ch. 7). Neither general games nor negatives are
    needed: a move of Left's in minus h is one of Right's in h. Proven are that it is an order, that sums
    keep it, and how sums of numbers and stars compare. *)
From Coq Require Import List Bool NArith ZArith Lia.
From Gridlock Require Import Game Board Rules Sets.
Import ListNotations.
Open Scope nat_scope.

(** Numbers are whole in units of their last binary place, of so many. A number x is a multiple of 2^i where
    k + i is [places]: a whole one if k is 0; if not, odd_at says whether it is none of 2^(i+1). What Left may
    move to. *)
Definition places : nat := 40.
Definition grain (i : nat) : Z := 2 ^ Z.of_nat i.
Definition odd_at (i : nat) (x : Z) : bool := Z.odd (x / grain i).
Fixpoint left_number (k i : nat) (x : Z) : option Z :=
  match k with
  | O => if (grain i <=? x)%Z then Some (x - grain i)%Z else None
  | S k => if odd_at i x then Some (x - grain i)%Z else left_number k (S i) x
  end.

Section Games.
Variable b : board.

Inductive partizan := Zero | Star | Num (k i : nat) (x : Z) | Part (l r : N) | Plus (g h : partizan).

(** What a move of the owner's to c leaves of cells. *)
Definition kept (f c : N) : N := without (c :: near b c) f.

Fixpoint num_lefts (k i : nat) (x : Z) : list partizan :=
  match k with
  | O => if (grain i <=? x)%Z then [Num 0 i (x - grain i)] else []
  | S k => if odd_at i x then [Num k (S i) (x - grain i)] else num_lefts k (S i) x
  end.
Fixpoint num_rights (k i : nat) (x : Z) : list partizan :=
  match k with
  | O => if (grain i <=? - x)%Z then [Num 0 i (x + grain i)] else []
  | S k => if odd_at i x then [Num k (S i) (x + grain i)] else num_rights k (S i) x
  end.

Fixpoint lefts (g : partizan) : list partizan :=
  match g with
  | Zero => []
  | Star => [Zero]
  | Num k i x => num_lefts k i x
  | Part l r => map (fun c => Part (kept l c) (del c r)) (filter (has l) (cells b))
  | Plus g h => map (fun g' => Plus g' h) (lefts g) ++ map (Plus g) (lefts h)
  end.
Fixpoint rights (g : partizan) : list partizan :=
  match g with
  | Zero => []
  | Star => [Zero]
  | Num k i x => num_rights k i x
  | Part l r => map (fun c => Part (del c l) (kept r c)) (filter (has r) (cells b))
  | Plus g h => map (fun g' => Plus g' h) (rights g) ++ map (Plus g) (rights h)
  end.

(** ** Games end *)
Fixpoint num_size (k i : nat) (x : Z) : nat :=
  match k with
  | O => Z.abs_nat x
  | S k => if odd_at i x then S (max (num_size k (S i) (x - grain i)) (num_size k (S i) (x + grain i)))
           else num_size k (S i) x
  end.
Fixpoint size (g : partizan) : nat :=
  match g with
  | Zero => 0
  | Star => 1
  | Num k i x => num_size k i x
  | Part l r => count (cells b) l + count (cells b) r
  | Plus g h => size g + size h
  end.

Lemma grain_positive : forall i, (0 < grain i)%Z.
Proof. intros. unfold grain. apply Z.pow_pos_nonneg; lia. Qed.

Lemma num_ends : forall k i x o, In o (num_lefts k i x) \/ In o (num_rights k i x) -> size o < num_size k i x.
Proof.
  induction k as [|k IH]; intros i x o H; cbn [num_lefts num_rights num_size] in *.
  - pose proof (grain_positive i). destruct H as [H|H].
    + destruct (Z.leb_spec (grain i) x); [|destruct H]. destruct H as [<-|[]]. cbn. lia.
    + destruct (Z.leb_spec (grain i) (- x)); [|destruct H]. destruct H as [<-|[]]. cbn. lia.
  - destruct (odd_at i x); [|exact (IH _ _ _ H)].
    destruct H as [[<-|[]]|[<-|[]]]; cbn [size]; lia.
Qed.

Lemma count_kept : forall f c, In c (cells b) -> has f c = true -> count (cells b) (kept f c) < count (cells b) f.
Proof.
  intros f c Hc Hf. apply count_smaller with c; auto.
  - destruct (has (kept f c) c) eqn:E; [|reflexivity]. apply in_without in E as [_ E]. destruct E. left. reflexivity.
  - intros d Hd. apply in_without in Hd. tauto.
Qed.
Lemma count_less : forall f c, count (cells b) (del c f) <= count (cells b) f.
Proof. intros. apply count_subset. intros d H. apply in_del in H. tauto. Qed.

Lemma in_left_part : forall l r o, In o (lefts (Part l r)) <->
  exists c, In c (cells b) /\ has l c = true /\ o = Part (kept l c) (del c r).
Proof.
  intros. cbn [lefts]. rewrite in_map_iff. split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. eauto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.
Lemma in_right_part : forall l r o, In o (rights (Part l r)) <->
  exists c, In c (cells b) /\ has r c = true /\ o = Part (del c l) (kept r c).
Proof.
  intros. cbn [rights]. rewrite in_map_iff. split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. eauto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.
Lemma in_left_plus : forall g h o, In o (lefts (Plus g h)) <->
  (exists g', In g' (lefts g) /\ o = Plus g' h) \/ (exists h', In h' (lefts h) /\ o = Plus g h').
Proof.
  intros. cbn [lefts]. rewrite in_app_iff, !in_map_iff. split; (intros [(x & A & B)|(x & A & B)]; [left|right]; eauto).
Qed.
Lemma in_right_plus : forall g h o, In o (rights (Plus g h)) <->
  (exists g', In g' (rights g) /\ o = Plus g' h) \/ (exists h', In h' (rights h) /\ o = Plus g h').
Proof.
  intros. cbn [rights]. rewrite in_app_iff, !in_map_iff. split; (intros [(x & A & B)|(x & A & B)]; [left|right]; eauto).
Qed.

Lemma game_ends : forall g o, In o (lefts g) \/ In o (rights g) -> size o < size g.
Proof.
  induction g as [| |k i x|l r|g IHg h IHh]; intros o H.
  - destruct H as [[]|[]].
  - destruct H as [[<-|[]]|[<-|[]]]; cbn; lia.
  - exact (num_ends k i x o H).
  - destruct H as [H|H]; [apply in_left_part in H|apply in_right_part in H]; destruct H as (c & Hc & Hf & ->); cbn [size];
      pose proof (count_kept _ c Hc Hf); [pose proof (count_less r c)|pose proof (count_less l c)]; lia.
  - destruct H as [H|H]; [apply in_left_plus in H|apply in_right_plus in H]; destruct H as [(o' & H & ->)|(o' & H & ->)];
      cbn [size]; [specialize (IHg o')|specialize (IHh o')|specialize (IHg o')|specialize (IHh o')]; intuition lia.
Qed.

(** ** The order *)
Inductive ge : partizan -> partizan -> Prop :=
  | ge_all : forall g h, (forall r, In r (rights g) -> gf r h) -> (forall l, In l (lefts h) -> gf g l) -> ge g h
with gf : partizan -> partizan -> Prop :=
  | gf_left : forall g h l, In l (lefts g) -> ge l h -> gf g h
  | gf_right : forall g h r, In r (rights h) -> ge g r -> gf g h.

Lemma ge_inv : forall g h, ge g h -> (forall r, In r (rights g) -> gf r h) /\ (forall l, In l (lefts h) -> gf g l).
Proof. intros g h H. inversion H. auto. Qed.

Lemma ends_left : forall g o, In o (lefts g) -> size o < size g.
Proof. intros g o H. apply game_ends. auto. Qed.
Lemma ends_right : forall g o, In o (rights g) -> size o < size g.
Proof. intros g o H. apply game_ends. auto. Qed.

Lemma ge_refl : forall g, ge g g.
Proof.
  intros g. pattern g. apply (measured size). clear g. intros g IH. constructor; intros o H.
  - apply gf_right with o; [exact H|]. apply IH, ends_right, H.
  - apply gf_left with o; [exact H|]. apply IH, ends_left, H.
Qed.

Lemma transitive : forall n g h k, size g + size h + size k < n ->
  (ge g h -> ge h k -> ge g k) /\ (gf g h -> ge h k -> gf g k) /\ (ge g h -> gf h k -> gf g k).
Proof.
  induction n as [|n IH]; intros g h k S; [lia|]. split; [|split].
  - intros A B. pose proof (ge_inv _ _ A) as [A1 _]. pose proof (ge_inv _ _ B) as [_ B2]. constructor; intros o H.
    + pose proof (ends_right g o H). exact (proj1 (proj2 (IH o h k ltac:(lia))) (A1 o H) B).
    + pose proof (ends_left k o H). exact (proj2 (proj2 (IH g h o ltac:(lia))) A (B2 o H)).
  - intros A B. destruct A as [g h l Hl A|g h r Hr A].
    + pose proof (ends_left g l Hl). apply gf_left with l; [exact Hl|]. exact (proj1 (IH l h k ltac:(lia)) A B).
    + pose proof (ends_right h r Hr). apply ge_inv in B as [B1 _].
      exact (proj2 (proj2 (IH g r k ltac:(lia))) A (B1 r Hr)).
  - intros A B. destruct B as [h k l Hl B|h k r Hr B].
    + pose proof (ends_left h l Hl). apply ge_inv in A as [_ A2].
      exact (proj1 (proj2 (IH g l k ltac:(lia))) (A2 l Hl) B).
    + pose proof (ends_right k r Hr). apply gf_right with r; [exact Hr|]. exact (proj1 (IH g h r ltac:(lia)) A B).
Qed.
Lemma ge_trans : forall g h k, ge g h -> ge h k -> ge g k.
Proof. intros g h k. apply (transitive (S (size g + size h + size k))). lia. Qed.
Lemma gf_ge : forall g h k, gf g h -> ge h k -> gf g k.
Proof. intros g h k. apply (transitive (S (size g + size h + size k))). lia. Qed.
Lemma ge_gf : forall g h k, ge g h -> gf h k -> gf g k.
Proof. intros g h k. apply (transitive (S (size g + size h + size k))). lia. Qed.

Lemma sums : forall n g g' h h', size g + size g' + size h + size h' < n ->
  (ge g g' -> ge h h' -> ge (Plus g h) (Plus g' h')) /\ (gf g g' -> ge h h' -> gf (Plus g h) (Plus g' h')) /\
  (ge g g' -> gf h h' -> gf (Plus g h) (Plus g' h')).
Proof.
  induction n as [|n IH]; intros g g' h h' S; [lia|]. split; [|split].
  - intros A B. pose proof (ge_inv _ _ A) as [A1 A2]. pose proof (ge_inv _ _ B) as [B1 B2]. constructor; intros o H.
    + apply in_right_plus in H as [(p & H & ->)|(p & H & ->)]; pose proof (ends_right _ _ H).
      * exact (proj1 (proj2 (IH p g' h h' ltac:(lia))) (A1 p H) B).
      * exact (proj2 (proj2 (IH g g' p h' ltac:(lia))) A (B1 p H)).
    + apply in_left_plus in H as [(p & H & ->)|(p & H & ->)]; pose proof (ends_left _ _ H).
      * exact (proj1 (proj2 (IH g p h h' ltac:(lia))) (A2 p H) B).
      * exact (proj2 (proj2 (IH g g' h p ltac:(lia))) A (B2 p H)).
  - intros A B. destruct A as [g g' l Hl A|g g' r Hr A].
    + pose proof (ends_left _ _ Hl). apply gf_left with (Plus l h); [apply in_left_plus; eauto|].
      exact (proj1 (IH l g' h h' ltac:(lia)) A B).
    + pose proof (ends_right _ _ Hr). apply gf_right with (Plus r h'); [apply in_right_plus; eauto|].
      exact (proj1 (IH g r h h' ltac:(lia)) A B).
  - intros A B. destruct B as [h h' l Hl B|h h' r Hr B].
    + pose proof (ends_left _ _ Hl). apply gf_left with (Plus g l); [apply in_left_plus; eauto|].
      exact (proj1 (IH g g' l h' ltac:(lia)) A B).
    + pose proof (ends_right _ _ Hr). apply gf_right with (Plus g' r); [apply in_right_plus; eauto|].
      exact (proj1 (IH g g' h r ltac:(lia)) A B).
Qed.
Lemma ge_plus : forall g g' h h', ge g g' -> ge h h' -> ge (Plus g h) (Plus g' h').
Proof. intros g g' h h' A B. apply (sums (S (size g + size g' + size h + size h'))); [lia|exact A|exact B]. Qed.

(** Adding a game without moves changes nothing. *)
Lemma ge_zero : forall z, lefts z = [] -> rights z = [] -> forall g, ge g (Plus g z) /\ ge (Plus g z) g.
Proof.
  intros z L R g. pattern g. apply (measured size). clear g. intros g IH. split; constructor; intros o H.
  - apply gf_right with (Plus o z); [apply in_right_plus; eauto|]. apply IH, ends_right, H.
  - apply in_left_plus in H as [(p & H & ->)|(p & H & _)]; [|rewrite L in H; destruct H].
    apply gf_left with p; [exact H|]. apply IH, ends_left, H.
  - apply in_right_plus in H as [(p & H & ->)|(p & H & _)]; [|rewrite R in H; destruct H].
    apply gf_right with p; [exact H|]. apply IH, ends_right, H.
  - apply gf_left with (Plus o z); [apply in_left_plus; eauto|]. apply IH, ends_left, H.
Qed.

(** ** Numbers and stars

    What numbers and stars add up to: a number, and whether a star is left. The finest move in them is
    one by 2^(level g). *)
Inductive valued : partizan -> Z -> bool -> Prop :=
  | valued_zero : valued Zero 0 false
  | valued_star : valued Star 0 true
  | valued_num : forall k i x, k + i = places -> (grain i | x)%Z -> valued (Num k i x) x false
  | valued_plus : forall g h x y p q, valued g x p -> valued h y q -> valued (Plus g h) (x + y) (xorb p q).

Fixpoint num_level (k i : nat) (x : Z) : nat :=
  match k with
  | O => i
  | S k => if odd_at i x then i else num_level k (S i) x
  end.
Fixpoint level (g : partizan) : nat :=
  match g with
  | Num k i x => num_level k i x
  | Plus g h => min (level g) (level h)
  | _ => places
  end.

Lemma grain_next : forall i, grain (S i) = (2 * grain i)%Z.
Proof. intros. unfold grain. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. reflexivity. Qed.
Lemma grain_divides : forall i j, i <= j -> (grain i | grain j)%Z.
Proof.
  intros i j H. exists (2 ^ Z.of_nat (j - i))%Z. unfold grain. rewrite <- Z.pow_add_r by lia. f_equal. lia.
Qed.

(** At each level a number is odd or a multiple of the next. *)
Lemma odd_next : forall i x, (grain i | x)%Z ->
  if odd_at i x then (grain (S i) | x - grain i)%Z /\ (grain (S i) | x + grain i)%Z else (grain (S i) | x)%Z.
Proof.
  intros i x [q ->]. pose proof (grain_positive i). unfold odd_at. rewrite Z.div_mul by lia. rewrite grain_next.
  pose proof (Zodd_mod q). destruct (Z.odd q) eqn:O.
  - apply Z.odd_spec in O as [m ->]. split; [exists m|exists (m + 1)%Z]; lia.
  - assert (Z.even q = true) as E by (rewrite <- Z.negb_odd, O; reflexivity).
    apply Z.even_spec in E as [m ->]. exists m. lia.
Qed.

Lemma num_moves : forall k i x, k + i = places -> (grain i | x)%Z ->
  let m := num_level k i x in
  m <= places /\ (grain m | x)%Z /\
  (forall o, In o (num_lefts k i x) -> valued o (x - grain m) false) /\
  (forall o, In o (num_rights k i x) -> valued o (x + grain m) false) /\
  (m < places -> exists l r, In l (num_lefts k i x) /\ In r (num_rights k i x)) /\
  (m = places -> (0 < x)%Z -> exists l, In l (num_lefts k i x)) /\
  (m = places -> (x < 0)%Z -> exists r, In r (num_rights k i x)).
Proof.
  induction k as [|k IH]; intros i x E D; cbn [num_level num_lefts num_rights].
  - assert (i = places) as -> by lia. pose proof (grain_positive places) as P.
    assert ((grain places | x - grain places)%Z /\ (grain places | x + grain places)%Z) as [D1 D2].
    { destruct D as [q ->]. split; [exists (q - 1)%Z|exists (q + 1)%Z]; lia. }
    repeat split; auto.
    + intros o H. destruct (Z.leb_spec (grain places) x); [|destruct H]. destruct H as [<-|[]]. constructor; auto.
    + intros o H. destruct (Z.leb_spec (grain places) (- x)); [|destruct H]. destruct H as [<-|[]]. constructor; auto.
    + lia.
    + intros _ H. destruct (Z.leb_spec (grain places) x) as [L|L]; [eexists; left; reflexivity|].
      destruct D as [q ->]. assert (q <= - 1 \/ q = 0 \/ 1 <= q)%Z as [Q|[->|Q]] by lia; nia.
    + intros _ H. destruct (Z.leb_spec (grain places) (- x)) as [L|L]; [eexists; left; reflexivity|].
      destruct D as [q ->]. assert (q <= - 1 \/ q = 0 \/ 1 <= q)%Z as [Q|[->|Q]] by lia; nia.
  - pose proof (odd_next i x D) as O. destruct (odd_at i x).
    + destruct O as [D1 D2]. repeat split; auto; try lia.
      * intros o [<-|[]]. constructor; auto. lia.
      * intros o [<-|[]]. constructor; auto. lia.
      * intros _. eexists. eexists. split; left; reflexivity.
    + apply IH; [lia|exact O].
Qed.

Lemma level_most : forall g x p, valued g x p -> level g <= places /\ (grain (level g) | x)%Z.
Proof.
  intros g x p V. induction V as [| |k i x E D|g h x y p q V [L1 D1] W [L2 D2]].
  - split; [apply le_n|apply Z.divide_0_r].
  - split; [apply le_n|apply Z.divide_0_r].
  - destruct (num_moves k i x E D) as (A & B & _). auto.
  - cbn [level]. split; [lia|]. apply Z.divide_add_r.
    + eapply Z.divide_trans; [apply grain_divides, Nat.le_min_l|exact D1].
    + eapply Z.divide_trans; [apply grain_divides, Nat.le_min_r|exact D2].
Qed.

(** Moves change the number for the worse, or take a star. *)
Lemma valued_moves : forall g x p, valued g x p ->
  (forall o, In o (lefts g) -> exists y q, valued o y q /\ ((y < x)%Z \/ y = x /\ q = negb p)) /\
  (forall o, In o (rights g) -> exists y q, valued o y q /\ ((x < y)%Z \/ y = x /\ q = negb p)).
Proof.
  intros g x p V. induction V as [| |k i x E D|g h x y p q V [L1 R1] W [L2 R2]].
  - split; intros o [].
  - split; intros o [<-|[]]; exists 0%Z, false; split; auto; constructor.
  - destruct (num_moves k i x E D) as (_ & _ & L & R & _). pose proof (grain_positive (num_level k i x)) as P.
    split; intros o H; eexists; eexists; (split; [auto|]); left; lia.
  - split; intros o H; [apply in_left_plus in H|apply in_right_plus in H]; destruct H as [(o' & H & ->)|(o' & H & ->)].
    + destruct (L1 o' H) as (z & s & Z & C). exists (z + y)%Z, (xorb s q). split; [constructor; auto|].
      destruct C as [C|[-> ->]]; [left; lia|right; split; [reflexivity|destruct p, q; reflexivity]].
    + destruct (L2 o' H) as (z & s & Z & C). exists (x + z)%Z, (xorb p s). split; [constructor; auto|].
      destruct C as [C|[-> ->]]; [left; lia|right; split; [reflexivity|destruct p, q; reflexivity]].
    + destruct (R1 o' H) as (z & s & Z & C). exists (z + y)%Z, (xorb s q). split; [constructor; auto|].
      destruct C as [C|[-> ->]]; [left; lia|right; split; [reflexivity|destruct p, q; reflexivity]].
    + destruct (R2 o' H) as (z & s & Z & C). exists (x + z)%Z, (xorb p s). split; [constructor; auto|].
      destruct C as [C|[-> ->]]; [left; lia|right; split; [reflexivity|destruct p, q; reflexivity]].
Qed.

(** Who has a star can take it. *)
Lemma star_moves : forall g x, valued g x true ->
  (exists l, In l (lefts g) /\ valued l x false) /\ (exists r, In r (rights g) /\ valued r x false).
Proof.
  intros g x V. remember true as t. induction V as [| |k i x E D|g h x y p q V IHV W IHW]; try discriminate.
  - split; exists Zero; (split; [left; reflexivity|constructor]).
  - destruct p, q; try discriminate.
    + destruct (IHV eq_refl) as [(l & L & A) (r & R & B)]. split.
      * exists (Plus l h). split; [apply in_left_plus; eauto|exact (valued_plus _ _ _ _ _ _ A W)].
      * exists (Plus r h). split; [apply in_right_plus; eauto|exact (valued_plus _ _ _ _ _ _ B W)].
    + destruct (IHW eq_refl) as [(l & L & A) (r & R & B)]. split.
      * exists (Plus g l). split; [apply in_left_plus; eauto|exact (valued_plus _ _ _ _ _ _ V A)].
      * exists (Plus g r). split; [apply in_right_plus; eauto|exact (valued_plus _ _ _ _ _ _ V B)].
Qed.

(** The finest move. *)
Lemma level_moves : forall g x p, valued g x p -> let m := level g in
  (m < places \/ m = places /\ (0 < x)%Z -> exists l, In l (lefts g) /\ valued l (x - grain m) p) /\
  (m < places \/ m = places /\ (x < 0)%Z -> exists r, In r (rights g) /\ valued r (x + grain m) p).
Proof.
  intros g x p V. induction V as [| |k i x E D|g h x y p q V [L1 R1] W [L2 R2]]; cbn [level].
  - split; intros; lia.
  - split; intros; lia.
  - destruct (num_moves k i x E D) as (_ & _ & L & R & A & B & C). cbn [lefts rights]. split.
    + intros H. assert (exists l, In l (num_lefts k i x)) as [l Hl].
      { destruct H as [H|[H H']]; [destruct (A H) as (l & _ & Hl & _); eauto|auto]. }
      eauto.
    + intros H. assert (exists r, In r (num_rights k i x)) as [r Hr].
      { destruct H as [H|[H H']]; [destruct (A H) as (_ & r & _ & Hr); eauto|auto]. }
      eauto.
  - pose proof (level_most _ _ _ V) as [M1 _]. pose proof (level_most _ _ _ W) as [M2 _].
    assert (forall c d, (x + y - c = x - c + y /\ x + y - c = x + (y - c) /\ x + y + d = x + d + y /\ x + y + d = x + (y + d))%Z) as Q by lia.
    split; intros H.
    + destruct (le_lt_dec (level g) (level h)) as [C|C].
      * rewrite Nat.min_l in * by lia.
        destruct (Z_lt_le_dec 0 x) as [X|X]; [|destruct (le_lt_dec places (level g)) as [B|B]].
        -- destruct (L1 ltac:(lia)) as (l & Hl & A). exists (Plus l h). split; [apply in_left_plus; eauto|].
           rewrite (proj1 (Q _ 0%Z)). constructor; assumption.
        -- assert (level h = level g) as F by lia.
           destruct (L2 ltac:(lia)) as (l & Hl & A). exists (Plus g l). split; [apply in_left_plus; eauto|].
           rewrite (proj1 (proj2 (Q _ 0%Z))), <- F. constructor; assumption.
        -- destruct (L1 ltac:(lia)) as (l & Hl & A). exists (Plus l h). split; [apply in_left_plus; eauto|].
           rewrite (proj1 (Q _ 0%Z)). constructor; assumption.
      * rewrite Nat.min_r in * by lia.
        destruct (L2 ltac:(lia)) as (l & Hl & A). exists (Plus g l). split; [apply in_left_plus; eauto|].
        rewrite (proj1 (proj2 (Q _ 0%Z))). constructor; assumption.
    + destruct (le_lt_dec (level g) (level h)) as [C|C].
      * rewrite Nat.min_l in * by lia.
        destruct (Z_lt_le_dec x 0) as [X|X]; [|destruct (le_lt_dec places (level g)) as [B|B]].
        -- destruct (R1 ltac:(lia)) as (l & Hl & A). exists (Plus l h). split; [apply in_right_plus; eauto|].
           rewrite (proj1 (proj2 (proj2 (Q 0%Z _)))). constructor; assumption.
        -- assert (level h = level g) as F by lia.
           destruct (R2 ltac:(lia)) as (l & Hl & A). exists (Plus g l). split; [apply in_right_plus; eauto|].
           rewrite (proj2 (proj2 (proj2 (Q 0%Z _)))), <- F. constructor; assumption.
        -- destruct (R1 ltac:(lia)) as (l & Hl & A). exists (Plus l h). split; [apply in_right_plus; eauto|].
           rewrite (proj1 (proj2 (proj2 (Q 0%Z _)))). constructor; assumption.
      * rewrite Nat.min_r in * by lia.
        destruct (R2 ltac:(lia)) as (l & Hl & A). exists (Plus g l). split; [apply in_right_plus; eauto|].
        rewrite (proj2 (proj2 (proj2 (Q 0%Z _)))). constructor; assumption.
Qed.

(** What is greater wins whoever begins; of what is equal but for stars the second wins if their number is
    even, and the first if not. *)
Theorem compare : forall n g h x y p q, size g + size h < n -> valued g x p -> valued h y q ->
  ((y < x)%Z \/ x = y /\ p = q -> ge g h) /\ ((y < x)%Z \/ x = y /\ p = negb q -> gf g h).
Proof.
  induction n as [|n IH]; intros g h x y p q S V W; [lia|]. split.
  - intros C. destruct (valued_moves _ _ _ V) as [_ R], (valued_moves _ _ _ W) as [L _]. constructor; intros o H.
    + destruct (R o H) as (z & s & Z & D). pose proof (ends_right _ _ H).
      apply (IH o h z y s q ltac:(lia) Z W). destruct C as [C|[-> ->]], D as [D|[-> ->]]; auto; left; lia.
    + destruct (L o H) as (z & s & Z & D). pose proof (ends_left _ _ H).
      apply (IH g o x z p s ltac:(lia) V Z).
      destruct C as [C|[-> ->]], D as [D|[-> ->]]; auto; try (left; lia).
      right. rewrite negb_involutive. auto.
  - intros C. destruct p.
    { destruct (star_moves _ _ V) as [(l & Hl & A) _]. pose proof (ends_left _ _ Hl). apply gf_left with l; [exact Hl|].
      apply (IH l h x y false q ltac:(lia) A W). destruct C as [C|[-> C]]; [auto|right; destruct q; auto; discriminate]. }
    destruct q.
    { destruct (star_moves _ _ W) as [_ (r & Hr & A)]. pose proof (ends_right _ _ Hr). apply gf_right with r; [exact Hr|].
      apply (IH g r x y false false ltac:(lia) V A). destruct C as [C|[-> C]]; auto. }
    destruct C as [C|[_ C]]; [|discriminate].
    pose proof (level_most _ _ _ V) as [M1 D1]. pose proof (level_most _ _ _ W) as [M2 D2].
    destruct (level_moves _ _ _ V) as [L _]. destruct (level_moves _ _ _ W) as [_ R].
    assert (forall m, (grain m | x)%Z -> (grain m | y)%Z -> (y + grain m <= x)%Z) as Far.
    { intros m [s ->] [t ->]. pose proof (grain_positive m).
      assert (s <= t \/ t + 1 <= s)%Z as [Q|Q] by lia; nia. }
    assert (forall i j d, i <= j -> (grain j | d)%Z -> (grain i | d)%Z) as Finer.
    { intros i j d H E. exact (Z.divide_trans _ _ _ (grain_divides i j H) E). }
    assert ((level g <= level h /\ (level g < places \/ level g = places /\ (0 < x)%Z)) \/
      (level h <= level g /\ (level h < places \/ level h = places /\ (y < 0)%Z))) as [[E H]|[E H]] by lia.
    + destruct (L H) as (l & Hl & A). pose proof (ends_left _ _ Hl). apply gf_left with l; [exact Hl|].
      pose proof (Far (level g) D1 (Finer _ _ _ E D2)).
      apply (IH l h _ _ _ _ ltac:(lia) A W). destruct (Z.eq_dec y (x - grain (level g))); [right; auto|left; lia].
    + destruct (R H) as (r & Hr & A). pose proof (ends_right _ _ Hr). apply gf_right with r; [exact Hr|].
      pose proof (Far (level h) (Finer _ _ _ E D1) D2).
      apply (IH g r _ _ _ _ ltac:(lia) V A). destruct (Z.eq_dec x (y + grain (level h))); [right; auto|left; lia].
Qed.

Lemma valued_ge : forall g h x y p q, valued g x p -> valued h y q -> (y < x)%Z \/ x = y /\ p = q -> ge g h.
Proof. intros g h x y p q V W. apply (compare (S (size g + size h)) g h x y p q); auto. Qed.
Lemma valued_gf : forall g h x y p q, valued g x p -> valued h y q -> (y < x)%Z \/ x = y /\ p = negb q -> gf g h.
Proof. intros g h x y p q V W. apply (compare (S (size g + size h)) g h x y p q); auto. Qed.

(** The value x, or x and a star. *)
Definition value (x : Z) (star : bool) : partizan := Plus (Num places 0 x) (if star then Star else Zero).
Lemma value_valued : forall x s, valued (value x s) x s.
Proof.
  intros x s. unfold value. replace x with (x + 0)%Z at 2 by lia. replace s with (xorb false s) at 2 by (destruct s; reflexivity).
  constructor; [constructor; [reflexivity|exists x; unfold grain; cbn; lia]|]. destruct s; constructor.
Qed.
End Games.
