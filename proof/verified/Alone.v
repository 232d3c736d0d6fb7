(** A player alone: how many turns a marker can take while the other stands still.

    The search tries turns, and remembers where it has found that there are not so many, for later
    searches as well. What is remembered is a walker, and not the place where to look for it, so nothing rests on these
    places; and a walker without the cells that do not matter, which [room] leaves out. *)
From Coq Require Import List Bool NArith Arith Lia FMapPositive.
From Gridlock Require Import Game Board Rules Sets Strategy.
Import ListNotations.
Open Scope N_scope.

(** With more free cells a turn is legal still, with the same number and the same cell for the
    marker, and afterwards no more cells are free than before that would not have been. *)
Definition grows (turn : walker -> list (N * walker)) : Prop :=
  forall f g m k f' c, part f g -> In (k, (f', c)) (turn (f, m)) ->
  exists g', In (k, (g', c)) (turn (g, m)) /\ part f' g' /\ part (N.ldiff g' f') (N.ldiff g f).

Section Alone.
Variable turn : walker -> list (N * walker).
Definition turns (x : walker) : list walker := map snd (turn x).

Lemma can_grows : grows turn -> forall k f g m, part f g -> can turns k (f, m) -> can turns k (g, m).
Proof.
  intros G. induction k as [|k IH]; intros f g m P H; [exact I|].
  destruct H as ([f' c] & Hy & C). apply in_map_iff in Hy as ([n y] & E & Hy).
  cbn [snd] in E. subst y. destruct (G _ _ _ _ _ _ P Hy) as (g' & Hg & P' & _).
  exists (g', c). split; [exact (in_map snd _ _ Hg)|exact (IH _ _ _ P' C)].
Qed.

(** The numbers w are a legal sequence of turns. *)
Fixpoint follows (x : walker) (w : list N) : bool :=
  match w with
  | [] => true
  | m :: w => match play m (turn x) with Some y => follows y w | None => false end
  end.

Lemma follows_can : forall w x, follows x w = true -> can turns (length w) x.
Proof.
  induction w as [|m w IH]; intros x H; [exact I|]. cbn [follows] in H.
  destruct (play m (turn x)) as [y|] eqn:P; [|discriminate].
  exists y. split; [exact (play_in _ _ _ _ P)|auto].
Qed.

(** ** What is remembered *)
Record failure := Failure { from : walker; wanted : nat; tried : N }.
Definition memory : Type := PositiveMap.t failure.
Definition right (m : memory) : Prop :=
  forall p e, PositiveMap.find p m = Some e -> ~ can turns (wanted e) (from e).

Definition slot (x : walker) (k : nat) : positive :=
  N.succ_pos ((((fst x mod 2097143) * 128 + snd x) * 64 + N.of_nat k) mod 16381).

(** How many turns were tried to see that a walker cannot take k. *)
Definition recall (m : memory) (x : walker) (k : nat) : option N :=
  match PositiveMap.find (slot x k) m with
  | Some e =>
      if (fst (from e) =? fst x) && (snd (from e) =? snd x) && (N.of_nat (wanted e) =? N.of_nat k)
      then Some (tried e) else None
  | None => None
  end.
Definition learn (m : memory) (x : walker) (k : nat) (tried : N) : memory :=
  PositiveMap.add (slot x k) (Failure x k tried) m.

Lemma recall_right : forall m x k n, right m -> recall m x k = Some n -> ~ can turns k x.
Proof.
  intros m [f y] k n R H. unfold recall in H.
  destruct (PositiveMap.find _ m) as [e|] eqn:E; [|discriminate]. apply R in E.
  destruct (_ && _ && _) eqn:Q; [|discriminate].
  apply andb_prop in Q as [Q Q3]. apply andb_prop in Q as [Q1 Q2].
  apply N.eqb_eq in Q1, Q2. apply N.eqb_eq, Nat2N.inj in Q3. destruct e as [[g z] j t].
  cbn [from wanted fst snd] in *. subst. exact E.
Qed.

Lemma learn_right : forall m x k n, right m -> ~ can turns k x -> right (learn m x k n).
Proof.
  intros m x k n R C p e H. unfold learn in H. destruct (Pos.eq_dec p (slot x k)) as [->|D].
  - rewrite PositiveMap.gss in H. injection H as <-. exact C.
  - rewrite PositiveMap.gso in H by exact D. exact (R p e H).
Qed.

Lemma nothing_right : right (PositiveMap.empty _).
Proof. intros p e H. rewrite PositiveMap.gempty in H. discriminate. Qed.

(** ** The search *)

(** [room x k] is None if there is not room for k turns, else x without cells that do not matter. It
    is right about the walkers that matter. *)
Variable room : walker -> nat -> option walker.
Variable matters : walker -> Prop.
Hypothesis turns_matter : forall x y, matters x -> In y (turns x) -> matters y.
Hypothesis no_room : forall x k, matters x -> room x k = None -> ~ can turns k x.
Hypothesis room_less : forall x k y, room x k = Some y -> can turns k y -> can turns k x.
Hypothesis room_enough : forall x k y, matters x -> room x k = Some y ->
  matters y /\ (can turns k x -> can turns k y).

(** A search for k turns, by trying at most so many, which may end without an answer. If it does
    not, the result has what to remember and, if there are not so many turns, how many may still be
    tried. *)
Inductive search := Found (m : memory) | Not_found (budget : N) (m : memory) | Gave_up.

(** The same for one turn less after some turn of a list. *)
Fixpoint any (after : walker -> N -> memory -> search) (l : list (N * walker)) (budget : N)
    (m : memory) : search :=
  match l with
  | [] => Not_found budget m
  | n :: l =>
      if budget =? 0 then Gave_up
      else match after (snd n) (budget - 1) m with
           | Not_found budget m => any after l budget m
           | answer => answer
           end
  end.

Fixpoint lasts (k : nat) (x : walker) (budget : N) (m : memory) : search :=
  match k with
  | O => Found m
  | S j =>
      match room x k with
      | None => Not_found budget m
      | Some y =>
          match recall m y k with
          | Some n => if n <=? budget then Not_found (budget - n) m else Gave_up
          | None =>
              match any (lasts j) (turn y) budget m with
              | Not_found rest m => Not_found rest (learn m y k (budget - rest))
              | answer => answer
              end
          end
      end
  end.

(** What a search is to say about what can be. *)
Definition says (s : search) (m : memory) (may : Prop) (possible : Prop) : Prop :=
  match s with
  | Found n => (may -> right m -> right n) /\ possible
  | Not_found _ n => may -> right m -> right n /\ ~ possible
  | Gave_up => True
  end.

Lemma any_right : forall after (may : Prop) k,
  forall l, (forall x budget m, In x (map snd l) -> says (after x budget m) m may (can turns k x)) ->
  forall budget m, says (any after l budget m) m may (exists x, In x (map snd l) /\ can turns k x).
Proof.
  intros after may k. induction l as [|n l IH]; intros A budget m; cbn [any].
  - intros _ R. split; [exact R|]. intros (x & [] & _).
  - destruct (budget =? 0); [exact I|].
    pose proof (A (snd n) (budget - 1) m (or_introl eq_refl)) as N.
    destruct (after (snd n) (budget - 1) m) as [m'|rest m'|]; [| |exact I].
    + destruct N as [R N]. split; [exact R|]. exists (snd n). split; [left; reflexivity|exact N].
    + specialize (IH (fun x b o H => A x b o (or_intror H)) rest m').
      destruct (any after l rest m') as [m''|rest' m''|]; [| |exact I].
      * destruct IH as (R & x & H & C).
        split; [intros M Rm; exact (R M (proj1 (N M Rm)))|]. exists x. split; [right; exact H|exact C].
      * intros M R. destruct (N M R) as [R' No]. destruct (IH M R') as [R'' No'].
        split; [exact R''|]. intros (x & [<-|H] & C); [exact (No C)|]. apply No'. exists x. auto.
Qed.

Lemma lasts_right : forall k x budget m, says (lasts k x budget m) m (matters x) (can turns k x).
Proof.
  induction k as [|k IH]; intros x budget m; [split; [auto|exact I]|]. cbn [lasts].
  destruct (room x (S k)) as [y|] eqn:R; [|intros M Rm; split; [exact Rm|exact (no_room _ _ M R)]].
  destruct (recall m y (S k)) as [n|] eqn:E.
  { destruct (n <=? budget); [|exact I]. intros M Rm. split; [exact Rm|].
    intros C. exact (recall_right _ _ _ _ Rm E (proj2 (room_enough _ _ _ M R) C)). }
  pose proof (any_right (lasts k) (matters y) k (turn y)) as A.
  assert (forall x budget m, In x (map snd (turn y)) ->
    says (lasts k x budget m) m (matters y) (can turns k x)) as L.
  { intros z b o Hz. specialize (IH z b o). unfold says in *.
    destruct (lasts k z b o); auto.
    - destruct IH as [Rn C]. split; [|exact C]. intros M. apply Rn. exact (turns_matter _ _ M Hz).
    - intros M. apply IH. exact (turns_matter _ _ M Hz). }
  specialize (A L budget m). unfold says in A |- *.
  destruct (any (lasts k) (turn y) budget m) as [n|rest n|]; [| |exact I].
  { destruct A as [Rn C]. split; [|exact (room_less _ _ _ R C)].
    intros M. apply Rn. exact (proj1 (room_enough _ _ _ M R)). }
  intros M Rm. destruct (room_enough _ _ _ M R) as [My Less]. destruct (A My Rm) as [Rn No].
  split; [exact (learn_right n y (S k) _ Rn No)|]. intros C. exact (No (Less C)).
Qed.

(** As many turns as docs/proof-format.md allows. If the answer is yes, the result is what to remember
    from now on. *)
Definition try (m : memory) (k : nat) (x : walker) : search := lasts k x 100000 m.
Definition can_last (m : memory) (k : nat) (x : walker) : option memory :=
  match try m k x with Found n => Some n | _ => None end.
Definition is_short (m : memory) (k : nat) (x : walker) : option memory :=
  match try m k x with Not_found _ n => Some n | _ => None end.

Lemma can_last_can : forall m k x n, matters x -> right m -> can_last m k x = Some n ->
  right n /\ can turns k x.
Proof.
  intros m k x n M R H. unfold can_last, try in H. pose proof (lasts_right k x 100000 m) as L.
  destruct (lasts _ _ _ _); try discriminate. injection H as <-. destruct L as [L C]. auto.
Qed.

Lemma is_short_cannot : forall m k x n, matters x -> right m -> is_short m k x = Some n ->
  right n /\ ~ can turns k x.
Proof.
  intros m k x n M R H. unfold is_short, try in H. pose proof (lasts_right k x 100000 m) as L.
  destruct (lasts _ _ _ _); try discriminate. injection H as <-. exact (L M R).
Qed.
End Alone.
