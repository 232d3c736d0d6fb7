(** The five games are values of the family.

    Their rules were written down one by one before there was a family. Here they are as they were, and
    proofs that they are the same: the moves of each, their numbers, and so who wins. *)
From Coq Require Import List Bool NArith Lia.
From Gridlock Require Import Game Board Rules Claim Sets Near Walk Ends.
Import ListNotations.
Open Scope N_scope.

(** ** The rules as they were *)
Inductive variant := Classic | Duel | Lockdown | Claim | Blockade.


Record grid := Grid { places : list N; rook_near : N -> list N; king_near : N -> list N; unplaced : N }.
Definition plain (rows cols : N) : grid :=
  Grid (all_cells rows cols) (rook_beside rows cols) (king_beside rows cols) (N.max 127 (rows * cols)).

Section Before.
Variable b : grid.

(** Put a marker on an empty cell rook-adjacent to the marker placed last; on any empty cell if
    there is none. *)
Definition classic_moves (s : state) : list (N * state) :=
  map (fun c => (c, St (del c (free s)) 0 c))
    (filter (has (free s)) (if yours s =? unplaced b then places b else rook_near b (yours s))).

(** Take a cell: it is lost to both, and the cells king-adjacent to it are lost to me. *)
Definition duel_moves (s : state) : list (N * state) :=
  map (fun c => (c, St 0 (del c (yours s)) (without (c :: king_near b c) (mine s))))
    (filter (has (mine s)) (places b)).

(** Claim a cell: it and the cells king-adjacent to it are lost to both. *)
Definition claim_moves (s : state) : list (N * state) :=
  map (fun c => (c, St (without (c :: king_near b c) (free s)) 0 0))
    (filter (has (free s)) (places b)).


(** Move to a free king-adjacent cell; place the marker on any free cell if it is not placed. *)
Definition lockdown_turn (x : walker) : list (N * walker) :=
  let (area, marker) := x in
  map (fun c => (c, (del c area, c)))
    (filter (has area) (if marker =? unplaced b then places b else king_near b marker)).

(** Step to a free rook-adjacent cell; then block a cell rook-adjacent to that one, which is free,
    or is the one just left. *)
Definition direction (from to : N) : N :=        (* 0 up, 1 left, 2 right, 3 down *)
  if to =? from + 1 then 2 else if from =? to + 1 then 1 else if from <? to then 3 else 0.
Definition blockade_turn (x : walker) : list (N * walker) :=
  let (area, marker) := x in
  flat_map (fun c =>
      let left := del c (add marker area) in
      map (fun d => (4 * direction marker c + direction c d, (del d left, c)))
        (filter (has left) (rook_near b c)))
    (filter (has area) (rook_near b marker)).

Definition moves_before (v : variant) : state -> list (N * state) :=
  match v with
  | Classic => classic_moves
  | Duel => duel_moves
  | Lockdown => turned lockdown_turn
  | Claim => claim_moves
  | Blockade => turned blockade_turn
  end.
End Before.

Definition next_before (b : grid) (v : variant) (s : state) : list state := map snd (moves_before b v s).

(** ** What they are now *)
Definition as_family (v : variant) : rules :=
  match v with
  | Classic => classic | Duel => duel | Lockdown => lockdown | Claim => claim | Blockade => blockade
  end.

Section Same.
Variables rows cols : N.

Lemma near_rook : forall c, In c (all_cells rows cols) ->
  near_cells (Offsets Board.rook) Plane rows cols c = rook_beside rows cols c.
Proof.
  intros c Hc. apply filter_ext_in. intros d Hd. apply eq_true_iff_eq.
  rewrite (plane_rook rows cols c d Hc Hd). unfold rook_adjacent. rewrite N.eqb_eq. reflexivity.
Qed.
Lemma near_king : forall c, In c (all_cells rows cols) ->
  near_cells (Offsets king) Plane rows cols c = king_beside rows cols c.
