(** Games in which marks close cells to both players, by nimbers of components.

    The free cells of a position fall into components: no cell of one is near a cell of another. They
    are a sum of games. A table has nimbers of components, and nimbers that these have not, for all their
    images; each is moved up and left as far as possible where that changes nothing. Each record is
    checked by the records before it. *)
From Coq Require Import List Bool NArith Lia FMapPositive String.
From Gridlock Require Import Game Board Rules Sets Walk Ends Symmetry Nim Reader.
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

(** ** Images *)
Lemma under_claims : forall p q f t, symmetry b p q = true -> same_under b p f t -> forall f', In f' (claims f) ->
  exists t', In t' (claims t) /\ same_under b p f' t'.
Proof.
  intros p q f t K S f' H. apply in_claims in H as (c & Hc & Hf & ->). exists (taken t (p c)). split.
  - apply in_claims. exists (p c). split; [apply (kept_cells b p q K c Hc)|]. rewrite (S c Hc). auto.
  - exact (under_around b p q c f t K Hc S).
Qed.

Lemma image_nimber : forall p q f g, symmetry b p q = true ->
  nimber claims (image b p f) g -> nimber claims f g.
Proof.
  intros p q f g K. pose proof (kept_flip b p q K) as K'.
  apply (same_nimber claims claims (same_under b p)) with (measure := count (cells b)).
  - intros a c. exact (under_claims p q a c K).
  - intros a c R c' H. destruct (under_claims q p c a K' (under_flip b p q a c K R) c' H) as (a' & Ha & S).
    exists a'. split; [exact Ha|exact (under_flip b q p c' a' K' S)].
  - exact claims_end.
  - intros c Hc. exact (has_image b p q K f c Hc).
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

Lemma up_near : may_up = true -> forall x y, cols <= x /\ cols <> 0 -> cols <= y /\ cols <> 0 ->
  In x (all_cells rows cols) -> In y (all_cells rows cols) ->
  is_near n sh rows cols (x - cols) (y - cols) = is_near n sh rows cols x y.
Proof.
  intros J x y [Hx C] [Hy _] Ix Iy. unfold may_up in J.
  apply moved_near; [destruct n; (exact I || discriminate)|exact Hx|exact Hy|exact Ix|exact Iy|].
  intros o. assert (joins_rows sh = false) as R by (destruct n; try discriminate; apply negb_true_iff; exact J).
  unfold leads. rewrite R. unfold same at 1 3.
  assert (forall z, cols <= z -> z / cols = (z - cols) / cols + 1 /\ z mod cols = (z - cols) mod cols) as X.
  { intros z Hz. replace z with (z - cols + 1 * cols) at 1 3 by lia.
    rewrite N.div_add, N.mod_add by exact C. auto. }
  destruct (X x Hx) as [-> ->], (X y Hy) as [-> ->]. f_equal.
  apply eq_true_iff_eq. rewrite !N.eqb_eq. lia.
Qed.

Lemma in_lower : forall f x, subset f lower_cells = true -> has f x = true ->
  In x (all_cells rows cols) /\ cols <= x /\ cols <> 0.
Proof.
  intros f x H Hx. apply (subset_has _ _ H), in_set_of, filter_In in Hx as [I L].
  apply N.leb_le in L. pose proof (cols_not_0 _ _ _ I). auto.
Qed.

Lemma up_nimber : may_up = true -> forall f g, subset f lower_cells = true ->
  nimber (claims b) (N.shiftr f cols) g -> nimber (claims b) f g.
Proof.
  intros J f g H. apply (moved_nimber cols (fun x => cols <= x /\ cols <> 0)); [tauto|exact (up_near J)|].
  intros x Hx. exact (in_lower f x H Hx).
Qed.

Lemma from_one : forall x, x mod cols <> 0 /\ cols <> 0 -> 1 <= x.
Proof.
  intros x [Hx C]. destruct (N.eq_dec x 0) as [->|]; [|lia].
  rewrite N.mod_0_l in Hx by exact C. congruence.
