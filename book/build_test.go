package book

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// memory is a store in memory.
type memory map[string]solver.Result

func (m memory) Find(_ context.Context, p variants.Position) (solver.Result, error) {
	if r, ok := m[p.String()]; ok {
		return r, nil
	}
	return solver.Result{Distance: solver.NoDistance}, nil
}

func (m memory) Save(_ context.Context, p variants.Position, r solver.Result) error {
	m[p.String()] = r
	return nil
}

func (memory) SaveCheckpoint(context.Context, string, []byte, iter.Seq2[[]byte, error]) error {
	return nil
}

func (memory) LoadCheckpoint(context.Context, string) ([]byte, iter.Seq2[[]byte, error], error) {
	return nil, nil, nil
}

func (memory) DropCheckpoint(context.Context, string) error { return nil }

func build(t testing.TB, b Builder, start variants.Position) *Book {
	t.Helper()
	if b.Store == nil {
		b.Store = memory{}
	}
	b.Memory = 16 << 20
	made, err := b.Build(context.Background(), start)
	require.NoError(t, err)
	return made
}

// Every entry agrees with recursion over the rules, for all images of its position, and the book
// contains what its strategy needs.
func TestBuild(t *testing.T) {
	for _, c := range []struct {
		id         string
		rows, cols int
		full, most int
	}{
		{"classic", 3, 4, 1, 6}, {"duel", 3, 4, 2, 5}, {"lockdown", 3, 4, 2, 5}, {"lockdown", 2, 5, 0, 20},
		{"claim", 4, 5, 1, 5}, {"blockade", 4, 4, 2, 6}, {"blockade", 3, 4, 0, 3}, {"classic", 1, 60, 1, 2},
	} {
		t.Run(c.id, func(t *testing.T) {
			start := testgames.Game(t, c.id, c.rows, c.cols).Start()
			b := build(t, Builder{Full: c.full, Plies: c.most}, start)
			met := map[keys.Key]bool{}
			follow(t, b, start, c.full, c.most, met)
			require.Len(t, b.entries, len(met))
			sum := 0
			for _, l := range b.info.Layers {
				sum += l.Positions()
			}
			require.Equal(t, b.Positions(), sum)
			consistent(t, b)
			if c.rows*c.cols > 20 {
				return
			}
			all := positions(t, b)
			for _, e := range b.entries {
				checkEntry(t, b, all[e.key])
			}
		})
	}
}

// follow visits the positions that must have entries.
func follow(t *testing.T, b *Book, p variants.Position, full, left int, met map[keys.Key]bool) {
	if p.Over() || left < 0 {
		return
	}
	r, ok := b.Find(p)
	require.True(t, ok, "%v", p)
	met[b.keys.Of(p.State())] = true
	moves := p.Legal()
	if r.Outcome == solver.Win && full <= 0 {
		c := b.keys.Canonical(p)
		moves, _ = c.Original(variants.MoveSet(0).With(c.Moves(r.Best).First()))
		moves = variants.MoveSet(0).With(moves.First())
	}
	for m := range moves.Cells() {
		follow(t, b, p.Play(variants.Move(m)), full-1, left-1, met)
	}
}

// checkEntry checks the entry of a position against memo.
func checkEntry(t *testing.T, b *Book, p variants.Position) {
	want, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
	require.NoError(t, err)
	for _, sym := range p.Game().Grid().Symmetries() {
		got, ok := b.Find(p.Image(sym))
		require.True(t, ok)
		require.True(t, got.Proven)
		require.Equal(t, want.Outcome, got.Outcome)
		require.Equal(t, want.Distance, got.Distance)
		var best variants.MoveSet
		for m := range want.Best.Cells() {
			best = best.With(int(p.ImageMove(sym, variants.Move(m))))
		}
		require.Equal(t, best, got.Best, "%v", p)
	}
}

// positions returns a position for every key that is reachable within the plies of the book.
func positions(t *testing.T, b *Book) map[keys.Key]variants.Position {
	start, err := b.game.Variant().Parse(b.info.Position)
	require.NoError(t, err)
	all := map[keys.Key]variants.Position{}
	layer := []variants.Position{start}
	for range b.info.Layers {
		var next []variants.Position
		for _, p := range layer {
			if k := b.keys.Of(p.State()); all[k].Game() == nil {
				all[k] = p
				for m := range p.Legal().Cells() {
					next = append(next, p.Play(variants.Move(m)))
				}
			}
		}
		layer = next
	}
	return all
}

// same compares books.
func same(t *testing.T, want, got *Book) {
	t.Helper()
	require.Equal(t, want.info, got.info)
	require.Equal(t, want.entries, got.entries)
}

