package staged

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/home"
)

// roleVariable makes this program another one, which is killed.
const roleVariable = "GRIDLOCK_TEST_STAGE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(roleVariable); dir != "" {
		for n := 0; ; n++ {
			f := must(create(filepath.Join(dir, "file"), 0o666, unnamed))
			must(f.Write(full(n)))
			fmt.Println("staged")
			must(0, f.Commit())
		}
	}
	os.Exit(home.M{M: m}.Run())
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// full returns the content of a whole file.
func full(n int) []byte { return bytes.Repeat([]byte{byte(n)}, 1<<16) }

// unnamed is nameless on a system without such files.
func unnamed(string, string, fs.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }

// unlinkable is nameless where such files cannot get a name later: they have one that is gone.
func unlinkable(dir, _ string, mode fs.FileMode) (*os.File, error) {
	f, err := named(dir, "gone-", mode)
	if err == nil {
		err = os.Remove(f.Name())
	}
	return f, err
}

// ways are the ways in which files are staged.
func ways(t *testing.T, work func(t *testing.T, create func(place string) *File)) {
	for name, nameless := range map[string]func(string, string, fs.FileMode) (*os.File, error){
		"nameless": nameless, "named": unnamed, "unlinkable": unlinkable,
	} {
		t.Run(name, func(t *testing.T) {
			work(t, func(place string) *File {
				f, err := create(place, 0o666, nameless)
				require.NoError(t, err)
				return f
			})
		})
	}
}

// names returns the names in a folder.
func names(t *testing.T, dir string) (all []string) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func read(t *testing.T, name string) string {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// A file is in its place when it is committed, and not before; whether there was another or not.
func TestFilesGetIntoTheirPlaces(t *testing.T) {
	ways(t, func(t *testing.T, create func(string) *File) {
		place := filepath.Join(t.TempDir(), "file")
		for _, text := range []string{"one", "two"} {
			f := create(place)
			require.NoError(t, errors.Join(errOf(f.WriteString(text)), f.Sync()))
			before, _ := os.ReadFile(place)
			require.NotEqual(t, text, string(before))
			require.NoError(t, f.Commit())
			f.Discard()
			require.Equal(t, text, read(t, place))
			require.Equal(t, []string{"file"}, names(t, filepath.Dir(place)))
		}
		f := create(place)
		require.NoError(t, errOf(f.WriteString("three")))
		f.Discard()
		require.Equal(t, "two", read(t, place))
		require.Equal(t, []string{"file"}, names(t, filepath.Dir(place)))
	})
}

func errOf(_ int, err error) error { return err }

// A file that another process has made meanwhile is replaced, too.
func TestFileThatAppearsMeanwhile(t *testing.T) {
	ways(t, func(t *testing.T, create func(string) *File) {
		place := filepath.Join(t.TempDir(), "file")
		f := create(place)
		require.NoError(t, errOf(f.WriteString("mine")))
		require.NoError(t, os.WriteFile(place, []byte("theirs"), 0o600))
		require.NoError(t, f.Commit())
		require.Equal(t, "mine", read(t, place))
		require.Equal(t, []string{"file"}, names(t, filepath.Dir(place)))
	})
}

// A file that cannot get into its place leaves nothing, and the error names the place or the
// folder.
func TestNoPlace(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "none", "file")
	_, err := create(nowhere, 0o666, unnamed)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.EqualError(t, err, "open "+nowhere+": no such file or directory")
	ways(t, func(t *testing.T, create func(string) *File) {
		dir := t.TempDir()
		place := filepath.Join(dir, "file")
		f := create(place)
		require.NoError(t, os.MkdirAll(filepath.Join(place, "in"), 0o777))
		err := f.Commit()
		require.ErrorContains(t, err, place)
		require.NotContains(t, err.Error(), Prefix)
		f.Discard()
		require.Equal(t, []string{"file"}, names(t, dir))
	})
	_, err = Create(filepath.Join(t.TempDir(), "no", "file"), 0o666)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// Whoever stages a file leaves the files that others are staging, at the same place or another.
func TestWhatIsStagedStays(t *testing.T) {
	ways(t, func(t *testing.T, create func(string) *File) {
		dir := t.TempDir()
		var all sync.WaitGroup
		for writer := range 4 {
			all.Go(func() {
				for n := range 50 {
					f := create(filepath.Join(dir, fmt.Sprint(n%3)))
					_, err := f.Write(full(writer))
					if err = errors.Join(err, f.Commit()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		require.Len(t, names(t, dir), 3)
	})
}

// What killed processes have staged is removed by the next one; files of other names stay.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	for range 20 {
		self, err := os.Executable()
		require.NoError(t, err)
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), roleVariable+"="+dir)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		_, err = out.Read(make([]byte, len("staged\n")))
		require.NoError(t, err)
		require.NoError(t, cmd.Process.Kill())
		require.Error(t, cmd.Wait())
		require.LessOrEqual(t, len(names(t, dir)), 2, "the file, and one beside it")
		if text, err := os.ReadFile(filepath.Join(dir, "file")); err == nil {
			require.Equal(t, strings.Repeat(string(text[:1]), 1<<16), string(text))
		}
	}
	foreign := []string{".gridlock-notes", ".gridlock.tmp", "notes.tmp"}
	for _, name := range foreign {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".gridlock-folder.tmp"), 0o777))
	require.NoError(t, Write(filepath.Join(dir, "file"), []byte("whole"), 0o666))
	require.ElementsMatch(t, append(foreign, ".gridlock-folder.tmp", "file"), names(t, dir))
}

// A scratch file has no name where the system can do without, and is gone when it is closed.
func TestScratch(t *testing.T) {
	dir := t.TempDir()
	f, err := NewScratch(dir, "scratch-")
	require.NoError(t, err)
	_, err = f.WriteAt([]byte("xyz"), 7)
	require.NoError(t, err)
	part := make([]byte, 2)
	_, err = f.ReadAt(part, 8)
	require.NoError(t, err)
	require.Equal(t, "yz", string(part))
	if removesOpen {
		require.Empty(t, names(t, dir))
	}
	require.NoError(t, f.Close())
	require.Empty(t, names(t, dir))
	_, err = NewScratch(filepath.Join(dir, "no"), "scratch-")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestWriteAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	require.NoError(t, WriteAll(dir, map[string][]byte{"a": []byte("x"), "b/c": []byte("y")}, 0o644))
	text, err := os.ReadFile(filepath.Join(dir, "b", "c"))
	require.NoError(t, err)
	require.Equal(t, "y", string(text))
	require.Error(t, WriteAll(filepath.Join(dir, "a"), map[string][]byte{"a": nil}, 0o644))
}
