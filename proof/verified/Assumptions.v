(** Prints what each theorem that the documents name rests on. *)
From Gridlock Require Import Game Ends Check.
Print Assumptions wins_not_loses.
Print Assumptions somebody_wins.
Print Assumptions check_sound.
