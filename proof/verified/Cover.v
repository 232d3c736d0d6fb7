(** The body of a certificate by intervals.

    Each layer has to answer certain intervals. One of which some image is covered by a record of
    the layer is answered; for any other the next record is read. The theorem is
    [intervals_sound]: if the body is accepted, the root wins or loses as claimed. *)
From Coq Require Import List Bool NArith Lia FMapPositive String.
From Gridlock Require Import Game Board Rules Sets Strategy Walk Ends Pairing Intervals Symmetry Reader.
Import ListNotations.
Open Scope list_scope.
Open Scope N_scope.

(** The winner's marker, the loser's, and the cells that are free in all states of the interval,
    and in some. *)
Record interval := Interval { marker : N; other : N; least : N; most : N }.

Definition in_interval (i : interval) : state -> Prop :=
  within (least i) (most i) (marker i) (other i).

Definition covers (r i : interval) : bool :=
  (marker r =? marker i) && (other r =? other i) && subset (least r) (least i) && subset (most i) (most r).

(** ** Records with the same markers

    A tree, in which those that need a cell free, or may not have it free, are apart from the others.
    With each branch there is what all of its records need, and what some of them allow, so that most
    branches need not be looked into. That a record found is one that was put there is all that the
    theorem needs; that none is overlooked is not proven. *)
Inductive shelf :=
| Few (l : list interval)
| Fork (needed allowed : N) (c : N) (free : bool) (yes no : shelf).

Fixpoint members (s : shelf) : list interval :=
  match s with Few l => l | Fork _ _ _ _ yes no => members yes ++ members no end.

Fixpoint finds (i : interval) (s : shelf) : bool :=
  match s with
  | Few l => existsb (fun r => covers r i) l
  | Fork needed allowed _ _ yes no =>
      subset needed (least i) && subset (most i) allowed && (finds i yes || finds i no)
  end.

(** Whether an interval needs a cell free or, if [free] is false, may not have it free. *)
Definition picks (c : N) (free : bool) (r : interval) : bool :=
  if free then has (least r) c else negb (has (most r) c).

(** The records of a list by the cell that divides it best. *)
Definition fork (l : list interval) : shelf :=
  let n := N.of_nat (List.length l) in
  let halves '(c, free) := let yes := N.of_nat (List.length (filter (picks c free) l)) in N.min yes (n - yes) in
  let ways := flat_map (fun c => [(N.of_nat c, true); (N.of_nat c, false)]) (seq 0 64) in
  let better best way := if halves best <? halves way then way else best in
  let '(c, free) := fold_left better ways (0, true) in
  if halves (c, free) =? 0 then Few l
  else Fork (fold_left (fun s r => N.land s (least r)) l (N.ones 64)) (fold_left (fun s r => N.lor s (most r)) l 0)
    c free (Few (filter (picks c free) l)) (Few (filter (fun r => negb (picks c free r)) l)).

Fixpoint put (r : interval) (s : shelf) : shelf :=
  match s with
  | Few l => if N.of_nat (List.length l) <? 64 then Few (r :: l) else fork (r :: l)
  | Fork needed allowed c free yes no =>
      let needed := N.land needed (least r) in
      let allowed := N.lor allowed (most r) in
      if picks c free r then Fork needed allowed c free (put r yes) no
      else Fork needed allowed c free yes (put r no)
  end.

Lemma finds_member : forall i s, finds i s = true -> exists r, In r (members s) /\ covers r i = true.
Proof.
  induction s as [l|needed allowed c free yes IHyes no IHno]; cbn [finds members]; intros H.
  - apply existsb_exists in H. exact H.
  - apply andb_prop in H as [_ H]. apply orb_prop in H as [H|H];
      [apply IHyes in H as (r & M & C)|apply IHno in H as (r & M & C)];
      exists r; (split; [apply in_or_app; auto|exact C]).
Qed.

