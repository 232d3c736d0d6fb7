// Package player plays: perfectly where it can, or at a lower level, so that a beginner
// can win.
//
// For most uses, make a [Player] with [New] at the beginning of a game, ask it with
// [Player.Choose] for a move whenever it is its turn, and [Player.Close] it in the end. What
// it has found out for one move it still knows at the next.
//
// # The perfect player
//
// It looks a position and those after its moves up in [Options.Store]. Then it asks theory and search, until it knows
// the quickest win or the longest resistance, or the time is up. It is never worse than what it knows:
//
//   - where a move is proven to win, it makes one that is, the quickest known;
//   - where it is proven that all lose, it makes one of those that last longest, and among
//     these one that leaves the opponent the fewest answers that still win;
//   - where nothing is proven, it makes the move on which the search looked first, or
//     another that is not proven to lose.
//
// # The other levels
//
// [Strong] looks ahead for a few thousand positions, [Casual] for a few hundred, and then
// makes another move as often as not. [Random] does not look. None of them looks anything
// up.
package player
