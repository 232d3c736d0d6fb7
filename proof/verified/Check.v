(** The checker: from the bytes of a certificate to the claim that it proves.

    The theorem is [check_sound]: whatever the bytes are, if the checker ends with a claim, the
    claim holds. *)
From Coq Require Import List Bool NArith Ascii String FMapPositive.
From Gridlock Require Import Game Board Rules Claim Sets Strategy Alone Walk Ends Pairing Nim.
From Gridlock Require Import Symmetry Intervals Components Reader Body Cover.
Import ListNotations.
Open Scope N_scope.
Open Scope string_scope.

(** ** Boards with tables are the same boards *)
Lemma tabled_rook : forall rows cols c, rook (tabled rows cols) c = rook_beside rows cols c.
Proof. intros. apply look_table. Qed.
Lemma tabled_king : forall rows cols c, king (tabled rows cols) c = king_beside rows cols c.
Proof. intros. apply look_table. Qed.

Lemma tabled_proper : forall rows cols, rows * cols <= 127 -> proper (tabled rows cols).
Proof.
  intros rows cols small. destruct (plain_proper rows cols small) as [A B C D E F].
  split; cbn [tabled cells] in *; auto; intros c; [intros d|intros d|intros d|];
    rewrite ?tabled_rook, ?tabled_king; [apply A|apply B|apply C|apply D].
Qed.

Lemma tabled_moves : forall rows cols v s, moves (tabled rows cols) v s = moves (plain rows cols) v s.
Proof.
  intros rows cols v s. destruct v; cbn [moves].
  - unfold classic_moves. rewrite tabled_rook. reflexivity.
  - apply map_ext. intros c. rewrite tabled_king. reflexivity.
  - unfold turned, lockdown_turn. rewrite tabled_king. reflexivity.
  - apply map_ext. intros c. rewrite tabled_king. reflexivity.
  - unfold turned, blockade_turn. rewrite tabled_rook. f_equal.
    apply flat_map_ext. intros c. rewrite tabled_rook. reflexivity.
Qed.

Lemma tabled_next : forall rows cols v s, next (tabled rows cols) v s = next (plain rows cols) v s.
Proof. intros. unfold next. rewrite tabled_moves. reflexivity. Qed.

(** The permutations that may be symmetries, as functions, and those of them that are. *)
Definition placings (rows cols : N) : list (N -> N) :=
  flat_map (fun turned => flat_map (fun down => map (fun right =>
    mirror (map (fun c =>
      let r := if down : bool then rows - 1 - c / cols else c / cols in
      let k := if right : bool then cols - 1 - c mod cols else c mod cols in
      if turned : bool then k * cols + r else r * cols + k) (all_cells rows cols)))
    [false; true]) [false; true]) (if (rows =? cols)%N then [false; true] else [false]).
Definition symmetries_of (rows cols : N) (b : board) : list (N -> N) :=
  filter (fun p => existsb (fun q => symmetric b p q) (placings rows cols)) (placings rows cols).

Lemma symmetries_right : forall rows cols b p, In p (symmetries_of rows cols b) ->
  exists q, symmetric b p q = true.
Proof.
  intros rows cols b p H. apply filter_In in H as [_ H]. apply existsb_exists in H as (q & _ & H).
  exists q. exact H.
Qed.

(** ** The methods, on one board *)
Section Methods.
Context {source : Type}.
Variable read : source -> option (N * source).
Variables rows cols : N.
Hypothesis small : rows * cols <= 127.
Variable v : variant.
Variable fuel : nat.

(** The board with its tables and the edges, which are computed once. *)
Variable b : board.
Hypothesis b_tabled : b = tabled rows cols.
Variables nf nl : N.
Hypothesis nf_edge : nf = not_first rows cols.
Hypothesis nl_edge : nl = not_last rows cols.

Definition state_of (key : N) : state :=
  match v with
  | Classic => St (N.shiftr key 7) 0 (N.land key 127)
  | Duel => St 0 (N.shiftr key (rows * cols)) (N.land key (N.ones (rows * cols)))
  | Lockdown | Blockade => St (N.shiftr key 14) (N.land (N.shiftr key 7) 127) (N.land key 127)
  | Claim => St key 0 0
  end.

(** What is remembered of walks is right about the turns of the game. *)
Definition right_here (known : memory) : Prop :=
  match v with
  | Lockdown => right (lockdown_turn b) known
  | Blockade => right (blockade_turn b) known
  | _ => True
  end.
Definition nothing : memory := PositiveMap.empty failure.
Lemma nothing_right_here : right_here nothing.
Proof. unfold right_here. destruct v; try exact I; apply nothing_right. Qed.

