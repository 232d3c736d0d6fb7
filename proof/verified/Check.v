(** The checker: from the bytes of a certificate to the claim that it proves.

    The theorem is [check_sound]: whatever the bytes are, if the checker ends with a claim, the
    claim holds. *)
From Coq Require Import List Bool NArith Ascii String FMapPositive.
From Gridlock Require Import Game Board Rules Claim Sets Strategy Alone Walk Ends Pairing Nim.
From Gridlock Require Import Symmetry Intervals Components Numbers Bounds Reader Words Body Cover.
Import ListNotations.
Open Scope N_scope.
Open Scope string_scope.

(** ** Boards with tables are the same boards *)
Lemma alike_moves : forall a b, alike a b -> forall k s, moves a k s = moves b k s.
Proof.
  intros [ca na sa ma wa] [cb nb sb mb wb] [C N S M W0] k s. cbn [cells near steps many nowhere] in *.
  subst ca ma wa.
  assert (forall l c t, without (c :: na l) t = without (c :: nb l) t) as W by (intros; rewrite N; reflexivity).
  destruct k as [closes| |[]]; cbn [moves].
  - destruct closes; unfold place; cbn [cells near]; apply map_ext; intros c; rewrite ?W; reflexivity.
  - unfold follow. cbn [cells near nowhere]. rewrite N. reflexivity.
  - unfold walk, step_and_block. cbn [steps many]. rewrite S. f_equal.
    apply flat_map_ext. intros [m c]. rewrite S. reflexivity.
  - unfold walk, step. cbn [cells near nowhere]. rewrite N. reflexivity.
Qed.

Lemma alike_next : forall a b, alike a b -> forall k s, next a k s = next b k s.
Proof. intros a b A k s. unfold next. rewrite (alike_moves a b A). reflexivity. Qed.

Definition tabled_for (r : rules) : N -> N -> board := tabled (near_of r) (shape_of r).
Lemma tabled_for_alike : forall r rows cols, alike (tabled_for r rows cols) (board_of r rows cols).
Proof. intros. apply tabled_alike. Qed.

(** Positions read by the tables are the same. *)
Lemma forallb_ext : forall A (f g : A -> bool) l, (forall a, f a = g a) -> forallb f l = forallb g l.
Proof. intros A f g l E. induction l as [|a l IH]; cbn; [reflexivity|]. rewrite E, IH. reflexivity. Qed.

Lemma read_alike : forall r rows cols letter side a b, alike a b ->
  read_state r rows cols a letter side = read_state r rows cols b letter side.
Proof.
  intros r rows cols letter side a b [C N S M W]. unfold read_state. rewrite W.
  assert (symmetric_near a = symmetric_near b) as ->.
  { unfold symmetric_near. rewrite C. apply forallb_ext. intros c. rewrite N. apply forallb_ext.
    intros d. rewrite N. reflexivity. }
  assert (forall closes m y, closed_by a closes m y = closed_by b closes m y) as E.
  { intros. unfold closed_by. destruct closes; auto; rewrite ?(flat_map_ext _ _ N); reflexivity. }
  destruct (kind_of r); rewrite ?E; reflexivity.
Qed.

Lemma read_tabled : forall r text, read_with (tabled_for r) r text = read_position r text.
Proof.
  intros r text. unfold read_position, read_with. destruct (read_rows _) as [lines rest].
  destruct (_ && _); [|reflexivity]. destruct (read_side rest); [|reflexivity].
  rewrite (read_alike _ _ _ _ _ _ _ (tabled_for_alike r _ _)). reflexivity.
Qed.

(** The permutations that may be symmetries, as functions, and those of them that are those of the game
    (docs/proof-format.md). That they keep what is near is all that proofs need. *)
Definition placings (rows cols : N) : list (N -> N) :=
  flat_map (fun turned => flat_map (fun down => map (fun right =>
    mirror (map (fun c =>
      let r := if down : bool then rows - 1 - c / cols else c / cols in
      let k := if right : bool then cols - 1 - c mod cols else c mod cols in
      if turned : bool then k * cols + r else r * cols + k) (all_cells rows cols)))
    [false; true]) [false; true]) (if (rows =? cols)%N then [false; true] else [false]).
Definition keeps_vertices (n : nearness) (p : N -> N) : bool :=
  match n with Graph _ _ l _ => forallb (fun c => among (p c) l) l | _ => true end.
