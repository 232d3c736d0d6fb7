(** Who wins from the empty board, on boards of every size: what is claimed.

    Everywhere.v proves it, from the rules of Rules.v. There is no largest board: [rows] and [cols] are any
    numbers, 0 included. *)
From Coq Require Import List NArith Ascii String.
From Gridlock Require Import Game Board Rules Claim Nim.
Import ListNotations.
Open Scope N_scope.

(** ** What it means

    The board at the start is one of dots, X to move, or has markers at the ends of the middle row. It is
    read as the positions of certificates are (Claim.v). *)
Definition left_end (rows cols : N) : N := cols * (rows / 2).
Definition right_end (rows cols : N) : N := cols * (rows / 2) + (cols - 1).
Definition letter (s : start) (rows cols c : N) : ascii :=
  match s with
  | Ends => if c =? left_end rows cols then "X"%char else if c =? right_end rows cols then "O"%char else "."%char
  | _ => "."%char
  end.
Definition at_the_start (r : rules) (rows cols : N) : option state :=
  read_state r rows cols (board_of r rows cols) (map (letter (start_of r) rows cols) (all_cells rows cols))
    PlayerX.

Definition first_wins (r : rules) (rows cols : N) : Prop :=
  exists s, at_the_start r rows cols = Some s /\ wins (next (board_of r rows cols) (kind_of r)) s.
Definition second_wins (r : rules) (rows cols : N) : Prop :=
  exists s, at_the_start r rows cols = Some s /\ loses (next (board_of r rows cols) (kind_of r)) s.
Definition nimber_of (r : rules) (rows cols g : N) : Prop :=
  exists s, at_the_start r rows cols = Some s /\ nimber (next (board_of r rows cols) (kind_of r)) s g.

Definition snort : rules := Rules (Place Other) (Offsets rook) Plane Anywhere.

(** The same as text, for claims as certificates make them. *)
Fixpoint dots (n : nat) (rest : string) : string :=
  match n with O => rest | S n => String "." (dots n rest) end.
Fixpoint empty_text (rows cols : nat) : string :=
  match rows with
  | O => ""
  | 1%nat => dots cols " x"
  | S rows => dots cols (String "/" (empty_text rows cols))
  end.

(** ** Exchanges of cells

    An exchange pairs all cells. What is near a cell is, seen from its partner, the partners. *)
Record exchange (b : board) (p : N -> N) : Prop := {
  goes_back : forall c, In c (cells b) -> In (p c) (cells b) /\ p (p c) = c;
  moves_all : forall c, In c (cells b) -> p c <> c;
  keeps_near : forall c d, In c (cells b) -> In d (near b c) -> In (p d) (near b (p c));
}.

(** The games that are won by copying, and what they ask beside an exchange: where a mark closes cells to
    the other player, no cell may be near its partner. *)
Definition copied (k : kind) (b : board) (p : N -> N) : Prop :=
  match k with
  | Place Nobody | Place Own | Walk false => True
  | Place Other | Place All => forall c, In c (cells b) -> ~ In (p c) (near b c)
  | Follow | Walk true => False
  end.

(** The cell on the other side of the centre; and the one half the way round, on joined columns or rows. *)
Definition mirrored (n i : N) : N := n - 1 - i.
Definition half_turn (rows cols c : N) : N := cols * mirrored rows (c / cols) + mirrored cols (c mod cols).
Definition half_round (n i : N) : N := (i + n / 2) mod n.
Definition round_cols (cols c : N) : N := cols * (c / cols) + half_round cols (c mod cols).
Definition round_rows (rows cols c : N) : N := cols * half_round rows (c / cols) + c mod cols.

(** Neighbourhoods that are the same in all places, that look the same turned round,
  and that do so in a mirror
    that exchanges left and right. *)
Definition opposite (o : offset) : offset := Offset (down o) (up o) (right o) (left o).
Definition uniform (n : nearness) : Prop := match n with Graph _ _ _ _ => False | _ => True end.
Definition central (n : nearness) : Prop :=
  match n with
  | Offsets l => forall o, In o l -> In (opposite o) l
  | Queen => True
  | Graph _ _ _ _ => False
  end.

Definition flipped (o : offset) : offset := Offset (up o) (down o) (right o) (left o).
Definition lateral (n : nearness) : Prop :=
  match n with
  | Offsets l => forall o, In o l -> In (flipped o) l
  | Queen => True
  | Graph _ _ _ _ => False
  end.

(** ** The theorems *)
Module Type Theorems.

(** *** The games of this project, and Snort *)
Parameter classic_even : forall rows cols, N.Even rows \/ N.Even cols -> second_wins classic rows cols.
Parameter classic_odd : forall rows cols, N.Odd rows -> N.Odd cols -> first_wins classic rows cols.

Parameter lockdown_even : forall rows cols, N.Even rows \/ N.Even cols -> second_wins lockdown rows cols.

Parameter duel_even : forall rows cols, N.Even rows \/ N.Even cols -> second_wins duel rows cols.
Parameter duel_three_rows : forall cols, second_wins duel 3 cols.
Parameter duel_three_cols : forall rows, second_wins duel rows 3.

