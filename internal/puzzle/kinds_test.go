package puzzle_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/internal/puzzle"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// kinds are games on boards that are small enough for memo.
func kinds(t *testing.T) []*variants.Game {
	return []*variants.Game{
		testgames.Game(t, "classic", 4, 4), testgames.Game(t, "duel", 4, 4), testgames.Game(t, "lockdown", 4, 4),
		testgames.Game(t, "claim", 4, 5), testgames.Game(t, "blockade", 4, 5),
	}
}

// shallow reports whether a search that looks the given number of plies ahead can name the
// winning moves of a puzzle: it sees that one of them wins, or that all others lose.
func shallow(z puzzle.Puzzle, plies int) bool {
	finds, excludes := false, true
	for m := range z.Position.Legal().Cells() {
		seen := looks(z.Position.Play(variants.Move(m)), plies-1)
		if z.Moves.Has(m) {
			finds = finds || seen == solver.Loss
		} else {
			excludes = excludes && seen == solver.Win
		}
	}
	return finds || excludes
}

// looks searches a position to a depth, by the rules alone.
func looks(p variants.Position, plies int) solver.Outcome {
	if p.Over() {
		return solver.Loss
	}
	if plies == 0 {
		return solver.Unknown
	}
	result := solver.Loss
	for m := range p.Legal().Cells() {
		switch looks(p.Play(variants.Move(m)), plies-1) {
		case solver.Loss:
			return solver.Win
		case solver.Unknown:
			result = solver.Unknown
		}
	}
	return result
}

// Difficulties are what their definition says, by a search of its own, and themes are among
// those of the game.
func TestDifficultiesAndThemes(t *testing.T) {
	for _, game := range kinds(t) {
		f := puzzle.NewFinder(game.Start(), puzzle.Usual(1, 7, 5))
		levels, ownThemes := map[puzzle.Level]bool{}, puzzle.ThemesOf(game)
		for range testgames.Of(12, 60) {
			z, err := f.Next(context.Background())
			require.NoError(t, err)
			d := z.Difficulty
			require.Equal(t, shallow(z, puzzle.Glance), d.Shallow, "%v", z.Position)
			want := (z.Depth + 1) / 2
			if !d.Shallow {
				want += 3
			}
			require.Equal(t, want+min(4, plausible(t, z)), d.Number, "%v", z.Position)
			levels[d.Level()] = true
			require.NotEmpty(t, z.Themes)
			for _, theme := range z.Themes {
				require.Contains(t, ownThemes, theme, "%v", z.Position)
			}
			supported(t, z)
		}
		require.Greater(t, len(levels), 1, game.Variant().ID)
	}
}

// plausible counts wrong moves, by memo: each position after one is won in more than one ply, and
// no image of another.
func plausible(t *testing.T, z puzzle.Puzzle) (n int) {
	t.Helper()
	game := z.Position.Game()
	var counted []variants.State
	for m := range (z.Position.Legal() &^ z.Moves).Cells() {
		after := z.Position.Play(variants.Move(m))
		r, err := brute.Memo{}.Solve(context.Background(), after, solver.Options{})
		require.NoError(t, err)
		require.Equal(t, solver.Win, r.Outcome)
		image := slices.ContainsFunc(game.Symmetries(), func(sym bitboard.Symmetry) bool {
			return slices.Contains(counted, after.State().Image(game.Grid(), sym))
		})
		if r.Distance > 1 && !image {
			counted = append(counted, after.State())
		}
	}
	return len(counted)
}

// supported checks that there is evidence for the themes of a puzzle.
func supported(t *testing.T, z puzzle.Puzzle) {
	t.Helper()
	both := []analysis.Evidence{z.Analysis.Evidence, z.Analysis.Move(z.Line[0]).Evidence}
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
	for _, level := range puzzle.Levels() {
		opt := puzzle.Usual(puzzle.Low, puzzle.High, 1)
		opt.Level = level
		first, second := puzzle.NewFinder(lockdown.Start(), opt), puzzle.NewFinder(lockdown.Start(), opt)
		for range 3 {
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

// The games take turns, and the seed is the date where the clock is.
func TestDays(t *testing.T) {
	games := variants.All()
	seen := map[uint64]bool{}
	for i := range 800 {
		noon := time.Date(1970, 1, 1+i, 12, 0, 0, 0, time.UTC)
		v, seed := puzzle.Day(noon)
		require.Equal(t, games[i%len(games)].ID, v.ID)
		require.Equal(t, noon.Format("20060102"), time.Date(int(seed/10000), time.Month(seed/100%100), int(seed%100), 0, 0, 0, 0, time.UTC).Format("20060102"))
		require.False(t, seen[seed])
		seen[seed] = true
	}
	late := time.Date(2026, 11, 22, 23, 59, 0, 0, time.FixedZone("far west", -11*60*60)) // 23 November in Greenwich
	v, seed := puzzle.Day(late)
	require.Equal(t, uint64(20261122), seed)
	require.Equal(t, games[20779%5].ID, v.ID) // 20779 days since 1970-01-01
	v, _ = puzzle.Day(time.Date(1969, 12, 31, 0, 0, 0, 0, time.UTC))
	require.Equal(t, games[len(games)-1].ID, v.ID)
}

// The puzzles of days stay what they are. Whoever changes the finder changes them for everybody
// who has solved one already; if that has to be, write the new ones here.
func TestPuzzlesOfDaysStay(t *testing.T) {
	for _, c := range []struct{ date, want string }{
		{"2026-11-22", "blockade ......./......./.#.####/#.#O..#/#...X#./.#.###./....... x medium [search]"},
		{"2026-11-23", "classic oxox/xoxo/oX.x/.... o easy [matching]"},
		{"2026-11-24", "duel ..../.O../.X../.O.X x medium [sums]"},
		{"2026-11-25", "lockdown .ox./.Xox/Ooox/o.xx x easy [separation]"},
		{"2026-11-26", "claim ...#/..../#.#./#... x medium [nimbers]"},
	} {
		day, err := time.Parse(time.DateOnly, c.date)
		require.NoError(t, err)
		v, seed := puzzle.Day(day)
		z, err := puzzle.NewFinder(v.Default().Start(), puzzle.Usual(puzzle.Low, puzzle.High, seed)).Next(context.Background())
		require.NoError(t, err)
		require.Equal(t, c.want, fmt.Sprint(v.ID, " ", z.Position, " ", z.Difficulty.Level(), " ", z.Themes))
	}
}
