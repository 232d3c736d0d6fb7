(** Games in which marks close cells to their owner, by what components are worth at least.

    Positions are games of Numbers.v: [Part l r] has the cells that Left, the winner, may take, and those that
    Right may. A table says that components are worth at least a number, or that with a star; each record is
    checked by the records before it. What is needed of positions, for each by playing it against the other:

      simpler    more cells for Left, fewer for Right, and no cell for Right that another one is as good as
      raised     a cell of Left's by itself, beside what a move there leaves, is worth no more
      apart      cells that are not near each other are a sum
      carried    a position moved, or turned, is worth as much
      covered    Right has no more moves than there are sets of cells near each other that cover Right's

    All of this is about neighbourhoods that are symmetric. *)
From Coq Require Import List Bool NArith ZArith Lia FMapPositive String.
From Gridlock Require Import Game Board Rules Sets Ends Pairing Symmetry Components Reader Numbers.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(** What is known of a game: it is worth at least a number, or this with a star, or both. *)
Record bound := Bound { least : Z; plain : bool; starry : bool }.
Definition bound_of (x : Z) (star : bool) : bound := Bound x (negb star) star.
Definition plus (a c : bound) : bound :=
  Bound (least a + least c) (plain a && plain c || starry a && starry c) (plain a && starry c || starry a && plain c).
Definition shows (a : bound) (x : Z) (star : bool) : bool :=
  (x <? least a)%Z && (plain a || starry a) || (x =? least a)%Z && (if star then starry a else plain a).
(** With what a record says. *)
Definition with_value (a : bound) (x : Z) (star : bool) : bound :=
  if (least a <? x)%Z then bound_of x star
  else if (x =? least a)%Z then Bound x (plain a || negb star) (starry a || star)
  else a.

Section Positions.
Variable b : board.
Hypothesis ok : proper b.
Hypothesis sym : symmetric b.

Notation ge := (ge b).
Notation gf := (gf b).
Notation kept := (kept b).

Definition known (g : partizan) (a : bound) : Prop :=
  (plain a = true -> ge g (value (least a) false)) /\ (starry a = true -> ge g (value (least a) true)).

Lemma known_of : forall g x s, ge g (value x s) -> known g (bound_of x s).
Proof. intros g x [] H; split; cbn; intros E; try discriminate; exact H. Qed.

Lemma values_ge : forall x s y t, (y < x)%Z \/ x = y /\ s = t -> ge (value x s) (value y t).
Proof. intros x s y t. apply (valued_ge b); apply value_valued. Qed.

Lemma shows_right : forall g a x s, known g a -> shows a x s = true -> ge g (value x s).
Proof.
  intros g [y p q] x s [P Q] H. unfold shows in H. cbn [least plain starry] in *.
  apply orb_prop in H as [H|H]; apply andb_prop in H as [L H].
  - apply Z.ltb_lt in L. apply orb_prop in H as [H|H].
    + apply (ge_trans b _ _ _ (P H)), values_ge. auto.
    + apply (ge_trans b _ _ _ (Q H)), values_ge. auto.
  - apply Z.eqb_eq in L. subst y. destruct s; auto.
Qed.

Lemma known_plus : forall g a h c, known g a -> known h c -> known (Plus g h) (plus a c).
Proof.
  intros g a h c [A1 A2] [C1 C2].
  assert (forall s t, ge g (value (least a) s) -> ge h (value (least c) t) ->
    ge (Plus g h) (value (least a + least c) (xorb s t))) as X.
  { intros s t G H. apply (ge_trans b _ _ _ (ge_plus b _ _ _ _ G H)).
    apply (valued_ge b _ _ (least a + least c)%Z (least a + least c)%Z (xorb s t) (xorb s t)); auto.
    - constructor; apply value_valued.
    - apply value_valued. }
  split; cbn [plus plain starry least]; intros H; apply orb_prop in H as [H|H]; apply andb_prop in H as [H1 H2].
  - exact (X false false (A1 H1) (C1 H2)).
  - exact (X true true (A2 H1) (C2 H2)).
  - exact (X false true (A1 H1) (C2 H2)).
  - exact (X true false (A2 H1) (C1 H2)).
Qed.

Lemma known_ge : forall g h a, ge g h -> known h a -> known g a.
Proof. intros g h a G [A1 A2]. split; intros H; apply (ge_trans b _ _ _ G); auto. Qed.

Lemma known_with : forall g a x s, known g a -> ge g (value x s) -> known g (with_value a x s).
Proof.
  intros g a x s [A1 A2] G. unfold with_value. destruct (_ <? _)%Z; [exact (known_of _ _ _ G)|].
  destruct (Z.eqb_spec x (least a)) as [->|]; [|split; assumption].
  split; cbn; intros H; apply orb_prop in H as [H|H]; auto; destruct s; try discriminate; exact G.
Qed.

(** ** Positions *)
Lemma in_kept : forall f c d, has (kept f c) d = true <-> has f d = true /\ ~ In d (c :: near b c).
Proof. intros. apply in_without. Qed.
Lemma around_flip : forall c d, In d (c :: near b c) -> In c (d :: near b d).
Proof.
  intros c d [->|H]; [left; reflexivity|right]. exact (sym _ _ (near_from b ok _ _ H) H).
Qed.

