(** Lemmas about sets of cells, and the search for regions.

    Nothing in this file has to be read to know what the theorems say. It makes the checker fast
    without making it trusted: neighbours are looked up in tables that are proven to hold them,
    and steps of whole sets may lead too far, but are proven never to lead too short. The result
    of a flood is not believed at all: whoever uses it looks whether any step leads out of it. *)
From Coq Require Import List Bool NArith Lia FMapPositive FinFun.
From Gridlock Require Import Board Rules.
Import ListNotations.
Open Scope N_scope.

(** ** Members *)
Lemma has_add : forall c s d, has (add c s) d = (c =? d) || has s d.
Proof. intros. apply N.setbit_eqb. Qed.
Lemma has_del : forall c s d, has (del c s) d = has s d && negb (c =? d).
Proof. intros. apply N.clearbit_eqb. Qed.
Lemma has_lor : forall a b c, has (N.lor a b) c = has a c || has b c.
Proof. intros. apply N.lor_spec. Qed.
Lemma has_land : forall a b c, has (N.land a b) c = has a c && has b c.
Proof. intros. apply N.land_spec. Qed.
Lemma has_ldiff : forall a b c, has (N.ldiff a b) c = has a c && negb (has b c).
Proof. intros. apply N.ldiff_spec. Qed.
Lemma has_none : forall c, has 0 c = false.
Proof. intros. apply N.bits_0. Qed.

Lemma in_del : forall s c d, has (del c s) d = true <-> has s d = true /\ d <> c.
Proof. intros. rewrite has_del, andb_true_iff, negb_true_iff, N.eqb_neq. intuition congruence. Qed.
Lemma in_add : forall s c d, has (add c s) d = true <-> d = c \/ has s d = true.
Proof. intros. rewrite has_add, orb_true_iff, N.eqb_eq. intuition congruence. Qed.
Lemma in_ldiff : forall a b c, has (N.ldiff a b) c = true <-> has a c = true /\ has b c = false.
Proof. intros. rewrite has_ldiff, andb_true_iff, negb_true_iff. tauto. Qed.
Lemma in_set_of : forall l c, has (set_of l) c = true <-> In c l.
Proof.
  unfold set_of. induction l as [|d l IH]; intros c; cbn [fold_right In].
  - rewrite has_none. intuition discriminate.
  - rewrite in_add, IH. intuition congruence.
Qed.
Lemma in_without : forall l s c, has (without l s) c = true <-> has s c = true /\ ~ In c l.
Proof.
  unfold without. induction l as [|d l IH]; intros s c; cbn [fold_right In]; [tauto|].
  rewrite in_del, IH. intuition congruence.
Qed.

Lemma same_set : forall a b, (forall c, has a c = true <-> has b c = true) -> a = b.
Proof.
  intros a b H. apply N.bits_inj. intros c. specialize (H c). unfold has in H.
  destruct (N.testbit a c), (N.testbit b c); intuition congruence.
Qed.

Definition part (a b : N) : Prop := forall c, has a c = true -> has b c = true.
Definition subset (a b : N) : bool := N.ldiff a b =? 0.
Lemma subset_has : forall a b, subset a b = true -> part a b.
Proof.
  intros a b H c Ha. apply N.eqb_eq in H. destruct (has b c) eqn:Hb; [reflexivity|].
  assert (has (N.ldiff a b) c = true) as X by (apply in_ldiff; auto).
  rewrite H, has_none in X. discriminate.
Qed.

Definition among (c : N) (l : list N) : bool := existsb (N.eqb c) l.
Lemma among_in : forall c l, among c l = true <-> In c l.
Proof.
  intros. unfold among. rewrite existsb_exists. split.
  - intros (d & H & E). apply N.eqb_eq in E. subst. exact H.
  - intros H. exists c. split; [exact H|apply N.eqb_refl].
Qed.

(** ** Counting *)
Section Count.
Variable within : list N.
Definition count (s : N) : nat := length (filter (has s) within).

Lemma count_subset : forall a b, (forall c, has a c = true -> has b c = true) ->
  (count a <= count b)%nat.
Proof.
  intros a b H. unfold count. induction within as [|c l IH]; simpl; [lia|].
  destruct (has a c) eqn:A; [rewrite (H c A); simpl; lia|]. destruct (has b c); simpl; lia.
