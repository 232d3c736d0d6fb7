(** Every game ends, and so somebody wins it.

    Each turn uses up a cell: the number of cells that can still be used falls with every move of
    every game. *)
From Coq Require Import List Bool NArith Lia.
From Gridlock Require Import Game Board Rules Sets Alone Walk.
Import ListNotations.
Open Scope N_scope.

Section Ends.
Variable b : board.
Hypothesis ok : proper b.

(** The number of free cells, and in duel of those that each player may take. *)
Definition size_free (s : state) : nat := count (cells b) (free s).
Definition size_both (s : state) : nat :=
  (count (cells b) (mine s) + count (cells b) (yours s))%nat.
Definition size (v : variant) : state -> nat :=
  match v with Duel => size_both | _ => size_free end.

(** The moves of each game, as facts. *)
Lemma in_classic : forall s t, In t (next b Classic s) <-> exists c,
  In c (if yours s =? nowhere then cells b else rook b (yours s)) /\
  has (free s) c = true /\ t = St (del c (free s)) 0 c.
Proof.
  intros s t. unfold next. cbn [moves]. unfold classic_moves. rewrite map_map, in_map_iff.
  cbn [snd].
  split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

Lemma in_duel : forall s t, In t (next b Duel s) <-> exists c,
  In c (cells b) /\ has (mine s) c = true /\
  t = St 0 (del c (yours s)) (without (c :: king b c) (mine s)).
Proof.
  intros s t. unfold next. cbn [moves]. unfold duel_moves. rewrite map_map, in_map_iff. cbn [snd].
  split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

Lemma in_claim : forall s t, In t (next b Claim s) <-> exists c,
  In c (cells b) /\ has (free s) c = true /\ t = St (without (c :: king b c) (free s)) 0 0.
Proof.
  intros s t. unfold next. cbn [moves]. unfold claim_moves. rewrite map_map, in_map_iff. cbn [snd].
  split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

Lemma in_lockdown : forall s t, In t (next b Lockdown s) <-> exists c,
  In c (if mine s =? nowhere then cells b else king b (mine s)) /\
  has (free s) c = true /\ t = St (del c (free s)) (yours s) c.
Proof.
  intros s t. unfold next. cbn [moves]. rewrite in_turned. unfold turns, lockdown_turn.
  rewrite map_map. cbn [snd]. split.
  - intros (x & H & ->). apply in_map_iff in H as (c & <- & H). apply filter_In in H as [? ?].
    exists c. auto.
  - intros (c & H1 & H2 & ->). exists (del c (free s), c). split; [|reflexivity].
    apply in_map_iff. exists c. rewrite filter_In. auto.
Qed.

Lemma classic_ends : forall s t, In t (next b Classic s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_classic in H as (c & Hc & Hf & ->). apply count_del; [|exact Hf].
  destruct (yours s =? nowhere); [exact Hc|exact (rook_cells b ok _ _ Hc)].
Qed.

Lemma lockdown_ends : forall s t, In t (next b Lockdown s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_lockdown in H as (c & Hc & Hf & ->). apply count_del; [|exact Hf].
  destruct (mine s =? nowhere); [exact Hc|exact (king_cells b ok _ _ Hc)].
Qed.

Lemma less_around : forall c s, In c (cells b) -> has s c = true ->
  (count (cells b) (without (c :: king b c) s) < count (cells b) s)%nat.
Proof.
  intros c s Hc Hs. apply count_smaller with c; auto.
  - destruct (has (without (c :: king b c) s) c) eqn:E; [|reflexivity].
    apply in_without in E as [_ E].
    destruct E. left. reflexivity.
  - intros d Hd. apply in_without in Hd. tauto.
Qed.

Lemma claim_ends : forall s t, In t (next b Claim s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_claim in H as (c & Hc & Hf & ->). exact (less_around _ _ Hc Hf).
Qed.

Lemma duel_ends : forall s t, In t (next b Duel s) -> (size_both t < size_both s)%nat.
Proof.
  intros s t H. apply in_duel in H as (c & Hc & Hf & ->). unfold size_both. cbn [mine yours].
  pose proof (less_around _ _ Hc Hf).
  pose proof (count_subset (cells b) (del c (yours s)) (yours s)
    (fun d H => proj1 (proj1 (in_del _ _ _) H))).
  lia.
Qed.

(** A turn of blockade takes two cells and gives back the one that was left. *)
Lemma blockade_ends : forall s t, In t (next b Blockade s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_turned in H as (x & H & ->). apply blockade_turns in H as
    (c & d & H1 & H2 & H3 & H4 & ->). unfold size_free. cbn [fst free].
  pose proof (count_del (cells b) (free s) c (rook_cells b ok _ _ H1) H2) as A.
  apply in_left in H4 as [H4 D].
  set (left := del c (add (mine s) (free s))).
  assert (has left d = true) as L by (apply in_left; auto).
  pose proof (count_del (cells b) left d (rook_cells b ok _ _ H3) L) as B.
  pose proof (count_add (cells b) (cells_once b ok) (del c (free s)) (mine s)) as C.
  pose proof (count_subset (cells b) left (add (mine s) (del c (free s)))) as E.
  fold left in A. change (del d (del c (add (mine s) (free s)))) with (del d left).
  assert (forall x, has left x = true -> has (add (mine s) (del c (free s))) x = true) as F.
  { intros x Hx. apply in_left in Hx as [Hx N]. apply in_add. destruct Hx as [Hx|Hx]; [auto|].
    right. apply in_del. split; [exact Hx|exact N]. }
  specialize (E F). lia.
Qed.

Theorem ends : forall v s t, In t (next b v s) -> (size v t < size v s)%nat.
Proof.
  intros [] s t H; cbn [size]; [apply classic_ends|apply duel_ends|apply lockdown_ends|
    apply claim_ends|apply blockade_ends]; exact H.
Qed.

Theorem somebody_wins : forall v s, wins (next b v) s \/ loses (next b v) s.
Proof. intros v. apply (determined (next b v) (size v)), ends. Qed.
End Ends.
