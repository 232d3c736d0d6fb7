//go:build unix

package endtoend

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/proof"
)

// Whenever a process is killed that writes files, there is what was there before or what is new,
// whole; and after the next one nothing else is left.
func TestKilledWriters(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]string{
		"sweep": "sweep claim duel lockdown blockade --boards 2..4x2..4 --proof-dir .",
		"solve": "solve lockdown --board 4x4 --engine pn --proof 4x4.proof",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := killing{t, t.TempDir(), args}
			began := time.Now()
			require.NoError(t, k.start().Wait())
			took := time.Since(began)
			random, kills := seed.Random(t), testgames.Of(6, 100)
			for range kills {
				k.kill(time.Duration(random.Int64N(int64(took))))
			}
			t.Logf("%d files beside others after %d kills", len(k.strays()), kills)
			require.NoError(t, k.start().Wait())
			require.Empty(t, k.strays())
		})
	}
}

// killing is a folder in which processes that write there are killed.
type killing struct {
	t    *testing.T
	dir  string
	args string
}

// start starts a process.
func (k killing) start() *exec.Cmd {
	cmd := exec.Command("gridlock", strings.Fields(k.args)...)
	cmd.Dir, cmd.Env = k.dir, append(os.Environ(), "GRIDLOCK_DB=none")
	require.NoError(k.t, cmd.Start())
	return cmd
}

// kill kills a process after a while. The next one has to write everything, and to replace one
// certificate.
func (k killing) kill(after time.Duration) {
	whole, err := filepath.Glob(filepath.Join(k.dir, "*.proof.gz"))
	require.NoError(k.t, err)
	for _, name := range whole {
		require.NoError(k.t, os.Remove(name))
	}
	cmd := k.start()
	time.Sleep(after)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	k.check()
}

// check verifies the certificates that are there.
func (k killing) check() {
	names, err := filepath.Glob(filepath.Join(k.dir, "*.proof*"))
	require.NoError(k.t, err)
	for _, name := range names {
		file, err := os.Open(name)
		require.NoError(k.t, err)
		_, _, err = proof.Check(k.t.Context(), file, proof.Options{})
		require.NoError(k.t, err, name)
		require.NoError(k.t, file.Close())
	}
}

// strays returns the files that nobody asked for.
func (k killing) strays() []string {
	names, err := filepath.Glob(filepath.Join(k.dir, ".*"))
	require.NoError(k.t, err)
	return names
}