Parameter claim_odd : forall rows cols, N.Odd rows -> N.Odd cols -> first_wins claim rows cols.
Parameter claim_four_rows : forall cols, second_wins claim 4 cols.
Parameter claim_four_cols : forall rows, second_wins claim rows 4.

Parameter snort_even : forall rows cols, N.Even rows -> N.Even cols -> second_wins snort rows cols.
Parameter snort_odd : forall rows cols, 1 <= rows -> 1 <= cols -> N.Odd rows \/ N.Odd cols ->
  first_wins snort rows cols.

(** *** Any game of the family *)
Parameter copying : forall r rows cols p, let b := board_of r rows cols in
  start_of r = Anywhere -> exchange b p -> copied (kind_of r) b p -> second_wins r rows cols.

Parameter half_turn_even : forall k n sh rows cols, central n -> N.Even rows \/ N.Even cols ->
  copied k (board_by n sh rows cols) (half_turn rows cols) -> second_wins (Rules k n sh Anywhere) rows cols.
Parameter cylinder_even : forall k n sh rows cols, uniform n -> sh <> Plane -> N.Even cols ->
  copied k (board_by n sh rows cols) (round_cols cols) -> second_wins (Rules k n sh Anywhere) rows cols.
Parameter torus_even : forall k n rows cols, uniform n -> N.Even rows ->
  copied k (board_by n Torus rows cols) (round_rows rows cols) ->
    second_wins (Rules k n Torus Anywhere) rows cols.

(** On the plane a cell and its image are an odd number of rows apart if there is an even number of rows, and
    so with columns; no offset may go so. *)
Parameter half_turn_parity : forall closes l rows cols,
  central (Offsets l) -> N.Even rows \/ N.Even cols ->
  (forall o, In o l -> ~ (N.odd (up o + down o) = N.even rows /\ N.odd (left o + right o) = N.even cols)) ->
  second_wins (Rules (Place closes) (Offsets l) Plane Anywhere) rows cols.

(** Half the way round, no offset may lead to the partner. *)
Parameter cylinder_apart : forall closes l sh rows cols, sh <> Plane -> N.Even cols ->
  (forall o, In o l -> same (joins_rows sh) rows (down o) (up o) = false \/
                       same true cols (right o) (cols / 2 + left o) = false) ->
  second_wins (Rules (Place closes) (Offsets l) sh Anywhere) rows cols.
Parameter torus_apart : forall closes l rows cols, N.Even rows ->
  (forall o, In o l -> same true rows (down o) (rows / 2 + up o) = false \/
                       same true cols (right o) (left o) = false) ->
  second_wins (Rules (Place closes) (Offsets l) Torus Anywhere) rows cols.

(** Markers that start at the ends of the middle row are partners where a mirror,
  or half a turn if that row is
    in the middle, exchanges them. *)
Parameter ends_mirrored : forall n sh rows cols, lateral n -> 1 <= rows -> 1 <= cols -> N.Even cols ->
  second_wins (Rules (Walk false) n sh Ends) rows cols.
Parameter ends_turned : forall n sh rows cols, central n -> 1 <= cols -> N.Odd rows -> N.Even cols ->
  second_wins (Rules (Walk false) n sh Ends) rows cols.

(** A mark near the last one: pairs of cells that are near each other cover the board, or all of it but the
    cell where the first player begins. *)
Parameter pairs_cover : forall r rows cols p, let b := board_of r rows cols in
  start_of r = Anywhere -> kind_of r = Follow ->
  (forall c, In c (cells b) -> p (p c) = c /\ In (p c) (near b c)) -> second_wins r rows cols.
Parameter pairs_cover_but_one : forall r rows cols p o, let b := board_of r rows cols in
  start_of r = Anywhere -> kind_of r = Follow -> In o (cells b) ->
  (forall c, In c (cells b) -> c <> o -> p (p c) = c /\ In (p c) (near b c) /\ p c <> o) ->
    first_wins r rows cols.

(** Dominoes are such pairs where cells that share a side are near each other, whatever else is. *)
Parameter dominoes_even : forall l sh rows cols, incl rook l -> N.Even rows \/ N.Even cols ->
  second_wins (Rules Follow (Offsets l) sh Anywhere) rows cols.
Parameter dominoes_odd : forall l sh rows cols, incl rook l -> N.Odd rows -> N.Odd cols ->
  first_wins (Rules Follow (Offsets l) sh Anywhere) rows cols.

(** An exchange is not enough there: half a turn is one here, and the first player wins. *)
Parameter follow_is_not_copied :
  exchange (board_by (Offsets knight) Plane 2 2) (half_turn 2 2) /\
  first_wins (Rules Follow (Offsets knight) Plane Anywhere) 2 2.

(** *** What they mean in sums, and for certificates *)
Parameter second_nimber : forall r rows cols, second_wins r rows cols -> nimber_of r rows cols 0.

Parameter as_claimed : forall r rows cols, start_of r = Anywhere -> uniform (near_of r) ->
  1 <= rows -> 1 <= cols -> rows * cols <= 64 ->
  let text := empty_text (N.to_nat rows) (N.to_nat cols) in
  (second_wins r rows cols -> holds (Claimed r text PlayerO)) /\
  (first_wins r rows cols -> holds (Claimed r text PlayerX)).
End Theorems.