Lemma fork_members : forall l x, In x (members (fork l)) -> In x l.
Proof.
  intros l x. unfold fork. destruct (fold_left _ _ (0, true)) as [c free].
  destruct (N.eqb _ 0); cbn [members]; [auto|].
  intros H. apply in_app_or in H as [H|H]; apply filter_In in H as [H _]; exact H.
Qed.

Lemma put_members : forall r s x, In x (members (put r s)) -> x = r \/ In x (members s).
Proof.
  induction s as [l|needed allowed c free yes IHyes no IHno]; cbn [put members]; intros x H.
  - destruct (N.ltb _ 64).
    + destruct H as [->|H]; auto.
    + apply fork_members in H as [->|H]; auto.
  - destruct (picks c free r); cbn [members] in H; apply in_app_or in H as [H|H];
      try apply IHyes in H as [->|H]; try apply IHno in H as [->|H]; auto; right; apply in_or_app; auto.
Qed.

(** ** Copying in an interval of a walk without blocks

    The cells that one of the markers can reach in the most are free in the least, so the same
    cells are in reach everywhere, and the others do not matter. *)
Section Copying.
Variable b : board.
Hypothesis ok : proper b.
Variable wave : N -> N.
Hypothesis wave_reach : forall s c d, has s c = true -> In d (near b c) -> has (wave s) d = true.
Variable fuel : nat.
Variable p : N -> N.

Definition walk_copies_all (least most m y : N) : bool :=
  if (m =? nowhere b) || (y =? nowhere b) then
    subset most least && walk_copies b p (St most m y)
  else
    let r := N.lor (step_reach wave fuel most m) (step_reach wave fuel most y) in
    subset r least &&
    step_complete wave most m (step_reach wave fuel most m) &&
    step_complete wave most y (step_reach wave fuel most y) &&
    walk_copies b p (St r m y).

Theorem walk_copies_all_win : forall least most m y, walk_copies_all least most m y = true ->
  forall f, part least f -> part f most -> loses (next b (Walk false)) (St f m y).
Proof.
  intros least most m y H f L M. unfold walk_copies_all in H.
  destruct (N.eqb_spec m (nowhere b)) as [Em|Nm]; [|destruct (N.eqb_spec y (nowhere b)) as [Ey|Ny]];
    cbn [orb] in H.
  1, 2: apply andb_prop in H as [S C];
    assert (f = most) as ->
      by (apply same_set; intros c; split; [exact (M c)|intros X; exact (L c (subset_has _ _ S c X))]);
    exact (walk_copies_wins b ok p _ C).
  set (r := N.lor (step_reach wave fuel most m) (step_reach wave fuel most y)) in *.
  apply andb_prop in H as [H C]. apply andb_prop in H as [H Ry]. apply andb_prop in H as [S Rm].
  destruct (step_region b wave wave_reach _ _ _ Rm) as [M1 M2].
  destruct (step_region b wave wave_reach _ _ _ Ry) as [Y1 Y2].
  apply (beyond_reach b ok r (St r m y) (St f m y)); try reflexivity; unfold reaches;
    cbn [free mine yours].
  - repeat split; auto.
  - split; [exact Nm|]. split; [exact Ny|]. unfold r. split; [|split].
    + intros c Hc F. rewrite has_lor, (M1 c Hc (M c F)). reflexivity.
    + intros c Hc F. rewrite has_lor, (Y1 c Hc (M c F)). apply orb_true_r.
    + intros c d Hc Hd F. rewrite has_lor in *. apply orb_prop in Hc as [Hc|Hc].
      * rewrite (M2 c d Hc Hd (M d F)). reflexivity.
      * rewrite (Y2 c d Hc Hd (M d F)). apply orb_true_r.
  - intros c Hc. rewrite Hc. symmetry. exact (L c (subset_has _ _ S c Hc)).
  - exact (walk_copies_wins b ok p _ C).
