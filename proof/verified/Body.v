(** The body of a strategy: layers are read and checked, one after the other.

    The theorem is [strategy_sound]: if the body is accepted, the root wins or loses as claimed.
    It holds whatever the rules of leaves are, as long as each is right by itself. *)
From Coq Require Import List Bool NArith String.
From Gridlock Require Import Game Rules Strategy Reader.
Import ListNotations.
Open Scope N_scope.

Section Body.
Context {source : Type}.
Variable read : source -> option (N * source).
Variable moves : state -> list (N * state).
Let next (s : state) : list state := map snd (moves s).

(** What is remembered of the walks so far, which has to be right. *)
Variable memory : Type.
Variable right : memory -> Prop.
Variable nothing : memory.
Hypothesis nothing_right : right nothing.

(** The state of a key; whether the winner wins by a walk and, if so, what to remember; whether the
    winner, who is not to move, can copy by the mirror with a number; ways to make images of a
    state. *)
Variable state_of : N -> state.
Variable walks : memory -> state -> list N -> option memory.
Variable copies : N -> state -> bool.
Variable ways : list (state -> state).
Hypothesis ways_right : forall w, In w ways -> forall s, wins next (w s) -> wins next s.
Hypothesis walks_win : forall m s w n, right m -> walks m s w = Some n -> right n /\ wins next s.
Hypothesis copies_win : forall n s, copies n s = true -> loses next s.

Definition where_is (s : state) : list N := [free s; mine s; yours s].

(** An answer: a move from 0 to 63, or a leaf, which is checked at once. *)
Definition read_answer (s : state) (known : memory) (from : source) : outcome (answer * memory * source) :=
  let* (kind, from) := byte read from in
  if kind <? 64 then Fine (Some kind, known, from)
  else if kind =? 64 then
    let* (turns, from) := varint read from in
    let* _ := need (turns <=? 64) "a walk has more turns than a board has cells" in
    let* (w, from) := bytes read (N.to_nat turns) [] from in
    match walks known s w with
    | Some known => Fine (None, known, from)
    | None => Refused "the walk does not win: free, mine, yours" (where_is s)
    end
  else if kind =? 65 then
    let* (m, from) := byte read from in
    let* (n, from) := varint read from in
    match play m (moves s) with
    | Some t => if copies n t then Fine (None, known, from)
                else Refused "the winner cannot copy: free, mine, yours" (where_is s)
    | None => Refused "the move before the copying is illegal: free, mine, yours" (where_is s)
    end
  else Refused "there is no such answer: free, mine, yours" (where_is s).

(** n records after the given ones, which are in falling order. *)
Fixpoint read_records (n : nat) (key : N) (before : list (state * answer)) (known : memory) (from : source) :
    outcome (list (state * answer) * memory * source) :=
  match n with
  | O => Fine (before, known, from)
  | S n =>
      let* (difference, from) := varint read from in
      let key := key + difference in
      let s := state_of key in
      let* (a, known, from) := read_answer s known from in
      read_records n key ((s, a) :: before) known from
  end.

Definition read_layer (known : memory) (from : source) : outcome (tree * memory * source) :=
  let* (count, from) := varint read from in
  let* (l, known, from) := read_records (N.to_nat count) 0 [] known from in
  Fine (fst (build (N.size_nat count) l), known, from).

(** The layer with a number has been read, and what comes after it has not. *)
Fixpoint read_layers (fuel : nat) (number : N) (layer : tree) (known : memory) (from : source) : outcome unit :=
  match fuel, layer with
  | O, _ => Refused "the body has too many layers" []
  | S _, Empty => at_end read from
  | S fuel, Node _ _ _ _ =>
      let* (after, known, from) := read_layer known from in
      match unanswered moves ways after layer with
      | None => read_layers fuel (number + 1) after known from
      | Some s =>
          Refused "the answer is illegal, or a reply to it has no record: layer, free, mine, yours"
            (number :: where_is s)
      end
  end.

Definition check_strategy (fuel : nat) (root : state) (mover_wins : bool) (from : source) :
    outcome unit :=
  let* (layer, known, from) := read_layer nothing from in
  let* _ := need (if mover_wins then recorded ways layer root else covered moves ways layer root)
              "the first layer has no record for the root, or for a reply to it" in
  read_layers fuel 0 layer known from.

