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

(** The number of free cells, and of those that each player may take. *)
Definition size_free (s : state) : nat := count (cells b) (free s).
Definition size_both (s : state) : nat :=
  (count (cells b) (mine s) + count (cells b) (yours s))%nat.
Definition size (k : kind) : state -> nat :=
  match k with Place Nobody | Place Own | Place Other => size_both | _ => size_free end.

(** The moves of each game, as facts. *)
Lemma in_follow : forall s t, In t (next b Follow s) <-> exists c,
  In c (if yours s =? nowhere b then cells b else near b (yours s)) /\
  has (free s) c = true /\ t = St (del c (free s)) 0 c.
Proof.
  intros s t. unfold next. cbn [moves]. unfold follow. rewrite map_map, in_map_iff.
  cbn [snd].
  split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

(** What a mark closes to its owner, and to the other player. *)
Definition to_me (closes : side) (c : N) : list N := match closes with Own => near b c | _ => [] end.
Definition to_you (closes : side) (c : N) : list N := match closes with Other => near b c | _ => [] end.

Lemma in_place : forall closes s t, closes <> All -> In t (next b (Place closes) s) <-> exists c,
  In c (cells b) /\ has (mine s) c = true /\
  t = St 0 (without (c :: to_you closes c) (yours s)) (without (c :: to_me closes c) (mine s)).
Proof.
  intros closes s t A. unfold next. cbn [moves].
  assert (place b closes s =
    map (fun c => (c, St 0 (without (c :: to_you closes c) (yours s)) (without (c :: to_me closes c) (mine s))))
      (filter (has (mine s)) (cells b))) as -> by (destruct closes; try reflexivity; contradiction).
  rewrite map_map, in_map_iff. cbn [snd]. split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

Lemma in_own : forall s t, In t (next b (Place Own) s) <-> exists c,
  In c (cells b) /\ has (mine s) c = true /\
  t = St 0 (del c (yours s)) (without (c :: near b c) (mine s)).
Proof. intros s t. exact (in_place Own s t ltac:(discriminate)). Qed.

Lemma in_all : forall s t, In t (next b (Place All) s) <-> exists c,
  In c (cells b) /\ has (free s) c = true /\ t = St (without (c :: near b c) (free s)) 0 0.
Proof.
  intros s t. unfold next. cbn [moves]. unfold place. rewrite map_map, in_map_iff. cbn [snd].
  split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

Lemma in_walk : forall s t, In t (next b (Walk false) s) <-> exists c,
  In c (if mine s =? nowhere b then cells b else near b (mine s)) /\
  has (free s) c = true /\ t = St (del c (free s)) (yours s) c.
Proof.
  intros s t. unfold next. change (moves b (Walk false) s) with (turned (step b) s).
  rewrite in_turned. unfold turns, step.
  rewrite map_map. cbn [snd]. split.
  - intros (x & H & ->). apply in_map_iff in H as (c & <- & H). apply filter_In in H as [? ?].
    exists c. auto.
  - intros (c & H1 & H2 & ->). exists (del c (free s), c). split; [|reflexivity].
    apply in_map_iff. exists c. rewrite filter_In. auto.
Qed.

Lemma follow_ends : forall s t, In t (next b Follow s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_follow in H as (c & Hc & Hf & ->). apply count_del; [|exact Hf].
  destruct (yours s =? nowhere b); [exact Hc|exact (near_on b ok _ _ Hc)].
Qed.

Lemma walk_ends : forall s t, In t (next b (Walk false) s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_walk in H as (c & Hc & Hf & ->). apply count_del; [|exact Hf].
  destruct (mine s =? nowhere b); [exact Hc|exact (near_on b ok _ _ Hc)].
Qed.

Lemma less_around : forall l c s, In c (cells b) -> has s c = true ->
  (count (cells b) (without (c :: l) s) < count (cells b) s)%nat.
Proof.
  intros l c s Hc Hs. apply count_smaller with c; auto.
  - destruct (has (without (c :: l) s) c) eqn:E; [|reflexivity].
    apply in_without in E as [_ E].
    destruct E. left. reflexivity.
  - intros d Hd. apply in_without in Hd. tauto.
Qed.

Lemma all_ends : forall s t, In t (next b (Place All) s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_all in H as (c & Hc & Hf & ->). exact (less_around _ _ _ Hc Hf).
Qed.

Lemma place_ends : forall closes s t, closes <> All -> In t (next b (Place closes) s) ->
  (size_both t < size_both s)%nat.
Proof.
  intros closes s t A H. apply in_place in H as (c & Hc & Hf & ->); [|exact A].
  unfold size_both. cbn [mine yours].
  pose proof (less_around (to_me closes c) c _ Hc Hf).
  pose proof (count_subset (cells b) (without (c :: to_you closes c) (yours s)) (yours s)
    (fun d H => proj1 (proj1 (in_without _ _ _) H))).
  lia.
Qed.

(** A turn with a block takes two cells and gives back the one that was left. *)
Lemma block_ends : forall s t, In t (next b (Walk true) s) -> (size_free t < size_free s)%nat.
Proof.
  intros s t H. apply in_turned in H as (x & H & ->). apply block_turns in H as
    (c & d & H1 & H2 & H3 & H4 & ->). unfold size_free. cbn [fst free].
  pose proof (count_del (cells b) (free s) c (beside_on b ok _ _ H1) H2) as A.
  apply in_left in H4 as [H4 D].
  set (left := del c (add (mine s) (free s))).
  assert (has left d = true) as L by (apply in_left; auto).
  pose proof (count_del (cells b) left d (beside_on b ok _ _ H3) L) as B.
  pose proof (count_add (cells b) (cells_once b ok) (del c (free s)) (mine s)) as C.
  pose proof (count_subset (cells b) left (add (mine s) (del c (free s)))) as E.
  fold left in A. change (del d (del c (add (mine s) (free s)))) with (del d left).
  assert (forall x, has left x = true -> has (add (mine s) (del c (free s))) x = true) as F.
  { intros x Hx. apply in_left in Hx as [Hx N]. apply in_add. destruct Hx as [Hx|Hx]; [auto|].
    right. apply in_del. split; [exact Hx|exact N]. }
  specialize (E F). lia.
Qed.

Theorem ends : forall k s t, In t (next b k s) -> (size k t < size k s)%nat.
Proof.
  intros [[]| |[]] s t H; cbn [size]; [apply (place_ends Nobody)|apply (place_ends Own)|apply (place_ends Other)
    |apply all_ends|apply follow_ends|apply block_ends|apply walk_ends]; try exact H; discriminate.
Qed.

Theorem somebody_wins : forall k s, wins (next b k) s \/ loses (next b k) s.
Proof. intros k. apply (determined (next b k) (size k)), ends. Qed.
End Ends.

(** Every game of the family, on every board. *)
Theorem family_ends : forall n sh rows cols k s,
  let game := next (board_by n sh rows cols) k in wins game s \/ loses game s.
Proof. intros n sh rows cols k. exact (somebody_wins _ (board_proper n sh rows cols) k). Qed.
