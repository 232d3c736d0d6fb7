//go:build unix

package tablebase_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/tablebase"
)

// Who may read the directory of a store may read the store, whatever the umask of its writer.
func TestReadableAsItsDirectory(t *testing.T) {
	defer unix.Umask(unix.Umask(0o022))
	f := small(t)
	require.NoError(t, os.Chmod(f.dir, 0o755))
	require.NoError(t, os.Chmod(filepath.Join(f.dir, "GRIDLOCK"), 0o600)) // of an earlier version
	s := open(t, f.dir, tablebase.Options{})
	p := start(t, "claim", 2, 3)
	require.NoError(t, s.Save(t.Context(), p, solve(t, p)))
	require.NoError(t, filepath.WalkDir(f.dir, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if path == f.dir {
			return nil
		}
		info, err := d.Info()
		require.NoError(t, err)
		dir, err := os.Stat(filepath.Dir(path))
		require.NoError(t, err)
		require.Equal(t, dir.Mode()&0o444, info.Mode()&0o444, path)
		return nil
	}))
}

// nobody is a user who owns nothing.
const nobody = 65534

// guest uses a store as another user, if it may become one, and reports how that ends.
func guest(dir string) {
	if os.Geteuid() == 0 {
		must(0, syscall.Setgroups(nil))
		must(0, syscall.Setgid(nobody))
		must(0, syscall.Setuid(nobody))
	}
	s := must(tablebase.Open(dir, tablebase.Options{}))
	f := &contents{dir: dir, start: game("lockdown", 2, 3)}
	r := must(s.Find(background(), f.start))
	fmt.Println("found", r.Proven)
	p := game("claim", 3, 3)
	found := must(s.Find(background(), p))
	fmt.Println("solved", found.Proven)
	q := p.Play(0)
	fmt.Println("saved", s.Save(background(), q, must(brute.Memo{}.Solve(background(), q, solver.Options{}))))
}

// Another user reads a store that is not hers; what she adds is refused, and the error says why.
func TestStoreOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may become another user")
	}
	defer unix.Umask(unix.Umask(0o022))
	f := small(t)
	for _, dir := range []string{f.dir, filepath.Dir(f.dir)} {
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	s := open(t, f.dir, tablebase.Options{})
	p := start(t, "claim", 3, 3)
	require.NoError(t, s.Save(t.Context(), p, solve(t, p)))
	cmd, lines := child(t, "guest", f.dir)
	for _, want := range []string{"^found true$", "^solved true$", "^saved .*: refused by the system: .*permission denied; see who may read and write it$"} {
		require.True(t, lines.Scan())
		require.Regexp(t, want, lines.Text())
	}
	require.NoError(t, cmd.Wait())
}

// A lock that the library once had on its directory keeps nobody out: a process that was forked while
// a volume was open has it until it runs another program.
func TestForkedProcess(t *testing.T) {
	t.Parallel()
	f := small(t)
	for _, kind := range []string{"positions", "tables/lockdown-2x3@000001"} {
		dir, err := os.Open(filepath.Join(f.dir, kind))
		require.NoError(t, err)
		defer dir.Close()
		require.NoError(t, unix.Flock(int(dir.Fd()), unix.LOCK_EX))
	}
	s := open(t, f.dir, tablebase.Options{})
	require.Zero(t, f.probe(t, "beside a forked process"))
	p := start(t, "claim", 2, 3)
	require.NoError(t, s.Save(t.Context(), p, solve(t, p)))
}