Proof.
  intros c Hc. apply filter_ext_in. intros d Hd. apply eq_true_iff_eq.
  rewrite (plane_king rows cols c d Hc Hd). unfold king_adjacent. rewrite N.eqb_eq. reflexivity.
Qed.

Let now (v : variant) : board := board_of (as_family v) rows cols.
Notation off := (N.max 127 (rows * cols)).

(** Markers are on the board or, if they are placed by the players, nowhere. *)
Definition stands (m : N) : Prop := In m (all_cells rows cols) \/ m = off.
Definition on_board (v : variant) (s : state) : Prop :=
  match v with
  | Classic => stands (yours s)
  | Lockdown => stands (mine s) /\ stands (yours s)
  | Blockade => In (mine s) (all_cells rows cols) /\ In (yours s) (all_cells rows cols)
  | Duel | Claim => True
  end.

Lemma where_to : forall f g m, (In m (all_cells rows cols) -> f m = g m) ->
  In m (all_cells rows cols) \/ m = off ->
  (if m =? off then all_cells rows cols else f m) = (if m =? off then all_cells rows cols else g m).
Proof. intros f g m E [H|H]; [rewrite (E H)|rewrite H, N.eqb_refl]; reflexivity. Qed.

(** Four games have the same list of moves. *)
Theorem same_moves : forall v, v <> Blockade -> forall s, on_board v s ->
  moves_before (plain rows cols) v s = moves (now v) (kind_of (as_family v)) s.
Proof.
  intros [] N s O; cbn [moves_before as_family kind_of moves classic duel lockdown claim]; try contradiction.
  - unfold classic_moves, follow.
    cbn [places plain rook_near unplaced cells near nowhere now as_family board_of board_by near_of shape_of classic].
    rewrite (where_to _ _ (yours s) (near_rook (yours s)) O). reflexivity.
  - unfold duel_moves, place. cbn [places plain king_near cells near now as_family board_of board_by near_of shape_of duel].
    apply map_ext_in. intros c H. apply filter_In in H as [H _]. rewrite (near_king c H). reflexivity.
  - unfold turned, lockdown_turn, walk, step.
    cbn [places plain king_near unplaced cells near nowhere now as_family board_of board_by near_of shape_of lockdown].
    rewrite (where_to _ _ (mine s) (near_king (mine s)) (proj1 O)). reflexivity.
  - unfold claim_moves, place. cbn [places plain king_near cells near now as_family board_of board_by near_of shape_of claim].
    apply map_ext_in. intros c H. apply filter_In in H as [H _]. rewrite (near_king c H). reflexivity.
Qed.

(** In blockade the directions are the numbers of the steps. *)
Lemma steps_rook : 2 <= cols -> forall m k c, In m (all_cells rows cols) ->
  (In (k, c) (steps (now Blockade) m) <-> In c (rook_beside rows cols m) /\ direction m c = k).