Qed.

Lemma count_smaller : forall a b d, In d within -> has a d = false -> has b d = true ->
  (forall c, has a c = true -> has b c = true) -> (count a < count b)%nat.
Proof.
  intros a b d Hin Ha Hb H. unfold count. induction within as [|c l IH]; [destruct Hin|].
  assert (length (filter (has a) l) <= length (filter (has b) l))%nat as Le.
  { clear IH Hin. induction l as [|e l IH]; simpl; [lia|].
    destruct (has a e) eqn:A; [rewrite (H e A); simpl; lia|]. destruct (has b e); simpl; lia. }
  simpl. destruct Hin as [->|Hin].
  - rewrite Ha, Hb. simpl. lia.
  - specialize (IH Hin). destruct (has a c) eqn:A; [rewrite (H c A); simpl; lia|].
    destruct (has b c); simpl; lia.
Qed.

Lemma count_del : forall s d, In d within -> has s d = true -> (count (del d s) < count s)%nat.
Proof.
  intros s d Hin Hs. apply count_smaller with d; auto.
  - destruct (has (del d s) d) eqn:E; [|reflexivity]. apply in_del in E as [_ E]. congruence.
  - intros c H. apply in_del in H. tauto.
Qed.
Lemma count_positive : forall s d, In d within -> has s d = true -> (0 < count s)%nat.
Proof. intros s d H1 H2. pose proof (count_del s d H1 H2). lia. Qed.

Lemma count_add : NoDup within -> forall s d, (count (add d s) <= S (count s))%nat.
Proof.
  intros once s d. unfold count. induction once as [|c l Hc _ IH]; [auto|].
  cbn [filter]. rewrite has_add. destruct (N.eqb_spec d c) as [->|N]; cbn [orb].
  - assert (filter (has (add c s)) l = filter (has s) l) as E.
    { apply filter_ext_in. intros e He. rewrite has_add.
      destruct (N.eqb_spec c e) as [->|]; [contradiction|reflexivity]. }
    rewrite E. destruct (has s c); simpl; lia.
  - destruct (has s c); simpl in *; lia.
Qed.
End Count.

(** ** Tables of neighbours *)
Section Table.
Context {A : Type}.
Variable f : N -> A.
Definition table (l : list N) : PositiveMap.t A :=
  fold_right (fun c t => PositiveMap.add (N.succ_pos c) (f c) t) (PositiveMap.empty A) l.
(** What the table does not have is computed. *)
Definition look (t : PositiveMap.t A) (c : N) : A :=
  match PositiveMap.find (N.succ_pos c) t with Some v => v | None => f c end.

Lemma look_table : forall l c, look (table l) c = f c.
Proof.
  unfold look. induction l as [|d l IH]; intros c; cbn [table fold_right].
  - rewrite PositiveMap.gempty. reflexivity.
  - destruct (Pos.eq_dec (N.succ_pos c) (N.succ_pos d)) as [E|E].
    + rewrite E, PositiveMap.gss. f_equal.
      assert (N.succ c = N.succ d) by (rewrite <- !N.succ_pos_spec; congruence). lia.
    + rewrite PositiveMap.gso by exact E. apply IH.
Qed.
End Table.

(** The board with tables: the same board. *)
Definition tabled (n : nearness) (sh : shape) (rows cols : N) : board :=
  let l := all_cells rows cols in
  let nears := table (near_cells n sh rows cols) l in
  let stepped := table (numbered_steps n sh rows cols) l in
  Board l (look (near_cells n sh rows cols) nears) (look (numbered_steps n sh rows cols) stepped)
    (number_of_ways n sh rows cols) (N.max 127 (rows * cols)).

(** Boards that differ in how they are computed at most. *)
Record alike (a b : board) : Prop := {
  same_cells : cells a = cells b;
  same_near : forall c, near a c = near b c;
  same_steps : forall c, steps a c = steps b c;
  same_many : many a = many b;
  same_nowhere : nowhere a = nowhere b;
}.
Lemma tabled_alike : forall n sh rows cols, alike (tabled n sh rows cols) (board_by n sh rows cols).
Proof. intros. split; try reflexivity; intros; apply look_table. Qed.

