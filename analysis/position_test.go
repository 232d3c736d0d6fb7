package analysis

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/theory"
	"gridlock/variants"
)

func naive(t require.TestingT, p variants.Position) solver.Result {
	r, err := brute.Naive{}.Solve(context.Background(), p, solver.Options{})
	require.NoError(t, err)
	return r
}

func analyze(t require.TestingT, p variants.Position) Position {
	a, err := Analyze(context.Background(), p, Options{Options: solver.Options{Memory: 1 << 20}})
	require.NoError(t, err)
	return a
}

// requireTrue checks everything that an analysis says against the tree of moves.
func requireTrue(t require.TestingT, a Position) {
	p, want := a.Position, naive(t, a.Position)
	requireResult(t, want, a.Result)
	require.Len(t, a.Moves, p.Legal().Count())
	wins, losses := 0, 0
	for i, m := range a.Moves {
		after := naive(t, p.Play(m.Move))
		requireResult(t, after, m.After)
		if m.Distance != solver.NoDistance {
			require.Equal(t, after.Distance+1, m.Distance)
		}
		if m.Mistake == Blunder {
			require.True(t, want.Outcome == solver.Win && after.Outcome == solver.Win)
		}
		if m.Mistake == Slow {
			require.Equal(t, want.Outcome == solver.Win, after.Outcome == solver.Loss)
			require.Equal(t, m.Outcome == solver.Win, m.Change > 0)
			require.NotZero(t, m.Change)
		}
		if m.Outcome == solver.Win {
			wins++
		} else if m.Outcome == solver.Loss {
			losses++
		}
		if i > 0 {
			require.False(t, m.Outcome == solver.Win && a.Moves[i-1].Outcome != solver.Win, "not the best first")
		}
		requireReason(t, p.Play(m.Move), m.Reason)
	}
	require.Equal(t, []int{len(a.Moves), wins, losses}, []int{a.Facts.Legal, a.Facts.Winning, a.Facts.Losing})
	requireReason(t, p, a.Reason)
}

// requireResult checks what is known of a position.
func requireResult(t require.TestingT, want, got solver.Result) {
	if !got.Proven {
		require.Equal(t, solver.Unknown, got.Outcome)
		return
	}
	require.Equal(t, want.Outcome, got.Outcome)
	if got.Distance != solver.NoDistance {
		require.Equal(t, want.Distance, got.Distance)
	}
}

// requireReason checks that a lemma that is named does apply, to the position or after its moves.
func requireReason(t require.TestingT, p variants.Position, r Reason) {
	require.Equal(t, r.Lemma == "", r.Text == "", "%v", p)
	if !r.Ahead {
		requireLemma(t, p, r.Lemma)
		return
	}
	decided := 0
	for m := range p.Legal().Cells() {
		after := p.Play(variants.Move(m))
		if found := theory.New(p.Game(), nil).Decide(after.State()); found.Known && found.Wins == (naive(t, p).Outcome == solver.Loss) {
			requireLemma(t, after, found.Lemma)
			decided++
		}
	}
	require.Greater(t, decided, 0)
	require.True(t, naive(t, p).Outcome == solver.Win || decided == p.Legal().Count())
}

func requireLemma(t require.TestingT, p variants.Position, lemma theory.Lemma) {
	switch lemma {
	case theory.NoLegalMove:
		require.True(t, p.Over())
	case theory.CopiesAll, theory.CopiesAllButOne:
		require.Equal(t, solver.Loss, naive(t, p).Outcome)
	case theory.MarkersSeparated, theory.CellsToItself, theory.SpragueGrundy, theory.ColValue, theory.PerfectMatching, "":
	default:
		require.Fail(t, "unknown lemma", lemma)
	}
}

// What an analysis says of a small position, plain recursion says too.
func TestAnalysisAgreesWithNaive(t *testing.T) {
	testgames.Check(t, 500, func(t *rapid.T) {
		requireTrue(t, analyze(t, testgames.Position(t, testgames.Variant(t), 12)))
	})
}

