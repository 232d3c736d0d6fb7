package puzzle_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/puzzle"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// kinds are games on boards that are small enough for memo.
func kinds(t *testing.T) []*variants.Game {
	return []*variants.Game{
		testgames.Game(t, "classic", 4, 4), testgames.Game(t, "duel", 4, 4), testgames.Game(t, "lockdown", 4, 4),
		testgames.Game(t, "claim", 4, 5), testgames.Game(t, "blockade", 4, 5),
	}
}

// Puzzles have difficulties of several levels, and themes are among those of the game.
func TestDifficultiesAndThemes(t *testing.T) {
	all := map[analysis.Level]bool{}
	for _, game := range kinds(t) {
		f := puzzle.NewFinder(game.Start(), puzzle.Usual(1, 7, 5))
		ownThemes := puzzle.ThemesOf(game)
		for range testgames.Of(6, 60) {
			z, err := f.Next(context.Background())
			require.NoError(t, err)
			d := z.Difficulty
			require.Len(t, d.Turns, (z.Depth+1)/2)
			require.Equal(t, z.Moves.Count(), d.Turns[0].Winning)
			require.Equal(t, z.Position.Legal().Count(), d.Turns[0].Legal)
			all[d.Level()] = true
			require.NotEmpty(t, z.Themes)
			for _, theme := range z.Themes {
				require.Contains(t, ownThemes, theme, "%v", z.Position)
			}
			supported(t, z)
		}
	}
	require.Len(t, all, len(analysis.Levels()))
}

// supported checks that there is evidence for the themes of a puzzle.
func supported(t *testing.T, z puzzle.Puzzle) {
	t.Helper()
	var both []analysis.Evidence
	for _, e := range []*analysis.Evidence{z.Analysis.Evidence, z.Analysis.Move(z.Line[0]).Evidence} {
		if e != nil {
			both = append(both, *e)
		}
	}
	has := func(of func(analysis.Evidence) bool) bool { return slices.ContainsFunc(both, of) }
	for theme, want := range map[puzzle.Theme]bool{
		puzzle.Matching:   has(func(e analysis.Evidence) bool { return e.Matching != nil }),
		puzzle.Copying:    has(func(e analysis.Evidence) bool { return e.Mirror != nil }),
		puzzle.Values:     has(func(e analysis.Evidence) bool { return e.Values != nil }),
		puzzle.Separation: has(func(e analysis.Evidence) bool { return e.Separation != nil }),
	} {
		require.Equal(t, want, slices.Contains(z.Themes, theme), "%s %v", theme, z.Position)
	}
	largest := -1
	for _, e := range both {
		if e.Sum != nil {
			for _, c := range e.Sum.Components {
				largest = max(largest, c.Nimber)
			}
		}
	}
	require.Equal(t, largest > 1, slices.Contains(z.Themes, puzzle.Nimbers), "%v", z.Position)
	require.Equal(t, largest == 0 || largest == 1, slices.Contains(z.Themes, puzzle.Parity), "%v", z.Position)
	if slices.Contains(z.Themes, puzzle.Search) {
		require.Len(t, z.Themes, 1)
	}
}

// A finder that is asked for a difficulty or a theme skips the other puzzles, and gives the same
// ones again.
func TestAskingForAKind(t *testing.T) {
	lockdown := testgames.Game(t, "lockdown", 4, 4)
	for _, level := range analysis.Levels() {
		opt := puzzle.Usual(puzzle.Low, puzzle.High, 1)
		opt.Level = level
		first, second := puzzle.NewFinder(lockdown.Start(), opt), puzzle.NewFinder(lockdown.Start(), opt)
		for range testgames.Of(1, 3) {
			z, err := first.Next(context.Background())
			require.NoError(t, err)
			require.Equal(t, level, z.Difficulty.Level())
			again, err := second.Next(context.Background())
			require.NoError(t, err)
			require.Equal(t, z.Position, again.Position)
			require.Equal(t, z.Difficulty, again.Difficulty)
			require.Equal(t, z.Themes, again.Themes)
		}
	}
	for _, game := range kinds(t) {
		themes := puzzle.ThemesOf(game)
		for _, theme := range themes[max(0, len(themes)-testgames.Of(2, 9)):] { // copying is rare in lockdown
			opt := puzzle.Usual(1, 7, 1)
			opt.Theme = theme
			z, err := puzzle.NewFinder(game.Start(), opt).Next(context.Background())
			require.NoError(t, err, "%s %s", game.Variant().ID, theme)
			require.Contains(t, z.Themes, theme)
		}
	}
}
