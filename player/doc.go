// Package player plays: perfectly where it can, or at a lower level, so that a beginner
// can win.
//
// For most uses, make a [Player] with [New] at the beginning of a game, ask it with [Player.Choose] for a move whenever
// it is its turn, and [Player.Close] it in the end. It remembers the findings for one move at the next.
//
// # The perfect player
//
// It looks up a position, and the positions after its moves, in [Options.Store]. Then it asks theory and search, until
// it knows the quickest win or the longest resistance, or the time is up. It always uses what it knows:
//
//   - if moves are proven to win, it makes the quickest known one;
//   - if all moves are proven to lose, it makes a move that lasts longest; among these, a move that leaves the opponent
//     the fewest winning answers;
//   - if nothing is proven, it makes the search's first choice, or another move that is not proven to lose.
//
// # The other levels
//
// [Strong] looks ahead for a few thousand positions. [Casual] does so for a few hundred, and then makes another move
// half of the time. [Random] does not look ahead. None of these three levels uses the store.
package player