Qed.
End Copying.

Section Cover.
Context {source : Type}.
Variable read : source -> option (N * source).
Variable b : board.
Hypothesis ok : proper b.
Variable block : bool.
Hypothesis few : block = true -> few_steps b.
Let v := Walk block.

(** What is remembered of the walks so far, which has to be right. *)
Variable memory : Type.
Variable right : memory -> Prop.
Variable nothing : memory.
Hypothesis nothing_right : right nothing.

(** Whether the winner outlasts the loser and, if so, what to remember; whether, the loser to move, the winner can copy by the
    mirror with a number in all states with the given markers, in which the cells of the first set
    are free, and perhaps others of the second. *)
Variable outlasts : memory -> N -> N -> N -> N -> nat -> option memory.
Variable copies_all : N -> N -> N -> N -> N -> bool.
Let game := next b v.
Hypothesis outlasts_wins : forall known least most m y k learnt, right known ->
  outlasts known least most m y k = Some learnt -> right learnt /\
  forall f, part least f -> part f most -> wins game (St f m y).
Hypothesis copies_all_win : forall n least most m y, copies_all n least most m y = true ->
  forall f, part least f -> part f most -> loses game (St f m y).

(** The symmetries, which have been looked at. *)
Variable symmetries : list (N -> N).
Hypothesis symmetries_right : forall p, In p symmetries -> exists q, symmetry b p q = true.

Definition markers (m y : N) : N := m * 128 + y.
Definition first_images (i : interval) : list interval :=
  let code p := markers (p (marker i)) (p (other i)) in
  let lowest := fold_left N.min (map code symmetries) (markers 127 127) in
  map (fun p => Interval (p (marker i)) (p (other i)) (image b p (least i)) (image b p (most i)))
    (filter (fun p => code p =? lowest) symmetries).

(** The records of a layer so far, by their markers. *)
Definition known : Type := PositiveMap.t shelf.
Definition with_markers (k : known) (i : interval) : shelf :=
  match PositiveMap.find (N.succ_pos (markers (marker i) (other i))) k with Some s => s | None => Few [] end.
Definition covered (k : known) (i : interval) : bool := finds i (with_markers k i).
Definition remember (k : known) (r : interval) : known :=
  PositiveMap.add (N.succ_pos (markers (marker r) (other r))) (put r (with_markers k r)) k.

(** Of two images, the one that comes first. *)
Definition lower (i j : interval) : interval :=
  match least i ?= least j with
  | Lt => i
  | Gt => j
  | Eq => if most i <=? most j then i else j
  end.

(** The members of a set for which a number has a bit, that of the lowest first. *)
Definition chosen (number : N) (members : list N) : option N :=
  if number <? N.shiftl 1 (N.of_nat (List.length members))
  then Some (set_of (map snd (filter (fun x => has number (fst x))
         (combine (map N.of_nat (seq 0 (List.length members))) members))))
  else None.

Definition widened (i : interval) (from : source) : outcome (interval * source) :=
  let* (drop, from) := varint read from in
  let* (more, from) := varint read from in
  let taken := add (marker i) (add (other i) (most i)) in
  match chosen drop (filter (has (least i)) (cells b)),
        chosen more (filter (fun c => negb (has taken c)) (cells b)) with
  | Some d, Some m => Fine (Interval (marker i) (other i) (N.ldiff (least i) d) (N.lor (most i) m), from)
  | _, _ => Refused "an interval drops or adds more cells than there are" []
  end.

Definition where_are (i : interval) : list N := [marker i; other i; least i; most i].
Definition state_least (i : interval) : state := St (least i) (marker i) (other i).
Definition state_most (i : interval) : state := St (most i) (marker i) (other i).

(** What a move leaves to answer, where t is the position after it in the most. *)
Definition replies_to (i : interval) (t : state) : list interval :=
  map (fun u => Interval (mine u) (yours u) (N.ldiff (free u) (N.ldiff (most i) (least i))) (free u)) (game t).

