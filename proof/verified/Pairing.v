(** Winning by pairs: copying (marks, and walks without blocks) and matching (marks near the last one).

    The loser is to move. Whatever cell the loser takes, the winner answers with the partner p of
    that cell. Each check below looks at one state; that it holds again after every move and its
    answer is proven here. *)
From Coq Require Import List Bool NArith Lia.
From Gridlock Require Import Game Board Rules Sets Walk Ends.
Import ListNotations.
Open Scope N_scope.

Section Pairing.
Variable b : board.
Hypothesis ok : proper b.
Variable p : N -> N.

(** ** Copying where marks close cells to their owner

    This asks for a symmetric neighbourhood.

    Where the loser may go, the winner may go to the partner, and perhaps to more cells. For two
    neighbours whose partners matter, the partners are neighbours: so what the loser's marker
    takes from the loser covers what the answer takes from the winner.

    At most one cell c that the loser may take is its own partner. There the winner answers with
    a cell d that copying never uses up before: it is beside c, or closed to the loser; and what
    it takes of the partners, the loser's marker on c takes, too. *)
Section Owned.
Definition around (c : N) : list N := c :: near b c.
Definition lone (s : state) : list N :=
  filter (fun c => p c =? c) (filter (has (mine s)) (cells b)).
Definition answers (s : state) (c d : N) : bool :=
  has (yours s) d && (negb (has (mine s) d) || among d (near b c)) &&
  forallb (fun x => negb (among (p x) (around d)) || among (p x) (around c))
    (filter (has (mine s)) (cells b)).
Definition own_copies (s : state) : bool :=
  forallb (fun c => among (p c) (cells b) && (p (p c) =? c) && has (yours s) (p c))
    (filter (has (mine s)) (cells b)) &&
  forallb (fun c => forallb (fun d => among (p d) (near b (p c)))
                      (filter (has (yours s)) (near b c)))
    (filter (has (yours s)) (cells b)) &&
  match lone s with
  | [] => true
  | [c] => existsb (answers s c) (cells b)
  | _ => false
  end.

Hypothesis sym : symmetric b.
Definition own_paired (s : state) : Prop :=
  (forall c, In c (cells b) -> has (mine s) c = true ->
     In (p c) (cells b) /\ p (p c) = c /\ has (yours s) (p c) = true) /\
  (forall c d, In c (cells b) -> has (yours s) c = true -> has (yours s) d = true ->
     In d (near b c) -> In (p d) (near b (p c))).
Definition no_lone (s : state) : Prop :=
  forall c, In c (cells b) -> has (mine s) c = true -> p c <> c.
Definition one_lone (s : state) (c d : N) : Prop :=
  In c (cells b) /\ has (mine s) c = true /\ p c = c /\
  (forall x, In x (cells b) -> has (mine s) x = true -> p x = x -> x = c) /\
  In d (cells b) /\ has (yours s) d = true /\
  (has (mine s) d = true -> In d (near b c)) /\
  (forall x, In x (cells b) -> has (mine s) x = true ->
     In (p x) (around d) -> In (p x) (around c)).
Definition own_copied (s : state) : Prop :=
  own_paired s /\ (no_lone s \/ exists c d, one_lone s c d).

Lemma in_lone : forall s c, In c (lone s) <->
  In c (cells b) /\ has (mine s) c = true /\ p c = c.
Proof. intros s c. unfold lone. rewrite !filter_In, N.eqb_eq. tauto. Qed.

Lemma answers_right : forall s c d, answers s c d = true ->
  has (yours s) d = true /\ (has (mine s) d = true -> In d (near b c)) /\
  (forall x, In x (cells b) -> has (mine s) x = true ->
     In (p x) (around d) -> In (p x) (around c)).
Proof.
  intros s c d H. apply andb_prop in H as [H H4]. apply andb_prop in H as [H1 H3].
  rewrite forallb_forall in H4. repeat split; [exact H1| |].
  - intros M. rewrite M in H3. apply among_in. exact H3.
  - intros x Hx Mx Hd. specialize (H4 x). rewrite filter_In in H4. specialize (H4 (conj Hx Mx)).
    apply among_in in Hd. rewrite Hd in H4. apply among_in. exact H4.
Qed.

Lemma own_copies_copied : forall s, own_copies s = true -> own_copied s.
Proof.
  intros s H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  rewrite forallb_forall in H1, H2. split; [split|].
  - intros c Hc Hm. specialize (H1 c). rewrite filter_In in H1. specialize (H1 (conj Hc Hm)).
    apply andb_prop in H1 as [H1 E3]. apply andb_prop in H1 as [E1 E2].
    apply among_in in E1. apply N.eqb_eq in E2. auto.
  - intros c d Hc Yc Yd Hd. specialize (H2 c). rewrite filter_In in H2.
    specialize (H2 (conj Hc Yc)).
    rewrite forallb_forall in H2. apply among_in, H2, filter_In. auto.
  - destruct (lone s) as [|c [|]] eqn:L; [left|right|discriminate].
    + intros c Hc Mc Pc. assert (In c (lone s)) as I by (apply in_lone; auto).
      rewrite L in I. exact I.
    + apply existsb_exists in H3 as (d & Hd & A). apply answers_right in A as (A1 & A3 & A4).
      assert (In c (lone s)) as I by (rewrite L; left; reflexivity).
      apply in_lone in I as (I1 & I2 & I3).
      exists c, d. repeat split; auto.
      intros x Hx Mx Px. assert (In x (lone s)) as J by (apply in_lone; auto).
      rewrite L in J. destruct J as [J|[]]. auto.
Qed.

(** The state after the loser's move to m and the answer e. *)
Let answered (s : state) (m e : N) : state :=
  St 0 (del e (without (around m) (mine s))) (without (around e) (del m (yours s))).

Lemma may_answer : forall s m e, In e (cells b) -> has (yours s) e = true -> e <> m ->
  In (answered s m e) (next b (Place Own) (St 0 (del m (yours s)) (without (around m) (mine s)))).
Proof.
  intros s m e He Ye N. apply in_own. exists e. cbn [mine yours]. repeat split; [exact He|].
  apply in_del. auto.
Qed.

Lemma left_of_mine : forall s m e x, has (mine (answered s m e)) x = true ->
  has (mine s) x = true /\ x <> e /\ ~ In x (around m).
Proof.
  intros s m e x H. cbn [answered mine] in H. apply in_del in H as [H E].
  apply in_without in H as [H F]. auto.
Qed.

(** The answer leaves the partners that matter. *)
Lemma paired_after : forall s m e, own_paired s ->
  (forall x, In x (cells b) -> has (mine s) x = true -> x <> e -> ~ In x (around m) ->
     p x <> m /\ ~ In (p x) (around e)) ->
  own_paired (answered s m e).
Proof.
  intros s m e [P A] H. split.
  - intros x Hx Mx. apply left_of_mine in Mx as (Mx & Ex & Fx).
    destruct (P x Hx Mx) as (P1 & P2 & P3). destruct (H x Hx Mx Ex Fx) as [H1 H2].
    repeat split; [exact P1|exact P2|]. cbn [answered yours]. apply in_without.
    split; [apply in_del; auto|exact H2].
  - intros x y Hx Yx Yy Hy. cbn [answered yours] in Yx, Yy.
    apply in_without in Yx as [Yx _], Yy as [Yy _].
    apply in_del in Yx as [Yx _], Yy as [Yy _]. apply A; auto.
Qed.

Lemma around_sym : forall c d, In c (cells b) -> In d (around c) -> In c (around d).
Proof.
  intros c d Hc [E|H]; [left; auto|right]. exact (sym _ _ Hc H).
Qed.

(** Partners of cells around m are around the partner of m, and no others that matter. *)
Lemma partners_near : forall s m x, own_paired s ->
  In m (cells b) -> has (mine s) m = true -> In x (cells b) -> has (mine s) x = true ->
  In (p x) (around (p m)) -> In x (around m).
Proof.
  intros s m x [P A] Hm Mm Hx Mx H. destruct (P m Hm Mm) as (M1 & M2 & M3).
  destruct (P x Hx Mx) as (X1 & X2 & X3). destruct H as [E|H].
  - left. congruence.
  - right. rewrite <- M2, <- X2. apply A; auto.
Qed.

Lemma copy_after : forall s m, own_paired s -> In m (cells b) -> has (mine s) m = true ->
  own_paired (answered s m (p m)).
Proof.
  intros s m D Hm Mm. apply paired_after; [exact D|]. intros x Hx Mx Ex Fx. split.
  - intros C. apply Ex. rewrite <- C. symmetry. apply (proj1 D x Hx Mx).
  - intros C. apply Fx. exact (partners_near s m x D Hm Mm Hx Mx C).
Qed.

Lemma answer_after : forall s c d, own_paired s -> one_lone s c d ->
  own_paired (answered s c d).
Proof.
  intros s c d D (Hc & Mc & Pc & _ & _ & _ & _ & T).
  apply paired_after; [exact D|]. intros x Hx Mx Ex Fx.
  assert (~ In (p x) (around c)) as F.
  { intros C. apply Fx. apply (partners_near s c x D Hc Mc Hx Mx). rewrite Pc. exact C. }
  split.
  - intros C. apply F. left. auto.
  - intros C. apply F, T; auto.
Qed.

(** A copy keeps the answer to the cell that is its own partner, as long as that is open. *)
Lemma lone_after : forall s m c d, own_paired s -> In m (cells b) -> has (mine s) m = true ->
  one_lone s c d -> m <> c -> ~ In c (around m) -> one_lone (answered s m (p m)) c d.
Proof.
  intros s m c d D Hm Mm (Hc & Mc & Pc & O & Hd & Yd & B & T) Nm F.
  destruct (proj1 D m Hm Mm) as (M1 & M2 & M3).
  assert (~ In (p m) (around c)) as G.
  { intros C. apply F. apply (around_sym c m Hc).
    apply (partners_near s c m D Hc Mc Hm Mm). rewrite Pc. exact C. }
  unfold one_lone. repeat split.
  - exact Hc.
  - cbn [answered mine]. apply in_del. split; [apply in_without; auto|congruence].
  - exact Pc.
  - intros x Hx Mx. apply left_of_mine in Mx as (Mx & _). auto.
  - exact Hd.
  - cbn [answered yours]. apply in_without. split.
    + apply in_del. split; [exact Yd|]. intros ->. apply F, (around_sym c m Hc). right. auto.
    + intros C. apply G, T; auto. apply around_sym; auto.
  - intros Md. apply left_of_mine in Md as (Md & _). auto.
  - intros x Hx Mx. apply left_of_mine in Mx as (Mx & _). auto.
Qed.

Lemma own_answer : forall s, own_copied s -> forall t, In t (next b (Place Own) s) ->
  exists u, In u (next b (Place Own) t) /\ own_copied u.
Proof.
  intros s [D L] t H. apply in_own in H as (m & Hm & Mm & ->). fold (around m).
  destruct (proj1 D m Hm Mm) as (M1 & M2 & M3).
  destruct (N.eq_dec (p m) m) as [E|E].
  - destruct L as [L|(c & d & L)]; [destruct (L m Hm Mm E)|].
    pose proof L as (Hc & Mc & Pc & O & Hd & Yd & B & _).
    rewrite (O m Hm Mm E) in *. exists (answered s c d). split.
    + apply may_answer; auto. intros ->. exact (near_irreflexive b ok c (B Mc)).
    + split; [exact (answer_after s c d D L)|left]. intros x Hx Mx Px.
      apply left_of_mine in Mx as (Mx & _ & Fx). apply Fx. left. symmetry. auto.
  - exists (answered s m (p m)). split; [apply may_answer; auto|].
    split; [exact (copy_after s m D Hm Mm)|]. destruct L as [L|(c & d & L)].
    + left. intros x Hx Mx. apply left_of_mine in Mx as (Mx & _). auto.
    + pose proof L as (Hc & Mc & Pc & O & _).
      destruct (among c (around m)) eqn:C.
      * left. intros x Hx Mx Px. apply left_of_mine in Mx as (Mx & _ & Fx).
        apply Fx. rewrite (O x Hx Mx Px). apply among_in. exact C.
      * right. exists c, d. apply lone_after; auto.
        -- congruence.
        -- intros I. apply among_in in I. congruence.
Qed.

Theorem own_copied_wins : forall s, own_copied s -> loses (next b (Place Own)) s.
Proof. exact (answering _ (size b (Place Own)) (ends b ok (Place Own)) own_copied own_answer). Qed.
Theorem own_copies_wins : forall s, own_copies s = true -> loses (next b (Place Own)) s.
Proof. intros s H. apply own_copied_wins, own_copies_copied. exact H. Qed.

End Owned.

(** ** Copying where marks close cells to the other player, or to nobody

    No cell is its own partner or near it, so the answer is open still. What it takes from the loser
    are partners of what the loser's mark took from the winner. Nothing is asked of the
    neighbourhood. With a partner for every cell that is right where marks close cells to their owner, too:
    then what the answer takes from the winner are partners of what the mark took from the loser. *)
Definition other_copies (closes : side) (s : state) : bool :=
  let cs := filter (has (mine s)) (cells b) in
  let taken c := c :: to_you b closes c in
  forallb (fun c => among (p c) (cells b) && (p (p c) =? c) && has (yours s) (p c) &&
                    negb (among (p c) (taken c)) &&
                    forallb (fun x => negb (among (p x) (taken c)) || among x (taken (p c))) cs) cs.

Definition place_copied (closes : side) (s : state) : Prop :=
  forall c, In c (cells b) -> has (mine s) c = true ->
    In (p c) (cells b) /\ p (p c) = c /\ has (yours s) (p c) = true /\
    ~ In (p c) (c :: to_you b closes c) /\
    forall x, In x (cells b) -> has (mine s) x = true ->
      (In (p x) (c :: to_you b closes c) -> In x (p c :: to_you b closes (p c))) /\
      (In (p x) (p c :: to_me b closes (p c)) -> In x (c :: to_me b closes c)).

Theorem place_copied_wins : forall closes, closes <> All ->
  forall s, place_copied closes s -> loses (next b (Place closes)) s.
Proof.
  intros closes A. apply (answering (next b (Place closes)) (size b (Place closes)) (ends b ok (Place closes))).
  intros s I t Ht. apply in_place in Ht as (m & Hm & Mm & ->); [|exact A].
  destruct (I m Hm Mm) as (P1 & P2 & P3 & P4 & P5). eexists. split.
  - apply in_place; [exact A|]. exists (p m). cbn [mine yours]. split; [exact P1|].
    split; [apply in_without; auto|reflexivity].
  - intros c Hc Mc. cbn [mine yours] in *. apply in_without in Mc as [Mc N2].
    apply in_without in Mc as [Mc N1]. destruct (I c Hc Mc) as (Q1 & Q2 & Q3 & Q4 & Q5).
    split; [exact Q1|]. split; [exact Q2|]. split; [|split; [exact Q4|]].
    + apply in_without. split; [apply in_without; split; [exact Q3|]|]; intros T.
      * exact (N2 (proj1 (P5 c Hc Mc) T)).
      * exact (N1 (proj2 (P5 c Hc Mc) T)).
    + intros x Hx Mx. apply in_without in Mx as [Mx _]. apply in_without in Mx as [Mx _]. auto.
Qed.

Lemma implied : forall u v, (negb u || v) = true -> u = true -> v = true.
Proof. intros [] [] H E; auto. Qed.

Theorem other_copies_wins : forall closes, closes = Other \/ closes = Nobody ->
  forall s, other_copies closes s = true -> loses (next b (Place closes)) s.
Proof.
  intros closes C s H. assert (closes <> All /\ to_me b closes = fun _ => []) as [A M]
    by (destruct C; subst; split; (reflexivity || discriminate)).
  apply (place_copied_wins closes A). unfold place_copied. rewrite M.
  unfold other_copies in H. rewrite forallb_forall in H. intros c Hc Mc.
  assert (forall x, In x (cells b) -> has (mine s) x = true -> p (p x) = x) as back.
  { intros x Hx Mx. specialize (H x). rewrite filter_In in H. specialize (H (conj Hx Mx)).
    apply andb_prop in H as [H _]. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
    apply andb_prop in H as [_ H]. apply N.eqb_eq. exact H. }
  specialize (H c). rewrite filter_In in H. specialize (H (conj Hc Mc)).
  apply andb_prop in H as [H E5]. apply andb_prop in H as [H E4]. apply andb_prop in H as [H E3].
  apply andb_prop in H as [E1 _]. apply among_in in E1. apply negb_true_iff in E4. rewrite forallb_forall in E5.
  repeat split; auto.
  - intros T. apply among_in in T. congruence.
  - intros T. specialize (E5 x). rewrite filter_In in E5. apply among_in in T.
    apply among_in. exact (implied _ _ (E5 (conj H H0)) T).
  - intros [T|[]]. left. rewrite <- (back c Hc Mc), <- (back x H H0). congruence.
Qed.

(** ** Copying where marks close cells to both *)
Definition all_copies (s : state) : bool :=
  let cs := filter (has (free s)) (cells b) in
  let taken c := c :: near b c in
  forallb (fun c => among (p c) (cells b) && (p (p c) =? c) && has (free s) (p c) &&
                    negb (among (p c) (taken c)) &&
                    forallb (fun x => negb (among (p x) (taken c)) || among x (taken (p c))) cs) cs.

Definition all_copied (s : state) : Prop :=
  forall c, In c (cells b) -> has (free s) c = true ->
    In (p c) (cells b) /\ p (p c) = c /\ has (free s) (p c) = true /\
    ~ In (p c) (c :: near b c) /\
    forall x, In x (cells b) -> has (free s) x = true ->
      In (p x) (c :: near b c) -> In x (p c :: near b (p c)).

Theorem all_copied_wins : forall s, all_copied s -> loses (next b (Place All)) s.
Proof.
  apply (answering (next b (Place All)) (size b (Place All)) (ends b ok (Place All)) all_copied).
  intros s I t Ht. apply in_all in Ht as (m & Hm & Mm & ->).
  destruct (I m Hm Mm) as (P1 & P2 & P3 & P4 & P5). destruct (I (p m) P1 P3) as (_ & _ & _ & _ & R5).
  rewrite P2 in R5. eexists. split.
  - apply in_all. exists (p m). cbn [free]. split; [exact P1|].
    split; [apply in_without; auto|reflexivity].
  - intros c Hc Mc. cbn [free] in *. apply in_without in Mc as [Mc N2].
    apply in_without in Mc as [Mc N1]. destruct (I c Hc Mc) as (Q1 & Q2 & Q3 & Q4 & Q5).
    split; [exact Q1|]. split; [exact Q2|]. split; [|split; [exact Q4|]].
    + apply in_without. split; [apply in_without; split; [exact Q3|]|].
      * intros T. exact (N2 (P5 c Hc Mc T)).
      * intros T. exact (N1 (R5 c Hc Mc T)).
    + intros x Hx Mx. apply in_without in Mx as [Mx _]. apply in_without in Mx as [Mx _]. auto.
Qed.
Theorem all_copies_wins : forall s, all_copies s = true -> loses (next b (Place All)) s.
Proof.
  intros s H. apply all_copied_wins. unfold all_copies in H. rewrite forallb_forall in H. intros c Hc Mc.
  specialize (H c). rewrite filter_In in H. specialize (H (conj Hc Mc)).
  apply andb_prop in H as [H E5]. apply andb_prop in H as [H E4]. apply andb_prop in H as [H E3].
  apply andb_prop in H as [E1 E2]. apply among_in in E1. apply N.eqb_eq in E2.
  apply negb_true_iff in E4. rewrite forallb_forall in E5.
  repeat split; auto.
  - intros T. apply among_in in T. congruence.
  - intros x Hx Mx T. specialize (E5 x). rewrite filter_In in E5. apply among_in in T.
    apply among_in. exact (implied _ _ (E5 (conj Hx Mx)) T).
Qed.

(** ** Copying walks

    The markers are partners, or neither is placed; free cells are partners of free cells; and
    steps of the loser have steps between the partners. *)
Definition both_or_none (s : state) : bool :=
  if mine s =? nowhere b then yours s =? nowhere b
  else negb (yours s =? nowhere b) && (p (mine s) =? yours s).
Definition walk_copies (s : state) : bool :=
  let cs := filter (has (free s)) (cells b) in
  both_or_none s &&
  forallb (fun c => among (p c) (cells b) && (p (p c) =? c) && has (free s) (p c) &&
                    negb (p c =? c)) cs &&
  forallb (fun c => forallb (fun d => among (p d) (near b (p c)))
                      (filter (fun d => has (free s) d && among d (cells b)) (near b c)))
    (if mine s =? nowhere b then cs else mine s :: cs).

Definition walk_copied (s : state) : Prop :=
  both_or_none s = true /\
  (forall c, In c (cells b) -> has (free s) c = true ->
     In (p c) (cells b) /\ p (p c) = c /\ has (free s) (p c) = true /\ p c <> c) /\
  (forall c d, (In c (cells b) /\ has (free s) c = true) \/ (mine s = c /\ c <> nowhere b) ->
     In d (cells b) -> has (free s) d = true -> In d (near b c) -> In (p d) (near b (p c))).

Lemma walk_copies_copied : forall s, walk_copies s = true -> walk_copied s.
Proof.
  intros s H. apply andb_prop in H as [H H2]. apply andb_prop in H as [H0 H1].
  rewrite forallb_forall in H1, H2. split; [exact H0|split].
  - intros c Hc Hf. specialize (H1 c). rewrite filter_In in H1. specialize (H1 (conj Hc Hf)).
    apply andb_prop in H1 as [H1 E4]. apply andb_prop in H1 as [H1 E3].
    apply andb_prop in H1 as [E1 E2].
    apply among_in in E1. apply N.eqb_eq in E2. apply negb_true_iff, N.eqb_neq in E4. auto.
  - intros c d Hc Hd Hf Hn. specialize (H2 c). rewrite forallb_forall in H2.
    apply among_in, H2.
    + destruct Hc as [[Hc Hfc]|[Hc Nc]].
      * destruct (mine s =? nowhere b); [|right]; apply filter_In; auto.
      * destruct (N.eqb_spec (mine s) (nowhere b)) as [E|E]; [congruence|left; exact Hc].
    + apply filter_In. split; [exact Hn|]. rewrite Hf. apply among_in. exact Hd.
Qed.

Lemma walk_answer : forall s, walk_copied s -> forall t, In t (next b (Walk false) s) ->
  exists u, In u (next b (Walk false) t) /\ walk_copied u.
Proof.
  intros [f m y] (M & P & A) t H. cbn [free mine yours] in *.
  apply in_walk in H as (c & Hc & Hf & ->). cbn [free mine yours] in *.
  assert (In c (cells b)) as Cc
    by (destruct (m =? nowhere b); [exact Hc|exact (near_on b ok _ _ Hc)]).
  destruct (P c Cc Hf) as (Pc & PP & Pf & Pn).
  exists (St (del (p c) (del c f)) c (p c)). split.
  - apply in_walk. exists (p c). cbn [free mine yours]. repeat split.
    + unfold both_or_none in M. cbn [mine yours] in M. destruct (N.eqb_spec m (nowhere b)) as [Em|Em].
      * rewrite M. exact Pc.
      * apply andb_prop in M as [M1 M2]. apply negb_true_iff in M1. rewrite M1.
        apply N.eqb_eq in M2. rewrite <- M2. apply A; auto.
    + apply in_del. auto.
  - unfold walk_copied. cbn [free mine yours]. split; [|split].
    + unfold both_or_none. cbn [mine yours].
      pose proof (not_nowhere b ok _ Cc) as N1. pose proof (not_nowhere b ok _ Pc) as N2.
      apply N.eqb_neq in N1, N2. rewrite N1, N2, N.eqb_refl. reflexivity.
    + intros d Hd Hfd. apply in_del in Hfd as [Hfd Nd]. apply in_del in Hfd as [Hfd Nc].
      destruct (P d Hd Hfd) as (Q1 & Q2 & Q3 & Q4). repeat split; auto.
      apply in_del. split; [apply in_del; split; [exact Q3|]|]; congruence.
    + intros e d He Hd Hfd Hnd. apply in_del in Hfd as [Hfd _]. apply in_del in Hfd as [Hfd _].
      apply A; auto. left. destruct He as [[He Hfe]|[<- _]]; [|auto].
      apply in_del in Hfe as [Hfe _]. apply in_del in Hfe as [Hfe _]. auto.
Qed.

Theorem walk_copied_wins : forall s, walk_copied s -> loses (next b (Walk false)) s.
Proof. exact (answering _ (size b (Walk false)) (ends b ok (Walk false)) walk_copied walk_answer). Qed.
Theorem walk_copies_wins : forall s, walk_copies s = true -> loses (next b (Walk false)) s.
Proof. intros s H. apply walk_copied_wins, walk_copies_copied. exact H. Qed.

(** ** Matching

    t has the cells that the loser may ever go to. The partner of each is free and beside it, and
    so the next marker goes into t again. *)
Variable t : N.
Let to (s : state) : list N := if yours s =? nowhere b then cells b else near b (yours s).
Definition matches (s : state) : bool :=
  forallb (has t) (filter (has (free s)) (to s)) &&
  forallb (fun c => has (free s) (p c) && (p (p c) =? c) &&
                    negb (p c =? c) && among (p c) (near b c) &&
                    forallb (has t) (filter (has (free s)) (near b (p c))))
    (filter (fun c => has t c && has (free s) c) (cells b)).

Definition matched (s : state) : Prop :=
  (forall c, In c (to s) -> has (free s) c = true -> has t c = true) /\
  (forall c, In c (cells b) -> has t c = true -> has (free s) c = true ->
     has (free s) (p c) = true /\ p (p c) = c /\ p c <> c /\ In (p c) (near b c) /\
     forall d, In d (near b (p c)) -> has (free s) d = true -> has t d = true).

Lemma matches_matched : forall s, matches s = true -> matched s.
Proof.
  intros s H. apply andb_prop in H as [H1 H2]. rewrite forallb_forall in H1, H2. split.
  - intros c Hc Hf. apply H1, filter_In. auto.
  - intros c Hc Ht Hf. specialize (H2 c). rewrite filter_In, Ht, Hf in H2.
    specialize (H2 (conj Hc eq_refl)).
    apply andb_prop in H2 as [H2 E5]. apply andb_prop in H2 as [H2 E4].
    apply andb_prop in H2 as [H2 E3]. apply andb_prop in H2 as [E1 E2].
    apply N.eqb_eq in E2. apply negb_true_iff, N.eqb_neq in E3. apply among_in in E4.
    rewrite forallb_forall in E5. repeat split; auto.
    intros d Hd Hfd. apply E5, filter_In. auto.
Qed.

Lemma matched_answer : forall s, matched s -> forall u, In u (next b Follow s) ->
  exists v, In v (next b Follow u) /\ matched v.
Proof.
  intros s [A B] u H. apply in_follow in H as (c & Hc & Hf & ->).
  pose proof (A c Hc Hf) as Ht.
  assert (In c (cells b)) as Cc
    by (destruct (yours s =? nowhere b); [exact Hc|exact (near_on b ok _ _ Hc)]).
  destruct (B c Cc Ht Hf) as (P1 & P2 & P3 & P4 & P5).
  pose proof (not_nowhere b ok _ Cc) as N1. apply N.eqb_neq in N1.
  pose proof (not_nowhere b ok _ (near_on b ok _ _ P4)) as N2. apply N.eqb_neq in N2.
  exists (St (del (p c) (del c (free s))) 0 (p c)). split.
  - apply in_follow. exists (p c). cbn [free yours]. rewrite N1. repeat split; [exact P4|].
    apply in_del. auto.
  - split; unfold to; cbn [free yours].
    + rewrite N2. intros d Hd Hfd. apply in_del in Hfd as [Hfd _]. apply in_del in Hfd as [Hfd _].
      auto.
    + intros d Cd Td Fd. apply in_del in Fd as [Fd M1]. apply in_del in Fd as [Fd M2].
      destruct (B d Cd Td Fd) as (Q1 & Q2 & Q3 & Q4 & Q5). repeat split; auto.
      * apply in_del. split; [apply in_del; split; [exact Q1|]|]; congruence.
      * intros e He Hfe. apply in_del in Hfe as [Hfe _]. apply in_del in Hfe as [Hfe _]. auto.
Qed.

Theorem matched_wins : forall s, matched s -> loses (next b Follow) s.
Proof. exact (answering _ (size b Follow) (ends b ok Follow) matched matched_answer). Qed.
Theorem matches_wins : forall s, matches s = true -> loses (next b Follow) s.
Proof. intros s H. apply matched_wins, matches_matched. exact H. Qed.
End Pairing.

(** The set that [matches] needs: where the loser may go now, and from the partners of these on. *)
Fixpoint matching_reach (fuel : nat) (b : board) (p : N -> N) (area t : N) : N :=
  match fuel with
  | O => t
  | S f =>
      let more := flat_map (fun c => near b (p c)) (filter (has t) (cells b)) in
      let t' := N.land (N.lor t (set_of more)) area in
      if t =? t' then t else matching_reach f b p area t'
  end.
