package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// A page that knows no rules can draw a game: in games of Place the cells that are closed to nobody,
// or to the opponent alone, are those that can be played to.
func TestClosedCells(t *testing.T) {
	testgames.Check(t, 500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Family(t, 12), 12)
		r := NewRules(p, nil)
		require.Equal(t, p.Game().Variant().Name(), r.Variant)
		legal := map[string]bool{}
		for _, m := range r.Moves {
			legal[m.To] = true
		}
		for _, c := range r.Cells {
			require.NotNil(t, c.Closed)
			closed := false
			for _, player := range c.Closed {
				closed = closed || player == r.ToMove
			}
			if p.Game().Variant().Family().Kind == variants.Place {
				empty := c.Content == "empty" || c.Content == "blocked"
				require.Equal(t, legal[c.Name], empty && !closed, "%v: %s", p, c.Name)
			}
		}
	})
}

// The symbols say of each character of a position what the cells say.
func TestSymbols(t *testing.T) {
	testgames.Check(t, 500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		r := NewRules(p, nil)
		meaning := map[string]Symbol{}
		for _, s := range r.Symbols {
			meaning[s.Symbol] = s
		}
		for i, c := range strings.ReplaceAll(r.Position[:len(r.Position)-2], "/", "") {
			if c != '-' { // it follows from the marks
				want := Symbol{string(c), r.Cells[i].Content, r.Cells[i].Player}
				require.Equal(t, want, meaning[string(c)], r.Position)
			}
		}
	})
}
