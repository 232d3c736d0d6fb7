package variants

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
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
type claim struct{ grid *bitboard.Grid }

func claimGame() Definition {
	return Definition{
		ID: Claim, Title: "Grid Lock",
		Literature: "Obstruction; Node Kayles on the king's graph",
		Summary:    "claim a cell, which blocks all cells around it",
		Traits:     Traits{Free: Cells, Symmetric: true, MaxDrop: 9},
		Rules:      func(g *bitboard.Grid) Rules { return claim{g} },
		Blocked:    blockedByClaims,
		Check:      checkClaim,
		Refuse:     refuseClaim,
		Render:     renderClaim,
		Drawn:      drawnByTraits,
	}
}

func (r claim) Legal(s State) MoveSet { return s.Free }

func (r claim) Play(s State, m Move) State {
	return State{Free: s.Free &^ (m.cell() | r.grid.KingAt(int(m)))}
}

// blockedByClaims returns the empty cells next to a claim of either player.
func blockedByClaims(p Position) Board {
	return p.game.grid.DilateKing(p.marks[X]|p.marks[O]) & p.Empty()
}

func checkClaim(p Position) error {
	if a, b, found := kingNeighbours(p.game.grid, p.marks[X]|p.marks[O]); found {
		return fmt.Errorf("two claims next to each other, at %s and at %s: claiming one blocks the other",
			p.game.describe(a), p.game.describe(b))
	}
	return nil
}

func refuseClaim(p Position, c int) (Reason, string) {
	by := p.game.grid.KingAt(c) & (p.marks[X] | p.marks[O])
	return Blocked, fmt.Sprintf("%s is blocked by the claim at %s",
		p.game.describe(c), p.game.describe(by.First()))
}

// renderClaim draws numbered cells, blocked ones as "-". As in the rule book, the first column
// is left-aligned, the others right-aligned, and the second one is a column closer.
func renderClaim(p Position, paint Paint) string {
	grid := p.game.grid
	var b strings.Builder
	for c := range grid.Size() {
		_, col := grid.RowCol(c)
		text := p.glyph(c, number(c))
		switch {
		case col == 0 && grid.Cols() > 1:
			b.WriteString(paint(c, text) + strings.Repeat(" ", 2-len(text)))
		case col == 0:
			b.WriteString(paint(c, text))
		case col == 1:
			b.WriteString(padded(3, c, text, paint))
		default:
			b.WriteString(padded(4, c, text, paint))
		}
		endRow(&b, grid, c, "")
	}
	return b.String()
}
