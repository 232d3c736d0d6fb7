(** Games in which marks close cells to both players, by nimbers of components.

    The free cells of a position fall into components: no cell of one is near a cell of another. They
    are a sum of games. A table has the nimber of each component, moved up and left as far as
    possible where that changes nothing; each record is checked by the records before it. *)
From Coq Require Import List Bool NArith Lia FMapPositive String.
From Gridlock Require Import Game Board Rules Sets Walk Ends Nim Reader.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(** ** The game on sets of free cells alone *)
Section Sums.
Variable b : board.
Hypothesis ok : proper b.

Definition taken (f c : N) : N := without (c :: near b c) f.
Definition claims (f : N) : list N := map (taken f) (filter (has f) (cells b)).

Lemma in_claims : forall f t, In t (claims f) <->
  exists c, In c (cells b) /\ has f c = true /\ t = taken f c.
Proof.
  intros. unfold claims. rewrite in_map_iff. split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

Lemma claims_end : forall f t, In t (claims f) -> (count (cells b) t < count (cells b) f)%nat.
Proof.
  intros f t H. apply in_claims in H as (c & Hc & Hf & ->). exact (less_around b _ c f Hc Hf).
Qed.

Lemma claims_forth : forall f s, free s = f -> forall t, In t (claims f) ->
  exists u, In u (next b (Place All) s) /\ free u = t.
Proof.
  intros f s <- t H. apply in_claims in H as (c & Hc & Hf & ->).
  exists (St (taken (free s) c) 0 0). split; [|reflexivity]. apply in_all. exists c. auto.
Qed.
Lemma claims_back : forall f s, free s = f -> forall u, In u (next b (Place All) s) ->
  exists t, In t (claims f) /\ free u = t.
Proof.
  intros f s <- u H. apply in_all in H as (c & Hc & Hf & ->). exists (taken (free s) c).
  split; [|reflexivity]. apply in_claims. exists c. auto.
Qed.

Theorem claim_winner : forall s g, nimber claims (free s) g ->
  if g =? 0 then loses (next b (Place All)) s else wins (next b (Place All)) s.
Proof.
  intros s g H. pose proof (nimber_winner claims _ claims_end _ _ H) as W.
  destruct (g =? 0).
  - exact (same_loses claims (next b (Place All)) (fun f s => free s = f)
      claims_forth claims_back _ W s eq_refl).
  - exact (same_wins claims (next b (Place All)) (fun f s => free s = f)
      claims_forth claims_back _ W s eq_refl).
Qed.

Lemma no_cells : nimber claims 0 0.
Proof.
  constructor; [|intros h Hh; lia]. intros t H. apply in_claims in H as (c & _ & H & _).
  rewrite has_none in H. discriminate.
Qed.

(** ** Sums *)
Definition sum (a c f : N) : Prop :=
  f = N.lor a c /\ (forall x, has f x = true -> In x (cells b)) /\
  forall x y, has a x = true -> has c y = true -> x <> y /\ ~ In y (near b x) /\ ~ In x (near b y).

(** What a move takes from a set without cells beside it. *)
Lemma taken_apart : forall a c x, (forall y, has c y = true -> x <> y /\ ~ In y (near b x) /\ ~ In x (near b y)) ->
  taken (N.lor a c) x = N.lor (taken a x) c.
Proof.
  intros a c x H. apply same_set. intros y. unfold taken.
  rewrite in_without, has_lor, orb_true_iff, has_lor, orb_true_iff, in_without. split.
  - intros [[A|C] N]; auto.
  - intros [[A N]|C]; [auto|]. split; [auto|]. destruct (H y C) as (A1 & A2 & _). intros [E|E]; auto.
Qed.

Lemma sum_flip : forall a c f, sum a c f -> sum c a f.
Proof.
  intros a c f (E & I & D). split; [rewrite N.lor_comm; exact E|]. split; [exact I|].
  intros x y Hx Hy. destruct (D y x Hy Hx) as (D1 & D2 & D3). auto.
