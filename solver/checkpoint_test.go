package solver_test

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/internal/table"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
)

// memoryStore keeps checkpoints in memory.
type memoryStore struct {
	solver.Store
	metas  map[string][]byte
	pieces map[string][][]byte
	broken error // the error of saving, and of reading after the first piece
	unread int   // how often reading fails
}

func newMemoryStore() *memoryStore {
	return &memoryStore{metas: map[string][]byte{}, pieces: map[string][][]byte{}}
}

func (s *memoryStore) SaveCheckpoint(_ context.Context, name string, meta []byte, pieces iter.Seq2[[]byte, error]) error {
	if s.broken != nil {
		return s.broken
	}
	s.metas[name], s.pieces[name] = meta, nil
	for piece, err := range pieces {
		if err != nil {
			return err
		}
		s.pieces[name] = append(s.pieces[name], append([]byte(nil), piece...))
	}
	return nil
}

func (s *memoryStore) LoadCheckpoint(_ context.Context, name string) ([]byte, iter.Seq2[[]byte, error], error) {
	if s.unread--; s.unread >= 0 {
		return nil, nil, errors.New("too many open files")
	}
	return s.metas[name], func(yield func([]byte, error) bool) {
		for _, piece := range s.pieces[name] {
			if !yield(piece, nil) {
				return
			}
			if s.broken != nil {
				yield(nil, s.broken)
				return
			}
		}
	}, nil
}

func (s *memoryStore) DropCheckpoint(_ context.Context, name string) error {
	delete(s.metas, name)
	delete(s.pieces, name)
	return nil
}

// A search that is stopped half-way and resumed takes at most 60 % more nodes than a fresh one,
// and leaves no checkpoint when it has answered.
func TestResumedSearch(t *testing.T) {
	for _, c := range []struct {
		engine  solver.Engine
		variant string
		rows    int
		cols    int
	}{
		{pn.Engine{}, "blockade", 6, 6},
		{pn.Engine{}, "blockade", 6, 7},
		{pn.Engine{}, "claim", 7, 7},
		{negamax.Engine{}, "blockade", 5, 6},
		{negamax.Engine{}, "lockdown", 5, 5},
	} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		fresh, err := c.engine.Solve(context.Background(), p, solver.Options{Memory: 1 << 26})
		require.NoError(t, err)
		store := newMemoryStore()
		var resumed solver.CheckpointInfo
		opt := solver.Options{Memory: 1 << 26, Nodes: fresh.Stats.Nodes / 2, Checkpoint: &solver.Checkpoint{
			Store: store, Least: 1, Resume: true,
			Resumed: func(info solver.CheckpointInfo) { resumed = info },
			Failed:  func(err error) { require.NoError(t, err) },
		}}
		_, err = c.engine.Solve(context.Background(), p, opt)
		require.ErrorIs(t, err, solver.ErrLimit)
		require.Zero(t, resumed, "there was nothing to resume")
		require.Len(t, store.metas, 1)

		opt.Nodes = 0
		again, err := c.engine.Solve(context.Background(), p, opt)
		require.NoError(t, err)
		require.Equal(t, fresh.Outcome, again.Outcome)
		require.Equal(t, fresh.Distance, again.Distance)
		require.Equal(t, fresh.Stats.Nodes/2, resumed.Nodes)
		require.NotZero(t, resumed.Positions)
		require.LessOrEqual(t, again.Stats.Nodes, fresh.Stats.Nodes*6/10, "%s %s %dx%d", c.engine.Name(), c.variant, c.rows, c.cols)
		require.Empty(t, store.metas)
	}
}

// A search without lemmas takes nothing from one with lemmas, nor the other way round: it visits
// as many nodes as without the other's checkpoint, and does not change that.
func TestCheckpointsOfTheOtherLemmas(t *testing.T) {
	for _, e := range []solver.Engine{pn.Engine{}, negamax.Engine{}} {
		for _, bare := range []bool{false, true} {
			p := testgames.Game(t, "blockade", 5, 6).Start()
			store := newMemoryStore()
			opt := solver.Options{Memory: 1 << 22, Nodes: 100, NoLemmas: !bare, Checkpoint: &solver.Checkpoint{
				Store: store, Least: 1, Resume: true,
				Resumed: func(solver.CheckpointInfo) { t.Errorf("%s resumes", e.Name()) },
			}}
			_, err := e.Solve(t.Context(), p, opt)
			require.ErrorIs(t, err, solver.ErrLimit)
			require.Len(t, store.metas, 1)

			opt.Nodes, opt.NoLemmas = 0, bare
			got, err := e.Solve(t.Context(), p, opt)
			require.NoError(t, err)
			fresh, err := e.Solve(t.Context(), p, solver.Options{Memory: 1 << 22, NoLemmas: bare})
			require.NoError(t, err)
			require.Equal(t, fresh.Stats.Nodes, got.Stats.Nodes)
			require.Len(t, store.metas, 1)
		}
	}
}

// Wherever a search is stopped, the one that resumes it is right, with any number of workers and
// any table.
func TestCheckpointsHoldWhatIsTrue(t *testing.T) {
	t.Parallel()
	resumeFromCheckpoints(t, 400)
}