Qed.

Lemma left_near : may_left = true -> forall x y, x mod cols <> 0 /\ cols <> 0 -> y mod cols <> 0 /\ cols <> 0 ->
  In x (all_cells rows cols) -> In y (all_cells rows cols) ->
  is_near n sh rows cols (x - 1) (y - 1) = is_near n sh rows cols x y.
Proof.
  intros J x y [Hx C] [Hy C'] Ix Iy. unfold may_left in J. pose proof from_one as Far.
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
Qed.

Lemma in_inner : forall f x, subset f right_cells = true -> has f x = true ->
  In x (all_cells rows cols) /\ x mod cols <> 0 /\ cols <> 0.
Proof.
  intros f x H Hx. apply (subset_has _ _ H), in_set_of, filter_In in Hx as [I L].
  apply negb_true_iff, N.eqb_neq in L. pose proof (cols_not_0 _ _ _ I). auto.
Qed.

Lemma left_nimber : may_left = true -> forall f g, subset f right_cells = true ->
  nimber (claims b) (N.shiftr f 1) g -> nimber (claims b) f g.
Proof.
  intros J f g H.
  apply (moved_nimber 1 (fun x => x mod cols <> 0 /\ cols <> 0) from_one); [exact (left_near J)|].
  intros x Hx. exact (in_inner f x H Hx).
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
(** Symmetries whose images have the same record, if there are any. *)
Variable images : list (N -> N).
Hypothesis images_right : forall p, In p images -> exists q, symmetry b p q = true.

Let game := claims b.
Let ends := claims_end b.

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
Definition placed (f : N) : N :=
  let f := if may_up n sh then upmost fuel f else f in if may_left n sh then leftmost fuel f else f.
Definition normal (f : N) : N := fold_left (fun best p => N.min best (placed (image b p f))) images (placed f).

(** The components of a set of cells in normal form, without pairs of the same, which add up to 0. *)
Fixpoint toggle (k : N) (l : list N) : list N :=
  match l with
  | [] => [k]
  | i :: l => if i =? k then l else i :: toggle k l
  end.
Fixpoint parts (rounds : nat) (f : N) : option (list N) :=
  match rounds with
  | O => None
  | S rounds =>
      if f =? 0 then Some []
      else match find (has f) (cells b) with
           | None => None
           | Some c =>
               let part := flood wave fuel f (N.shiftl 1 c) in
               if subset part f && closed wave f part then
                 option_map (toggle (normal part)) (parts rounds (N.ldiff f part))
               else None
           end
  end.

(** What a table says of a component: its nimber, or some that it has not. *)
Inductive entry := Is (g : N) | Not (l : list N).
Definition table : Type := PositiveMap.t entry.
Definition excluded (t : table) (f : N) : list N :=
  match PositiveMap.find (N.succ_pos f) t with Some (Not l) => l | _ => [] end.

(** The exclusive or of the nimbers that a table has of components, and the others. *)
Fixpoint split (t : table) (l : list N) : N * list N :=
  match l with
  | [] => (0, [])
  | k :: l =>
      let (x, others) := split t l in
      match PositiveMap.find (N.succ_pos k) t with
      | Some (Is g) => (N.lxor g x, others)
      | _ => (x, k :: others)
      end
  end.
Definition split_of (t : table) (f : N) : option (N * list N) := option_map (split t) (parts fuel f).

(** By what is known of its components, the nimber of a set of cells is k; it is not k. *)
Definition exact (s : option (N * list N)) (k : N) : bool :=
  match s with Some (x, []) => x =? k | _ => false end.
Definition differs (t : table) (s : option (N * list N)) (k : N) : bool :=
  match s with
  | Some (x, []) => negb (x =? k)
  | Some (x, [f]) => among (N.lxor x k) (excluded t f)
  | _ => false
  end.

(** A record is right: g is not the nimber after any move in f, and each lesser number is that after some
    move, or excluded. *)
Definition record_right (t : table) (f g : N) : bool :=
  let after := map (fun c => split_of t (taken b f c)) (filter (has f) (cells b)) in
  (g <=? N.of_nat (List.length after)) &&
  forallb (fun s => differs t s g) after &&
  forallb (fun h => among h (excluded t f) || existsb (fun s => exact s h) after)
    (map N.of_nat (seq 0 (N.to_nat g))).

(** ** What it says is right *)
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

Lemma placed_nimber : forall f g, nimber game (placed f) g -> nimber game f g.
Proof.
  intros f g E. unfold placed in E. destruct (may_up n sh) eqn:U, (may_left n sh) eqn:L; auto.
  - apply (upmost_nimber U fuel), (leftmost_nimber L fuel), E.
  - exact (upmost_nimber U fuel _ _ E).
  - exact (leftmost_nimber L fuel _ _ E).
Qed.

Lemma normal_nimber : forall f g, nimber game (normal f) g -> nimber game f g.
Proof.
  intros f g. unfold normal.
  assert (forall l best, incl l images -> (nimber game best g -> nimber game f g) ->
    nimber game (fold_left (fun best p => N.min best (placed (image b p f))) l best) g -> nimber game f g) as X.
  { induction l as [|p l IH]; intros best I B; [exact B|]. cbn [fold_left].
    apply IH; [intros q Hq; apply I; right; exact Hq|]. intros H.
    destruct (N.min_dec best (placed (image b p f))) as [E|E]; rewrite E in H; [exact (B H)|].
    destruct (images_right p (I p (or_introl eq_refl))) as [q K].
    exact (image_nimber b p q f g K (placed_nimber _ _ H)). }
  exact (X images _ (incl_refl _) (placed_nimber f g)).
Qed.

(** The nimbers of components add up to g. *)
Fixpoint adds (l : list N) (g : N) : Prop :=
  match l with
  | [] => g = 0
  | k :: l => exists h i, nimber game k h /\ adds l i /\ g = N.lxor h i
  end.

Lemma lxor_swap : forall x y z, N.lxor x (N.lxor y z) = N.lxor y (N.lxor x z).
Proof. intros. rewrite <- !N.lxor_assoc, (N.lxor_comm x y). reflexivity. Qed.
Lemma lxor_twice : forall x y, N.lxor x (N.lxor x y) = y.
Proof. intros. rewrite <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l. Qed.

Lemma toggle_adds : forall k h, nimber game k h -> forall l g, adds (toggle k l) g -> adds l (N.lxor h g).
Proof.
  intros k h H. induction l as [|i l IH]; intros g A; cbn [toggle] in A.
  - destruct A as (h' & i & H' & -> & ->). rewrite (nimber_once game _ ends _ _ _ H' H). apply lxor_twice.
  - destruct (N.eqb_spec i k) as [->|_]; [exists h, g; auto|]. destruct A as (h' & j & H' & A & ->).
    exists h', (N.lxor h j). split; [exact H'|]. split; [exact (IH j A)|apply lxor_swap].
Qed.

Definition on_board (f : N) : Prop := forall x, has f x = true -> In x (cells b).

Lemma parts_right : forall rounds f l, on_board f -> parts rounds f = Some l ->
  forall g, adds l g -> nimber game f g.
Proof.
  induction rounds as [|k IH]; intros f l B H g A; [discriminate|]. cbn [parts] in H.
  destruct (N.eqb_spec f 0) as [->|_]; [injection H as <-; cbn [adds] in A; subst g; apply no_cells|].
  destruct (find (has f) (cells b)) as [c|]; [|discriminate].
  set (part := flood wave fuel f (N.shiftl 1 c)) in *.
  destruct (subset part f && closed wave f part) eqn:E; [|discriminate].
  apply andb_prop in E as [E1 E2].
  destruct (parts k (N.ldiff f part)) as [l'|] eqn:P; [|discriminate]. injection H as <-.
  destruct (nimber_exists game _ ends (normal part)) as [h H]. rewrite <- (lxor_twice h g).
  apply (sum_nimber b f part (N.ldiff f part)).
  - split; [|split].
    + apply same_set. intros x. rewrite has_lor, orb_true_iff, in_ldiff. split.
      * intros X. destruct (has part x); auto.
      * intros [X|X]; [exact (subset_has _ _ E1 x X)|tauto].
    + exact B.
    + intros x y Hx Hy. apply in_ldiff in Hy as [Fy Py].
      assert (~ In y (either_way b x)) as O.
      { intros K. pose proof (closed_has wave _ wave_reach _ _ E2 x y Hx K Fy). congruence. }
      split; [congruence|]. unfold either_way in O. rewrite filter_In, orb_true_iff, !among_in in O.
      pose proof (B y Fy). tauto.
  - exact (normal_nimber _ _ H).
  - apply (IH _ l'); [|exact P|exact (toggle_adds _ _ H _ _ A)]. intros x X. apply in_ldiff in X as [X _]. auto.
Qed.

Definition right_entry (f : N) (e : entry) : Prop :=
  match e with
  | Is g => nimber game f g
  | Not l => forall g, In g l -> ~ nimber game f g
  end.
Definition right_table (t : table) : Prop :=
  forall f e, PositiveMap.find (N.succ_pos f) t = Some e -> right_entry f e.

Lemma excluded_right : forall t f g, right_table t -> In g (excluded t f) -> ~ nimber game f g.
Proof.
  intros t f g R H. unfold excluded in H. destruct (PositiveMap.find _ t) as [[h|l]|] eqn:E; try destruct H.
  exact (R _ _ E g H).
Qed.

Lemma split_right : forall t, right_table t -> forall l x others, split t l = (x, others) ->
  forall g, adds others g -> adds l (N.lxor x g).
Proof.
  intros t R. induction l as [|k l IH]; intros x others H g A; cbn [split] in H.
  - injection H as <- <-. exact A.
  - destruct (split t l) as [y u]. specialize (IH y u eq_refl).
    destruct (PositiveMap.find (N.succ_pos k) t) as [[h|no]|] eqn:E; injection H as <- <-.
    + exists h, (N.lxor y g). split; [exact (R _ _ E)|]. split; [exact (IH g A)|apply N.lxor_assoc].
    + destruct A as (h & i & H & A & ->). exists h, (N.lxor y i). split; [exact H|]. split; [exact (IH i A)|apply lxor_swap].
    + destruct A as (h & i & H & A & ->). exists h, (N.lxor y i). split; [exact H|]. split; [exact (IH i A)|apply lxor_swap].
Qed.

Lemma split_of_right : forall t f x others, right_table t -> on_board f -> split_of t f = Some (x, others) ->
  forall g, adds others g -> nimber game f (N.lxor x g).
Proof.
  intros t f x others R B H g A. unfold split_of in H.
  destruct (parts fuel f) as [l|] eqn:P; [|discriminate]. injection H as H.
  exact (parts_right _ _ _ B P _ (split_right t R l x others H g A)).
Qed.

Lemma exact_right : forall t f k, right_table t -> on_board f -> exact (split_of t f) k = true -> nimber game f k.
Proof.
  intros t f k R B H. unfold exact in H. destruct (split_of t f) as [[x [|]]|] eqn:S; try discriminate.
  apply N.eqb_eq in H. subst k. rewrite <- (N.lxor_0_r x). exact (split_of_right _ _ _ _ R B S 0 eq_refl).
Qed.

Lemma differs_right : forall t f k, right_table t -> on_board f -> differs t (split_of t f) k = true ->
  exists h, h <> k /\ nimber game f h.
Proof.
  intros t f k R B H. unfold differs in H. destruct (split_of t f) as [[x [|p [|]]]|] eqn:S; try discriminate.
  - exists (N.lxor x 0). split; [|exact (split_of_right _ _ _ _ R B S 0 eq_refl)].
    rewrite N.lxor_0_r. apply N.eqb_neq, negb_true_iff. exact H.
  - destruct (nimber_exists game _ ends p) as [h P]. exists (N.lxor x h). split.
    + intros <-. rewrite lxor_twice in H. apply among_in in H. exact (excluded_right _ _ _ R H P).
    + apply (split_of_right _ _ _ _ R B S). exists h, 0. rewrite N.lxor_0_r. cbn [adds]. auto.
Qed.

Lemma taken_on_board : forall f c, on_board f -> on_board (taken b f c).
Proof. intros f c B x X. apply in_without in X as [X _]. auto. Qed.

Lemma record_is_right : forall t f g, right_table t -> on_board f -> record_right t f g = true -> nimber game f g.
Proof.
  intros t f g R B H. unfold record_right in H.
  apply andb_prop in H as [H L]. apply andb_prop in H as [_ D]. rewrite forallb_forall in D, L.
  assert (forall u, In u (game f) -> on_board u /\ differs t (split_of t u) g = true) as M.
  { intros u Hu. apply in_claims in Hu as (c & Hc & Hf & ->). split; [exact (taken_on_board f c B)|].
    apply D, (in_map (fun c => split_of t (taken b f c))), filter_In. auto. }
  destruct (nimber_exists game _ ends f) as [k K].
  assert (forall h, h < g -> h <> k) as Below.
  { intros h Hh ->. specialize (L k). rewrite in_map_iff in L.
    assert (exists n, N.of_nat n = k /\ In n (seq 0 (N.to_nat g))) as X.
    { exists (N.to_nat k). rewrite in_seq. split; [apply N2Nat.id|lia]. }
    specialize (L X). apply orb_prop in L as [L|L].
    - apply among_in in L. exact (excluded_right _ _ _ R L K).
    - apply existsb_exists in L as (s & Hs & E). apply in_map_iff in Hs as (c & <- & Hc).
      apply filter_In in Hc as [Hc Hf]. apply (exact_right _ _ _ R (taken_on_board f c B)) in E.
      inversion K as [f' k' A _]; subst. destruct (A (taken b f c)) as (i & Ni & I).
      { apply in_claims. exists c. auto. }
      exact (Ni (nimber_once game _ ends _ _ _ I E)). }
  assert (~ g < k) as Above.
  { intros G. inversion K as [f' k' _ A]; subst. destruct (A g G) as (u & Hu & N).
    destruct (M u Hu) as [Bu Du]. destruct (differs_right _ _ _ R Bu Du) as (i & Ni & I).
    exact (Ni (nimber_once game _ ends _ _ _ I N)). }
  replace g with k; [exact K|]. destruct (N.lt_trichotomy k g) as [G|[G|G]]; [|exact G|contradiction].
  destruct (Below k G eq_refl).
Qed.

Lemma add_right : forall t f e, right_table t -> right_entry f e ->
  right_table (PositiveMap.add (N.succ_pos f) e t).
Proof.
  intros t f e R H i h E. destruct (N.eq_dec i f) as [->|D].
  - rewrite PositiveMap.gss in E. injection E as <-. exact H.
  - rewrite PositiveMap.gso in E; [exact (R i h E)|]. intros C. apply D.
    assert (N.succ i = N.succ f) by (rewrite <- !N.succ_pos_spec; congruence). lia.
Qed.

(** ** Reading it *)
Context {source : Type}.
Variable read : source -> option (N * source).

(** The nimber of a record, and whether the component has not this one, where records say so. *)
Variable also_not : bool.
Definition kind_of_record (k : N) : N * bool := if also_not then (N.div2 k, N.odd k) else (k, false).

Definition read_entry (t : table) (from : source) : outcome (table * source) :=
  let* (f, from) := varint read from in
  let* (k, from) := varint read from in
  let* _ := need (subset f (full m)) "a component has cells that are not on the board" in
  let (g, no) := kind_of_record k in
  if no then
    let* (c, from) := byte read from in
    if has f c && exact (split_of t (taken b f c)) g
    then Fine (PositiveMap.add (N.succ_pos f) (Not (g :: excluded t f)) t, from)
    else Refused "it is not known that the move leaves the nimber: cells, nimber, move" [f; g; c]
  else if record_right t f g then Fine (PositiveMap.add (N.succ_pos f) (Is g) t, from)
  else Refused "a nimber is wrong, or one that it needs is missing: cells, nimber" [f; g].

(** OCaml needs no stack for it, since it has few arguments. *)
Fixpoint read_table (entry : table -> source -> outcome (table * source)) (n : nat) (t : table) (from : source) :
    outcome (table * source) :=
  match n with
  | O => Fine (t, from)
  | S n => let* (t, from) := entry t from in read_table entry n t from
  end.

(** What is known of a set of cells by a body of n records. *)
Definition read_nimbers (n : N) (f : N) (from : source) : outcome (table * option (N * list N)) :=
  let* (t, from) := read_table read_entry (N.to_nat n) (PositiveMap.empty entry) from in
  let* _ := at_end read from in
  let* _ := need (subset f (full m)) "the root has cells that are not on the board" in
  Fine (t, split_of t f).

Lemma full_on_board : forall f, subset f (full m) = true -> on_board f.
Proof.
  intros f S x X. rewrite (same_cells _ _ b_alike). apply in_set_of. rewrite m_right in S.
  exact (subset_has _ _ S x X).
Qed.

Lemma read_entry_right : forall t from u rest, right_table t ->
  read_entry t from = Fine (u, rest) -> right_table u.
Proof.
  intros t from u rest R H. unfold read_entry in H.
  apply bind_fine in H as ([f from1] & _ & H). apply bind_fine in H as ([i from2] & _ & H).
  apply bind_fine in H as (w & F & H). destruct (subset f (full m)) eqn:S; [|discriminate].
  apply full_on_board in S. destruct (kind_of_record i) as [g [|]].
  - apply bind_fine in H as ([c from3] & _ & H).
    destruct (has f c && exact (split_of t (taken b f c)) g) eqn:E; [|discriminate]. injection H as <- _.
    apply andb_prop in E as [C E]. apply (exact_right _ _ _ R (taken_on_board f c S)) in E.
    apply add_right; [exact R|]. intros h [<-|Hh] K; [|exact (excluded_right _ _ _ R Hh K)].
    inversion K as [f' k' A _]; subst. destruct (A (taken b f c)) as (j & Nj & J).
    { apply in_claims. exists c. auto. }
    exact (Nj (nimber_once game _ ends _ _ _ J E)).
  - destruct (record_right t f g) eqn:E; [|discriminate]. injection H as <- _.
    exact (add_right t f (Is g) R (record_is_right _ _ _ R S E)).
Qed.

Lemma read_table_right : forall k t from u rest, right_table t ->
  read_table read_entry k t from = Fine (u, rest) -> right_table u.
Proof.
  induction k as [|k IH]; intros t from u rest R H; cbn [read_table] in H; [injection H as <- _; exact R|].
  apply bind_fine in H as ([t' from1] & E & H). exact (IH _ _ _ _ (read_entry_right _ _ _ _ R E) H).
Qed.

Theorem read_nimbers_right : forall k f from t s, read_nimbers k f from = Fine (t, s) ->
  (forall g, exact s g = true -> nimber game f g) /\
  forall g, differs t s g = true -> exists h, h <> g /\ nimber game f h.
Proof.
  intros k f from t s H. unfold read_nimbers in H.
  apply bind_fine in H as ([u from1] & T & H). apply bind_fine in H as (_ & _ & H).
  apply bind_fine in H as (w & F & H). destruct (subset f (full m)) eqn:S; [|discriminate].
  injection H as <- <-. apply full_on_board in S.
  apply (read_table_right _ _ _ _ _ (fun e i X => ltac:(rewrite PositiveMap.gempty in X; discriminate))) in T.
  split; intros g; [exact (exact_right _ _ _ T S)|exact (differs_right _ _ _ T S)].
Qed.
End Table.
