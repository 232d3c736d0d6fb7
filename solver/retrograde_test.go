package solver_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/keys"
	"gridlock/solver/negamax"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// Retrograde agrees with memo on every kind of position.
func TestRetrogradeAgreesWithMemo(t *testing.T) {
	t.Parallel()
	compareRetrogradeWithMemo(t, 700)
}

func compareRetrogradeWithMemo(t *testing.T, draws int) {
	t.Helper()
	testgames.Check(t, draws, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		memo := solve(t, brute.Memo{}, p, solver.Options{})
		opt := solver.Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers")}
		r := solve(t, retrograde.Engine{}, p, opt)
		r.Engine, r.Stats = memo.Engine, memo.Stats
		require.Equal(t, memo, r)
	})
}

// On larger boards, whose keys may take two words, retrograde agrees with negamax on positions
// from which not too many others are reachable.
func TestRetrogradeAgreesWithNegamax(t *testing.T) {
	compared := 0
	testgames.Check(t, 400, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 64)
		r, err := retrograde.Engine{}.Solve(context.Background(), p, solver.Options{Nodes: 2000})
		if errors.Is(err, solver.ErrLimit) {
			return
		}
		require.NoError(t, err)
		negamax := solve(t, negamax.Engine{}, p, solver.Options{Memory: 1 << 20})
		r.Engine, r.Stats = negamax.Engine, negamax.Stats
		require.Equal(t, negamax, r)
		compared++
	})
	require.Greater(t, compared, 10)
}

// The numbers of reachable positions are those that were counted elsewhere.
func TestRetrogradeCounts(t *testing.T) {
	t.Parallel()
	for _, tr := range groundTruth() {
		if tr.nodes > 0 && tr.nodes < uint64(testgames.Of(1_000_000, 3_000_000)) {
			tr.checkTable(t)
		}
	}
}

// checkTable checks a table of all positions against the value.
func (tr truth) checkTable(t *testing.T) {
	built := build(t, retrograde.Engine{Unreduced: true}, tr.root(t), solver.Options{Workers: 2})
	var before uint64
	for _, l := range built.Layers {
		before += l.Unreduced
		require.GreaterOrEqual(t, l.Unreduced, l.Positions)
	}
	if tr.nodes > 0 {
		require.Equal(t, tr.nodes, before, "%s %s", tr.variant, tr.position)
	}
	require.Equal(t, tr.outcome == solver.Win, built.Root%2 == 1)
	if tr.distance != no {
		require.Equal(t, tr.distance, int(built.Root))
	}
}

func build(t require.TestingT, e retrograde.Engine, p variants.Position, opt solver.Options) retrograde.Built {
	built, err := e.Build(context.Background(), p, opt)
	require.NoError(t, err)
	return built
}

// Table is a TableWriter that collects what it receives.
type Table struct {
	layers    []int
	keys      map[int][]keys.Key
	distances map[int][]uint8
	fail      error // error of the next call
}

func New() *Table { return &Table{keys: map[int][]keys.Key{}, distances: map[int][]uint8{}} }

func (tb *Table) Block(layer int, keys []keys.Key, distances []uint8) error {
	if len(tb.layers) == 0 || tb.layers[len(tb.layers)-1] != layer {
		tb.layers = append(tb.layers, layer)
	}
	tb.keys[layer] = append(tb.keys[layer], keys...)
	tb.distances[layer] = append(tb.distances[layer], distances...)
	return tb.fail
}

