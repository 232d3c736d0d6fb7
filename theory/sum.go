package theory

import "gridlock/variants"

// Term is what a position adds to a sum of positions with the same player to move: its nimber, or its value with that
// player as Left. If it has neither, it is unknown, and so is each sum with it. Positions of a game may differ in that
// from board to board.
type Term struct {
	Nimber *int
	Value  *Value
}

// Plus returns the term of the sum of two positions with the same player to move. It is unknown if a term is, if they
// are of different kinds, or if the sum is too large for a Value.
func (a Term) Plus(b Term) Term {
	switch {
	case a.Nimber != nil && b.Nimber != nil:
		return Term{Nimber: new(*a.Nimber ^ *b.Nimber)}
	case a.Value != nil && b.Value != nil && int64(a.Value.x)+int64(b.Value.x) == int64(a.Value.x+b.Value.x):
		return Term{Value: new(a.Value.Plus(*b.Value))}
	}
	return Term{}
}

// Minus returns the term that cancels this one. The term is the same with the other player to move, if that player is
// then Left.
func (a Term) Minus() Term {
	if a.Value != nil {
		a.Value = new(a.Value.Minus())
	}
	return a
}

// Wins reports whether the player to move wins a sum with this total. The answer is Open if the term is unknown.
func (a Term) Wins() Answer {
	switch {
	case a.Nimber != nil:
		return yesOrNo(*a.Nimber != 0)
	case a.Value != nil:
		return yesOrNo(a.Value.LeftWinsFirst())
	}
	return Open
}

// Term returns what a state adds to a sum, without a limit of time. It is unknown if stop gave up, if the game's
// positions cannot be added ([Lemmas.Sums]), or if the value is too fine to represent.
func (t *Theory) Term(s variants.State) Term {
	switch {
	case t.nimbers != nil:
		return Term{Nimber: t.decideByNimber(s).Nimber}
	case t.values == nil:
		return Term{}
	}
	if zero := t.copied(s).Value; zero != nil {
		return Term{Value: zero}
	}
	return Term{Value: t.values.Of(s.Mine, s.Yours)}
}
