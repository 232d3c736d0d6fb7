(** What it means to win.

    A game is a type of states and, for each state, the list of the states after a move. Turns
    alternate, and a player who has no move has lost. A state does not say whose turn it is:
    it is described from the side of the player to move.

    The first definition, of [wins] and [loses], is what all theorems here are about. The rest
    of the file is lemmas for games in general. *)
From Coq Require Import List Bool Arith Lia.
Import ListNotations.

(** The player to move wins if some move leaves the opponent in a state that loses; and loses if
    every move (there may be none) leaves the opponent in a state that wins. *)
Inductive wins {state : Type} (next : state -> list state) : state -> Prop :=
  | wins_by : forall s t, In t (next s) -> loses next t -> wins next s
with loses {state : Type} (next : state -> list state) : state -> Prop :=
  | loses_all : forall s, (forall t, In t (next s) -> wins next t) -> loses next s.

Arguments wins_by {state next}.
Arguments loses_all {state next}.

(** Nobody both wins and loses, so a theorem that says who wins excludes the other claim. *)
Theorem wins_not_loses : forall (state : Type) next (s : state),
  wins next s -> loses next s -> False.
Proof.
  intros state next. fix IH 2. intros s [s' t Ht Hl] H.
  inversion H as [s2 Hall]; subst. specialize (Hall t Ht).
  destruct Hl as [t Hl]. inversion Hall as [t2 u Hu Lu]; subst. exact (IH u (Hl u Hu) Lu).
Qed.

(** ** Games that end *)
Section Ends.
Context {state : Type}.
Variable next : state -> list state.
Variable measure : state -> nat.
Hypothesis decreases : forall s t, In t (next s) -> measure t < measure s.

(** The induction that goes with it: what holds of a state whenever it holds of all states after
    any two moves holds everywhere. *)
Lemma measured (P : state -> Prop) :
  (forall s, (forall t, measure t < measure s -> P t) -> P s) -> forall s, P s.
Proof.
  intros H. assert (forall n s, measure s < n -> P s) as X.
  { induction n as [|n IH]; intros s Hs; [lia|]. apply H. intros t Ht. apply IH. lia. }
  intros s. apply (X (S (measure s))). lia.
Qed.

(** Somebody wins. *)
Theorem determined : forall s, wins next s \/ loses next s.
Proof.
  apply measured. intros s IH.
  assert (forall l, incl l (next s) ->
    (exists t, In t l /\ loses next t) \/ (forall t, In t l -> wins next t)) as X.
  { induction l as [|t l IHl]; intros Hl; [right; intros t []|].
    destruct (IH t) as [W|L].
    - apply decreases, Hl. left; reflexivity.
    - destruct IHl as [(u & Hu & Lu)|All].
      + intros u Hu. apply Hl. right; exact Hu.
      + left. exists u. split; [right|]; assumption.
      + right. intros u [->|Hu]; auto.
    - left. exists t. split; [left; reflexivity|exact L]. }
  destruct (X (next s) (incl_refl _)) as [(t & Ht & L)|All].
  - left. exact (wins_by s t Ht L).
  - right. constructor. exact All.
Qed.

(** If every move of the mover has an answer after which [I] holds again, then the mover loses
    wherever [I] holds. This is how copying and matching win. *)
Lemma answering (I : state -> Prop) :
  (forall s, I s -> forall t, In t (next s) -> exists u, In u (next t) /\ I u) ->
  forall s, I s -> loses next s.
Proof.
  intros HI. apply (measured (fun s => I s -> loses next s)). intros s IH Hs.
  constructor. intros t Ht. destruct (HI s Hs t Ht) as (u & Hu & Iu).
  apply wins_by with u; [exact Hu|]. apply IH; [|exact Iu].
  pose proof (decreases _ _ Ht). pose proof (decreases _ _ Hu). lia.
Qed.
End Ends.

(** ** The same game, seen in two ways

    If two games have related states, and each move of one is a move of the other to a related
    state, they have the same winner. *)
Section Same.
Context {A B : Type}.
Variables (nextA : A -> list A) (nextB : B -> list B) (same : A -> B -> Prop).
Hypothesis forth : forall a b, same a b -> forall a', In a' (nextA a) ->
  exists b', In b' (nextB b) /\ same a' b'.
Hypothesis back : forall a b, same a b -> forall b', In b' (nextB b) ->
  exists a', In a' (nextA a) /\ same a' b'.

Lemma same_wins : forall a, wins nextA a -> forall b, same a b -> wins nextB b
with same_loses : forall a, loses nextA a -> forall b, same a b -> loses nextB b.
Proof.
  - intros a [a0 a' Ha L] b R. destruct (forth a0 b R a' Ha) as (b' & Hb & R').
    exact (wins_by b b' Hb (same_loses a' L b' R')).
  - intros a [a0 All] b R. constructor. intros b' Hb.
    destruct (back a0 b R b' Hb) as (a' & Ha & R'). exact (same_wins a' (All a' Ha) b' R').
Qed.
End Same.

(** Games with the same moves are an example. *)
Lemma equal_games : forall state (f g : state -> list state), (forall s, f s = g s) ->
  forall s, (wins f s -> wins g s) /\ (loses f s -> loses g s).
Proof.
  intros state f g E s.
  assert (forall a b : state, a = b -> forall c, In c (f a) -> exists d, In d (g b) /\ c = d) as X.
  { intros a b -> c Hc. exists c. rewrite <- E. auto. }
  assert (forall a b : state, a = b -> forall d, In d (g b) -> exists c, In c (f a) /\ c = d) as Y.
  { intros a b -> d Hd. exists d. rewrite E. auto. }
  split; intros W.
  - exact (same_wins f g eq X Y s W s eq_refl).
  - exact (same_loses f g eq X Y s W s eq_refl).
Qed.

(** ** Separated players

    While no player can affect the other's turns, a game is two games of one player each, in
    which the one wins who can take more turns. [can turns k x] says that k turns can be taken
    from x on. *)
Fixpoint can {walker : Type} (turns : walker -> list walker) (k : nat) (x : walker) : Prop :=
  match k with
  | O => True
  | S k => exists y, In y (turns x) /\ can turns k y
  end.

Section Separated.
Context {state walker : Type}.
Variables (next : state -> list state) (turns : walker -> list walker).
(** The winner walks on from w and the loser from l, and it is the winner's (loser's) turn. *)
Variables winners_turn losers_turn : state -> walker -> walker -> Prop.
Hypothesis winner_may : forall s w l w', winners_turn s w l -> In w' (turns w) ->
  exists t, In t (next s) /\ losers_turn t w' l.
Hypothesis loser_must : forall t w l s, losers_turn t w l -> In s (next t) ->
  exists l', In l' (turns l) /\ winners_turn s w l'.

Theorem longer_walk_wins : forall k s w l,
  winners_turn s w l -> can turns k w -> ~ can turns k l -> wins next s.
Proof.
  induction k as [|k IH]; intros s w l Hs Hw Hl; [destruct Hl; exact I|].
  destruct Hw as (w' & Hin & Hw'). destruct (winner_may _ _ _ _ Hs Hin) as (t & Ht & Hr).
  apply wins_by with t; [exact Ht|]. constructor. intros u Hu.
  destruct (loser_must _ _ _ _ Hr Hu) as (l' & Hl' & Hr').
  apply (IH u w' l' Hr' Hw'). intros C. apply Hl. exists l'. auto.
Qed.
End Separated.