// A table comes in the documented order, and the counts of its layers are right.
func TestRetrogradeTable(t *testing.T) {
	for _, v := range variants.All() {
		p := testgames.Game(t, v.ID, 4, 4).Start()
		keys := keys.New(p.Game())
		got := New()
		built := build(t, retrograde.Engine{Writer: got}, p, solver.Options{})
		require.Len(t, got.layers, len(built.Layers))
		for i, l := range built.Layers {
			require.Equal(t, l.Cells, got.layers[len(got.layers)-1-i])
			require.Zero(t, v.ID == variants.Blockade && l.Unreduced != 0, "not asked for")
			layer, distances := got.keys[l.Cells], got.distances[l.Cells]
			require.Len(t, layer, int(l.Positions))
			var wins, losses uint64
			longest := 0
			for j, k := range layer {
				if j > 0 && layer[j-1].Compare(k) >= 0 || keys.Layer(k) != l.Cells || keys.Of(keys.State(k)) != k {
					t.Fatalf("%s: %v at %d of layer %d", v.ID, k, j, l.Cells)
				}
				wins += uint64(distances[j] & 1)
				losses += uint64(1 &^ distances[j])
				longest = max(longest, int(distances[j]))
			}
			require.Equal(t, [...]uint64{wins, losses}, [...]uint64{l.Wins, l.Losses})
			require.Equal(t, longest, l.Longest)
		}
	}
}

// scratch makes files in memory, which can be made to fail.
type scratch struct {
	made, open atomic.Int64
	left       atomic.Int64 // operations until they fail; negative for never
}

func newScratch(left int64) *scratch {
	s := new(scratch)
	s.left.Store(left)
	return s
}

func (s *scratch) failure() error {
	if s.left.Add(-1) == -1 {
		s.left.Store(0)
		return os.ErrPermission
	}
	return nil
}

func (s *scratch) Create() (retrograde.ScratchFile, error) {
	if err := s.failure(); err != nil {
		return nil, err
	}
	s.made.Add(1)
	s.open.Add(1)
	return &scratchFile{scratch: s}, nil
}

type scratchFile struct {
	scratch *scratch
	mu      sync.Mutex
	data    []byte
}

func (f *scratchFile) WriteAt(data []byte, at int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if grow := int(at) + len(data) - len(f.data); grow > 0 {
		f.data = append(f.data, make([]byte, grow)...)
	}
	return copy(f.data[at:], data), f.scratch.failure()
}

func (f *scratchFile) ReadAt(data []byte, at int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return copy(data, f.data[at:]), f.scratch.failure()
}

func (f *scratchFile) Close() error {
	f.scratch.open.Add(-1)
	return nil
}

// Workers and memory make no difference to the table. With little memory it takes scratch files,
// none of which stays, and layers are looked up piece by piece.
func TestRetrogradeSpills(t *testing.T) {
	for _, p := range []variants.Position{
		testgames.Parse(t, "lockdown", "..../..../..../.### x"),
		testgames.Game(t, "blockade", 3, 4).Start(),
		testgames.Game(t, "duel", 4, 4).Start(),
		testgames.Game(t, "claim", 5, 6).Start(),
		testgames.Game(t, "classic", 4, 4).Start(),
	} {
		want := New()
		whole := build(t, retrograde.Engine{Writer: want}, p, solver.Options{})
		for _, workers := range []int{1, 3} {
			for _, memory := range []int64{1, 1 << 12, 1 << 16} {
				got, files := New(), newScratch(-1)
				opt := solver.Options{Workers: workers, Memory: memory}
				built := build(t, retrograde.Engine{Writer: got, Scratch: files}, p, opt)
				require.Equal(t, whole.Layers, built.Layers)
				require.Equal(t, want, got)
				require.Zero(t, files.open.Load())
				require.True(t, memory > 1 || files.made.Load() > 8, "%d files", files.made.Load())
			}
		}
		_, err := retrograde.Engine{}.Build(context.Background(), p, solver.Options{Memory: 1 << 8})
		require.ErrorIs(t, err, solver.ErrLimit)
		require.ErrorContains(t, err, "the table does not fit into the 0 MiB of memory allowed")
	}
}

// An answer that was computed with scratch files is the same, line included.
func TestRetrogradeSolvesOnScratch(t *testing.T) {
	p := testgames.Game(t, "blockade", 3, 5).Start()
	memo := solve(t, brute.Memo{}, p, solver.Options{})
	r := solve(t, retrograde.Engine{Scratch: newScratch(-1)}, p, solver.Options{Memory: 1, Workers: 2})
	r.Engine, r.Stats = memo.Engine, memo.Stats
	require.Equal(t, memo, r)
}

