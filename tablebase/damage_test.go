package tablebase_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/tablebase"
	"gridlock/variants"
)

// contents is a store with something of everything, and its content.
type contents struct {
	dir    string
	start  variants.Position
	all    map[keys.Key]uint8 // the table
	solved []variants.Position
	want   []solver.Result
	pieces [][]byte
}

// filled makes such a store.
func filled(t *testing.T) *contents {
	t.Helper()
	f := &contents{dir: t.TempDir(), start: start(t, "lockdown", 3, 3)}
	f.all = reachable(f.start)
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		piece := make([]byte, 700_000)
		for i := range piece {
			piece[i] = byte(random.Uint32())
		}
		f.pieces = append(f.pieces, piece)
	}
	s, err := tablebase.Open(f.dir, tablebase.Options{Hold: true})
	require.NoError(t, err)
	_, err = s.Build(f.start, naive(f.start, 100))
	require.NoError(t, err)
	other := start(t, "blockade", 3, 3)
	for _, m := range []variants.Move{variants.Move(other.Legal().First()), variants.Move(other.Legal().Rest().First())} {
		p := other.Play(m)
		f.solved, f.want = append(f.solved, p), append(f.want, solve(t, p))
		require.NoError(t, s.Save(t.Context(), p, f.want[len(f.want)-1]))
	}
	require.NoError(t, s.SaveCheckpoint(t.Context(), "search", []byte("meta"), seq(f.pieces)))
	require.NoError(t, s.Close())
	return f
}

// seq returns pieces of a checkpoint.
func seq(pieces [][]byte) func(func([]byte, error) bool) {
	return func(yield func([]byte, error) bool) {
		for _, p := range pieces {
			if !yield(p, nil) {
				return
			}
		}
	}
}

// probe reads everything from the store. It fails the test if something is wrong, and returns
// the number of errors. With complete, nothing may be missing without an error.
func (f *contents) probe(t *testing.T, what string) (errors int) {
	t.Helper()
	s, err := tablebase.Open(f.dir, tablebase.Options{})
	if err != nil {
		return 1
	}
	tablebase.LimitCache(s, 1)
	defer func() { _ = s.Close() }()
	for i, p := range f.solved {
		r, err := s.Find(t.Context(), p)
		if err != nil {
			errors++
			continue
		}
		if !r.Proven || r.Outcome != f.want[i].Outcome || r.Distance != f.want[i].Distance || r.Best != f.want[i].Best {
			t.Fatalf("%s: %v is %+v", what, p, r)
		}
	}
	return errors + f.probeTable(t, what, s) + f.probeCheckpoint(t, what, s)
}

func (f *contents) probeTable(t *testing.T, what string, s *tablebase.Store) (errors int) {
	table, err := s.Table(f.start)
	if err != nil {
		return 1
	}
	for k, want := range f.all {
		d, ok, err := table.Distance(table.Keys().State(k))
		if err != nil {
			errors++
		} else if !ok || d != int(want) {
			t.Fatalf("%s: %v has the distance %d (%v), not %d", what, k, d, ok, want)
		}
	}
	if _, err := table.Verify(t.Context(), 10, 1); err != nil {
		errors++
	}
	return errors
}

func (f *contents) probeCheckpoint(t *testing.T, what string, s *tablebase.Store) int {
	meta, pieces, err := s.LoadCheckpoint(context.Background(), "search")
	if err != nil {
		return 1
	}
	require.Equal(t, "meta", string(meta), what)
	n := 0
	for piece, err := range pieces {
		if err != nil {
			return 1
		}
		if !bytes.Equal(piece, f.pieces[n]) {
			t.Fatalf("%s: piece %d is wrong", what, n)
		}
		n++
	}
	require.Equal(t, len(f.pieces), n, what)
	return 0
}

// files returns the files of a directory, except locks.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasSuffix(path, ".lock") {
			all[path], err = os.ReadFile(path)
		}
		return err
	}))
	return all
}

// restore puts files back.
func restore(t *testing.T, path string, content []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, content, 0o644))
}

// A flipped bit, in any file at any place, gives a right answer or an error.
func TestFlippedBits(t *testing.T) {
	f := filled(t)
	all := files(t, f.dir)
	require.Zero(t, f.probe(t, "whole"))
	random := rand.New(rand.NewPCG(3, 4))
	flips, noticed := 0, 0
	for path, content := range all {
		count := testgames.Of(5, 14)
		if strings.HasSuffix(path, ".sst") {
			count = testgames.Of(4, 12)
		}
		for range min(len(content), count) {
			at, bit := random.IntN(len(content)), random.IntN(8)
			damaged := bytes.Clone(content)
			damaged[at] ^= 1 << bit
			restore(t, path, damaged)
			flips++
			if f.probe(t, path) > 0 {
				noticed++
			}
			restore(t, path, content)
		}
	}
	require.Equal(t, all, files(t, f.dir), "reading changes nothing")
	require.Equal(t, flips, noticed, "of flipped bits")
	require.Greater(t, flips, testgames.Of(50, 130))
	t.Logf("%d bits in %d files", flips, len(all))
	require.Zero(t, f.probe(t, "whole again"))
}