Definition walks (known : memory) (s : state) (w : list N) : option memory :=
  match v with
  | Lockdown => lockdown_walk b (king_steps cols nf nl) fuel known (free s) (free s) (mine s) (yours s) w
  | Blockade => blockade_walk b (rook_steps cols nf nl) fuel known (free s) (free s) (mine s) (yours s) w
  | _ => None
  end.

Definition copies (p : N -> N) (s : state) : bool :=
  match v with
  | Duel => duel_copies b p s
  | Lockdown => lockdown_copies b p s
  | _ => false
  end.

Definition matched (p : N -> N) (s : state) : bool :=
  match v with
  | Classic =>
      let first := if (yours s =? nowhere)%N then cells b else rook b (yours s) in
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

Let b_proper : proper b.
Proof. rewrite b_tabled. exact (tabled_proper _ _ small). Qed.

Lemma steps_king : forall s c d, has s c = true -> In d (king b c) ->
  has (king_steps cols nf nl s) d = true.
Proof.
  intros s c d Hc Hd. rewrite nf_edge, nl_edge. apply king_steps_reach with c; [exact Hc|].
  rewrite b_tabled, tabled_king in Hd. exact Hd.
Qed.
Lemma steps_rook : forall s c d, has s c = true -> In d (rook b c) ->
  has (rook_steps cols nf nl s) d = true.
Proof.
  intros s c d Hc Hd. rewrite nf_edge, nl_edge. apply rook_steps_reach with c; [exact Hc|].
  rewrite b_tabled, tabled_rook in Hd. exact Hd.
Qed.

Lemma walks_win : forall known s w learnt, right_here known -> walks known s w = Some learnt ->
  right_here learnt /\ wins game s.
