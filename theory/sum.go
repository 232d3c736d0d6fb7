package theory

import "gridlock/variants"

// Term is what a position adds to a sum of positions with the same player to move: its nimber, or its value
// with that player as Left. It has one of the two, or neither: then it is unknown, and so is each sum that
// it is in. Positions of a game may differ in that from board to board.
type Term struct {
	Nimber *int
	Value  *Value
}

// Plus returns the term of the sum of two positions with the same player to move. It is unknown if one of the
// two is, if they are not of the same kind, or if their sum is too large for a Value.
func (a Term) Plus(b Term) Term {
	switch {
	case a.Nimber != nil && b.Nimber != nil:
		return Term{Nimber: new(*a.Nimber ^ *b.Nimber)}
	case a.Value != nil && b.Value != nil && int64(a.Value.x)+int64(b.Value.x) == int64(a.Value.x+b.Value.x):
		return Term{Value: new(a.Value.Plus(*b.Value))}
	}
	return Term{}
}

// Minus returns the term that cancels this one. It is also that of the position with the other
// player to move, if that is Left then.
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

// Term returns what a state adds to a sum, however long that takes. It is unknown if stop gave up, if the
// positions of the game cannot be added ([Lemmas.Sums]), or if the value is too fine to represent.
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
