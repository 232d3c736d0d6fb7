package explain

import (
	"gridlock/proof"
	"gridlock/variants"
)

// Sign is the sign of a cell in a picture.
type Sign uint8

const (
	Gone      Sign = iota // nobody can take it: it is used up, blocked, closed or a hole
	Free                  // has to be free, and open to both players
	Any                   // free or not
	Winners               // has the winner's marker or one of the winner's marks
	Losers                // the same for the loser; in games with one marker, the last marker
	ForWinner             // only the winner can take it
	ForLoser              // only the loser can take it
)

// String returns the name of a sign in answers.
func (s Sign) String() string {
	return [...]string{Gone: "gone", Free: "free", Any: "any", Winners: "winner", Losers: "loser", ForWinner: "for-winner", ForLoser: "for-loser"}[s]
}

// Sign returns the sign of a cell in the picture of a rule of a strategy.
func (s *Strategy) Sign(r *Rule, cell int) Sign {
	p := r.Pattern
	mine, yours := p.Mine.Has(cell), p.Yours.Has(cell)
	if traits := s.game.Traits(); traits.Free == variants.Unused {
		return openTo(mine, yours)
	}
	switch {
	case mine:
		return Winners
	case yours:
		return Losers
	case p.Need.Has(cell):
		return Free
	case p.May.Has(cell):
		return Any
	}
	return Gone
}

// openTo returns the sign of a cell that players can take.
func openTo(winner, loser bool) Sign {
	switch {
	case winner && loser:
		return Free
	case winner:
		return ForWinner
	case loser:
		return ForLoser
	}
	return Gone
}

// PartSign returns the sign of a cell in the picture of a component.
func (s *Strategy) PartSign(r *Rule, cell int) Sign {
	left, right := r.Part.Left.Has(cell), r.Part.Right.Has(cell)
	switch {
	case s.game.Traits().Free != variants.Unused:
		right = left
	case s.Header.Method != proof.Bounds && s.Winner == variants.O:
		left, right = right, left
	}
	return openTo(left, right)
}
