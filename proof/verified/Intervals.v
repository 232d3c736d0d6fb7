(** Intervals (walks, with and without blocks): one answer for many states.

    An interval is two markers and two sets of cells, [least] and [most]. It stands for the
    states with these markers, the winner to move, in which at least the cells of [least] and at
    most those of [most] are free. The winner's move has to be legal with the least; what the
    loser can reply is most with the most. The theorem is [interval_wins]: if the winner wins in
    what the replies leave, so in all states of the interval. For leaves by a walk the same is
    said by [step_walk_wins] and [block_walk_wins] in Walk.v; for cells that no marker can
    ever reach, by [beyond_reach].

    Cover.v reads certificates by intervals, and has the theorem about them. *)
From Coq Require Import List Bool NArith Lia.
From Gridlock Require Import Game Board Rules Sets Strategy Alone Walk Ends.
Import ListNotations.
Open Scope N_scope.

Section Intervals.
Variable b : board.
Hypothesis ok : proper b.

(** What walks with and without blocks share, beside that turns [grows]: a number names one turn. *)
Definition named (turn : walker -> list (N * walker)) : Prop :=
  forall x k y z, In (k, y) (turn x) -> In (k, z) (turn x) -> y = z.

Lemma step_named : named (step b).
Proof.
  intros [f m] k y z Hy Hz. unfold step in *.
  apply in_map_iff in Hy as (c & E & _), Hz as (d & F & _).
  injection E as <- <-. injection F as -> <-. reflexivity.
Qed.

(** On graphs it has to be looked at that there are no more than eight numbers for steps. *)
Definition few_steps : Prop := forall c k d, In (k, d) (steps b c) -> k < many b.

