package tablebase_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/tablebase"
	"gridlock/variants"
)

// verify does the same as "tablebase verify --sample 0".
func verify(t *testing.T, dir string) error {
	t.Helper()
	s, err := tablebase.Open(dir, tablebase.Options{})
	if err != nil {
		return err
	}
	tables, err := s.Tables()
	for _, table := range tables {
		_, tableErr := table.Verify(t.Context(), 0, 1)
		err = errors.Join(err, tableErr)
	}
	_, solvedErr := s.SolvedGames(t.Context(), true)
	_, checkpointsErr := s.Checkpoints(t.Context(), true)
	_, buildsErr := s.VerifyBuilds(t.Context())
	return errors.Join(err, solvedErr, checkpointsErr, buildsErr, s.Close())
}

// small makes a store that has something of everything in few bytes, with layers of a build.
func small(t *testing.T) *contents {
	t.Helper()
	p := start(t, "lockdown", 2, 3)
	s := stopped(t, start(t, "claim", 2, 3), 3)
	f := &contents{dir: s.Dir(), start: p, all: reachable(p), pieces: [][]byte{[]byte("one"), []byte("two")}}
	_, err := s.Build(p, naive(p, 20))
	require.NoError(t, err)
	q := start(t, "blockade", 3, 3)
	q = q.Play(variants.Move(q.Legal().First()))
	f.solved, f.want = append(f.solved, q), append(f.want, solve(t, q))
	require.NoError(t, s.Save(t.Context(), q, f.want[0]))
	require.NoError(t, s.SaveCheckpoint(t.Context(), "search", []byte("meta"), seq(f.pieces)))
	return f
}

// flips flips a bit in some bytes of every file, evenly spaced, and counts the flips that verify
// does not detect, by the names of files. No answer may be wrong with several flips in a file,
// either.
func (f *contents) flips(t *testing.T, perFile int) (all int, unnoticed map[string]int) {
	t.Helper()
	unnoticed = map[string]int{}
	random := rand.New(rand.NewPCG(13, 14))
	whole := files(t, f.dir)
	for _, path := range slices.Sorted(maps.Keys(whole)) {
		content := whole[path]
		every := len(content)/perFile + 1
		for at := random.IntN(every); at < len(content); at += every {
			damaged := bytes.Clone(content)
			damaged[at] ^= 1 << random.IntN(8)
			restore(t, path, damaged)
			all++
			if verify(t, f.dir) == nil {
				unnoticed[filepath.Base(path)]++
			}
			if perFile > 1 {
				f.probe(t, path)
			}
			restore(t, path, content)
		}
	}
	require.NoError(t, verify(t, f.dir))
	return all, unnoticed
}

// Verify detects every bit that flips.
func TestVerifyNoticesFlips(t *testing.T) {
	t.Parallel()
	f := small(t)
	all, unnoticed := f.flips(t, 1)
	require.Empty(t, unnoticed)
	require.Greater(t, all, 12)
	t.Log(all, "bits")
}

// A record under the name of another build is detected.
func TestVerifyNoticesMisplacedLayers(t *testing.T) {
	t.Parallel()
	f := small(t)
	builds := filepath.Join(f.dir, "builds")
	require.NoError(t, os.Rename(filepath.Join(builds, "claim-2x3"), filepath.Join(builds, "claim-3x2")))
	require.ErrorIs(t, verify(t, f.dir), tablebase.ErrMisnamed)
}
