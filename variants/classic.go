package variants

// classicGame is GridLock: the first marker goes anywhere, every later one on an empty cell beside
// the last placed marker, of either player.
//
//	position          State
//	[ ][x][ ][ ]      Free    # . # #      Yours   . . . .
//	[ ][o][X][ ]              # . . #              . . # .
//	[ ][ ][ ][ ]              # # # #              . . . .
//	[ ][ ][ ][ ]              # # # #              . . . .
//
// Here O may play 1,3 or 2,4 or 3,3.
func classicGame() Definition {
	return Definition{
		ID: Classic, Title: "GridLock", Names: RowColFrom1,
		Literature: "undirected vertex geography with a free first placement",
		Summary:    "place beside the last placed marker",
		Family:     Family{Kind: Follow, Near: Rook},
	}
}