// A failure of a scratch file, or of the writer, is the error of the build.
func TestRetrogradeFailures(t *testing.T) {
	p := testgames.Game(t, "blockade", 3, 4).Start()
	for _, workers := range []int{1, 2} {
		failed := 0
		for left := int64(0); ; left = left*5/4 + 1 {
			files := newScratch(left)
			r, err := retrograde.Engine{Scratch: files}.Solve(context.Background(), p, solver.Options{Memory: 1, Workers: workers})
			require.Zero(t, files.open.Load())
			if err == nil {
				break
			}
			require.ErrorIs(t, err, os.ErrPermission)
			require.True(t, r.Outcome == solver.Unknown || r.Proven)
			failed++
		}
		require.Greater(t, failed, 10)
	}
	writer := New()
	writer.fail = os.ErrInvalid
	_, err := retrograde.Engine{Writer: writer}.Build(context.Background(), p, solver.Options{})
	require.ErrorIs(t, err, os.ErrInvalid)
	require.Len(t, writer.layers, 1)
}

func TestRetrogradeLimits(t *testing.T) {
	big := testgames.Game(t, "blockade", 7, 7).Start()
	r, err := retrograde.Engine{}.Solve(context.Background(), big, solver.Options{Nodes: 10_000})
	require.EqualError(t, err, "limit reached: node count 10000")
	require.Equal(t, uint64(10_000), r.Stats.Nodes)
	require.Equal(t, solver.Unknown, r.Outcome)
	require.Equal(t, solver.NoDistance, r.Distance)
	require.Equal(t, "retrograde", r.Engine)

	small := testgames.Game(t, "classic", 4, 4).Start()
	full := solve(t, retrograde.Engine{}, small, solver.Options{})
	same := solve(t, retrograde.Engine{}, small, solver.Options{Nodes: full.Stats.Nodes})
	same.Stats.Elapsed = full.Stats.Elapsed
	require.Equal(t, full, same)
	for nodes := uint64(1); nodes < full.Stats.Nodes; nodes += 7 {
		_, err = retrograde.Engine{}.Solve(context.Background(), small, solver.Options{Nodes: nodes})
		require.ErrorIs(t, err, solver.ErrLimit)
	}

	medium := testgames.Game(t, "lockdown", 4, 4).Start()
	for calls := 1; calls < 60; calls += 3 {
		_, err = retrograde.Engine{}.Build(testgames.ExpireAt(calls, nil), medium, solver.Options{})
		require.EqualError(t, err, "limit reached: time is up")
	}
}

// A build that is cancelled ends soon, at any moment: each worker notices when it looks at the context
// once more, and nothing begins.
func TestRetrogradeIsCalledOff(t *testing.T) {
	p := testgames.Game(t, "lockdown", 4, 4).Start()
	const workers = 2
	for _, looks := range []int64{0, 1, 2, 10, 30, 60} {
		var monitor solver.Monitor
		ctx := &calledOff{Context: context.Background(), after: looks}
		built, err := retrograde.Engine{}.Build(ctx, p, solver.Options{Workers: workers, Monitor: &monitor})
		require.ErrorIs(t, err, context.Canceled)
		require.LessOrEqual(t, ctx.looks.Load(), looks+10*workers, "after %d", looks)
		require.Empty(t, built.Layers)
		s := monitor.Snapshot()
		require.Equal(t, built.Stats, s)
		require.Contains(t, s.Phase, "layer ")
	}
}

// calledOff is a context that is cancelled after so many looks at it.
type calledOff struct {
	context.Context
	after int64
	looks atomic.Int64
}

func (c *calledOff) Err() error {
	if c.looks.Add(1) > c.after {
		return context.Canceled
	}
	return nil
}
