package play

import (
	"errors"
	"fmt"

	"gridlock/variants"
)

// duel asks for a cell number. The rule book's own samples list the cells beside
// the opponent's marker as invalid; that is an erratum, and the list here is of
// the cells beside one's own.
type duel struct{ plain }

func (duel) welcome() string { return "Welcome to GridLock Duel!\n" }

func (duel) heading(bool) string { return "Current Grid:\n" }

func (duel) turn(p variants.Position) string {
	barred := p.Empty() &^ p.Legal()
	if barred == 0 {
		return ""
	}
	return fmt.Sprintf("Invalid cells adjacent to Player %d's own markers: %s\n\n", p.Side().Number(), numbers(barred))
}

func (duel) prompt(p variants.Position, _ string) string {
	return fmt.Sprintf("Player %d ('%v'), enter the number of the cell where you want to place your marker: ",
		p.Side().Number(), p.Side())
}

func (d duel) read(p variants.Position, _, entry string) (reply, error) {
	r, err := d.plain.read(p, "", entry)
	if r.done {
		r.text = "\n(Placement accepted.)\n"
	}
	return r, err
}

func (d duel) refused(err error) string {
	if moveErr, ok := errors.AsType[*variants.MoveError](err); ok && moveErr.Reason == variants.NextToOwn {
		err = errors.New("you cannot place a marker adjacent to your own marker")
	}
	return d.plain.refused(err)
}

func (duel) played(p variants.Position, m variants.Move) string {
	return fmt.Sprintf("places '%v' on cell %s", p.Side(), p.MoveText(m))
}

func (duel) over(p variants.Position) string {
	return fmt.Sprintf("No valid moves available.\nPlayer %d loses; Player %d wins!\n", p.Side().Number(), winner(p))
}