(** Turns that are the same whatever the loser does: each is legal in all that those before it leave to
    answer, and the last one leaves nothing. So many of the loser's moves may be tried; what is left of these
    is the result, or None. *)
Fixpoint plan (turns : list N) (i : interval) (budget : N) : option N :=
  match turns with
  | [] => None
  | m :: turns =>
      match play m (moves b v (state_least i)), play m (moves b v (state_most i)) with
      | Some _, Some t =>
          fold_left (fun left j =>
            match left with
            | Some budget => if budget =? 0 then None else plan turns j (budget - 1)
            | None => None
            end) (replies_to i t) (Some budget)
      | _, _ => None
      end
  end.

(** The answer in an interval: a move that is legal in all of it, or a leaf, which is checked. *)
Definition answer_all (i : interval) (kind : N) (known : memory) (from : source) :
    outcome (answer * memory * source) :=
  if kind <? 64 then
    match play kind (moves b v (state_least i)), play kind (moves b v (state_most i)) with
    | Some _, Some _ => Fine (Some kind, known, from)
    | _, _ => Refused "the move is illegal: markers, least, most" (where_are i)
    end
  else if kind =? 64 then
    let* (count, from) := varint read from in
    let* _ := need (count <=? 64) "a plan has more turns than a board has cells" in
    let* (turns, from) := bytes read (N.to_nat count) [] from in
    match plan turns i 100000 with
    | Some _ => Fine (None, known, from)
    | None => Refused "the plan does not win: markers, least, most" (where_are i)
    end
  else if kind <? 127 then
    match outlasts known (least i) (most i) (marker i) (other i) (N.to_nat (kind - 64)) with
    | Some known => Fine (None, known, from)
    | None => Refused "no walk wins: markers, least, most" (where_are i)
    end
  else
    let* (m, from) := byte read from in
    let* (n, from) := varint read from in
    match play m (moves b v (state_least i)), play m (moves b v (state_most i)) with
    | Some s, Some t =>
        if copies_all n (free s) (free t) (mine t) (yours t) then Fine (None, known, from)
        else Refused "the winner cannot copy: markers, least, most" (where_are i)
    | _, _ => Refused "the move is illegal: markers, least, most" (where_are i)
    end.

(** The records of a layer, the last one first. *)
Definition records : Type := list (interval * answer).

(** What has been read of a layer, and what is remembered of walks. *)
Definition progress : Type := known * records * memory.

Definition answered_by (k : known) (i : interval) : bool :=
  stands b v (marker i) && stands b v (other i) && existsb (covered k) (first_images i).

(** Something that a layer has to answer, and perhaps its next record. *)
Definition settle (k : known) (all : records) (walks : memory) (i : interval) (from : source) :
    outcome (progress * source) :=
  if answered_by k i then Fine (k, all, walks, from)
  else
    match first_images i with
    | [] => Refused "the board has no symmetry" []
    | j :: images =>
        let first := fold_left lower images j in
        let* (kind, from) := byte read from in
        let* (r, from) := if 128 <=? kind then widened first from else Fine (first, from) in
        let* (a, walks, from) := answer_all r (if 128 <=? kind then kind - 128 else kind) walks from in
        let k := remember k r in
        if answered_by k i then Fine (k, (r, a) :: all, walks, from)
        else Refused "the record is not for what has to be answered: markers, least, most" (where_are i)
    end.

Fixpoint settle_all (so_far : progress) (due : list interval) (from : source) :
    outcome (progress * source) :=
  match due with
  | [] => Fine (so_far, from)
  | i :: due =>
      let '(k, all, walks) := so_far in
      let* (so_far, from) := settle k all walks i from in
      settle_all so_far due from
  end.

