(** Prints what each theorem that the documents name rests on. *)
From Gridlock Require Import Game Nim Ends Duel Walk Pairing Intervals Symmetry Cover Check Hex Theorems.
Print Assumptions wins_not_loses.
Print Assumptions somebody_wins.
Print Assumptions duel_with_marks.
Print Assumptions duel_read.
Print Assumptions nimber_sum.
Print Assumptions duel_copies_wins.
Print Assumptions interval_wins.
Print Assumptions lockdown_walk_wins.
Print Assumptions blockade_walk_wins.
Print Assumptions beyond_reach.
Print Assumptions image_wins.
Print Assumptions set_image_wins.
Print Assumptions intervals_sound.
Print Assumptions check_sound.
Print Assumptions classic_4x4.
Print Assumptions duel_4x4.
Print Assumptions lockdown_4x4.
Print Assumptions claim_4x4.
Print Assumptions blockade_4x4.
Print Assumptions lockdown_5x5.
Print Assumptions blockade_5x5.
Print Assumptions classic_8x8.
Print Assumptions duel_8x8.
Print Assumptions duel_3x21.
Print Assumptions duel_5x5.
