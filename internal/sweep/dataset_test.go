package sweep

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/interchange"
	"gridlock/internal/report"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// dataset returns the lines of a dataset.
func dataset(t *testing.T, starts []variants.Position, jobs int, s Sampling) string {
	t.Helper()
	var out bytes.Buffer
	table := NewDataset(&out)
	opt := Options{Jobs: jobs, Ask: limits(0), Sampling: &s}
	require.NoError(t, Run(t.Context(), starts, opt, table.Row))
	require.NoError(t, table.End())
	return out.String()
}

func decoded(t *testing.T, text string) (all []report.Sample) {
	t.Helper()
	for line := range strings.Lines(text) {
		var s report.Sample
		require.NoError(t, json.Unmarshal([]byte(line), &s))
		all = append(all, s)
	}
	return all
}

// A dataset is the same however many boards are solved at a time, and another one for another seed.
func TestDatasetReproduces(t *testing.T) {
	starts := plan(t, "3x3,2x4,3x5")
	first := dataset(t, starts, 1, Sampling{Drawing{Positions: 6, Seed: 3}, 5000})
	require.Equal(t, first, dataset(t, starts, 4, Sampling{Drawing{Positions: 6, Seed: 3}, 5000}))
	require.NotEqual(t, first, dataset(t, starts, 4, Sampling{Drawing{Positions: 6, Seed: 4}, 5000}))

	// Those of a board do not depend on the other boards.
	alone := dataset(t, starts[:1], 1, Sampling{Drawing{Positions: 6, Seed: 3}, 5000})
	require.True(t, strings.HasPrefix(first, alone))
	require.Equal(t, 6, strings.Count(alone, "\n"))
}

// Everything that a dataset says is true, as far as plain recursion knows, and every legal move is
// there.
func TestDatasetIsExact(t *testing.T) {
	known := 0
	for _, start := range plan(t, "3x3,3x4") {
		truth := testgames.NewTruth(start.Game())
		for _, line := range decoded(t, dataset(t, []variants.Position{start}, 1, Sampling{Drawing{Positions: 25, Seed: 1}, 20_000})) {
			p, err := start.Game().Variant().Parse(line.Position)
			require.NoError(t, err)
			distance := truth.Distance(p.State())
			require.Equal(t, solver.OutcomeOf(distance%2 == 1).String(), *line.Outcome, line)
			if line.Distance != nil {
				require.Equal(t, distance, *line.Distance, line)
				known++
			}
			requireTerm(t, p, line.Nimber, line.Value)
			require.Len(t, line.Moves, p.Legal().Count())
			seen := variants.MoveSet(0)
			for _, m := range line.Moves {
				move, err := p.ParseMove(m.Move)
				require.NoError(t, err)
				seen = seen.With(int(move))
				after := truth.Distance(p.Play(move).State())
				require.Equal(t, solver.OutcomeOf(after%2 == 0).String(), *m.Outcome, line)
				if m.Distance != nil {
					require.Equal(t, after+1, *m.Distance, line)
				}
				requireTerm(t, p.Play(move), m.Nimber, m.Value)
			}
			require.Equal(t, p.Legal(), seen)
		}
	}
	require.Greater(t, known, 100)
}

// requireTerm compares a nimber and a value with those of the position alone.
func requireTerm(t *testing.T, p variants.Position, nimber *int, value *string) {
	t.Helper()
	sum, err := auto.SolveSum(t.Context(), []variants.Position{p}, solver.Options{})
	if nimber != nil {
		require.NoError(t, err)
		require.Equal(t, *sum.Total.Nimber, *nimber, p)
	}
	if value != nil {
		require.NoError(t, err)
		require.Equal(t, sum.Total.ColValue, *value, p)
	}
}

