package tablebase_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// telling is a journal that calls a function after every save, and stops with its error.
type telling struct {
	*tablebase.Journal
	saved func() error
}

func (j telling) Save(name string, size int64, write func(io.Writer) error) error {
	if err := j.Journal.Save(name, size, write); err != nil {
		return err
	}
	return j.saved()
}

// buildTable builds a table with a journal, from where an earlier build has stopped.
func buildTable(s *tablebase.Store, p variants.Position, saved func() error) (digest string, begun retrograde.Resumed, err error) {
	j, err := s.Journal(p)
	if err != nil {
		return "", begun, err
	}
	info, err := s.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
		return retrograde.Engine{
			Writer: w, Scratch: s.Scratch(), Journal: telling{j, saved},
			Resumed: func(b retrograde.Resumed) { begun = b },
			Check:   func(n retrograde.Needs) error { return s.Room(n, true) },
		}.Build(background(), p, solver.Options{Workers: 2, Memory: 1 << 20})
	})
	if err != nil {
		return "", begun, errors.Join(err, j.Close())
	}
	return info.Digest, begun, j.Drop()
}

// builds builds a table over and over, and reports what it has done.
func builds(dir string) {
	s := must(tablebase.Open(dir, tablebase.Options{}))
	for {
		digest, begun, err := buildTable(s, game("lockdown", 4, 4), func() error {
			fmt.Println("saved")
			return nil
		})
		must(0, err)
		fmt.Println("built", digest, begun.Found)
	}
}

// stopped returns a store with a build that was stopped after a number of layers.
func stopped(t *testing.T, p variants.Position, layers int) *tablebase.Store {
	t.Helper()
	s := open(t, t.TempDir(), tablebase.Options{})
	stop := errors.New("stop")
	_, _, err := buildTable(s, p, func() error {
		if layers--; layers == 0 {
			return stop
		}
		return nil
	})
	require.ErrorIs(t, err, stop)
	return s
}

func goOn() error { return nil }

// Whenever a build is killed, the next one continues from the layers that it has reported as
// finished, and makes the same table, byte by byte.
func TestKilledBuilds(t *testing.T) {
	p := start(t, "lockdown", 4, 4)
	want, _, err := buildTable(open(t, t.TempDir(), tablebase.Options{}), p, goOn)
	require.NoError(t, err)
	dir := t.TempDir()
	random := seed.Random(t)
	built, resumed := 0, 0
	for range testgames.Of(8, 25) {
		cmd, lines := child(t, "build", dir)
		for left := 1 + random.IntN(8); left > 0 && lines.Scan(); left-- {
			if what := strings.Fields(lines.Text()); what[0] == "built" {
				built++
				require.Equal(t, want, what[1])
				if what[2] != "0" {
					resumed++
				}
			}
		}
		time.Sleep(time.Duration(random.IntN(8000)) * time.Microsecond) // anywhere in the next layer
		require.NoError(t, cmd.Process.Kill())
		require.Error(t, cmd.Wait())
	}
	t.Logf("%d built, %d of them not from the beginning", built, resumed)
	s := open(t, dir, tablebase.Options{})
	got, begun, err := buildTable(s, p, goOn)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Positive(t, built+int(begun.Found))
	table, err := s.Table(p)
	require.NoError(t, err)
	_, err = table.Verify(t.Context(), 0, 0)
	require.NoError(t, err)
	unfinished, err := s.Unfinished()
	require.NoError(t, err)
	require.Empty(t, unfinished)
}