Lemma block_named : few_steps -> named (step_and_block b).
Proof.
  intros few [f m] k y z Hy Hz.
  apply in_step_and_block in Hy as (i & c & j & d & Hc & _ & Hd & _ & E & ->).
  apply in_step_and_block in Hz as (i' & c' & j' & d' & Hc' & _ & Hd' & _ & E' & ->).
  pose proof (few _ _ _ Hc). pose proof (few _ _ _ Hd). pose proof (few _ _ _ Hc'). pose proof (few _ _ _ Hd').
  assert (i = i') as <- by nia. assert (j = j') as <- by lia.
  rewrite <- (steps_named b ok _ _ _ _ Hc Hc') in *. rewrite <- (steps_named b ok _ _ _ _ Hd Hd').
  reflexivity.
Qed.

(** *** The step *)
Section Step.
Variable turn : walker -> list (N * walker).
Hypothesis turn_grows : grows turn.
Hypothesis turn_named : named turn.
Let game (s : state) : list state := map snd (turned turn s).

(** The states of an interval. *)
Definition within (least most m y : N) (s : state) : Prop :=
  mine s = m /\ yours s = y /\ part least (free s) /\ part (free s) most.

Lemma in_turned_named : forall k s t, In (k, t) (turned turn s) <->
  exists f c, In (k, (f, c)) (turn (free s, mine s)) /\ t = St f (yours s) c.
Proof.
  intros k s t. unfold turned. rewrite in_map_iff. split.
  - intros ([j [f c]] & E & H). injection E as <- <-. exists f, c. auto.
  - intros (f & c & H & ->). exists (k, (f, c)). auto.
Qed.

Lemma play_named : forall A k (l : list (N * A)) t, play k l = Some t -> In (k, t) l.
Proof.
  induction l as [|[n u] l IH]; simpl; intros t H; [discriminate|].
  destruct (N.eqb_spec k n) as [->|]; [injection H as ->|]; auto.
Qed.

(** The answer k is legal with the least, and leads from the most to t; and the winner wins in
    the interval that each reply to it leaves: the reply's free cells without, for the least,
    those that were not sure to be free before. *)
Theorem interval_step : forall least most m y k t,
  play k (turned turn (St least m y)) <> None ->
  play k (turned turn (St most m y)) = Some t ->
  (forall u, In u (game t) -> forall s,
     within (N.ldiff (free u) (N.ldiff most least)) (free u) (mine u) (yours u) s -> wins game s) ->
  forall s, within least most m y s -> wins game s.
Proof.
  intros least most m y k t L T R [f m' y'] (E1 & E2 & U & M).
  cbn [mine yours free] in *. subst m' y'.
  destruct (play k (turned turn (St least m y))) as [n|] eqn:K; [|congruence]. clear L.
  apply play_named, in_turned_named in K as (fn & c & K & ->).
  apply play_named, in_turned_named in T as (ft & c' & T & ->). cbn [free mine yours] in *.
  destruct (turn_grows _ f m k fn c U K) as (ff & F & _).
  destruct (turn_grows f most m k ff c M F) as (fm & Fm & P1 & P2).
  pose proof (turn_named _ _ _ _ T Fm) as E. injection E as -> ->.
  apply wins_by with (St ff y c).
  { apply in_map_iff. exists (k, St ff y c). split; [reflexivity|].
    apply in_turned_named. exists ff, c. auto. }
  constructor. intros v Hv. apply in_map_iff in Hv as ([j v'] & <- & Hv). cbn [snd].
  apply in_turned_named in Hv as (fv & d & Hv & ->). cbn [free mine yours] in *.
  destruct (turn_grows ff fm y j fv d P1 Hv) as (fu & Hu & Q1 & Q2).
  apply (R (St fu c d)).
  - apply in_map_iff. exists (j, St fu c d). split; [reflexivity|].
    apply in_turned_named. exists fu, d. auto.
  - unfold within. cbn [free mine yours]. repeat split; auto.
    intros x X. apply in_ldiff in X as [X Y]. destruct (has fv x) eqn:V; [reflexivity|].
    assert (has (N.ldiff fu fv) x = true) as D by (apply in_ldiff; auto).
    apply Q2, P2, in_ldiff in D as [D D'].
    assert (has (N.ldiff most least) x = true) as C; [|congruence].
    apply in_ldiff. split; [exact D|]. destruct (has least x) eqn:S; [|reflexivity].
    rewrite (U x S) in D'. discriminate.
Qed.

(** The same for the answer alone: in every state of the interval it leads to a state with the
    markers of the most's, and with free cells between those after it in the least and the most. *)
Lemma interval_answer : forall least most m y k n t,
  play k (turned turn (St least m y)) = Some n ->
  play k (turned turn (St most m y)) = Some t ->
  forall s, within least most m y s -> exists u, In u (game s) /\
    mine u = mine t /\ yours u = yours t /\ part (free n) (free u) /\ part (free u) (free t).
Proof.
  intros least most m y k n t K T [f m' y'] (E1 & E2 & U & M).
  cbn [mine yours free] in *. subst m' y'.
  apply play_named, in_turned_named in K as (fn & c & K & ->).
  apply play_named, in_turned_named in T as (ft & c' & T & ->). cbn [free mine yours] in *.
  destruct (turn_grows _ f m k fn c U K) as (ff & F & P & _).
  destruct (turn_grows f most m k ff c M F) as (fm & Fm & Q & _).
  pose proof (turn_named _ _ _ _ T Fm) as E. injection E as -> ->.
  exists (St ff y c). split; [|cbn [free mine yours]; auto].
  apply in_map_iff. exists (k, St ff y c). split; [reflexivity|].
  apply in_turned_named. exists ff, c. auto.
Qed.
End Step.

Theorem interval_wins : forall block, (block = true -> few_steps) -> let v := Walk block in forall least most m y k t,
  play k (moves b v (St least m y)) <> None ->
  play k (moves b v (St most m y)) = Some t ->
  (forall u, In u (next b v t) -> forall s,
     within (N.ldiff (free u) (N.ldiff most least)) (free u) (mine u) (yours u) s ->
     wins (next b v) s) ->
  forall s, within least most m y s -> wins (next b v) s.
Proof.
  intros [] few.
  - exact (interval_step _ (block_grows b) (block_named (few eq_refl))).
  - exact (interval_step _ (step_grows b) step_named).
Qed.

Theorem interval_play : forall block, (block = true -> few_steps) -> let v := Walk block in forall least most m y k n t,
  play k (moves b v (St least m y)) = Some n ->
  play k (moves b v (St most m y)) = Some t ->
  forall s, within least most m y s -> exists u, In u (next b v s) /\
    mine u = mine t /\ yours u = yours t /\ part (free n) (free u) /\ part (free u) (free t).
Proof.
  intros [] few.
  - exact (interval_answer _ (block_grows b) (block_named (few eq_refl))).
  - exact (interval_answer _ (step_grows b) step_named).
Qed.
End Intervals.

(** ** Cells that no marker can ever reach do not matter (walks without blocks)

    The set r has all free cells beside the markers, and all free cells beside its own. *)
Section Reach.
Variable b : board.
Hypothesis ok : proper b.

Definition reaches (r : N) (s : state) : Prop :=
  mine s <> nowhere b /\ yours s <> nowhere b /\
  (forall c, In c (near b (mine s)) -> has (free s) c = true -> has r c = true) /\
  (forall c, In c (near b (yours s)) -> has (free s) c = true -> has r c = true) /\
  (forall c d, has r c = true -> In d (near b c) -> has (free s) d = true -> has r d = true).

Let same (r : N) (s t : state) : Prop :=
  mine s = mine t /\ yours s = yours t /\ reaches r s /\ reaches r t /\
  forall c, has r c = true -> has (free s) c = has (free t) c.

Lemma reaches_after : forall r s c, reaches r s -> In c (near b (mine s)) -> has (free s) c = true ->
  reaches r (St (del c (free s)) (yours s) c).
Proof.
  intros r s c (M & Y & R1 & R2 & R3) Hc Hf. unfold reaches. cbn [free mine yours].
  split; [exact Y|]. split; [exact (not_nowhere b ok _ (near_on b ok _ _ Hc))|].
  split; [|split].
  - intros d Hd F. apply in_del in F as [F _]. auto.
  - intros d Hd F. apply in_del in F as [F _]. exact (R3 c d (R1 c Hc Hf) Hd F).
  - intros d e Hd He F. apply in_del in F as [F _]. eauto.
Qed.

Lemma same_forth : forall r s t, same r s t -> forall s', In s' (next b (Walk false) s) ->
  exists t', In t' (next b (Walk false) t) /\ same r s' t'.
Proof.
  intros r s t (E1 & E2 & Rs & Rt & A) s' H. apply in_walk in H as (c & Hc & Hf & ->).
  pose proof Rs as (M & _ & R1 & _). apply N.eqb_neq in M. rewrite M in Hc.
  pose proof (R1 c Hc Hf) as Hr. pose proof Hf as Hg. rewrite (A c Hr) in Hg.
  exists (St (del c (free t)) (yours t) c). split.
  - apply in_walk. exists c. rewrite <- E1, M. auto.
  - split; [exact E2|]. split; [reflexivity|]. split; [exact (reaches_after r s c Rs Hc Hf)|].
    rewrite E1 in Hc. split; [exact (reaches_after r t c Rt Hc Hg)|]. cbn [free].
    intros d Hd. rewrite !has_del, (A d Hd). reflexivity.
Qed.

Lemma same_back : forall r s t, same r s t -> forall t', In t' (next b (Walk false) t) ->
  exists s', In s' (next b (Walk false) s) /\ same r s' t'.
Proof.
  assert (forall r s t, same r s t -> same r t s) as Flip.
  { intros r s t (E1 & E2 & Rs & Rt & A). repeat split; auto; try apply Rt; try apply Rs.
    intros c Hc. symmetry. auto. }
  intros r s t H t' Ht. destruct (same_forth r t s (Flip _ _ _ H) t' Ht) as (s' & Hs & H').
  exists s'. split; [exact Hs|exact (Flip _ _ _ H')].
Qed.

Theorem beyond_reach : forall r s t, mine s = mine t -> yours s = yours t ->
  reaches r s -> reaches r t -> (forall c, has r c = true -> has (free s) c = has (free t) c) ->
  (wins (next b (Walk false)) s -> wins (next b (Walk false)) t) /\
  (loses (next b (Walk false)) s -> loses (next b (Walk false)) t).
Proof.
  intros r s t E1 E2 Rs Rt A. assert (same r s t) as H by (unfold same; auto).
  split; intros W.
  - exact (same_wins _ _ (same r) (same_forth r) (same_back r) s W t H).
  - exact (same_loses _ _ (same r) (same_forth r) (same_back r) s W t H).
Qed.
End Reach.
