// Package theory decides positions of games of the family without search, exactly. Each file holds one lemma and its
// consequences; the arguments are in docs/soundness.md. [For] says which lemmas hold in which game, by its rules. So
// the lemmas of the five games also serve games with other neighbourhoods.
//
//	matching.go  classic            who wins, and every winning move
//	nimber.go    claim              the Sprague–Grundy value
//	col.go       duel               outcome and value of Col, a number or a number + ∗
//	dominated.go duel               cells and moves that are of no use
//	mirror.go    duel, lockdown     a second player who copies; in Snort and Node Kayles, too
//	separate.go  lockdown, blockade players who can no longer meet
//	sure.go      Snort              cells that the opponent can never close, dominated moves
//	alive.go     all                cells that do not matter, and how long a game can last
//	parts.go     all                parts of the board that do not affect each other
//
// For most uses, make a [Theory] for a game and call [Theory.Decide].
//
// All functions work on a variants.State, so they see positions from the mover's side, with
// holes and in mid-game. Nothing is guessed: where no lemma applies, the answer is unknown.
package theory
