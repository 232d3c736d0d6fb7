(** Strategies: layers of states in which the winner is to move, each with an answer.

    Layer k+1 has the states after the answers of layer k and the loser's replies. A checker
    reads the layers from the front to the back and keeps two of them in memory; the proof goes
    from the back to the front. The theorem of this file is the step between two layers,
    [layer_wins]: if all states of the next layer win, so do those of this one. *)
From Coq Require Import List Bool NArith.
From Gridlock Require Import Game Rules.
Import ListNotations.
Open Scope N_scope.

(** The order of keys. All that is proven, or needed, is that equal states are equal. *)
Definition order (s t : state) : comparison :=
  match free s ?= free t with
  | Eq => match mine s ?= mine t with Eq => yours s ?= yours t | c => c end
  | c => c
  end.

Lemma order_eq : forall s t, order s t = Eq -> s = t.
Proof.
  intros [f m y] [f' m' y'] H. unfold order in H. cbn [free mine yours] in H.
  destruct (f ?= f') eqn:A; try discriminate. destruct (m ?= m') eqn:B; try discriminate.
  apply N.compare_eq in A, B, H. subst. reflexivity.
Qed.

(** A layer, as a tree of states. A state has a move, or none if it is a leaf of the strategy,
    which has been checked by itself. Whether the tree is in order is not proven: if it is not,
    a state may not be found, and then the certificate is refused. *)
Definition answer := option N.
Inductive tree := Empty | Node (l : tree) (s : state) (a : answer) (r : tree).

Fixpoint mem (s : state) (t : tree) : bool :=
  match t with
  | Empty => false
  | Node l x _ r => match order s x with Eq => true | Lt => mem s l | Gt => mem s r end
  end.

Fixpoint inside (s : state) (a : answer) (t : tree) : Prop :=
  match t with
  | Empty => False
  | Node l x b r => inside s a l \/ (s = x /\ a = b) \/ inside s a r
  end.

(** The tree of the first 2^depth - 1 records of a list, which is in falling order, and the rest
    of the list. *)
Fixpoint build (depth : nat) (l : list (state * answer)) : tree * list (state * answer) :=
  match depth with
  | O => (Empty, l)
  | S d =>
      let (right, l) := build d l in
      match l with
      | [] => (right, [])
      | (s, a) :: l => let (left, l) := build d l in (Node left s a right, l)
      end
  end.

Lemma mem_inside : forall s t, mem s t = true -> exists a, inside s a t.
Proof.
  induction t as [|l IHl x b r IHr]; simpl; intros H; [discriminate|].
  destruct (order s x) eqn:O.
  - apply order_eq in O. exists b. auto.
  - destruct (IHl H) as [a Ha]. exists a. auto.
  - destruct (IHr H) as [a Ha]. exists a. auto.
Qed.

Lemma build_inside : forall d l,
  (forall s a, inside s a (fst (build d l)) -> In (s, a) l) /\ incl (snd (build d l)) l.
Proof.
  induction d as [|d IH]; intros l; cbn [build].
  { split; [intros s a []|apply incl_refl]. }
  destruct (IH l) as [A B]. destruct (build d l) as [right l1]. cbn [fst snd] in A, B.
  destruct l1 as [|[x b] l2]; cbn [fst snd]. { auto. }
  destruct (IH l2) as [C D]. destruct (build d l2) as [left l3]. cbn [fst snd inside] in *.
  split.
  - intros s a [H|[[-> ->]|H]].
    + apply B. right. auto.
    + apply B. left. reflexivity.
    + auto.
  - intros r H. apply B. right. auto.
Qed.

(** The first move with a number. *)
Fixpoint play {A} (m : N) (l : list (N * A)) : option A :=
  match l with
  | [] => None
  | (n, t) :: l => if m =? n then Some t else play m l
  end.

Lemma play_in : forall A m (l : list (N * A)) t, play m l = Some t -> In t (map snd l).
Proof.
  induction l as [|[n u] l IH]; simpl; intros t H; [discriminate|].
  destruct (m =? n); [inversion H|]; auto.
Qed.

Section Strategy.
Variable moves : state -> list (N * state).
Let next (s : state) : list state := map snd (moves s).

(** Ways to make another state of a state, which wins only if the state does: its images, where
    a record stands for those, too. *)
Variable ways : list (state -> state).
Hypothesis ways_right : forall w, In w ways -> forall s, wins next (w s) -> wins next s.

(** A state, or what some way makes of it, has a record. *)
Definition recorded (layer : tree) (s : state) : bool :=
  mem s layer || existsb (fun w => mem (w s) layer) ways.

(** Every reply of the loser, who is to move, leads to a state with a record in the layer. *)
Definition covered (layer : tree) (s : state) : bool :=
  forallb (fun m => recorded layer (snd m)) (moves s).

(** After its answer, if it is a move, a state is covered by the layer that comes next. *)
Definition answered (layer : tree) (s : state) (a : answer) : bool :=
  match a with
  | None => true
  | Some m => match play m (moves s) with Some t => covered layer t | None => false end
  end.

(** The first state of a layer that is not. *)
Fixpoint unanswered (layer : tree) (t : tree) : option state :=
  match t with
  | Empty => None
  | Node l s a r =>
      match unanswered layer l with
      | Some bad => Some bad
      | None => if answered layer s a then unanswered layer r else Some s
      end
  end.

(** The leaves of a layer win, and all its states do. *)
Definition grounded (t : tree) : Prop := forall s, inside s None t -> wins next s.
Definition winning (t : tree) : Prop := forall s a, inside s a t -> wins next s.

Lemma recorded_wins : forall layer s, winning layer -> recorded layer s = true -> wins next s.
Proof.
  intros layer s W H. apply orb_prop in H as [H|H].
  - destruct (mem_inside _ _ H) as [a Ha]. exact (W _ _ Ha).
  - apply existsb_exists in H as (w & Hw & H). apply (ways_right w Hw).
    destruct (mem_inside _ _ H) as [a Ha]. exact (W _ _ Ha).
Qed.

Lemma covered_loses : forall layer s, winning layer -> covered layer s = true -> loses next s.
Proof.
  intros layer s W H. constructor. intros t Ht. apply in_map_iff in Ht as (m & <- & Hm).
  unfold covered in H. rewrite forallb_forall in H. exact (recorded_wins _ _ W (H m Hm)).
Qed.

Lemma unanswered_none : forall layer t, unanswered layer t = None ->
  forall s a, inside s a t -> answered layer s a = true.
Proof.
  induction t as [|l IHl x b r IHr]; cbn [unanswered inside]; intros H s a Hs; [destruct Hs|].
  destruct (unanswered layer l); [discriminate|].
  destruct (answered layer x b) eqn:A; [|discriminate].
  destruct Hs as [Hs|[[-> ->]|Hs]]; auto.
Qed.

Theorem layer_wins : forall layer t, grounded t -> unanswered layer t = None ->
  winning layer -> winning t.
Proof.
  intros layer t G U W s a H. pose proof (unanswered_none _ _ U _ _ H) as A.
  destruct a as [m|]; [|exact (G s H)]. cbn [answered] in A.
  destruct (play m (moves s)) as [u|] eqn:P; [|discriminate].
  apply wins_by with u; [exact (play_in _ _ _ _ P)|]. exact (covered_loses _ _ W A).
Qed.
End Strategy.
