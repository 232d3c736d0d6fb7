package variants

import (
	"fmt"
	"strings"
)

// claim is Grid Lock: claim a cell that is neither claimed nor blocked; all its
// king-adjacent cells become blocked, for both players.
//
//	position             State
//	-   -   -   4        Free    . . . #
//	-   X   -   8                . . . #
//	-   -   -  12                . . . #
//	13 14  15  16                # # # #
//
// Free is the cells that can be claimed; the game is impartial, so nothing else
// matters.
type claim struct{ common }

func (r claim) Legal(s State) MoveSet { return s.Free }

func (r claim) Play(s State, m Move) State {
	return State{Free: s.Free &^ (m.cell() | r.grid.KingAt(int(m)))}
}

// blocked returns the cells next to a claim, by whomever.
func (r claim) blocked(p Position) Board { return r.grid.DilateKing(p.marks[X]|p.marks[O]) & p.Empty() }

func (r claim) state(p Position) State { return State{Free: p.Empty() &^ r.blocked(p)} }

func (r claim) place(p Position, m Move) Position { return p.keepLive(m) }

func (r claim) check(p Position) error {
	if a, b, found := kingNeighbours(r.grid, p.marks[X]|p.marks[O]); found {
		return fmt.Errorf("two claims next to each other, at %s and at %s: claiming one blocks the other",
			p.game.describe(a), p.game.describe(b))
	}
	return nil
}

func (r claim) refuse(p Position, c int) (Reason, string) {
	by := r.grid.KingAt(c) & (p.marks[X] | p.marks[O])
	return Blocked, fmt.Sprintf("%s is blocked by the claim at %s",
		p.game.describe(c), p.game.describe(by.First()))
}

// render draws numbered cells, blocked ones as "-". The rule book sets the
// first column left-aligned and the others right-aligned, the second one a
// column closer.
func (r claim) render(p Position, paint Paint) string {
	var b strings.Builder
	for c := range r.grid.Size() {
		_, col := r.grid.RowCol(c)
		text := p.glyph(c, number(c))
		switch {
		case col == 0 && r.grid.Cols() > 1:
			b.WriteString(paint(c, text) + strings.Repeat(" ", 2-len(text)))
		case col == 0:
			b.WriteString(paint(c, text))
		case col == 1:
			b.WriteString(padded(3, c, text, paint))
		default:
			b.WriteString(padded(4, c, text, paint))
		}
		endRow(&b, r.grid, c, "")
	}
	return b.String()
}
