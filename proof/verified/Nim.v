(** Nimbers: games in which both players have the same moves.

    The nimber of a state is the least number that is not the nimber of a state after a move. It
    is 0 exactly if the player to move loses, and the nimber of a sum of two games is the
    exclusive or of their nimbers (Sprague 1935, Grundy 1939). Both are proven here. *)
From Coq Require Import List Bool NArith Lia.
From Gridlock Require Import Game.
Import ListNotations.
Open Scope N_scope.

(** ** Exclusive or *)

(** Changing the highest of some bits from 1 to 0 makes a number smaller. *)
Lemma lxor_smaller : forall x d, d <> 0 -> N.testbit x (N.log2 d) = true -> N.lxor x d < x.
Proof.
  intros x d Hd Hx. set (k := N.log2 d) in *.
  assert (2 ^ k <> 0) as P by (apply N.pow_nonzero; discriminate).
  assert (N.shiftr d k = 1) as D.
  { rewrite N.shiftr_div_pow2. pose proof (N.log2_spec d ltac:(lia)) as [A B]. fold k in A, B.
    rewrite N.pow_succ_r' in B. symmetry. apply (N.div_unique d (2 ^ k) 1 (d - 2 ^ k)); lia. }
  assert (N.testbit (N.shiftr x k) 0 = true) as O by (rewrite N.shiftr_spec'; exact Hx).
  assert (N.lxor (N.shiftr x k) 1 < N.shiftr x k) as S.
  { destruct (N.shiftr x k) as [|[q|q|]]; try discriminate; simpl; lia. }
  rewrite <- D, <- N.shiftr_lxor, !N.shiftr_div_pow2 in S.
  destruct (N.lt_ge_cases (N.lxor x d) x) as [L|L]; [exact L|].
  pose proof (N.div_le_mono _ _ _ P L). lia.
Qed.

Lemma lxor_undo : forall a b, N.lxor (N.lxor a b) b = a.
Proof. intros. rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. reflexivity. Qed.

Lemma lxor_differs : forall a b c, a <> b -> N.lxor a c <> N.lxor b c.
Proof. intros a b c H E. apply H. rewrite <- (lxor_undo a c), E. apply lxor_undo. Qed.

(** Nim: from two heaps with exclusive or s, every smaller value is reached by one move. *)
Lemma nim_move : forall a b h, h < N.lxor a b ->
  (exists a', a' < a /\ N.lxor a' b = h) \/ (exists b', b' < b /\ N.lxor a b' = h).
Proof.
  intros a b h H. set (s := N.lxor a b) in *. set (d := N.lxor h s).
  assert (d <> 0) as D by (intros E; apply N.lxor_eq in E; lia).
  assert (N.lxor s d = h) as E1 by (unfold d; rewrite N.lxor_comm; apply lxor_undo).
  assert (N.testbit s (N.log2 d) = true) as T.
  { destruct (N.testbit s (N.log2 d)) eqn:T; [reflexivity|].
    assert (N.testbit h (N.log2 d) = true) as Th.
    { pose proof (N.bit_log2 d D) as B. unfold d in B at 1. rewrite N.lxor_spec, T in B.
      destruct (N.testbit h (N.log2 d)); [reflexivity|discriminate]. }
    pose proof (lxor_smaller h d D Th) as L.
    assert (N.lxor h d = s) as E2 by (unfold d; rewrite N.lxor_comm, (N.lxor_comm h s); apply lxor_undo).
    rewrite E2 in L. lia. }
  unfold s in T. rewrite N.lxor_spec in T. destruct (N.testbit a (N.log2 d)) eqn:Ta.
  - left. exists (N.lxor a d). split; [exact (lxor_smaller a d D Ta)|].
    rewrite N.lxor_assoc, (N.lxor_comm d b), <- N.lxor_assoc. exact E1.
  - right. destruct (N.testbit b (N.log2 d)) eqn:Tb; [|discriminate].
    exists (N.lxor b d). split; [exact (lxor_smaller b d D Tb)|]. rewrite <- N.lxor_assoc. exact E1.
Qed.

(** ** Nimbers *)
Inductive nimber {state : Type} (next : state -> list state) : state -> N -> Prop :=
  | least_excluded : forall s g,
      (forall t, In t (next s) -> exists h, h <> g /\ nimber next t h) ->
      (forall h, h < g -> exists t, In t (next s) /\ nimber next t h) ->
      nimber next s g.

Section Winner.
Context {state : Type}.
Variable next : state -> list state.
Variable measure : state -> nat.
Hypothesis decreases : forall s t, In t (next s) -> (measure t < measure s)%nat.

Theorem nimber_winner : forall s g, nimber next s g -> if g =? 0 then loses next s else wins next s.
Proof.
  intros s. pattern s. apply (measured measure). clear s. intros s IH g H.
  inversion H as [s' g' A B]; subst.
  destruct (N.eqb_spec g 0) as [->|Z].
  - constructor. intros t Ht. destruct (A t Ht) as (h & Hh & N).
    specialize (IH t (decreases _ _ Ht) h N). destruct (N.eqb_spec h 0); [contradiction|exact IH].
  - destruct (B 0 ltac:(lia)) as (t & Ht & N). apply wins_by with t; [exact Ht|].
    exact (IH t (decreases _ _ Ht) 0 N).
Qed.

Theorem nimber_once : forall s g h, nimber next s g -> nimber next s h -> g = h.
Proof.
  assert (forall s, (forall t, (measure t < measure s)%nat -> forall g h, nimber next t g -> nimber next t h -> g = h) ->
    forall g h, nimber next s g -> nimber next s h -> ~ g < h) as Less.
  { intros s IH g h G H L. inversion G as [s1 g1 A _]; inversion H as [s2 h2 _ B]; subst.
    destruct (B g L) as (t & Ht & N).
    destruct (A t Ht) as (k & Nk & K). exact (Nk (IH t (decreases _ _ Ht) _ _ K N)). }
  intros s. pattern s. apply (measured measure). clear s. intros s IH g h G H.
  pose proof (Less s IH g h G H). pose proof (Less s IH h g H G). lia.
Qed.

(** The least number that a list does not have. *)
Lemma least_other : forall l, exists g, ~ In g l /\ forall h, h < g -> In h l.
Proof.
  intros l. assert (forall n, (forall h, h < n -> In h l) \/ exists g, ~ In g l /\ forall h, h < g -> In h l) as X.
  { intros n. induction n as [|n [IH|IH]] using N.peano_ind; [left; intros h H; lia| |right; exact IH].
    destruct (in_dec N.eq_dec n l) as [I|I]; [left|right; exists n; auto].
    intros h H. destruct (N.eq_dec h n) as [->|]; [exact I|]. apply IH. lia. }
  assert (forall l h, In h l -> h < fold_right N.add 1 l) as Y.
  { clear. induction l as [|i l IH]; intros h []; cbn [fold_right]; [|specialize (IH h H); lia].
    subst. assert (0 < fold_right N.add 1 l) by (clear; induction l; cbn [fold_right]; lia). lia. }
  destruct (X (N.succ (fold_right N.add 1 l))) as [A|A]; [|exact A].
  specialize (Y l _ (A (fold_right N.add 1 l) ltac:(lia))). lia.
Qed.

Theorem nimber_exists : forall s, exists g, nimber next s g.
Proof.
  intros s. pattern s. apply (measured measure). clear s. intros s IH.
  assert (forall l, incl l (next s) -> exists gs,
    (forall t, In t l -> exists g, In g gs /\ nimber next t g) /\
    forall g, In g gs -> exists t, In t l /\ nimber next t g) as X.
  { induction l as [|t l IHl]; intros I; [exists []; split; intros ? []|].
    destruct (IHl (fun u Hu => I u (or_intror Hu))) as (gs & A & B).
    destruct (IH t (decreases _ _ (I t (or_introl eq_refl)))) as [g G]. exists (g :: gs). split.
    - intros u [<-|Hu]; [exists g; split; [left|]; auto|].
      destruct (A u Hu) as (h & Hh & N). exists h. split; [right|]; auto.
    - intros h [<-|Hh]; [exists t; split; [left|]; auto|].
      destruct (B h Hh) as (u & Hu & N). exists u. split; [right|]; auto. }
  destruct (X (next s) (incl_refl _)) as (gs & A & B). destruct (least_other gs) as (g & G & L).
  exists g. constructor.
  - intros t Ht. destruct (A t Ht) as (h & Hh & N). exists h. split; [congruence|exact N].
  - intros h Hh. exact (B h (L h Hh)).
Qed.

(** The sum of a and b is s: a move in s is a move in a or one in b. *)
Variable sum : state -> state -> state -> Prop.
Hypothesis sum_moves : forall a b s, sum a b s -> forall t, In t (next s) ->
  (exists a', In a' (next a) /\ sum a' b t) \/ (exists b', In b' (next b) /\ sum a b' t).
Hypothesis moves_left : forall a b s, sum a b s -> forall a', In a' (next a) ->
  exists t, In t (next s) /\ sum a' b t.
Hypothesis moves_right : forall a b s, sum a b s -> forall b', In b' (next b) ->
  exists t, In t (next s) /\ sum a b' t.

Theorem nimber_sum : forall s a b g h, sum a b s -> nimber next a g -> nimber next b h ->
  nimber next s (N.lxor g h).
Proof.
  intros s. pattern s. apply (measured measure). clear s. intros s IH a b g h Hs Ha Hb.
  inversion Ha as [a0 g0 A1 A2]; inversion Hb as [b0 h0 B1 B2]; subst. constructor.
  - intros t Ht. pose proof (decreases _ _ Ht) as Less.
    destruct (sum_moves _ _ _ Hs t Ht) as [(a' & Ha' & Hs')|(b' & Hb' & Hs')].
    + destruct (A1 a' Ha') as (g' & Ng & G). exists (N.lxor g' h).
      split; [apply lxor_differs; exact Ng|]. exact (IH t Less a' b g' h Hs' G Hb).
    + destruct (B1 b' Hb') as (h' & Nh & G). exists (N.lxor g h').
      split; [rewrite !(N.lxor_comm g); apply lxor_differs; exact Nh|].
      exact (IH t Less a b' g h' Hs' Ha G).
  - intros k Hk. destruct (nim_move _ _ _ Hk) as [(g' & L & E)|(h' & L & E)]; subst.
    + destruct (A2 g' L) as (a' & Ha' & G). destruct (moves_left _ _ _ Hs a' Ha') as (t & Ht & Hs').
      exists t. split; [exact Ht|]. exact (IH t (decreases _ _ Ht) a' b g' h Hs' G Hb).
    + destruct (B2 h' L) as (b' & Hb' & G).
      destruct (moves_right _ _ _ Hs b' Hb') as (t & Ht & Hs').
      exists t. split; [exact Ht|]. exact (IH t (decreases _ _ Ht) a b' g h' Hs' Ha G).
Qed.
End Winner.

(** States of the same game, seen in two ways, have the same nimber. *)
Section Same.
Context {A B : Type}.
Variables (nextA : A -> list A) (nextB : B -> list B) (same : A -> B -> Prop).
Hypothesis forth : forall a b, same a b -> forall a', In a' (nextA a) ->
  exists b', In b' (nextB b) /\ same a' b'.
Hypothesis back : forall a b, same a b -> forall b', In b' (nextB b) ->
  exists a', In a' (nextA a) /\ same a' b'.
Variable measure : A -> nat.
Hypothesis decreases : forall s t, In t (nextA s) -> (measure t < measure s)%nat.

Lemma same_nimber : forall a b g, same a b -> nimber nextB b g -> nimber nextA a g.
Proof.
  intros a. pattern a. apply (measured measure). clear a. intros a IH b g R H.
  inversion H as [b0 g0 H1 H2]; subst. constructor.
  - intros a' Ha. destruct (forth a b R a' Ha) as (b' & Hb & R').
    destruct (H1 b' Hb) as (h & Nh & G).
    exists h. split; [exact Nh|]. exact (IH a' (decreases _ _ Ha) b' h R' G).
  - intros h Hh. destruct (H2 h Hh) as (b' & Hb & G). destruct (back a b R b' Hb) as (a' & Ha & R').
    exists a'. split; [exact Ha|]. exact (IH a' (decreases _ _ Ha) b' h R' G).
Qed.
End Same.