// With a limit, less is known, and nothing wrong is said.
func TestPartialAnalysis(t *testing.T) {
	limited := 0
	testgames.Check(t, 500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		opt := Options{Auto: auto.Engine{Distance: true}, Options: solver.Options{Memory: 1 << 20, Nodes: uint64(rapid.IntRange(1, 20).Draw(t, "nodes"))}}
		a, err := Analyze(context.Background(), p, opt)
		requireTrue(t, a)
		if err != nil {
			require.ErrorIs(t, err, solver.ErrLimit)
			limited++
		}
	})
	require.Greater(t, limited, 3)
}

// An analysis that is called off before it has begun lists the moves.
func TestAnalysisCalledOff(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := Analyze(ctx, testgames.Game(t, "blockade", 7, 7).Start(), Options{})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, a.Moves, 10)
	require.Equal(t, solver.Unknown, a.Result.Outcome)
	require.Zero(t, a.Result.Stats.Nodes)
}

// memory is a store in memory.
type memory map[string]solver.Result

func (m memory) Find(_ context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	r, ok = m[p.String()]
	return r, origin, ok
}

func (m memory) Save(_ context.Context, p variants.Position, r solver.Result, _ error) {
	if r.Proven {
		m[p.String()] = r
	}
}
func (m memory) Batch(_ bool, work func()) { work() }

// What is in the store is not searched for again, and what follows from it is used.
func TestStoreSpares(t *testing.T) {
	start := testgames.Game(t, "blockade", 4, 4).Start()
	store := memory{}
	opt := Options{Store: store, Options: solver.Options{Memory: 1 << 20}}
	first, err := Analyze(context.Background(), start, opt)
	require.NoError(t, err)
	require.NotZero(t, first.Result.Stats.Nodes)
	require.Len(t, store, start.Legal().Count()+1)
	second, err := Analyze(context.Background(), start, opt)
	require.NoError(t, err)
	require.Zero(t, second.Result.Stats.Nodes)
	require.Equal(t, first.Result.Distance, second.Result.Distance)
	require.Equal(t, first.Result.PV, second.Result.PV)

	// Of a lost position every move loses, of a won one the moves that are known to win do.
	for _, kept := range []solver.Result{
		{Outcome: solver.Loss, Proven: true, Distance: solver.NoDistance},
		{Outcome: solver.Win, Proven: true, Distance: solver.NoDistance, Best: first.Result.Best},
	} {
		opt.Nodes = 1
		opt.Store = memory{start.String(): kept}
		a, err := Analyze(context.Background(), start, opt)
		require.Equal(t, kept.Outcome, a.Result.Outcome)
		if kept.Outcome == solver.Loss {
			require.NoError(t, err)
			require.Equal(t, len(a.Moves), a.Facts.Losing)
		} else {
			require.ErrorIs(t, err, solver.ErrLimit)
			require.Equal(t, kept.Best.Count(), a.Facts.Winning)
		}
	}
}

// What a search finds out beyond what the store has is kept, for moves as well.
func TestStoreGetsBetter(t *testing.T) {
	start := testgames.Game(t, "blockade", 4, 4).Start()
	opt := Options{Options: solver.Options{Memory: 1 << 20}, Auto: auto.Engine{Distance: true}}
	known, err := Analyze(context.Background(), start, opt)
	require.NoError(t, err)
	store := memory{}
	for _, m := range known.Moves {
		store[start.Play(m.Move).String()] = m.After.WithoutDistance()
	}
	opt.Store = store
	_, err = Analyze(context.Background(), start, opt)
	require.NoError(t, err)
	better := 0
	for _, m := range known.Moves {
		if store[start.Play(m.Move).String()].Distance == m.After.Distance {
			better++
		}
	}
	require.Positive(t, better)
	require.Equal(t, known.Result.Distance, store[start.String()].Distance, "the position's own, too")
}

