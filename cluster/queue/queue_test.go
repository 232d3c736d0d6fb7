package queue

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/internal/sample"
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
	h, err := Connect(t.Context(), Access{URL: s.URL()}, t.Name(), time.Second)
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
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
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
	v := solve(t, sample.Game(t, "blockade", 6, 6).Start(), options(t), WorkerOptions{Slots: 1}, WorkerOptions{Slots: 2})
	require.Equal(t, "loss", v.Outcome)
	require.NotZero(t, v.Certificates)
	require.Equal(t, v.Progress.Leaves, v.Progress.Proven)
	require.Zero(t, v.Progress.Refused)
	t.Logf("%+v", v)
}
