package puzzle

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/puzzle"
	"gridlock/variants"
)

// Hints say more and more: what decides, then a few moves of which one kind wins, unless there are
// not more, then where the solution goes.
func TestHints(t *testing.T) {
	for _, v := range variants.All() {
		game, err := v.NewGame(4, 5)
		require.NoError(t, err)
		f := puzzle.NewFinder(game.Start(), puzzle.Usual(1, 5, 2))
		for range 6 {
			z, err := f.Next(context.Background())
			require.NoError(t, err)
			all, few := hints(z), candidates(z)
			for _, theme := range z.Themes {
				require.Contains(t, all[0], themeText(theme))
			}
			require.Equal(t, 1, (few & z.Moves).Count(), "%v", z.Position)
			require.LessOrEqual(t, few.Count(), 3)
			require.Zero(t, few&^z.Position.Legal())
			for m := range (z.Position.Legal() &^ z.Moves &^ few).Cells() {
				for other := range (few &^ z.Moves).Cells() {
					require.LessOrEqual(t, z.After(variants.Move(m)).Distance, z.After(variants.Move(other)).Distance)
				}
			}
			if few == z.Position.Legal() {
				require.Len(t, all, 2)
			} else {
				require.Len(t, all, 3)
				for _, move := range z.Position.MoveTexts(few) {
					require.Contains(t, all[1], move)
				}
			}
			target := game.CellText(analysis.Target(z.Position, z.Line[0]))
			require.True(t, strings.HasSuffix(all[len(all)-1], " "+target+"."), "%q", all)
		}
	}
}

// Each theme has a text of its own.
func TestThemeTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, theme := range puzzle.Themes() {
		require.False(t, seen[themeText(theme)], theme)
		seen[themeText(theme)] = true
	}
}