func resumeFromCheckpoints(t *testing.T, draws int) {
	t.Helper()
	testgames.Check(t, draws, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 13)
		want, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		e := rapid.SampledFrom([]solver.Engine{pn.Engine{}, negamax.Engine{}}).Draw(t, "engine")
		opt := solver.Options{
			Memory:     rapid.SampledFrom([]int64{1, 1 << 12, 1 << 20}).Draw(t, "memory"),
			Workers:    rapid.IntRange(1, 2).Draw(t, "workers"),
			NoLemmas:   rapid.Bool().Draw(t, "bare"),
			Checkpoint: &solver.Checkpoint{Store: newMemoryStore(), Least: 1, Resume: true},
		}
		for _, nodes := range []uint64{1, 10, 100, 0} {
			opt.Nodes = nodes
			r, err := e.Solve(context.Background(), p, opt)
			if err == nil {
				require.Equal(t, want.Outcome, r.Outcome)
			}
			require.True(t, nodes != 0 || err == nil)
		}
	})
}

// A store that fails loses the checkpoint, not the search.
func TestBrokenCheckpoints(t *testing.T) {
	p := testgames.Game(t, "blockade", 6, 6).Start()
	store := newMemoryStore()
	var failures []error
	opt := solver.Options{Memory: 1 << 24, Nodes: 5000, Checkpoint: &solver.Checkpoint{
		Store: store, Least: 1, Resume: true, Failed: func(err error) { failures = append(failures, err) },
	}}
	_, err := pn.Engine{}.Solve(context.Background(), p, opt)
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Empty(t, failures)

	store.broken = errors.New("no room")
	_, err = pn.Engine{}.Solve(context.Background(), p, opt)
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Len(t, failures, 2, "reading and writing")
	require.ErrorContains(t, failures[0], "cannot resume: no room")
	require.ErrorContains(t, failures[1], "cannot save a checkpoint: no room")

	store.broken = nil
	for name := range store.pieces {
		store.pieces[name][0] = store.pieces[name][0][1:]
	}
	opt.Nodes = 0
	r, err := pn.Engine{}.Solve(context.Background(), p, opt)
	require.NoError(t, err)
	require.Equal(t, solver.Loss, r.Outcome)
	require.ErrorIs(t, failures[2], table.ErrCheckpoint)
}

// Checkpoints are saved at intervals while workers continue.
func TestCheckpointsEverySoOften(t *testing.T) {
	saved := make(chan solver.CheckpointInfo, 1000)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for i := 0; i < 3; i++ {
			<-saved
		}
		cancel()
	}()
	_, err := pn.Engine{}.Solve(ctx, testgames.Game(t, "blockade", 8, 8).Start(), solver.Options{
		Memory: 1 << 22, Workers: 2,
		Checkpoint: &solver.Checkpoint{Store: newMemoryStore(), Every: time.Millisecond, Saved: func(i solver.CheckpointInfo) { saved <- i }},
	})
	require.ErrorIs(t, err, context.Canceled)
}

// A search that resumes after a stop anywhere is right, and takes hardly more nodes in all than
// one that was not stopped.
func TestPNResumesFromAnyLimit(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		want       solver.Outcome
	}{{"blockade", 5, 5, solver.Win}, {"blockade", 3, 7, solver.Loss}, {"claim", 6, 6, solver.Win}, {"lockdown", 5, 5, solver.Win}} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		fresh, err := pn.Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 22})
		require.NoError(t, err)
		for nodes := uint64(1); nodes < fresh.Stats.Nodes; nodes += 1 + fresh.Stats.Nodes/23 {
			opt := solver.Options{Memory: 1 << 22, Nodes: nodes, Checkpoint: &solver.Checkpoint{Store: newMemoryStore(), Least: 1, Resume: true}}
			_, err := pn.Engine{}.Solve(context.Background(), p, opt)
			require.ErrorIs(t, err, solver.ErrLimit)
			opt.Nodes = 0
			r, err := pn.Engine{}.Solve(context.Background(), p, opt)
			require.NoError(t, err)
			require.Equal(t, c.want, r.Outcome)
			require.LessOrEqual(t, nodes+r.Stats.Nodes, fresh.Stats.Nodes*5/4+64, "%s, halted at %d", c.variant, nodes)
		}
	}
}

// A search that has less than the checkpoint there is leaves it, and says so: one that begins anew, and one
// whose checkpoint could not be read at first.
func TestMoreStays(t *testing.T) {
	p := testgames.Game(t, "blockade", 6, 6).Start()
	store := newMemoryStore()
	var saved, kept []solver.CheckpointInfo
	search := func(resume bool, nodes uint64) {
		saved, kept = nil, nil
		_, err := pn.Engine{}.Solve(t.Context(), p, solver.Options{Memory: 1 << 22, Workers: 1, Nodes: nodes, Checkpoint: &solver.Checkpoint{
			Store: store, Least: 1, Resume: resume,
			Saved: func(i solver.CheckpointInfo) { saved = append(saved, i) },
			Kept:  func(i solver.CheckpointInfo) { kept = append(kept, i) },
		}})
		require.ErrorIs(t, err, solver.ErrLimit)
	}
	search(true, 400)
	require.Len(t, saved, 1)
	first := saved[0]
	search(false, 200)
	require.Empty(t, saved)
	require.Equal(t, first.Positions, kept[0].Positions)
	search(true, 100)
	require.Equal(t, first.Nodes+100, saved[0].Nodes)
	require.GreaterOrEqual(t, saved[0].Positions, first.Positions)

	store.unread = 1
	search(true, 100)
	require.Empty(t, saved)
	require.Len(t, kept, 1)
	search(false, 800)
	require.Len(t, saved, 1)
}
