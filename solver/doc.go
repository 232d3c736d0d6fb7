// Package solver is what engines, stores and those who use them agree on: an [Engine] finds
// out, within [Options], a [Result]. The engines are packages of their own:
//
//   - auto asks those of the others that answer most cheaply, and answers for every legal move;
//     it also has theory, which answers by lemmas alone;
//   - brute is plain recursion over the rules, with a memory and without, the measure of all
//     others;
//   - pn is proof-number search, which finds who wins on the largest boards, but no distance;
//   - negamax is alpha-beta search, which finds distances on larger boards than brute;
//   - retrograde finds the distances of all positions that can be reached, and hands out the
//     table.
//
// For most uses, call [gridlock/solver/auto.Engine]:
//
//	result, err := auto.Engine{}.Solve(ctx, position, solver.Options{})
//
// Whatever an engine says is proven, or left out. [Knowledge] joins what several sources say
// of a position and of its moves.
//
// # Outcome and distance
//
// A position's outcome is whether the player to move wins or loses; there are no draws. Its
// distance is the number of plies until the game is over when the winner hurries and the loser
// delays. Since turns alternate and whoever cannot move loses, an even distance is always a
// loss for the player to move and an odd one a win: a distance says the outcome too.
//
// # Limits
//
// Every engine stops when its context ends or a limit of its [Options] is reached. It then
// returns what it knows together with an error: [ErrLimit] for a limit; ErrLimit and
// context.DeadlineExceeded for a deadline; and context.Canceled when it was cancelled. The cause
// of the context is in the error, too, see [Stopped].
package solver
