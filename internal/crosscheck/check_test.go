package crosscheck_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/interchange"
	"gridlock/internal/crosscheck"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// limits are those of the tests: the same work every time.
func limits() solver.Options { return solver.Options{Nodes: 100_000, Memory: 16 << 20, Workers: 1} }

func check(t testing.TB, sources []crosscheck.Source, positions ...variants.Position) crosscheck.Report {
	t.Helper()
	c := crosscheck.Checker{Sources: sources}
	r, err := c.Check(context.Background(), positions)
	require.NoError(t, err)
	require.Equal(t, len(positions), r.Positions)
	return r
}

func TestEnginesAndOraclesAgree(t *testing.T) {
	spec := crosscheck.Random{Variants: variants.All(), Cells: 12, Holes: 0.1}
	positions, err := spec.Positions(20, 400)
	require.NoError(t, err)
	r := check(t, crosscheck.Sources(limits()), positions...)
	require.Empty(t, r.Disagreements)
	for _, tally := range r.Tallies {
		require.Positive(t, tally.Answered, tally.Source)
		require.Equal(t, tally.Asked, tally.Answered+tally.Beyond, tally.Source)
	}
}

// Certificates say who wins, in claim the nimber too, and nothing if the limits are too low to
// find them.
func TestCertificatesAreSources(t *testing.T) {
	ask := func(p variants.Position, strategy bool, limits solver.Options) (crosscheck.Verdict, error) {
		return crosscheck.Certificates("certificate", strategy, limits).Ask(context.Background(), p)
	}
	p := testgames.Game(t, variants.Claim, 3, 5).Start()
	c, err := ask(p, false, limits())
	require.NoError(t, err)
	require.Equal(t, solver.Win, c.Outcome)
	require.Equal(t, 3, *c.Nimber)
	c, err = ask(p, true, limits())
	require.NoError(t, err)
	require.Equal(t, solver.Win, c.Outcome)
	require.Nil(t, c.Nimber)
	c, err = ask(testgames.Game(t, variants.Blockade, 5, 5).Start(), false, solver.Options{Nodes: 100, Memory: 1 << 20})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, crosscheck.Nothing(), c)
}

// A source that fails ends the check, but only after the verdicts of the others on the position
// have been compared.
func TestSourcesThatFail(t *testing.T) {
	broken := errors.New("broken")
	liar := lying{lie: func(_ variants.Position, r solver.Result) solver.Result {
		r.Outcome = solver.Win
		return r
	}}
	c := crosscheck.Checker{Sources: []crosscheck.Source{
		{Name: "nobody", Ask: func(context.Context, variants.Position) (crosscheck.Verdict, error) {
			return crosscheck.Nothing(), broken
		}},
		crosscheck.Engine("memo", brute.Memo{}, limits()),
		crosscheck.Engine("liar", liar, limits()),
	}}
	p := testgames.Game(t, variants.Claim, 4, 4).Start()
	r, err := c.Check(context.Background(), []variants.Position{p, p})
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "nobody: claim ..../..../..../.... x: broken")
	require.NotEmpty(t, r.Disagreements)
	require.Zero(t, r.Positions)
	require.Equal(t, 1, r.Tallies[1].Answered)
}

// lying is an engine whose answers a function changes.
type lying struct {
	brute.Memo
	lie func(variants.Position, solver.Result) solver.Result
}

func (l lying) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	r, err := l.Memo.Solve(ctx, p, opt)
	return l.lie(p, r), err
}

