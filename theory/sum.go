package theory

import "gridlock/variants"

// Term is what a position adds to a sum of positions: its nimber or its value,
// with the player to move as Left. Terms of one game form a group; the zero Term adds nothing.
type Term struct {
	Nimber int
	Value  Value
}

// Plus returns the term of the sum of two positions with the same player to move.
func (a Term) Plus(b Term) Term { return Term{a.Nimber ^ b.Nimber, a.Value.Plus(b.Value)} }

// Minus returns the term that cancels this one. It is also that of the position with the other
// player to move, if that is Left then.
func (a Term) Minus() Term { return Term{a.Nimber, a.Value.Minus()} }

// Wins reports whether the player to move wins a sum with this total.
func (a Term) Wins() bool { return a.Nimber != 0 || a.Value.LeftWinsFirst() }

// Term returns what a state adds to a sum, however long that takes. ok is false if stop gave up, or
// if the positions of the game cannot be added.
func (t *Theory) Term(s variants.State) (term Term, ok bool) {
	if t.nimbers != nil {
		if _, lost := t.lost(s); lost {
			return term, true
		}
		term.Nimber, ok = t.nimbers.Of(s.Free)
		return term, ok
	}
	if t.values == nil {
		return Term{}, false
	}
	if zero := t.copied(s).Value; zero != nil {
		return Term{Value: *zero}, true
	}
	term.Value, ok = t.values.Of(s.Mine, s.Yours)
	return term, ok
}
