package variants

// lockdownGame is GridLockdown: X places a marker on any free cell, then O on any other; from then
// on each player moves their marker to a king-adjacent cell that has never been occupied.
//
//	position           State (X to move)
//	 1  x  X  4        Free    # . . #      Mine    . . # .      Yours   . . . .
//	 5  6  7  8                # # # #              . . . .              . . . .
//	 9  o  O 12                # . . #              . . . .              . . # .
//	13 14 15 16                # # # #              . . . .              . . . .
func lockdownGame() Definition {
	return Definition{
		ID: Lockdown, Title: "GridLockdown",
		Literature: "partizan vertex geography, king-move Tron; Generalized King Dirt <1,1,1>",
		Summary:    "place a marker, then move it like a king, never onto a used cell",
		Family:     Family{Kind: Walk, Near: King},
	}
}
