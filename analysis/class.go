package analysis

import (
	"context"
	"fmt"

	"gridlock/solver"
	"gridlock/variants"
)

// Class is the outcome class of a position: who wins if X begins, and who if O begins, as far as known. X is Left
// (Berlekamp, Conway and Guy, Winning Ways, chapter 2).
//
// If O begins, all marks stay as they are, and O is to move. See [OtherBegins].
type Class struct {
	Outcomes [2]solver.Outcome // the outcomes for the player who begins, indexed by this player
}

// NoClassError reports that a position has no outcome class, and why.
type NoClassError struct{ err error }

// Error says why there is no class.
func (e *NoClassError) Error() string {
	return fmt.Sprintf("the position has no outcome class, since only one player can be to move in it: %v", e.err)
}

// Unwrap returns why the rules have no position with the other player to move.
func (e *NoClassError) Unwrap() error { return e.err }

// OtherBegins returns p with the other player to move. If it does not matter who is to move, it returns p itself: in
// classic and claim, and wherever both players have the same prospects, as at the start of most games. The error is a
// [NoClassError], as in lockdown after the first move, when O has to place a marker that X has placed already.
func OtherBegins(p variants.Position) (variants.Position, error) {
	if p.Neutral() {
		return p, nil
	}
	q, err := p.WithSide(p.Side().Opponent())
	if err != nil {
		return q, &NoClassError{err}
	}
	return q, nil
}

// NewClass returns the class of a position from its outcome and the outcome of [OtherBegins].
func NewClass(p variants.Position, outcome, other solver.Outcome) (c Class) {
	if p.Neutral() {
		other = outcome
	}
	c.Outcomes[p.Side()], c.Outcomes[p.Side().Opponent()] = outcome, other
	return c
}

// Winner returns who wins if a player begins; ok is false if the winner is not known.
func (c Class) Winner(first variants.Player) (winner variants.Player, ok bool) {
	switch c.Outcomes[first] {
	case solver.Win:
		return first, true
	case solver.Loss:
		return first.Opponent(), true
	}
	return winner, false
}

// classes has the name and meaning of each class, by the outcomes if X begins, and if O does.
var classes = map[[2]solver.Outcome][2]string{
	{solver.Win, solver.Win}:   {"N", "whoever begins wins"},
	{solver.Loss, solver.Loss}: {"P", "whoever begins loses"},
	{solver.Win, solver.Loss}:  {"L", "X wins, whoever begins"},
	{solver.Loss, solver.Win}:  {"R", "O wins, whoever begins"},
}

// Name returns N if the starter wins, P if the other player does, L if X always wins, R if O always wins, and "" if the
// winners are not known.
func (c Class) Name() string { return classes[c.Outcomes][0] }

// Text says the class in words, as far as it is known.
func (c Class) Text() string {
	if known, ok := classes[c.Outcomes]; ok {
		return known[0] + ": " + known[1]
	}
	for _, first := range []variants.Player{variants.X, variants.O} {
		if winner, ok := c.Winner(first); ok {
			return fmt.Sprintf("not known; if %v begins, %v wins", first, winner)
		}
	}
	return "not known"
}

// Class returns the outcome class of the position; ok is false if it was not asked for.
func (a Answer) Class() (c Class, ok bool) {
	if a.Other == nil {
		return c, false
	}
	return NewClass(a.Position(), a.Result().Outcome, a.Other.Outcome), true
}

// Other finds out who wins if the other player begins, as [Ask] does. The result is empty if it does not matter who
// begins. The error may be a [NoClassError].
func Other(ctx context.Context, p variants.Position, opt Options) (solver.Result, error) {
	q, err := OtherBegins(p)
	if err != nil || q == p {
		return solver.Undecided(""), err
	}
	opt.Auto.Known, opt.Auto.Learned, opt.Auto.Prover = nil, nil, nil
	found, err := Ask(ctx, q, Verdict, opt)
	return found.Result(), err
}