// Positions that take too much are left out, and counted.
func TestDatasetLeavesOutWhatIsTooHard(t *testing.T) {
	starts := plan(t, "6x6")
	blockade := starts[len(starts)-1:]
	var row Row
	opt := Options{Jobs: 1, Ask: limits(10), Sampling: &Sampling{Drawing{Positions: 20, Seed: 1}, 300}}
	require.NoError(t, Run(t.Context(), blockade, opt, func(r Row) error { row = r; return nil }))
	require.Equal(t, Limit, row.Status(), "samples are independent of the board's own limit")
	require.NotEmpty(t, row.Samples.Lines)
	require.NotZero(t, row.Samples.Skipped)
	require.Equal(t, 20, len(row.Samples.Lines)+row.Samples.Skipped)
}

// Other programs, and convert, can read the lines.
func TestDatasetIsInterchange(t *testing.T) {
	for _, start := range plan(t, "3x3") {
		v := start.Game().Variant()
		decoder, err := interchange.NewDecoder(interchange.JSONL, v)
		require.NoError(t, err)
		for line := range strings.Lines(dataset(t, []variants.Position{start}, 1, Sampling{Drawing{Positions: 5, Seed: 2}, 5000})) {
			entries, err := decoder.Line(1, line)
			require.NoError(t, err)
			require.Len(t, entries, 1)
			require.True(t, entries[0].Complete(), line)
		}
	}
}

// Images are in the same group, and so is a position after the players are exchanged.
func TestGroupIsTheSameForImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := testgames.Variant(t)
		if rapid.Bool().Draw(t, "another of the family") {
			v = testgames.Family(t, 30)
		}
		p := testgames.Position(t, v, 30)
		q := p.Image(testgames.Symmetry(t, p))
		if group(p) != group(q) {
			t.Fatalf("%v and %v", p, q)
		}
	})
}

func TestGroup(t *testing.T) {
	for _, c := range []struct {
		id, p, q string
		same     bool
	}{
		{variants.Claim, "../../.. x", ".../... x", true},
		{variants.Claim, ".../... x", "##/../../.. x", true}, // transposed, and elsewhere
		{variants.Claim, ".../... x", ".../.../X../... o", false},
		{variants.Claim, "..#.../..#.#. x", "...#../.#.#.. x", true}, // two parts that change places
		{variants.Claim, "..#.../..#.#. x", "...#../.#.#.. o", true}, // whoever is to move
		{variants.Claim, ".. x", "... x", false},
		{variants.Duel, "X../... o", "O../... x", true}, // the players exchanged
		{variants.Duel, "X../... o", "X../... x", false},
		{variants.Lockdown, "X../..O x", "O../..X o", true},
		{variants.Lockdown, "X../..O x", "X../..O o", true},        // by a half turn
		{variants.Lockdown, "X../..O x", "X.#./..#./.O#. x", true}, // turned, and cells that nobody can reach,
		{variants.Lockdown, "X.#./.O#. x", "X./.O x", true},        // cells that nobody can reach
		{variants.Blockade, "X../..O x", "X./../.O x", true},
		{variants.Classic, ".O#./..#. x", ".O/.. x", true},
		{"place hex all", "../#. x", ".#/.. x", true}, // by a half turn
		{"place hex all", "../#. x", "../.# x", false},
		{"place rook all torus", "... x", "...# x", false}, // a ring, and a row
		{"place rook all torus", "..#. x", ".#.. x", true},
		{"place offsets:0,1 own", "XO. x", ".OX x", false},
	} {
		v, err := variants.Lookup(c.id)
		require.NoError(t, err)
		parse := func(text string) variants.Position {
			p, err := v.Parse(text)
			require.NoError(t, err, text)
			return p
		}
		require.Equal(t, c.same, group(parse(c.p)) == group(parse(c.q)), "%s: %s, %s", c.id, c.p, c.q)
	}
}

// Positions of a group have the same outcome.
func TestGroupDecides(t *testing.T) {
	outcomes := map[string]bool{}
	positions, repeated := 0, 0
	for _, start := range plan(t, "1..3x2..4,4x2..3") {
		truth := testgames.NewTruth(start.Game())
		for _, p := range (Drawing{Positions: 60, Seed: 5}).Of(start) {
			wins := truth.Distance(p.State())%2 == 1
			name := group(p)
			before, known := outcomes[name]
			require.True(t, !known || before == wins, "%s %v", start.Game().Variant().ID, p)
			outcomes[name] = wins
			positions++
			if known {
				repeated++
			}
		}
	}
	require.Greater(t, repeated, positions/4)
}

