package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// A store that could not write says so, and what to do, and begins anew once there is room. What it had it still has.
func TestNoRoom(t *testing.T) {
	var mu sync.Mutex
	var said []string
	says := func(what string) bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(strings.Join(said, "\n"), what)
	}
	dir := t.TempDir()
	s, err := serve(ServerOptions{Listen: "127.0.0.1:0", Dir: dir, Log: func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, fmt.Sprintf(format, args...))
		t.Logf(format, args...)
	}})
	require.NoError(t, err)
	defer s.Close()
	h, err := Connect(t.Context(), Access{URL: s.URL()}, t.Name(), 30*time.Second, t.Logf)
	require.NoError(t, err)
	defer h.Close()
	jobs, err := h.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "jobs", Subjects: []string{"jobs.>"}})
	require.NoError(t, err)

	inTheWay := filepath.Join(dir, "jetstream", "$G", "streams", "jobs", "msgs", "2.blk")
	require.NoError(t, os.MkdirAll(filepath.Join(inTheWay, "x"), 0o700)) // so that a second file cannot be written
	_, err = h.js.Publish(t.Context(), "jobs.first", []byte("kept"))
	require.NoError(t, err)
	for range 18 { // 9 MiB, where a file has 8
		require.NoError(t, h.nc.Publish("jobs.more", make([]byte, 1<<19)))
	}
	full := func() error { return errors.New("no room") }
	require.Eventually(t, func() bool { s.look(full); return says("if the disk of " + dir + " is full, make room there") }, time.Minute, time.Millisecond)
	require.False(t, says("begins anew"))
	require.NoError(t, os.RemoveAll(inTheWay))
	s.look(s.room)
	require.True(t, says("the store begins anew"))

	require.NoError(t, h.persist(t.Context(), func(ctx context.Context) error {
		_, err := h.js.Publish(ctx, "jobs.last", nil)
		return err
	}))
	kept, err := jobs.GetLastMsgForSubject(t.Context(), "jobs.first")
	require.NoError(t, err)
	require.Equal(t, "kept", string(kept.Data))
	s.look(full)
	require.Empty(t, s.failed)
}

// A worker whose certificate the server does not take says so, long before it gives up.
func TestNoRoomForACertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, err := serve(ServerOptions{Listen: "127.0.0.1:0", Dir: dir, Log: t.Logf})
	require.NoError(t, err)
	defer server.Close()
	h, err := Connect(t.Context(), Access{URL: server.URL()}, t.Name(), 30*time.Second, t.Logf)
	require.NoError(t, err)
	defer h.Close()
	said := make(chan string, 100)
	s := &slot{worker: &worker{Hub: h, WorkerOptions: WorkerOptions{Log: func(format string, args ...any) { said <- fmt.Sprintf(format, args...) }}}, run: &run{id: "r"}}
	_, err = h.js.CreateObjectStore(t.Context(), jetstream.ObjectStoreConfig{Bucket: s.proofs()})
	require.NoError(t, err)
	inTheWay := filepath.Join(dir, "jetstream", "$G", "streams", "OBJ_"+s.proofs(), "msgs", "2.blk", "x")
	require.NoError(t, os.MkdirAll(inTheWay, 0o700)) // as in TestNoRoom
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := s.putCertificate(ctx, "id", make([]byte, 40<<20))
		ended <- err
	}()
	require.Contains(t, <-said, "if the disk of the server at "+h.access.URL+" is full, make room there")
	cancel()
	require.ErrorIs(t, <-ended, errNotStored)
}
