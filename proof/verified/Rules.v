(** The rules of the family of games; to be compared with docs/rules.md.

    A game is a kind of move, and what is near a cell (Board.v). The kinds are

      Place     a mark on a cell that is open to the player; it closes the cells near it to its
                owner, to the other player, to both, or to nobody
      Follow    a mark near the one placed last, of either player; the first one anywhere
      Walk      a step of the player's marker to a free cell near it, which uses up the cell that
                was left; a marker that is not placed is placed on any free cell
      Walk with blocks: after the step a cell near the new one is blocked, and the cell that was
                left is free again

    A state is what the rest of a game depends on (docs/proof-format.md, "Positions"):

      Place     mine: the cells that I may still take; yours: those that the opponent may
      Place All free: the cells that both may still take
      Follow    free: empty cells; yours: the cell of the mark placed last
      Walk      free: cells without marker, block or hole that are not used up; mine, yours: the
                cells of the two markers

    "I" am the player to move. What a game does not use is 0, and a marker that is not placed
    is [nowhere]. Holes are cells that are never free, mine or yours. Marks.v proves that the games of
    [Place] are the same with marks; Five.v, that the five games are as they were before there was a
    family.

    Each game is a list of moves: a number, and the state after the move, in which the opponent
    is "I". The numbers are those of certificates. They are names: who wins does not depend on
    them. *)
From Coq Require Import List Bool NArith.
From Gridlock Require Import Board.
Import ListNotations.
Open Scope N_scope.

Inductive side := Nobody | Own | Other | All.
Inductive kind := Place (closes : side) | Follow | Walk (block : bool).

Record state := St { free : N; mine : N; yours : N }.

Section Rules.
Variable b : board.

(** Take a cell: it is lost to both, and the cells near it are lost to whom it closes them. *)
Definition place (closes : side) (s : state) : list (N * state) :=
  match closes with
  | All => map (fun c => (c, St (without (c :: near b c) (free s)) 0 0)) (filter (has (free s)) (cells b))
  | _ =>
      let to_me c := match closes with Own => near b c | _ => [] end in
      let to_you c := match closes with Other => near b c | _ => [] end in
      map (fun c => (c, St 0 (without (c :: to_you c) (yours s)) (without (c :: to_me c) (mine s))))
        (filter (has (mine s)) (cells b))
  end.

Definition follow (s : state) : list (N * state) :=
  map (fun c => (c, St (del c (free s)) 0 c))
    (filter (has (free s)) (if yours s =? nowhere b then cells b else near b (yours s))).

(** A turn of one player who walks does not depend on whether it is the other's marker or a hole
    that takes a cell away. So here are turns of one player: a number, the cells that are free
    afterwards, and where the marker is then. *)
Definition walker : Type := N * N.

Definition step (x : walker) : list (N * walker) :=
  let (area, marker) := x in
  map (fun c => (c, (del c area, c)))
    (filter (has area) (if marker =? nowhere b then cells b else near b marker)).

(** Step to a free cell; then block a cell near that one, which is free, or is the one just left. *)
Definition step_and_block (x : walker) : list (N * walker) :=
  let (area, marker) := x in
  flat_map (fun '(m, c) =>
      let left := del c (add marker area) in
      map (fun '(n, d) => (many b * m + n, (del d left, c))) (filter (fun s => has left (snd s)) (steps b c)))
    (filter (fun s => has area (snd s)) (steps b marker)).

Definition walk (block : bool) (s : state) : list (N * state) :=
  map (fun m => (fst m, St (fst (snd m)) (yours s) (snd (snd m))))
    ((if block then step_and_block else step) (free s, mine s)).

Definition moves (k : kind) : state -> list (N * state) :=
  match k with
  | Place closes => place closes
  | Follow => follow
  | Walk block => walk block
  end.

(** The game: the states after a move. *)
Definition next (k : kind) (s : state) : list state := map snd (moves k s).
End Rules.

(** The number of sequences of so many moves, to compare with [gridlock perft]. *)
Fixpoint perft (b : board) (k : kind) (depth : nat) (s : state) : N :=
  match depth with
  | O => 1
  | S d => fold_left (fun n t => n + perft b k d t) (next b k s) 0
  end.
