package crosscheck

import (
	"fmt"
	"strings"

	"gridlock/interchange"
	"gridlock/solver"
	"gridlock/variants"
)

// Verdict is what a source says of a position. Anything left out contradicts nothing.
type Verdict struct {
	// Result is the result of an engine. That of an oracle has only the fields that it knows;
	// Distance is solver.NoDistance if it does not know that.
	solver.Result

	// Moves are the values of moves, if the source distinguishes moves.
	Moves []interchange.MoveValue
}

// Nothing returns the empty verdict.
func Nothing() Verdict { return Verdict{Result: solver.Result{Distance: solver.NoDistance}} }

// Field is a part of a verdict that can be wrong.
type Field string

// The fields.
const (
	Outcome  Field = "outcome"
	Distance Field = "distance"
	Best     Field = "best moves" // all of them, if the distance is known
	Wins     Field = "winning moves"
	Moves    Field = "moves" // outcome and distance of each
	Nimber   Field = "nimber"
	Value    Field = "value"
	Line     Field = "line" // the principal variation, which can contradict the rules
)

// fields returns all fields, in the order in which they are checked.
func fields() []Field { return []Field{Outcome, Distance, Best, Wins, Moves, Nimber, Value, Line} }

// exact reports whether the verdict has all best moves of a position.
func (c Verdict) exact() bool { return c.Distance != solver.NoDistance }

// wins returns the moves that the verdict says win, and those that it says lose.
func (c Verdict) wins() (won, lost variants.MoveSet) {
	switch {
	case c.Outcome == solver.Win:
		won = c.Best
	case c.Outcome == solver.Loss:
		lost = ^variants.MoveSet(0) // all of them
	}
	for _, m := range c.Moves {
		switch m.Outcome {
		case solver.Win:
			won = won.With(int(m.Move))
		case solver.Loss:
			lost = lost.With(int(m.Move))
		}
	}
	return won, lost
}

// contradict reports whether two verdicts on a position cannot both be right in a field.
func contradict(f Field, a, b Verdict) bool {
	switch f {
	case Outcome:
		return a.Outcome != solver.Unknown && b.Outcome != solver.Unknown && a.Outcome != b.Outcome
	case Distance:
		return a.exact() && b.exact() && a.Distance != b.Distance
	case Best:
		return a.exact() && b.exact() && a.Result.Best != b.Result.Best
	case Wins:
		aWon, aLost := a.wins()
		bWon, bLost := b.wins()
		return aWon&bLost|aLost&bWon != 0
	case Moves:
		return differ(a.Moves, b.Moves)
	case Nimber:
		return a.Result.Nimber != nil && b.Result.Nimber != nil && *a.Result.Nimber != *b.Result.Nimber
	case Value:
		return a.Result.ColValue != "" && b.Result.ColValue != "" && a.Result.ColValue != b.Result.ColValue
	}
	return false
}

// differ reports whether a move has two distances.
func differ(a, b []interchange.MoveValue) bool {
	distances := map[variants.Move]int{}
	for _, m := range a {
		distances[m.Move] = m.Distance
	}
	for _, m := range b {
		d, ok := distances[m.Move]
		if ok && d != solver.NoDistance && m.Distance != solver.NoDistance && d != m.Distance {
			return true
		}
	}
	return false
}

// absurd reports whether the rules alone show that a verdict is wrong in a field: a distance of
// the other outcome, moves that are not legal, a line that cannot be played.
func (c Verdict) absurd(f Field, p variants.Position) bool {
	switch f {
	case Outcome:
		return c.Outcome == solver.Win && p.Over()
	case Distance:
		return c.exact() && ((c.Distance%2 == 1) != (c.Outcome == solver.Win) || (c.Distance == 0) != p.Over())
	case Best:
		return c.Result.Best&^p.Legal() != 0 || c.exact() && c.Result.Best == 0 && !p.Over()
	case Line:
		return !c.lineHolds(p)
	}
	return false
}

// lineHolds reports whether the line can be played, begins with a best move and, if it is as
// long as the distance, ends the game.
func (c Verdict) lineHolds(p variants.Position) bool {
	for i, m := range c.PV {
		if p.CheckMove(m) != nil || i == 0 && !c.Result.Best.Has(int(m)) {
			return false
		}
		p = p.Play(m)
	}
	return len(c.PV) <= c.Distance && (len(c.PV) < c.Distance || p.Over()) || len(c.PV) == 0
}

// text writes what the verdict says in a field, "" for nothing.
func (c Verdict) text(f Field, p variants.Position) string {
	switch f {
	case Outcome:
		if c.Outcome != solver.Unknown {
			return c.Outcome.String()
		}
	case Distance:
		if c.exact() {
			return fmt.Sprint(c.Distance)
		}
	case Best:
		if c.exact() {
			return strings.Join(p.MoveTexts(c.Result.Best&p.Legal()), " ")
		}
	case Wins:
		won, lost := c.wins()
		return fmt.Sprintf("won [%s] lost [%s]", strings.Join(p.MoveTexts(won&p.Legal()), " "), strings.Join(p.MoveTexts(lost&p.Legal()), " "))
	case Moves:
		return movesText(p, c.Moves)
	case Nimber:
		if c.Result.Nimber != nil {
			return fmt.Sprint(*c.Result.Nimber)
		}
	case Value:
		return c.Result.ColValue
	case Line:
		return fmt.Sprint(c.PV)
	}
	return ""
}

func movesText(p variants.Position, moves []interchange.MoveValue) string {
	texts := make([]string, 0, len(moves))
	for _, m := range moves {
		texts = append(texts, p.MoveText(m.Move)+":"+m.Score.String())
	}
	return strings.Join(texts, " ")
}