(** What a step with blocks may lead to. *)
Definition beside (b : board) (c : N) : list N := map snd (steps b c).

(** What the lemmas about games need to know of a board. *)
Record proper (b : board) : Prop := {
  near_on : forall c d, In d (near b c) -> In d (cells b);
  near_irreflexive : forall c, ~ In c (near b c);
  beside_on : forall c d, In d (beside b c) -> In d (cells b);
  steps_named : forall c k d e, In (k, d) (steps b c) -> In (k, e) (steps b c) -> d = e;
  near_from : forall c d, In d (near b c) -> In c (cells b);
  beside_from : forall c d, In d (beside b c) -> In c (cells b);
  not_nowhere : forall c, In c (cells b) -> c <> nowhere b;
  cells_once : NoDup (cells b);
}.

(** Where c2 is near c1, c1 is near c2. *)
Definition symmetric (b : board) : Prop :=
  forall c d, In c (cells b) -> In d (near b c) -> In c (near b d).

Lemma alike_proper : forall a b, alike a b -> proper b -> proper a.
Proof.
  intros [ca na sa ma wa] [cb nb sb mb wb] [C N S M W] [P1 P2 P3 P4 P5 P6 P7 P8].
  unfold beside in *. cbn [cells near steps nowhere] in *. subst ca wa.
  split; unfold beside; cbn [cells near steps nowhere]; intros; rewrite ?N, ?S in *; eauto.
Qed.

Lemma in_numbers : forall n c, In c (numbers n) <-> c < N.of_nat n.
Proof.
  intros. unfold numbers. rewrite in_map_iff. split.
  - intros (m & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat c). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.
Lemma in_cells : forall rows cols c, In c (all_cells rows cols) <-> c < rows * cols.
Proof. intros. unfold all_cells. rewrite in_numbers, N2Nat.id. tauto. Qed.
Lemma numbers_once : forall n, NoDup (numbers n).
Proof. intros. apply FinFun.Injective_map_NoDup; [exact Nat2N.inj|apply seq_NoDup]. Qed.