(** What an answer leaves to answer. *)
Definition left_by (r : interval * answer) : list interval :=
  match snd r with
  | None => []
  | Some m =>
      match play m (moves b v (state_most (fst r))) with
      | None => []
      | Some t => replies_to (fst r) t
      end
  end.

(** What the answers of a layer leave to answer, one after the other: there can be too much of it for
    a list. *)
Fixpoint settle_after (so_far : progress) (before : records) (from : source) :
    outcome (progress * source) :=
  match before with
  | [] => Fine (so_far, from)
  | r :: before =>
      let* (so_far, from) := settle_all so_far (left_by r) from in
      settle_after so_far before from
  end.

Fixpoint interval_layers (fuel : nat) (all : records) (walks : memory) (from : source) : outcome unit :=
  match fuel with
  | O => Refused "the body has too many layers" []
  | S fuel =>
      match all with
      | [] => at_end read from
      | _ :: _ =>
          let* (_, after, walks, from) :=
            settle_after (PositiveMap.empty _, [], walks) (rev_append all []) from in
          interval_layers fuel after walks from
      end
  end.

Definition one (s : state) : interval := Interval (mine s) (yours s) (free s) (free s).
Definition check_intervals (fuel : nat) (root : state) (mover_wins : bool) (from : source) :
    outcome unit :=
  let due := if mover_wins then [one root] else map one (game root) in
  let* (_, all, walks, from) := settle_all (PositiveMap.empty _, [], nothing) due from in
  interval_layers fuel all walks from.

(** ** Soundness *)
Definition won (i : interval) : Prop := forall s, in_interval i s -> wins game s.

(** A record is right by itself: a leaf is won, and a move is legal in the least and the most. *)
Definition grounded (r : interval * answer) : Prop :=
  match snd r with
  | None => won (fst r)
  | Some m => play m (moves b v (state_least (fst r))) <> None /\
              play m (moves b v (state_most (fst r))) <> None
  end.

Lemma in_one : forall s, in_interval (one s) s.
Proof. intros s. unfold in_interval, within, one, part. cbn. auto. Qed.

Lemma covers_won : forall r i, covers r i = true -> won r -> won i.
Proof.
  intros r i C W s (E1 & E2 & L & M). apply W. unfold covers in C.
  apply andb_prop in C as [C C4]. apply andb_prop in C as [C C3]. apply andb_prop in C as [C1 C2].
  apply N.eqb_eq in C1, C2. unfold in_interval, within. rewrite C1, C2.
  split; [exact E1|]. split; [exact E2|]. split; intros c Hc.
  - exact (L c (subset_has _ _ C3 c Hc)).
  - exact (subset_has _ _ C4 c (M c Hc)).
Qed.

Lemma image_won : forall i p, In p symmetries -> stands b v (marker i) = true ->
  stands b v (other i) = true ->
  won (Interval (p (marker i)) (p (other i)) (image b p (least i)) (image b p (most i))) -> won i.
Proof.
  intros i p Hp S1 S2 W s (E1 & E2 & L & M). destruct (symmetries_right p Hp) as [q K].
  destruct s as [f m y]. cbn [free mine yours] in *. subst.
  apply (image_wins b ok block p q K f _ _ S1 S2). apply W. unfold in_interval, within. cbn.
  split; [reflexivity|]. split; [reflexivity|]. split; apply image_part; assumption.
Qed.

(** All that is known is won if all records are. *)
Definition among_records (k : known) (all : records) : Prop :=
  forall i r, In r (members (with_markers k i)) -> In r (map fst all).

Lemma answered_won : forall k all i, among_records k all -> answered_by k i = true ->
  (forall r, In r all -> won (fst r)) -> won i.
