// Package analysis explains positions and games: what every move of a position leads to and
// why, and which moves of a game were mistakes.
//
// For most uses, call [Analyze] for a position and [ReviewGame] for a game:
//
//	a, err := analysis.Analyze(ctx, position, analysis.Options{})
//
// Everything in the answers is proven, as in package solver; what is not known is left out. When a limit is reached, an answer says what was known by then.
//
//	move.go      a move from the side of its player, best moves first
//	position.go  a position: its moves, and what follows from them
//	reason.go    the lemma by which a move or a position is decided
//	words.go     what it says to people: the one place
//	facts.go     images, components, rooms
//	cells.go     what each cell gives
//	review.go    a game, ply by ply
package analysis