(** Left may take more cells, and Right fewer; and also none that another one of Right's, which remains and is
    closed to Left as well, is as good as, for it takes no other cells of Right's. *)
Definition at_most (l r l' r' : N) : Prop :=
  (forall c, has l' c = true -> has l c = true) /\
  (forall c, has r c = true -> has r' c = false -> has l c = false /\
     exists d, In d (cells b) /\ has r d = true /\ has r' d = true /\ has l d = false /\
       forall e, has r e = true -> In e (d :: near b d) -> In e (c :: near b c)).

Lemma simpler : forall l r l' r', at_most l r l' r' -> ge (Part l r) (Part l' r').
Proof.
  assert (forall n l r l' r', (Numbers.size b (Part l r) + Numbers.size b (Part l' r') < n)%nat -> at_most l r l' r' ->
    ge (Part l r) (Part l' r')) as X; [|intros; eapply X; eauto].
  induction n as [|n IH]; intros l r l' r' S [L R]; [lia|]. constructor; intros o H.
  - pose proof (ends_right b _ _ H) as E. apply in_right_part in H as (c & Hc & Hr & ->).
    (* What remains is related again, whatever takes no more than c did from Right. *)
    assert (forall e, has r e = true -> ~ In e (c :: near b c) ->
      forall d, In d (cells b) -> has r d = true -> (forall x, has r x = true -> In x (d :: near b d) -> In x (c :: near b c)) ->
      has r' e = false \/ In e (d :: near b d) ->
      has (del c l) e = false /\ exists f, In f (cells b) /\ has (kept r c) f = true /\ has (kept r' d) f = true /\
        has (del c l) f = false /\ forall x, has (kept r c) x = true -> In x (f :: near b f) -> In x (e :: near b e)) as Again.
    { intros e He Ne d Hd Rd T [F|F]; [|destruct (Ne (T e He F))].
      destruct (R e He F) as (Le & f & Cf & Rf & Rf' & Lf & Tf).
      assert (~ In f (c :: near b c)) as Nf.
      { intros I. apply Ne. apply around_flip, Tf; [exact Hr|]. apply around_flip. exact I. }
      assert (forall x, has l x = false -> has (del c l) x = false) as D.
      { intros x Hx. rewrite has_del, Hx. reflexivity. }
      split; [auto|]. exists f. split; [exact Cf|]. split; [apply in_kept; auto|].
      split; [apply in_kept; split; [exact Rf'|auto]|]. split; [auto|].
      intros x Hx. apply in_kept in Hx as [Hx _]. auto. }
    destruct (has r' c) eqn:C.
    + apply gf_right with (Part (del c l') (kept r' c)); [apply in_right_part; eauto|].
      apply IH.
      * pose proof (count_less b l' c). pose proof (count_kept b r' c Hc C). cbn [Numbers.size] in *. lia.
      * split.
        -- intros d H. apply in_del in H as [H N]. apply in_del. auto.
        -- intros e He F. apply in_kept in He as [He Ne].
           apply (Again e He Ne c Hc Hr (fun x _ I => I)).
           destruct (has r' e) eqn:G; [|auto]. right. destruct (among e (c :: near b c)) eqn:A; [apply among_in; exact A|].
           assert (has (kept r' c) e = true) as Z by (apply in_kept; auto). congruence.
    + destruct (R c Hr C) as (Lc & d & Cd & Rd & Rd' & Ld & T).
      apply gf_right with (Part (del d l') (kept r' d)); [apply in_right_part; eauto|].
      apply IH.
      * pose proof (count_less b l' d). pose proof (count_kept b r' d Cd Rd'). cbn [Numbers.size] in *. lia.
      * split.
        -- intros x H. apply in_del in H as [H N]. apply in_del. split; [auto|]. intros ->. apply L in H. congruence.
        -- intros e He F. apply in_kept in He as [He Ne].
           apply (Again e He Ne d Cd Rd T).
           destruct (has r' e) eqn:G; [|auto]. right. destruct (among e (d :: near b d)) eqn:A; [apply among_in; exact A|].
           assert (has (kept r' d) e = true) as Z; [|congruence].
           apply in_kept. split; [exact G|]. intros I. apply among_in in I. congruence.
  - pose proof (ends_left b _ _ H) as E. apply in_left_part in H as (c & Hc & Hl & ->).
    apply gf_left with (Part (kept l c) (del c r)); [apply in_left_part; eauto|].
    apply IH.
    + pose proof (count_less b r c). pose proof (count_kept b l c Hc (L c Hl)). cbn [Numbers.size] in *. lia.
    + split.
      * intros d H. apply in_kept in H as [H N]. apply in_kept. auto.
      * intros e He F. apply in_del in He as [He Ne].
        assert (has r' e = false) as G.
        { destruct (has r' e) eqn:G; [|reflexivity]. assert (has (del c r') e = true) by (apply in_del; auto). congruence. }
        destruct (R e He G) as (Le & f & Cf & Rf & Rf' & Lf & Tf).
        assert (f <> c) as Nf by (intros ->; pose proof (L c Hl); congruence).
        assert (forall x, has l x = false -> has (kept l c) x = false) as D.
        { intros x Hx. destruct (has (kept l c) x) eqn:K; [|reflexivity]. apply in_kept in K as [K _]. congruence. }
        split; [auto|]. exists f. split; [exact Cf|]. split; [apply in_del; auto|]. split; [apply in_del; auto|].
        split; [auto|]. intros x Hx. apply in_del in Hx as [Hx _]. auto.
Qed.

Lemma more : forall l r l' r', (forall c, has l' c = true -> has l c = true) ->
  (forall c, has r c = true -> has r' c = true) -> ge (Part l r) (Part l' r').
Proof. intros l r l' r' L R. apply simpler. split; [exact L|]. intros c H F. apply R in H. congruence. Qed.

(** A cell by itself: a star, or a move of Left's if it is closed to Right. *)
Definition one : Z := grain places.
Definition alone (both : bool) : partizan := if both then Star else Num 0 places one.
Definition alone_value (both : bool) : bound := if both then bound_of 0 true else bound_of one false.

Lemma one_positive : (0 < one)%Z.
Proof. apply grain_positive. Qed.

Lemma alone_known : forall both, known (alone both) (alone_value both).
Proof.
  intros []; apply known_of.
  - apply (valued_ge b _ _ 0 0 true true); [constructor|apply value_valued|auto].
  - apply (valued_ge b _ _ one one false false); [constructor; [reflexivity|apply Z.divide_refl]|apply value_valued|auto].
Qed.

Lemma raised : forall l r c, In c (cells b) -> has l c = true ->
  ge (Part l r) (Plus (Part (kept l c) (del c r)) (alone (has r c))).
Proof.
  assert (forall n l r c, (Numbers.size b (Part l r) < n)%nat -> In c (cells b) -> has l c = true ->
    ge (Part l r) (Plus (Part (kept l c) (del c r)) (alone (has r c)))) as X; [|intros; eapply X; eauto].
  induction n as [|n IH]; intros l r c S Hc Hl; [lia|].
  constructor; intros o H.
  - pose proof (ends_right b _ _ H) as E. apply in_right_part in H as (x & Hx & Hr & ->).
    destruct (N.eq_dec x c) as [->|Nx].
    + rewrite Hr. cbn [alone]. apply gf_right with (Plus (Part (kept l c) (del c r)) Zero).
      * apply in_right_plus. right. exists Zero. split; [left|]; reflexivity.
      * apply (ge_trans b _ (Part (kept l c) (del c r))); [|apply (ge_zero b Zero); reflexivity]. apply more.
        -- intros d H. apply in_kept in H as [H N]. apply in_del. split; [exact H|]. intros ->. apply N. left. reflexivity.
        -- intros d H. apply in_kept in H as [H N]. apply in_del. split; [exact H|]. intros ->. apply N. left. reflexivity.
    + assert (has (del x l) c = true) as Hl' by (apply in_del; auto).
      apply gf_right with (Plus (Part (del x (kept l c)) (kept (del c r) x)) (alone (has r c))).
      * apply in_right_plus. left. eexists. split; [|reflexivity]. apply in_right_part. exists x.
        split; [exact Hx|]. split; [apply in_del; auto|reflexivity].
      * assert (In (Part (del x l) (kept r x)) (rights b (Part l r))) as M by (apply in_right_part; eauto).
        pose proof (ends_right b _ _ M).
        apply (ge_trans b _ _ _ (IH (del x l) (kept r x) c ltac:(lia) Hc Hl')), ge_plus.
        -- apply more.
           ++ intros d D. apply in_del in D as [D N1]. apply in_kept in D as [D N2]. apply in_kept. split; [apply in_del|]; auto.
           ++ intros d D. apply in_del in D as [D N1]. apply in_kept in D as [D N2]. apply in_kept. split; [apply in_del|]; auto.
        -- destruct (has (kept r x) c) eqn:K; [apply in_kept in K as [-> _]; apply ge_refl|].
           destruct (has r c); [|apply ge_refl].
           (* c is closed to Right now, and worth a move *)
           apply (valued_ge b _ _ one 0 false true); [constructor; [reflexivity|apply Z.divide_refl]|constructor|].
           left. exact one_positive.
  - apply in_left_plus in H as [(p & H & ->)|(p & H & ->)].
    + apply in_left_part in H as (x & Hx & Hk & ->). apply in_kept in Hk as [Hk Nk].
      assert (c <> x) as D by (intros ->; apply Nk; left; reflexivity).
      apply gf_left with (Part (kept l x) (del x r)); [apply in_left_part; eauto|].
      assert (has (kept l x) c = true) as Hl'.
      { apply in_kept. split; [exact Hl|]. intros I. apply Nk, around_flip, I. }
      assert (has (del x r) c = has r c) as Rc.
      { rewrite has_del. destruct (N.eqb_spec x c); [congruence|]. apply andb_true_r. }
      assert (In (Part (kept l x) (del x r)) (lefts b (Part l r))) as M by (apply in_left_part; eauto).
      pose proof (ends_left b _ _ M).
      pose proof (IH (kept l x) (del x r) c ltac:(lia) Hc Hl') as Y. rewrite Rc in Y.
      apply (ge_trans b _ _ _ Y), ge_plus; [|apply ge_refl]. apply more.
      * intros d H'. apply in_kept in H' as [H' N1]. apply in_kept in H' as [H' N2]. apply in_kept. split; [apply in_kept|]; auto.
      * intros d H'. apply in_del in H' as [H' N1]. apply in_del in H' as [H' N2]. apply in_del. split; [apply in_del|]; auto.
    + apply gf_left with (Part (kept l c) (del c r)); [apply in_left_part; eauto|].
      assert (p = Zero \/ p = Num 0 places 0) as [-> | ->];
        [|apply (ge_zero b Zero); reflexivity|apply (ge_zero b (Num 0 places 0)); reflexivity].
      destruct (has r c); cbn in H; destruct H as [<-|[]]; auto.
Qed.

(** Cells that are not near each other are a sum. *)
Definition apart (l r l' r' : N) : Prop :=
  forall x y, In y (x :: near b x) ->
    ~ (has l x = true /\ has l' y = true) /\ ~ (has r x = true /\ has r' y = true) /\
    (x = y -> ~ ((has l x = true \/ has r x = true) /\ (has l' y = true \/ has r' y = true))).

Lemma apart_sum : forall l r l' r', apart l r l' r' ->
  ge (Part (N.lor l l') (N.lor r r')) (Plus (Part l r) (Part l' r')).
Proof.
  assert (forall n l r l' r', (Numbers.size b (Part l r) + Numbers.size b (Part l' r') < n)%nat -> apart l r l' r' ->
    ge (Part (N.lor l l') (N.lor r r')) (Plus (Part l r) (Part l' r'))) as X; [|intros; eapply X; eauto].
  assert (forall f f' c, (forall y, In y (c :: near b c) -> has f' y = false) -> kept (N.lor f f') c = N.lor (kept f c) f') as K1.
  { intros f f' c H. apply same_set. intros y. rewrite has_lor, orb_true_iff, !in_kept, has_lor, orb_true_iff.
    split; [tauto|]. intros [?|F]; [tauto|]. split; [auto|]. intros I. apply H in I. congruence. }
  assert (forall f f' c, has f' c = false -> del c (N.lor f f') = N.lor (del c f) f') as D1.
  { intros f f' c H. apply same_set. intros y. rewrite has_lor, orb_true_iff, !in_del, has_lor, orb_true_iff.
    split; [tauto|]. intros [?|F]; [tauto|]. split; [auto|]. intros ->. congruence. }
  assert (forall l r l' r' m s m' s', apart l r l' r' -> (forall x, has m x = true -> has l x = true) ->
    (forall x, has s x = true -> has r x = true) -> (forall x, has m' x = true -> has l' x = true) ->
    (forall x, has s' x = true -> has r' x = true) -> apart m s m' s') as Sub.
  { intros l r l' r' m s m' s' A M S M' S' x y I. destruct (A x y I) as (A1 & A2 & A3). repeat split.
    - intros [P Q]. auto.
    - intros [P Q]. auto.
    - intros E [P Q]. apply A3; [exact E|]. intuition auto. }
  assert (forall f c x, has (kept f c) x = true -> has f x = true) as Kf by (intros f c x H; apply in_kept in H; tauto).
  assert (forall f c x, has (del c f) x = true -> has f x = true) as Df by (intros f c x H; apply in_del in H; tauto).
  assert (forall l r l' r' c, apart l r l' r' -> has l c = true ->
    (forall y, In y (c :: near b c) -> has l' y = false) /\ has r' c = false) as Al.
  { intros l r l' r' c A H. split.
    - intros y I. destruct (has l' y) eqn:E; [|reflexivity]. destruct (A c y I) as (A1 & _). destruct A1. auto.
    - destruct (has r' c) eqn:E; [|reflexivity]. destruct (A c c (or_introl eq_refl)) as (_ & _ & A3). destruct (A3 eq_refl). auto. }
  assert (forall l r l' r' c, apart l r l' r' -> has r c = true ->
    (forall y, In y (c :: near b c) -> has r' y = false) /\ has l' c = false) as Ar.
  { intros l r l' r' c A H. split.
    - intros y I. destruct (has r' y) eqn:E; [|reflexivity]. destruct (A c y I) as (_ & A2 & _). destruct A2. auto.
    - destruct (has l' c) eqn:E; [|reflexivity]. destruct (A c c (or_introl eq_refl)) as (_ & _ & A3). destruct (A3 eq_refl). auto. }
  assert (forall l r l' r', apart l r l' r' -> apart l' r' l r) as Flip.
  { intros l r l' r' A x y I. destruct (A y x (around_flip _ _ I)) as (A1 & A2 & A3).
    split; [tauto|]. split; [tauto|]. intros ->. specialize (A3 eq_refl). tauto. }
  induction n as [|n IH]; intros l r l' r' S A; [lia|]. constructor; intros o H.
  - apply in_right_part in H as (c & Hc & Hr & ->). rewrite has_lor, orb_true_iff in Hr. destruct Hr as [Hr|Hr].
    + destruct (Ar _ _ _ _ c A Hr) as [F G]. rewrite (K1 r r' c F), (D1 l l' c G).
      apply gf_right with (Plus (Part (del c l) (kept r c)) (Part l' r')).
      * apply in_right_plus. left. eexists. split; [|reflexivity]. apply in_right_part. eauto.
      * assert (In (Part (del c l) (kept r c)) (rights b (Part l r))) as M by (apply in_right_part; eauto).
        pose proof (ends_right b _ _ M). apply IH; [lia|]. eapply Sub; eauto.
    + destruct (Ar _ _ _ _ c (Flip _ _ _ _ A) Hr) as [F G].
      rewrite (N.lor_comm l), (N.lor_comm r), (K1 r' r c F), (D1 l' l c G), (N.lor_comm _ l), (N.lor_comm _ r).
      apply gf_right with (Plus (Part l r) (Part (del c l') (kept r' c))).
      * apply in_right_plus. right. eexists. split; [|reflexivity]. apply in_right_part. eauto.
      * assert (In (Part (del c l') (kept r' c)) (rights b (Part l' r'))) as M by (apply in_right_part; eauto).
        pose proof (ends_right b _ _ M). apply IH; [lia|]. eapply Sub; eauto.
  - apply in_left_plus in H as [(p & H & ->)|(p & H & ->)]; pose proof (ends_left b _ _ H);
      apply in_left_part in H as (c & Hc & Hl & ->).
    + destruct (Al _ _ _ _ c A Hl) as [F G].
      apply gf_left with (Part (kept (N.lor l l') c) (del c (N.lor r r'))).
      * apply in_left_part. exists c. split; [exact Hc|]. split; [|reflexivity]. rewrite has_lor, Hl. reflexivity.
      * rewrite (K1 l l' c F), (D1 r r' c G). apply IH; [lia|]. eapply Sub; eauto.
    + destruct (Al _ _ _ _ c (Flip _ _ _ _ A) Hl) as [F G].
      apply gf_left with (Part (kept (N.lor l l') c) (del c (N.lor r r'))).
      * apply in_left_part. exists c. split; [exact Hc|]. split; [|reflexivity]. rewrite has_lor, Hl. apply orb_true_r.
      * rewrite (N.lor_comm l), (N.lor_comm r), (K1 l' l c F), (D1 r' r c G), (N.lor_comm _ l), (N.lor_comm _ r).
        apply IH; [lia|]. eapply Sub; eauto.
Qed.

(** A position whose cells are carried to others, with the same neighbours among each other. *)
Section Carried.
Variable movable : N -> Prop.
Variable to : N -> N.
Hypothesis lands : forall x, movable x -> In x (cells b) /\ In (to x) (cells b).
Hypothesis once : forall x y, movable x -> movable y -> to x = to y -> x = y.
Hypothesis keeps : forall x y, movable x -> movable y -> (In (to y) (to x :: near b (to x)) <-> In y (x :: near b x)).

Definition carries (f t : N) : Prop :=
  (forall x, has f x = true -> movable x) /\ forall y, has t y = true <-> exists x, has f x = true /\ y = to x.

Lemma carries_less : forall f t taken taken', carries f t ->
  (forall x, movable x -> (In (to x) taken' <-> In x taken)) -> carries (without taken f) (without taken' t).
Proof.
  intros f t taken taken' [M T] E. split; [intros x H; apply in_without in H as [H _]; auto|].
  intros y. rewrite in_without, T. split.
  - intros [(x & H & ->) N]. exists x. split; [|reflexivity]. apply in_without. split; [exact H|]. rewrite <- (E x (M x H)). exact N.
  - intros (x & H & ->). apply in_without in H as [H N]. split; [eauto|]. rewrite (E x (M x H)). exact N.
Qed.

Lemma carried : forall l r l' r', carries l l' -> carries r r' -> ge (Part l r) (Part l' r').
Proof.
  assert (forall n l r l' r', (Numbers.size b (Part l r) < n)%nat -> carries l l' -> carries r r' ->
    ge (Part l r) (Part l' r')) as X; [|intros; eapply X; eauto].
  assert (forall f t c, movable c -> carries f t -> carries (del c f) (del (to c) t)) as D.
  { intros f t c Mc C. apply (carries_less f t [c] [to c] C). intros x Mx. cbn [In].
    split; (intros [E|[]]; left); [apply once; auto|congruence]. }
  assert (forall f t c, movable c -> carries f t -> carries (kept f c) (kept t (to c))) as K.
  { intros f t c Mc C. exact (carries_less _ _ _ _ C (fun x Mx => keeps c x Mc Mx)). }
  induction n as [|n IH]; intros l r l' r' S L R; [lia|]. constructor; intros o H.
  - pose proof (ends_right b _ _ H). apply in_right_part in H as (c & Hc & Hr & ->). pose proof (proj1 R c Hr) as Mc.
    apply gf_right with (Part (del (to c) l') (kept r' (to c))).
    + apply in_right_part. exists (to c). split; [apply lands; exact Mc|]. split; [apply R; eauto|reflexivity].
    + apply IH; [lia|apply D; auto|apply K; auto].
  - apply in_left_part in H as (y & Hy & Hl & ->). apply (proj2 L) in Hl as (c & Hl & ->). pose proof (proj1 L c Hl) as Mc.
    assert (In (Part (kept l c) (del c r)) (lefts b (Part l r))) as M.
    { apply in_left_part. exists c. split; [apply lands; exact Mc|auto]. }
    pose proof (ends_left b _ _ M). apply gf_left with (1 := M).
    apply IH; [lia|apply K; auto|apply D; auto].
Qed.
End Carried.

(** Right has a move at most in each set of cells that are all near each other. *)
Definition meets (f block : N) : bool := negb (N.land f block =? 0).
Lemma meets_iff : forall f block, meets f block = true <-> exists c, has f c = true /\ has block c = true.
Proof.
  intros f block. unfold meets. rewrite negb_true_iff, N.eqb_neq. split.
  - intros H. exists (N.log2 (N.land f block)). apply andb_true_iff. rewrite <- has_land. exact (N.bit_log2 _ H).
  - intros (c & F & B) E. assert (has (N.land f block) c = true) as X by (rewrite has_land, F, B; reflexivity).
    rewrite E, has_none in X. discriminate.
Qed.

Definition met (blocks : list N) (r : N) : nat := List.length (filter (meets r) blocks).
Definition covered_by (blocks : list N) : Prop :=
  (forall c, In c (cells b) -> exists block, In block blocks /\ has block c = true) /\
  forall block c d, In block blocks -> has block c = true -> has block d = true -> In d (c :: near b c).

Lemma filter_fewer : forall A (f g : A -> bool) l, (forall a, f a = true -> g a = true) ->
  (List.length (filter f l) <= List.length (filter g l))%nat /\
  forall a, In a l -> f a = false -> g a = true -> (List.length (filter f l) < List.length (filter g l))%nat.
Proof.
  intros A f g l I. induction l as [|x l [IH1 IH2]]; [split; [apply le_n|intros a []]|].
  cbn [filter]. split.
  - destruct (f x) eqn:F; [rewrite (I x F); cbn; lia|]. destruct (g x); cbn; lia.
  - intros a [->|Ha] F G; [rewrite F, G; cbn; lia|]. specialize (IH2 a Ha F G).
    destruct (f x) eqn:Fx; [rewrite (I x Fx); cbn; lia|]. destruct (g x); cbn; lia.
Qed.

Lemma whole_valued : forall k, valued (Num 0 places (k * one)) (k * one) false.
Proof. intros k. constructor; [reflexivity|exists k; reflexivity]. Qed.

Lemma covered : forall blocks, covered_by blocks -> forall l r, ge (Part l r) (Num 0 places (- Z.of_nat (met blocks r) * one)).
Proof.
  intros blocks [C N].
  assert (forall n l r, (Numbers.size b (Part l r) < n)%nat -> ge (Part l r) (Num 0 places (- Z.of_nat (met blocks r) * one))) as X;
    [|intros; eapply X; eauto].
  pose proof one_positive as P.
  induction n as [|n IH]; intros l r S; [lia|]. constructor; intros o H.
  - pose proof (ends_right b _ _ H). apply in_right_part in H as (c & Hc & Hr & ->).
    destruct (C c Hc) as (block & Hb & Bc).
    assert (met blocks (kept r c) < met blocks r)%nat as F.
    { apply (filter_fewer _ (meets (kept r c)) (meets r) blocks) with (a := block); [|exact Hb| |].
      - intros x M. apply meets_iff in M as (d & D & E). apply in_kept in D as [D _]. apply meets_iff. eauto.
      - destruct (meets (kept r c) block) eqn:M; [|reflexivity]. apply meets_iff in M as (d & D & E).
        apply in_kept in D as [_ D]. destruct (D (N block c d Hb Bc E)).
      - apply meets_iff. eauto. }
    apply (gf_right b _ _ (Num 0 places ((- Z.of_nat (met blocks r) + 1) * one))).
    + cbn [rights num_rights]. fold one. destruct (Z.leb_spec one (- (- Z.of_nat (met blocks r) * one))) as [_|L].
      * left. f_equal. ring.
      * assert (1 <= Z.of_nat (met blocks r))%Z as Q by lia. exfalso. clear - Q L P. nia.
    + apply (ge_trans b _ _ _ (IH (del c l) (kept r c) ltac:(lia))).
      apply (valued_ge b _ _ _ _ _ _ (whole_valued _) (whole_valued _)).
      destruct (Z.eq_dec (Z.of_nat (met blocks r)) (Z.of_nat (met blocks (kept r c)) + 1)) as [E|E].
      * right. split; [f_equal; lia|reflexivity].
      * assert (Z.of_nat (met blocks (kept r c)) + 2 <= Z.of_nat (met blocks r))%Z as Q by lia.
        left. clear - Q P. nia.
  - cbn [lefts num_lefts] in H. fold one in H. destruct (Z.leb_spec one (- Z.of_nat (met blocks r) * one)) as [L|_]; [|destruct H].
    pose proof (Nat2Z.is_nonneg (met blocks r)) as Q. exfalso. clear - L P Q. nia.
Qed.

(** ** The game *)
Lemma same_game : forall l r f,
  (ge (Part l r) Zero <-> loses (next b (Place Own)) (St f r l)) /\
  (gf (Part l r) Zero <-> wins (next b (Place Own)) (St f l r)).
Proof.
  assert (forall n l r f, (Numbers.size b (Part l r) < n)%nat ->
    (ge (Part l r) Zero <-> loses (next b (Place Own)) (St f r l)) /\
    (gf (Part l r) Zero <-> wins (next b (Place Own)) (St f l r))) as X; [|intros; eapply X; eauto].
  induction n as [|n IH]; intros l r f S; [lia|].
  assert (forall c, In c (cells b) -> has r c = true ->
    (gf (Part (del c l) (kept r c)) Zero <-> wins (next b (Place Own)) (St 0 (del c l) (kept r c)))) as R.
  { intros c Hc Hr. assert (In (Part (del c l) (kept r c)) (rights b (Part l r))) as M by (apply in_right_part; eauto).
    pose proof (ends_right b _ _ M). apply IH. lia. }
  assert (forall c, In c (cells b) -> has l c = true ->
    (ge (Part (kept l c) (del c r)) Zero <-> loses (next b (Place Own)) (St 0 (del c r) (kept l c)))) as L.
  { intros c Hc Hl. assert (In (Part (kept l c) (del c r)) (lefts b (Part l r))) as M by (apply in_left_part; eauto).
    pose proof (ends_left b _ _ M). apply IH. lia. }
  split; split; intros H.
  - apply ge_inv in H as [H _]. constructor. intros t Ht. apply in_own in Ht as (c & Hc & Hr & ->). cbn [mine yours] in *.
    apply (R c Hc Hr), H, in_right_part. eauto.
  - constructor; [|intros o []]. intros o Ho. apply in_right_part in Ho as (c & Hc & Hr & ->). apply (R c Hc Hr).
    inversion H as [s A]; subst. apply A, in_own. exists c. auto.
  - inversion H as [g h o Ho A|g h o Ho A]; subst; [|destruct Ho]. apply in_left_part in Ho as (c & Hc & Hl & ->).
    apply (wins_by _ (St 0 (del c r) (kept l c))); [apply in_own; exists c; auto|]. apply (L c Hc Hl). exact A.
  - inversion H as [s t Ht A]; subst. apply in_own in Ht as (c & Hc & Hl & ->). cbn [mine yours] in *.
    apply (gf_left b _ _ (Part (kept l c) (del c r))); [apply in_left_part; eauto|]. apply (L c Hc Hl). exact A.
Qed.
End Positions.

(** ** The table *)
Section Table.
Variables (n : nearness) (sh : shape) (rows cols : N).
Variable b : board.
Hypothesis b_alike : alike b (board_by n sh rows cols).
Hypothesis ok : proper b.
Hypothesis sym : symmetric b.
Variable m : masks.
Hypothesis m_right : m = masks_of rows cols.
Variable fuel : nat.
Variable images : list (N -> N).
Hypothesis images_right : forall p, In p images -> exists q, symmetry b p q = true.
(** A cell and those near it. *)
Variable around : N -> N.
Hypothesis around_right : forall c d, has (around c) d = true <-> In d (c :: near b c).
(** Sets of cells near each other that cover the board, in a way and in others. *)
Variables (first : list N) (others : list (list N)).
Hypothesis layouts_right : forall blocks, In blocks (first :: others) -> covered_by b blocks.
(** Components of at most so many cells are without cells of no use. *)
Variable reduce : N.
Variable copies : N -> N -> N -> bool.
Hypothesis copies_right : forall i l r, copies i l r = true -> ge b (Part l r) Zero.

Notation ge := (ge b).
Notation known := (known b).
Notation kept := (kept b).

Definition sides : Type := N * N.
Definition all_of (s : sides) : N := N.lor (fst s) (snd s).
Definition shifted (k : N) (s : sides) : sides := (N.shiftr (fst s) k, N.shiftr (snd s) k).

Fixpoint move_up (fuel : nat) (s : sides) : sides :=
  match fuel with
  | O => s
  | S fuel => if negb (all_of s =? 0) && subset (all_of s) (lower m) then move_up fuel (shifted cols s) else s
  end.
Fixpoint move_left (fuel : nat) (s : sides) : sides :=
  match fuel with
  | O => s
  | S fuel => if negb (all_of s =? 0) && subset (all_of s) (inner m) then move_left fuel (shifted 1 s) else s
  end.
Definition put (s : sides) : sides :=
  let s := if may_up n sh then move_up fuel s else s in if may_left n sh then move_left fuel s else s.
Definition before (s t : sides) : bool := (fst s <? fst t) || (fst s =? fst t) && (snd s <? snd t).
Definition normal_sides (s : sides) : sides :=
  fold_left (fun best p => let i := put (image b p (fst s), image b p (snd s)) in if before i best then i else best)
    images (put s).

(** What records say of a component. *)
Definition bounds : Type := PositiveMap.t (sides * bound).
Definition key_of (s : sides) : positive := N.succ_pos (N.lor (N.shiftl (fst s) 64) (snd s)).
Definition recorded (t : bounds) (s : sides) : option bound :=
  match PositiveMap.find (key_of s) t with
  | Some (u, a) => if (fst u =? fst s) && (snd u =? snd s) then Some a else None
  | None => None
  end.

(** Minus the number of moves that Right can have. *)
Definition cover (r : N) : bound :=
  bound_of (- Z.of_nat (fold_right (fun blocks k => Nat.min (met blocks r) k) (met first r) others) * one) false.

(** The bound of a component in normal form, and that of any. *)
Definition bound_at (t : bounds) (s : sides) : bound :=
  match recorded t s with Some a => a | None => cover (snd s) end.
Definition of_part (t : bounds) (s : sides) : bound :=
  match filter (has (all_of s)) (cells b) with
  | [c] => if has (fst s) c then plus (cover (del c (snd s))) (alone_value (has (snd s) c)) else cover (snd s)
  | _ => if subset (all_of s) (full m) then bound_at t (normal_sides s) else cover (snd s)
  end.

(** The component of some cells, as far as such a search finds it. *)
Fixpoint component (fuel : nat) (l r part : N) : N :=
  match fuel with
  | O => part
  | S fuel =>
      let grown := fold_left (fun g c =>
        if has part c then
          let g := if has l c then N.lor g (N.land (around c) l) else g in
          if has r c then N.lor g (N.land (around c) r) else g
        else g) (cells b) part in
      if part =? grown then part else component fuel l r grown
  end.
Definition separate (l r l' r' : N) : bool :=
  (N.land (N.lor l r) (N.lor l' r') =? 0) &&
  forallb (fun c => (negb (has l c) || (N.land (around c) l' =? 0)) && (negb (has r c) || (N.land (around c) r' =? 0)))
    (cells b).

(** A player's cells of no use; those of Right's that may be closed with all others. *)
Definition useless (mine yours : N) : N :=
  let only := N.ldiff mine yours in
  set_of (filter (fun c => has only c && existsb (fun d =>
      let less := N.land (around d) mine in let more := N.land (around c) mine in
      has only d && subset less more && negb (subset more less)) (near b c)) (cells b)).
Definition closable (l r no_use : N) : N :=
  set_of (filter (fun c => has no_use c && negb (has l c) && existsb (fun d =>
      has r d && negb (has l d) && negb (has no_use d) && subset (N.land (around d) r) (around c)) (near b c)) (cells b)).

(** The bound of a position. *)
Fixpoint sum_of (t : bounds) (rounds : nat) (l r : N) : bound :=
  match rounds with
  | O => cover r
  | S rounds =>
      match find (has (N.lor l r)) (cells b) with
      | None => cover r
      | Some c =>
          let part := component fuel l r (N.shiftl 1 c) in
          let l1 := N.land l part in let r1 := N.land r part in
          let small := N.of_nat (count (cells b) part) <=? reduce in
          let no_left := if small then useless l1 r1 else 0 in
          let no_right := if small then closable l r (useless r1 l1) else 0 in
          if N.lor no_left no_right =? 0 then
            let l2 := N.ldiff l part in let r2 := N.ldiff r part in
            if separate l1 r1 l2 r2 then plus (of_part t (l1, r1)) (sum_of t rounds l2 r2) else cover r
          else sum_of t rounds (N.ldiff l no_left) (N.ldiff r no_right)
      end
  end.

Definition shown (t : bounds) (l r : N) : Z -> bool -> bool := shows (sum_of t fuel l r).

(** A record is right, by its reason. *)
Definition dominated (l r c : N) : bool :=
  negb (has l c) && existsb (fun d =>
    let less := N.land (around d) r in let all := N.land (around c) r in
    has r d && subset less all && (negb (subset all less) || has l d || (d <? c))) (near b c).
Definition replied (t : bounds) (l r : N) (x : Z) : bool :=
  let replies := filter (fun c => has r c && negb (dominated l r c)) (cells b) in
  forallb (fun c => shown t (del c l) (kept r c) x true) replies &&
  forallb (fun c => negb (has r c) || among c replies ||
                    negb (has l c) && existsb (fun d => subset (N.land (around d) r) (around c)) replies) (cells b).
Definition bound_right (t : bounds) (l r : N) (x : Z) (star : bool) (reason : N) : bool :=
  if reason <? 64 then
    among reason (cells b) && has l reason &&
    (if has r reason then shown t (kept l reason) (del reason r) x (negb star)
     else shown t (kept l reason) (del reason r) (x - one) star)
  else if reason =? 64 then
    negb star && match left_number places 0 x with Some y => shows (bound_at t (l, r)) y true | None => true end &&
    replied t l r x
  else negb star && (x =? 0)%Z && copies (reason - 65) l r.

(** ** What it says is right *)
Lemma all_has : forall s c, has (all_of s) c = true <-> has (fst s) c = true \/ has (snd s) c = true.
Proof. intros. unfold all_of. rewrite has_lor. apply orb_true_iff. Qed.

Lemma near_alike : forall c d, In d (near b c) <-> In d (all_cells rows cols) /\ is_near n sh rows cols c d = true.
Proof. intros c d. rewrite (same_near _ _ b_alike). apply filter_In. Qed.
Lemma cells_alike : cells b = all_cells rows cols.
Proof. exact (same_cells _ _ b_alike). Qed.

Lemma shifted_ge : forall k (movable : N -> Prop), (forall x, movable x -> k <= x) ->
  (forall x y, movable x -> movable y -> In x (all_cells rows cols) -> In y (all_cells rows cols) ->
     is_near n sh rows cols (x - k) (y - k) = is_near n sh rows cols x y) ->
  forall s, (forall x, has (all_of s) x = true -> In x (all_cells rows cols) /\ movable x) ->
  ge (Part (fst s) (snd s)) (Part (fst (shifted k s)) (snd (shifted k s))).
Proof.
  intros k movable far adjacent s M.
  assert (forall x, In x (all_cells rows cols) -> In (x - k) (all_cells rows cols)) as Lands.
  { intros x H. apply in_cells in H. apply in_cells. lia. }
  apply (carried b (fun x => In x (all_cells rows cols) /\ movable x) (fun x => x - k)).
  - intros x [I _]. rewrite cells_alike. auto.
  - intros x y [_ X] [_ Y] E. apply far in X, Y. lia.
  - intros x y [Ix X] [Iy Y]. cbn [In]. rewrite !near_alike, (adjacent x y X Y Ix Iy).
    pose proof (far x X). pose proof (far y Y). pose proof (Lands y Iy).
    assert (x - k = y - k <-> x = y) by lia. tauto.
  - split; [intros x H; apply M, all_has; auto|]. intros y. cbn [shifted fst]. unfold has at 1. rewrite N.shiftr_spec'. split.
    + intros H. exists (y + k). split; [exact H|lia].
    + intros (x & H & ->). assert (k <= x) by (apply far, M, all_has; auto). replace (x - k + k) with x by lia. exact H.
  - split; [intros x H; apply M, all_has; auto|]. intros y. cbn [shifted snd]. unfold has at 1. rewrite N.shiftr_spec'. split.
    + intros H. exists (y + k). split; [exact H|lia].
    + intros (x & H & ->). assert (k <= x) by (apply far, M, all_has; auto). replace (x - k + k) with x by lia. exact H.
Qed.

Lemma move_up_ge : may_up n sh = true -> forall k s,
  ge (Part (fst s) (snd s)) (Part (fst (move_up k s)) (snd (move_up k s))).
Proof.
  intros J. induction k as [|k IH]; intros s; [apply ge_refl|]. cbn [move_up].
  destruct (negb (all_of s =? 0) && subset (all_of s) (lower m)) eqn:E; [|apply ge_refl]. apply andb_prop in E as [_ E].
  rewrite m_right in E. apply (ge_trans b _ (Part (fst (shifted cols s)) (snd (shifted cols s)))); [|apply IH].
  apply (shifted_ge cols (fun x => cols <= x /\ cols <> 0)); [tauto|exact (up_near n sh rows cols b b_alike J)|].
  intros x H. exact (in_lower rows cols _ x E H).
Qed.
Lemma move_left_ge : may_left n sh = true -> forall k s,
  ge (Part (fst s) (snd s)) (Part (fst (move_left k s)) (snd (move_left k s))).
Proof.
  intros J. induction k as [|k IH]; intros s; [apply ge_refl|]. cbn [move_left].
  destruct (negb (all_of s =? 0) && subset (all_of s) (inner m)) eqn:E; [|apply ge_refl]. apply andb_prop in E as [_ E].
  rewrite m_right in E. apply (ge_trans b _ (Part (fst (shifted 1 s)) (snd (shifted 1 s)))); [|apply IH].
  apply (shifted_ge 1 (fun x => x mod cols <> 0 /\ cols <> 0)); [exact (from_one cols)|exact (left_near n sh rows cols b b_alike J)|].
  intros x H. exact (in_inner rows cols _ x E H).
Qed.
Lemma put_ge : forall s, ge (Part (fst s) (snd s)) (Part (fst (put s)) (snd (put s))).
Proof.
  intros s. unfold put. destruct (may_up n sh) eqn:U, (may_left n sh) eqn:L;
    [|apply (move_up_ge U)|apply (move_left_ge L)|apply ge_refl].
  exact (ge_trans b _ _ _ (move_up_ge U fuel s) (move_left_ge L fuel _)).
Qed.

Lemma image_ge : forall p q, symmetry b p q = true -> forall l r,
  (forall x, has (N.lor l r) x = true -> In x (cells b)) -> ge (Part l r) (Part (image b p l) (image b p r)).
Proof.
  intros p q K l r B. apply (carried b (fun x => In x (cells b)) p).
  - intros x H. split; [exact H|]. apply (kept_cells b p q K x H).
  - intros x y Hx Hy E. exact (same_cell b p q K x y Hx Hy E).
  - intros x y Hx Hy. destruct (kept_cells b p q K x Hx) as (Ix & Ex & Kx & _).
    destruct (kept_cells b p q K y Hy) as (_ & Ey & _). cbn [In]. split; intros [E|H].
    + left. exact (same_cell b p q K x y Hx Hy E).
    + right. rewrite <- Ex, <- Ey. apply (kept_cells b q p (kept_flip b p q K) (p x) Ix). exact H.
    + left. congruence.
    + right. auto.
  - split; [intros x H; apply B; rewrite has_lor, H; reflexivity|]. intros y. unfold image. rewrite in_set_of, in_map_iff. split.
    + intros (x & <- & H). apply filter_In in H as [_ H]. eauto.
    + intros (x & H & ->). exists x. split; [reflexivity|]. apply filter_In. split; [|exact H]. apply B. rewrite has_lor, H. reflexivity.
  - split; [intros x H; apply B; rewrite has_lor, H; apply orb_true_r|]. intros y. unfold image. rewrite in_set_of, in_map_iff. split.
    + intros (x & <- & H). apply filter_In in H as [_ H]. eauto.
    + intros (x & H & ->). exists x. split; [reflexivity|]. apply filter_In. split; [|exact H]. apply B. rewrite has_lor, H. apply orb_true_r.
Qed.

Lemma normal_ge : forall s, (forall x, has (all_of s) x = true -> In x (cells b)) ->
  ge (Part (fst s) (snd s)) (Part (fst (normal_sides s)) (snd (normal_sides s))).
Proof.
  intros s B. unfold normal_sides.
  assert (forall l best, incl l images -> ge (Part (fst s) (snd s)) (Part (fst best) (snd best)) ->
    let u := fold_left (fun best p => let i := put (image b p (fst s), image b p (snd s)) in if before i best then i else best) l best in
    ge (Part (fst s) (snd s)) (Part (fst u) (snd u))) as X.
  { induction l as [|p l IH]; intros best I G; [exact G|]. cbn [fold_left]. apply IH; [intros q Hq; apply I; right; exact Hq|].
    cbv zeta. destruct (before _ best); [|exact G]. destruct (images_right p (I p (or_introl eq_refl))) as [q K].
    exact (ge_trans b _ _ _ (image_ge p q K _ _ B) (put_ge (image b p (fst s), image b p (snd s)))). }
  exact (X images _ (incl_refl _) (put_ge s)).
Qed.

Lemma cover_known : forall l r, known (Part l r) (cover r).
Proof.
  intros l r. unfold cover. set (k := fold_right _ _ _). apply known_of.
  assert (exists blocks, In blocks (first :: others) /\ met blocks r = k) as (blocks & I & E).
  { unfold k. clear. induction others as [|o l IH]; cbn [fold_right]; [exists first; split; [left|]; reflexivity|].
    destruct IH as (blocks & I & E). destruct (Nat.min_dec (met o r) (fold_right (fun blocks k => Nat.min (met blocks r) k) (met first r) l)) as [D|D];
      rewrite D; [exists o; split; [right; left|]; reflexivity|]. exists blocks. split; [|exact E].
    destruct I as [<-|I]; [left; reflexivity|right; right; exact I]. }
  rewrite <- E. apply (ge_trans b _ _ _ (covered b blocks (layouts_right _ I) l r)).
  apply (valued_ge b _ _ _ _ _ _ (whole_valued _) (value_valued _ _)). auto.
Qed.

Definition right_bounds (t : bounds) : Prop :=
  forall k u a, PositiveMap.find k t = Some (u, a) -> known (Part (fst u) (snd u)) a.

Lemma bound_at_known : forall t s, right_bounds t -> known (Part (fst s) (snd s)) (bound_at t s).
Proof.
  intros t [l r] R. unfold bound_at, recorded. cbn [fst snd]. destruct (PositiveMap.find _ t) as [[[l' r'] a]|] eqn:F;
    [|apply cover_known]. cbn [fst snd]. destruct (N.eqb_spec l' l) as [->|]; [|apply cover_known].
  destruct (N.eqb_spec r' r) as [->|]; [exact (R _ _ _ F)|apply cover_known].
Qed.

Lemma full_cells : forall f, subset f (full m) = true -> forall x, has f x = true -> In x (cells b).
Proof.
  intros f S x X. rewrite cells_alike. apply in_set_of. rewrite m_right in S. exact (subset_has _ _ S x X).
Qed.

Lemma of_part_known : forall t s, right_bounds t -> known (Part (fst s) (snd s)) (of_part t s).
Proof.
  intros t s R. unfold of_part.
  assert (known (Part (fst s) (snd s)) (if subset (all_of s) (full m) then bound_at t (normal_sides s) else cover (snd s))) as X.
  { destruct (subset (all_of s) (full m)) eqn:F; [|apply cover_known].
    exact (known_ge b _ _ _ (normal_ge s (full_cells _ F)) (bound_at_known t _ R)). }
  destruct (filter _ _) as [|c [|]] eqn:F; try exact X. destruct (has (fst s) c) eqn:L; [|apply cover_known].
  assert (In c (cells b)) as Hc.
  { assert (In c (filter (has (all_of s)) (cells b))) as I by (rewrite F; left; reflexivity). apply filter_In in I. tauto. }
  exact (known_ge b _ _ _ (raised b ok sym _ _ c Hc L) (known_plus b _ _ _ _ (cover_known _ _) (alone_known b _))).
Qed.

Lemma separate_apart : forall l r l' r', separate l r l' r' = true -> apart b l r l' r'.
Proof.
  intros l r l' r' H. unfold separate in H. apply andb_prop in H as [D H]. rewrite forallb_forall in H.
  apply N.eqb_eq in D.
  assert (forall x, (has l x = true \/ has r x = true) -> (has l' x = true \/ has r' x = true) -> False) as Once.
  { intros x P Q. assert (has (N.land (N.lor l r) (N.lor l' r')) x = true) as C.
    { rewrite has_land, !has_lor. apply andb_true_iff. rewrite !orb_true_iff. auto. }
    rewrite D, has_none in C. discriminate. }
  assert (forall f f' x y, (negb (has f x) || (N.land (around x) f' =? 0)) = true -> In y (x :: near b x) ->
    has f x = true -> has f' y = true -> False) as Far.
  { intros f f' x y E I F F'. rewrite F in E. cbn [negb orb] in E. apply N.eqb_eq in E.
    assert (has (N.land (around x) f') y = true) as C by (rewrite has_land, F', andb_true_r; apply around_right; exact I).
    rewrite E, has_none in C. discriminate. }
  intros x y I. split; [|split].
  - intros [P Q]. destruct I as [->|I]; [apply (Once y); auto|].
    pose proof (H x (near_from b ok _ _ I)) as E. apply andb_prop in E as [E _]. exact (Far l l' x y E (or_intror I) P Q).
  - intros [P Q]. destruct I as [->|I]; [apply (Once y); auto|].
    pose proof (H x (near_from b ok _ _ I)) as E. apply andb_prop in E as [_ E]. exact (Far r r' x y E (or_intror I) P Q).
  - intros -> [P Q]. exact (Once y P Q).
Qed.

Lemma closable_right : forall l r no_use c, has (closable l r no_use) c = true -> has l c = false /\ has no_use c = true /\
  exists d, In d (cells b) /\ has r d = true /\ has no_use d = false /\ has l d = false /\
    forall e, has r e = true -> In e (d :: near b d) -> In e (c :: near b c).
Proof.
  intros l r no_use c H. apply in_set_of, filter_In in H as [_ H]. apply andb_prop in H as [H E].
  apply andb_prop in H as [U L]. apply negb_true_iff in L. apply existsb_exists in E as (d & I & E).
  apply andb_prop in E as [E S]. apply andb_prop in E as [E U']. apply andb_prop in E as [R L'].
  apply negb_true_iff in U', L'. split; [exact L|]. split; [exact U|]. exists d. split; [exact (near_on b ok _ _ I)|].
  split; [exact R|]. split; [exact U'|]. split; [exact L'|]. intros e Re Ie. apply around_right.
  apply (subset_has _ _ S). rewrite has_land, Re, andb_true_r. apply around_right. exact Ie.
Qed.

Lemma if_small : forall (small : bool) f c, has (if small then f else 0) c = true -> has f c = true.
Proof. intros [] f c H; [exact H|rewrite has_none in H; discriminate]. Qed.

Lemma sum_known : forall t, right_bounds t -> forall rounds l r, known (Part l r) (sum_of t rounds l r).
Proof.
  intros t R. induction rounds as [|rounds IH]; intros l r; [apply cover_known|]. cbn [sum_of].
  destruct (find _ (cells b)) as [c|]; [|apply cover_known]. cbv zeta.
  set (part := component fuel l r (N.shiftl 1 c)).
  set (small := N.of_nat _ <=? reduce).
  set (no_left := if small then useless _ _ else 0). set (no_right := if small then closable _ _ _ else 0).
  destruct (N.lor no_left no_right =? 0).
  - destruct (separate _ _ _ _) eqn:S; [|apply cover_known].
    assert (forall f, f = N.lor (N.land f part) (N.ldiff f part)) as Whole.
    { intros f. apply same_set. intros x. rewrite has_lor, has_land, has_ldiff. destruct (has f x), (has part x); reflexivity. }
    rewrite (Whole l) at 1. rewrite (Whole r) at 1.
    apply (known_ge b _ _ _ (apart_sum b ok sym _ _ _ _ (separate_apart _ _ _ _ S))). apply known_plus; [|apply IH].
    exact (of_part_known t (N.land l part, N.land r part) R).
  - apply (known_ge b _ (Part (N.ldiff l no_left) (N.ldiff r no_right))); [|apply IH]. apply simpler; [exact ok|exact sym|].
    split; [intros x H; apply in_ldiff in H; tauto|]. intros x Hr F.
    assert (has no_right x = true) as U.
    { rewrite has_ldiff, Hr in F. cbn [andb] in F. apply negb_false_iff in F. exact F. }
    apply if_small, closable_right in U as (L & _ & d & Cd & Rd & Ud & Ld & T). split; [exact L|]. exists d.
    split; [exact Cd|]. split; [exact Rd|]. split; [|auto]. apply in_ldiff. split; [exact Rd|].
    destruct (has no_right d) eqn:E; [|reflexivity]. apply if_small, closable_right in E as (_ & E & _). congruence.
Qed.

Lemma shown_ge : forall t l r x s, right_bounds t -> shown t l r x s = true -> ge (Part l r) (value x s).
Proof. intros t l r x s R H. exact (shows_right b _ _ _ _ (sum_known t R fuel l r) H). Qed.

Lemma num_left_number : forall k i x, (k + i)%nat = places -> (grain i | x)%Z -> forall o, In o (num_lefts k i x) ->
  exists y, left_number k i x = Some y /\ valued o y false.
Proof.
  intros k i x E D o H. destruct (num_moves k i x E D) as (_ & _ & L & _). specialize (L o H).
  exists (x - grain (num_level k i x))%Z. split; [|exact L]. clear L E D. revert i H. induction k as [|k IH]; intros i H;
    cbn [num_lefts left_number num_level] in *.
  - destruct (grain i <=? x)%Z; [reflexivity|destruct H].
  - destruct (odd_at i x); [reflexivity|exact (IH _ H)].
Qed.

Lemma bound_is_right : forall t l r x s reason, right_bounds t -> bound_right t l r x s reason = true -> ge (Part l r) (value x s).
Proof.
  intros t l r x s reason R H. unfold bound_right in H. destruct (reason <? 64); [|destruct (reason =? 64)].
  - apply andb_prop in H as [H E]. apply andb_prop in H as [C L]. apply among_in in C.
    apply (ge_trans b _ _ _ (raised b ok sym l r reason C L)). destruct (has r reason); apply (shown_ge _ _ _ _ _ R) in E.
    + apply (ge_trans b _ _ _ (ge_plus b _ _ _ _ E (ge_refl b _))).
      apply (valued_ge b _ _ (x + 0) x (xorb (negb s) true) s); [constructor; [apply value_valued|constructor]|apply value_valued|].
      right. split; [lia|destruct s; reflexivity].
    + apply (ge_trans b _ _ _ (ge_plus b _ _ _ _ E (ge_refl b _))).
      apply (valued_ge b _ _ (x - one + one) x (xorb s false) s);
        [constructor; [apply value_valued|constructor; [reflexivity|apply Z.divide_refl]]|apply value_valued|].
      right. split; [lia|destruct s; reflexivity].
  - apply andb_prop in H as [H E]. apply andb_prop in H as [S O]. destruct s; [discriminate|]. clear S.
    assert (grain 0 | x)%Z as D by (exists x; unfold grain; cbn; lia).
    assert (valued (Num places 0 x) x false) as V by (constructor; [reflexivity|exact D]).
    apply (ge_trans b _ (Num places 0 x)); [|apply (valued_ge b _ _ x x false false); [exact V|apply value_valued|auto]].
    unfold replied in E. cbv zeta in E. set (replies := filter _ (cells b)) in E. apply andb_prop in E as [E1 E2].
    rewrite forallb_forall in E1, E2.
    assert (forall c, In c replies -> gf b (Part (del c l) (kept r c)) (Num places 0 x)) as Shown.
    { intros c Hc. apply (ge_gf b _ _ _ (shown_ge _ _ _ _ _ R (E1 c Hc))).
      apply (valued_gf b _ _ x x true false); [apply value_valued|exact V|auto]. }
    constructor; intros o Ho.
    + apply in_right_part in Ho as (c & Hc & Hr & ->). specialize (E2 c Hc). rewrite Hr in E2. cbn [negb orb] in E2.
      apply orb_prop in E2 as [E2|E2]; [apply Shown, among_in, E2|]. apply andb_prop in E2 as [L E2].
      apply negb_true_iff in L. apply existsb_exists in E2 as (d & Hd & T).
      apply (ge_gf b _ (Part (del d l) (kept r d))); [|exact (Shown d Hd)]. apply more; [exact ok|exact sym| |].
      * intros e He. apply in_del in He as [He _]. apply in_del. split; [exact He|]. intros ->. congruence.
      * intros e He. apply in_kept in He as [He Ne]. apply in_kept. split; [exact He|]. intros I. apply Ne, around_right.
        apply (subset_has _ _ T). rewrite has_land, He, andb_true_r. apply around_right. exact I.
    + destruct (num_left_number places 0 x eq_refl D o Ho) as (y & Y & W). rewrite Y in O.
      apply (ge_gf b _ (value y true)); [exact (shows_right b _ _ _ _ (bound_at_known t (l, r) R) O)|].
      apply (valued_gf b _ _ y y true false); [apply value_valued|exact W|auto].
  - apply andb_prop in H as [H C]. apply andb_prop in H as [S X]. destruct s; [discriminate|].
    apply Z.eqb_eq in X. subst x. apply (ge_trans b _ _ _ (copies_right _ _ _ C)).
    apply (valued_ge b _ _ 0 0 false false); [constructor|apply value_valued|auto].
Qed.

(** ** Reading it *)
Context {source : Type}.
Variable read : source -> option (N * source).

(** A number in the code of a body, in units, and whether a star is added. *)
Definition read_value (from : source) : outcome (Z * bool * source) :=
  let* (zigzag, from) := varint read from in
  let* (tail, from) := byte read from in
  let* _ := need (N.div2 tail <=? N.of_nat places) "a number is too fine" in
  let units := Z.of_N (N.shiftl (N.div2 (zigzag + 1)) (N.of_nat places - N.div2 tail)) in
  Fine (if N.odd zigzag then Z.opp units else units, N.odd tail, from).

Definition read_bound (t : bounds) (from : source) : outcome (bounds * source) :=
  let* (l, from) := varint read from in
  let* (r, from) := varint read from in
  let* (x, star, from) := read_value from in
  let* (reason, from) := byte read from in
  if bound_right t l r x star reason
  then Fine (PositiveMap.add (key_of (l, r)) ((l, r), with_value (bound_at t (l, r)) x star) t, from)
  else Refused "it is not known that a component is worth so much: left, right, reason" [l; r; reason].

Fixpoint read_all (record : bounds -> source -> outcome (bounds * source)) (k : nat) (t : bounds) (from : source) :
    outcome (bounds * source) :=
  match k with
  | O => Fine (t, from)
  | S k => let* (t, from) := record t from in read_all record k t from
  end.

(** By a body of k records, a position is worth at least a value. *)
Definition read_bounds (k : N) (l r : N) (x : Z) (star : bool) (from : source) : outcome unit :=
  let* (t, from) := read_all read_bound (N.to_nat k) (PositiveMap.empty (sides * bound)) from in
  let* _ := at_end read from in
  need (shown t l r x star) "it is not known that the winner wins, by the bounds".

Lemma read_bound_right : forall t from u rest, right_bounds t -> read_bound t from = Fine (u, rest) -> right_bounds u.
Proof.
  intros t from u rest R H. unfold read_bound in H.
  apply bind_fine in H as ([l from1] & _ & H). apply bind_fine in H as ([r from2] & _ & H).
  apply bind_fine in H as ([[x star] from3] & _ & H). apply bind_fine in H as ([reason from4] & _ & H).
  destruct (bound_right t l r x star reason) eqn:E; [|discriminate]. injection H as <- _.
  intros k v a F. destruct (Pos.eq_dec k (key_of (l, r))) as [->|N].
  - rewrite PositiveMap.gss in F. injection F as <- <-. cbn [fst snd].
    apply known_with; [exact (bound_at_known t (l, r) R)|exact (bound_is_right _ _ _ _ _ _ R E)].
  - rewrite PositiveMap.gso in F by exact N. exact (R _ _ _ F).
Qed.

Theorem read_bounds_right : forall k l r x star from u, read_bounds k l r x star from = Fine u -> ge (Part l r) (value x star).
Proof.
  intros k l r x star from u H. unfold read_bounds in H.
  apply bind_fine in H as ([t from1] & T & H). apply bind_fine in H as (_ & _ & H).
  assert (right_bounds t) as R.
  { clear H. assert (right_bounds (PositiveMap.empty (sides * bound))) as R0.
    { intros i v a F. rewrite PositiveMap.gempty in F. discriminate. }
    revert R0 T. generalize (PositiveMap.empty (sides * bound)) as t0, (N.to_nat k) as j, from as f.
    intros t0 j. revert t0. induction j as [|j IH]; intros t0 f R0 T; cbn [read_all] in T.
    - injection T as <- _. exact R0.
    - apply bind_fine in T as ([t' f'] & E & T). exact (IH t' f' (read_bound_right _ _ _ _ R0 E) T). }
  destruct (shown t l r x star) eqn:E; [|discriminate]. exact (shown_ge _ _ _ _ _ R E).
Qed.
End Table.

(** ** The method *)
Section Method.
Variables (n : nearness) (sh : shape) (rows cols : N).
Variable b : board.
Hypothesis b_alike : alike b (board_by n sh rows cols).
Hypothesis ok : proper b.
Hypothesis sym : symmetric b.
Variable fuel : nat.
Variable images : list (N -> N).
Hypothesis images_right : forall p, In p images -> exists q, symmetry b p q = true.

Section Covers.
Variable around : N -> N.
Hypothesis around_right : forall c d, has (around c) d = true <-> In d (c :: near b c).

(** Ways to lay blocks of 2 by 2 out, which count where all cells of each are near each other. *)
Definition layouts : list (list N) :=
  map (fun '(down, right) =>
    flat_map (fun i => map (fun j =>
      set_of (filter (fun c => ((c / cols + down) / 2 =? i) && ((c mod cols + right) / 2 =? j)) (cells b)))
      (numbers (N.to_nat (cols / 2 + 1)))) (numbers (N.to_nat (rows / 2 + 1))))
  [(0, 0); (0, 1); (1, 0); (1, 1)].
Definition is_cover (blocks : list N) : bool :=
  forallb (fun c => existsb (fun block => has block c) blocks) (cells b) &&
  forallb (fun block => subset block (set_of (cells b)) &&
                        forallb (fun c => negb (has block c) || subset block (around c)) (cells b)) blocks.
Definition single_cells : list N := map (fun c => set_of [c]) (cells b).
Definition wide_covers : list (list N) := if forallb is_cover layouts then layouts else [].

Lemma covers_right : forall blocks, In blocks (single_cells :: wide_covers) -> covered_by b blocks.
Proof.
  intros blocks [<-|H].
  - split.
    + intros c Hc. exists (set_of [c]). split; [apply in_map_iff; eauto|apply in_set_of; left; reflexivity].
    + intros block c d Hb C D. apply in_map_iff in Hb as (e & <- & _). apply in_set_of in C as [->|[]].
      apply in_set_of in D as [->|[]]. left. reflexivity.
  - unfold wide_covers in H. destruct (forallb is_cover layouts) eqn:E; [|destruct H]. rewrite forallb_forall in E.
    specialize (E _ H). apply andb_prop in E as [E1 E2]. rewrite forallb_forall in E1, E2. split.
    + intros c Hc. specialize (E1 c Hc). apply existsb_exists in E1 as (block & Hb & B). eauto.
    + intros block c d Hb C D. specialize (E2 block Hb). apply andb_prop in E2 as [S E2]. rewrite forallb_forall in E2.
      pose proof (subset_has _ _ S c C) as Hc. apply in_set_of in Hc. specialize (E2 c Hc). rewrite C in E2.
      apply around_right. exact (subset_has _ _ E2 d D).
Qed.

(** The mirrors of the rectangle around a component. *)
Definition rectangle_mirror (i l r : N) : option (N -> N) :=
  (let there := filter (has (N.lor l r)) (cells b) in
  let down := map (fun c => c / cols) there in
  let across := map (fun c => c mod cols) there in
  let top := fold_right N.min rows down in let bottom := fold_right N.max 0 down in
  let left := fold_right N.min cols across in let right := fold_right N.max 0 across in
  let inside f c :=
    let row := c / cols in let col := c mod cols in
    if (top <=? row) && (row <=? bottom) && (left <=? col) && (col <=? right)
    then fst (f row col) * cols + snd (f row col) else c in
  let square := bottom - top =? right - left in
  match i with
  | 0 => Some (inside (fun row col => (top + bottom - row, left + right - col)))
  | 1 => Some (inside (fun row col => (top + bottom - row, col)))
  | 2 => Some (inside (fun row col => (row, left + right - col)))
  | 3 => if square then Some (inside (fun row col => (top + (col - left), left + (row - top)))) else None
  | 4 => if square then Some (inside (fun row col => (top + (right - col), left + (bottom - row)))) else None
  | _ => None
  end)%N.
Definition part_copies (i l r : N) : bool :=
  match rectangle_mirror i l r with Some p => own_copies b p (St 0 r l) | None => false end.
End Covers.

Context {source : Type}.
Variable read : source -> option (N * source).
Definition by_bounds (reduce records : N) (root : state) (mover_wins : bool) (from : source) : outcome unit :=
  let beside c := set_of (c :: near b c) in
  let around := look beside (Sets.table beside (cells b)) in
  let (l, r) := if mover_wins then (mine root, yours root) else (yours root, mine root) in
  read_bounds n sh cols b (masks_of rows cols) fuel images around single_cells (wide_covers around) reduce part_copies
    read records l r 0 mover_wins from.

Theorem by_bounds_right : forall reduce records root mover_wins from u,
  by_bounds reduce records root mover_wins from = Fine u ->
  if mover_wins then wins (next b (Place Own)) root else loses (next b (Place Own)) root.
Proof.
  intros reduce records [f m y] mover_wins from u H. unfold by_bounds in H. cbv zeta in H. cbn [mine yours] in H.
  assert (forall c d, has (look (fun c => set_of (c :: near b c)) (Sets.table (fun c => set_of (c :: near b c)) (cells b)) c) d = true <->
    In d (c :: near b c)) as A.
  { intros c d. rewrite look_table. apply in_set_of. }
  assert (forall i l r, part_copies i l r = true -> ge b (Part l r) Zero) as C.
  { intros i l r H'. unfold part_copies in H'. destruct (rectangle_mirror i l r) as [p|]; [|discriminate].
    apply (same_game b l r 0). exact (own_copies_wins b ok p sym _ H'). }
  destruct mover_wins; apply (read_bounds_right n sh rows cols b b_alike ok sym _ eq_refl fuel _ images_right
      _ A _ _ (covers_right _ A) _ _ C read) in H.
  - apply (same_game b m y f). apply (ge_gf b _ _ _ H).
    apply (valued_gf b _ _ 0 0 true false); [apply value_valued|constructor|auto].
  - apply (same_game b y m f). apply (ge_trans b _ _ _ H).
    apply (valued_ge b _ _ 0 0 false false); [apply value_valued|constructor|auto].
Qed.
End Method.