Proof.
  intros k all i A H W. apply andb_prop in H as [H C]. apply andb_prop in H as [S1 S2].
  apply existsb_exists in C as (j & Hj & C). unfold first_images in Hj.
  apply in_map_iff in Hj as (p & <- & Hp). apply filter_In in Hp as [Hp _].
  apply (image_won i p Hp S1 S2). apply finds_member in C as (r & Hr & C).
  apply (covers_won r _ C). apply A in Hr. apply in_map_iff in Hr as (x & <- & Hx). exact (W x Hx).
Qed.

Lemma remember_among : forall k all r a, among_records k all -> among_records (remember k r) ((r, a) :: all).
Proof.
  intros k all r a A i x H. unfold with_markers, remember in H. cbn [map fst].
  destruct (Pos.eq_dec (N.succ_pos (markers (marker i) (other i))) (N.succ_pos (markers (marker r) (other r)))) as [E|E].
  - rewrite E, PositiveMap.gss in H. apply put_members in H as [->|H]; [left; reflexivity|right; exact (A r x H)].
  - rewrite PositiveMap.gso in H by exact E. right. exact (A i x H).
Qed.

(** A move wins if the winner wins in all that it leaves to answer. *)
Lemma move_won : forall i m t,
  play m (moves b v (state_least i)) <> None -> play m (moves b v (state_most i)) = Some t ->
  (forall j, In j (replies_to i t) -> won j) -> won i.
Proof.
  intros i m t P T L s S.
  apply (interval_wins b ok block few (least i) (most i) (marker i) (other i) m t P T); [|exact S].
  intros u Hu w Hw. exact (L _ (in_map _ _ u Hu) w Hw).
Qed.

Lemma each_in_budget : forall (f : interval -> N -> option N) l budget left,
  fold_left (fun left j => match left with
    | Some budget => if budget =? 0 then None else f j (budget - 1)
    | None => None
    end) l (Some budget) = Some left ->
  forall j, In j l -> exists budget left, f j budget = Some left.
Proof.
  intros f l. induction l as [|i l IH]; intros budget left H j Hj; [destruct Hj|]. cbn [fold_left] in H.
  assert (forall l, fold_left (fun left j => match left with
    | Some budget => if budget =? 0 then None else f j (budget - 1)
    | None => None
    end) l None = None) as Gone by (intros k; induction k; [reflexivity|exact IHk]).
  destruct (budget =? 0); [rewrite Gone in H; discriminate|].
  destruct (f i (budget - 1)) as [more|] eqn:F; [|rewrite Gone in H; discriminate].
  destruct Hj as [<-|Hj]; [eauto|exact (IH more left H j Hj)].
Qed.

Theorem plan_won : forall turns i budget left, plan turns i budget = Some left -> won i.
Proof.
  induction turns as [|m turns IH]; intros i budget left H; [discriminate|]. cbn [plan] in H.
  destruct (play m (moves b v (state_least i))) eqn:P; [|discriminate].
  destruct (play m (moves b v (state_most i))) as [t|] eqn:T; [|discriminate].
  apply (move_won i m t); [congruence|exact T|]. intros j Hj.
  destruct (each_in_budget (plan turns) _ _ _ H j Hj) as (? & ? & F). exact (IH _ _ _ F).
Qed.

Lemma answer_all_grounded : forall i kind walks from a learnt rest, right walks ->
  answer_all i kind walks from = Fine (a, learnt, rest) -> right learnt /\ grounded (i, a).