(** Where moves are numbers of steps, steps of one number go to steps of one number. *)
Definition keeps_numbers (b : board) (p : N -> N) : bool :=
  forallb (fun k =>
    let numbers := flat_map (fun c => flat_map (fun s =>
      if fst s =? k then map fst (filter (fun t => snd t =? p (snd s)) (steps b (p c))) else []) (steps b c))%N (cells b) in
    match numbers with [] => true | i :: l => forallb (N.eqb i) l end) (numbers (N.to_nat (many b))).
Definition symmetries_of (n : nearness) (v : kind) (rows cols : N) (b : board) : list (N -> N) :=
  filter (fun p => keeps_vertices n p && match v with Walk true => keeps_numbers b p | _ => true end
                   && existsb (fun q => symmetry b p q) (placings rows cols))
    (placings rows cols).

Lemma symmetries_right : forall n v rows cols b p, In p (symmetries_of n v rows cols b) ->
  exists q, symmetry b p q = true.
Proof.
  intros n v rows cols b p H. apply filter_In in H as [_ H]. apply andb_prop in H as [_ H].
  apply existsb_exists in H as (q & _ & H). exists q. exact H.
Qed.

(** ** The methods, on one board *)

(** What a region spreads by. *)
Definition spread_by (k : kind) (b : board) : N -> list N :=
  match k with Walk true => beside b | Place All => either_way b | _ => near b end.

Section Methods.
Context {source : Type}.
Variable read : source -> option (N * source).
Variables (n : nearness) (sh : shape) (rows cols : N).
Variable v : kind.
Variable fuel : nat.

(** The board with its tables, how sets spread on it, and whether it is symmetric, which are
    computed once. *)
Variable b : board.
Hypothesis b_tabled : b = tabled n sh rows cols.
Variable spreading : spreader.
Hypothesis spreading_right : spreading = spreader_of (spread_by v b) rows cols.
Variable is_symmetric : bool.
Hypothesis is_symmetric_right : is_symmetric = symmetric_near b.

Definition state_of (key : N) : state :=
  match v with
  | Place All => St key 0 0
  | Place _ => St 0 (N.shiftr key (rows * cols)) (N.land key (N.ones (rows * cols)))
  | Follow => St (N.shiftr key 7) 0 (N.land key 127)
  | Walk _ => St (N.shiftr key 14) (N.land (N.shiftr key 7) 127) (N.land key 127)
  end.

(** What is remembered of walks is right about the turns of the game. *)
Definition right_here (known : memory) : Prop :=
  match v with
  | Walk false => right (step b) known
  | Walk true => right (step_and_block b) known
  | _ => True
  end.
Definition nothing : memory := PositiveMap.empty failure.
Lemma nothing_right_here : right_here nothing.
Proof. unfold right_here. destruct v as [| |[]]; try exact I; apply nothing_right. Qed.

Definition walks (known : memory) (s : state) (w : list N) : option memory :=
  match v with
  | Walk false => step_walk b (spread spreading) fuel known (free s) (free s) (mine s) (yours s) w
  | Walk true => block_walk b (spread spreading) fuel known (free s) (free s) (mine s) (yours s) w
  | _ => None
  end.

Definition copies (p : N -> N) (s : state) : bool :=
  match v with
  | Place Own => is_symmetric && own_copies b p s
  | Place All => all_copies b p s
  | Place closes => other_copies b p closes s
  | Walk false => walk_copies b p s
  | _ => false
  end.

Definition matched (p : N -> N) (s : state) : bool :=
  match v with
  | Follow =>
      let first := if (yours s =? nowhere b)%N then cells b else near b (yours s) in
      matches b p (matching_reach fuel b p (free s) (N.land (set_of first) (free s))) s
  | _ => false
  end.

Variable mirrors : list (N -> N).
Definition copies_by (n : N) (s : state) : bool :=
  match nth_error mirrors (N.to_nat n) with Some p => copies p s | None => false end.

(** The state in which the loser is to move: the root, or that after the opening. *)
Definition opened (root : state) (mover_wins : bool) (opening : option N) : outcome state :=
  match mover_wins, opening with
  | false, None => Fine root
  | true, Some m => given (play m (moves b v root)) "the opening is illegal"
  | _, _ => Refused "an opening is needed exactly where the winner is to move" []
  end.