Qed.

Lemma sum_left : forall a c f, sum a c f -> forall a', In a' (claims a) ->
  exists t, In t (claims f) /\ sum a' c t.
Proof.
  intros a c f (E & I & D) a' H. apply in_claims in H as (x & Hx & Ha & ->).
  assert (taken f x = N.lor (taken a x) c) as F by (rewrite E; apply taken_apart; eauto).
  exists (taken f x). split.
  - apply in_claims. exists x. rewrite E, has_lor, Ha. auto.
  - split; [exact F|]. split.
    + intros y Hy. apply in_without in Hy as [Hy _]. auto.
    + intros y z Hy Hz. apply in_without in Hy as [Hy _]. auto.
Qed.

Lemma sum_moves : forall a c f, sum a c f -> forall t, In t (claims f) ->
  (exists a', In a' (claims a) /\ sum a' c t) \/ (exists c', In c' (claims c) /\ sum a c' t).
Proof.
  assert (forall a c f x, sum a c f -> In x (cells b) -> has a x = true ->
    exists a', In a' (claims a) /\ sum a' c (taken f x)) as One.
  { intros a c f x S Hx Ha. exists (taken a x).
    assert (In (taken a x) (claims a)) as M by (apply in_claims; exists x; auto).
    split; [exact M|]. destruct S as (E & I & D).
    split; [rewrite E; apply taken_apart; eauto|]. split.
    - intros y Hy. apply in_without in Hy as [Hy _]. auto.
    - intros y z Hy Hz. apply in_without in Hy as [Hy _]. auto. }
  intros a c f S t H. apply in_claims in H as (x & Hx & Hf & ->). pose proof S as (E & _).
  rewrite E, has_lor, orb_true_iff in Hf. destruct Hf as [Ha|Hc].
  - left. exact (One a c f x S Hx Ha).
  - right. destruct (One c a f x (sum_flip _ _ _ S) Hx Hc) as (c' & M & S').
    exists c'. split; [exact M|exact (sum_flip _ _ _ S')].
Qed.

Theorem sum_nimber : forall f a c g h, sum a c f -> nimber claims a g -> nimber claims c h ->
  nimber claims f (N.lxor g h).
