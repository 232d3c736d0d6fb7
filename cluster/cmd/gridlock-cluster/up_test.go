//go:build unix

package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"gridlock/internal/testgames"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"
)

// up starts the command in a temporary directory of its own.
func (c *cast) up(args ...string) *process {
	c.Helper()
	return c.begin(append([]string{"up", "blockade", "--board", "6x6", "--prove", "--json", "--memory", "128MiB"}, args...)...)
}

// files returns the number of files and folders in the temporary directory.
func (c *cast) files() (n int) {
	_ = filepath.WalkDir(c.dir, func(string, os.DirEntry, error) error { n++; return nil })
	return n - 1
}

// alone waits until nothing is left of a process and those that it has started, and returns how long
// that takes.
func (c *cast) alone(p *process) time.Duration {
	c.Helper()
	began := time.Now()
	require.True(c, testgames.Await(func() bool { return syscall.Kill(-p.Process.Pid, 0) == syscall.ESRCH }), "its workers stay")
	return time.Since(began)
}

// killUp kills runs of the command when it has made some number of files, by the seed, and returns the
// longest time that its workers stay. The next run removes what is left.
func killUp(t *testing.T, seed uint64, times int) (longest time.Duration, left int) {
	t.Logf("seed %d", seed)
	c := &cast{T: t, random: rand.New(rand.NewPCG(seed, 0)), dir: t.TempDir()}
	for range times {
		p, most := c.up(), c.random.IntN(40)
		before := c.files()
		require.True(t, testgames.Await(func() bool { return c.files()-before >= most || !p.running() }))
		p.kill()
		longest = max(longest, c.alone(p))
		left = max(left, c.files())
	}
	p := c.up()
	<-p.ended
	require.Zero(t, p.ProcessState.ExitCode(), p.errOut.String())
	var s solved
	require.NoError(t, json.Unmarshal([]byte(p.out.String()), &s))
	require.Equal(t, "O", s.Winner)
	c.alone(p)
	require.Zero(t, c.files())
	return longest, left
}

func TestKilledUp(t *testing.T) {
	t.Parallel()
	killUp(t, 1, 4)
}

// One that is told to end leaves nothing.
func TestInterruptedUp(t *testing.T) {
	t.Parallel()
	c := &cast{T: t, dir: t.TempDir()}
	p := c.up()
	require.True(t, testgames.Await(func() bool { return c.files() > 20 }))
	require.NoError(t, p.Process.Signal(syscall.SIGTERM))
	<-p.ended
	require.Equal(t, 130, p.ProcessState.ExitCode(), p.errOut.String())
	c.alone(p)
	require.Zero(t, c.files())
}

// What others use stays, and so does what is not ours.
func TestSweepTempDirs(t *testing.T) {
	in := t.TempDir()
	t.Setenv("TMPDIR", in)
	_, remove, err := newTempDir()
	require.NoError(t, err)
	stale, empty, other := filepath.Join(in, tempPrefix+"stale"), filepath.Join(in, tempPrefix+"empty"), filepath.Join(in, tempPrefix+"other")
	for _, dir := range []string{filepath.Join(stale, tempData), empty, filepath.Join(other, "mine")} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(stale, tempLock), nil, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(stale, tempData, "file"), nil, 0o600))
	held := flock.New(filepath.Join(in, tempPrefix+"stale", tempLock))
	require.NoError(t, held.Lock())
	sweepTempDirs(in)
	require.DirExists(t, stale)
	require.NoDirExists(t, empty)
	require.NoError(t, held.Unlock())
	sweepTempDirs(in)
	require.NoDirExists(t, stale)
	require.DirExists(t, filepath.Join(other, "mine"))
	left, err := os.ReadDir(in)
	require.NoError(t, err)
	require.Len(t, left, 2)
	require.NoError(t, remove())
}