// consistent checks all entries of a book against each other.
func consistent(t *testing.T, b *Book) {
	t.Helper()
	values := map[keys.Key]value{}
	for _, e := range b.entries {
		values[e.key] = e.value
	}
	rules := b.game.Rules()
	for _, e := range b.entries {
		s := b.keys.State(e.key)
		legal, known := rules.Legal(s), 0
		longest := -1
		for m := range legal.Cells() {
			after := rules.Play(s, variants.Move(m))
			v, ok := values[b.keys.Of(after)]
			if rules.Legal(after) == 0 {
				v, ok = 0, true
			}
			if !ok {
				continue
			}
			known++
			longest = max(longest, v.distance())
			best := e.best.Has(m)
			switch {
			case e.value.outcome() == solver.Loss:
				require.Equal(t, solver.Win, v.outcome(), "%v %d", s, m)
				if both(e.value, v) {
					require.LessOrEqual(t, v.distance(), e.value.distance()-1)
					require.Equal(t, best, v.distance() == e.value.distance()-1)
				}
			case best:
				require.Equal(t, solver.Loss, v.outcome(), "%v %d", s, m)
				if both(e.value, v) {
					require.Equal(t, e.value.distance()-1, v.distance())
				}
			case v.outcome() == solver.Loss && both(e.value, v):
				require.Greater(t, v.distance(), e.value.distance()-1)
			}
		}
		if known == legal.Count() && e.value.distance() != solver.NoDistance && e.value.outcome() == solver.Loss {
			require.LessOrEqual(t, longest, e.value.distance()-1)
		}
	}
}

// both reports whether two distances are known.
func both(a, b value) bool {
	return a.distance() != solver.NoDistance && b.distance() != solver.NoDistance
}

// A build that is stopped continues where it was, and makes the same book.
func TestBuildGoesOn(t *testing.T) {
	start := testgames.Game(t, "blockade", 4, 4).Start()
	searches := 0
	count := func(Progress, variants.Position) (*solver.Monitor, func()) {
		searches++
		return nil, func() {}
	}
	whole := build(t, Builder{Full: 2, Plies: 3, Watch: count}, start)
	needed := searches
	require.Equal(t, whole.Positions(), needed)

	store := memory{}
	searches = 0
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		stop := searches + 20
		b := Builder{Store: store, Full: 2, Plies: 3, Memory: 1 << 20, Watch: func(p Progress, at variants.Position) (*solver.Monitor, func()) {
			if searches == stop {
				cancel()
			} else {
				searches++
			}
			return nil, func() {}
		}}
		made, err := b.Build(ctx, start)
		cancel()
		if err == nil {
			require.Greater(t, stops, 3)
			same(t, whole, made)
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		_, err = b.Collect(context.Background(), start)
		require.ErrorIs(t, err, ErrIncomplete)
	}
	require.Equal(t, needed, searches)
	made, err := Builder{Store: store, Full: 2, Plies: 3}.Collect(context.Background(), start)
	require.NoError(t, err)
	same(t, whole, made)
}

// With few nodes for a distance, outcome and winning moves are still right; and a distance that
// was searched for without success is not searched for again.
func TestBuildWithoutDistances(t *testing.T) {
	start := testgames.Game(t, "blockade", 5, 5).Start()
	store := memory{}
	b := build(t, Builder{Store: store, Full: 1, Plies: 3, Nodes: 50}, start)
	full := build(t, Builder{Full: 1, Plies: 3}, start)
	unknown := 0
	all := positions(t, b)
	for _, e := range b.entries {
		p := all[e.key]
		r, _ := b.Find(p)
		want, err := auto.Engine{Distance: true}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		require.Equal(t, want.Outcome, r.Outcome)
		if r.Distance == solver.NoDistance {
			unknown++
			require.Equal(t, r.Outcome == solver.Win, r.Best != 0)
			for m := range r.Best.Cells() {
				after, err := auto.Engine{}.Solve(context.Background(), p.Play(variants.Move(m)), solver.Options{})
				require.NoError(t, err)
				require.Equal(t, solver.Loss, after.Outcome)
			}
		} else {
			require.Equal(t, want.Distance, r.Distance)
		}
	}
	require.Greater(t, unknown, 3)
	require.Less(t, unknown, b.Positions())
	require.Equal(t, full.Positions(), full.info.Layers[0].Distances+full.info.Layers[1].Distances+full.info.Layers[2].Distances+full.info.Layers[3].Distances)

	again := build(t, Builder{Store: store, Full: 1, Plies: 3, Nodes: 50, Watch: func(Progress, variants.Position) (*solver.Monitor, func()) {
		t.Error("a search")
		return nil, func() {}
	}}, start)
	same(t, b, again)
	more := build(t, Builder{Store: store, Full: 1, Plies: 3, Nodes: 10_000_000}, start)
	consistent(t, more)
	var buffer bytes.Buffer
	require.NoError(t, b.Write(&buffer))
	read, err := Read(&buffer)
	require.NoError(t, err)
	require.Equal(t, b.entries, read.entries)
}

// failing is a store that cannot be read, or not written.
type failing struct {
	memory
	find, save error
}

func (f failing) Find(ctx context.Context, p variants.Position) (solver.Result, error) {
	return solver.Result{Distance: solver.NoDistance}, f.find
}

func (f failing) Save(context.Context, variants.Position, solver.Result) error { return f.save }

func TestBuildFails(t *testing.T) {
	start := testgames.Game(t, "claim", 3, 3).Start()
	broken := errors.New("broken")
	for _, store := range []failing{{find: broken}, {save: broken}} {
		_, err := Builder{Store: store, Plies: 1}.Build(context.Background(), start)
		require.ErrorIs(t, err, broken)
	}
}

// A deadline is a limit, as it is for the engines.
func TestBuildStopsAtADeadline(t *testing.T) {
	late, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	_, err := Builder{Store: failing{}, Plies: 1}.Build(late, testgames.Game(t, "claim", 3, 3).Start())
	require.ErrorIs(t, err, solver.ErrLimit)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