Proof.
  intros two m k c Hm.
  assert (forall c, In c (all_cells rows cols) -> forall k, match k with
      | 0 => leads Plane rows cols (Offset 1 0 0 0) m c | 1 => leads Plane rows cols (Offset 0 0 1 0) m c
      | 2 => leads Plane rows cols (Offset 0 0 0 1) m c | 3 => leads Plane rows cols (Offset 0 1 0 0) m c
      | _ => false end = true -> direction m c = k) as D.
  { clear c. intros c Hc j. pose proof (N.div_mod' m cols) as M. pose proof (N.div_mod' c cols) as C.
    unfold leads, same, direction. cbn [joins_rows joins_cols up down left right].
    set (u := m / cols) in *. set (v := c / cols) in *. set (x := m mod cols) in *. set (y := c mod cols) in *.
    assert (j = 0 \/ j = 1 \/ j = 2 \/ j = 3 \/ 4 <= j) as [->|[->|[->|[->|J]]]] by lia;
      try (rewrite andb_true_iff, !N.eqb_eq; intros [A B];
           destruct (N.eqb_spec c (m + 1)), (N.eqb_spec m (c + 1)), (N.ltb_spec m c); nia).
    intros H. destruct j as [|[[j|j|]|[j|j|]|]]; try discriminate; lia. }
  assert (In (k, c) (steps (now Blockade) m) <-> In c (near_cells (Offsets Board.rook) Plane rows cols m) /\
    match k with
      | 0 => leads Plane rows cols (Offset 1 0 0 0) m c | 1 => leads Plane rows cols (Offset 0 0 1 0) m c
      | 2 => leads Plane rows cols (Offset 0 0 0 1) m c | 3 => leads Plane rows cols (Offset 0 1 0 0) m c
      | _ => false end = true) as E.
  { unfold now. cbn [as_family board_of blockade near_of shape_of board_by steps]. unfold numbered_steps.
    assert (ways Plane rows cols Board.rook = Board.rook) as -> by reflexivity.
    change (numbered Board.rook) with [(0, Offset 1 0 0 0); (1, Offset 0 0 1 0); (2, Offset 0 0 0 1); (3, Offset 0 1 0 0)].
    rewrite in_flat_map. split.
    - intros (w & Hw & H). apply in_map_iff in H as (d & X & H). injection X as <- <-.
      apply filter_In in H as [H L]. split; [exact H|].
      destruct Hw as [<-|[<-|[<-|[<-|[]]]]]; exact L.
    - intros [H L]. destruct k as [|[[j|j|]|[j|j|]|]]; try discriminate;
        [exists (0, Offset 1 0 0 0)|exists (3, Offset 0 1 0 0)|exists (2, Offset 0 0 0 1)|exists (1, Offset 0 0 1 0)];
        (split; [cbn; auto 6|]; apply in_map_iff; exists c; split; [reflexivity|]; apply filter_In; auto). }
  rewrite E, (near_rook m Hm). split.
  - intros [H L]. split; [exact H|]. apply D; [|exact L]. apply filter_In in H. tauto.
  - intros [H <-]. split; [exact H|]. pose proof H as R. rewrite <- (near_rook m Hm) in R.
    apply filter_In in R as [I R]. unfold is_near in R. apply andb_prop in R as [_ R].
    apply existsb_exists in R as (o & Ho & L). pose proof (D c I) as Dc.
    destruct Ho as [<-|[<-|[<-|[<-|[]]]]];
      [rewrite (Dc 0 L)|rewrite (Dc 1 L)|rewrite (Dc 2 L)|rewrite (Dc 3 L)]; exact L.
Qed.

(** Blockade has the same moves, by the same numbers. *)
Theorem same_blockade : 2 <= cols -> forall s, In (mine s) (all_cells rows cols) -> forall k t,
  In (k, t) (moves_before (plain rows cols) Blockade s) <-> In (k, t) (moves (now Blockade) (Walk true) s).
Proof.
  intros two s Hm k t. cbn [moves_before moves]. unfold turned, walk. rewrite !in_map_iff.
  assert (forall y, In y (blockade_turn (plain rows cols) (free s, mine s)) <->
                    In y (step_and_block (now Blockade) (free s, mine s))) as X.
  { intros [n w]. rewrite in_step_and_block. unfold blockade_turn. rewrite in_flat_map. split.
    - intros (c & Hc & H). apply in_map_iff in H as (d & E & H). injection E as <- <-.
      apply filter_In in Hc as [Hc Fc], H as [Hd Ld]. cbn [rook_near plain] in *.
      assert (In c (all_cells rows cols)) as Ic by (apply filter_In in Hc; tauto).
      exists (direction (mine s) c), c, (direction c d), d.
      rewrite (steps_rook two _ _ _ Hm), (steps_rook two _ _ _ Ic). auto 8.
    - intros (i & c & j & d & Hc & Fc & Hd & Ld & -> & ->). apply (steps_rook two _ _ _ Hm) in Hc as [Hc <-].
      assert (In c (all_cells rows cols)) as Ic by (apply filter_In in Hc; tauto).
      apply (steps_rook two _ _ _ Ic) in Hd as [Hd <-]. exists c. split; [apply filter_In; auto|].
      apply in_map_iff. exists d. split; [reflexivity|]. apply filter_In. auto. }
  split; intros (y & E & H); exists y; (split; [exact E|]); apply X; exact H.