Proof.
  intros i kind walks from a learnt rest R H. unfold answer_all in H.
  destruct (kind <? 64); [|destruct (kind =? 64); [|destruct (kind <? 127)]].
  - destruct (play kind (moves b v (state_least i))) eqn:P; [|discriminate].
    destruct (play kind (moves b v (state_most i))) eqn:Q; [|discriminate].
    injection H as <- <- _. split; [exact R|]. unfold grounded. cbn [fst snd]. rewrite P, Q.
    split; discriminate.
  - apply bind_fine in H as ([count from1] & _ & H). apply bind_fine in H as (? & _ & H).
    apply bind_fine in H as ([turns from2] & _ & H).
    destruct (plan turns i 100000) eqn:P; [|discriminate]. injection H as <- <- _.
    split; [exact R|]. exact (plan_won _ _ _ _ P).
  - destruct (outlasts _ _ _ _ _ _) as [n|] eqn:O; [|discriminate]. injection H as <- <- _.
    destruct (outlasts_wins _ _ _ _ _ _ _ R O) as [R' W]. split; [exact R'|].
    intros [f m y] (E1 & E2 & L & M). cbn [free mine yours] in *. subst. exact (W f L M).
  - apply bind_fine in H as ([m from1] & _ & H). apply bind_fine in H as ([n from2] & _ & H).
    destruct (play m (moves b v (state_least i))) as [s|] eqn:P; [|discriminate].
    destruct (play m (moves b v (state_most i))) as [t|] eqn:Q; [|discriminate].
    destruct (copies_all _ _ _ _ _) eqn:C; [|discriminate]. injection H as <- <- _.
    split; [exact R|]. intros u U.
    destruct (interval_play b ok block few _ _ _ _ _ _ _ P Q u U) as (w & Hw & E1 & E2 & L & M).
    apply wins_by with w; [exact Hw|].
    destruct w as [f c d]. cbn [free mine yours] in *. subst. exact (copies_all_win _ _ _ _ _ C f L M).
Qed.

Lemma settle_sound : forall k all walks i from k' all' walks' rest,
  settle k all walks i from = Fine (k', all', walks', rest) -> right walks -> among_records k all ->
  (forall r, In r all -> grounded r) ->
  right walks' /\ among_records k' all' /\ (forall r, In r all' -> grounded r) /\ incl all all' /\
  ((forall r, In r all' -> won (fst r)) -> won i).
Proof.
  intros k all walks i from k' all' walks' rest H R A G. unfold settle in H.
  destruct (answered_by k i) eqn:C.
  - injection H as <- <- <- _. split; [exact R|]. split; [exact A|]. split; [exact G|]. split; [apply incl_refl|].
    exact (answered_won k all i A C).
  - destruct (first_images i) as [|j images]; [discriminate|].
    apply bind_fine in H as ([kind from1] & _ & H). apply bind_fine in H as ([r from2] & _ & H).
    apply bind_fine in H as ([[a walks2] from3] & Q & H). cbn beta zeta iota in H.
    destruct (answered_by (remember k r) i) eqn:D; [|discriminate]. injection H as <- <- <- _.
    destruct (answer_all_grounded _ _ _ _ _ _ _ R Q) as [R' Gr]. split; [exact R'|].
    pose proof (remember_among k all r a A) as A'. split; [exact A'|]. split; [|split].
    + intros x [<-|Hx]; [exact Gr|exact (G x Hx)].
    + intros x Hx. right. exact Hx.
    + exact (answered_won _ _ i A' D).
Qed.

Lemma settle_all_sound : forall due k all walks from k' all' walks' rest,
  settle_all (k, all, walks) due from = Fine (k', all', walks', rest) -> right walks ->
  among_records k all -> (forall r, In r all -> grounded r) ->
  right walks' /\ among_records k' all' /\ (forall r, In r all' -> grounded r) /\ incl all all' /\
  ((forall r, In r all' -> won (fst r)) -> forall i, In i due -> won i).
Proof.
  induction due as [|i due IH]; intros k all walks from k' all' walks' rest H R A G; cbn [settle_all] in H.
  - injection H as <- <- <- _. split; [exact R|]. split; [exact A|]. split; [exact G|]. split; [apply incl_refl|]. intros _ i [].
  - apply bind_fine in H as ([[[k1 all1] walks1] from1] & E & H).
    destruct (settle_sound _ _ _ _ _ _ _ _ _ E R A G) as (R1 & A1 & G1 & I1 & W1).
    destruct (IH _ _ _ _ _ _ _ _ H R1 A1 G1) as (R2 & A2 & G2 & I2 & W2).
    split; [exact R2|]. split; [exact A2|]. split; [exact G2|]. split.
    + intros x Hx. auto.
    + intros W j [<-|Hj]; [apply W1; intros x Hx; auto|exact (W2 W j Hj)].