// So have positions of any game of the family, on boards of several sizes.
func TestGroupDecidesInTheFamily(t *testing.T) {
	repeated := 0
	testgames.Check(t, 1500, func(t *rapid.T) {
		outcomes := map[string]bool{}
		v := testgames.Family(t, 6)
		for range 10 {
			p := testgames.Position(t, v, 6)
			wins := testgames.NewTruth(p.Game()).Distance(p.State())%2 == 1
			before, known := outcomes[group(p)]
			require.True(t, !known || before == wins, "%v", p)
			outcomes[group(p)] = wins
			if known {
				repeated++
			}
		}
	})
	require.Positive(t, repeated)
}

// Drawn positions have a move, are the same for a seed, and none is an image of another; with holes, each
// is on a board of its own.
func TestDrawing(t *testing.T) {
	for _, start := range plan(t, "3x4,4x4") {
		d := Drawing{Positions: 30, Seed: 7, Holes: 0.2}
		all := d.Of(start)
		require.Equal(t, all, d.Of(start))
		require.Len(t, all, 30)
		keys, seen, holes := keys.New(start.Game()), map[keys.Key]bool{}, map[int]bool{}
		for _, p := range all {
			require.False(t, p.Over())
			require.False(t, seen[keys.Of(p.State())], "%v again", p)
			seen[keys.Of(p.State())] = true
			holes[p.Holes().Count()] = true
		}
		require.Greater(t, len(holes), 3)
		require.NotEqual(t, all, Drawing{Positions: 30, Seed: 8, Holes: 0.2}.Of(start))
		d.Holes = 1
		require.LessOrEqual(t, len(d.Of(start)), 1, "where no cell is left, at most markers that can block")
	}
}

// A row has the class of its position, from a search of its own.
func TestClassOfRows(t *testing.T) {
	found := map[string]int{}
	var all []variants.Position
	for _, start := range plan(t, "3x3") {
		all = append(all, Drawing{Positions: 20, Seed: 3, Holes: 0.1}.Of(start)...)
	}
	require.NoError(t, Run(t.Context(), all, Options{Jobs: 2, Ask: limits(0), Class: true}, func(row Row) error {
		found[outcomeClass(row)]++
		p := row.Start
		if row.Class == nil {
			_, err := analysis.OtherBegins(p)
			require.Error(t, err)
			return nil
		}
		truth := testgames.NewTruth(p.Game())
		wins := func(p variants.Position) solver.Outcome { return solver.OutcomeOf(truth.Distance(p.State())%2 == 1) }
		other := wins(p)
		if q, err := p.WithSide(p.Side().Opponent()); err == nil {
			other = wins(q)
		}
		require.Equal(t, wins(p), row.Class.Outcomes[p.Side()])
		require.Equal(t, other, row.Class.Outcomes[p.Side().Opponent()])
		return nil
	}))
	for _, class := range []string{"N", "P", "L", "R"} {
		require.Positive(t, found[class], class)
	}
}

// The parts of a dataset are about 80, 10 and 10 percent of the groups, and do not change.
func TestSplit(t *testing.T) {
	count := map[string]int{}
	for i := range 20_000 {
		game := testgames.Game(t, variants.Claim, 4, 4)
		p, err := game.StartWithHoles(bitboard.Board(i))
		require.NoError(t, err)
		count[split(group(p))]++
	}
	for part, want := range map[string]float64{Train: .8, Validation: .1, Test: .1} {
		require.InDelta(t, want, float64(count[part])/20_000, .03, part)
	}
	start := testgames.Game(t, variants.Claim, 4, 4).Start()
	require.Equal(t, "4c99b7f231eede0c", group(start))
	require.Equal(t, Train, split(group(start)))
}
