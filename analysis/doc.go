// Package analysis explains positions and games: what every move of a position leads to and why,
// and which moves of a game were mistakes.
//
// For most uses, call [Solve] to find who wins a position, [Analyze] to evaluate every move, and [ReviewGame] to review
// a game:
//
//	a, err := analysis.Analyze(ctx, position, analysis.Options{})
//
// Everything in the answers is proven, as in package solver, and unknown facts are left out. When a limit is reached,
// an answer has the facts known by then.
//
//	move.go      a move from the side of its player, best moves first
//	position.go  a position: its moves, and conclusions from them
//	reason.go    the lemma by which a move or a position is decided
//	words.go     all texts for people
//	facts.go     images, components, rooms
//	cells.go     the best move to each cell
//	review.go    a game, ply by ply
//
// # One way to ask
//
// Every verb that describes a position calls [Ask]. Until the question is answered, it uses
//
//  1. results that the caller has,
//  2. the opening book and the store (a [Store]): for the position, and for one of the moves that lead to the same
//     position up to a symmetry of the game,
//  3. theory of the position,
//  4. a search: for the winner and a winning move, or for every move.
//
// All steps add to one [solver.Knowledge], which draws the conclusions. The question Recall ends before theory and
// search. Results that a search has proven are saved in the store.
package analysis
