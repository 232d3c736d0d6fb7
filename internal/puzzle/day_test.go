package puzzle_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/puzzle"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

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
		{"2026-11-23", "classic ox../xox./..o./..X. o easy [matching]"},
		{"2026-11-24", "duel ..../.O../.X../.O.X x easy [sums]"},
		{"2026-11-25", "lockdown xxxx/x.oo/X..o/.Ooo x medium [search]"},
		{"2026-11-26", "claim ....../---.../-X-.../---.../...... o medium [parity]"},
		{"2026-11-27", "blockade ###..#./..X##O#/.####../###..#./......./......./....... o medium [separation]"},
		{"2026-11-28", "classic ox../xox./o.../xoX. o medium [matching]"},
		{"2026-11-29", "duel ..../..../#.../#.## x hard [sums]"},
		{"2026-11-22", "blockade ......#/......#/.###.##/.#X.#O./##..#.#/..#...#/....... o medium [search]"},
	}[:testgames.Of(6, 8)] { // the last ones take seconds to find
		day, err := time.Parse(time.DateOnly, c.date)
		require.NoError(t, err)
		z := ofDay(t, day)
		require.Equal(t, c.want, fmt.Sprint(z.Position.Game().Variant().ID, " ", z.Position, " ", z.Difficulty.Level(), " ", z.Themes))
	}
}

// ofDay returns the puzzle of a day.
func ofDay(t *testing.T, day time.Time) puzzle.Puzzle {
	t.Helper()
	v, seed := puzzle.Day(day)
	z, err := puzzle.NewFinder(puzzle.Start(v), puzzle.Usual(puzzle.Low, puzzle.High, seed)).Next(context.Background())
	require.NoError(t, err, "%s", day.Format(time.DateOnly))
	return z
}

// In every week of a year, the puzzle of Monday is easy, and that of Sunday harder; on most Sundays it is hard.
func TestSundaysAreHarderThanMondays(t *testing.T) {
	monday, hard := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC), 0
	weeks := testgames.Of(3, 52)
	for range weeks {
		first, last := ofDay(t, monday).Difficulty, ofDay(t, monday.AddDate(0, 0, 6)).Difficulty
		require.Equal(t, analysis.Easy, first.Level(), "%v", monday)
		require.Less(t, first.Number(), last.Number(), "%v", monday)
		if last.Level() == analysis.Hard {
			hard++
		}
		monday = monday.AddDate(0, 0, 7)
	}
	t.Logf("hard on %d of %d Sundays", hard, weeks)
	require.Greater(t, hard, weeks*3/4)
}

// The level of a day is that of its date, and other numbers have none.
func TestLevelsOfDays(t *testing.T) {
	levels := []analysis.Level{
		analysis.Easy, analysis.Easy, analysis.Medium, analysis.Medium, analysis.Medium, analysis.Hard, analysis.Hard,
	}
	monday := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	for i, level := range levels {
		_, seed := puzzle.Day(monday.AddDate(0, 0, i))
		require.Equal(t, level, puzzle.Usual(puzzle.Low, puzzle.High, seed).Level)
		require.Empty(t, puzzle.Usual(5, 7, seed).Level, "another depth")
	}
	for _, seed := range []uint64{0, 1, 20260229, 20261301, 20260100, 20261131, 9991231, 100000101, 1<<63 + 20261122} {
		opt := puzzle.Usual(puzzle.Low, puzzle.High, seed)
		require.Empty(t, opt.Level, seed)
		require.False(t, opt.Nearest)
	}
}

// Where a board has no puzzle of the level of a day, the nearest one is taken.
func TestNearestLevel(t *testing.T) {
	game := testgames.Game(t, variants.Classic, 2, 4)
	opt := puzzle.Usual(puzzle.Low, puzzle.High, 20261122) // a Sunday
	opt.Tries = 300
	z, err := puzzle.NewFinder(game.Start(), opt).Next(context.Background())
	require.NoError(t, err)
	require.NotEqual(t, analysis.Hard, z.Difficulty.Level())
	opt.Nearest = false
	_, err = puzzle.NewFinder(game.Start(), opt).Next(context.Background())
	require.ErrorContains(t, err, "no puzzle among 300 positions")
	opt.Level = ""
	_, err = puzzle.NewFinder(game.Start(), opt).Next(context.Background())
	require.NoError(t, err)
}

// The puzzles of days depend on no limit of nodes, so that a search that takes more or fewer finds the same ones. In blockade
// few do: there most positions take more than any search can have.
func TestPuzzlesDependOnNoLimit(t *testing.T) {
	for _, v := range variants.All() {
		if v.ID == variants.Blockade {
			continue
		}
		opt := puzzle.Usual(puzzle.Low, puzzle.High, 20261130)
		more := opt
		more.Solver.Nodes *= 40
		start := puzzle.Start(v)
		few, many := puzzle.NewFinder(start, opt), puzzle.NewFinder(start, more)
		for range testgames.Of(2, 30) {
			z, err := few.Next(context.Background())
			require.NoError(t, err)
			same, err := many.Next(context.Background())
			require.NoError(t, err)
			require.Equal(t, z.Position, same.Position)
			require.Equal(t, z.Line, same.Line)
			require.Equal(t, z.Difficulty.Turns, same.Difficulty.Turns)
		}
	}
}