Qed.

(** So the same player wins. *)
Let ok (v : variant) : proper (now v) := board_proper _ _ _ _.

Lemma stays_on : forall v s t, on_board v s -> In t (next (now v) (kind_of (as_family v)) s) -> on_board v t.
Proof.
  intros v s t O H. pose proof (near_on _ (ok v)) as Near. pose proof (beside_on _ (ok v)) as Beside.
  destruct v; cbn [as_family kind_of classic duel lockdown claim blockade on_board] in *; try exact I.
  - apply in_follow in H as (c & Hc & _ & ->). cbn [yours]. left.
    destruct (yours s =? nowhere (now Classic)); [exact Hc|exact (Near _ _ Hc)].
  - apply in_walk in H as (c & Hc & _ & ->). cbn [mine yours]. split; [apply O|]. left.
    destruct (mine s =? nowhere (now Lockdown)); [exact Hc|exact (Near _ _ Hc)].
  - apply in_turned in H as (x & H & ->). apply block_turns in H as (c & d & Hc & _ & _ & _ & ->).
    cbn [mine yours snd]. split; [apply O|exact (Beside _ _ Hc)].
Qed.

Theorem same_winner : forall v, (v = Blockade -> 2 <= cols) -> forall s, on_board v s ->
  let before := next_before (plain rows cols) v in
  let after := next (now v) (kind_of (as_family v)) in
  (wins before s <-> wins after s) /\ (loses before s <-> loses after s).
Proof.
  intros v two s O before after.
  assert (forall s t, on_board v s -> (In t (before s) <-> In t (after s))) as X.
  { clear s O. intros s t O. unfold before, after, next_before, next.
    assert (v <> Blockade \/ v = Blockade) as [N|E] by (destruct v; [left|left|left|left|right]; (reflexivity || discriminate)).
    - rewrite (same_moves v N s O). reflexivity.
    - subst v. rewrite !in_map_iff. pose proof (same_blockade (two eq_refl) s (proj1 O)) as M.
      split; intros ([k u] & <- & H); exists (k, u); (split; [reflexivity|]); apply M; exact H. }
  set (same := fun a b : state => a = b /\ on_board v a).
  assert (forall a b, same a b -> forall t, In t (before a) -> exists u, In u (after b) /\ same t u) as Forth.
  { intros a b [<- G] t H. apply (X a t G) in H. exists t. split; [exact H|]. split; [reflexivity|exact (stays_on v a t G H)]. }
  assert (forall a b, same a b -> forall u, In u (after b) -> exists t, In t (before a) /\ same t u) as Back.
  { intros a b [<- G] t H. exists t. split; [apply (X a t G); exact H|]. split; [reflexivity|exact (stays_on v a t G H)]. }
  assert (forall a b, same a b -> same b a) as Flip by (intros a b [<- G]; split; auto).
  assert (same s s) as R by (split; auto).
  split; split; intros W.
  - exact (same_wins before after same Forth Back s W s R).
  - refine (same_wins after before same _ _ s W s R).
    + intros a b S t H. destruct (Back b a (Flip _ _ S) t H) as (u & Hu & S'). exists u. auto.
    + intros a b S t H. destruct (Forth b a (Flip _ _ S) t H) as (u & Hu & S'). exists u. auto.
  - exact (same_loses before after same Forth Back s W s R).
  - refine (same_loses after before same _ _ s W s R).
    + intros a b S t H. destruct (Back b a (Flip _ _ S) t H) as (u & Hu & S'). exists u. auto.
    + intros a b S t H. destruct (Forth b a (Flip _ _ S) t H) as (u & Hu & S'). exists u. auto.
Qed.
End Same.