// Engines with one mistake each are detected, and the position is made as small as the mistake
// allows.
func TestMistakesAreFoundAndMinimised(t *testing.T) {
	large := func(p variants.Position) bool { return p.Empty().Count() >= 3 }
	for _, c := range []struct {
		name, variant, position string
		lie                     func(variants.Position, solver.Result) solver.Result
		field                   crosscheck.Field
	}{
		{"outcome", "lockdown", ".xX./..../.oO./.... x", func(p variants.Position, r solver.Result) solver.Result {
			if large(p) {
				r = solver.Result{Outcome: 3 - r.Outcome, Distance: solver.NoDistance}
			}
			return r
		}, crosscheck.Outcome},
		{"distance", "classic", "3/3/3 x", func(p variants.Position, r solver.Result) solver.Result {
			if large(p) {
				r.Distance, r.PV = r.Distance+2, nil
			}
			return r
		}, crosscheck.Distance},
		{"best moves", "blockade", ".../X.O/... x", func(p variants.Position, r solver.Result) solver.Result {
			if large(p) && r.Best.Count() > 1 {
				r.Best, r.PV = r.Best.Rest(), nil
			}
			return r
		}, crosscheck.Best},
		{"a line that is none", "duel", "3/3/3 x", func(p variants.Position, r solver.Result) solver.Result {
			if large(p) {
				r.PV = append([]variants.Move{r.PV[0]}, r.PV...)
			}
			return r
		}, crosscheck.Line},
		{"nimber", "claim", "3/3/3 x", func(p variants.Position, r solver.Result) solver.Result {
			r.Nimber = new(0)
			return r
		}, crosscheck.Nimber},
		{"value", "duel", "X../.../... o", func(p variants.Position, r solver.Result) solver.Result {
			r.ColValue = "0"
			return r
		}, crosscheck.Value},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := testgames.Parse(t, c.variant, c.position)
			sources := append(crosscheck.Sources(limits()), crosscheck.Engine("liar", lying{lie: c.lie}, limits()))
			r := check(t, sources, p)
			require.NotEmpty(t, r.Disagreements)
			d := r.Disagreements[0]
			require.Equal(t, c.field, d.Field)
			require.Equal(t, p, d.Position)
			require.Equal(t, "liar", d.MinimalSays[len(d.MinimalSays)-1].Source)
			// the mistake is not made with fewer than three free cells, or needs one
			require.LessOrEqual(t, d.Minimal.Empty().Count(), 3, "%v", d.Minimal)
			again := check(t, sources, d.Minimal)
			require.NotEmpty(t, again.Disagreements)
			require.Equal(t, d.Minimal, again.Disagreements[0].Minimal)
		})
	}
}

// The verdict of a stopped source must still be right, and is compared.
func TestPartialAnswersAreCompared(t *testing.T) {
	p := testgames.Parse(t, "lockdown", "4/4/4/4 x")
	wrong := crosscheck.Source{Name: "hasty", Ask: func(context.Context, variants.Position) (crosscheck.Verdict, error) {
		return crosscheck.Verdict{Result: solver.Result{Outcome: solver.Win, Distance: solver.NoDistance}}, solver.ErrLimit
	}}
	r := check(t, []crosscheck.Source{crosscheck.Engine("pn", pn.Engine{}, limits()), wrong}, p)
	require.Equal(t, crosscheck.Outcome, r.Disagreements[0].Field)
	require.Equal(t, []crosscheck.Tally{{"pn", 1, 1, 0}, {"hasty", 1, 0, 1}}, r.Tallies)
	require.Equal(t, []crosscheck.Statement{{"pn", "loss"}, {"hasty", "win"}}, r.Disagreements[0].Says)
	require.Equal(t, ".. x", r.Disagreements[0].Minimal.String())
}

func TestTimeIsALimitAndCallingOffIsNot(t *testing.T) {
	p := testgames.Game(t, "blockade", 7, 7).Start()
	sources := []crosscheck.Source{crosscheck.Engine("memo", brute.Memo{}, solver.Options{})}
	c := crosscheck.Checker{Sources: sources, Deadline: func(ctx context.Context) (context.Context, context.CancelFunc) {
		return context.WithTimeout(ctx, time.Millisecond)
	}}
	r, err := c.Check(context.Background(), []variants.Position{p})
	require.NoError(t, err)
	require.Equal(t, 1, r.Tallies[0].Beyond)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err = c.Check(ctx, []variants.Position{p})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, r.Positions)
}

