// Package solver is the contract of engines and stores: an [Engine] finds the [Result] of a
// position within the limits of its [Options]. Most programs use the engine of package auto:
//
//	result, err := auto.Engine{}.Solve(ctx, position, solver.Options{})
//
// This engine picks among the others: brute (plain recursion), pn (who wins, on the largest boards), negamax (distances
// on larger boards), retrograde (tables of all positions). A result holds only what is proven. [Knowledge] joins the
// results of several sources.
//
// A position's outcome is a win or a loss for the player to move; there are no draws. Its
// distance is the number of plies to the end of the game with best play: the winner hurries, the
// loser delays. Whoever cannot move loses, so an even distance is a loss for the player to move
// and an odd one a win.
package solver