// A layer that is damaged, cut short or of another position is not trusted: it is computed
// again.
func TestDamagedJournals(t *testing.T) {
	p := start(t, "duel", 3, 4)
	want, _, err := buildTable(open(t, t.TempDir(), tablebase.Options{}), p, goOn)
	require.NoError(t, err)
	s := stopped(t, p, 15)
	other := stopped(t, start(t, "duel", 4, 3), 15)
	whole := files(t, filepath.Join(s.Dir(), "builds"))
	require.Len(t, whole, 15)
	random := rand.New(rand.NewPCG(11, 12))
	for kind, path := range slices.Sorted(maps.Keys(whole)) {
		content := whole[path]
		flipped := bytes.Clone(content)
		flipped[random.IntN(len(content))] ^= 1 << random.IntN(8)
		strange, err := os.ReadFile(strings.ReplaceAll(strings.Replace(path, s.Dir(), other.Dir(), 1), "3x4", "4x3"))
		require.NoError(t, err)
		bad := [][]byte{flipped, strange, content[:random.IntN(len(content))], {}, append(bytes.Clone(content), 0)}
		for path, content := range whole {
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			restore(t, path, content)
		}
		restore(t, path, bad[kind%len(bad)])
		got, begun, err := buildTable(s, p, goOn)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.True(t, begun.Found > 0 || strings.HasSuffix(path, "-024"), path)
	}
}

// Only one process builds a table at a time.
func TestJournalIsLocked(t *testing.T) {
	p := start(t, "claim", 3, 3)
	s := open(t, t.TempDir(), tablebase.Options{})
	j, err := s.Journal(p)
	require.NoError(t, err)
	_, err = s.Journal(p)
	require.ErrorIs(t, err, tablebase.ErrLocked)
	require.ErrorContains(t, err, "claim-3x3")
	require.NoError(t, j.Close())
	j, err = s.Journal(p)
	require.NoError(t, err)
	require.NoError(t, j.Drop())
	require.NoFileExists(t, filepath.Join(s.Dir(), "builds", "claim-3x3"))
}

// A build without room for the rest ends with figures, and what it has found is not lost.
func TestBuildWithoutRoom(t *testing.T) {
	p := start(t, "blockade", 3, 4)
	free, dir := uint64(1<<40), t.TempDir()
	s := tablebase.LimitDisk(open(t, dir, tablebase.Options{}), func(string) (uint64, error) { return free, nil })
	saves := 0
	_, _, err := buildTable(s, p, func() error { saves++; return nil })
	require.NoError(t, err)
	forward := saves / 2 // the other half are distances
	_, _, err = buildTable(s, p, func() error {
		if forward--; forward == 0 {
			free = 64<<20 + 1000
		}
		return nil
	})
	require.ErrorIs(t, err, tablebase.ErrSpace)
	require.ErrorContains(t, err, "64 MiB free")
	require.ErrorContains(t, err, "positions: table ")
	unfinished, err := s.Unfinished()
	require.NoError(t, err)
	require.Len(t, unfinished, 1)
	free = 1 << 40
	scratch, err := s.Scratch().Create()
	require.NoError(t, err)
	_, err = scratch.WriteAt(make([]byte, 1001), 0)
	require.NoError(t, err)
	free = 64<<20 + 1000
	_, err = scratch.WriteAt(make([]byte, 1001), 1001)
	require.ErrorIs(t, err, tablebase.ErrSpace)
	require.NoError(t, scratch.Close())
	free = 1 << 40
	_, begun, err := buildTable(s, p, goOn)
	require.NoError(t, err)
	require.Positive(t, begun.Found)
	require.Zero(t, begun.Solved)
}

// A journal that cannot be tidied is still released.
func TestJournalThatCannotBeTidied(t *testing.T) {
	p := start(t, "lockdown", 2, 2)
	s := open(t, t.TempDir(), tablebase.Options{})
	obstacle := filepath.Join(s.Dir(), "builds", "lockdown-2x2", "x.tmp", "y")
	require.NoError(t, os.MkdirAll(obstacle, 0o755))
	_, err := s.Journal(p)
	require.Error(t, err)
	require.NotErrorIs(t, err, tablebase.ErrLocked)

	require.NoError(t, os.RemoveAll(filepath.Dir(obstacle)))
	j, err := s.Journal(p)
	require.NoError(t, err)
	require.NoError(t, j.Drop())
}
