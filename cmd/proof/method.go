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

// component is a record of a table.
type component struct {
	left, right variants.Board // claim: left alone
	nimber      *int
	value       *string

	not       *int    // exclusions: a nimber that it has not
	least     *string // bounds: what it is worth to Left
	reason    *string // for one of the two
	exchanged bool    // Left is O
}

// components reads a table.
func components(ctx context.Context, r *proof.Reader) ([]component, error) {
	var all []component
	for range r.Header.Records {
		var c component
		var err error
		switch r.Header.Method {
		case proof.Nimbers:
			c.nimber = new(int)
			c.left, *c.nimber, err = r.Component()
		case proof.Exclusions:
			var e proof.ExclusionRecord
			e, err = r.Exclusion()
			c.left, c.nimber = e.Cells, &e.Nimber
			if e.Not {
				c.nimber, c.not, c.reason = nil, &e.Nimber, new(because(r.Root.Game(), proof.Reason(e.Move)))
			}
		case proof.Values:
			var v proof.Value
			c.left, c.right, v, err = r.Value()
			c.value = new(v.String())
		case proof.Bounds:
			var b proof.BoundRecord
			b, err = r.Bound()
			c.left, c.right, c.exchanged = b.Part.Left, b.Part.Right, r.Header.WinnerPlayer() == variants.O
			c.least, c.reason = new(b.Least.String()), new(because(r.Root.Game(), b.Reason))
		default:
			err = r.Header.Method.Unknown()
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, r.End()
}

// because says why a component is worth at least so much.
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

// draw returns the rows of a component, as far as it goes.
func (c component) draw(g *bitboard.Grid) string {
	rows, cols := 0, 0
	for cell := range (c.left | c.right).Cells() {
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
			left, right := c.left.Has(cell), c.right.Has(cell)
			if c.exchanged {
				left, right = right, left
			}
			switch {
			case left && (right || c.nimber != nil || c.not != nil):
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
func writeMethod(w io.Writer, r *proof.Reader, parts []component) error {
	h, game := r.Header, r.Root.Game()
	if h.Opening != nil {
		if !r.Root.Legal().Has(int(*h.Opening)) {
			return fmt.Errorf("the opening %d is not legal", *h.Opening)
		}
		fmt.Fprintf(w, "%s opens with %s.\n", h.Winner, r.Root.MoveText(*h.Opening))
	}
	switch h.Method {
	case proof.Copying:
		fmt.Fprintf(w, "%s answers each move with the cell that stands in its place here:\n\n", h.Winner)
		for _, mirror := range h.Mirrors {
			grid(w, game.Grid().Cols(), len(mirror), func(c int) string { return game.CellText(mirror[c]) })
		}
		if cell, ok := h.Unmoved(); ok {
			fmt.Fprintf(w, "\n%s answers %s with a cell after which all other moves can be answered in this way.\n",
				h.Winner, game.CellText(cell))
		}
	case proof.Matching:
		fmt.Fprintf(w, "%s answers each move with the other cell of the same number:\n\n", h.Winner)
		number := map[int]int{}
		for i, pair := range h.Matching {
			number[pair[0]], number[pair[1]] = i+1, i+1
		}
		grid(w, game.Grid().Cols(), game.Grid().Size(), func(c int) string {
			if number[c] == 0 {
				return "-"
			}
			return fmt.Sprint(number[c])
		})
	default:
		return writeTable(w, r, parts)
	}
	return nil
}

// writeTable writes a table of components.
func writeTable(w io.Writer, r *proof.Reader, parts []component) error {
	switch r.Header.Method {
	case proof.Nimbers:
		fmt.Fprintf(w, "The nimber is %d. %s moves to nimber 0, by this table of components:\n\n", *r.Header.Nimber, r.Header.Winner)
	case proof.Values:
		fmt.Fprintf(w, "The value is %s, X as Left. %s moves to where the other loses, by this table of\n"+
			"components, in which x and o are cells that only X or O may take:\n\n", r.Header.Value, r.Header.Winner)
	case proof.Exclusions:
		fmt.Fprintf(w, "%s moves to nimber 0. Components have these nimbers or, after !, have not, by the\n"+
			"lines before:\n\n", r.Header.Winner)
	case proof.Bounds:
		fmt.Fprintf(w, "Each component is worth at least so much to %s, as Left, for the reason given\n"+
			"and by the lines before. x and o are cells that only X or O may take.\n\n", r.Header.Winner)
	default:
		return r.Header.Method.Unknown()
	}
	for _, c := range parts {
		switch drawn := c.draw(r.Root.Game().Grid()); {
		case c.nimber != nil:
			fmt.Fprintf(w, "%8d  %s\n", *c.nimber, drawn)
		case c.not != nil:
			fmt.Fprintf(w, "%8s  %s, by %s\n", fmt.Sprint("!", *c.not), drawn, *c.reason)
		case c.value != nil:
			fmt.Fprintf(w, "%8s  %s\n", *c.value, drawn)
		default:
			fmt.Fprintf(w, "%8s  %s, by %s\n", *c.least, drawn, *c.reason)
		}
	}
	return nil
}
