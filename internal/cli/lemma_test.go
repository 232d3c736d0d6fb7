package cli

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/sample"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

func TestLemmaText(t *testing.T) {
	for _, c := range []struct{ id, position, want string }{
		{variants.Classic, "4/4/4/4 x", "O wins by pairing cells (maximum matching)"},
		{variants.Classic, "3/3/3 x", "X wins by pairing cells (maximum matching)"},
		{variants.Classic, "X o", "no legal move"},
		{variants.Duel, "4/4/4/4 x", "O wins by copying X's moves (point symmetry)"},
		{variants.Duel, "3/3/3 x", "O wins by copying X's moves (point symmetry), and answers 5 with 1"},
		{variants.Duel, "4/1X2/4/4 x", "O wins by copying X's moves (point symmetry)"},
		{variants.Duel, "O# x", "no legal move"},
		{variants.Lockdown, "4/1X2/2O1/4 x", "O wins by copying X's moves (point symmetry)"},
		{variants.Lockdown, "4/X2O/4/4 o", "X wins by copying O's moves (mirrored left to right)"},
		{variants.Lockdown, "1X2/4/4/1O2 x", "O wins by copying X's moves (mirrored top to bottom)"},
		{variants.Lockdown, "#X./O#./..# x", "O wins by copying X's moves (mirrored in the main diagonal)"},
		{variants.Lockdown, "4/1X2/4/4 o", "after "},
		{variants.Lockdown, "X3/####/4/3O x", "the markers are separated, and O outlasts X"},
		{variants.Lockdown, "X3/4/####/3O x", "the markers are separated, and X outlasts O"},
		{variants.Lockdown, "2X1O x", "X lasts longer on cells that O cannot reach"},
		{variants.Lockdown, "2X1O o", "X lasts longer on cells that O cannot reach"},
		{variants.Claim, "3/3/3 x", "Sprague-Grundy"},
	} {
		p := sample.Parse(t, c.id, c.position)
		r, err := auto.Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24, Workers: 1})
		require.NoError(t, err)
		text := LemmaText(p, r)
		require.True(t, strings.HasPrefix(text, c.want), "%s %s: %q, not %q", c.id, c.position, text, c.want)
		winner, _ := r.Winner(p)
		if before, _, ok := strings.Cut(text, " wins by "); ok {
			require.True(t, strings.HasSuffix(before, winner.String()), "%s %s: %q, but %v wins", c.id, c.position, text, winner)
		}
	}
	require.Empty(t, LemmaText(sample.Parse(t, variants.Claim, "3/3/3 x"), solver.Result{}))
}
