package puzzle_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/puzzle"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// monday is the day of the first line.
var monday = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// allDays is how many days there are before puzzles come again.
const allDays = 350

// ofDay returns the puzzle of a day.
func ofDay(t *testing.T, day time.Time) puzzle.Puzzle {
	t.Helper()
	z, err := puzzle.Of(context.Background(), puzzle.Day(day))
	require.NoError(t, err, "%s", day.Format(time.DateOnly))
	return z
}

// The puzzles of days are worth a day: one move of at least five wins, or two that are alike, and there are at least three
// at each other turn. Their level is that of the weekday, no game comes on two days in a row, and no puzzle comes twice.
// It takes few nodes to see all that.
func TestPuzzlesOfDays(t *testing.T) {
	levels := []analysis.Level{analysis.Hard, analysis.Easy, analysis.Easy, analysis.Medium, analysis.Medium, analysis.Medium, analysis.Hard}
	seen, games, last, took, nodes := map[string]bool{}, map[string]int{}, "", []time.Duration{}, uint64(0)
	for i := range testgames.Of(60, allDays) {
		day := monday.AddDate(0, 0, i)
		begin := time.Now()
		z := ofDay(t, day)
		took = append(took, time.Since(begin))
		p, game := z.Position, z.Position.Game().Variant().Key()
		name := fmt.Sprint(day.Format(time.DateOnly), " ", game, " ", p)
		require.False(t, seen[p.String()], name)
		require.NotEqual(t, last, game, name)
		seen[p.String()], last = true, game
		games[game]++
		check(t, z)
		require.LessOrEqual(t, z.Moves.Count(), 2, name)
		require.Contains(t, []int{3, 5, 7, 9}, z.Depth, name)
		require.Equal(t, levels[day.Weekday()], z.Difficulty.Level(), name)
		for turn, d := range z.Difficulty.Turns {
			require.GreaterOrEqual(t, d.Legal, []int{5, 3}[min(turn, 1)], name)
		}
		nodes = max(nodes, z.Analysis.Stats.Nodes)
	}
	require.Less(t, nodes, uint64(20_000))
	slices.Sort(took)
	t.Logf("median %v, at most %v, %d nodes; %v", took[len(took)/2], took[len(took)-1], nodes, games)
	require.GreaterOrEqual(t, len(games), 8)
}

// The puzzles of days stay what they are: people have solved them.
func TestPuzzlesOfDaysStay(t *testing.T) {
	for date, want := range map[string]string{
		"2026-11-22": "lockdown: o.x./oO.x/..X./.... x",
		"2026-11-23": "duel: ..X../O.O../....X/.X.O./...X. o",
		"2026-11-27": "lockdown: ..x./oX.x/.o../O... x",
		"2026-11-28": "walk hex block ends: .#../####/X..#/..O# o",
		"2026-11-29": "blockade: ##.###/.#.###/.X..O#/##.... x",
		"2027-03-03": "follow knight: ...xo..x/..x..ox./..o.oxo./xox.xo../..o.oXo./.oxoxo../..ox...x/x.x..... o",
		"2027-11-07": "lockdown: o.x./oO.x/..X./.... x",
	} {
		day, err := time.Parse(time.DateOnly, date)
		require.NoError(t, err)
		p := puzzle.Day(day)
		require.Equal(t, want, fmt.Sprint(p.Game().Variant().Key(), ": ", p), date)
	}
}

// A day is the date where the clock is. There are days before the first line, and after the last one.
func TestDays(t *testing.T) {
	late := time.Date(2026, 11, 23, 23, 59, 0, 0, time.FixedZone("far west", -11*60*60)) // 24 November in Greenwich
	require.Equal(t, puzzle.Day(monday).String(), puzzle.Day(late).String())
	require.NotEqual(t, puzzle.Day(monday).String(), puzzle.Day(monday.AddDate(0, 0, 1)).String())
	for _, day := range []time.Time{monday.AddDate(0, 0, -allDays), monday.AddDate(0, 0, allDays)} {
		first, again := puzzle.Day(monday), puzzle.Day(day)
		require.Equal(t, first.String(), again.String())
	}
	for _, day := range []time.Time{{}, time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)} {
		require.False(t, puzzle.Day(day).Over())
	}
}

// A position that is no puzzle is an error.
func TestNoPuzzle(t *testing.T) {
	_, err := puzzle.Of(context.Background(), testgames.Game(t, variants.Classic, 2, 2).Start())
	require.ErrorContains(t, err, "is no puzzle")
	require.True(t, strings.HasPrefix(err.Error(), "limit reached"), err)
}

// Puzzles depend on no limit of nodes, so that a search that takes more or fewer finds the same ones. In blockade few do:
// there most positions take more than any search can have.
func TestPuzzlesDependOnNoLimit(t *testing.T) {
	for _, v := range variants.All() {
		if v.ID == variants.Blockade {
			continue
		}
		opt := puzzle.Usual(puzzle.Low, puzzle.High, 5)
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