Proof.
  intros known [f m y] w learnt R H. unfold walks, right_here in *. unfold game.
  cbn [free mine yours] in H. destruct v; try discriminate.
  - destruct (lockdown_walk_wins b b_proper _ steps_king fuel _ _ _ _ _ w _ R H) as [R' W].
    split; [exact R'|]. exact (W f (fun c X => X) (fun c X => X)).
  - destruct (blockade_walk_wins b b_proper _ steps_rook fuel _ _ _ _ _ w _ R H) as [R' W].
    split; [exact R'|]. exact (W f (fun c X => X) (fun c X => X)).
Qed.

Lemma copies_win : forall p s, copies p s = true -> loses game s.
Proof.
  intros p s H. unfold copies in H. unfold game. destruct v; try discriminate.
  - exact (duel_copies_wins b b_proper p s H).
  - exact (lockdown_copies_wins b b_proper p s H).
Qed.

Lemma copies_by_win : forall n s, copies_by n s = true -> loses game s.
Proof.
  intros n s H. unfold copies_by in H. destruct (nth_error _ _); [|discriminate].
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

(** The two games with markers, by intervals. *)
Definition outlasts (known : memory) (least most m y : N) (k : nat) : option memory :=
  match v with
  | Lockdown => lockdown_outlasts b (king_steps cols nf nl) fuel known least most m y k
  | Blockade => blockade_outlasts b (rook_steps cols nf nl) fuel known least most m y k
  | _ => None
  end.

Definition copies_all (n least most m y : N) : bool :=
  match v, nth_error mirrors (N.to_nat n) with
  | Lockdown, Some p => lockdown_copies_all b (king_steps cols nf nl) fuel p least most m y
  | _, _ => false
  end.

Definition has_intervals : bool :=
  match v with Lockdown => true | Blockade => (2 <=? cols)%N | _ => false end.

Definition check_by_intervals (root : state) (mover_wins : bool) (from : source) : outcome unit :=
  let* _ := need has_intervals "intervals are for lockdown and blockade" in
  check_intervals read v b _ nothing outlasts copies_all (symmetries_of rows cols b) fuel root mover_wins from.

Lemma by_intervals_sound : forall root mover_wins from r,
  check_by_intervals root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros root mover_wins from r H. unfold check_by_intervals in H.
  apply bind_fine in H as (u & I & H). destruct has_intervals eqn:E; [|discriminate]. clear u I.
  refine (intervals_sound read rows cols v _ b b_proper _ _ memory right_here nothing
    nothing_right_here outlasts copies_all _ _
    (symmetries_of rows cols b) (symmetries_right rows cols b) _ _ _ _ _ H).
  - unfold has_intervals in E. destruct v; try discriminate; [left; reflexivity|right].
    split; [reflexivity|apply N.leb_le; exact E].
  - intros s. rewrite b_tabled. apply tabled_next.
  - intros s. rewrite b_tabled. apply tabled_moves.
  - intros known least most m y k learnt R O. unfold outlasts, right_here in *.
    destruct v; try discriminate.
    + exact (lockdown_outlasts_wins b b_proper _ steps_king fuel _ _ _ _ _ _ _ R O).
    + exact (blockade_outlasts_wins b b_proper _ steps_rook fuel _ _ _ _ _ _ _ R O).
  - intros n least most m y C f L M. unfold copies_all in C. destruct v; try discriminate.
    destruct (nth_error mirrors (N.to_nat n)) as [p|]; [|discriminate].
    exact (lockdown_copies_all_win b b_proper _ steps_king fuel p _ _ _ _ C f L M).
Qed.

(** Claim, by a table of as many nimbers as there are records. *)
Definition check_nimbers (records nimber : N) (root : state) (mover_wins : bool) (from : source) :
    outcome unit :=
  match v with
  | Claim =>
      let* g := read_nimber cols b (masks_of rows cols) fuel read records (free root) from in
      let* _ := need (g =? nimber)%N "the root has another nimber" in
      need (Bool.eqb mover_wins (negb (g =? 0)%N)) "by its nimber, the other player wins"
  | _ => Refused "nimbers are for claim" []
  end.

Lemma nimbers_sound : forall records nimber root mover_wins from r,
  check_nimbers records nimber root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros records nimber root mover_wins from r H. unfold check_nimbers in H. unfold game.
  destruct v; try discriminate.
  apply bind_fine in H as (g & G & H). apply bind_fine in H as (_ & _ & H).
  apply (read_nimber_right rows cols small) in G.
  - apply claim_winner in G.
    assert (if mover_wins then wins (next (plain rows cols) Claim) root
            else loses (next (plain rows cols) Claim) root) as W.
    { destruct mover_wins, (g =? 0)%N; try discriminate; exact G. }
    rewrite b_tabled.
    destruct (equal_games _ _ _ (fun s => eq_sym (tabled_next rows cols Claim s)) root) as [A B].
    destruct mover_wins; auto.
  - rewrite b_tabled. reflexivity.
  - intros c. rewrite b_tabled. apply tabled_king.
  - reflexivity.
Qed.

(** The images that a record of a strategy stands for, if the header says so. *)
Definition ways (with_images : bool) : list (state -> state) :=
  if with_images then map (set_image b v) (symmetries_of rows cols b) else [].

Lemma ways_right : forall with_images w, In w (ways with_images) ->
  forall s, wins game (w s) -> wins game s.
Proof.
  intros [] w Hw s W; [|destruct Hw]. apply in_map_iff in Hw as (p & <- & Hp).
  destruct (symmetries_right _ _ _ _ Hp) as [q K].
  exact (set_image_wins b v p q K s W).
Qed.

(** A method, by its name; pairs are the field "matching". *)
Definition check_method (method : string) (opening : option N) (pairs : list (N * N))
    (with_images : bool) (records nimber : option N) (root : state) (mover_wins : bool) (from : source) : outcome unit :=
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
    check_nimbers records nimber root mover_wins from
  else Refused ("this checker does not have the method " ++ method) [].

Lemma method_sound : forall method opening pairs with_images records nimber root mover_wins from r,
  check_method method opening pairs with_images records nimber root mover_wins from = Fine r ->
  if mover_wins then wins game root else loses game root.
Proof.
  intros method opening pairs with_images records nimber root mover_wins from r H. unfold check_method in H.
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
  destruct (method =? "nimbers"); [|discriminate].
  apply bind_fine in H as (n & _ & H). apply bind_fine in H as (g & _ & H).
  exact (nimbers_sound _ _ _ _ _ _ H).
Qed.
End Methods.

(** ** The header *)
Definition variant_of (name : string) : option variant :=
  if name =? "classic" then Some Classic else if name =? "duel" then Some Duel
  else if name =? "lockdown" then Some Lockdown else if name =? "claim" then Some Claim
  else if name =? "blockade" then Some Blockade else None.
Definition player_of (name : string) : option player :=
  if name =? "X" then Some PlayerX else if name =? "O" then Some PlayerO else None.
Definition as_player (v : json) : option player :=
  match as_text v with Some t => player_of t | None => None end.
Definition as_pair (v : json) : option (N * N) :=
  match as_list 2 as_number v with Some [a; b] => Some (a, b) | _ => None end.
Definition or_none {A} (o : option (list A)) : list A := match o with Some l => l | None => [] end.

(** A number of at most 64, in decimal digits. *)
Definition decimal (n : N) : string :=
  let d k := String (ascii_of_N (48 + k)) "" in
  if (n <? 10)%N then d n else d (n / 10)%N ++ d (n mod 10)%N.

Definition known_fields : list string :=
  ["variant"; "board"; "position"; "to_move"; "winner"; "method"; "opening"; "mirrors"; "matching";
   "images"; "nimber"; "value"; "reduce"; "records"; "layers"; "bytes"; "sha256"; "program"].

(** The header: what it claims; the position, read; the fields. *)
Definition check_header (fuel : nat) (l : list ascii) : outcome (claim * position * fields) :=
  let* fs := given (object fuel l) "the header is not an object of JSON" in
  let* _ := need (forallb (fun f => existsb (String.eqb (fst f)) known_fields) fs)
              "the header has an unknown field" in
  let* _ := need (all_once fs) "the header has a field twice" in
  let* name := want fs as_text "variant" in
  let* v := given (variant_of name) "the header has an unknown variant" in
  let* on := want fs as_text "position" in
  let* side := want fs as_player "to_move" in
  let* winner := want fs as_player "winner" in
  let* board := want fs as_text "board" in
  let* p := given (read_position v on) "the game has no such position" in
  let* _ := need (same_player side (to_move p)) "to_move is not the side of the position" in
  let* _ := need (board =? decimal (rows p) ++ "x" ++ decimal (cols p))
              "board is not that of the position" in
  Fine (Claimed v on winner, p, fs).

(** The most bytes of the two lines before the body, their ends included. *)
Definition first_limit : nat := 100.
Definition header_limit : nat := N.to_nat 1048577.

Definition check {source : Type} (read : source -> option (N * source)) (fuel : nat)
    (from : source) : outcome claim :=
  let* (first, from) := line read first_limit [] from in
  let first := string_of_list_ascii first in
  let* _ := need ((first =? "gridlock-proof 1") || (first =? "gridlock-proof 2"))
              "this is not a certificate of version 1 or 2" in
  let* (second, from) := line read header_limit [] from in
  let* (c, p, fs) := check_header fuel second in
  let* method := want fs as_text "method" in
  let* opening := may fs as_number "opening" in
  let* mirrors := may fs (as_list header_limit (as_list 64 as_number)) "mirrors" in
  let* images := may fs as_number "images" in
  let* pairs := may fs (as_list 64 as_pair) "matching" in
  let* records := may fs as_number "records" in
  let* nimber := may fs as_number "nimber" in
  let* _ := check_method read (rows p) (cols p) (game c) fuel (tabled (rows p) (cols p))
              (not_first (rows p) (cols p)) (not_last (rows p) (cols p))
              (map mirror (or_none mirrors)) method opening (or_none pairs)
              (match images with Some _ => true | None => false end)
              records nimber (at_start p) (same_player (to_move p) (winner c)) from in
  Fine c.

(** ** Soundness *)
Lemma read_position_small : forall v text p, read_position v text = Some p -> rows p * cols p <= 64.
Proof.
  intros v text p H. unfold read_position in H.
  destruct (read_rows (list_ascii_of_string text)) as [lines rest].
  match type of H with (if ?c then _ else _) = _ => destruct c eqn:C end; [|discriminate].
  destruct (read_side rest) as [side|]; [|discriminate].
  destruct (read_state _ _ _ side v) as [s|]; [|discriminate].
  injection H as <-. cbn [rows cols].
  apply andb_prop in C as [C _]. apply andb_prop in C as [_ C]. apply N.leb_le. exact C.
Qed.

Lemma header_claim : forall fuel l c p fs, check_header fuel l = Fine (c, p, fs) ->
  read_position (game c) (on c) = Some p.
Proof.
  intros fuel l c p fs H. unfold check_header in H.
  repeat match type of H with
  | bind (given (read_position ?v ?t) _) _ = _ =>
      let E := fresh "E" in destruct (read_position v t) as [q|] eqn:E;
        [cbn [given bind] in H|discriminate]
  | bind _ _ = _ => apply bind_fine in H as (? & ? & H)
  end.
  injection H as <- <- <-. exact E.
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
  apply bind_fine in H as (u & M & H). injection H as <-.
  unfold holds. rewrite E. pose proof (read_position_small _ _ _ E) as S.
  assert (rows p * cols p <= 127) as small by (eapply N.le_trans; [exact S|discriminate]).
  pose proof (method_sound read (rows p) (cols p) small (game c') fuel _ eq_refl _ _ eq_refl eq_refl
    _ _ _ _ _ _ _ _ _ _ _ M) as W.
  destruct (equal_games _ _ _ (tabled_next (rows p) (cols p) (game c')) (at_start p)) as [A B].
  destruct (same_player _ _); auto.
Qed.