// The values of moves in a file are compared one by one, and with what they imply for the
// position.
func TestFilesAreSources(t *testing.T) {
	lockdown, err := variants.Lookup("lockdown")
	require.NoError(t, err)
	for line, field := range map[string]crosscheck.Field{
		"X.O x; 2:+1":                    "",
		"X.O x; 2:-2":                    crosscheck.Outcome,
		"X.O x; 2:+3":                    crosscheck.Distance,
		"X../..O x; 2:-4 4:-4 5:-4":      "",
		"X../..O x; 2:+3 4:+3 5:+3":      crosscheck.Outcome,
		"X../..O x; 2:? 4:? 5:-?":        "",
		"X../..O x; 2:-2":                crosscheck.Moves,
		"X..#/..../#... o; 6:+5 2:-8":    "",
		"X..#/..../#... o; 6:+5 2:+?":    crosscheck.Wins,
		"X..#/..../#... o; 6:+5 3:+11":   crosscheck.Moves,
		"X..#/..../#... o; 2:-? 5:-?":    "",
		"X..#/..../#... o":               "",
		"4/4/4/4 x; 1:-10 2:-? 3:-16":    "",
		"4/4/4/4 x; 1:-14 2:-? 3:-16":    crosscheck.Moves,
		"4/4/4/4 x; 1:+? 2:-16 3:-? 4:?": crosscheck.Outcome,
	} {
		e, err := interchange.ParseOBF(lockdown, line)
		require.NoError(t, err, line)
		sources := []crosscheck.Source{crosscheck.AllMoves(limits()), crosscheck.File("file", []interchange.Entry{e})}
		r := check(t, sources, e.Position)
		if field == "" {
			require.Empty(t, r.Disagreements, line)
			continue
		}
		require.NotEmpty(t, r.Disagreements, line)
		require.Equal(t, field, r.Disagreements[0].Field, line)
		require.Equal(t, e.Position, r.Disagreements[0].Minimal, "the file says nothing of smaller ones")
	}
}

func TestRandomPositionsAreTheSameForASeed(t *testing.T) {
	spec := crosscheck.Random{Variants: variants.All(), Cells: 30, Holes: 0.2}
	text := func(seed uint64) (all []string) {
		positions, err := spec.Positions(seed, 50)
		require.NoError(t, err)
		for _, p := range positions {
			require.LessOrEqual(t, p.Game().Grid().Size(), 30)
			all = append(all, p.Game().Variant().ID+" "+p.String())
		}
		return all
	}
	require.Equal(t, text(5), text(5))
	require.NotEqual(t, text(5), text(6))

	blockade, err := variants.Lookup("blockade")
	require.NoError(t, err)
	_, err = crosscheck.Random{Variants: []variants.Variant{blockade}, Rows: 4, Cols: 1}.Positions(1, 1)
	require.ErrorContains(t, err, "needs at least 2 columns")
}

// The oracle of values agrees with what is known of tinted paths (theory has the source) and
// with theory on random positions; it also gives the outcome.
func TestComparisonKnowsColValues(t *testing.T) {
	testgames.Check(t, 300, func(t *rapid.T) {
		v, err := variants.Lookup("duel")
		require.NoError(t, err)
		p := testgames.Position(t, v, 7)
		verdict, err := crosscheck.Comparison().Ask(context.Background(), p)
		require.NoError(t, err)
		r, err := auto.Theory{}.Solve(context.Background(), p, limits())
		require.NoError(t, err)
		require.Equal(t, r.ColValue, verdict.Result.ColValue)
		require.Equal(t, r.Outcome, verdict.Outcome)
	})
}

// A stopped source says what stopped it: its deadline, or cancellation.
func TestSourcesSayWhatStoppedThem(t *testing.T) {
	late, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, s := range crosscheck.Sources(limits()) {
		for _, v := range variants.All() {
			p := testgames.Game(t, v.ID, 4, 5).Start()
			if s.Applies != nil && !s.Applies(p) {
				continue
			}
			if _, err := s.Ask(late, p); err != nil {
				require.ErrorIs(t, err, solver.ErrLimit, s.Name)
				require.ErrorIs(t, err, context.DeadlineExceeded, s.Name)
			}
			if _, err := s.Ask(cancelled, p); err != nil {
				require.ErrorIs(t, err, context.Canceled, s.Name)
				require.NotErrorIs(t, err, solver.ErrLimit, s.Name)
			}
		}
	}
}
