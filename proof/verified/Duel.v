(** Duel on boards with marks: the same game.

    docs/rules.md has duel with marks: a player puts a marker on an empty cell that is not
    king-adjacent to one of their own. Rules.v has, in place of marks, the cells that each player
    may still take. This file writes the first down as well and proves that the same player wins.
    In the other games the state is what the rules speak of, so nothing is left to prove. *)
From Coq Require Import List Bool NArith Ascii.
From Gridlock Require Import Game Board Rules Claim Sets Walk Ends.
Import ListNotations.
Open Scope N_scope.

(** Empty cells, my markers and the opponent's, as sets; I am to move. *)
Record marked := Marked { empty : N; own : N; others : N }.

Section Duel.
Variable b : board.
Hypothesis ok : proper b.

(** A cell is empty, and none of the markers is king-adjacent to it. *)
Definition allowed (empty markers c : N) : bool :=
  has empty c && forallb (fun d => negb (has markers d)) (king b c).

Definition marked_next (p : marked) : list marked :=
  map (fun c => Marked (del c (empty p)) (others p) (add c (own p)))
    (filter (allowed (empty p) (own p)) (cells b)).

(** The state of such a board. *)
Definition stands_for (s : state) (p : marked) : Prop :=
  (forall c, In c (cells b) -> has (mine s) c = allowed (empty p) (own p) c) /\
  (forall c, In c (cells b) -> has (yours s) c = allowed (empty p) (others p) c).

Lemma allowed_iff : forall e m c, allowed e m c = true <->
  has e c = true /\ forall d, In d (king b c) -> has m d = false.
Proof.
  intros. unfold allowed. rewrite andb_true_iff, forallb_forall. split; intros [E H]; split; auto;
    intros d Hd; apply negb_true_iff, H; exact Hd.
Qed.

Lemma stands_for_after : forall s p c, stands_for s p -> In c (cells b) -> has (mine s) c = true ->
  stands_for (St 0 (del c (yours s)) (without (c :: king b c) (mine s)))
             (Marked (del c (empty p)) (others p) (add c (own p))).
Proof.
  intros s p c [M Y] Hc Hm. split; intros d Hd; cbn [mine yours empty own others];
    apply eq_true_iff_eq; rewrite allowed_iff, in_del.
  - rewrite in_del, Y, allowed_iff by exact Hd. tauto.
  - rewrite in_without, M, allowed_iff by exact Hd. split.
    + intros [[E O] N]. split; [split; [exact E|]|].
      * intros ->. apply N. left. reflexivity.
      * intros x Hx. rewrite has_add, (O x Hx), orb_false_r. apply N.eqb_neq. intros ->.
        apply N. right. exact (king_symmetric b ok _ _ Hd Hx).
    + intros [[E D] O]. split.
      * split; [exact E|]. intros x Hx. specialize (O x Hx). rewrite has_add in O.
        apply orb_false_elim in O as [_ O]. exact O.
      * intros [C|C]; [congruence|]. specialize (O c (king_symmetric b ok _ _ Hc C)).
        rewrite has_add, N.eqb_refl in O. discriminate.
Qed.

Lemma forth : forall s p, stands_for s p -> forall t, In t (next b Duel s) ->
  exists q, In q (marked_next p) /\ stands_for t q.
Proof.
  intros s p R t H. apply in_duel in H as (c & Hc & Hm & ->).
  eexists. split; [|exact (stands_for_after s p c R Hc Hm)].
  apply in_map_iff. exists c. split; [reflexivity|]. apply filter_In. split; [exact Hc|].
  rewrite <- (proj1 R c Hc). exact Hm.
Qed.

Lemma back : forall s p, stands_for s p -> forall q, In q (marked_next p) ->
  exists t, In t (next b Duel s) /\ stands_for t q.
Proof.
  intros s p R q H. apply in_map_iff in H as (c & <- & H). apply filter_In in H as [Hc Hm].
  rewrite <- (proj1 R c Hc) in Hm.
  eexists. split; [|exact (stands_for_after s p c R Hc Hm)]. apply in_duel. exists c. auto.
Qed.

Theorem duel_with_marks : forall s p, stands_for s p ->
  (wins (next b Duel) s -> wins marked_next p) /\ (loses (next b Duel) s -> loses marked_next p).
Proof.
  intros s p R. split; intros H.
  - exact (same_wins _ _ stands_for forth back s H p R).
  - exact (same_loses _ _ stands_for forth back s H p R).
Qed.
End Duel.

(** The state that Claim.v reads from the text of a position stands for the board with the
    markers of the text. *)
Theorem duel_read : forall rows cols letters side s,
  read_state rows cols letters side Duel = Some s ->
  let there := where_is rows cols letters in
  stands_for (plain rows cols) s
    (Marked (set_of (there "."%char)) (set_of (my side (there "X"%char) (there "O"%char)))
                                      (set_of (my side (there "O"%char) (there "X"%char)))).
Proof.
  intros rows cols letters side s H there. cbn [read_state] in H.
  destruct (_ && _); [|discriminate]. injection H as <-.
  assert (forall marks c, In c (all_cells rows cols) -> incl marks (all_cells rows cols) ->
    has (set_of (filter (fun c => negb (touches cols marks c)) (where_is rows cols letters "."))) c =
    allowed (plain rows cols) (set_of (there "."%char)) (set_of marks) c) as X.
  { intros marks c Hc I. apply eq_true_iff_eq. rewrite allowed_iff, in_set_of, filter_In.
    unfold there. rewrite in_set_of, negb_true_iff. split; intros [E T]; split; try exact E.
    - intros d Hd. apply filter_In in Hd as [_ Hd].
      destruct (has (set_of marks) d) eqn:M; [|reflexivity].
      apply in_set_of in M. unfold touches in T.
      assert (existsb (king_adjacent cols c) marks = true) by (apply existsb_exists; eauto).
      congruence.
    - unfold touches. destruct (existsb _ marks) eqn:M; [|reflexivity].
      apply existsb_exists in M as (d & Hd & A).
      assert (has (set_of marks) d = false) as F by (apply T, filter_In; auto).
      apply in_set_of in Hd. congruence. }
  assert (forall l, incl (where_is rows cols letters l) (all_cells rows cols)) as I.
  { intros l c Hc. apply filter_In in Hc. tauto. }
  split; intros c Hc; cbn [mine yours empty own others plain cells] in *;
    destruct side; cbn [my]; apply X; auto.
Qed.
