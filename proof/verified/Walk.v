(** Leaves by a walk (lockdown and blockade): the markers are separated, the winner has a walk of
    some number of turns, and the loser, alone, cannot take as many.

    A region is a set of cells that the loser's marker can never leave. It is found by a flood
    and then checked. The winner's walk avoids the region, so neither player can ever affect the
    other's turns; this is all that separation has to mean. *)
From Coq Require Import List Bool NArith Arith Lia.
From Gridlock Require Import Game Board Rules Sets Strategy Alone.
Import ListNotations.
Open Scope N_scope.

(** The moves of a player who walks, by the turns. *)
Definition turned (turn : walker -> list (N * walker)) (s : state) : list (N * state) :=
  map (fun m => (fst m, St (fst (snd m)) (yours s) (snd (snd m)))) (turn (free s, mine s)).

(** The states after a turn of a player. *)
Lemma in_turned : forall turn s t, In t (map snd (turned turn s)) <->
  exists x, In x (turns turn (free s, mine s)) /\ t = St (fst x) (yours s) (snd x).
Proof.
  intros. unfold turned, turns. rewrite map_map. cbn [snd]. rewrite in_map_iff. split.
  - intros (m & <- & H). exists (snd m). split; [apply in_map; exact H|reflexivity].
  - intros (x & H & ->). apply in_map_iff in H as (m & <- & H). exists m. auto.
Qed.

(** Whose turn it is, and where both walk on: the winner in the cells of w and the loser in those
    of l, if the three sets of free cells [agree]. *)
Section Turns.
Variable agree : N -> N -> N -> N -> N -> Prop.
Definition winners (s : state) (w l : walker) : Prop :=
  mine s = snd w /\ yours s = snd l /\ agree (fst w) (snd w) (fst l) (snd l) (free s).
Definition losers (s : state) (w l : walker) : Prop :=
  yours s = snd w /\ mine s = snd l /\ agree (fst w) (snd w) (fst l) (snd l) (free s).
End Turns.

(** ** Lockdown *)
Lemma step_grows : forall b, grows (step b).
Proof.
  intros b f g m k f' c P H. unfold step in *. apply in_map_iff in H as (d & E & H).
  injection E as <- <- <-. apply filter_In in H as [Hd Hf]. exists (del d g). split; [|split].
  - apply in_map_iff. exists d. split; [reflexivity|]. apply filter_In. auto.
  - intros x X. apply in_del in X as [X N]. apply in_del. auto.
  - intros x X. apply in_ldiff in X as [X Y]. apply in_del in X as [X N]. apply in_ldiff.
    split; [exact X|]. destruct (has f x) eqn:F; [|reflexivity].
    rewrite <- Y. symmetry. apply in_del. auto.
Qed.

Section Lockdown.
Variable b : board.
Hypothesis ok : proper b.
Variable wave : N -> N.
Hypothesis wave_reach : forall s c d, has s c = true -> In d (near b c) -> has (wave s) d = true.
Variable fuel : nat.

Let turn := step b.

(** The free cells that a marker can ever get to. *)
Definition step_begin (area y : N) : N := N.land (wave (N.shiftl 1 y)) area.
Definition step_reach (area y : N) : N := flood wave fuel area (step_begin area y).
Definition step_complete (area y r : N) : bool :=
  subset (step_begin area y) r && closed wave area r.

(** Each turn takes one of these cells. *)
Definition step_room (x : walker) (k : nat) : option walker :=
  let r := step_reach (fst x) (snd x) in
  if step_complete (fst x) (snd x) r then
    if (count (cells b) r <? k)%nat then None else Some (N.land (fst x) r, snd x)
  else Some x.

(** The loser's region in the state with the free cells of [most]; both markers are placed. *)
Definition step_apart (most m y : N) : bool :=
  negb (m =? nowhere b) && negb (y =? nowhere b) && step_complete most y (step_reach most y).

(** The winner has the walk w if at least the cells of [least] are free, and the loser cannot take
    as many turns if at most those of [most] are. For one state, both are its free cells. *)
Definition step_walk (known : memory) (least most m y : N) (w : list N) : option memory :=
  if step_apart most m y && follows turn (N.ldiff least (step_reach most y), m) w
  then is_short turn step_room known (length w) (most, y) else None.

(** The same if only the number of turns is known, and a walk has to be found. *)
Definition step_outlasts (known : memory) (least most m y : N) (k : nat) : option memory :=
  if step_apart most m y then
    match can_last turn step_room known k (N.ldiff least (step_reach most y), m) with
    | Some known => is_short turn step_room known k (most, y)
    | None => None
    end
  else None.

Let region (area y r : N) : Prop :=
  (forall d, In d (near b y) -> has area d = true -> has r d = true) /\
  (forall c d, has r c = true -> In d (near b c) -> has area d = true -> has r d = true).

Lemma step_turns : forall a y x, y <> nowhere b -> In x (turns turn (a, y)) <->
  exists c, In c (near b y) /\ has a c = true /\ x = (del c a, c).
Proof.
  intros a y x Hy. unfold turns, turn, step. apply N.eqb_neq in Hy. rewrite Hy, map_map.
  cbn [snd]. rewrite in_map_iff. split.
  - intros (c & <- & H). apply filter_In in H as [? ?]. exists c. auto.
  - intros (c & H1 & H2 & ->). exists c. rewrite filter_In. auto.
Qed.

Lemma beside_placed : forall c y, In c (near b y) -> c <> nowhere b.
Proof. intros c y H. exact (not_nowhere b ok c (near_on b ok _ _ H)). Qed.

Lemma step_region : forall area y r, step_complete area y r = true -> region area y r.
Proof.
  intros area y r H. apply andb_prop in H as [H1 H2]. split.
  - intros d Hd Ha. apply (subset_has _ _ H1). unfold step_begin.
    rewrite has_land, Ha, andb_true_r.
    apply wave_reach with y; [|exact Hd]. unfold has. rewrite N.shiftl_spec_high' by lia.
    rewrite N.sub_diag. reflexivity.
  - intros c d. eapply closed_has; eauto.
Qed.

Lemma step_bound : forall k area y r, y <> nowhere b -> region area y r ->
  can (turns turn) k (area, y) -> (k <= count (cells b) r)%nat.
Proof.
  induction k as [|k IH]; intros area y r Hy [H1 H2] C; [lia|].
  destruct C as (x & Hx & C). apply (step_turns _ _ _ Hy) in Hx as (d & Hd & Ha & ->).
  pose proof (H1 d Hd Ha) as Hr.
  assert (region (del d area) d (del d r)) as R.
  { split.
    - intros e He Hae. apply in_del in Hae as [Hae Ne]. apply in_del. split; [|exact Ne].
      exact (H2 d e Hr He Hae).
    - intros c e Hc He Hae. apply in_del in Hae as [Hae Ne], Hc as [Hc _]. apply in_del.
      split; [|exact Ne]. exact (H2 c e Hc He Hae). }
  specialize (IH _ _ _ (beside_placed _ _ Hd) R C).
  pose proof (count_del (cells b) r d (near_on b ok _ _ Hd) Hr). lia.
Qed.

(** Other cells do not matter. *)
Lemma step_within : forall k area y r, y <> nowhere b -> region area y r ->
  can (turns turn) k (area, y) -> can (turns turn) k (N.land area r, y).
Proof.
  induction k as [|k IH]; intros area y r Hy [H1 H2] C; [exact I|].
  destruct C as (x & Hx & C). apply (step_turns _ _ _ Hy) in Hx as (d & Hd & Ha & ->).
  pose proof (H1 d Hd Ha) as Hr. exists (del d (N.land area r), d). split.
  - apply (step_turns _ _ _ Hy). exists d. rewrite has_land, Ha, Hr. auto.
  - assert (del d (N.land area r) = N.land (del d area) r) as ->.
    { apply same_set. intros c. rewrite in_del, !has_land, !andb_true_iff, in_del. tauto. }
    apply IH; [exact (beside_placed _ _ Hd)| |exact C]. split.
    + intros e He Hae. apply in_del in Hae as [Hae _]. eauto.
    + intros c e Hc He Hae. apply in_del in Hae as [Hae _]. eauto.
Qed.

Lemma step_stays : forall x y, snd x <> nowhere b -> In y (turns turn x) -> snd y <> nowhere b.
Proof.
  intros [a c] x P H. apply (step_turns _ _ _ P) in H as (d & Hd & _ & ->).
  exact (beside_placed _ _ Hd).
Qed.

Lemma step_room_less : forall x k y, step_room x k = Some y ->
  can (turns turn) k y -> can (turns turn) k x.
Proof.
  intros [a y] k z H C. unfold step_room in H. cbn [fst snd] in H.
  destruct (step_complete _ _ _); [destruct (_ <? _)%nat; [discriminate|]|]; injection H as <-;
    [|exact C].
  apply (can_grows turn (step_grows b)) with (f := N.land a (step_reach a y)); [|exact C].
  intros c X. rewrite has_land in X. apply andb_prop in X as [X _]. exact X.
Qed.

Lemma step_room_enough : forall x k y, snd x <> nowhere b -> step_room x k = Some y ->
  snd y <> nowhere b /\ (can (turns turn) k x -> can (turns turn) k y).
Proof.
  intros [a y] k z P H. unfold step_room in H. cbn [fst snd] in *.
  destruct (step_complete _ _ _) eqn:R; [destruct (_ <? _)%nat; [discriminate|]|];
    injection H as <-; [|auto].
  split; [exact P|]. exact (step_within _ _ _ _ P (step_region _ _ _ R)).
Qed.

Lemma step_no_room : forall x k, snd x <> nowhere b -> step_room x k = None ->
  ~ can (turns turn) k x.
Proof.
  intros [a y] k P H C. unfold step_room in H. cbn [fst snd] in *.
  destruct (step_complete _ _ _) eqn:R; [|discriminate].
  destruct (_ <? _)%nat eqn:L; [|discriminate]. apply Nat.ltb_lt in L.
  pose proof (step_bound _ _ _ _ P (step_region _ _ _ R) C). lia.
Qed.

Let agree (r fw _ fl y area : N) : Prop :=
  y <> nowhere b /\
  (forall c, has fw c = true -> has area c = true /\ has r c = false) /\
  (forall c, has area c = true -> has r c = true -> has fl c = true) /\
  region area y r.

Lemma step_winner_may : forall r s w l w', snd w <> nowhere b -> winners (agree r) s w l ->
  In w' (turns turn w) -> exists t, In t (next b (Walk false) s) /\ losers (agree r) t w' l.
Proof.
  intros r [f m y] [fw m'] [fl y'] w' Hm (E1 & E2 & Hy & A1 & A2 & R1 & R2) H.
  cbn [fst snd mine yours free] in *. subst.
  apply (step_turns _ _ _ Hm) in H as (c & Hn & Hc & ->). destruct (A1 c Hc) as [Hf Hr].
  exists (St (del c f) y' c). split.
  - apply in_turned. exists (del c f, c). split; [|reflexivity].
    apply step_turns; [exact Hm|]. exists c. auto.
  - split; [reflexivity|]. split; [reflexivity|]. cbn [fst snd free]. split; [exact Hy|].
    split; [|split; [|split]].
    + intros x X. apply in_del in X as [X N]. destruct (A1 x X) as [P Q].
      split; [apply in_del; auto|exact Q].
    + intros x X. apply in_del in X as [X _]. auto.
    + intros x X Y. apply in_del in Y as [Y _]. auto.
    + intros x z X Y Z. apply in_del in Z as [Z _]. eauto.
Qed.

Lemma step_loser_must : forall r t w l s, losers (agree r) t w l ->
  In s (next b (Walk false) t) -> exists l', In l' (turns turn l) /\ winners (agree r) s w l'.
Proof.
  intros r [f m y] [fw m'] [fl y'] s (E1 & E2 & Hy & A1 & A2 & R1 & R2) H.
  cbn [fst snd mine yours free] in *. subst.
  apply in_turned in H as (x & H & ->). cbn [free mine yours] in *.
  apply (step_turns _ _ _ Hy) in H as (d & Hn & Hf & ->). pose proof (R1 d Hn Hf) as Hr.
  exists (del d fl, d). split.
  - apply step_turns; [exact Hy|]. exists d. auto.
  - split; [reflexivity|]. split; [reflexivity|]. cbn [fst snd free].
    split; [exact (beside_placed _ _ Hn)|]. split; [|split; [|split]].
    + intros x X. destruct (A1 x X) as [P Q]. split; [|exact Q]. apply in_del. split; [exact P|].
      intros ->. congruence.
    + intros x X Y. apply in_del in X as [X N]. apply in_del. auto.
    + intros x X Y. apply in_del in Y as [Y _]. eauto.
    + intros x z X Y Z. apply in_del in Z as [Z _]. eauto.
Qed.

Lemma step_longer : forall least most m y k, step_apart most m y = true ->
  can (turns turn) k (N.ldiff least (step_reach most y), m) ->
  ~ can (turns turn) k (most, y) ->
  forall f, part least f -> part f most -> wins (next b (Walk false)) (St f m y).
Proof.
  intros least most m y k H Hw Hs f Hleast Hmost. unfold step_apart in H.
  set (r := step_reach most y) in *.
  apply andb_prop in H as [H Hc]. apply andb_prop in H as [Hm Hy].
  apply negb_true_iff, N.eqb_neq in Hm, Hy.
  (* The winner's marker stays placed while it walks. *)
  set (placed := fun (s : state) (w l : walker) => snd w <> nowhere b /\ winners (agree r) s w l).
  set (placed' := fun (s : state) (w l : walker) => snd w <> nowhere b /\ losers (agree r) s w l).
  apply longer_walk_wins with (turns := turns turn) (winners_turn := placed) (losers_turn := placed')
    (k := k) (w := (N.ldiff least r, m)) (l := (most, y)).
  - intros s v l v' [P W] Hv. destruct (step_winner_may r s v l v' P W Hv) as (t & Ht & L).
    exists t. split; [exact Ht|]. split; [|exact L].
    destruct v as [a c]. apply (step_turns _ _ _ P) in Hv as (d & Hd & _ & ->).
    exact (beside_placed _ _ Hd).
  - intros t v l s [P L] Hs'. destruct (step_loser_must r t v l s L Hs') as (l' & Hl & W).
    exists l'. split; [exact Hl|]. split; assumption.
  - split; [exact Hm|]. split; [reflexivity|]. split; [reflexivity|]. cbn [fst snd free].
    split; [exact Hy|]. split; [|split].
    + intros c X. apply in_ldiff in X as [X Y]. auto.
    + auto.
    + destruct (step_region _ _ _ Hc) as [R1 R2]. split; eauto.
  - exact Hw.
  - exact Hs.
Qed.

Lemma step_apart_placed : forall most m y, step_apart most m y = true ->
  m <> nowhere b /\ y <> nowhere b.
Proof.
  intros most m y H. apply andb_prop in H as [H _]. apply andb_prop in H as [Hm Hy].
  apply negb_true_iff, N.eqb_neq in Hm, Hy. auto.
Qed.

Let short := is_short_cannot turn step_room _ step_stays step_no_room step_room_less
  step_room_enough.
Let long := can_last_can turn step_room _ step_stays step_no_room step_room_less
  step_room_enough.

Theorem step_walk_wins : forall known least most m y w learnt, right turn known ->
  step_walk known least most m y w = Some learnt -> right turn learnt /\
  forall f, part least f -> part f most -> wins (next b (Walk false)) (St f m y).
Proof.
  intros known least most m y w learnt R H. unfold step_walk in H.
  destruct (_ && _) eqn:E; [|discriminate]. apply andb_prop in E as [A Hw].
  destruct (step_apart_placed _ _ _ A) as [_ Py]. destruct (short _ _ (most, y) _ Py R H) as [R' Hs].
  split; [exact R'|]. exact (step_longer _ _ _ _ _ A (follows_can _ _ _ Hw) Hs).
Qed.

Theorem step_outlasts_wins : forall known least most m y k learnt, right turn known ->
  step_outlasts known least most m y k = Some learnt -> right turn learnt /\
  forall f, part least f -> part f most -> wins (next b (Walk false)) (St f m y).
Proof.
  intros known least most m y k learnt R H. unfold step_outlasts in H.
  destruct (step_apart _ _ _) eqn:A; [|discriminate].
  destruct (can_last _ _ _ _ _) as [known'|] eqn:L; [|discriminate].
  destruct (step_apart_placed _ _ _ A) as [Pm Py].
  destruct (long _ _ (_, m) _ Pm R L) as [R1 Hw]. destruct (short _ _ (most, y) _ Py R1 H) as [R2 Hs].
  split; [exact R2|]. exact (step_longer _ _ _ _ _ A Hw Hs).
Qed.
End Lockdown.

(** ** Blockade *)
(** What is empty after a step from m to c, and after the block of d. *)
Lemma in_left : forall f m c d,
  has (del c (add m f)) d = true <-> (d = m \/ has f d = true) /\ d <> c.
Proof. intros. rewrite in_del, in_add. tauto. Qed.
Lemma in_after : forall f m c d x,
  has (del d (del c (add m f))) x = true <-> (x = m \/ has f x = true) /\ x <> c /\ x <> d.
Proof. intros. rewrite in_del, in_left. tauto. Qed.

Lemma in_step_and_block : forall b f m n y, In (n, y) (step_and_block b (f, m)) <-> exists i c j d,
  In (i, c) (steps b m) /\ has f c = true /\ In (j, d) (steps b c) /\
  has (del c (add m f)) d = true /\ n = many b * i + j /\ y = (del d (del c (add m f)), c).
Proof.
  intros b f m n y. unfold step_and_block. rewrite in_flat_map. split.
  - intros ([i c] & Hc & H). apply filter_In in Hc as [Hc Fc].
    apply in_map_iff in H as ([j d] & E & H). apply filter_In in H as [Hd Ld].
    injection E as <- <-. exists i, c, j, d. auto 7.
  - intros (i & c & j & d & Hc & Fc & Hd & Ld & -> & ->). exists (i, c).
    split; [apply filter_In; auto|]. apply in_map_iff. exists (j, d).
    split; [reflexivity|]. apply filter_In. auto.
Qed.

Lemma block_grows : forall b, grows (step_and_block b).
Proof.
  intros b f g m k f' c' P H. apply in_step_and_block in H as (i & d & j & e & Hd & Fd & He & Le & -> & E).
  injection E as -> ->. apply in_left in Le as [Le N].
  exists (del e (del d (add m g))). split; [|split].
  - apply in_step_and_block. exists i, d, j, e. repeat split; auto.
    apply in_left. split; [destruct Le; auto|exact N].
  - intros x X. apply in_after in X as (X & N1 & N2). apply in_after.
    split; [destruct X; auto|auto].
  - intros x X. apply in_ldiff in X as [X Y]. apply in_after in X as (X & N1 & N2).
    apply in_ldiff. assert (has f x = false /\ x <> m) as [F M].
    { split.
      - destruct (has f x) eqn:F; [|reflexivity]. rewrite <- Y. symmetry. apply in_after. auto.
      - intros ->. assert (has (del e (del d (add m f))) m = true) by (apply in_after; auto).
        congruence. }
    split; [destruct X; [contradiction|assumption]|exact F].
Qed.

Section Blockade.
Variable b : board.
Hypothesis ok : proper b.
Variable wave : N -> N.
Hypothesis wave_reach : forall s c d, has s c = true -> In d (beside b c) -> has (wave s) d = true.
Variable fuel : nat.

Let turn := step_and_block b.

(** The cells that a marker at y can ever get to or block, over the cells of the area and y. *)
Definition block_reach (area y : N) : N := flood wave fuel area (N.shiftl 1 y).
Definition block_complete (area y r : N) : bool := has r y && closed wave (add y area) r.

(** Each turn takes one of these cells, and the marker stands on one at the end. *)
Definition block_room (x : walker) (k : nat) : option walker :=
  let r := block_reach (fst x) (snd x) in
  if block_complete (fst x) (snd x) r then
    if (count (cells b) r <=? k)%nat then None else Some (N.land (fst x) r, snd x)
  else Some x.

(** The cell under the winner's marker becomes free, so it belongs to the area, too. *)
Definition block_apart (most m y : N) : bool :=
  let r := block_reach (add m most) y in
  among m (cells b) && among y (cells b) && block_complete (add m most) y r && negb (has r m).

Definition block_walk (known : memory) (least most m y : N) (w : list N) : option memory :=
  if block_apart most m y && follows turn (N.ldiff least (block_reach (add m most) y), m) w
  then is_short turn block_room known (length w) (most, y) else None.

Definition block_outlasts (known : memory) (least most m y : N) (k : nat) : option memory :=
  if block_apart most m y then
    match can_last turn block_room known k (N.ldiff least (block_reach (add m most) y), m) with
    | Some known => is_short turn block_room known k (most, y)
    | None => None
    end
  else None.

Let region (area y r : N) : Prop :=
  has r y = true /\
  (forall c d, has r c = true -> In d (beside b c) -> has area d = true \/ d = y -> has r d = true).

Lemma block_turns : forall f m x, In x (turns turn (f, m)) <-> exists c d,
  In c (beside b m) /\ has f c = true /\ In d (beside b c) /\ has (del c (add m f)) d = true /\
  x = (del d (del c (add m f)), c).
Proof.
  intros f m x. unfold turns, turn, beside. rewrite in_map_iff. split.
  - intros ([n y] & <- & H). apply in_step_and_block in H as (i & c & j & d & Hc & Fc & Hd & Ld & _ & ->).
    exists c, d. repeat split; auto.
    + exact (in_map snd _ _ Hc).
    + exact (in_map snd _ _ Hd).
  - intros (c & d & Hc & Fc & Hd & Ld & ->).
    apply in_map_iff in Hc as ([i c'] & E & Hc), Hd as ([j d'] & E' & Hd). cbn [snd] in *. subst.
    exists (many b * i + j, (del d (del c (add m f)), c)). split; [reflexivity|].
    apply in_step_and_block. exists i, c, j, d. auto 7.
Qed.

Lemma block_region : forall area y r, block_complete area y r = true -> region area y r.
Proof.
  intros area y r H. apply andb_prop in H as [H1 H2]. split; [exact H1|].
  intros c d Hc Hd Ha. apply (closed_has wave (beside b) wave_reach _ _ H2 c d Hc Hd).
  apply in_add. tauto.
Qed.

(** A turn uses up a cell of the region. *)
Lemma region_turn : forall area y r c d, region area y r ->
  In c (beside b y) -> has area c = true -> In d (beside b c) -> has (del c (add y area)) d = true ->
  has r c = true /\ has r d = true /\ region (del d (del c (add y area))) c r /\
  region (del d (del c (add y area))) c (del d r).
Proof.
  intros area y r c d [Hy H] Hc Ha Hd Hl. apply in_left in Hl as [Hl D].
  assert (has r c = true) as Rc by eauto.
  assert (has r d = true) as Rd by (destruct Hl; [subst|]; eauto).
  assert (region (del d (del c (add y area))) c r) as R.
  { split; [exact Rc|]. intros x e Hx He [E|E]; [|congruence].
    apply in_after in E as [[E|E] _]; [congruence|eauto]. }
  split; [exact Rc|]. split; [exact Rd|]. split; [exact R|]. split.
  - apply in_del. auto.
  - intros x e Hx He E. apply in_del in Hx as [Hx _]. apply in_del. split.
    + exact (proj2 R x e Hx He E).
    + destruct E as [E|E]; [apply in_after in E as (_ & _ & E); exact E|congruence].
Qed.

Lemma block_bound : forall k area y r, region area y r -> In y (cells b) ->
  can (turns turn) k (area, y) -> (k < count (cells b) r)%nat.
Proof.
  induction k as [|k IH]; intros area y r R Hin C.
  - exact (count_positive _ _ _ Hin (proj1 R)).
  - destruct C as (x & Hx & C). apply block_turns in Hx as (c & d & H1 & H2 & H3 & H4 & ->).
    destruct (region_turn _ _ _ _ _ R H1 H2 H3 H4) as (_ & Rd & _ & R').
    specialize (IH _ _ _ R' (beside_on b ok _ _ H1) C).
    pose proof (count_del (cells b) r d (beside_on b ok _ _ H3) Rd). lia.
Qed.

(** Other cells do not matter. *)
Lemma block_within : forall k area y r, region area y r ->
  can (turns turn) k (area, y) -> can (turns turn) k (N.land area r, y).
Proof.
  induction k as [|k IH]; intros area y r R C; [exact I|].
  destruct C as (x & Hx & C). apply block_turns in Hx as (c & d & H1 & H2 & H3 & H4 & ->).
  destruct (region_turn _ _ _ _ _ R H1 H2 H3 H4) as (Rc & Rd & R' & _). pose proof R as [Ry _].
  assert (del d (del c (add y (N.land area r))) = N.land (del d (del c (add y area))) r) as E.
  { apply same_set. intros e. rewrite has_land, andb_true_iff, !in_after, has_land, andb_true_iff.
    intuition (subst; auto). }
  exists (N.land (del d (del c (add y area))) r, c). split; [|exact (IH _ _ _ R' C)].
  apply block_turns. exists c, d. rewrite has_land, H2, Rc. repeat split; auto.
  - apply in_left in H4 as [H4 D]. apply in_left. rewrite has_land, andb_true_iff. tauto.
  - rewrite E. reflexivity.
Qed.

Lemma block_stays : forall x y, In (snd x) (cells b) -> In y (turns turn x) -> In (snd y) (cells b).
Proof.
  intros [a c] x P H. apply block_turns in H as (d & e & Hd & _ & _ & _ & ->).
  exact (beside_on b ok _ _ Hd).
Qed.

Lemma block_room_less : forall x k y, block_room x k = Some y ->
  can (turns turn) k y -> can (turns turn) k x.
Proof.
  intros [a y] k z H C. unfold block_room in H. cbn [fst snd] in H.
  destruct (block_complete _ _ _); [destruct (_ <=? _)%nat; [discriminate|]|]; injection H as <-;
    [|exact C].
  apply (can_grows turn (block_grows b)) with (f := N.land a (block_reach a y)); [|exact C].
  intros c X. rewrite has_land in X. apply andb_prop in X as [X _]. exact X.
Qed.

Lemma block_room_enough : forall x k y, In (snd x) (cells b) -> block_room x k = Some y ->
  In (snd y) (cells b) /\ (can (turns turn) k x -> can (turns turn) k y).
Proof.
  intros [a y] k z P H. unfold block_room in H. cbn [fst snd] in *.
  destruct (block_complete _ _ _) eqn:R; [destruct (_ <=? _)%nat; [discriminate|]|];
    injection H as <-; [|auto].
  split; [exact P|]. exact (block_within _ _ _ _ (block_region _ _ _ R)).
Qed.

Lemma block_no_room : forall x k, In (snd x) (cells b) -> block_room x k = None ->
  ~ can (turns turn) k x.
Proof.
  intros [a y] k P H C. unfold block_room in H. cbn [fst snd] in *.
  destruct (block_complete _ _ _) eqn:R; [|discriminate].
  destruct (_ <=? _)%nat eqn:L; [|discriminate]. apply Nat.leb_le in L.
  pose proof (block_bound _ _ _ _ (block_region _ _ _ R) P C). lia.
Qed.

Let agree (r fw m fl y area : N) : Prop :=
  has r m = false /\ (forall c, has r c = true -> ~ In m (beside b c)) /\
  (forall c, has fw c = true -> has area c = true /\ has r c = false) /\
  (forall c, has area c = true -> has r c = true -> has fl c = true) /\
  region area y r.

Lemma block_winner_may : forall r s w l w', winners (agree r) s w l ->
  In w' (turns turn w) -> exists t, In t (next b (Walk true) s) /\ losers (agree r) t w' l.
Proof.
  intros r [f m y] [fw m'] [fl y'] w' (E1 & E2 & Hm & Hn & A1 & A2 & R1 & R2) H.
  cbn [fst snd mine yours free] in *. subst.
  apply block_turns in H as (c & d & H1 & H2 & H3 & H4 & ->).
  destruct (A1 c H2) as [Hf Hr]. apply in_left in H4 as [H4 D].
  assert (forall x, x = m' \/ has fw x = true -> (x = m' \/ has f x = true) /\ has r x = false) as W.
  { intros x [->|E]; [auto|]. destruct (A1 x E). auto. }
  exists (St (del d (del c (add m' f))) y' c). split.
  - apply in_turned. exists (del d (del c (add m' f)), c). split; [|reflexivity].
    apply block_turns. exists c, d. cbn [free mine]. repeat split; auto.
    apply in_left. split; [apply W; exact H4|exact D].
  - split; [reflexivity|]. split; [reflexivity|]. cbn [fst snd free].
    split; [exact Hr|]. split; [|split; [|split; [|split]]].
    + intros x Hx Hc. rewrite (R2 x c Hx Hc) in Hr; [discriminate|auto].
    + intros x Hx. apply in_after in Hx as (Hx & N1 & N2). apply W in Hx as [Hx ?].
      split; [apply in_after; auto|assumption].
    + intros x Hx Rx. apply in_after in Hx as ([Hx|Hx] & _); [congruence|auto].
    + exact R1.
    + intros x e Hx He [E|E]; [|eauto]. apply in_after in E as ([E|E] & _); [|eauto].
      subst. destruct (Hn x Hx He).
Qed.

Lemma block_loser_must : forall r t w l s, losers (agree r) t w l ->
  In s (next b (Walk true) t) -> exists l', In l' (turns turn l) /\ winners (agree r) s w l'.
Proof.
  intros r [f m y] [fw m'] [fl y'] s (E1 & E2 & Hm & Hn & A1 & A2 & R) H.
  cbn [fst snd mine yours free] in *. subst.
  apply in_turned in H as (x & H & ->). cbn [free mine yours] in *.
  apply block_turns in H as (c & d & H1 & H2 & H3 & H4 & ->). pose proof R as [R1 R2].
  destruct (region_turn _ _ _ _ _ R H1 H2 H3 H4) as (Rc & Rd & R' & _).
  apply in_left in H4 as [H4 D].
  exists (del d (del c (add y' fl)), c). split.
  - apply block_turns. exists c, d. repeat split; auto. apply in_left. split; [|exact D].
    destruct H4; auto.
  - split; [reflexivity|]. split; [reflexivity|]. cbn [fst snd free].
    split; [exact Hm|]. split; [exact Hn|]. split; [|split; [|exact R']].
    + intros x Hx. destruct (A1 x Hx) as [Y Z]. split; [|exact Z]. apply in_after.
      split; [auto|]. split; congruence.
    + intros x Hx Rx. apply in_after in Hx as (Hx & N1 & N2). apply in_after.
      split; [destruct Hx; auto|auto].
Qed.

Lemma block_longer : forall least most m y k, block_apart most m y = true ->
  can (turns turn) k (N.ldiff least (block_reach (add m most) y), m) ->
  ~ can (turns turn) k (most, y) ->
  forall f, part least f -> part f most -> wins (next b (Walk true)) (St f m y).
Proof.
  intros least most m y k H Hw Hs f Hleast Hmost. unfold block_apart in H.
  set (r := block_reach (add m most) y) in *. apply andb_prop in H as [H Hm].
  apply andb_prop in H as [_ Hc]. apply negb_true_iff in Hm.
  destruct (block_region _ _ _ Hc) as [R1 R2].
  apply longer_walk_wins with (turns := turns turn) (winners_turn := winners (agree r))
    (losers_turn := losers (agree r)) (k := k) (w := (N.ldiff least r, m)) (l := (most, y)).
  - apply block_winner_may.
  - apply block_loser_must.
  - split; [reflexivity|]. split; [reflexivity|]. cbn [fst snd free].
    split; [exact Hm|]. split; [|split; [|split; [|split]]].
    + intros c Hr Hn. rewrite (R2 c m Hr Hn) in Hm; [discriminate|].
      left. apply in_add. auto.
    + intros c X. apply in_ldiff in X as [X Y]. auto.
    + auto.
    + exact R1.
    + intros c d Hc' Hd E. apply (R2 c d Hc' Hd). destruct E as [E|E]; [left; apply in_add|]; auto.
  - exact Hw.
  - exact Hs.
Qed.

Lemma block_apart_placed : forall most m y, block_apart most m y = true ->
  In m (cells b) /\ In y (cells b).
Proof.
  intros most m y H. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
  apply andb_prop in H as [Hm Hy]. apply among_in in Hm, Hy. auto.
Qed.

Let short := is_short_cannot turn block_room _ block_stays block_no_room block_room_less
  block_room_enough.
Let long := can_last_can turn block_room _ block_stays block_no_room block_room_less
  block_room_enough.

Theorem block_walk_wins : forall known least most m y w learnt, right turn known ->
  block_walk known least most m y w = Some learnt -> right turn learnt /\
  forall f, part least f -> part f most -> wins (next b (Walk true)) (St f m y).
Proof.
  intros known least most m y w learnt R H. unfold block_walk in H.
  destruct (_ && _) eqn:E; [|discriminate]. apply andb_prop in E as [A Hw].
  destruct (block_apart_placed _ _ _ A) as [_ Py]. destruct (short _ _ (most, y) _ Py R H) as [R' Hs].
  split; [exact R'|]. exact (block_longer _ _ _ _ _ A (follows_can _ _ _ Hw) Hs).
Qed.

Theorem block_outlasts_wins : forall known least most m y k learnt, right turn known ->
  block_outlasts known least most m y k = Some learnt -> right turn learnt /\
  forall f, part least f -> part f most -> wins (next b (Walk true)) (St f m y).
Proof.
  intros known least most m y k learnt R H. unfold block_outlasts in H.
  destruct (block_apart _ _ _) eqn:A; [|discriminate].
  destruct (can_last _ _ _ _ _) as [known'|] eqn:L; [|discriminate].
  destruct (block_apart_placed _ _ _ A) as [Pm Py].
  destruct (long _ _ (_, m) _ Pm R L) as [R1 Hw]. destruct (short _ _ (most, y) _ Py R1 H) as [R2 Hs].
  split; [exact R2|]. exact (block_longer _ _ _ _ _ A Hw Hs).
Qed.
End Blockade.
