//go:build unix

package tablebase_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// everything does everything with a store that needs files, and returns the errors.
func (f *contents) everything() (all []error) {
	s, err := tablebase.Open(f.dir, tablebase.Options{Wait: 10 * time.Millisecond})
	if err != nil {
		return []error{err}
	}
	note := func(err error) { all = append(all, err) }
	_, err = s.Find(background(), f.solved[0])
	note(err)
	if table, err := s.Table(f.start); err != nil {
		note(err)
	} else {
		_, err := table.Verify(background(), 10, 1)
		note(err)
	}
	_, pieces, err := s.LoadCheckpoint(background(), "search")
	note(err)
	for _, err := range pieces {
		note(err)
	}
	_, err = s.Checkpoints(background(), true)
	note(err)
	if j, err := s.Journal(f.start); err != nil {
		note(err)
	} else {
		in, err := j.Load("keys1-009")
		note(err)
		if in != nil {
			note(in.Close())
		}
		note(j.Close())
	}
	return append(all, s.Close())
}

// A pipe, or a link to an endless file, or a very long file, in the place of any file of a store
// is an error, and soon.
func TestOnlyPlainFiles(t *testing.T) {
	t.Parallel()
	f := filled(t)
	all := files(t, filepath.Join(f.dir, "positions"))
	for _, name := range []string{"GRIDLOCK", "positions/use.lock", "tables/lockdown-3x3@000001/SEAL"} {
		content, err := os.ReadFile(filepath.Join(f.dir, name))
		require.NoError(t, err)
		all[filepath.Join(f.dir, name)] = content
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		content := all[path]
		for what, put := range map[string]func() error{
			"pipe": func() error { return unix.Mkfifo(path, 0o644) },
			"link": func() error { return os.Symlink("/dev/zero", path) },
			"long": func() error {
				if len(content) == 0 {
					return os.WriteFile(path, nil, 0o644)
				}
				return errors.Join(os.WriteFile(path, content, 0o644), os.Truncate(path, 1<<40))
			},
		} {
			require.NoError(t, os.Remove(path))
			require.NoError(t, put())
			err := errors.Join(f.everything()...)
			require.True(t, err != nil || len(content) == 0, "%s %s", what, path)
			require.True(t, err == nil || errors.Is(err, tablebase.ErrDamaged), "%s %s: %v", what, path, err)
			require.NoError(t, os.Remove(path))
			restore(t, path, content)
		}
	}
	require.Empty(t, errors.Join(f.everything()...))
}

// A record of a journal that is not a plain file counts as missing.
func TestJournalsArePlainFiles(t *testing.T) {
	t.Parallel()
	p := start(t, "claim", 3, 3)
	s := stopped(t, p, 3)
	for path := range files(t, filepath.Join(s.Dir(), "builds")) {
		require.NoError(t, os.Remove(path))
		require.NoError(t, unix.Mkfifo(path, 0o644))
	}
	_, begun, err := buildTable(s, p, goOn)
	require.NoError(t, err)
	require.Zero(t, begun.Found)
}

// starved uses a store with more and more open files allowed, and reports how that ends.
func starved(dir string) {
	s := must(tablebase.Open(dir, tablebase.Options{})) // using what opens files of its own
	f := &contents{dir: dir, start: game("lockdown", 3, 3)}
	other := game("blockade", 3, 3)
	for m := range other.Legal().Cells() {
		f.solved = append(f.solved, other.Play(variants.Move(m)))
	}
	_, _ = s.Find(background(), f.start)
	must(0, s.Close())
	limit := unix.Rlimit{Max: 1000}
	for most := 1; most < 40; most += 2 {
		setTo(&limit.Cur, most)
		must(0, unix.Setrlimit(unix.RLIMIT_NOFILE, &limit))
		for _, err := range append(f.everything(), saves(dir, most)...) {
			fmt.Println(most, verdict(err))
		}
	}
}

