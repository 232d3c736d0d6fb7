package analysis

import (
	"fmt"
	"strings"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// The words of reasons. Every command and window prints these.

// text says how a lemma applies to a position. r is the position's result.
func (l *lemmas) text(lemma theory.Lemma, p variants.Position, r solver.Result) string {
	winner := p.Side()
	if r.Outcome == solver.Loss {
		winner = winner.Opponent()
	}
	switch lemma {
	case theory.NoLegalMove:
		return fmt.Sprintf("%v cannot move", p.Side())
	case theory.CopiesAll, theory.CopiesAllButOne:
		return l.copyingText(p)
	case theory.MarkersSeparated:
		rooms := l.rooms(p)
		return fmt.Sprintf("separated: X has %s left, O has %s", turnsText(rooms.X), turnsText(rooms.O))
	case theory.CellsToItself:
		return fmt.Sprintf("%v lasts longer on cells that %v cannot reach", winner, winner.Opponent())
	case theory.SpragueGrundy:
		return l.nimberText(p, r)
	case theory.ColValue:
		return l.valueText(p, r, winner)
	case theory.PerfectMatching:
		return l.matchingText(p)
	}
	return ""
}

// moveText says how a lemma applies to the position after a move.
func (l *lemmas) moveText(lemma theory.Lemma, after variants.Position, r solver.Result) string {
	switch lemma {
	case theory.SpragueGrundy:
		switch {
		case r.Outcome == solver.Loss:
			return "leaves nimber 0"
		case r.Nimber != nil:
			return fmt.Sprintf("leaves nimber %d", *r.Nimber)
		}
		return "leaves a nimber that is not 0"
	case theory.ColValue:
		if r.ColValue != "" {
			return "leaves value " + r.ColValue
		}
	case theory.PerfectMatching:
		if partner := l.partner(after); partner != nil {
			return fmt.Sprintf("%v answers %s, its partner", after.Side(), *partner)
		}
		return "every reply has a partner"
	}
	return l.text(lemma, after, r)
}

// aheadText says how the lemma for the position after a move, in words, decides the position before the move.
func aheadText(p variants.Position, m variants.Move, won bool, why string) string {
	text := fmt.Sprintf("after %s: %s", p.MoveText(m), why)
	if won || p.Legal().Count() == 1 {
		return text
	}
	return fmt.Sprintf("every move loses; %s", text)
}

// copyingText says who copies, and how.
func (l *lemmas) copyingText(p variants.Position) string {
	c, _ := l.copying(p)
	text := fmt.Sprintf("%v copies %s", p.Side().Opponent(), AxisText(l.Mirrors.Axes()[c.Mirror]))
	if c.Cell >= 0 {
		text += fmt.Sprintf(", and answers %s with %s", p.Game().CellText(c.Cell), p.Game().CellText(c.Answer))
	}
	return text
}

// turnsText says how many turns a room has.
func turnsText(r Room) string {
	switch {
	case r.Least < r.Most:
		return fmt.Sprintf("%d to %d turns", r.Least, r.Most)
	case r.Most == 1:
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", r.Most)
}

// nimberText says what the nimber of a position means.
func (l *lemmas) nimberText(p variants.Position, r solver.Result) string {
	sum := l.sum(p)
	switch {
	case r.Outcome == solver.Loss:
		return totalNimberText(0)
	case sum != nil:
		return fmt.Sprintf("the nimber is %d: cell %s leaves nimber 0", sum.Total, *sum.ZeroingMove)
	case r.Nimber != nil:
		return totalNimberText(*r.Nimber)
	}
	return "the nimber is not 0, and some move leaves 0"
}

// valueText says who wins by a value of Col.
func (l *lemmas) valueText(p variants.Position, r solver.Result, winner variants.Player) string {
	value := r.ColValue
	if sum := l.values(p); sum != nil {
		value = sum.Total
	}
	if value == "" {
		return fmt.Sprintf("%v wins by the values of the components", winner)
	}
	return totalValueText(value)
}

// totalNimberText says what the nimber of a position means.
func totalNimberText(n int) string {
	if n == 0 {
		return "the nimber is 0: no move leaves 0"
	}
	return fmt.Sprintf("the nimber is %d, and some move leaves 0", n)
}

// SumText says what the nimber or the value of a sum of positions means, given its class; "" if neither is known.
func SumText(total auto.SumPart, class Class) string {
	switch {
	case total.Nimber != nil:
		return totalNimberText(*total.Nimber)
	case total.ColValue != "":
		return fmt.Sprintf("the value is %s: %s", Cut(total.ColValue), classes[class.Outcomes][1])
	}
	return ""
}

// mostValue is about the most bytes of a value in a text for people.
const mostValue = 160

// Cut returns the text of a value, cut if it is long.
func Cut(value string) string {
	if len(value) <= mostValue {
		return value
	}
	return value[:mostValue] + "…"
}

// totalValueText says who wins by a value.
func totalValueText(value string) string {
	who := "X wins, whoever begins"
	switch {
	case value == "0":
		who = "whoever begins loses"
	case value == "*":
		who = "whoever begins wins"
	case strings.HasPrefix(value, "-"):
		who = "O wins, whoever begins"
	}
	return fmt.Sprintf("the value is %s: %s", value, who)
}

// matchingText says who wins by a matching, and how.
func (l *lemmas) matchingText(p variants.Position) string {
	if partner := l.partner(p); partner != nil {
		return fmt.Sprintf("%v goes to %s, the partner of the last marker, and on like that", p.Side(), *partner)
	}
	switch free := p.State().Free; {
	case p.State().Yours != 0:
		return fmt.Sprintf("%v has a partner for every cell %v can go to", p.Side().Opponent(), p.Side())
	case theory.Inessential(p.Game().Near(), free) == 0:
		return fmt.Sprintf("the free cells can be matched in pairs, so %v always has a partner to go to", p.Side().Opponent())
	}
	return fmt.Sprintf("the free cells cannot all be matched in pairs; %v begins on one that is left over", p.Side())
}
