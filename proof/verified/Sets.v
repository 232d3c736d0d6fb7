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
Definition tabled (rows cols : N) : board :=
  let l := all_cells rows cols in
  let rooks := table (rook_beside rows cols) l in
  let kings := table (king_beside rows cols) l in
  Board l (look (rook_beside rows cols) rooks) (look (king_beside rows cols) kings).

(** What the lemmas about games need to know of a board. *)
Record proper (b : board) : Prop := {
  rook_cells : forall c d, In d (rook b c) -> In d (cells b);
  king_cells : forall c d, In d (king b c) -> In d (cells b);
  king_symmetric : forall c d, In c (cells b) -> In d (king b c) -> In c (king b d);
  king_irreflexive : forall c, ~ In c (king b c);
  not_nowhere : forall c, In c (cells b) -> c <> nowhere;
  cells_once : NoDup (cells b);
}.

Lemma king_adjacent_sym : forall cols a b, king_adjacent cols a b = king_adjacent cols b a.
Proof.
  intros. unfold king_adjacent, row_distance, col_distance, distance.
  rewrite (N.add_comm (a / cols - b / cols)), (N.add_comm (a mod cols - b mod cols)). reflexivity.
Qed.

Lemma king_adjacent_irrefl : forall cols a, king_adjacent cols a a = false.
Proof.
  intros. unfold king_adjacent, row_distance, col_distance, distance.
  rewrite !N.sub_diag. reflexivity.
Qed.

Lemma in_cells : forall rows cols c, In c (all_cells rows cols) <-> c < rows * cols.
Proof.
  intros. unfold all_cells. rewrite in_map_iff. split.
  - intros (n & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat c). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

(** That is so on all boards of at most 127 cells; the games have at most 64. *)
Lemma plain_proper : forall rows cols, rows * cols <= 127 -> proper (plain rows cols).
Proof.
  intros rows cols small. split; cbn [plain cells rook king].
  - intros c d H. apply filter_In in H. tauto.
  - intros c d H. apply filter_In in H. tauto.
  - intros c d Hc H. apply filter_In in H as [_ H]. apply filter_In. split; [exact Hc|].
    rewrite king_adjacent_sym. exact H.
  - intros c H. apply filter_In in H as [_ H]. rewrite king_adjacent_irrefl in H. discriminate.
  - intros c H. apply in_cells in H. unfold nowhere. lia.
  - apply FinFun.Injective_map_NoDup; [exact Nat2N.inj|apply seq_NoDup].
Qed.

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
Proof. intros d H E. unfold all_cells in H. rewrite E, N.mul_0_r in H. destruct H. Qed.

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
