(** Certificates inside Coq: the bytes of a file as text, and how a theorem follows from them.

    The check runs in Coq's kernel, so such a theorem rests on Coq alone, not on the translation to
    OCaml. *)
From Coq Require Import List NArith Ascii String.
From Gridlock Require Import Claim Reader Check.
Import ListNotations.

(** The bytes that pairs of hexadecimal digits stand for. Blanks and line ends are skipped. *)
Fixpoint digits_of (s : string) : list N :=
  match s with
  | EmptyString => []
  | String c s => match hex c with Some d => d :: digits_of s | None => digits_of s end
  end.
Fixpoint pairs_of (l : list N) : list N :=
  match l with
  | a :: b :: l => (a * 16 + b)%N :: pairs_of l
  | _ => []
  end.
Definition of_hex (s : string) : list N := pairs_of (digits_of s).

Definition list_read (l : list N) : option (N * list N) :=
  match l with b :: l => Some (b, l) | [] => None end.

Definition checked (l : list N) : outcome claimed := check list_read (N.to_nat 100000) l.

Theorem checked_sound : forall l c, checked l = Fine c -> holds c.
Proof. intros l c. apply check_sound. Qed.

(** Proves [holds c] by running the checker on a list of bytes. *)
Ltac by_certificate l :=
  match goal with
  | |- holds ?c => exact (checked_sound l c (eq_refl (Fine c) <: checked l = Fine c))
  end.