Proof.
  apply (nimber_sum claims (fun f => count (cells b) f) claims_end sum sum_moves sum_left).
  intros a c f S c' H. destruct (sum_left c a f (sum_flip _ _ _ S) c' H) as (t & Ht & S').
  exists t. split; [exact Ht|exact (sum_flip _ _ _ S')].
Qed.
End Sums.

(** ** Moving a set up or left *)
Section Moved.
Variables (n : nearness) (sh : shape) (rows cols : N).
Variable b : board.
Hypothesis b_alike : alike b (board_by n sh rows cols).
Let b_cells : cells b = all_cells rows cols := same_cells _ _ b_alike.
Let b_near : forall c, near b c = near_cells n sh rows cols c := same_near _ _ b_alike.

Section By.
Variable k : N.
(** Cells that may be moved by k, with the same neighbours among each other. *)
Variable movable : N -> Prop.
Hypothesis far : forall x, movable x -> k <= x.
Hypothesis adjacent : forall x y, movable x -> movable y ->
  In x (all_cells rows cols) -> In y (all_cells rows cols) ->
  is_near n sh rows cols (x - k) (y - k) = is_near n sh rows cols x y.

Let moved (f t : N) : Prop :=
  t = N.shiftr f k /\ forall x, has f x = true -> In x (all_cells rows cols) /\ movable x.

Lemma moved_taken : forall f t x, moved f t -> has f x = true ->
  moved (taken b f x) (taken b t (x - k)).
Proof.
  intros f t x [-> M] Hx. split.
  - destruct (M x Hx) as [Ix Mx]. apply same_set. intros y. unfold has at 2.
    rewrite N.shiftr_spec'. fold (has (taken b f x) (y + k)). unfold taken. rewrite !in_without.
    unfold has at 1. rewrite N.shiftr_spec'. fold (has f (y + k)).
    assert (has f (y + k) = true -> (In y (x - k :: near b (x - k)) <-> In (y + k) (x :: near b x))) as E.
    { intros Hy. destruct (M _ Hy) as [Iy My]. cbn [In]. rewrite !b_near. unfold near_cells.
      rewrite !filter_In. pose proof (far x Mx). pose proof (adjacent x (y + k) Mx My Ix Iy) as A.
      replace (y + k - k) with y in A by lia. rewrite A.
      apply in_cells in Iy. assert (In y (all_cells rows cols)) by (apply in_cells; lia).
      assert (In (y + k) (all_cells rows cols)) by (apply in_cells; lia).
      assert (x - k = y <-> x = y + k) by lia. tauto. }
    tauto.
  - intros y Hy. apply in_without in Hy as [Hy _]. auto.
Qed.

Lemma moved_nimber : forall f g,
  (forall x, has f x = true -> In x (all_cells rows cols) /\ movable x) ->
  nimber (claims b) (N.shiftr f k) g -> nimber (claims b) f g.
Proof.
  intros f g M. apply (same_nimber (claims b) (claims b) moved) with (measure := count (cells b)).
  - intros a c R a' H. apply in_claims in H as (x & Hx & Ha & ->).
    exists (taken b c (x - k)). split; [|exact (moved_taken _ _ _ R Ha)].
    destruct R as [-> R]. destruct (R x Ha) as [Ix Mx]. pose proof (far x Mx).
    apply in_claims. rewrite b_cells. exists (x - k). split; [|split; [|reflexivity]].
    + apply in_cells in Ix. apply in_cells. lia.
    + unfold has. rewrite N.shiftr_spec'. replace (x - k + k) with x by lia. exact Ha.
  - intros a c R c' H. apply in_claims in H as (y & Hy & Hc & ->). pose proof R as [E R'].
    rewrite E in Hc. unfold has in Hc. rewrite N.shiftr_spec' in Hc. fold (has a (y + k)) in Hc.
    exists (taken b a (y + k)). split.
    + apply in_claims. exists (y + k). rewrite b_cells. split; [exact (proj1 (R' _ Hc))|]. auto.
    + pose proof (moved_taken _ _ _ R Hc) as X. replace (y + k - k) with y in X by lia. exact X.
  - exact (claims_end b).
  - split; [reflexivity|exact M].
Qed.
End By.

(** The cells that may move up, and those that may move left. *)
Definition lower_cells : N := set_of (filter (fun c => cols <=? c) (all_cells rows cols)).
Definition right_cells : N := not_first rows cols.

Lemma existsb_ext : forall A (f g : A -> bool) l, (forall a, f a = g a) -> existsb f l = existsb g l.
Proof. intros A f g l E. induction l as [|a l IH]; cbn; [reflexivity|]. rewrite E, IH. reflexivity. Qed.

(** By how steps lead, the same is near after a move by k. *)
Lemma moved_near : (match n with Graph _ _ _ _ => False | _ => True end) -> forall k x y,
  k <= x -> k <= y -> In x (all_cells rows cols) -> In y (all_cells rows cols) ->
  (forall o, leads sh rows cols o (x - k) (y - k) = leads sh rows cols o x y) ->
  is_near n sh rows cols (x - k) (y - k) = is_near n sh rows cols x y.
Proof.
  intros G k x y Lx Ly Ix Iy L. apply in_cells in Ix, Iy. unfold is_near.
  assert ((x - k <? rows * cols) = true /\ (x <? rows * cols) = true) as [-> ->]
    by (split; apply N.ltb_lt; lia).
  assert ((x - k =? y - k) = (x =? y)) as -> by (apply eq_true_iff_eq; rewrite !N.eqb_eq; lia).
  f_equal. destruct n; [apply existsb_ext; auto| |destruct G].
  apply existsb_ext. intros j. apply existsb_ext. auto.
Qed.

(** Up where rows are not joined, and left where columns are not. *)
Definition may_up : bool := match n with Graph _ _ _ _ => false | _ => negb (joins_rows sh) end.
Definition may_left : bool := match n with Graph _ _ _ _ => false | _ => negb (joins_cols sh) end.

Lemma up_nimber : may_up = true -> forall f g, subset f lower_cells = true ->
  nimber (claims b) (N.shiftr f cols) g -> nimber (claims b) f g.
Proof.
  intros J f g H. apply (moved_nimber cols (fun x => cols <= x /\ cols <> 0)); [tauto| |].
  - intros x y [Hx C] [Hy _] Ix Iy. unfold may_up in J.
    apply moved_near; [destruct n; (exact I || discriminate)|exact Hx|exact Hy|exact Ix|exact Iy|].
    intros o. assert (joins_rows sh = false) as R by (destruct n; try discriminate; apply negb_true_iff; exact J).
    unfold leads. rewrite R. unfold same at 1 3.
    assert (forall z, cols <= z -> z / cols = (z - cols) / cols + 1 /\ z mod cols = (z - cols) mod cols) as X.
    { intros z Hz. replace z with (z - cols + 1 * cols) at 1 3 by lia.
      rewrite N.div_add, N.mod_add by exact C. auto. }
    destruct (X x Hx) as [-> ->], (X y Hy) as [-> ->]. f_equal.
    apply eq_true_iff_eq. rewrite !N.eqb_eq. lia.
  - intros x Hx. apply (subset_has _ _ H), in_set_of, filter_In in Hx as [I L].
    apply N.leb_le in L. pose proof (cols_not_0 _ _ _ I). auto.
Qed.

Lemma left_nimber : may_left = true -> forall f g, subset f right_cells = true ->
  nimber (claims b) (N.shiftr f 1) g -> nimber (claims b) f g.
Proof.
  intros J f g H.
  assert (forall x, x mod cols <> 0 /\ cols <> 0 -> 1 <= x) as Far.
  { intros x [Hx C]. destruct (N.eq_dec x 0) as [->|]; [|lia].
    rewrite N.mod_0_l in Hx by exact C. congruence. }
  apply (moved_nimber 1 (fun x => x mod cols <> 0 /\ cols <> 0) Far).
  - intros x y [Hx C] [Hy C'] Ix Iy. unfold may_left in J.
    apply moved_near; [destruct n; (exact I || discriminate)|auto|auto|exact Ix|exact Iy|].
    intros o. assert (joins_cols sh = false) as R by (destruct n; try discriminate; apply negb_true_iff; exact J).
    unfold leads. rewrite R. unfold same at 2 4.
    assert (forall z, z mod cols <> 0 -> z / cols = (z - 1) / cols /\ z mod cols = (z - 1) mod cols + 1) as X.
    { intros z Hz. pose proof (N.div_mod' z cols) as D. pose proof (N.mod_lt z cols C) as M.
      assert (forall n r, z = n + r -> r <> 0 -> r < cols -> z - 1 = n + (r - 1) /\ r - 1 < cols) as Q
        by (clear; lia).
      destruct (Q _ _ D Hz M) as [E S].
      rewrite <- (N.div_unique _ _ _ _ S E), <- (N.mod_unique _ _ _ _ S E).
      split; [reflexivity|lia]. }
    destruct (X x Hx) as [-> ->], (X y Hy) as [-> ->]. f_equal.
    apply eq_true_iff_eq. rewrite !N.eqb_eq. lia.
  - intros x Hx. apply (subset_has _ _ H), in_set_of, filter_In in Hx as [I L].
    apply negb_true_iff, N.eqb_neq in L. pose proof (cols_not_0 _ _ _ I). auto.
Qed.
End Moved.

(** ** The table *)

(** Sets of cells that are computed once: all; those that may move up; those that may move left. *)
Record masks := Masks { full : N; lower : N; inner : N }.
Definition masks_of (rows cols : N) : masks :=
  Masks (set_of (all_cells rows cols)) (lower_cells rows cols) (right_cells rows cols).

(** Near in either direction. *)
Definition either_way (b : board) (c : N) : list N :=
  filter (fun d => among d (near b c) || among c (near b d)) (cells b).

Section Table.
Variables (n : nearness) (sh : shape) (rows cols : N).
Variable b : board.
Hypothesis b_alike : alike b (board_by n sh rows cols).
Hypothesis ok : proper b.
Variable m : masks.
Hypothesis m_right : m = masks_of rows cols.
Variable wave : N -> N.
Hypothesis wave_reach : forall s c d, has s c = true -> In d (either_way b c) -> has (wave s) d = true.
Variable fuel : nat.

Let game := claims b.

Fixpoint upmost (fuel : nat) (f : N) : N :=
  match fuel with
  | O => f
  | S n => if negb (f =? 0) && subset f (lower m) then upmost n (N.shiftr f cols) else f
  end.
Fixpoint leftmost (fuel : nat) (f : N) : N :=
  match fuel with
  | O => f
  | S n => if negb (f =? 0) && subset f (inner m) then leftmost n (N.shiftr f 1) else f
  end.

Definition table : Type := PositiveMap.t N.
Definition placed (f : N) : N :=
  let f := if may_up n sh then upmost fuel f else f in if may_left n sh then leftmost fuel f else f.
Definition nimber_in (t : table) (f : N) : option N :=
  match PositiveMap.find (N.succ_pos (placed f)) t with
  | Some g => Some g
  | None => PositiveMap.find (N.succ_pos f) t
  end.

(** The nimber of a set of cells by those of its components, if all are in the table. *)
Fixpoint nimber_by (t : table) (rounds : nat) (f : N) : option N :=
  match rounds with
  | O => None
  | S rounds =>
      if f =? 0 then Some 0
      else match find (has f) (cells b) with
           | None => None
           | Some c =>
               let part := flood wave fuel f (N.shiftl 1 c) in
               if subset part f && closed wave f part then
                 match nimber_in t part, nimber_by t rounds (N.ldiff f part) with
                 | Some g, Some h => Some (N.lxor g h)
                 | _, _ => None
                 end
               else None
           end
  end.

(** A record is right: g is the least number that is not the nimber after a move in f. *)
Definition is_least (options : list (option N)) (g : N) : bool :=
  (g <=? N.of_nat (List.length options)) &&
  forallb (fun o => match o with Some h => negb (h =? g) | None => false end) options &&
  forallb (fun h => existsb (fun o => match o with Some i => i =? h | None => false end) options)
    (map N.of_nat (seq 0 (N.to_nat g))).
Definition record_right (t : table) (f g : N) : bool :=
  subset f (full m) &&
  is_least (map (fun c => nimber_by t fuel (taken b f c)) (filter (has f) (cells b))) g.

Lemma upmost_nimber : may_up n sh = true -> forall k f g, nimber game (upmost k f) g -> nimber game f g.
Proof.
  intros J. induction k as [|k IH]; intros f g H; [exact H|]. cbn [upmost] in H.
  destruct (negb (f =? 0) && subset f (lower m)) eqn:E; [|exact H]. apply andb_prop in E as [_ E].
  rewrite m_right in E. exact (up_nimber n sh rows cols b b_alike J f g E (IH _ _ H)).
Qed.
Lemma leftmost_nimber : may_left n sh = true -> forall k f g, nimber game (leftmost k f) g -> nimber game f g.
Proof.
  intros J. induction k as [|k IH]; intros f g H; [exact H|]. cbn [leftmost] in H.
  destruct (negb (f =? 0) && subset f (inner m)) eqn:E; [|exact H]. apply andb_prop in E as [_ E].
  rewrite m_right in E. exact (left_nimber n sh rows cols b b_alike J f g E (IH _ _ H)).
Qed.

Definition right_table (t : table) : Prop :=
  forall f g, PositiveMap.find (N.succ_pos f) t = Some g -> nimber game f g.

Lemma nimber_in_right : forall t f g, right_table t -> nimber_in t f = Some g -> nimber game f g.
Proof.
  intros t f g R H. unfold nimber_in in H.
  destruct (PositiveMap.find (N.succ_pos (placed f)) t) as [h|] eqn:E; [|exact (R _ _ H)].
  injection H as ->. apply R in E. unfold placed in E.
  destruct (may_up n sh) eqn:U, (may_left n sh) eqn:L; auto.
  - apply (upmost_nimber U fuel), (leftmost_nimber L fuel), E.
  - exact (upmost_nimber U fuel _ _ E).
  - exact (leftmost_nimber L fuel _ _ E).
Qed.

Definition on_board (f : N) : Prop := forall x, has f x = true -> In x (cells b).

Lemma nimber_by_right : forall t, right_table t -> forall rounds f g, on_board f ->
  nimber_by t rounds f = Some g -> nimber game f g.
Proof.
  intros t R. induction rounds as [|k IH]; intros f g B H; [discriminate|]. cbn [nimber_by] in H.
  destruct (N.eqb_spec f 0) as [->|_]; [injection H as <-; apply no_cells|].
  destruct (find (has f) (cells b)) as [c|]; [|discriminate].
  set (part := flood wave fuel f (N.shiftl 1 c)) in *.
  destruct (subset part f && closed wave f part) eqn:E; [|discriminate].
  apply andb_prop in E as [E1 E2].
  destruct (nimber_in t part) as [h|] eqn:P; [|discriminate].
  destruct (nimber_by t k (N.ldiff f part)) as [i|] eqn:Q; [|discriminate]. injection H as <-.
  apply (sum_nimber b f part (N.ldiff f part)).
  - split; [|split].
    + apply same_set. intros x. rewrite has_lor, orb_true_iff, in_ldiff. split.
      * intros X. destruct (has part x); auto.
      * intros [X|X]; [exact (subset_has _ _ E1 x X)|tauto].
    + exact B.
    + intros x y Hx Hy. apply in_ldiff in Hy as [Fy Py].
      assert (~ In y (either_way b x)) as A.
      { intros K. pose proof (closed_has wave _ wave_reach _ _ E2 x y Hx K Fy). congruence. }
      split; [congruence|]. unfold either_way in A. rewrite filter_In, orb_true_iff, !among_in in A.
      pose proof (B y Fy). tauto.
  - exact (nimber_in_right _ _ _ R P).
  - apply (IH _ _); [|exact Q]. intros x X. apply in_ldiff in X as [X _]. auto.
Qed.

Lemma record_is_right : forall t f g, right_table t -> record_right t f g = true -> nimber game f g.
Proof.
  intros t f g R H. unfold record_right, is_least in H.
  apply andb_prop in H as [F H]. apply andb_prop in H as [H L]. apply andb_prop in H as [_ D].
  rewrite forallb_forall in D, L.
  assert (on_board f) as B.
  { intros x X. rewrite (same_cells _ _ b_alike). apply in_set_of. rewrite m_right in *.
    exact (subset_has _ _ F x X). }
  assert (forall c h, nimber_by t fuel (taken b f c) = Some h ->
    nimber game (taken b f c) h) as N.
  { intros c h E. apply (nimber_by_right t R fuel); [|exact E].
    intros x X. apply in_without in X as [X _]. auto. }
  constructor.
  - intros u Hu. apply in_claims in Hu as (c & Hc & Hf & ->).
    assert (In (nimber_by t fuel (taken b f c))
      (map (fun c => nimber_by t fuel (taken b f c)) (filter (has f) (cells b)))) as M.
    { apply (in_map (fun c => nimber_by t fuel (taken b f c))), filter_In. auto. }
    specialize (D _ M). destruct (nimber_by t fuel (taken b f c)) as [h|] eqn:E; [|discriminate].
    exists h. split; [apply negb_true_iff, N.eqb_neq in D; exact D|exact (N c h E)].
  - intros h Hh. specialize (L h). rewrite in_map_iff in L.
    assert (exists n, N.of_nat n = h /\ In n (seq 0 (N.to_nat g))) as X.
    { exists (N.to_nat h). rewrite in_seq. split; [apply N2Nat.id|lia]. }
    specialize (L X). apply existsb_exists in L as (o & Ho & E).
    destruct o as [i|]; [|discriminate].
    apply N.eqb_eq in E. subst i. apply in_map_iff in Ho as (c & E & Hc).
    apply filter_In in Hc as [Hc Hf]. exists (taken b f c).
    split; [|exact (N c h E)].
    apply in_claims. exists c. auto.
Qed.

Lemma add_right : forall t f g, right_table t -> nimber game f g ->
  right_table (PositiveMap.add (N.succ_pos f) g t).
Proof.
  intros t f g R H e h E. destruct (N.eq_dec e f) as [->|D].
  - rewrite PositiveMap.gss in E. injection E as <-. exact H.
  - rewrite PositiveMap.gso in E; [exact (R e h E)|]. intros C. apply D.
    assert (N.succ e = N.succ f) by (rewrite <- !N.succ_pos_spec; congruence). lia.
Qed.

(** ** Reading it *)
Context {source : Type}.
Variable read : source -> option (N * source).

Fixpoint read_table (n : nat) (t : table) (from : source) : outcome (table * source) :=
  match n with
  | O => Fine (t, from)
  | S n =>
      let* (f, from) := varint read from in
      let* (g, from) := varint read from in
      if record_right t f g then read_table n (PositiveMap.add (N.succ_pos f) g t) from
      else Refused "a nimber is wrong, or one that it needs is missing: cells, nimber" [f; g]
  end.

(** The nimber of a set of cells, by a body of n records. *)
Definition read_nimber (n : N) (f : N) (from : source) : outcome N :=
  let* (t, from) := read_table (N.to_nat n) (PositiveMap.empty N) from in
  let* _ := at_end read from in
  let* _ := need (subset f (full m)) "the root has cells that are not on the board" in
  given (nimber_by t fuel f) "the nimber of a component of the root is missing".

Lemma read_table_right : forall k t from u rest, right_table t ->
  read_table k t from = Fine (u, rest) -> right_table u.
Proof.
  induction k as [|k IH]; intros t from u rest R H; cbn [read_table] in H.
  - injection H as <- _. exact R.
  - apply bind_fine in H as ([f from1] & _ & H). apply bind_fine in H as ([g from2] & _ & H).
    destruct (record_right t f g) eqn:E; [|discriminate].
    exact (IH _ _ _ _ (add_right _ _ _ R (record_is_right _ _ _ R E)) H).
Qed.

Theorem read_nimber_right : forall k f from g, read_nimber k f from = Fine g -> nimber game f g.
Proof.
  intros k f from g H. unfold read_nimber in H.
  apply bind_fine in H as ([t from1] & T & H). apply bind_fine in H as (_ & _ & H).
  apply bind_fine in H as (u & F & H).
  destruct (subset f (full m)) eqn:S; [|discriminate].
  destruct (nimber_by t fuel f) as [h|] eqn:E; [|discriminate]. injection H as <-.
  apply (nimber_by_right t) with fuel; [|intros x X|exact E].
  - apply (read_table_right _ _ _ _ _ (fun e i X => ltac:(rewrite PositiveMap.gempty in X; discriminate)) T).
  - rewrite (same_cells _ _ b_alike). apply in_set_of. rewrite m_right in *. exact (subset_has _ _ S x X).
Qed.
End Table.
