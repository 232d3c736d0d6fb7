package queue

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/internal/testgames"
)

// safeServer starts a server that asks for TLS and keys, and returns a function that connects by
// one of its access files.
func safeServer(t *testing.T) (connect func(file string) *Hub) {
	t.Helper()
	opt := ServerOptions{Listen: "127.0.0.1:0", Dir: t.TempDir(), Log: t.Logf, Hosts: []string{"127.0.0.1", "example.org"}, Runs: []string{"test"}}
	s, err := Serve(opt)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return func(file string) *Hub {
		a, err := ReadAccess(filepath.Join(opt.AccessDir(), file+".access"))
		require.NoError(t, err)
		h, err := Connect(t.Context(), a, t.Name(), 30*time.Second, t.Logf)
		require.NoError(t, err)
		t.Cleanup(h.Close)
		return h
	}
}

// With the rights of a worker a worker can do its work, and with those of one run, too.
func TestSafeServer(t *testing.T) {
	connect := safeServer(t)
	for i, file := range []string{"worker", "worker-test", "coordinator"} {
		opt := options(t)
		if i > 0 {
			require.NoError(t, connect("coordinator").Forget(t.Context(), opt.Run))
		}
		ctx, cancel := context.WithCancel(t.Context())
		var group errgroup.Group
		group.Go(func() error {
			return Work(ctx, connect(file), WorkerOptions{Name: "w", Program: "test", Slots: 1, Memory: 16 << 20, Run: opt.Run, Log: t.Logf})
		})
		v, err := Solve(ctx, connect("coordinator"), testgames.Game(t, "blockade", 5, 5).Start(), opt)
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
		r, err := admin.begin(ctx, run, "test", testgames.Game(t, "blockade", 4, 4).Start())
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

// denied verifies that the server denies requests.
func denied(t *testing.T, h *Hub, subjects ...string) {
	t.Helper()
	for _, subject := range subjects {
		err := h.within(t.Context(), time.Minute, func(ctx context.Context) error {
			_, err := h.nc.RequestWithContext(ctx, subject, []byte("{}"))
			return err
		})
		require.ErrorAs(t, err, new(*Denial))
		require.ErrorContains(t, err, subject)
	}
}

// A server that asks for keys knows its own only, and clients know their server only.
func TestStrangers(t *testing.T) {
	known, strange := safeServer(t), safeServer(t)
	a, b := known("worker"), strange("worker")
	url := a.nc.ConnectedUrl()
	open := start(t).URL()
	for _, c := range []struct {
		what string
		by   Access
		says string
	}{
		{"no access", Access{URL: url}, "asks for a key"},
		{"no key", Access{URL: url, CA: a.access.CA, Role: "worker"}, "asks for a key"},
		{"of another server", Access{URL: url, CA: b.access.CA, Seed: b.access.Seed, Role: "worker"}, "is not the one that has written the access file"},
		{"key of another server", Access{URL: url, CA: a.access.CA, Seed: b.access.Seed, Role: "worker"}, "does not know this key"},
		{"authority of another server", Access{URL: url, CA: b.access.CA, Seed: a.access.Seed, Role: "worker"}, "is not the one that has written the access file"},
		{"no authority", Access{URL: url, Seed: a.access.Seed, Role: "worker"}, "asks for a key"},
		{"a key for nothing", Access{URL: open, CA: a.access.CA, Seed: a.access.Seed, Role: "worker"}, "asks for no key"},
		{"nobody", Access{URL: "nats://127.0.0.1:1"}, "no server at nats://127.0.0.1:1"},
	} {
		wait := time.Hour // a server that is there does not change its mind
		if c.what == "nobody" {
			wait = 0
		}
		_, err := Connect(t.Context(), c.by, "stranger", wait, t.Logf)
		require.ErrorContains(t, err, c.says, c.what)
	}
}

// Whoever has a key without the rights for what he wants is told so, and does not wait.
func TestDenials(t *testing.T) {
	connect := safeServer(t)
	admin, worker, ctx := connect("coordinator"), connect("worker"), t.Context()
	p, opt := testgames.Game(t, "blockade", 5, 5).Start(), options(t)
	denies := func(err error) {
		t.Helper()
		require.ErrorAs(t, err, new(*Denial))
		require.ErrorContains(t, err, "this key may not")
		t.Log(err)
	}
	_, err := Solve(ctx, worker, p, opt) // there is nothing on the server yet
	denies(err)
	require.NoError(t, admin.prepare(ctx, time.Minute))
	_, err = admin.begin(ctx, "other", "test", p)
	require.NoError(t, err)
	_, err = Solve(ctx, worker, p, opt)
	denies(err)
	_, _, err = worker.Status(ctx)
	denies(err)
	denies(worker.Cancel(ctx, "other"))
	denies(worker.Forget(ctx, "other"))
	hand := WorkerOptions{Name: "w", Program: "test", Slots: 2, Memory: 16 << 20, Run: "other", Log: t.Logf}
	denies(Work(ctx, connect("worker-test"), hand))

	hand.Run = "" // it leaves the run alone that it has no right to, and works for the other one
	working, stop := context.WithCancel(ctx)
	var group errgroup.Group
	group.Go(func() error { return Work(working, connect("worker-test"), hand) })
	v, err := Solve(ctx, admin, p, opt)
	require.NoError(t, err)
	require.NotZero(t, v.Certificates)
	stop()
	require.NoError(t, group.Wait())
}

// Access files keep their keys and modes.
func TestAccessFiles(t *testing.T) {
	opt := ServerOptions{Listen: "127.0.0.1:0", Dir: t.TempDir(), Log: t.Logf, Hosts: []string{"127.0.0.1"}}
	file := filepath.Join(opt.AccessDir(), "worker.access")
	var first Access
	var old *os.File
	for again := range 2 {
		s, err := Serve(opt)
		require.NoError(t, err)
		s.Close()
		a, err := ReadAccess(file)
		require.NoError(t, err)
		info, err := os.Stat(file)
		require.NoError(t, err)
		if again == 0 {
			require.Equal(t, os.FileMode(0o600), info.Mode())
			require.NoError(t, os.Chmod(file, 0o640))
			first = a
			old, err = os.Open(file)
			require.NoError(t, err)
			defer old.Close()
			continue
		}
		require.Equal(t, os.FileMode(0o640), info.Mode())
		require.Equal(t, first.Seed, a.Seed)
		require.Equal(t, first.CA, a.CA)
		was, err := old.Stat()
		require.NoError(t, err)
		require.False(t, os.SameFile(was, info), "it is replaced as a whole")
	}
}
