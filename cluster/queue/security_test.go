package queue

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/internal/sample"
)

// safeServer starts a server that asks for TLS and keys, and returns a function that connects by
// one of its access files.
func safeServer(t *testing.T) (connect func(file string) *Hub) {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, free.Close())
	opt := ServerOptions{Listen: free.Addr().String(), Dir: t.TempDir(), Log: t.Logf, Hosts: []string{"127.0.0.1", "example.org"}, Runs: []string{"test"}}
	s, err := Serve(opt)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return func(file string) *Hub {
		a, err := ReadAccess(filepath.Join(opt.AccessDir(), file+".access"))
		require.NoError(t, err)
		h, err := Connect(t.Context(), a, t.Name(), 30*time.Second)
		require.NoError(t, err)
		t.Cleanup(h.Close)
		return h
	}
}

// With the rights of a worker a worker can do its work, and with those of one run, too.
func TestSafeServer(t *testing.T) {
	connect := safeServer(t)
	for i, file := range []string{"worker", "worker-test"} {
		opt := options(t)
		if i > 0 {
			require.NoError(t, connect("coordinator").Forget(t.Context(), opt.Run))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		var group errgroup.Group
		group.Go(func() error {
			return Work(ctx, connect(file), WorkerOptions{Name: "w", Program: "test", Slots: 1, Memory: 16 << 20, Run: opt.Run, Log: t.Logf})
		})
		v, err := Solve(ctx, connect("coordinator"), sample.Game(t, "blockade", 5, 5).Start(), opt)
		require.NoError(t, err)
		require.NotZero(t, v.Certificates)
		require.Zero(t, v.Progress.Refused)
		require.NoError(t, group.Wait())
		cancel()
	}
}

// What the rights of a worker do not include fails, and what those of one run include does not
// reach another one.
func TestWorkersRights(t *testing.T) {
	connect := safeServer(t)
	admin, ctx := connect("coordinator"), t.Context()
	require.NoError(t, admin.prepare(ctx, time.Minute))
	for _, run := range []string{"test", "other"} {
		r, err := admin.begin(ctx, run, "test", sample.Game(t, "blockade", 4, 4).Start())
		require.NoError(t, err)
		require.NoError(t, r.create(ctx, 30*time.Second))
	}
	for _, file := range []string{"worker", "worker-test"} {
		w := connect(file)
		for _, subject := range []string{"$JS.API.STREAM.INFO.KV_GL_test_results", "$KV.GL_test_results.a"} {
			_, err := w.nc.Request(subject, nil, 30*time.Second)
			require.NoError(t, err, subject)
		}
		denied(t, w,
			"$JS.API.STREAM.CREATE.new", "$JS.API.STREAM.UPDATE.GL_test_jobs", "$JS.API.STREAM.DELETE.GL_test_jobs",
			"$JS.API.STREAM.PURGE.GL_test_jobs", "$JS.API.STREAM.PURGE.KV_GL_test_results", "$JS.API.STREAM.MSG.DELETE.GL_test_jobs",
			"$JS.API.STREAM.MSG.GET.KV_GL_test_results", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST",
			"$JS.API.CONSUMER.CREATE.GL_test_jobs.new", "$JS.API.CONSUMER.DELETE.GL_test_jobs.workers",
			"$JS.API.CONSUMER.CREATE.KV_GL_test_results.new", "$KV.GL_runs.test", "$KV.GL_runs.test.verdict", "$KV.GL_leases.test",
			"gl.test.job.x", "gl.test.cancel", "$SYS.REQ.SERVER.PING",
		)
		for _, subject := range []string{"_INBOX_coordinator.>", ">", "gl.test.job.>", "$KV.>"} {
			sub, err := w.nc.SubscribeSync(subject)
			require.NoError(t, err)
			_, err = sub.NextMsg(30 * time.Second)
			require.ErrorIs(t, err, nats.ErrPermissionViolation, "%s: %s", file, subject)
		}
	}
	denied(t, connect("worker-test"),
		"$JS.API.STREAM.INFO.KV_GL_other_results", "$KV.GL_other_results.a", "$JS.API.CONSUMER.MSG.NEXT.GL_other_jobs.workers",
		"$JS.API.DIRECT.GET.KV_GL_other_results.$KV.GL_other_results.a", "$JS.API.STREAM.INFO.OBJ_GL_other_proofs",
	)
	kv, err := admin.js.KeyValue(ctx, "GL_other_results")
	require.NoError(t, err)
	_, err = kv.Get(ctx, "a")
	require.ErrorIs(t, err, jetstream.ErrKeyNotFound, "the worker of another run has written")
}

// denied verifies that nothing answers requests.
func denied(t *testing.T, h *Hub, subjects ...string) {
	t.Helper()
	var group errgroup.Group
	for _, subject := range subjects {
		group.Go(func() error {
			if _, err := h.nc.Request(subject, []byte("{}"), 300*time.Millisecond); !errors.Is(err, nats.ErrTimeout) {
				return fmt.Errorf("%s: %w", subject, err)
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
}

// A server that asks for keys knows its own only, and clients know their server only.
func TestStrangers(t *testing.T) {
	known, strange := safeServer(t), safeServer(t)
	a, b := known("worker"), strange("worker")
	url := a.nc.ConnectedUrl()
	for what, access := range map[string]Access{
		"no key": {URL: url}, "of another server": {URL: url, CA: b.access.CA, Seed: b.access.Seed, Role: "worker"},
		"key of another server":       {URL: url, CA: a.access.CA, Seed: b.access.Seed, Role: "worker"},
		"authority of another server": {URL: url, CA: b.access.CA, Seed: a.access.Seed, Role: "worker"},
		"no authority":                {URL: url, Seed: a.access.Seed, Role: "worker"},
	} {
		_, err := Connect(t.Context(), access, "stranger", 0)
		require.Error(t, err, what)
		t.Log(fmt.Sprint(what, ": ", err))
	}
}
