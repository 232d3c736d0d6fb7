// Package theory is what is known about the five games without search, exactly.
// Each file holds one lemma and what follows from it; the arguments are in
// docs/soundness.md. Which lemmas go with which game is said by [For], and nowhere else.
//
//	matching.go  classic            who wins, and every winning move
//	nimber.go    claim              the Sprague–Grundy value
//	col.go       duel               outcome and value of Col, a number or a number + ∗
//	mirror.go    duel, lockdown     a second player who copies
//	separate.go  lockdown, blockade players who can no longer meet
//	alive.go     all five           cells that do not matter, and how long a game can last
//	parts.go     all five           parts of the board that do not affect each other
//
// For most uses, make a [Theory] for a game and call [Theory.Decide].
//
// Everything here is a function of a variants.State, so it sees positions from
// the mover's side, with holes and in mid-game. Nothing is ever guessed: where a
// lemma does not apply, the answer is that it is not known.
package theory
