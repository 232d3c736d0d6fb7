(** Proofs of the theorems for boards of every size (Every.v).

    Cells are seen by two coordinates, so that each argument is one about small numbers: rows and columns,
    in either order where a neighbourhood is the same along both. *)
From Coq Require Import List Bool NArith Lia Ascii String.
From Gridlock Require Import Game Board Rules Claim Sets Near Ends Pairing Nim Every.
Import ListNotations.
Open Scope N_scope.

(** ** The state at the start *)
Section Start.
Variables rows cols : N.
Definition full : N := set_of (all_cells rows cols).

Lemma in_full : forall c, In c (all_cells rows cols) -> has full c = true.
Proof. intros c H. apply in_set_of. exact H. Qed.

Lemma where_letter : forall f a, where_is rows cols (map f (all_cells rows cols)) a =
  filter (fun c => (f c =? a)%char) (all_cells rows cols).
Proof.
  intros f a. unfold where_is. apply filter_ext_in. intros c H. apply in_cells in H. f_equal.
  unfold all_cells, numbers. rewrite map_map.
  rewrite (nth_indep _ _ (f (N.of_nat 0))) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth (fun n => f (N.of_nat n))), seq_nth by lia. cbn. rewrite N2Nat.id. reflexivity.
Qed.
Lemma all_of : forall A (f : A -> bool) l, (forall x, In x l -> f x = true) -> filter f l = l.
Proof.
  intros A f l H. induction l as [|x l IH]; [reflexivity|]. cbn [filter].
  rewrite H, IH; [reflexivity|intros y Hy; apply H; right; exact Hy|left; reflexivity].
Qed.
Lemma none_of_all : forall A (f : A -> bool) l, (forall x, In x l -> f x = false) -> filter f l = [].
Proof.
  intros A f l H. induction l as [|x l IH]; [reflexivity|]. cbn [filter].
  rewrite H, IH; [reflexivity|intros y Hy; apply H; right; exact Hy|left; reflexivity].
Qed.

Definition at_first_state (k : kind) (b : board) : state :=
  match k with
  | Place All => St full 0 0
  | Place _ => St 0 full full
  | Follow => St full 0 (nowhere b)
  | Walk _ => St full (nowhere b) (nowhere b)
  end.

Lemma starts : forall r, start_of r = Anywhere ->
  at_the_start r rows cols = Some (at_first_state (kind_of r) (board_of r rows cols)).
Proof.
  intros r S. assert (none_of 0 (all_cells rows cols) = true) as Open
    by (apply forallb_forall; intros c _; rewrite has_none; reflexivity).
  unfold at_the_start, read_state, at_first. rewrite S, !where_letter. cbn [letter].
  rewrite (all_of _ (fun _ => ("." =? ".")%char)) by reflexivity.
  rewrite !(none_of_all N) by reflexivity.
  destruct (kind_of r) as [[]| |]; cbn -[none_of all_cells N.ldiff symmetric_near];
    rewrite ?Open, ?N.ldiff_0_r, ?orb_true_r; reflexivity.
Qed.

Lemma first_by : forall r, start_of r = Anywhere ->
  wins (next (board_of r rows cols) (kind_of r)) (at_first_state (kind_of r) (board_of r rows cols)) ->
  first_wins r rows cols.
Proof. intros r S H. eexists. split; [exact (starts r S)|exact H]. Qed.
Lemma second_by : forall r, start_of r = Anywhere ->
  loses (next (board_of r rows cols) (kind_of r)) (at_first_state (kind_of r) (board_of r rows cols)) ->
  second_wins r rows cols.
Proof. intros r S H. eexists. split; [exact (starts r S)|exact H]. Qed.

(** With markers at the ends of the middle row, all other cells are free. *)
Lemma one_of : forall (f : N -> bool) o, In o (all_cells rows cols) ->
  (forall c, In c (all_cells rows cols) -> (f c = true <-> c = o)) -> filter f (all_cells rows cols) = [o].
Proof.
  intros f o O H. pose proof (NoDup_filter f (numbers_once (N.to_nat (rows * cols)))) as D.
  fold (all_cells rows cols) in D.
  assert (forall c, In c (filter f (all_cells rows cols)) <-> c = o) as E.
  { intros c. rewrite filter_In. split; [intros [A B]; apply H; assumption|intros ->].
    split; [exact O|apply H; auto]. }
  destruct (filter f (all_cells rows cols)) as [|x [|y l]].
  - destruct (proj2 (E o) eq_refl).
  - f_equal. apply E. left. reflexivity.
  - inversion D as [|? ? N _]; subst. destruct N. left. transitivity o; [|symmetry]; apply E; cbn; auto.
Qed.
Lemma starts_at_ends : forall n sh, 1 <= rows -> 2 <= cols -> exists f,
  at_the_start (Rules (Walk false) n sh Ends) rows cols = Some (St f (left_end rows cols) (right_end rows
    cols)) /\
  forall c, In c (all_cells rows cols) ->
    (has f c = true <-> c <> left_end rows cols /\ c <> right_end rows cols).
Proof.
  intros n sh R C. set (x := left_end rows cols). set (o := right_end rows cols).
  assert (x < rows * cols /\ o < rows * cols /\ x <> o) as (X & O & N).
  { unfold x, o, left_end, right_end. pose proof (N.div_lt rows 2 ltac:(lia) ltac:(lia)) as L.
    generalize dependent (rows / 2). intros q L. nia. }
  assert (forall c, letter Ends rows cols c = if c =? x then "X"%char else if c =? o then "O"%char else
    "."%char)
    as Letter by reflexivity.
  unfold at_the_start, read_state. cbn [start_of kind_of]. rewrite !where_letter.
  rewrite (one_of (fun c => (letter Ends rows cols c =? "X")%char) x),
    (one_of (fun c => (letter Ends rows cols c =? "O")%char) o).
  - eexists. split; [reflexivity|]. intros c Hc. rewrite in_set_of, filter_In, Letter.
    destruct (N.eqb_spec c x), (N.eqb_spec c o); cbn; intuition congruence.
  - apply in_cells. exact O.
  - intros c _. rewrite Letter. destruct (N.eqb_spec c x), (N.eqb_spec c o); cbn; intuition congruence.
  - apply in_cells. exact X.
  - intros c _. rewrite Letter. destruct (N.eqb_spec c x), (N.eqb_spec c o); cbn; intuition congruence.
Qed.
End Start.

(** ** Coordinates *)
Record coordinates (b : board) (m n : N) (u v : N -> N) (cell : N -> N -> N) : Prop := {
  cell_on : forall i j, i < m -> j < n -> In (cell i j) (cells b) /\ u (cell i j) = i /\ v (cell i j) = j;
  on_cell : forall c, In c (cells b) -> u c < m /\ v c < n /\ cell (u c) (v c) = c;
}.

Section Sides.
Variables rows cols : N.
Definition row (c : N) : N := c / cols.
Definition col (c : N) : N := c mod cols.
Definition by_row (i j : N) : N := cols * i + j.
Definition by_col (j i : N) : N := cols * i + j.