// The plies alone, as a sweep finds them, are not all that is said of a distance later.
func TestStoreHasPliesAlone(t *testing.T) {
	p := testgames.Game(t, "duel", 4, 5).Start()
	opt := Options{Options: solver.Options{Memory: 1 << 24}, Auto: auto.Engine{Distance: true, Alone: true}, Store: memory{}}
	brief, err := Ask(context.Background(), p, Verdict, opt)
	require.NoError(t, err)
	require.Equal(t, 12, brief.Result().Distance)
	require.False(t, brief.Result().BestComplete)
	again, err := Ask(context.Background(), p, Verdict, opt)
	require.NoError(t, err)
	require.Zero(t, again.Stats.Nodes)

	opt.Auto.Alone = false
	whole, err := Ask(context.Background(), p, Verdict, opt)
	require.NoError(t, err)
	require.NotZero(t, whole.Stats.Nodes)
	require.Equal(t, 12, whole.Result().Distance)
	require.True(t, whole.Result().BestComplete)
	require.Len(t, whole.Result().PV, 12)
}

// Whatever the store has of a position and of those after its moves, nothing wrong follows.
func TestAnalysisWithStoreAgreesWithNaive(t *testing.T) {
	testgames.Check(t, 500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		store := memory{}
		save := func(q variants.Position) {
			if rapid.Bool().Draw(t, "stored") {
				r, err := auto.Engine{}.Solve(context.Background(), q, solver.Options{Memory: 1 << 20})
				require.NoError(t, err)
				if rapid.Bool().Draw(t, "vague") { // as after a search that was stopped
					r = r.WithoutDistance()
				}
				store[q.String()] = r
			}
		}
		save(p)
		for m := range p.Legal().Cells() {
			save(p.Play(variants.Move(m)))
		}
		a, err := Analyze(context.Background(), p, Options{Store: store, Options: solver.Options{Memory: 1 << 20}})
		require.NoError(t, err)
		requireTrue(t, a)
	})
}

func TestReasons(t *testing.T) {
	for _, c := range []struct{ variant, position, reason, best string }{
		{"classic", "4/4/4/4 x", "the free cells can be matched in pairs, so O always has a partner to go to", "O answers 1,2, its partner"},
		{"classic", "3/3/3 x", "the free cells cannot all be matched in pairs; X begins on one that is left over", "every reply has a partner"},
		{"classic", "2/X1 o", "O goes to 2,2, the partner of the last marker, and on like that", "every reply has a partner"},
		{"duel", "4/4/4/4 x", "O copies through the centre", "leaves value -1"},
		{"duel", ".X../...O/..../.... x", "the value is 0: whoever begins loses", "leaves value -1"},
		{"duel", "1/1 x", "O copies through the centre", "leaves value -1"},
		{"duel", "1 o", "the value is *: whoever begins wins", "X cannot move"},
		{"lockdown", "4/4/4/4 x", "O copies through the centre", ""},
		{"lockdown", "..X.O x", "X lasts longer on cells that O cannot reach", "O cannot move"},
		{"lockdown", "X.#O. x", "separated: X has 1 turn left, O has 1 turn", "separated: X has 0 turns left, O has 1 turn"},
		{"claim", "3/3/3 x", "the nimber is 1: cell 5 leaves nimber 0", "O cannot move"},
		{"claim", "1 x", "the nimber is 1: cell 1 leaves nimber 0", "O cannot move"},
		{"blockade", "X..#O.. x", "separated: X has 2 turns left, O has 2 turns", "separated: X has 1 turn left, O has 2 turns"},
	} {
		a := analyze(t, testgames.Parse(t, c.variant, c.position))
		require.Equal(t, c.reason, a.Reason.Text, c.position)
		require.Equal(t, c.best, a.Moves[0].Reason.Text, c.position)
	}
}

