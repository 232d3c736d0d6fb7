// Package solver decides positions: who wins, and in how many plies.
//
// For most uses, call [Engine.Solve] of [Auto]:
//
//	result, err := solver.Auto{}.Solve(ctx, position, solver.Options{})
//
// # Engines
//
// [Naive] and [Memo] are plain recursion over the rules of package variants,
// without and with a memory. They know nothing but the rules and prune nothing,
// so they stay the ground truth that every faster engine is tested against.
// [Theory] does not search at all: it knows what package theory knows. [PN] is
// proof-number search: it proves who wins on far larger boards, and finds no
// distance. [Negamax] is alpha-beta search: it finds on such boards what Memo does
// on small ones. [Retrograde] finds the distances of all positions that can be reached,
// and hands out the table. [Auto] asks those of them that answer most cheaply; [AllMoves] asks
// it about every move of a position.
//
// # Outcome and distance
//
// A position's outcome is whether the player to move wins or loses; somebody
// always does. Its distance is the number of plies until the game is over when
// the winner hurries and the loser delays. Since turns alternate and whoever
// cannot move loses, an even distance is always a loss for the player to move
// and an odd one a win: a distance says the outcome too.
//
// # Limits
//
// Every engine stops when its context ends or a limit of its [Options] is
// reached. It then returns what it knows together with an error: [ErrLimit] for
// a limit; ErrLimit and context.DeadlineExceeded for a deadline; and context.Canceled when it
// was cancelled. The cause of the context is in the error, too, see [Stopped].
package solver