// saves adds to a store, each time another position, and returns the errors.
func saves(dir string, n int) []error {
	s, err := tablebase.Open(dir, tablebase.Options{})
	if err != nil {
		return []error{err}
	}
	p := game("claim", 3, 3)
	err = s.Save(background(), game("claim", 8, 8).Play(variants.Move(n%64)), solver.Result{Proven: true, Outcome: solver.Loss, Distance: solver.NoDistance})
	_, buildErr := s.Build(p, naive(p, 2))
	checkpointErr := s.SaveCheckpoint(background(), "another", []byte("meta"), seq([][]byte{make([]byte, 100_000)}))
	return []error{err, buildErr, checkpointErr, s.Close()}
}

// limited uses a store with files limited to more and more bytes, and reports how that ends.
func limited(dir string) {
	limit := unix.Rlimit{Max: unix.RLIM_INFINITY}
	for most := 1; most < 1<<20; most *= 5 {
		setTo(&limit.Cur, most)
		must(0, unix.Setrlimit(unix.RLIMIT_FSIZE, &limit))
		for _, err := range saves(dir, most) {
			fmt.Println(most, verdict(err))
		}
	}
}

// verdict is a word for an error, and the error.
func verdict(err error) string {
	switch {
	case err == nil:
		return "right"
	case errors.Is(err, tablebase.ErrSystem) && !errors.Is(err, tablebase.ErrDamaged):
		return "refused " + strings.ReplaceAll(err.Error(), "\n", " ")
	}
	return "wrong " + strings.ReplaceAll(err.Error(), "\n", " ")
}

// setTo sets a number of a limit, whose type depends on the system.
func setTo[T int64 | uint64](to *T, n int) { *to = T(n) }

// Too many open files are not damage, whatever is done, and nor are files that may not be so large. Nothing
// hangs, and nothing that was there is lost.
func TestLimitsOfTheSystem(t *testing.T) {
	t.Parallel()
	for role, advice := range map[string]string{"starved": "ulimit -n", "limited": "ulimit -f"} {
		f := filled(t)
		cmd, lines := child(t, role, f.dir)
		counts, last := map[string]int{}, ""
		for lines.Scan() {
			last = lines.Text()
			word := strings.Fields(last)[1]
			counts[word]++
			require.NotEqual(t, "wrong", word, last)
			if word == "refused" {
				require.Contains(t, last, advice)
			}
		}
		require.NoError(t, cmd.Wait())
		require.Positive(t, counts["refused"])
		require.Contains(t, last, "right")
		require.Zero(t, f.probe(t, "whole"))
	}
}

// A store whose directory goes away is not damaged, and is read when it is there again.
func TestVanishedDirectory(t *testing.T) {
	t.Parallel()
	f := filled(t)
	s := open(t, f.dir, tablebase.Options{})
	require.NoError(t, os.Rename(f.dir, f.dir+"-aside"))
	r, err := s.Find(t.Context(), f.solved[0])
	require.NoError(t, err)
	require.False(t, r.Proven)
	require.NoError(t, os.Rename(f.dir+"-aside", f.dir))
	require.Zero(t, f.probe(t, "whole"))
}

// Nor is a file without permission.
func TestNoPermission(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	f := filled(t)
	for path := range files(t, f.dir) {
		require.NoError(t, os.Chmod(path, 0))
		err := errors.Join(f.everything()...)
		require.ErrorIs(t, err, tablebase.ErrSystem, path)
		require.NotErrorIs(t, err, tablebase.ErrDamaged, path)
		require.NoError(t, os.Chmod(path, 0o644))
	}
}

// Brackets in the name of a store are not special.
func TestBracketsInTheName(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "a[b"), tablebase.Options{})
	p := start(t, "claim", 2, 3)
	leftover := filepath.Join(s.Dir(), "tables", "new-1")
	require.NoError(t, s.Save(t.Context(), p, solve(t, p)))
	require.NoError(t, os.MkdirAll(leftover, 0o755))
	_, _, err := buildTable(s, p, goOn)
	require.NoError(t, err)
	require.NoDirExists(t, leftover)

	// The log of a writer that was killed at once.
	dir := filepath.Join(s.Dir(), "positions")
	require.NoError(t, os.Rename(filepath.Join(dir, "SEAL"), filepath.Join(dir, "SEAL.open")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "00099.mem"), nil, 0o644))
	require.NoError(t, s.Save(t.Context(), p.Play(0), solve(t, p.Play(0))))
	r, err := s.Find(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, solver.Win, r.Outcome)
}
