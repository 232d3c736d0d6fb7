(** Marks that close cells, on boards with marks: the same games.

    docs/rules.md has marks: in duel a player puts a marker on an empty cell that is not near one of
    their own. Rules.v has, in place of marks, the cells that each player may still take. This file
    writes the first down as well, for all games of marks, and proves that the same player wins. In the
    other games the state is what the rules speak of, so nothing is left to prove. *)
From Coq Require Import List Bool NArith Ascii.
From Gridlock Require Import Game Board Rules Claim Sets Walk Ends.
Import ListNotations.
Open Scope N_scope.

(** Empty cells, my markers and the opponent's, as sets; I am to move. *)
Record marked := Marked { empty : N; own : N; others : N }.

Section Marks.
Variable b : board.
Hypothesis ok : proper b.
Variable closes : side.

(** The marks that close cells to a player, by those of the player and of the other one. *)
Definition closers (own others c : N) : bool :=
  match closes with
  | Nobody => false
  | Own => has own c
  | Other => has others c
  | All => has own c || has others c
  end.

(** A cell is empty, and is near none of them. *)
Definition allowed (empty own others c : N) : bool :=
  has empty c && forallb (fun d => negb (closers own others d && among c (near b d))) (cells b).

Definition marked_next (p : marked) : list marked :=
  map (fun c => Marked (del c (empty p)) (others p) (add c (own p)))
    (filter (allowed (empty p) (own p) (others p)) (cells b)).

(** The state of such a board. *)
Definition stands_for (s : state) (p : marked) : Prop :=
  match closes with
  | All => forall c, In c (cells b) -> has (free s) c = allowed (empty p) (own p) (others p) c
  | _ =>
      (forall c, In c (cells b) -> has (mine s) c = allowed (empty p) (own p) (others p) c) /\
      (forall c, In c (cells b) -> has (yours s) c = allowed (empty p) (others p) (own p) c)
  end.

Lemma allowed_iff : forall e m y c, allowed e m y c = true <->
  has e c = true /\ forall d, In d (cells b) -> closers m y d = true -> ~ In c (near b d).
Proof.
  intros. unfold allowed. rewrite andb_true_iff, forallb_forall. split; intros [E H]; split; auto;
    intros d Hd; specialize (H d Hd).
  - intros C N. rewrite C in H. apply among_in in N. rewrite N in H. discriminate.
  - destruct (closers m y d) eqn:C; [|reflexivity]. destruct (among c (near b d)) eqn:N; [|reflexivity].
    apply among_in in N. destruct (H eq_refl N).
Qed.

(** A mark on c takes c from a player and, if it closes cells to that player, the cells near it. *)
Lemma allowed_after : forall hits e m y m' y' c d, In c (cells b) -> In d (cells b) ->
  (forall x, closers m' y' x = closers m y x || (hits && (c =? x))) ->
  (allowed (del c e) m' y' d = true <->
   allowed e m y d = true /\ ~ In d (c :: if hits : bool then near b c else [])).
Proof.
  intros hits e m y m' y' c d Hc Hd C. rewrite !allowed_iff, in_del. cbn [In]. split.
  - intros [[E N] A]. split; [split; [exact E|]|].
    + intros x Hx X. apply A; [exact Hx|]. rewrite C, X. reflexivity.
    + intros [X|X]; [congruence|]. destruct hits; [|exact X].
      apply (A c Hc); [|exact X]. rewrite C, N.eqb_refl. apply orb_true_r.
  - intros [[E A] N]. split; [split; [exact E|intros ->; apply N; auto]|].
    intros x Hx X. rewrite C in X. apply orb_prop in X as [X|X]; [exact (A x Hx X)|].
    apply andb_prop in X as [-> X]. apply N.eqb_eq in X. subst x. intros Y. apply N. auto.
Qed.

(** The state after a move stands for the marks after it. *)
Lemma stands_for_after : forall s p c, stands_for s p -> In c (cells b) -> forall t,
  t = match closes with
      | All => St (without (c :: near b c) (free s)) 0 0
      | _ => St 0 (without (c :: to_you b closes c) (yours s)) (without (c :: to_me b closes c) (mine s))
      end ->
  stands_for t (Marked (del c (empty p)) (others p) (add c (own p))).
Proof.
  intros s [e m y] c R Hc t ->. unfold stands_for in *. cbn [empty own others] in *.
  assert (forall f h m' y' m'' y'', (forall d, In d (cells b) -> has f d = allowed e m' y' d) ->
    (forall x, closers m'' y'' x = closers m' y' x || (h && (c =? x))) ->
    forall d, In d (cells b) ->
    has (without (c :: if h : bool then near b c else []) f) d = allowed (del c e) m'' y'' d) as X.
  { intros f h m' y' m'' y'' F C d Hd. apply eq_true_iff_eq.
    rewrite (allowed_after h e m' y' m'' y'' c d Hc Hd C), in_without, (F d Hd). reflexivity. }
  unfold closers in *. destruct closes; cbn [mine yours free to_me to_you].
  - destruct R as [M Y]. split.
    + apply (X (yours s) false _ _ _ _ Y). intros x. reflexivity.
    + apply (X (mine s) false _ _ _ _ M). intros x. reflexivity.
  - destruct R as [M Y]. split.
    + apply (X (yours s) false _ _ _ _ Y). intros x. rewrite orb_false_r. reflexivity.
    + apply (X (mine s) true _ _ _ _ M). intros x. rewrite has_add, orb_comm. reflexivity.
  - destruct R as [M Y]. split.
    + apply (X (yours s) true _ _ _ _ Y). intros x. rewrite has_add, orb_comm. reflexivity.
    + apply (X (mine s) false _ _ _ _ M). intros x. rewrite orb_false_r. reflexivity.
  - apply (X (free s) true _ _ _ _ R). intros x. rewrite has_add. cbn [andb].
    destruct (has m x), (has y x), (c =? x); reflexivity.
Qed.

(** The moves of a state, whoever marks close cells to. *)
Definition open (s : state) : N := match closes with All => free s | _ => mine s end.
Lemma in_marks : forall s t, In t (next b (Place closes) s) <-> exists c,
  In c (cells b) /\ has (open s) c = true /\
  t = match closes with
      | All => St (without (c :: near b c) (free s)) 0 0
      | _ => St 0 (without (c :: to_you b closes c) (yours s)) (without (c :: to_me b closes c) (mine s))
      end.
Proof.
  intros s t. unfold open. destruct closes; [apply in_place|apply in_place|apply in_place|apply in_all]; discriminate.
Qed.
Lemma open_allowed : forall s p, stands_for s p -> forall c, In c (cells b) ->
  has (open s) c = allowed (empty p) (own p) (others p) c.
Proof. intros s p R c Hc. unfold open, stands_for in *. destruct closes; (apply R || apply (proj1 R)); exact Hc. Qed.

Theorem same_with_marks : forall s p, stands_for s p ->
  (wins (next b (Place closes)) s -> wins marked_next p) /\
  (loses (next b (Place closes)) s -> loses marked_next p).
Proof.
  assert (forall s p, stands_for s p -> forall t, In t (next b (Place closes) s) ->
    exists q, In q (marked_next p) /\ stands_for t q) as Forth.
  { intros s p R t H. apply in_marks in H as (c & Hc & Hm & E).
    eexists. split; [|exact (stands_for_after s p c R Hc t E)].
    apply in_map_iff. exists c. split; [reflexivity|]. apply filter_In. split; [exact Hc|].
    rewrite <- (open_allowed s p R c Hc). exact Hm. }
  assert (forall s p, stands_for s p -> forall q, In q (marked_next p) ->
    exists t, In t (next b (Place closes) s) /\ stands_for t q) as Back.
  { intros s p R q H. apply in_map_iff in H as (c & <- & H). apply filter_In in H as [Hc Hm].
    rewrite <- (open_allowed s p R c Hc) in Hm.
    eexists. split; [|exact (stands_for_after s p c R Hc _ eq_refl)]. apply in_marks. eauto. }
  intros s p R. split; intros H.
  - exact (same_wins _ _ stands_for Forth Back s H p R).
  - exact (same_loses _ _ stands_for Forth Back s H p R).
Qed.
End Marks.

(** The state that Claim.v reads from the text of a position stands for the board with the
    marks of the text. *)
Theorem marks_read : forall r closes rows cols b letter side s, cells b = all_cells rows cols ->
  kind_of r = Place closes -> read_state r rows cols b letter side = Some s ->
  let there l := set_of (where_is rows cols letter l) in
  let x := there "X"%char in
  let o := there "O"%char in
  stands_for b closes s
    (match side with PlayerX => Marked (there "."%char) x o | PlayerO => Marked (there "."%char) o x end).
Proof.
  intros r closes rows cols b letter side s C K H there x o. unfold read_state in H. rewrite K in H.
  set (mine_ := where_is rows cols letter (match side with PlayerX => "X" | PlayerO => "O" end)%char) in *.
  set (yours_ := where_is rows cols letter (match side with PlayerX => "O" | PlayerO => "X" end)%char) in *.
  assert ((match side with PlayerX => Marked (there "."%char) x o | PlayerO => Marked (there "."%char) o x end)
    = Marked (there "."%char) (set_of mine_) (set_of yours_)) as -> by (destruct side; reflexivity).
  assert (forall l, incl (where_is rows cols letter l) (cells b)) as I.
  { intros l c Hc. rewrite C. apply filter_In in Hc. tauto. }
  assert (incl mine_ (cells b)) as Im by (apply I). assert (incl yours_ (cells b)) as Iy by (apply I).
  assert (forall m y c, incl m (cells b) -> incl y (cells b) ->
    (has (N.ldiff (there "."%char) (closed_by b closes m y)) c = allowed b closes (there "."%char) (set_of m) (set_of y) c)) as X.
  { intros m y c Hm Hy. apply eq_true_iff_eq. rewrite in_ldiff, allowed_iff.
    assert (forall l, incl l (cells b) -> (has (set_of (flat_map (near b) l)) c = false <->
      forall d, In d (cells b) -> has (set_of l) d = true -> ~ In c (near b d))) as Y.
    { intros l Hl. split.
      - intros F d Hd D N. apply in_set_of in D.
        assert (has (set_of (flat_map (near b) l)) c = true) as T by (apply in_set_of, in_flat_map; eauto). congruence.
      - intros F. destruct (has (set_of _) c) eqn:E; [|reflexivity]. apply in_set_of, in_flat_map in E as (d & Hd & N).
        destruct (F d (Hl _ Hd)); [apply in_set_of; exact Hd|exact N]. }
    unfold closed_by, closers. destruct closes.
    - rewrite has_none. split; intros [E _]; split; auto; intros d Hd F; discriminate.
    - rewrite (Y m Hm). reflexivity.
    - rewrite (Y y Hy). reflexivity.
    - rewrite (Y (m ++ y) (incl_app Hm Hy)). split; intros [E A]; split; auto; intros d Hd D; apply (A d Hd).
      + apply in_set_of, in_or_app. apply orb_prop in D as [D|D]; apply in_set_of in D; auto.
      + apply in_set_of, in_app_or in D. apply orb_true_iff. rewrite !in_set_of. exact D. }
  cbv zeta in H.
  destruct (negb (symmetric_near b) || _); [|discriminate].
  unfold stands_for. cbn [empty own others]. destruct closes.
  1-3: injection H as <-; cbn [mine yours]; split; intros c Hc; apply X; assumption.
  destruct (none_of (closed_by b All mine_ yours_) (where_is rows cols letter ".") && _) eqn:E; [|discriminate].
  injection H as <-. cbn [free]. intros c Hc. rewrite <- (X _ _ c Im Iy). fold (there "."%char).
  apply eq_true_iff_eq. rewrite in_ldiff. split; [|tauto]. intros D. split; [exact D|].
  apply andb_prop in E as [E _]. unfold none_of in E. rewrite forallb_forall in E.
  apply in_set_of in D. specialize (E c D). apply negb_true_iff. exact E.
Qed.