Lemma rows_first : forall near sh, coordinates (board_by near sh rows cols) rows cols row col by_row.
Proof.
  intros near sh. unfold row, col, by_row. split; cbn [cells board_by].
  - intros i j I J. split; [apply in_cells; nia|]. split; symmetry.
    + apply (N.div_unique _ _ _ j); auto.
    + apply (N.mod_unique _ _ i); auto.
  - intros c H. apply in_cells in H. assert (cols <> 0) by lia. split; [apply N.div_lt_upper_bound; lia|].
    split; [apply N.mod_lt; assumption|symmetry; apply N.div_mod'].
Qed.
Lemma cols_first : forall near sh, coordinates (board_by near sh rows cols) cols rows col row by_col.
Proof.
  intros near sh. destruct (rows_first near sh) as [A B]. unfold by_col. split.
  - intros j i J I. destruct (A i j I J) as (? & ? & ?). auto.
  - intros c H. destruct (B c H) as (? & ? & ?). auto.
Qed.
End Sides.

(** Cells that share a side, or a side or a corner, by coordinates. *)
Definition rooks (b : board) (u v : N -> N) : Prop := forall c d, In c (cells b) -> In d (cells b) ->
  (In d (near b c) <-> distance (u c) (u d) + distance (v c) (v d) = 1).
Definition kings (b : board) (u v : N -> N) : Prop := forall c d, In c (cells b) -> In d (cells b) ->
  (In d (near b c) <-> N.max (distance (u c) (u d)) (distance (v c) (v d)) = 1).

Lemma plane_rooks : forall rows cols, rooks (board_by (Offsets rook) Plane rows cols) (row cols) (col cols).
Proof.
  intros rows cols c d Hc Hd. cbn [near board_by]. unfold near_cells.
  rewrite filter_In, (plane_rook rows cols c d Hc Hd). tauto.
Qed.
Lemma plane_kings : forall rows cols, kings (board_by (Offsets king) Plane rows cols) (row cols) (col cols).
Proof.
  intros rows cols c d Hc Hd. cbn [near board_by]. unfold near_cells.
  rewrite filter_In, (plane_king rows cols c d Hc Hd). tauto.
Qed.
Lemma kings_turned : forall b u v, kings b u v -> kings b v u.
Proof. intros b u v K c d Hc Hd. rewrite N.max_comm. exact (K c d Hc Hd). Qed.

Section Coordinates.
Variable b : board.
Variables (m n : N) (u v : N -> N) (cell : N -> N -> N).
Hypothesis on : coordinates b m n u v cell.

Lemma same_cell : forall c d, In c (cells b) -> In d (cells b) -> (c = d <-> u c = u d /\ v c = v d).
Proof.
  intros c d Hc Hd. split; [intros ->; auto|intros [E F]].
  destruct (on_cell _ _ _ _ _ _ on c Hc) as (_ & _ & <-), (on_cell _ _ _ _ _ _ on d Hd) as (_ & _ & <-).
  congruence.
Qed.
Lemma within_rook : rooks b u v -> forall c d, In c (cells b) -> In d (cells b) ->
  (In d (c :: near b c) <-> distance (u c) (u d) + distance (v c) (v d) <= 1).
Proof.
  intros R c d Hc Hd. cbn [In]. rewrite (R c d Hc Hd), (same_cell c d Hc Hd). unfold distance. lia.
Qed.
Lemma within_king : kings b u v -> forall c d, In c (cells b) -> In d (cells b) ->
  (In d (c :: near b c) <-> distance (u c) (u d) <= 1 /\ distance (v c) (v d) <= 1).
Proof.
  intros K c d Hc Hd. cbn [In]. rewrite (K c d Hc Hd), (same_cell c d Hc Hd). unfold distance. lia.
Qed.

(** Each coordinate has a partner of its own. *)
Variables f g : N -> N.
Hypothesis f_back : forall i, i < m -> f i < m /\ f (f i) = i.
Hypothesis g_back : forall j, j < n -> g j < n /\ g (g j) = j.
Definition image (c : N) : N := cell (f (u c)) (g (v c)).
Lemma image_right : forall c, In c (cells b) ->
  In (image c) (cells b) /\ image (image c) = c /\ u (image c) = f (u c) /\ v (image c) = g (v c).
Proof.
  intros c H. destruct (on_cell _ _ _ _ _ _ on c H) as (U & V & E).
  destruct (f_back _ U) as [F FF], (g_back _ V) as [G GG].
  destruct (cell_on _ _ _ _ _ _ on _ _ F G) as (I & IU & IV). fold (image c) in *.
  repeat split; auto. unfold image at 1. rewrite IU, IV, FF, GG. exact E.
Qed.
End Coordinates.

(** ** Exchanges by coordinates *)
Section Exchange.
Variables (near : nearness) (sh : shape) (rows cols : N).
Let b := board_by near sh rows cols.
Variables f g : N -> N.
Hypothesis f_back : forall i, i < rows -> f i < rows /\ f (f i) = i.
Hypothesis g_back : forall j, j < cols -> g j < cols /\ g (g j) = j.
Let p := image (row cols) (col cols) (by_row cols) f g.

(** An offset between two cells is another between their partners. *)
Variable turn : offset -> offset.
Hypothesis turn_rows : forall o x y, x < rows -> y < rows ->
  same (joins_rows sh) rows (x + down o) (y + up o) = true ->
  same (joins_rows sh) rows (f x + down (turn o)) (f y + up (turn o)) = true.
Hypothesis turn_cols : forall o x y, x < cols -> y < cols ->
  same (joins_cols sh) cols (x + right o) (y + left o) = true ->
  same (joins_cols sh) cols (g x + right (turn o)) (g y + left (turn o)) = true.
Hypothesis turn_times : forall k o, turn (times k o) = times k (turn o).
Hypothesis turn_in : match near with
  | Offsets l => forall o, In o l -> In (turn o) l
  | Queen => forall o, In o king -> In (turn o) king
  | Graph _ _ _ _ => False
  end.

Lemma partner : forall c, In c (cells b) ->
  In (p c) (cells b) /\ p (p c) = c /\ row cols (p c) = f (row cols c) /\ col cols (p c) = g (col cols c).
Proof. exact (image_right _ _ _ _ _ _ (rows_first rows cols near sh) _ _ f_back g_back). Qed.

Lemma image_near : forall c d, In c (cells b) -> In d (Board.near b c) -> In (p d) (Board.near b (p c)).
Proof.
  intros c d Hc H. pose proof (near_on _ (board_proper near sh rows cols) _ _ H) as Hd.
  pose proof (rows_first rows cols near sh) as on.
  destruct (partner c Hc) as (Pc & PPc & Uc & Vc), (partner d Hd) as (Pd & PPd & Ud & Vd).
  assert (forall o, leads sh rows cols o c d = true -> leads sh rows cols (turn o) (p c) (p d) = true) as L.
  { intros o L. unfold leads in *. apply andb_prop in L as [L1 L2].
    destruct (on_cell _ _ _ _ _ _ on c Hc) as (? & ? & _), (on_cell _ _ _ _ _ _ on d Hd) as (? & ? & _).
    unfold row, col in *. rewrite Uc, Vc, Ud, Vd. apply andb_true_intro. auto. }
  apply filter_In in H as [_ H]. apply filter_In. split; [exact Pd|]. unfold is_near in *.
  apply andb_prop in H as [H H3]. apply andb_prop in H as [_ H2]. apply negb_true_iff, N.eqb_neq in H2.
  apply in_cells, N.ltb_lt in Pc. rewrite Pc.
  assert ((p c =? p d) = false) as -> by (apply N.eqb_neq; congruence). cbn [negb andb].
  destruct near as [l| |]; [| |destruct turn_in].
  - apply existsb_exists in H3 as (o & Ho & H3). apply existsb_exists. exists (turn o). auto.
  - apply existsb_exists in H3 as (k & Hk & H3). apply existsb_exists in H3 as (o & Ho & H3).
    apply existsb_exists. exists k. split; [exact Hk|]. apply existsb_exists. exists (turn o).
    rewrite <- turn_times. auto.
Qed.

Lemma image_exchange : (forall i j, i < rows -> j < cols -> f i <> i \/ g j <> j) -> exchange b p.
Proof.
  intros Apart. pose proof (rows_first rows cols near sh) as on. split; [| |exact image_near]; intros c Hc;
    destruct (partner c Hc) as (Pc & PPc & Uc & Vc); auto.
  intros E. destruct (on_cell _ _ _ _ _ _ on c Hc) as (I & J & _). rewrite E in Uc, Vc.
  destruct (Apart _ _ I J); congruence.
Qed.
End Exchange.

(** Half a turn. *)
Lemma mirrored_back : forall n i, i < n -> mirrored n i < n /\ mirrored n (mirrored n i) = i.
Proof. unfold mirrored. lia. Qed.
Lemma mirrored_same : forall joined n d e x y, x < n -> y < n -> same joined n (x + d) (y + e) = true ->
  same joined n (mirrored n x + e) (mirrored n y + d) = true.
Proof.
  intros joined n d e x y Hx Hy H. unfold same, mirrored in *.
  destruct joined; apply N.eqb_eq in H; apply N.eqb_eq; [|lia].
  pose proof (N.div_mod' (x + d) n) as P. pose proof (N.div_mod' (y + e) n) as Q. rewrite H in P.
  set (i := (x + d) / n) in *. set (j := (y + e) / n) in *. assert (n <> 0) as Z by lia.
  rewrite <- (N.mod_add (n - 1 - x + e) i n Z), <- (N.mod_add (n - 1 - y + d) j n Z). f_equal. nia.
Qed.
Lemma mirrored_moves : forall n i, N.Even n -> mirrored n i <> i \/ n <= i.
Proof. intros n i [k ->]. unfold mirrored. lia. Qed.

Lemma half_turn_near : forall near sh rows cols, central near ->
  forall c d, let b := board_by near sh rows cols in
  In c (cells b) -> In d (Board.near b c) -> In (half_turn rows cols d) (Board.near b (half_turn rows cols
    c)).
Proof.
  intros near sh rows cols C.
  apply (image_near near sh rows cols (mirrored rows) (mirrored cols)) with (turn := opposite).
  - apply mirrored_back.
  - apply mirrored_back.
  - intros o x y. apply mirrored_same.
  - intros o x y. apply mirrored_same.
  - intros k []. reflexivity.
  - destruct near; [exact C| |exact C]. intros o H. cbn in H |- *. repeat destruct H as [<-|H]; auto 12.
Qed.
Lemma half_turn_exchange : forall near sh rows cols, central near -> N.Even rows \/ N.Even cols ->
  exchange (board_by near sh rows cols) (half_turn rows cols).
Proof.
  intros near sh rows cols C E. pose proof (rows_first rows cols near sh) as on.
  split; [| |exact (half_turn_near near sh rows cols C)]; intros c Hc;
    destruct (image_right _ _ _ _ _ _ on _ _ (mirrored_back rows) (mirrored_back cols) c Hc) as (P & PP & U & V);
    change (image (row cols) (col cols) (by_row cols) (mirrored rows) (mirrored cols)) with (half_turn rows cols) in *.
  - auto.
  - intros F. rewrite F in U, V. destruct (on_cell _ _ _ _ _ _ on c Hc) as (I & J & _).
    destruct E as [E|E];
      [destruct (mirrored_moves rows (row cols c) E)|destruct (mirrored_moves cols (col cols c) E)]; (congruence || lia).
Qed.

(** A mirror that exchanges left and right. *)
Definition mirror (cols c : N) : N := by_row cols (row cols c) (mirrored cols (col cols c)).
Lemma mirror_exchange : forall near sh rows cols, lateral near -> N.Even cols ->
  exchange (board_by near sh rows cols) (mirror cols).
Proof.
  intros near sh rows cols L E.
  apply (image_exchange near sh rows cols (fun i => i) (mirrored cols)) with (turn := flipped); auto.
  - apply mirrored_back.
  - intros o x y. apply mirrored_same.
  - destruct near; [exact L| |exact L]. intros o H. cbn in H |- *. repeat destruct H as [<-|H]; auto 12.
  - intros i j _ J. right. destruct (mirrored_moves cols j E); [assumption|lia].
Qed.

(** Half the way round. *)
Lemma round_back : forall n, N.Even n -> forall x, x < n ->
  half_round n x < n /\ half_round n (half_round n x) = x.
Proof.
  intros n [k E] x L. unfold half_round.
  assert (n / 2 = k) as -> by (rewrite E, N.mul_comm; apply N.div_mul; lia).
  assert (n <> 0) as Z by lia. split; [apply N.mod_lt; exact Z|].
  rewrite N.add_mod_idemp_l by exact Z. replace (x + k + k) with (x + 1 * n) by lia.
  rewrite N.mod_add by exact Z. apply N.mod_small. exact L.
Qed.
Lemma round_moves : forall n, N.Even n -> forall x, x < n -> half_round n x <> x.
Proof.
  intros n [k E] x L H. unfold half_round in H.
  assert (n / 2 = k) as K by (rewrite E, N.mul_comm; apply N.div_mul; lia). rewrite K in H.
  pose proof (N.div_mod' (x + k) n) as D. rewrite H in D.
  destruct ((x + k) / n) as [|q]; [lia|]. nia.
Qed.
Lemma round_same : forall n d e x y, x < n -> y < n -> same true n (x + d) (y + e) = true ->
  same true n (half_round n x + d) (half_round n y + e) = true.
Proof.
  intros n d e x y Hx Hy H. assert (n <> 0) as Z by lia. unfold same in *. apply N.eqb_eq in H.
  apply N.eqb_eq.
  unfold half_round. rewrite !N.add_mod_idemp_l by exact Z.
  replace (x + n / 2 + d) with (x + d + n / 2) by lia. replace (y + n / 2 + e) with (y + e + n / 2) by lia.
  rewrite <- (N.add_mod_idemp_l (x + d)), H, N.add_mod_idemp_l by exact Z. reflexivity.
Qed.

Lemma round_cols_exchange : forall near sh rows cols, uniform near -> sh <> Plane -> N.Even cols ->
  exchange (board_by near sh rows cols) (round_cols cols).
Proof.
  intros near sh rows cols U S E.
  apply (image_exchange near sh rows cols (fun i => i) (half_round cols)) with (turn := fun o => o); auto.
  - apply round_back. exact E.
  - intros o x y. replace (joins_cols sh) with true by (destruct sh; [contradiction|reflexivity|reflexivity]).
    apply round_same.
  - destruct near; auto.
  - intros i j _ J. right. exact (round_moves cols E j J).
Qed.
Lemma round_rows_exchange : forall near rows cols, uniform near -> N.Even rows ->
  exchange (board_by near Torus rows cols) (round_rows rows cols).
Proof.
  intros near rows cols U E.
  apply (image_exchange near Torus rows cols (half_round rows) (fun j => j)) with (turn := fun o => o); auto.
  - apply round_back. exact E.
  - intros o x y. apply round_same.
  - destruct near; auto.
  - intros i j I _. left. exact (round_moves rows E i I).
Qed.

(** ** Copying in classes

    Where a mark closes cells to both, it is enough that each reply, with the mark, closes whole classes of
    cells, and that the reply is of the mark's own class and not near it. *)
Section Classes.
Variable b : board.
Hypothesis ok : proper b.
Variables (p class : N -> N).
Hypothesis stays : forall c, In c (cells b) ->
  In (p c) (cells b) /\ class (p c) = class c /\ ~ In (p c) (c :: near b c).
Hypothesis together : forall c d e, In c (cells b) -> In d (cells b) -> In e (cells b) -> class d = class e ->
  In d (c :: near b c) \/ In d (p c :: near b (p c)) -> In e (c :: near b c) \/ In e (p c :: near b (p c)).

Let whole (s : state) : Prop := forall c d, In c (cells b) -> In d (cells b) -> class c = class d ->
  has (free s) c = true -> has (free s) d = true.
Lemma classes_copied_wins : forall s, whole s -> loses (next b (Place All)) s.
Proof.
  apply (answering (next b (Place All)) (size b (Place All)) (ends b ok (Place All))).
  intros s I t Ht. apply in_all in Ht as (c & Hc & Mc & ->). destruct (stays c Hc) as (Pc & Cl & A).
  eexists. split.
  - apply in_all. exists (p c). split; [exact Pc|]. cbn [free]. split; [|reflexivity].
    apply in_without. split; [exact (I c (p c) Hc Pc (eq_sym Cl) Mc)|exact A].
  - intros d e Hd He E Md. cbn [free] in *. apply in_without in Md as [Md N2].
    apply in_without in Md as [Md N1].
    assert (~ (In e (c :: near b c) \/ In e (p c :: near b (p c)))) as N
      by (intros X; destruct (together c e d Hc He Hd (eq_sym E) X); contradiction).
    apply in_without. split; [apply in_without; split; [exact (I d e Hd He E Md)|]|]; intros X; apply N; auto.
Qed.
End Classes.

(** ** Single boards, by coordinates *)
Lemma distance_same : forall i, distance i i = 0.
Proof. unfold distance. lia. Qed.
Lemma mirrored_middle : forall k i, i < 2 * k + 1 ->
  distance k (mirrored (2 * k + 1) i) = distance k i /\ distance i (mirrored (2 * k + 1) i) = 2 * distance
    k i.
Proof. unfold distance, mirrored. lia. Qed.
Lemma mirrored_beside : forall k i, i < 2 * k + 2 -> distance k i <= distance i (mirrored (2 * k + 2) i) /\
  1 <= distance i (mirrored (2 * k + 2) i) /\ (mirrored (2 * k + 2) i = k -> distance k i = 1).
Proof. unfold distance, mirrored. lia. Qed.

Section Boards.
Variable b : board.
Hypothesis ok : proper b.
Variables (m n : N) (u v : N -> N) (cell : N -> N -> N).
Hypothesis on : coordinates b m n u v cell.
Let all := set_of (cells b).
Lemma in_all_cells : forall c, In c (cells b) -> has all c = true.
Proof. intros c H. apply in_set_of. exact H. Qed.

Let p := image u v cell (mirrored m) (mirrored n).
Hypothesis kept : forall c d, In c (cells b) -> In d (near b c) -> In (p d) (near b (p c)).

Lemma p_right : forall c, In c (cells b) ->
  In (p c) (cells b) /\ p (p c) = c /\ u (p c) = mirrored m (u c) /\ v (p c) = mirrored n (v c).
Proof. exact (image_right b m n u v cell on _ _ (mirrored_back m) (mirrored_back n)). Qed.

Lemma p_back : forall c x, In c (cells b) -> In x (cells b) -> In (p x) (c :: near b c) ->
  In x (p c :: near b (p c)).
Proof.
  intros c x Hc Hx [E|E]; [left; rewrite E; apply p_right; exact Hx|right].
  rewrite <- (proj1 (proj2 (p_right x Hx))). apply kept; assumption.
Qed.

(** Claim: a mark on the centre, then copying. *)
Lemma claim_centre : kings b u v -> N.Odd m -> N.Odd n -> wins (next b (Place All)) (St all 0 0).
Proof.
  intros K [r Er] [k Ek]. destruct (cell_on _ _ _ _ _ _ on r k) as (O & Or & Ok); [lia|lia|].
  set (o := cell r k) in *.
  eapply wins_by; [apply in_all; exists o; split; [exact O|split; [exact (in_all_cells o O)|reflexivity]]|].
  apply (all_copied_wins b ok p). intros c Hc Fc. cbn [free] in *. apply in_without in Fc as [_ Far].
  destruct (on_cell _ _ _ _ _ _ on c Hc) as (U & V & _), (p_right c Hc) as (P & PP & Pu & Pv).
  rewrite (within_king _ _ _ _ _ _ on K o c O Hc), Or, Ok in Far. rewrite Er in Pu, U. rewrite Ek in Pv, V.
  destruct (mirrored_middle r _ U) as [U1 U2], (mirrored_middle k _ V) as [V1 V2].
  split; [exact P|]. split; [exact PP|]. split; [|split].
  - apply in_without. split; [apply in_all_cells; exact P|].
    rewrite (within_king _ _ _ _ _ _ on K o _ O P), Or, Ok, Pu, Pv, U1, V1. exact Far.
  - rewrite (within_king _ _ _ _ _ _ on K c _ Hc P), Pu, Pv, U2, V2. intros [X Y]. apply Far. split; lia.
  - intros x Hx _. apply p_back; assumption.
Qed.

(** Claim on four rows: the reply is two cells further in the same column. *)
Definition two_on (i : N) : N := if i <? 2 then i + 2 else i - 2.
Lemma two_on_right : forall i, i < 4 -> (two_on i < 4 /\ two_on (two_on i) = i) /\
  distance i (two_on i) = 2 /\
  forall j, j < 4 -> distance i j <= 1 \/ distance (two_on i) j <= 1.
Proof.
  intros i H. assert (i = 0 \/ i = 1 \/ i = 2 \/ i = 3) as [->|[->|[->| ->]]] by lia;
    (split; [split; reflexivity|split; [reflexivity|]]);
    [change (two_on 0) with 2|change (two_on 1) with 3|change (two_on 2) with 0|change (two_on 3) with 1];
    unfold distance; intros; lia.
Qed.
Lemma claim_four : kings b u v -> m = 4 -> loses (next b (Place All)) (St all 0 0).
Proof.
  intros K E. set (q := image u v cell two_on (fun j => j)).
  assert (forall c, In c (cells b) -> u c < 4) as Four by (intros c Hc; rewrite <- E;
    apply (on_cell _ _ _ _ _ _ on c Hc)).
  assert (forall c, In c (cells b) -> In (q c) (cells b) /\ q (q c) = c /\ u (q c) = two_on (u c) /\
    v (q c) = v c) as Q.
  { apply (image_right b m n u v cell on); [intros i; rewrite E; apply two_on_right|auto]. }
  apply (classes_copied_wins b ok q v).
  - intros c Hc. destruct (Q c Hc) as (Qc & _ & Uc & Vc), (two_on_right _ (Four c Hc)) as (_ & D & _).
    split; [exact Qc|]. split; [exact Vc|]. rewrite (within_king _ _ _ _ _ _ on K c _ Hc Qc), Uc, D. lia.
  - intros c d e Hc Hd He Same. destruct (Q c Hc) as (Qc & _ & Uc & Vc).
    rewrite !(within_king _ _ _ _ _ _ on K), Uc, Vc, Same by assumption.
    destruct (two_on_right _ (Four c Hc)) as (_ & _ & D). specialize (D _ (Four e He)). tauto.
  - intros c d _ Hd _ _. exact (in_all_cells d Hd).
Qed.

(** Duel on three rows, of odd length: copying; the answer to the centre is the cell above it. *)
Lemma duel_three : kings b u v -> m = 3 -> N.Odd n -> loses (next b (Place Own)) (St 0 all all).
Proof.
  intros K E [k F]. assert (symmetric b) as sym.
  { intros c d Hc H. pose proof (near_on b ok c d H) as Hd. apply (K c d Hc Hd) in H. apply (K d c Hd Hc).
    unfold distance in *. lia. }
  destruct (cell_on _ _ _ _ _ _ on 1 k) as (O & Or & Ok); [lia|lia|]. set (o := cell 1 k) in *.
  destruct (cell_on _ _ _ _ _ _ on 0 k) as (D & Dr & Dk); [lia|lia|]. set (d := cell 0 k) in *.
  apply (own_copied_wins b ok p sym). split; [split|right].
  - intros c Hc _. destruct (p_right c Hc) as (P & PP & _).
    repeat split; [exact P|exact PP|apply in_all_cells; exact P].
  - intros c e Hc _ _. apply kept. exact Hc.
  - exists o, d. repeat split; try assumption; try (apply in_all_cells; assumption).
    + destruct (p_right o O) as (P & _ & Pu & Pv). apply (same_cell _ _ _ _ _ _ on _ _ P O).
      rewrite Pu, Pv, Or, Ok, E, F. unfold mirrored. lia.
    + intros x Hx _ X. destruct (p_right x Hx) as (_ & _ & Pu & Pv), (on_cell _ _ _ _ _ _ on x Hx)
        as (U & V & _).
      apply (same_cell _ _ _ _ _ _ on _ _ Hx O). rewrite X in Pu, Pv. rewrite Or, Ok.
      unfold mirrored in *. lia.
    + intros _. apply (K o d O D). rewrite Or, Ok, Dr, Dk, distance_same. reflexivity.
    + intros x Hx _. destruct (p_right x Hx) as (P & _). destruct (on_cell _ _ _ _ _ _ on _ P) as (U & _).
      unfold around. rewrite !(within_king _ _ _ _ _ _ on K) by assumption. rewrite Or, Ok, Dr, Dk.
      intros [_ Y]. split; [|exact Y]. unfold distance. lia.
Qed.

(** Snort: the middle, or a cell beside it; then copying. *)
Lemma snort_middle : rooks b u v -> 1 <= m -> 1 <= n -> N.Odd m \/ N.Odd n ->
  wins (next b (Place Other)) (St 0 all all).
Proof.
  intros R M1 N1 Odd.
  assert (forall n, 1 <= n -> exists k, n = 2 * k + 1 \/ n = 2 * k + 2) as Middle.
  { intros i I. destruct (N.Even_or_Odd i) as [[k ->]|[k ->]]; [exists (k - 1)|exists k]; lia. }
  destruct (Middle m M1) as [r Er], (Middle n N1) as [k Ek].
  assert (m = 2 * r + 1 \/ n = 2 * k + 1) as One by (destruct Odd as [[i I]|[i I]]; lia).
  destruct (cell_on _ _ _ _ _ _ on r k) as (O & Or & Ok); [lia|lia|]. set (o := cell r k) in *.
  (* In the middle or beside it are all cells near their images, and those whose image is the middle. *)
  assert (forall c, In c (cells b) -> distance (u c) (u (p c)) + distance (v c) (v (p c)) <= 1 \/ p c = o ->
    In c (o :: near b o)) as Image.
  { intros c Hc H. rewrite (within_rook _ _ _ _ _ _ on R o c O Hc), Or, Ok.
    destruct (on_cell _ _ _ _ _ _ on c Hc) as (U & V & _), (p_right c Hc) as (_ & _ & Pu & Pv).
    assert (distance (u c) (mirrored m (u c)) + distance (v c) (mirrored n (v c)) <= 1 \/
      mirrored m (u c) = r /\ mirrored n (v c) = k) as X.
    { destruct H as [H|H]; [left; rewrite <- Pu, <- Pv; exact H|right]. rewrite <- Pu, <- Pv, H. auto. }
    clear - U V X One Er Ek. generalize dependent (v c). generalize dependent (u c). intros i U j V X.
    assert (forall n k i, i < n -> n = 2 * k + 1 \/ n = 2 * k + 2 ->
      n = 2 * k + 1 /\ distance i (mirrored n i) = 2 * distance k i /\ (mirrored n i = k ->
        distance k i = 0) \/
      n = 2 * k + 2 /\ distance k i <= distance i (mirrored n i) /\ 1 <= distance i (mirrored n i) /\
        (mirrored n i = k -> distance k i = 1)) as Side.
    { clear. intros n k i L [->| ->]; [left|right]; (split; [reflexivity|]).
      - split; [apply mirrored_middle; exact L|]. unfold mirrored, distance. lia.
      - apply mirrored_beside. exact L. }
    pose proof (Side m r i U Er) as A. pose proof (Side n k j V Ek) as B. clear Side U V Er Ek.
    generalize dependent (distance i (mirrored m i)). generalize dependent (distance j (mirrored n j)).
    generalize dependent (distance r i). generalize dependent (distance k j).
    generalize dependent (mirrored m i). generalize dependent (mirrored n j). intros. lia. }
  eapply wins_by; [apply in_place; [discriminate|]; exists o; split; [exact O|split;
    [exact (in_all_cells o O)|reflexivity]]|].
  apply (place_copied_wins b ok p); [discriminate|]. intros c Hc Fc. cbn [mine yours to_me to_you] in *.
  apply in_without in Fc as [_ Far]. destruct (p_right c Hc) as (P & PP & _).
  split; [exact P|]. split; [exact PP|]. split; [|split].
  - apply in_without. split; [apply in_all_cells; exact P|]. intros [X|[]]. apply Far, Image; auto.
  - rewrite (within_rook _ _ _ _ _ _ on R c _ Hc P). intros X. apply Far, Image; auto.
  - intros x Hx _. split; [apply p_back; assumption|].
    intros [X|[]]. left. destruct (p_right x Hx) as (_ & PX & _). congruence.
Qed.
End Boards.

(** ** Pairs of neighbours *)
Definition beside (i : N) : N := if N.even i then i + 1 else i - 1.               (* 0 and 1, 2 and 3 *)
Lemma beside_right : forall i, beside (beside i) = i /\ distance i (beside i) = 1.
Proof.
  intros i. unfold beside, distance. destruct (N.Even_or_Odd i) as [[k ->]|[k ->]].
  - rewrite N.even_mul. cbn [N.even orb]. assert (N.even (2 * k + 1) = false) as ->
      by (rewrite N.even_add, N.even_mul; reflexivity). lia.
  - assert (N.even (2 * k + 1) = false) as -> by (rewrite N.even_add, N.even_mul; reflexivity).
    replace (2 * k + 1 - 1) with (2 * k) by lia. rewrite N.even_mul. cbn [N.even orb]. lia.
Qed.
Lemma beside_below : forall n, N.Even n -> forall i, i < n -> beside i < n.
Proof.
  intros n [k ->] i H. unfold beside. destruct (N.Even_or_Odd i) as [[j ->]|[j ->]].
  - rewrite N.even_mul. cbn [N.even orb]. lia.
  - assert (N.even (2 * j + 1) = false) as -> by (rewrite N.even_add, N.even_mul; reflexivity). lia.
Qed.
Definition after_first (i : N) : N := beside (i - 1) + 1.                         (* 1 and 2, 3 and 4 *)
Lemma after_first_right : forall i, 1 <= i -> after_first (after_first i) = i /\
  distance i (after_first i) = 1 /\ 1 <= after_first i.
Proof.
  intros i H. unfold after_first. rewrite N.add_sub. destruct (beside_right (i - 1)) as [-> D].
  unfold distance in *. generalize dependent (beside (i - 1)). intros. lia.
Qed.
Lemma after_first_below : forall n, N.Odd n -> forall i, 1 <= i -> i < n -> after_first i < n.
Proof.
  intros n [k ->] i L H. unfold after_first.
  assert (beside (i - 1) < 2 * k); [|lia]. apply beside_below; [exists k; lia|lia].
Qed.

Module Proven <: Theorems.

(** *** Any game of the family *)
Theorem copying : forall r rows cols p, let b := board_of r rows cols in
  start_of r = Anywhere -> exchange b p -> copied (kind_of r) b p -> second_wins r rows cols.
Proof.
  intros r rows cols p b S [T F K] A. apply (second_by _ _ _ S). fold b.
  pose proof (board_proper (near_of r) (shape_of r) rows cols : proper b) as ok.
  assert (forall c, In c (cells b) -> has (full rows cols) (p c) = true) as X
    by (intros c Hc; apply in_full, (T c Hc)).
  assert (forall c x, In c (cells b) -> In x (cells b) -> In (p x) (near b c) -> In x (near b (p c))) as Back.
  { intros c x Hc Hx H. rewrite <- (proj2 (T x Hx)). auto. }
  assert (forall c x, In c (cells b) -> In x (cells b) -> In (p x) (near b (p c)) ->
    In x (near b c)) as Forth.
  { intros c x Hc Hx H. rewrite <- (proj2 (T c Hc)). apply Back; auto. apply T. exact Hc. }
  assert (forall c x, In c (cells b) -> In x (cells b) -> c = p x -> p c = x) as Turn.
  { intros c x _ Hx ->. apply T. exact Hx. }
  assert (forall c x, In c (cells b) -> In x (cells b) -> p c = p x -> c = x) as Once.
  { intros c x Hc Hx E. rewrite <- (proj2 (T c Hc)), <- (proj2 (T x Hx)). congruence. }
  destruct (kind_of r) as [closes| |[]]; try (destruct A; fail).
  - assert (closes <> All -> loses (next b (Place closes)) (St 0 (full rows cols) (full rows cols))) as P.
    { intros N. apply (place_copied_wins b ok p _ N). intros c Hc _.
      split; [apply T; exact Hc|]. split; [apply T; exact Hc|]. split; [auto|]. split.
      - intros [E|E]; [symmetry in E; exact (F c Hc E)|]. destruct closes; try destruct E; exact (A c Hc E).
      - intros x Hx _. split; (intros [E|E]; [left; eauto|]; destruct closes; try destruct E; right;
          cbn in *; eauto). }
    destruct closes; cbn [at_first_state]; try (apply P; discriminate).
    apply (all_copied_wins b ok p). intros c Hc _.
    split; [apply T; exact Hc|]. split; [apply T; exact Hc|]. split; [auto|]. split.
    + intros [E|E]; [symmetry in E; exact (F c Hc E)|exact (A c Hc E)].
    + intros x Hx _ [E|E]; [left; eauto|right; eauto].
  - apply (walk_copied_wins b ok p). unfold walk_copied, both_or_none. cbn [at_first_state free mine yours].
    rewrite N.eqb_refl. split; [reflexivity|]. split.
    + intros c Hc _. destruct (T c Hc). repeat split; auto.
    + intros c d [[Hc _]|[E N]] Hd _ H; [auto|congruence].
Qed.

Theorem half_turn_even : forall k n sh rows cols, central n -> N.Even rows \/ N.Even cols ->
  copied k (board_by n sh rows cols) (half_turn rows cols) -> second_wins (Rules k n sh Anywhere) rows cols.
Proof.
  intros k n sh rows cols C E. apply (copying (Rules k n sh Anywhere)); [reflexivity|].
  apply half_turn_exchange; assumption.
Qed.
Theorem cylinder_even : forall k n sh rows cols, uniform n -> sh <> Plane -> N.Even cols ->
  copied k (board_by n sh rows cols) (round_cols cols) -> second_wins (Rules k n sh Anywhere) rows cols.
Proof.
  intros k n sh rows cols U S E. apply (copying (Rules k n sh Anywhere)); [reflexivity|].
  apply round_cols_exchange; assumption.
Qed.
Theorem torus_even : forall k n rows cols, uniform n -> N.Even rows ->
  copied k (board_by n Torus rows cols) (round_rows rows cols) ->
    second_wins (Rules k n Torus Anywhere) rows cols.
Proof.
  intros k n rows cols U E. apply (copying (Rules k n Torus Anywhere)); [reflexivity|].
  apply round_rows_exchange; assumption.
Qed.

(** Markers at the ends of the middle row. *)
Lemma copying_ends : forall n sh rows cols p, let b := board_by n sh rows cols in
  1 <= rows -> 2 <= cols -> exchange b p -> p (left_end rows cols) = right_end rows cols ->
  second_wins (Rules (Walk false) n sh Ends) rows cols.
Proof.
  intros n sh rows cols p b R C [T F K] E. destruct (starts_at_ends rows cols n sh R C) as (f & S & Free).
  eexists. split; [exact S|]. pose proof (board_proper n sh rows cols : proper b) as ok.
  assert (In (left_end rows cols) (cells b)) as X.
  { apply in_cells. unfold left_end. pose proof (N.div_lt rows 2 ltac:(lia) ltac:(lia)).
    generalize dependent (rows / 2). intros. nia. }
  destruct (T _ X) as [O Back]. rewrite E in O, Back.
  apply (walk_copied_wins b ok p). unfold walk_copied, both_or_none. cbn [free mine yours].
  rewrite (proj2 (N.eqb_neq _ _) (not_nowhere b ok _ X)), (proj2 (N.eqb_neq _ _) (not_nowhere b ok _ O)),
    E, N.eqb_refl.
  split; [reflexivity|]. split.
  - intros c Hc Fc. destruct (T c Hc) as [Pc PP]. apply (Free c Hc) in Fc as [N1 N2]. repeat split; auto.
    apply (Free _ Pc). split; intros D.
    + apply N2. rewrite <- PP, D. exact E.
    + apply N1. rewrite <- PP, D. exact Back.
  - intros c d Hc _ _ H. apply K; [|exact H]. destruct Hc as [[Hc _]|[<- _]]; assumption.
Qed.
Lemma ends_parts : forall rows cols, 1 <= rows -> 1 <= cols ->
  row cols (left_end rows cols) = rows / 2 /\ col cols (left_end rows cols) = 0.
Proof.
  intros rows cols R C. pose proof (N.div_lt rows 2 ltac:(lia) ltac:(lia)) as L.
  destruct (cell_on _ _ _ _ _ _ (rows_first rows cols Queen Plane) (rows / 2) 0 L ltac:(lia)) as (_ & U & V).
  unfold by_row in *. rewrite N.add_0_r in U, V. auto.
Qed.
Theorem ends_mirrored : forall n sh rows cols, lateral n -> 1 <= rows -> 1 <= cols -> N.Even cols ->
  second_wins (Rules (Walk false) n sh Ends) rows cols.
Proof.
  intros n sh rows cols L R C E. assert (2 <= cols) as C2 by (destruct E; lia).
  apply (copying_ends n sh rows cols (mirror cols) R C2 (mirror_exchange _ _ _ _ L E)).
  destruct (ends_parts rows cols R C) as [U V]. unfold mirror. rewrite U, V.
  unfold by_row, right_end, mirrored. lia.
Qed.
Theorem ends_turned : forall n sh rows cols, central n -> 1 <= cols -> N.Odd rows -> N.Even cols ->
  second_wins (Rules (Walk false) n sh Ends) rows cols.
Proof.
  intros n sh rows cols N C [k R] E. assert (2 <= cols /\ 1 <= rows) as [C2 R1] by (destruct E; lia).
  apply (copying_ends n sh rows cols (half_turn rows cols) R1 C2 (half_turn_exchange _ _ _ _ N (or_intror
    E))).
  destruct (ends_parts rows cols R1 C) as [U V]. unfold half_turn. unfold row, col in U, V. rewrite U, V.
  unfold right_end, mirrored. assert (rows / 2 = k) as -> by (symmetry; apply (N.div_unique _ _ _ 1); lia).
  rewrite R. replace (2 * k + 1 - 1 - k) with k by lia. lia.
Qed.

(** A sum and a difference are odd together. *)
Lemma odd_difference : forall a b c d n, a < n -> mirrored n a + d = a + c + b * 0 ->
  N.odd (c + d) = N.even n.
Proof.
  intros a b c d n L E. unfold mirrored in E. assert (c + d + 2 * a = n - 1 + 2 * d) as X by lia.
  replace (N.odd (c + d)) with (N.odd (c + d + 2 * a)) by (rewrite N.odd_add, N.odd_mul; cbn;
    apply xorb_false_r).
  rewrite X, N.odd_add, N.odd_mul. cbn. rewrite xorb_false_r, N.odd_sub by lia. cbn. rewrite <- N.negb_odd.
  destruct (N.odd n); reflexivity.
Qed.
Theorem half_turn_parity : forall closes l rows cols,
  central (Offsets l) -> N.Even rows \/ N.Even cols ->
  (forall o, In o l -> ~ (N.odd (up o + down o) = N.even rows /\ N.odd (left o + right o) = N.even cols)) ->
  second_wins (Rules (Place closes) (Offsets l) Plane Anywhere) rows cols.
Proof.
  intros closes l rows cols C E Odd. apply half_turn_even; [exact C|exact E|].
  assert (forall c, In c (cells (board_by (Offsets l) Plane rows cols)) ->
    ~ In (half_turn rows cols c) (near (board_by (Offsets l) Plane rows cols) c)) as Far;
    [|destruct closes; exact I || exact Far].
  intros c Hc H. pose proof (rows_first rows cols (Offsets l) Plane) as on.
  destruct (on_cell _ _ _ _ _ _ on c Hc) as (U & V & _).
  destruct (image_right _ _ _ _ _ _ on _ _ (mirrored_back rows) (mirrored_back cols) c Hc)
    as (_ & _ & Uc & Vc).
  change (image (row cols) (col cols) (by_row cols) (mirrored rows) (mirrored cols) c) with (half_turn rows
    cols c) in *.
  apply filter_In in H as [_ H]. unfold is_near in H. apply andb_prop in H as [_ H].
  apply existsb_exists in H as (o & Ho & L). apply (Odd o Ho). unfold leads, same in L.
  cbn [joins_rows joins_cols] in L.
  apply andb_prop in L as [L1 L2]. apply N.eqb_eq in L1, L2. unfold row, col in *. rewrite Uc in L1.
  rewrite Vc in L2.
  rewrite (N.add_comm (up o)), (N.add_comm (left o)). split; eapply odd_difference with (b := 0); eauto; lia.
Qed.

Lemma round_far : forall n d e x, x < n -> same true n (x + d) (half_round n x + e) = true ->
  same true n d (n / 2 + e) = true.
Proof.
  intros n d e x L H. assert (n <> 0) as Z by lia. unfold same, half_round in *. apply N.eqb_eq in H.
  apply N.eqb_eq.
  rewrite N.add_mod_idemp_l in H by exact Z. pose proof (N.div_mod' (x + d) n) as P.
  replace (x + n / 2 + e) with (x + (n / 2 + e)) in H by lia.
  pose proof (N.div_mod' (x + (n / 2 + e)) n) as Q. rewrite H in P.
  set (i := (x + d) / n) in *. set (j := (x + (n / 2 + e)) / n) in *.
  rewrite <- (N.mod_add d j n Z), <- (N.mod_add (n / 2 + e) i n Z). f_equal. nia.
Qed.
Lemma still : forall joined n d e x, x < n -> same joined n (x + d) (x + e) = true ->
  same joined n d e = true.
Proof.
  intros joined n d e x L H. assert (n <> 0) as Z by lia. unfold same in *.
  destruct joined; apply N.eqb_eq in H; apply N.eqb_eq; [|lia].
  pose proof (N.div_mod' (x + d) n) as P. pose proof (N.div_mod' (x + e) n) as Q. rewrite H in P.
  set (i := (x + d) / n) in *. set (j := (x + e) / n) in *.
  rewrite <- (N.mod_add d j n Z), <- (N.mod_add e i n Z). f_equal. nia.
Qed.
Theorem cylinder_apart : forall closes l sh rows cols, sh <> Plane -> N.Even cols ->
  (forall o, In o l -> same (joins_rows sh) rows (down o) (up o) = false \/
                       same true cols (right o) (cols / 2 + left o) = false) ->
  second_wins (Rules (Place closes) (Offsets l) sh Anywhere) rows cols.
Proof.
  intros closes l sh rows cols S E Far. apply cylinder_even; [exact I|exact S|exact E|].
  assert (forall c, In c (cells (board_by (Offsets l) sh rows cols)) ->
    ~ In (round_cols cols c) (near (board_by (Offsets l) sh rows cols) c)) as X; [|destruct closes;
      exact I || exact X].
  intros c Hc H. pose proof (rows_first rows cols (Offsets l) sh) as on.
  destruct (on_cell _ _ _ _ _ _ on c Hc) as (U & V & _).
  destruct (cell_on _ _ _ _ _ _ on _ _ U (proj1 (round_back cols E _ V))) as (_ & Uc & Vc).
  apply filter_In in H as [_ H]. unfold is_near in H. apply andb_prop in H as [_ H].
  apply existsb_exists in H as (o & Ho & L). unfold leads in L. apply andb_prop in L as [L1 L2].
  unfold round_cols, row, col, by_row in *. rewrite Uc in L1. rewrite Vc in L2.
  replace (joins_cols sh) with true in L2 by (destruct sh; [contradiction|reflexivity|reflexivity]).
  apply still in L1; [|exact U]. apply round_far in L2; [|exact V]. destruct (Far o Ho); congruence.
Qed.
Theorem torus_apart : forall closes l rows cols, N.Even rows ->
  (forall o, In o l -> same true rows (down o) (rows / 2 + up o) = false \/
                       same true cols (right o) (left o) = false) ->
  second_wins (Rules (Place closes) (Offsets l) Torus Anywhere) rows cols.
Proof.
  intros closes l rows cols E Far. apply torus_even; [exact I|exact E|].
  assert (forall c, In c (cells (board_by (Offsets l) Torus rows cols)) ->
    ~ In (round_rows rows cols c) (near (board_by (Offsets l) Torus rows cols) c)) as X; [|destruct closes;
      exact I || exact X].
  intros c Hc H. pose proof (rows_first rows cols (Offsets l) Torus) as on.
  destruct (on_cell _ _ _ _ _ _ on c Hc) as (U & V & _).
  destruct (cell_on _ _ _ _ _ _ on _ _ (proj1 (round_back rows E _ U)) V) as (_ & Uc & Vc).
  apply filter_In in H as [_ H]. unfold is_near in H. apply andb_prop in H as [_ H].
  apply existsb_exists in H as (o & Ho & L). unfold leads in L. apply andb_prop in L as [L1 L2].
  unfold round_rows, row, col, by_row in *. rewrite Uc in L1. rewrite Vc in L2.
  cbn [joins_rows joins_cols] in L1, L2.
  apply round_far in L1; [|exact U]. apply still in L2; [|exact V]. destruct (Far o Ho); congruence.
Qed.

Theorem pairs_cover : forall r rows cols p, let b := board_of r rows cols in
  start_of r = Anywhere -> kind_of r = Follow ->
  (forall c, In c (cells b) -> p (p c) = c /\ In (p c) (near b c)) -> second_wins r rows cols.
Proof.
  intros r rows cols p b S K D. apply (second_by _ _ _ S). rewrite K. fold b.
  pose proof (board_proper (near_of r) (shape_of r) rows cols : proper b) as ok.
  apply (matched_wins b ok p (full rows cols)). cbn [at_first_state]. split; cbn [free yours].
  - intros c _ H. exact H.
  - intros c Hc _ _. destruct (D c Hc) as [PP N]. split; [apply in_full; exact (near_on b ok _ _ N)|].
    repeat split; auto. intros E. rewrite E in N. exact (near_irreflexive b ok c N).
Qed.
Theorem pairs_cover_but_one : forall r rows cols p o, let b := board_of r rows cols in
  start_of r = Anywhere -> kind_of r = Follow -> In o (cells b) ->
  (forall c, In c (cells b) -> c <> o -> p (p c) = c /\ In (p c) (near b c) /\ p c <> o) ->
    first_wins r rows cols.
Proof.
  intros r rows cols p o b S K O D. apply (first_by _ _ _ S). rewrite K. fold b.
  pose proof (board_proper (near_of r) (shape_of r) rows cols : proper b) as ok. eapply wins_by.
  - apply in_follow. exists o. cbn [at_first_state free yours]. rewrite N.eqb_refl.
    split; [exact O|split; [apply in_full; exact O|reflexivity]].
  - cbn [at_first_state free]. apply (matched_wins b ok p (full rows cols)). split; cbn [free yours].
    + intros c _ H. apply in_del in H as [H _]. exact H.
    + intros c Hc _ Fc. apply in_del in Fc as [_ N]. destruct (D c Hc N) as (PP & B & M).
      split; [apply in_del; split; [apply in_full; exact (near_on b ok _ _ B)|exact M]|]. repeat split; auto.
      * intros E. rewrite E in B. exact (near_irreflexive b ok c B).
      * intros d _ H. apply in_del in H as [H _]. exact H.
Qed.

(** Cells that share a side are near each other where the rook's offsets are among those of the game. *)
Lemma rooks_near : forall l sh rows cols, incl rook l -> forall c d,
  let b := board_by (Offsets l) sh rows cols in In c (cells b) -> In d (cells b) ->
  distance (row cols c) (row cols d) + distance (col cols c) (col cols d) = 1 -> In d (near b c).
Proof.
  intros l sh rows cols L c d b Hc Hd H. apply (plane_rooks rows cols c d Hc Hd) in H.
  apply filter_In in H as [_ H]. apply filter_In. split; [exact Hd|]. unfold is_near in *.
  apply andb_prop in H as [-> H]. cbn [andb]. apply existsb_exists in H as (o & Ho & H). apply existsb_exists.
  exists o. split; [exact (L o Ho)|]. unfold leads in *. apply andb_prop in H as [H1 H2].
  assert (forall joined n x y, same false n x y = true -> same joined n x y = true) as X.
  { intros [] n x y E; unfold same in *; apply N.eqb_eq in E; apply N.eqb_eq; congruence. }
  apply andb_true_intro. split; apply X; assumption.
Qed.

Theorem dominoes_even : forall l sh rows cols, incl rook l -> N.Even rows \/ N.Even cols ->
  second_wins (Rules Follow (Offsets l) sh Anywhere) rows cols.
Proof.
  intros l sh rows cols L E. pose proof (rows_first rows cols (Offsets l) sh) as on.
  set (game := Rules Follow (Offsets l) sh Anywhere).
  assert (forall f g, (forall i, i < rows -> f i < rows /\ f (f i) = i) -> (forall j, j < cols ->
    g j < cols /\ g (g j) = j) ->
    (forall i j, distance i (f i) + distance j (g j) = 1) -> second_wins game rows cols) as X.
  { intros f g F G D. apply (pairs_cover game rows cols (image (row cols) (col cols) (by_row cols) f
      g)); try reflexivity.
    intros c Hc. destruct (image_right _ _ _ _ _ _ on f g F G c Hc) as (Pc & PP & Uc & Vc).
    split; [exact PP|].
    apply (rooks_near l sh rows cols L c _ Hc Pc). rewrite Uc, Vc. apply D. }
  destruct E as [E|E].
  - apply (X beside (fun j => j)).
    + intros i H. split; [exact (beside_below rows E i H)|apply beside_right].
    + auto.
    + intros i j. rewrite (proj2 (beside_right i)). unfold distance. lia.
  - apply (X (fun i => i) beside).
    + auto.
    + intros j H. split; [exact (beside_below cols E j H)|apply beside_right].
    + intros i j. rewrite (proj2 (beside_right j)). unfold distance. lia.
Qed.

(** The corner; then pairs in the first row, and pairs of rows below it. *)
Theorem dominoes_odd : forall l sh rows cols, incl rook l -> N.Odd rows -> N.Odd cols ->
  first_wins (Rules Follow (Offsets l) sh Anywhere) rows cols.
Proof.
  intros l sh rows cols I R C. pose proof (rows_first rows cols (Offsets l) sh) as on.
  set (p := fun c => if row cols c =? 0 then by_row cols 0 (after_first (col cols c))
                     else by_row cols (after_first (row cols c)) (col cols c)).
  assert (1 <= rows /\ 1 <= cols) as [R1 C1] by (destruct R, C; lia).
  apply (pairs_cover_but_one (Rules Follow (Offsets l) sh Anywhere) rows cols p 0); try reflexivity;
    [apply in_cells; nia|].
  intros c Hc N. destruct (on_cell _ _ _ _ _ _ on c Hc) as (U & V & E). unfold p at 2 3 4.
  destruct (N.eqb_spec (row cols c) 0) as [Z|Z].
  - assert (1 <= col cols c) as V1.
    { rewrite Z in E. unfold by_row in E. destruct (N.eq_dec (col cols c) 0); lia. }
    destruct (after_first_right _ V1) as (A & D & L). pose proof (after_first_below cols C _ V1 V) as B.
    destruct (cell_on _ _ _ _ _ _ on 0 _ ltac:(lia) B) as (Pc & Uc & Vc).
    unfold p. rewrite Uc, Vc, A. cbn [N.eqb]. rewrite <- Z at 1. split; [exact E|]. split.
    + apply (rooks_near l sh rows cols I c _ Hc Pc). rewrite Uc, Vc, Z, D. reflexivity.
    + unfold by_row. lia.
  - assert (1 <= row cols c) as U1 by lia. destruct (after_first_right _ U1) as (A & D & L).
    pose proof (after_first_below rows R _ U1 U) as B.
    destruct (cell_on _ _ _ _ _ _ on _ _ B V) as (Pc & Uc & Vc).
    unfold p. rewrite Uc, Vc, A. destruct (N.eqb_spec (after_first (row cols c)) 0); [lia|].
    split; [exact E|]. split.
    + apply (rooks_near l sh rows cols I c _ Hc Pc). rewrite Uc, Vc, D. unfold distance. lia.
    + unfold by_row. nia.
Qed.

Theorem follow_is_not_copied :
  exchange (board_by (Offsets knight) Plane 2 2) (half_turn 2 2) /\
  first_wins (Rules Follow (Offsets knight) Plane Anywhere) 2 2.
Proof.
  split.
  - apply half_turn_exchange; [|left; exists 1; reflexivity].
    intros o H. cbn in H |- *. repeat destruct H as [<-|H]; auto 12.
  - eexists. split; [reflexivity|]. eapply wins_by; [left; reflexivity|]. constructor. intros t [].
Qed.

(** *** The games of this project, and Snort *)
Lemma central_king : central (Offsets king).
Proof. intros o H. cbn in H |- *. repeat destruct H as [<-|H]; auto 12. Qed.
Lemma central_rook : central (Offsets rook).
Proof. intros o H. cbn in H |- *. repeat destruct H as [<-|H]; auto 12. Qed.

Theorem classic_even : forall rows cols, N.Even rows \/ N.Even cols -> second_wins classic rows cols.
Proof. intros rows cols. exact (dominoes_even rook Plane rows cols (incl_refl _)). Qed.
Theorem classic_odd : forall rows cols, N.Odd rows -> N.Odd cols -> first_wins classic rows cols.
Proof. intros rows cols. exact (dominoes_odd rook Plane rows cols (incl_refl _)). Qed.

Theorem lockdown_even : forall rows cols, N.Even rows \/ N.Even cols -> second_wins lockdown rows cols.
Proof. intros rows cols E. exact (half_turn_even (Walk false) _ Plane _ _ central_king E I). Qed.

Theorem duel_even : forall rows cols, N.Even rows \/ N.Even cols -> second_wins duel rows cols.
Proof. intros rows cols E. exact (half_turn_even (Place Own) _ Plane _ _ central_king E I). Qed.
Theorem duel_three_rows : forall cols, second_wins duel 3 cols.
Proof.
  intros cols. destruct (N.Even_or_Odd cols) as [E|O]; [apply duel_even; auto|].
  apply second_by; [reflexivity|].
  apply (duel_three _ (board_proper _ _ _ _) 3 cols _ _ _ (rows_first 3 cols _ _)); auto using plane_kings.
  exact (half_turn_near (Offsets king) Plane 3 cols central_king).
Qed.
Theorem duel_three_cols : forall rows, second_wins duel rows 3.
Proof.
  intros rows. destruct (N.Even_or_Odd rows) as [E|O]; [apply duel_even; auto|].
  apply second_by; [reflexivity|].
  apply (duel_three _ (board_proper _ _ _ _) 3 rows _ _ _ (cols_first rows 3 _ _));
    auto using kings_turned, plane_kings.
  exact (half_turn_near (Offsets king) Plane rows 3 central_king).
Qed.

Theorem claim_odd : forall rows cols, N.Odd rows -> N.Odd cols -> first_wins claim rows cols.
Proof.
  intros rows cols R C. apply first_by; [reflexivity|].
  apply (claim_centre _ (board_proper _ _ _ _) rows cols _ _ _ (rows_first rows cols _ _));
    auto using plane_kings.
  exact (half_turn_near (Offsets king) Plane rows cols central_king).
Qed.
Theorem claim_four_rows : forall cols, second_wins claim 4 cols.
Proof.
  intros cols. apply second_by; [reflexivity|].
  exact (claim_four _ (board_proper _ _ _ _) 4 cols _ _ _ (rows_first 4 cols _ _) (plane_kings 4 cols)
    eq_refl).
Qed.
Theorem claim_four_cols : forall rows, second_wins claim rows 4.
Proof.
  intros rows. apply second_by; [reflexivity|].
  exact (claim_four _ (board_proper _ _ _ _) 4 rows _ _ _ (cols_first rows 4 _ _) (kings_turned _ _ _
    (plane_kings rows 4)) eq_refl).
Qed.

Theorem snort_even : forall rows cols, N.Even rows -> N.Even cols -> second_wins snort rows cols.
Proof.
  intros rows cols R C. apply half_turn_parity; [exact central_rook|auto|].
  apply N.even_spec in R, C. rewrite R, C. intros o H [A B]. cbn in H.
  repeat destruct H as [<-|H]; try discriminate; exact H.
Qed.
Theorem snort_odd : forall rows cols, 1 <= rows -> 1 <= cols -> N.Odd rows \/ N.Odd cols ->
  first_wins snort rows cols.
Proof.
  intros rows cols R C E. apply first_by; [reflexivity|].
  apply (snort_middle _ (board_proper _ _ _ _) rows cols _ _ _ (rows_first rows cols _ _));
    auto using plane_rooks.
  exact (half_turn_near (Offsets rook) Plane rows cols central_rook).
Qed.

(** *** In sums, and for certificates *)
Theorem second_nimber : forall r rows cols, second_wins r rows cols -> nimber_of r rows cols 0.
Proof.
  intros r rows cols (s & E & L). exists s. split; [exact E|].
  pose proof (board_proper (near_of r) (shape_of r) rows cols : proper (board_of r rows cols)) as ok.
  pose proof (ends _ ok (kind_of r)) as less.
  destruct (nimber_exists _ _ less s) as [g G]. pose proof (nimber_winner _ _ less s g G) as W.
  destruct (N.eqb_spec g 0) as [-> |Z]; [exact G|]. destruct (wins_not_loses _ _ _ W L).
Qed.

Lemma dots_then : forall j l h t e, read_rows (list_ascii_of_string l) = (h :: t, e) ->
  read_rows (list_ascii_of_string (dots j l)) = ((repeat "."%char j ++ h) :: t, e)%list.
Proof.
  induction j as [|j IH]; intros l h t e E; cbn [repeat app dots]; [exact E|].
  cbn [list_ascii_of_string read_rows]. rewrite (IH l h t e E). reflexivity.
Qed.
Lemma read_empty : forall k n, read_rows (list_ascii_of_string (empty_text (S n) k)) = (repeat (repeat
  "."%char k) (S n), ["x"%char]).
Proof.
  intros k n. induction n as [|n IH].
  - cbn [empty_text repeat]. rewrite (dots_then k " x"%string [] [] ["x"%char] eq_refl), app_nil_r.
    reflexivity.
  - change (empty_text (S (S n)) k) with (dots k (String "/" (empty_text (S n) k))).
    rewrite (dots_then k _ [] (repeat (repeat "."%char k) (S n)) ["x"%char]), app_nil_r; [reflexivity|].
    cbn [list_ascii_of_string read_rows]. rewrite IH. reflexivity.
Qed.
Lemma concat_dots : forall k n, List.concat (repeat (repeat "."%char k) n) = repeat "."%char (n * k).
Proof. intros k. induction n as [|n IH]; [reflexivity|]. cbn [repeat List.concat Nat.mul].
rewrite IH, repeat_app. reflexivity. Qed.

Theorem as_claimed : forall r rows cols, start_of r = Anywhere -> uniform (near_of r) ->
  1 <= rows -> 1 <= cols -> rows * cols <= 64 ->
  let text := empty_text (N.to_nat rows) (N.to_nat cols) in
  (second_wins r rows cols -> holds (Claimed r text PlayerO)) /\
  (first_wins r rows cols -> holds (Claimed r text PlayerX)).
Proof.
  intros r rows cols S G R C small text.
  assert (forall s, at_the_start r rows cols = Some s -> read_position r text = Some (Position rows cols
    PlayerX s)) as X.
  { intros s E. assert (map (letter (start_of r) rows cols) (all_cells rows cols) =
      repeat "."%char (N.to_nat (rows * cols))) as Dots.
    { rewrite S. unfold all_cells, numbers. cbn [letter]. generalize (N.to_nat (rows * cols)) as n. intros n.
      rewrite map_map. rewrite <- (seq_length n 0) at 2. generalize (seq 0 n).
      intros l. induction l as [|x l IH]; [reflexivity|]. cbn [map List.length repeat]. rewrite IH.
      reflexivity. }
    unfold read_position, read_with, text.
    destruct (N.to_nat rows) as [|h] eqn:H; [lia|]. rewrite read_empty, <- H, repeat_length, concat_dots.
    replace (List.length (hd [] (repeat (repeat "."%char (N.to_nat cols)) (N.to_nat rows)))) with (N.to_nat
      cols)
      by (rewrite H; cbn [repeat hd]; rewrite repeat_length; reflexivity).
    rewrite !N2Nat.id, <- N2Nat.inj_mul.
    assert (forallb (fun l => N.of_nat (List.length l) =? cols) (repeat (repeat "."%char (N.to_nat cols))
      (N.to_nat rows)) = true) as ->.
    { apply forallb_forall. intros l L. apply repeat_spec in L. subst l. rewrite repeat_length, N2Nat.id.
      apply N.eqb_refl. }
    assert (forallb (fun c => existsb (Ascii.eqb c) (letters (kind_of r))) (repeat "."%char (N.to_nat (rows
      * cols))) = true) as ->.
    { apply forallb_forall. intros c L. apply repeat_spec in L. subst c.
      destruct (kind_of r) as [[]| |[]]; reflexivity. }
    apply N.leb_le in C, small. rewrite C, small.
    assert (on_its_board r rows cols (repeat "."%char (N.to_nat (rows * cols))) = true) as ->
      by (unfold on_its_board; rewrite S; destruct (near_of r); [reflexivity|reflexivity|destruct G]).
    cbn [andb read_side Ascii.eqb Bool.eqb]. unfold at_the_start in E. rewrite Dots in E. rewrite E.
    reflexivity. }
  split; intros (s & E & W); unfold holds; cbn [game on winner]; rewrite (X s E); exact W.
Qed.
End Proven.