(** ** Soundness *)
Ltac fine H := apply bind_fine in H as ([? ?] & ? & H).

Lemma answer_grounded : forall s known from a learnt rest, right known ->
  read_answer s known from = Fine (a, learnt, rest) -> right learnt /\ (a = None -> wins next s).
Proof.
  intros s known from a learnt rest R H. unfold read_answer in H. fine H.
  destruct (_ <? 64); [injection H as <- <- _; split; [exact R|discriminate]|]. destruct (_ =? 64).
  - fine H. apply bind_fine in H as (? & _ & H). fine H. destruct (walks known s _) as [n'|] eqn:W; [|discriminate].
    injection H as <- <- _. destruct (walks_win _ _ _ _ R W) as [R' X]. auto.
  - destruct (_ =? 65); [|discriminate]. fine H. fine H.
    destruct (play _ (moves s)) as [t|] eqn:P; [|discriminate].
    destruct (copies _ t) eqn:C; [|discriminate]. injection H as <- <- _. split; [exact R|]. intros _.
    apply wins_by with t; [exact (play_in _ _ _ _ P)|exact (copies_win _ _ C)].
Qed.

Lemma records_grounded : forall n key before known from l learnt rest, right known ->
  read_records n key before known from = Fine (l, learnt, rest) ->
  (forall s, In (s, None) before -> wins next s) ->
  right learnt /\ forall s, In (s, None) l -> wins next s.
Proof.
  induction n as [|n IH]; intros key before known from l learnt rest R H G; cbn [read_records] in H.
  - injection H as <- <- _. auto.
  - apply bind_fine in H as ([d from'] & _ & H). cbn beta zeta iota in H.
    apply bind_fine in H as ([[a known'] from''] & A & H).
    destruct (answer_grounded _ _ _ _ _ _ R A) as [R' W]. refine (IH _ _ _ _ _ _ _ R' H _).
    intros u [Hu|Hu]; [|exact (G u Hu)]. injection Hu as <- ->. exact (W eq_refl).
Qed.

Lemma layer_grounded : forall known from t learnt rest, right known ->
  read_layer known from = Fine (t, learnt, rest) -> right learnt /\ grounded moves t.
Proof.
  intros known from t learnt rest R H. unfold read_layer in H.
  apply bind_fine in H as ([count from1] & _ & H).
  apply bind_fine in H as ([[l known'] from'] & L & H). injection H as <- <- _.
  destruct (records_grounded _ _ _ _ _ _ _ _ R L) as [R' G]; [intros u []|]. split; [exact R'|].
  intros s Hs. apply build_inside in Hs. exact (G s Hs).
Qed.

Lemma layers_win : forall fuel number layer known from r, right known ->
  read_layers fuel number layer known from = Fine r -> grounded moves layer -> winning moves layer.
Proof.
  induction fuel as [|fuel IH]; intros number layer known from r R H G; [discriminate|].
  cbn [read_layers] in H. destruct layer as [|left s a right']; [intros u b []|].
  apply bind_fine in H as ([[after known'] from'] & L & H).
  destruct (unanswered moves ways after _) eqn:U; [discriminate|].
  destruct (layer_grounded _ _ _ _ _ R L) as [R' A].
  apply (layer_wins moves ways ways_right after _ G U). exact (IH _ _ _ _ _ R' H A).
Qed.

Theorem strategy_sound : forall fuel root mover_wins from r,
  check_strategy fuel root mover_wins from = Fine r ->
  if mover_wins then wins next root else loses next root.
Proof.
  intros fuel root mover_wins from r H. unfold check_strategy in H.
  apply bind_fine in H as ([[layer known] from'] & L & H). apply bind_fine in H as (u & N & H).
  destruct (layer_grounded _ _ _ _ _ nothing_right L) as [R G].
  pose proof (layers_win _ _ _ _ _ _ R H G) as W.
  destruct mover_wins.
  - destruct (recorded ways layer root) eqn:M; [|discriminate].
    exact (recorded_wins moves ways ways_right _ _ W M).
  - destruct (covered moves ways layer root) eqn:C; [|discriminate].
    exact (covered_loses moves ways ways_right _ _ W C).
Qed.
End Body.