Let game := next b v.

Let b_alike : alike b (board_by n sh rows cols).
Proof. rewrite b_tabled. apply tabled_alike. Qed.
Let b_proper : proper b.
Proof. exact (alike_proper _ _ b_alike (board_proper _ _ _ _)). Qed.

Lemma spreads : forall s c d, has s c = true -> In d (spread_by v b c) -> has (spread spreading s) d = true.
Proof.
  rewrite spreading_right. apply spread_reach. intros c d H.
  rewrite <- (same_cells _ _ b_alike : cells b = all_cells rows cols). unfold spread_by in H.
  assert (forall c d, In d (near b c) -> In c (cells b) /\ In d (cells b)) as N
    by (intros x y Y; split; [exact (near_from b b_proper _ _ Y)|exact (near_on b b_proper _ _ Y)]).
  destruct v as [[]| |[]]; auto.
  - apply filter_In in H as [I H]. split; [|exact I]. apply orb_prop in H as [H|H]; apply among_in in H.
    + exact (proj1 (N _ _ H)).
    + exact (proj2 (N _ _ H)).
  - split; [exact (beside_from b b_proper _ _ H)|exact (beside_on b b_proper _ _ H)].
Qed.

Lemma symmetric_here : is_symmetric = true -> symmetric b.
Proof.
  intros H c d Hc Hd. rewrite is_symmetric_right in H. unfold symmetric_near in H.
  rewrite forallb_forall in H. specialize (H c Hc). rewrite forallb_forall in H. specialize (H d Hd).
  apply among_in. exact H.
Qed.

Lemma walks_win : forall known s w learnt, right_here known -> walks known s w = Some learnt ->
  right_here learnt /\ wins game s.