Qed.

Lemma settle_after_sound : forall before k all walks from k' all' walks' rest,
  settle_after (k, all, walks) before from = Fine (k', all', walks', rest) -> right walks ->
  among_records k all -> (forall r, In r all -> grounded r) ->
  right walks' /\ (forall r, In r all' -> grounded r) /\ incl all all' /\
  ((forall r, In r all' -> won (fst r)) -> forall x i, In x before -> In i (left_by x) -> won i).
Proof.
  induction before as [|y before IH]; intros k all walks from k' all' walks' rest H R A G;
    cbn [settle_after] in H.
  - injection H as <- <- <- _. split; [exact R|]. split; [exact G|]. split; [apply incl_refl|]. intros _ x i [].
  - apply bind_fine in H as ([[[k1 all1] walks1] from1] & E & H).
    destruct (settle_all_sound _ _ _ _ _ _ _ _ _ E R A G) as (R1 & A1 & G1 & I1 & W1).
    destruct (IH _ _ _ _ _ _ _ _ H R1 A1 G1) as (R2 & G2 & I2 & W2).
    split; [exact R2|]. split; [exact G2|]. split.
    + intros x Hx. auto.
    + intros W x i [<-|Hx] Hi; [apply W1; [intros z Hz; auto|exact Hi]|exact (W2 W x i Hx Hi)].
Qed.

Lemma nothing_known : among_records (PositiveMap.empty _) [].
Proof. intros i r H. unfold with_markers in H. rewrite PositiveMap.gempty in H. destruct H. Qed.

Lemma record_won : forall r, grounded r -> (forall i, In i (left_by r) -> won i) -> won (fst r).
Proof.
  intros [i [m|]] G L; [|exact G]. unfold grounded, left_by in *. cbn [fst snd] in *.
  destruct G as [P Q]. destruct (play m (moves b v (state_most i))) as [t|] eqn:T; [|congruence].
  exact (move_won i m t P T L).
Qed.

Lemma interval_layers_sound : forall fuel all walks from r, interval_layers fuel all walks from = Fine r ->
  right walks -> (forall x, In x all -> grounded x) -> forall x, In x all -> won (fst x).
Proof.
  induction fuel as [|fuel IH]; intros all walks from r H R G x Hx; [discriminate|].
  cbn [interval_layers] in H. destruct all as [|y all]; [destruct Hx|].
  apply bind_fine in H as ([[[k after] walks1] from1] & E & H).
  destruct (settle_after_sound _ _ _ _ _ _ _ _ _ E R nothing_known) as (R' & G' & _ & W); [intros z []|].
  apply record_won; [exact (G x Hx)|]. intros i Hi. apply (W (IH _ _ _ _ H R' G') x); [|exact Hi].
  rewrite rev_append_rev, app_nil_r. apply in_rev in Hx. exact Hx.
Qed.

Theorem intervals_sound : forall fuel root mover_wins from r,
  check_intervals fuel root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros fuel root mover_wins from r H. unfold check_intervals in H.
  apply bind_fine in H as ([[[k all] walks] from1] & E & H).
  destruct (settle_all_sound _ _ _ _ _ _ _ _ _ E nothing_right nothing_known) as (R & _ & G & _ & W);
    [intros z []|].
  specialize (W (interval_layers_sound _ _ _ _ _ H R G)). destruct mover_wins.
  - exact (W (one root) (or_introl eq_refl) root (in_one root)).
  - constructor. intros t Ht. exact (W (one t) (in_map one _ _ Ht) t (in_one t)).
Qed.
End Cover.