// So does one that flips while the table is open.
func TestFlippedBitsUnderAnOpenTable(t *testing.T) {
	f := filled(t)
	s := tablebase.LimitCache(open(t, f.dir, tablebase.Options{}), 1)
	_, err := s.Table(f.start)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(5, 6))
	noticed := 0
	for path, content := range files(t, filepath.Join(f.dir, "tables")) {
		if !strings.HasSuffix(path, ".sst") {
			continue
		}
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		require.NoError(t, err)
		for range 20 {
			at := random.IntN(len(content))
			_, err := file.WriteAt([]byte{content[at] ^ 1<<random.IntN(8)}, int64(at))
			require.NoError(t, err)
			noticed += f.probeTable(t, path, s)
			_, err = file.WriteAt(content[at:at+1], int64(at))
			require.NoError(t, err)
		}
		require.NoError(t, file.Close())
	}
	require.Positive(t, noticed)
}

// A file that is missing, empty or cut short gives an error.
func TestTruncatedAndMissingFiles(t *testing.T) {
	f := filled(t)
	random := rand.New(rand.NewPCG(7, 8))
	for path, content := range files(t, f.dir) {
		require.NoError(t, os.Remove(path))
		require.Positive(t, f.probe(t, path+" gone"), path)
		for _, n := range []int{0, random.IntN(len(content) + 1), max(0, len(content)-1)} {
			if n == len(content) {
				continue
			}
			restore(t, path, content[:n])
			require.Positive(t, f.probe(t, path+" cut"), "%s cut to %d", path, n)
		}
		restore(t, path, content)
	}
	require.Zero(t, f.probe(t, "whole again"))
}

// Nothing is written if files are damaged or missing, so that the rest is not lost.
func TestDamagedPositionsAreNotWritten(t *testing.T) {
	f := filled(t)
	p := start(t, "claim", 3, 3)
	for path := range files(t, filepath.Join(f.dir, "positions")) {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.Remove(path))
		before := files(t, f.dir)
		s := open(t, f.dir, tablebase.Options{})
		require.ErrorIs(t, s.Save(t.Context(), p, solve(t, p)), tablebase.ErrDamaged, path)
		require.Equal(t, before, files(t, f.dir))
		restore(t, path, content)
	}
	require.Zero(t, f.probe(t, "whole again"))
}

// A directory that is not a store, or one of another version, is refused.
func TestOtherDirectories(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o644))
	_, err := tablebase.Open(dir, tablebase.Options{})
	require.ErrorIs(t, err, tablebase.ErrNotStore)

	file := filepath.Join(dir, "letter.txt")
	_, err = tablebase.Open(file, tablebase.Options{})
	require.Error(t, err)
	s, err := tablebase.Open(filepath.Join(file, "store"), tablebase.Options{})
	if err == nil {
		p := start(t, "claim", 3, 3)
		err = s.Save(t.Context(), p, solve(t, p))
	}
	require.Error(t, err)
}

// After a kill the newest files have no seal yet. A bit that flips there gives a right answer,
// or an error, or at worst nothing.
func TestFlippedBitsAfterAKill(t *testing.T) {
	f := filled(t)
	dir := filepath.Join(f.dir, "positions")
	require.NoError(t, os.Remove(filepath.Join(dir, "SEAL")))
	head := "gridlock seal 1\n"
	restore(t, filepath.Join(dir, "SEAL.open"), fmt.Appendf([]byte(head), "%016x\n", xxhash.Sum64String(head)))
	all := files(t, dir)
	random := rand.New(rand.NewPCG(9, 10))
	right, failed, nothing := 0, 0, 0
	for path, content := range all {
		for range min(len(content), testgames.Of(6, 15)) {
			damaged := bytes.Clone(content)
			damaged[random.IntN(len(content))] ^= 1 << random.IntN(8)
			restore(t, path, damaged)
			r, err := f.findFirst(t)
			switch {
			case err != nil:
				failed++
			case !r.Proven:
				nothing++
			default:
				right++
				require.Equal(t, f.want[0].Distance, r.Distance)
				require.Equal(t, f.want[0].Best, r.Best)
			}
			require.NoError(t, os.RemoveAll(dir))
			require.NoError(t, os.Mkdir(dir, 0o755))
			for path, content := range all {
				restore(t, path, content)
			}
		}
	}
	t.Logf("%d right, %d errors, %d unknown", right, failed, nothing)
	require.Positive(t, failed)
}

// findFirst looks up the first solved position in a store that is opened for it.
func (f *contents) findFirst(t *testing.T) (solver.Result, error) {
	t.Helper()
	s, err := tablebase.Open(f.dir, tablebase.Options{})
	require.NoError(t, err)
	r, err := s.Find(t.Context(), f.solved[0])
	require.NoError(t, s.Close())
	return r, err
}
