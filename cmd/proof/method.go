package proof

import (
	"context"
	"fmt"
	"io"
	"strings"

	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/variants"
)

// components reads a table, and returns none if the method has no table.
func components(ctx context.Context, r *proof.Reader) (all []proof.Part, err error) {
	err = r.Parts(func(p proof.Part) error {
		all = append(all, p)
		return ctx.Err()
	})
	return all, err
}

// because gives the reason for a lower bound of a component.
func because(game *variants.Game, reason proof.Reason) string {
	switch {
	case int(reason) < game.Grid().Size():
		return "move " + game.CellText(int(reason))
	case reason == proof.ByReplies:
		return "replies"
	case proof.ByMirror <= reason && reason < proof.ByMirror+proof.RectangleMirrors:
		return [proof.RectangleMirrors]string{"half turn", "mirror up and down", "mirror left and right",
			"mirror along the diagonal", "mirror along the other diagonal"}[reason-proof.ByMirror]
	}
	return fmt.Sprintf("reason %d", reason)
}

// drawn returns the rows of a component, cut to its size.
func drawn(h proof.Header, g *bitboard.Grid, p proof.Part) string {
	rows, cols := 0, 0
	for cell := range p.Cells().Cells() {
		row, col := g.RowCol(cell)
		rows, cols = max(rows, row+1), max(cols, col+1)
	}
	var b strings.Builder
	for row := range rows {
		if row > 0 {
			b.WriteByte('/')
		}
		for col := range cols {
			cell := g.Cell(row, col)
			left, right := p.Left.Has(cell), p.Right.Has(cell)
			if p.Least != nil && h.WinnerPlayer() == variants.O {
				left, right = right, left
			}
			switch {
			case left && (right || p.Nimber != nil || p.Not != nil):
				b.WriteByte('.')
			case left:
				b.WriteByte('x')
			case right:
				b.WriteByte('o')
			default:
				b.WriteByte('#')
			}
		}
	}
	return b.String()
}

// writeMethod writes a certificate that is no strategy.
func writeMethod(w io.Writer, r *proof.Reader, parts []proof.Part) error {
	about, err := r.Describe(proof.Counts{})
	if err != nil {
		return err
	}
	if opening := r.Header.Opening; opening != nil {
		if !r.Root.Legal().Has(int(*opening)) {
			return fmt.Errorf("the opening %d is not legal", *opening)
		}
		fmt.Fprintf(w, "%s opens with %s.\n", r.Header.Winner, r.Root.MoveText(*opening))
	}
	fmt.Fprintf(w, "%s\n\n", about.Legend)
	for _, cells := range about.Grids {
		grid(w, r.Root.Game().Grid().Cols(), len(cells), func(c int) string { return cells[c] })
	}
	if about.Note != "" {
		fmt.Fprintf(w, "\n%s\n", about.Note)
	}
	for _, p := range parts {
		known, reason := described(r.Root.Game(), p)
		fmt.Fprintf(w, "%8s  %s%s\n", known, drawn(r.Header, r.Root.Game().Grid(), p), reason)
	}
	return nil
}

// described returns the nimber or value of a component, and the reason, if there is one.
func described(game *variants.Game, p proof.Part) (known, reason string) {
	switch {
	case p.Nimber != nil:
		known = fmt.Sprint(*p.Nimber)
	case p.Not != nil:
		known = fmt.Sprint("!", *p.Not)
	case p.Value != nil:
		known = p.Value.String()
	case p.Least != nil:
		known = p.Least.String()
	}
	if p.Reason != nil {
		reason = ", by " + because(game, *p.Reason)
	}
	return known, reason
}