(** A number stands before one item of a list. *)
Lemma numbered_once : forall A (l : list A) k x y, In (k, x) (numbered l) -> In (k, y) (numbered l) -> x = y.
Proof.
  intros A l k x y. unfold numbered. pose proof (numbers_once (length l)) as O.
  revert O. generalize (numbers (length l)). intros ns. revert l.
  induction ns as [|n ns IH]; intros [|z l] O Hx Hy; try contradiction.
  inversion O as [|? ? Nn O']; subst.
  destruct Hx as [Hx|Hx], Hy as [Hy|Hy].
  - congruence.
  - injection Hx as -> ->. destruct Nn. exact (in_combine_l _ _ _ _ Hy).
  - injection Hy as -> ->. destruct Nn. exact (in_combine_l _ _ _ _ Hx).
  - exact (IH l O' Hx Hy).
Qed.
Lemma numbered_in : forall A (l : list A) k x, In (k, x) (numbered l) -> In x l.
Proof. intros A l k x H. exact (in_combine_r _ _ _ _ H). Qed.

Lemma same_one : forall joined n k u x y, x < n -> y < n -> same joined n k (x + u) = true ->
  same joined n k (y + u) = true -> x = y.
Proof.
  intros joined n k u x y Hx Hy A B. unfold same in *. destruct joined; apply N.eqb_eq in A, B; [|lia].
  rewrite A in B. pose proof (N.div_mod' (x + u) n) as P. pose proof (N.div_mod' (y + u) n) as Q.
  rewrite B in P. set (r := (y + u) mod n) in *. set (i := (x + u) / n) in *. set (j := (y + u) / n) in *.
  destruct (N.lt_trichotomy i j) as [L|[L|L]]; nia.
Qed.

Lemma leads_one : forall s rows cols o a c d, In c (all_cells rows cols) -> In d (all_cells rows cols) ->
  leads s rows cols o a c = true -> leads s rows cols o a d = true -> c = d.
Proof.
  intros s rows cols o a c d Hc Hd A B. apply in_cells in Hc, Hd. unfold leads in *.
  apply andb_prop in A as [A1 A2], B as [B1 B2].
  assert (cols <> 0) as p by lia.
  pose proof (N.div_mod' c cols) as C. pose proof (N.div_mod' d cols) as D.
  pose proof (same_one _ _ _ _ _ _ (N.mod_lt c cols p) (N.mod_lt d cols p) A2 B2) as M.
  assert (c / cols < rows /\ d / cols < rows) as [X Y] by (split; apply N.div_lt_upper_bound; lia).
  pose proof (same_one _ _ _ _ _ _ X Y A1 B1) as R. congruence.
Qed.

(** That is so on all boards. *)
Lemma board_proper : forall n s rows cols, proper (board_by n s rows cols).
Proof.
  intros n s rows cols.
  assert (forall c d, In d (near_cells n s rows cols c) -> In d (all_cells rows cols) /\
    In c (all_cells rows cols) /\ c <> d) as Near.
  { intros c d H. apply filter_In in H as [H N]. unfold is_near in N.
    apply andb_prop in N as [N _]. apply andb_prop in N as [L N].
    apply negb_true_iff, N.eqb_neq in N. apply N.ltb_lt in L. rewrite (in_cells _ _ c). auto. }
  assert (forall c k d, In (k, d) (numbered_steps n s rows cols c) -> In d (near_cells n s rows cols c)) as Steps.
  { intros c k d H. unfold numbered_steps in H. destruct n; [|destruct H|exact (numbered_in _ _ _ _ H)].
    apply in_flat_map in H as (w & _ & H). apply in_map_iff in H as (e & E & H).
    injection E as _ <-. apply filter_In in H as [H _]. exact H. }
  split; cbn [board_by cells near steps]; unfold beside; cbn [steps board_by].
  - intros c d H. apply (Near c d H).
  - intros c H. apply Near in H as (_ & _ & H). congruence.
  - intros c d H. apply in_map_iff in H as ([k e] & <- & H). apply (Near c e (Steps _ _ _ H)).
  - intros c k d e Hd He. pose proof (Near _ _ (Steps _ _ _ Hd)) as (D & _).
    pose proof (Near _ _ (Steps _ _ _ He)) as (E & _).
    unfold numbered_steps in *. destruct n; [|destruct Hd|exact (numbered_once _ _ _ _ _ Hd He)].
    apply in_flat_map in Hd as ([i v] & Hv & Hd), He as ([j w] & Hw & He).
    apply in_map_iff in Hd as (x & X & Hd), He as (y & Y & He). cbn [fst snd] in *.
    injection X as -> ->. injection Y as -> ->. rewrite (numbered_once _ _ _ _ _ Hv Hw) in Hd.
    apply filter_In in Hd as [_ Hd], He as [_ He]. exact (leads_one _ _ _ _ _ _ _ D E Hd He).
  - intros c d H. apply (Near c d H).
  - intros c d H. apply in_map_iff in H as ([k e] & <- & H). apply (Near c e (Steps _ _ _ H)).
  - intros c H. apply in_cells in H. cbn [board_by nowhere]. lia.
  - apply numbers_once.
Qed.

(** ** Rook and king

    Steps of whole sets are faster where they are those of a rook or a king on a plane board. *)
Definition distance (a b : N) : N := (a - b) + (b - a).    (* one of the two is 0 *)
Definition row_distance (cols a b : N) : N := distance (a / cols) (b / cols).
Definition col_distance (cols a b : N) : N := distance (a mod cols) (b mod cols).

(** Two cells that share a side are rook-adjacent; two that share a side or a corner are
    king-adjacent. *)
Definition rook_adjacent (cols a b : N) : bool := row_distance cols a b + col_distance cols a b =? 1.
Definition king_adjacent (cols a b : N) : bool := N.max (row_distance cols a b) (col_distance cols a b) =? 1.
Definition rook_beside (rows cols a : N) : list N := filter (rook_adjacent cols a) (all_cells rows cols).
Definition king_beside (rows cols a : N) : list N := filter (king_adjacent cols a) (all_cells rows cols).

(** ** Steps of whole sets *)
Section Steps.
Variables rows cols : N.
Definition not_first : N :=
  set_of (filter (fun c => negb (c mod cols =? 0)) (all_cells rows cols)).
Definition not_last : N :=
  set_of (filter (fun c => negb (c mod cols + 1 =? cols)) (all_cells rows cols)).

(** The two sets above are arguments, so that they are computed once. *)
Definition rook_steps (nf nl s : N) : N :=
  N.lor (N.lor (N.land (N.shiftl s 1) nf) (N.land (N.shiftr s 1) nl))
        (N.lor (N.shiftl s cols) (N.shiftr s cols)).
Definition king_steps (nf nl s : N) : N :=
  let w := N.lor s (N.lor (N.shiftl s cols) (N.shiftr s cols)) in
  N.lor w (N.lor (N.land (N.shiftl w 1) nf) (N.land (N.shiftr w 1) nl)).

Lemma has_up : forall s k c, has s c = true -> has (N.shiftl s k) (c + k) = true.
Proof.
  intros. unfold has. rewrite N.shiftl_spec_high' by lia. replace (c + k - k) with c by lia.
  assumption.
Qed.
Lemma has_down : forall s k c, has s (c + k) = true -> has (N.shiftr s k) c = true.
Proof. intros. unfold has. rewrite N.shiftr_spec by lia. assumption. Qed.

Lemma has_not_first : forall d, In d (all_cells rows cols) -> d mod cols <> 0 ->
  has not_first d = true.
Proof.
  intros. apply in_set_of, filter_In. split; [assumption|]. apply negb_true_iff, N.eqb_neq.
  assumption.
Qed.
Lemma has_not_last : forall d, In d (all_cells rows cols) -> d mod cols + 1 <> cols ->
  has not_last d = true.
Proof.
  intros. apply in_set_of, filter_In. split; [assumption|]. apply negb_true_iff, N.eqb_neq.
  assumption.
Qed.

Lemma cols_not_0 : forall d, In d (all_cells rows cols) -> cols <> 0.
Proof. intros d H E. apply in_cells in H. lia. Qed.

(** Two cells by their rows and columns: c = cols·u + x and d = cols·v + y. *)
Ltac coordinates c d :=
  let p := fresh in assert (cols <> 0) as p by eauto using cols_not_0;
  pose proof (N.div_mod' c cols); pose proof (N.div_mod' d cols);
  pose proof (N.mod_lt c cols p); pose proof (N.mod_lt d cols p);
  remember (c mod cols) as x; remember (d mod cols) as y;
  remember (c / cols) as u; remember (d / cols) as v.

Lemma rook_cases : forall c d, In d (all_cells rows cols) -> rook_adjacent cols c d = true ->
  d = c + cols \/ c = d + cols \/
  (d = c + 1 /\ d mod cols <> 0) \/ (c = d + 1 /\ d mod cols + 1 <> cols).
Proof.
  intros c d Hd H. apply N.eqb_eq in H. unfold row_distance, col_distance, distance in H.
  coordinates c d.
  assert (u = v /\ (y = x + 1 \/ x = y + 1) \/ x = y /\ (v = u + 1 \/ u = v + 1))
    as [[-> [E|E]]|[-> [->| ->]]] by lia;
    [right; right; left|right; right; right|left|right; left]; try split; try nia.
Qed.

Lemma rook_steps_reach : forall s c d, has s c = true -> In d (rook_beside rows cols c) ->
  has (rook_steps not_first not_last s) d = true.
Proof.
  intros s c d Hs Hd. apply filter_In in Hd as [Hin Ha]. unfold rook_steps.
  rewrite !has_lor, !has_land.
  destruct (rook_cases c d Hin Ha) as [E|[E|[[E M]|[E M]]]].
  - rewrite E, (has_up s cols c Hs), !orb_true_r. reflexivity.
  - rewrite E in Hs. rewrite (has_down s cols d Hs), !orb_true_r. reflexivity.
  - rewrite (has_not_first d Hin M). rewrite E, (has_up s 1 c Hs). reflexivity.
  - rewrite (has_not_last d Hin M). rewrite E in Hs. rewrite (has_down s 1 d Hs), !orb_true_r.
    reflexivity.
Qed.

(** A king's step is one up, down or not, and then one left, right or not. *)
Lemma king_cases : forall c d, In d (all_cells rows cols) -> king_adjacent cols c d = true ->
  exists e, (e = c \/ e = c + cols \/ c = e + cols) /\
    (d = e \/ (d = e + 1 /\ d mod cols <> 0) \/ (e = d + 1 /\ d mod cols + 1 <> cols)).
Proof.
  intros c d Hd H. unfold king_adjacent in H. apply N.eqb_eq in H.
  unfold row_distance, col_distance, distance in H. coordinates c d.
  exists (cols * v + x).
  assert (v = u \/ v = u + 1 \/ u = v + 1) as [->|[->| ->]] by lia;
  (split; [lia|]); assert (y = x \/ y = x + 1 \/ x = y + 1) as [E|[E|E]] by lia; lia.
Qed.

Lemma king_steps_reach : forall s c d, has s c = true -> In d (king_beside rows cols c) ->
  has (king_steps not_first not_last s) d = true.
Proof.
  intros s c d Hs Hd. apply filter_In in Hd as [Hin Ha]. unfold king_steps.
  destruct (king_cases c d Hin Ha) as (e & He & Hd).
  set (w := N.lor s (N.lor (N.shiftl s cols) (N.shiftr s cols))).
  assert (has w e = true) as We.
  { unfold w. rewrite !has_lor. destruct He as [->|[->|E]].
    - rewrite Hs. reflexivity.
    - rewrite (has_up s cols c Hs), !orb_true_r. reflexivity.
    - rewrite E in Hs. rewrite (has_down s cols e Hs), !orb_true_r. reflexivity. }
  rewrite !has_lor, !has_land. destruct Hd as [->|[[E M]|[E M]]].
  - rewrite We. reflexivity.
  - rewrite (has_not_first d Hin M). rewrite E, (has_up w 1 e We), !orb_true_r. reflexivity.
  - rewrite (has_not_last d Hin M). rewrite E in We. rewrite (has_down w 1 d We), !orb_true_r.
    reflexivity.
Qed.
End Steps.

(** Steps of whole sets by any table: jumps ahead (or back) by so many cells, from the cells of a set. *)
Inductive spreader :=
| By_rook (cols not_first not_last : N)
| By_king (cols not_first not_last : N)
| By_jumps (l : list (bool * N * N)).

Definition spread (p : spreader) (s : N) : N :=
  match p with
  | By_rook cols nf nl => rook_steps cols nf nl s
  | By_king cols nf nl => king_steps cols nf nl s
  | By_jumps l =>
      fold_left (fun t '(ahead, k, from) =>
        N.lor t (if ahead : bool then N.shiftl (N.land s from) k else N.shiftr (N.land s from) k)) l 0
  end.

Definition jumps (near : N -> list N) (cells : list N) : list (bool * N * N) :=
  flat_map (fun k =>
    filter (fun j => negb (snd j =? 0))
      [(true, k, set_of (filter (fun c => among (c + k) (near c)) cells));
       (false, k, set_of (filter (fun c => (k <=? c) && among (c - k) (near c)) cells))]) cells.

(** A table is looked at, to see which steps do for it. *)
Definition spreader_of (near : N -> list N) (rows cols : N) : spreader :=
  let l := all_cells rows cols in
  let is other := forallb (fun c => set_of (near c) =? set_of (other c)) l in
  if is (rook_beside rows cols) then By_rook cols (not_first rows cols) (not_last rows cols)
  else if is (king_beside rows cols) then By_king cols (not_first rows cols) (not_last rows cols)
  else By_jumps (jumps near l).

Lemma fold_lor : forall A (f : A -> N) l t c,
  has (fold_left (fun t x => N.lor t (f x)) l t) c = true <->
  has t c = true \/ exists x, In x l /\ has (f x) c = true.
Proof.
  induction l as [|x l IH]; intros t c; cbn [fold_left].
  - split; [auto|]. intros [H|(x & [] & _)]. exact H.
  - rewrite IH, has_lor, orb_true_iff. split.
    + intros [[H|H]|(y & Hy & H)]; eauto 6 using or_introl. right. exists x. split; [left|]; auto.
      right. exists y. split; [right|]; auto.
    + intros [H|(y & [<-|Hy] & H)]; eauto 6.
Qed.

Lemma spread_reach : forall near rows cols,
  (forall c d, In d (near c) -> In c (all_cells rows cols) /\ In d (all_cells rows cols)) ->
  forall s c d, has s c = true -> In d (near c) -> has (spread (spreader_of near rows cols) s) d = true.
Proof.
  intros near rows cols On s c d Hc Hd. destruct (On c d Hd) as [Ic Id].
  assert (forall other, forallb (fun c => set_of (near c) =? set_of (other c)) (all_cells rows cols) = true ->
    In d (other c)) as W.
  { intros other H. rewrite forallb_forall in H. specialize (H c Ic). apply N.eqb_eq in H.
    apply in_set_of. rewrite <- H. apply in_set_of. exact Hd. }
  unfold spreader_of.
  destruct (forallb (fun c => set_of (near c) =? set_of (rook_beside rows cols c)) _) eqn:R;
    [|destruct (forallb (fun c => set_of (near c) =? set_of (king_beside rows cols c)) _) eqn:K]; cbn [spread].
  - apply rook_steps_reach with c; [exact Hc|exact (W _ R)].
  - apply king_steps_reach with c; [exact Hc|exact (W _ K)].
  - set (f := fun j : bool * N * N => let '(ahead, k, from) := j in
      if ahead then N.shiftl (N.land s from) k else N.shiftr (N.land s from) k).
    assert (fold_left (fun t '(ahead, k, from) => N.lor t (if (ahead : bool) then N.shiftl (N.land s from) k
      else N.shiftr (N.land s from) k)) (jumps near (all_cells rows cols)) 0 =
      fold_left (fun t x => N.lor t (f x)) (jumps near (all_cells rows cols)) 0) as ->.
    { generalize (jumps near (all_cells rows cols)) as l. generalize 0 as t. intros t l. revert t.
      induction l as [|[[a k] m] l IH]; intros t; [reflexivity|]. apply IH. }
    apply fold_lor. right.
    assert (forall m x, In x m -> negb (set_of m =? 0) = true) as NZ.
    { intros m x Hx. apply negb_true_iff, N.eqb_neq. intros E. apply in_set_of in Hx.
      rewrite E, has_none in Hx. discriminate. }
    destruct (N.le_gt_cases c d) as [L|L].
    + set (m := filter (fun x => among (x + (d - c)) (near x)) (all_cells rows cols)).
      assert (In c m) as M.
      { apply filter_In. split; [exact Ic|]. replace (c + (d - c)) with d by lia. apply among_in. exact Hd. }
      exists (true, d - c, set_of m). split.
      * apply in_flat_map. exists (d - c). apply in_cells in Id. split; [apply in_cells; lia|].
        apply filter_In. split; [left; reflexivity|]. exact (NZ _ _ M).
      * cbn [f]. replace d with (c + (d - c)) at 2 by lia. apply has_up. rewrite has_land, Hc.
        apply in_set_of. exact M.
    + set (m := filter (fun x => (c - d <=? x) && among (x - (c - d)) (near x)) (all_cells rows cols)).
      assert (In c m) as M.
      { apply filter_In. split; [exact Ic|]. apply andb_true_intro. split; [apply N.leb_le; lia|].
        replace (c - (c - d)) with d by lia. apply among_in. exact Hd. }
      exists (false, c - d, set_of m). split.
      * apply in_flat_map. exists (c - d). apply in_cells in Ic. split; [apply in_cells; lia|].
        apply filter_In. split; [right; left; reflexivity|]. exact (NZ _ _ M).
      * cbn [f]. apply has_down. replace (d + (c - d)) with c by lia. rewrite has_land, Hc.
        apply in_set_of. exact M.
Qed.

(** ** Regions *)
Section Flood.
Variable steps : N -> N.
(** The set s with what steps within an area lead to, if [fuel] rounds are enough. *)
Fixpoint flood (fuel : nat) (area s : N) : N :=
  match fuel with
  | O => s
  | S f => let s' := N.lor s (N.land (steps s) area) in if s =? s' then s else flood f area s'
  end.
(** No step within the area leads out of s. *)
Definition closed (area s : N) : bool := subset (N.land (steps s) area) s.

Variable near : N -> list N.
Hypothesis steps_reach : forall s c d, has s c = true -> In d (near c) -> has (steps s) d = true.
Lemma closed_has : forall area s, closed area s = true -> forall c d,
  has s c = true -> In d (near c) -> has area d = true -> has s d = true.
Proof.
  intros area s H c d Hc Hd Ha. apply (subset_has _ _ H). rewrite has_land, Ha, andb_true_r. eauto.
Qed.
End Flood.