// Whatever is known of a position, the same reason is found, and it names the winner.
func TestReasonsOfCopies(t *testing.T) {
	for _, c := range []struct{ variant, position, name, reason string }{
		{"duel", "3/3/3 x", "the opponent copies every move but one", "O copies through the centre, and answers 5 with 1"},
		{"lockdown", "4/1X2/2O1/4 x", "the opponent copies every move", "O copies through the centre"},
		{"lockdown", "4/X2O/4/4 o", "the opponent copies every move", "X copies between left and right"},
		{"lockdown", "1X2/4/4/1O2 x", "the opponent copies every move", "O copies between top and bottom"},
		{"lockdown", "#X./O#./..# x", "the opponent copies every move", "O copies across the main diagonal"},
		{"lockdown", "4/1X2/4/4 o", "one move ahead: the opponent copies every move", "after 7: O copies between left and right"},
		{"lockdown", "1 x", "one move ahead: no legal move", "after 1: O cannot move"},
		{"lockdown", "X3/4/####/3O x", "the markers are separated", "separated: X has 7 turns left, O has 3 turns"},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		r, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		for _, known := range []solver.Result{r, {Outcome: r.Outcome, Proven: true}} {
			reason, _ := Explain(context.Background(), p, known)
			require.Equal(t, c.reason, reason.Text, c.position)
			require.Equal(t, c.name, reason.Name(), c.position)
		}
	}
	reason, evidence := Explain(context.Background(), testgames.Parse(t, "claim", "1 x"), solver.Undecided(""))
	require.Zero(t, reason)
	require.Zero(t, evidence)
}

func TestFacts(t *testing.T) {
	for _, c := range []struct {
		variant, position string
		images            int
		components        []int
	}{
		{"classic", "4/4/4/4 x", 1, []int{16}},
		{"classic", "X#../##../.... o", 4, []int{8}},
		{"duel", "O3/2X1 x", 4, []int{3, 1}},
		{"lockdown", ".#X/.#./.#O x", 8, []int{3, 1}},
		{"claim", "..#../..#.#/..#.. x", 2, []int{6, 5}},
		{"blockade", ".X#O. x", 2, []int{2, 2}},
	} {
		a := analyze(t, testgames.Parse(t, c.variant, c.position))
		require.Equal(t, c.images, a.Facts.Images, c.position)
		sizes := []int{}
		for _, part := range a.Facts.Components {
			sizes = append(sizes, len(part))
		}
		require.Equal(t, c.components, sizes, c.position)
	}
	a := analyze(t, testgames.Parse(t, "blockade", ".X#O./##... o"))
	require.Len(t, a.Facts.Rooms.O.Reach, 4)
	require.Equal(t, Room{Reach: []string{"0,0"}, Least: 1, Most: 1}, a.Facts.Rooms.X)
}

// In blockade a cell has the best of the moves to it.
func TestCells(t *testing.T) {
	a := analyze(t, testgames.Parse(t, "blockade", "..../..#O/.X#./.... x"))
	glyphs := map[string]string{}
	for c, m := range a.Cells() {
		glyphs[a.Position.Game().CellText(c)] = m.Glyph()
	}
	require.Equal(t, map[string]string{"1,1": "W9", "2,0": "W9", "3,1": "W9"}, glyphs)
}

// Without memory to begin with, the moves are listed all the same.
func TestAnalysisWithoutMemory(t *testing.T) {
	start := testgames.Game(t, "blockade", 7, 7).Start()
	g, err := ReviewGame(context.Background(), start, []variants.Move{variants.Move(start.Legal().First())}, Options{Options: solver.Options{Memory: 1 << 60}})
	require.Error(t, err)
	require.Len(t, g.Plies[0].Before.Moves, 10)
	require.Equal(t, "?", g.End.Verdict())
	require.NotEmpty(t, g.Sentences())
}

func TestHowMany(t *testing.T) {
	for _, c := range []struct {
		legal, wins, losses int
		want                string
	}{
		{7, 7, 0, "Every move wins."}, {7, 0, 7, "No move wins."}, {7, 1, 6, "1 of 7 moves wins."},
		{7, 3, 4, "3 of 7 moves win."}, {7, 3, 3, "At least 3 of 7 moves win."}, {7, 1, 0, "At least 1 of 7 moves wins."},
		{7, 0, 3, "No move is known to win."}, {1, 1, 0, "Every move wins."}, {1, 0, 1, "No move wins."}, {0, 0, 0, "No move wins."},
	} {
		require.Equal(t, c.want, Tally{Legal: c.legal, Winning: c.wins, Losing: c.losses}.HowMany(), c)
	}
}
