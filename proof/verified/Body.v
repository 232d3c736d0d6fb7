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

(** The state of a key; whether the winner wins by a walk; whether the winner, who is not to
    move, can copy by the mirror with a number; ways to make images of a state. *)
Variable state_of : N -> state.
Variable walks : state -> list N -> bool.
Variable copies : N -> state -> bool.
Variable ways : list (state -> state).
Hypothesis ways_right : forall w, In w ways -> forall s, wins next (w s) -> wins next s.
Hypothesis walks_win : forall s w, walks s w = true -> wins next s.
Hypothesis copies_win : forall n s, copies n s = true -> loses next s.

Definition where_is (s : state) : list N := [free s; mine s; yours s].

(** An answer: a move from 0 to 63, or a leaf, which is checked at once. *)
Definition read_answer (s : state) (from : source) : outcome (answer * source) :=
  let* (kind, from) := byte read from in
  if kind <? 64 then Fine (Some kind, from)
  else if kind =? 64 then
    let* (turns, from) := varint read from in
    let* (w, from) := bytes read (N.to_nat turns) [] from in
    if walks s w then Fine (None, from)
    else Refused "the walk does not win: free, mine, yours" (where_is s)
  else if kind =? 65 then
    let* (m, from) := byte read from in
    let* (n, from) := varint read from in
    match play m (moves s) with
    | Some t => if copies n t then Fine (None, from)
                else Refused "the winner cannot copy: free, mine, yours" (where_is s)
    | None => Refused "the move before the copying is illegal: free, mine, yours" (where_is s)
    end
  else Refused "there is no such answer: free, mine, yours" (where_is s).

(** n records after the given ones, which are in falling order. *)
Fixpoint read_records (n : nat) (key : N) (before : list (state * answer)) (from : source) :
    outcome (list (state * answer) * source) :=
  match n with
  | O => Fine (before, from)
  | S n =>
      let* (difference, from) := varint read from in
      let key := key + difference in
      let s := state_of key in
      let* (a, from) := read_answer s from in
      read_records n key ((s, a) :: before) from
  end.

Definition read_layer (from : source) : outcome (tree * source) :=
  let* (count, from) := varint read from in
  let* (l, from) := read_records (N.to_nat count) 0 [] from in
  Fine (fst (build (N.size_nat count) l), from).

(** The layer with a number has been read, and what comes after it has not. *)
Fixpoint read_layers (fuel : nat) (number : N) (layer : tree) (from : source) : outcome unit :=
  match fuel, layer with
  | O, _ => Refused "the body has too many layers" []
  | S _, Empty => at_end read from
  | S fuel, Node _ _ _ _ =>
      let* (after, from) := read_layer from in
      match unanswered moves ways after layer with
      | None => read_layers fuel (number + 1) after from
      | Some s =>
          Refused "the answer is illegal, or a reply to it has no record: layer, free, mine, yours"
            (number :: where_is s)
      end
  end.

Definition check_strategy (fuel : nat) (root : state) (mover_wins : bool) (from : source) :
    outcome unit :=
  let* (layer, from) := read_layer from in
  let* _ := need (if mover_wins then recorded ways layer root else covered moves ways layer root)
              "the first layer has no record for the root, or for a reply to it" in
  read_layers fuel 0 layer from.

(** ** Soundness *)
Ltac fine H := apply bind_fine in H as ([? ?] & ? & H).

Lemma answer_grounded : forall s from a rest,
  read_answer s from = Fine (a, rest) -> a = None -> wins next s.
Proof.
  intros s from a rest H E. unfold read_answer in H. fine H.
  destruct (_ <? 64); [inversion H; congruence|]. destruct (_ =? 64).
  - fine H. fine H. destruct (walks s _) eqn:W; [exact (walks_win _ _ W)|discriminate].
  - destruct (_ =? 65); [|discriminate]. fine H. fine H.
    destruct (play _ (moves s)) as [t|] eqn:P; [|discriminate].
    destruct (copies _ t) eqn:C; [|discriminate].
    apply wins_by with t; [exact (play_in _ _ _ _ P)|exact (copies_win _ _ C)].
Qed.

Lemma records_grounded : forall n key before from l rest,
  read_records n key before from = Fine (l, rest) ->
  (forall s, In (s, None) before -> wins next s) -> forall s, In (s, None) l -> wins next s.
Proof.
  induction n as [|n IH]; intros key before from l rest H G s Hs; cbn [read_records] in H.
  - inversion H; subst. exact (G s Hs).
  - apply bind_fine in H as ([d from'] & _ & H). cbn beta zeta iota in H.
    apply bind_fine in H as ([a from''] & A & H). refine (IH _ _ _ _ _ H _ s Hs).
    intros u [Hu|Hu]; [|exact (G u Hu)]. injection Hu as <- ->.
    exact (answer_grounded _ _ _ _ A eq_refl).
Qed.

Lemma layer_grounded : forall from t rest, read_layer from = Fine (t, rest) -> grounded moves t.
Proof.
  intros from t rest H s Hs. unfold read_layer in H. fine H. fine H.
  injection H as <- _. apply build_inside in Hs.
  eapply records_grounded; [eassumption| |exact Hs]. intros u [].
Qed.

Lemma layers_win : forall fuel number layer from r,
  read_layers fuel number layer from = Fine r -> grounded moves layer -> winning moves layer.
Proof.
  induction fuel as [|fuel IH]; intros number layer from r H G; [discriminate|].
  cbn [read_layers] in H. destruct layer as [|left s a right]; [intros u b []|].
  apply bind_fine in H as ([after from'] & L & H).
  destruct (unanswered moves ways after _) eqn:U; [discriminate|].
  apply (layer_wins moves ways ways_right after _ G U).
  exact (IH _ _ _ _ H (layer_grounded _ _ _ L)).
Qed.

Theorem strategy_sound : forall fuel root mover_wins from r,
  check_strategy fuel root mover_wins from = Fine r ->
  if mover_wins then wins next root else loses next root.
Proof.
  intros fuel root mover_wins from r H. unfold check_strategy in H.
  apply bind_fine in H as ([layer from'] & L & H). apply bind_fine in H as (u & N & H).
  pose proof (layers_win _ _ _ _ _ H (layer_grounded _ _ _ L)) as W.
  destruct mover_wins.
  - destruct (recorded ways layer root) eqn:M; [|discriminate].
    exact (recorded_wins moves ways ways_right _ _ W M).
  - destruct (covered moves ways layer root) eqn:C; [|discriminate].
    exact (covered_loses moves ways ways_right _ _ W C).
Qed.
End Body.
