package queue

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// start starts a server for a test.
func start(t *testing.T) *Server {
	t.Helper()
	s, err := Serve(ServerOptions{Listen: "127.0.0.1:0", Dir: t.TempDir(), Log: t.Logf})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// connect connects to a server for a test.
func connect(t *testing.T, s *Server) *Hub {
	t.Helper()
	h, err := Connect(t.Context(), Access{URL: s.URL()}, t.Name(), 30*time.Second, t.Logf)
	require.NoError(t, err)
	t.Cleanup(h.Close)
	return h
}

// options are those of a coordinator that notices everything soon.
func options(t *testing.T) SolveOptions {
	return SolveOptions{
		Run: "test", Name: "coordinator", Program: "test", Prove: true, Memory: 1 << 30,
		Lease: 5 * time.Second, AckWait: 2 * time.Second, Sweep: time.Second, Log: t.Logf,
	}
}

// solve solves a position with some workers.
func solve(t *testing.T, p variants.Position, opt SolveOptions, workers ...WorkerOptions) Verdict {
	t.Helper()
	s := start(t)
	ctx := t.Context()
	var group errgroup.Group
	for i, w := range workers {
		w.Name, w.Program, w.Memory, w.Run, w.Log = fmt.Sprintf("worker-%d", i), "test", 64<<20, opt.Run, t.Logf
		h := connect(t, s)
		group.Go(func() error { return Work(ctx, h, w) })
	}
	v, err := Solve(ctx, connect(t, s), p, opt)
	require.NoError(t, err)
	require.NoError(t, group.Wait())
	return v
}

func TestSolve(t *testing.T) {
	v := solve(t, testgames.Game(t, "blockade", 6, 6).Start(), options(t), WorkerOptions{Slots: 1}, WorkerOptions{Slots: 2})
	require.Equal(t, "loss", v.Outcome)
	require.NotZero(t, v.Certificates)
	require.Equal(t, v.Progress.Leaves, v.Progress.Proven)
	require.Zero(t, v.Progress.Refused)
	t.Logf("%+v", v)
}

// Workers do the jobs of one run after the other, of all games.
func TestAllGames(t *testing.T) {
	s := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() {
		ended <- Work(ctx, connect(t, s), WorkerOptions{Name: "w", Program: "test", Slots: 2, Memory: 32 << 20, Log: t.Logf})
	}()
	h := connect(t, s)
	games := append(variants.IDs(), "place rook other", "place rook own", "walk hex", "follow knight torus")
	for _, name := range games {
		p := testgames.Game(t, name, 4, 4).Start()
		want := solver.OutcomeOf(testgames.NewTruth(p.Game()).Distance(p.State())%2 == 1)
		opt := options(t)
		opt.Run = DefaultRun(p)
		got, err := Solve(ctx, h, p, opt)
		require.NoError(t, err)
		require.Equal(t, want.String(), got.Outcome, name)
		require.NotZero(t, got.Certificates, name)
		again, err := Solve(ctx, h, p, opt)
		require.NoError(t, err)
		require.Equal(t, got, again, "the verdict is kept")
	}
	runs, workers, err := h.Status(ctx)
	require.NoError(t, err)
	require.Len(t, runs, len(games))
	require.Len(t, workers, 1)
	opt := options(t)
	opt.Run = runs[0].Run
	_, err = Solve(ctx, h, testgames.Game(t, "claim", 3, 3).Start(), opt)
	require.ErrorContains(t, err, "--run", "a run of that name about another position")
	snort := testgames.Game(t, "place rook other", 4, 4).Start()
	col := testgames.Game(t, "place rook own", 4, 4).Start()
	opt.Run = DefaultRun(snort)
	_, err = Solve(ctx, h, col, opt)
	require.ErrorContains(t, err, "there is a run "+opt.Run+" about place rook other", "the same position by other rules")
	opt.Run = runs[0].Run
	require.ErrorIs(t, h.Cancel(ctx, opt.Run), ErrEnded)
	require.NoError(t, h.Forget(ctx, opt.Run))
	require.ErrorIs(t, h.Forget(ctx, opt.Run), ErrEnded)
	cancel()
	require.NoError(t, <-ended)
}

// awaitJobs waits until a run has answered jobs.
func awaitJobs(ctx context.Context, t *testing.T, h *Hub) {
	t.Helper()
	require.True(t, testgames.Await(func() bool {
		runs, _, err := h.Status(ctx)
		return err == nil && len(runs) > 0 && runs[0].Progress.Jobs > 0
	}))
}

// A server without runs says so, and is not waited for.
func TestCancelNothing(t *testing.T) {
	h := connect(t, start(t))
	require.ErrorIs(t, h.Cancel(t.Context(), "test"), ErrEnded)
	require.ErrorIs(t, h.Forget(t.Context(), "test"), ErrEnded)
}

// A run that is cancelled ends its coordinator, which has no verdict then, and its worker.
func TestCancel(t *testing.T) {
	s := start(t)
	ctx := t.Context()
	opt := options(t)
	var group errgroup.Group
	group.Go(func() error {
		return Work(ctx, connect(t, s), WorkerOptions{Name: "w", Program: "test", Slots: 1, Memory: 16 << 20, Run: opt.Run, Log: t.Logf})
	})
	h := connect(t, s)
	group.Go(func() error {
		v, err := Solve(ctx, connect(t, s), testgames.Game(t, "blockade", 8, 8).Start(), opt)
		if err == nil && v.Outcome != "" {
			return fmt.Errorf("it has a verdict: %+v", v)
		}
		return err
	})
	awaitJobs(ctx, t, h)
	require.NoError(t, h.Cancel(ctx, opt.Run))
	require.NoError(t, group.Wait())
}

// A job that has ended several workers is done with less, and then given up: the coordinator looks
// at the children of its position itself.
func TestJobsThatEndWorkers(t *testing.T) {
	for _, test := range []struct {
		game       string
		deliveries int
		says       string
	}{
		{"blockade", suspicious, ""},
		{"blockade", hopeless, "no worker could search it"},
		{"lockdown", hopeless, "no worker could prove it"}, // its first job, since a lemma decides it
	} {
		ctx, cancel := context.WithCancel(t.Context())
		s := start(t)
		var said strings.Builder
		opt := options(t)
		opt.AckWait = time.Hour // a job is delivered again only if it is refused
		opt.Log = func(format string, args ...any) { fmt.Fprintf(&said, format+"\n", args...) }
		var group errgroup.Group
		var v Verdict
		group.Go(func() (err error) {
			v, err = Solve(ctx, connect(t, s), testgames.Game(t, test.game, 4, 4).Start(), opt)
			return err
		})
		h := connect(t, s)
		for range test.deliveries {
			msg, err := awaitJob(ctx, h, opt.Run)
			require.NoError(t, err)
			require.NoError(t, msg.Nak())
		}
		group.Go(func() error {
			return Work(ctx, connect(t, s), WorkerOptions{Name: "w", Program: "test", Slots: 1, Memory: 16 << 20, Run: opt.Run, Log: t.Logf})
		})
		require.NoError(t, group.Wait(), test)
		require.NotZero(t, v.Certificates)
		if test.says == "" {
			require.NotContains(t, said.String(), "no worker")
		} else {
			require.Contains(t, said.String(), test.says)
		}
		cancel()
	}
}

// Certificates that take more memory than there is are divided until they do not.
func TestLittleMemory(t *testing.T) {
	opt := options(t)
	opt.Memory = 100 << 10
	said := 0
	opt.Log = func(format string, args ...any) {
		t.Logf(format, args...)
		if strings.Contains(format, "cannot be checked") {
			said++
		}
	}
	v := solve(t, testgames.Game(t, "blockade", 6, 6).Start(), opt, WorkerOptions{Slots: 1}, WorkerOptions{Slots: 1})
	require.Equal(t, "loss", v.Outcome)
	require.NotZero(t, said)
}

// A worker notices that another run has the name of the one that it works for.
func TestNameOfAnotherRun(t *testing.T) {
	s := start(t)
	ctx := t.Context()
	opt := options(t)
	var group errgroup.Group
	group.Go(func() error {
		return Work(ctx, connect(t, s), WorkerOptions{Name: "w", Program: "test", Slots: 2, Memory: 16 << 20, Run: opt.Run, Log: t.Logf})
	})
	h := connect(t, s)
	first, stop := context.WithCancel(ctx)
	stopped := make(chan error, 1)
	go func() {
		_, err := Solve(first, connect(t, s), testgames.Game(t, "blockade", 8, 8).Start(), opt)
		stopped <- err
	}()
	awaitJobs(ctx, t, h)
	stop()
	require.ErrorIs(t, <-stopped, context.Canceled)
	require.NoError(t, h.Forget(ctx, opt.Run))
	v, err := Solve(ctx, h, testgames.Game(t, "blockade", 5, 5).Start(), opt)
	require.NoError(t, err)
	require.NotZero(t, v.Certificates)
	require.NoError(t, group.Wait())
}