Proof.
  intros known [f m y] w learnt R H. unfold walks, right_here in *. unfold game.
  cbn [free mine yours] in H. pose proof spreads as S. destruct v as [| |[]]; try discriminate; cbn [spread_by] in S.
  - destruct (block_walk_wins b b_proper _ S fuel _ _ _ _ _ w _ R H) as [R' W].
    split; [exact R'|]. exact (W f (fun c X => X) (fun c X => X)).
  - destruct (step_walk_wins b b_proper _ S fuel _ _ _ _ _ w _ R H) as [R' W].
    split; [exact R'|]. exact (W f (fun c X => X) (fun c X => X)).
Qed.

Lemma copies_win : forall p s, copies p s = true -> loses game s.
Proof.
  intros p s H. unfold copies in H. unfold game. destruct v as [[]| |[]]; try discriminate.
  - exact (other_copies_wins b b_proper p Nobody (or_intror eq_refl) s H).
  - apply andb_prop in H as [Y H]. exact (own_copies_wins b b_proper p (symmetric_here Y) s H).
  - exact (other_copies_wins b b_proper p Other (or_introl eq_refl) s H).
  - exact (all_copies_wins b b_proper p s H).
  - exact (walk_copies_wins b b_proper p s H).
Qed.

Lemma copies_by_win : forall i s, copies_by i s = true -> loses game s.
Proof.
  intros i s H. unfold copies_by in H. destruct (nth_error _ _); [|discriminate].
  exact (copies_win _ _ H).
Qed.

Lemma matched_wins : forall p s, matched p s = true -> loses game s.
Proof.
  intros p s H. unfold matched in H. unfold game. destruct v; try discriminate.
  exact (matches_wins b b_proper p _ s H).
Qed.

Lemma opened_loses : forall root mover_wins opening s,
  opened root mover_wins opening = Fine s -> loses game s ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros root mover_wins opening s H L. unfold opened in H.
  destruct mover_wins, opening as [m|]; try discriminate.
  - destruct (play m (moves b v root)) as [t|] eqn:P; [|discriminate]. injection H as ->.
    apply wins_by with s; [exact (play_in _ _ _ _ P)|exact L].
  - injection H as ->. exact L.
Qed.

(** Walks, by intervals. *)
Definition outlasts (known : memory) (least most m y : N) (k : nat) : option memory :=
  match v with
  | Walk false => step_outlasts b (spread spreading) fuel known least most m y k
  | Walk true => block_outlasts b (spread spreading) fuel known least most m y k
  | _ => None
  end.

Definition copies_all (i least most m y : N) : bool :=
  match v, nth_error mirrors (N.to_nat i) with
  | Walk false, Some p => walk_copies_all b (spread spreading) fuel p least most m y
  | _, _ => false
  end.

Definition few : bool := forallb (fun c => forallb (fun s => fst s <? many b)%N (steps b c)) (cells b).

Definition check_by_intervals (root : state) (mover_wins : bool) (from : source) : outcome unit :=
  match v with
  | Walk block =>
      let* _ := need (negb block || few) "a cell has more near ones than moves have numbers for" in
      check_intervals read b block _ nothing outlasts copies_all (symmetries_of n v rows cols b) fuel root mover_wins from
  | _ => Refused "intervals are for games in which markers walk" []
  end.

Lemma few_right : few = true -> few_steps b.
Proof.
  intros F c k d H. unfold few in F. rewrite forallb_forall in F.
  assert (In c (cells b)) as C by exact (beside_from b b_proper _ _ (in_map snd _ _ H)).
  specialize (F c C). rewrite forallb_forall in F. apply N.ltb_lt. exact (F _ H).
Qed.

Lemma by_intervals_sound : forall root mover_wins from r,
  check_by_intervals root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros root mover_wins from r H. unfold check_by_intervals, game in *. pose proof spreads as S.
  assert (forall block, v = Walk block -> negb block || few = true ->
    check_intervals read b block _ nothing outlasts copies_all (symmetries_of n v rows cols b) fuel root mover_wins from = Fine r ->
    if mover_wins then wins (next b (Walk block)) root else loses (next b (Walk block)) root) as X.
  { intros block E F Q.
    refine (intervals_sound read b b_proper block _ memory right_here nothing
      nothing_right_here outlasts copies_all _ _
      (symmetries_of n v rows cols b) (symmetries_right n _ rows cols b) _ _ _ _ _ Q).
    - intros ->. exact (few_right F).
    - intros known least most m y k learnt R O. unfold outlasts, right_here in *. rewrite E in *.
      destruct block; cbn [spread_by] in S.
      + exact (block_outlasts_wins b b_proper _ S fuel _ _ _ _ _ _ _ R O).
      + exact (step_outlasts_wins b b_proper _ S fuel _ _ _ _ _ _ _ R O).
    - intros i least most m y C f L M. unfold copies_all in C. rewrite E in *.
      destruct block; [discriminate|]. cbn [spread_by] in S.
      destruct (nth_error mirrors (N.to_nat i)) as [p|]; [|discriminate].
      exact (walk_copies_all_win b b_proper _ S fuel p _ _ _ _ C f L M). }
  destruct v as [| |block] eqn:V; try discriminate. apply bind_fine in H as (u & I & H).
  destruct (negb block || few) eqn:F; [|discriminate].
  exact (X block eq_refl F H).
Qed.

(** Marks that close cells to both, by a table of as many records: of nimbers, the root having this one;
    or, if none is given, of exact and excluded nimbers of components and their images. *)
Definition check_nimbers (records : N) (nimber : option N) (root : state) (mover_wins : bool) (from : source) :
    outcome unit :=
  match v with
  | Place All =>
      let (images, also_not) := match nimber with
        | Some _ => ([], false)
        | None => (symmetries_of n v rows cols b, true)
        end in
      let* (t, s) := read_nimbers n sh cols b (masks_of rows cols) (spread spreading) fuel images read also_not
                       records (free root) from in
      let* _ := need (match nimber with Some g => exact s g | None => true end) "the root has another nimber" in
      need (if mover_wins then differs t s 0 else exact s 0) "it is not known that the winner wins, by the nimber"
  | _ => Refused "nimbers are for games in which marks close cells to both players" []
  end.

Lemma nimbers_sound : forall records nimber root mover_wins from r,
  check_nimbers records nimber root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros records nimber root mover_wins from r H. unfold check_nimbers in H. unfold game.
  pose proof spreads as S. destruct v as [[]| |] eqn:V; try discriminate. cbn [spread_by] in S.
  destruct (match nimber with Some _ => _ | None => _ end) as [images also_not] eqn:I.
  apply bind_fine in H as ([t s] & G & H). apply bind_fine in H as (_ & _ & H).
  apply (read_nimbers_right n sh rows cols b b_alike _ eq_refl _ S) in G as [G D].
  - destruct mover_wins.
    + destruct (differs t s 0) eqn:E; [|discriminate]. destruct (D 0 E) as (g & Z & N).
      apply claim_winner in N. apply N.eqb_neq in Z. rewrite Z in N. exact N.
    + destruct (exact s 0) eqn:E; [|discriminate]. exact (claim_winner b root 0 (G 0 E)).
  - intros p P. destruct nimber; injection I as <- <-; [destruct P|].
    exact (symmetries_right _ _ _ _ _ _ P).
Qed.

(** Marks that close cells to their owner, or none, by what components are worth at least to the winner. The
    latter are games on a board on which no cell is near another one. *)
Definition check_bounds (records reduce : N) (root : state) (mover_wins : bool) (from : source) : outcome unit :=
  match v with
  | Place Own =>
      let* _ := need is_symmetric "bounds are for games in which cells are near those that are near them" in
      by_bounds n sh rows cols b fuel (symmetries_of n v rows cols b) read reduce records root mover_wins from
  | Place Nobody =>
      let far := Offsets [] in
      by_bounds far sh rows cols (tabled far sh rows cols) fuel [] read reduce records root mover_wins from
  | _ => Refused "bounds are for games in which marks close cells to their owner, or none" []
  end.

Lemma bounds_sound : forall records reduce root mover_wins from r,
  check_bounds records reduce root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros records reduce root mover_wins from u H. unfold check_bounds in H. unfold game.
  destruct v as [[]| |] eqn:V; try discriminate.
  - set (far := tabled (Offsets []) sh rows cols) in H.
    assert (forall c, near far c = []) as Far.
    { intros c. unfold far. rewrite (same_near _ _ (tabled_alike _ _ _ _)). cbn [near board_by]. unfold near_cells.
      generalize (all_cells rows cols) as l. induction l as [|d l IH]; [reflexivity|]. cbn [filter]. unfold is_near at 1.
      cbn [existsb ways fold_right]. rewrite andb_false_r. exact IH. }
    assert (forall s, next far (Place Own) s = next b (Place Nobody) s) as E.
    { intros s. unfold next. cbn [moves]. unfold place. rewrite (same_cells _ _ b_alike : cells b = cells far).
      f_equal. apply map_ext. intros c. rewrite Far. reflexivity. }
    apply by_bounds_right in H.
    + destruct mover_wins; apply (equal_games _ _ _ E); exact H.
    + apply tabled_alike.
    + exact (alike_proper _ _ (tabled_alike _ _ _ _) (board_proper _ _ _ _)).
    + intros c d _ Hd. rewrite Far in Hd. destruct Hd.
    + intros p [].
  - apply bind_fine in H as (w & S & H).
    assert (is_symmetric = true) as E by (clear - S; destruct is_symmetric; [reflexivity|discriminate]).
    refine (by_bounds_right _ _ _ _ b b_alike b_proper (symmetric_here E) fuel _ _ read _ _ _ _ _ _ H).
    intros p P. exact (symmetries_right _ _ _ _ _ _ P).
Qed.

(** The images that a record of a strategy stands for, if the header says so. *)
Definition ways (with_images : bool) : list (state -> state) :=
  if with_images then map (set_image b v) (symmetries_of n v rows cols b) else [].

Lemma ways_right : forall with_images w, In w (ways with_images) ->
  forall s, wins game (w s) -> wins game s.
Proof.
  intros [] w Hw s W; [|destruct Hw]. apply in_map_iff in Hw as (p & <- & Hp).
  destruct (symmetries_right _ _ _ _ _ _ Hp) as [q K].
  exact (set_image_wins b v p q K s W).
Qed.

(** A method, by its name; pairs are the field "matching". *)
Definition check_method (method : string) (opening : option N) (pairs : list (N * N))
    (with_images : bool) (records nimber reduce : option N) (root : state) (mover_wins : bool) (from : source) : outcome unit :=
  if method =? "strategy" then
    check_strategy read (moves b v) _ nothing state_of walks copies_by (ways with_images) fuel root mover_wins from
  else if method =? "intervals" then check_by_intervals root mover_wins from
  else if method =? "copying" then
    let* s := opened root mover_wins opening in
    let* _ := need (copies_by 0 s) "the winner cannot copy all moves" in
    at_end read from
  else if method =? "matching" then
    let* s := opened root mover_wins opening in
    let* _ := need (matched (matching pairs) s) "the winner cannot answer all moves by pairs" in
    at_end read from
  else if method =? "nimbers" then
    let* records := given records "the header has no number of records" in
    let* nimber := given nimber "the header has no nimber" in
    check_nimbers records (Some nimber) root mover_wins from
  else if method =? "exclusions" then
    let* records := given records "the header has no number of records" in
    check_nimbers records None root mover_wins from
  else if method =? "bounds" then
    let* records := given records "the header has no number of records" in
    check_bounds records (match reduce with Some k => k | None => 0 end) root mover_wins from
  else Refused ("this checker does not have the method " ++ method) [].

Lemma method_sound : forall method opening pairs with_images records nimber reduce root mover_wins from r,
  check_method method opening pairs with_images records nimber reduce root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros method opening pairs with_images records nimber reduce root mover_wins from r H. unfold check_method in H.
  destruct (method =? "strategy").
  { exact (strategy_sound read _ _ right_here _ nothing_right_here _ _ _ _ (ways_right _) walks_win copies_by_win _ _ _ _ _ H). }
  destruct (method =? "intervals"). { exact (by_intervals_sound _ _ _ _ H). }
  destruct (method =? "copying").
  { apply bind_fine in H as (s & O & H). apply bind_fine in H as (u & C & H).
    destruct (copies_by 0 s) eqn:E; [|discriminate].
    exact (opened_loses _ _ _ _ O (copies_by_win _ _ E)). }
  destruct (method =? "matching").
  { apply bind_fine in H as (s & O & H). apply bind_fine in H as (u & C & H).
    destruct (matched _ s) eqn:E; [|discriminate].
    exact (opened_loses _ _ _ _ O (matched_wins _ _ E)). }
  destruct (method =? "nimbers").
  { apply bind_fine in H as (i & _ & H). apply bind_fine in H as (g & _ & H).
    exact (nimbers_sound _ _ _ _ _ _ H). }
  destruct (method =? "exclusions").
  { apply bind_fine in H as (i & _ & H). exact (nimbers_sound _ _ _ _ _ _ H). }
  destruct (method =? "bounds"); [|discriminate].
  apply bind_fine in H as (i & _ & H). exact (bounds_sound _ _ _ _ _ _ H).
Qed.
End Methods.

(** ** The header *)
Definition variant_of (name : string) : option rules :=
  option_map snd (find (fun g => name =? fst g) named_games).
Definition rules_of (text : string) : option rules :=
  match read_rules text with
  | Some r => if game_text r =? text then Some r else None        (* the others have names *)
  | None => None
  end.
Definition player_of (name : string) : option player :=
  if name =? "X" then Some PlayerX else if name =? "O" then Some PlayerO else None.
Definition as_player (v : json) : option player :=
  match as_text v with Some t => player_of t | None => None end.
Definition as_pair (v : json) : option (N * N) :=
  match as_list 2 as_number v with Some [a; b] => Some (a, b) | _ => None end.
Definition or_none {A} (o : option (list A)) : list A := match o with Some l => l | None => [] end.

(** The words of a game may be long: those of a graph have all its edges. *)
Definition as_words (v : json) : option string :=
  match v with Text t => brief (N.to_nat 16384) t | _ => None end.

Definition known_fields : list string :=
  ["board"; "position"; "to_move"; "winner"; "method"; "opening"; "mirrors"; "matching";
   "images"; "nimber"; "value"; "reduce"; "records"; "layers"; "bytes"; "sha256"; "program"].

(** The header: what it claims; the position, read; the fields. Since version 3 it has the words of the
    game, and before that its name. *)
Definition check_header (by_words : bool) (fuel : nat) (l : list ascii) : outcome (claimed * position * fields) :=
  let* fs := given (object fuel l) "the header is not an object of JSON" in
  let known := (if by_words then "rules" else "variant") :: known_fields in
  let* _ := need (forallb (fun f => existsb (String.eqb (fst f)) known) fs)
              "the header has an unknown field" in
  let* _ := need (all_once fs) "the header has a field twice" in
  let* r := if by_words then
              let* text := want fs as_words "rules" in
              given (rules_of text) "the header has unknown rules, or says them in other words than these have to be said in"
            else
              let* name := want fs as_text "variant" in
              given (variant_of name) "the header has an unknown variant" in
  let* on := want fs as_text "position" in
  let* side := want fs as_player "to_move" in
  let* winner := want fs as_player "winner" in
  let* board := want fs as_text "board" in
  let* p := given (read_with (tabled_for r) r on) "the game has no such position" in
  let* _ := need (same_player side (to_move p)) "to_move is not the side of the position" in
  let* _ := need (board =? size_text (rows p) (cols p)) "board is not that of the position" in
  Fine (Claimed r on winner, p, fs).

(** The most bytes of the two lines before the body, their ends included. *)
Definition first_limit : nat := 100.
Definition header_limit : nat := N.to_nat 1048577.

Definition check {source : Type} (read : source -> option (N * source)) (fuel : nat)
    (from : source) : outcome claimed :=
  let* (first, from) := line read first_limit [] from in
  let first := string_of_list_ascii first in
  let by_words := first =? "gridlock-proof 3" in
  let* _ := need ((first =? "gridlock-proof 1") || (first =? "gridlock-proof 2") || by_words)
              "this is not a certificate of version 1, 2 or 3" in
  let* (second, from) := line read header_limit [] from in
  let* (c, p, fs) := check_header by_words fuel second in
  let* method := want fs as_text "method" in
  let* opening := may fs as_number "opening" in
  let* mirrors := may fs (as_list header_limit (as_list 64 as_number)) "mirrors" in
  let* images := may fs as_number "images" in
  let* pairs := may fs (as_list 64 as_pair) "matching" in
  let* records := may fs as_number "records" in
  let* nimber := may fs as_number "nimber" in
  let* reduce := may fs as_number "reduce" in
  let b := tabled_for (game c) (rows p) (cols p) in
  let k := kind_of (game c) in
  let* _ := check_method read (near_of (game c)) (shape_of (game c)) (rows p) (cols p) k fuel b
              (spreader_of (spread_by k b) (rows p) (cols p)) (symmetric_near b)
              (map mirror (or_none mirrors)) method opening (or_none pairs)
              (match images with Some _ => true | None => false end)
              records nimber reduce (at_start p) (same_player (to_move p) (winner c)) from in
  Fine c.

(** ** Soundness *)
Lemma header_claim : forall by_words fuel l c p fs, check_header by_words fuel l = Fine (c, p, fs) ->
  read_position (game c) (on c) = Some p.
Proof.
  intros by_words fuel l c p fs H. unfold check_header in H. cbv zeta in H.
  repeat match type of H with
  | bind (given (read_with (tabled_for ?v) ?v ?t) _) _ = _ =>
      let E := fresh "E" in destruct (read_with (tabled_for v) v t) as [q|] eqn:E;
        [cbn [given bind] in H|discriminate]
  | bind _ _ = _ => apply bind_fine in H as (? & ? & H)
  end.
  injection H as <- <- <-. rewrite read_tabled in E. exact E.
Qed.

Theorem check_sound : forall source read fuel (from : source) c,
  check read fuel from = Fine c -> holds c.
Proof.
  intros source read fuel from c H. unfold check in H.
  apply bind_fine in H as ([first from1] & _ & H). apply bind_fine in H as (_ & _ & H).
  apply bind_fine in H as ([second from2] & _ & H).
  apply bind_fine in H as ([[c' p] fs] & E & H). apply header_claim in E.
  apply bind_fine in H as (method & _ & H). apply bind_fine in H as (opening & _ & H).
  apply bind_fine in H as (mirrors & _ & H). apply bind_fine in H as (images & _ & H).
  apply bind_fine in H as (pairs & _ & H).
  apply bind_fine in H as (records & _ & H). apply bind_fine in H as (nimber & _ & H).
  apply bind_fine in H as (reduce & _ & H). apply bind_fine in H as (u & M & H). injection H as <-.
  unfold holds. rewrite E.
  pose proof (method_sound read _ _ (rows p) (cols p) _ fuel _ eq_refl _ eq_refl _ eq_refl
    _ _ _ _ _ _ _ _ _ _ _ _ M) as W.
  destruct (equal_games _ _ _ (alike_next _ _ (tabled_for_alike (game c') (rows p) (cols p)) (kind_of (game c'))) (at_start p)) as [A B].
  destruct (same_player _ _); auto.
Qed.
