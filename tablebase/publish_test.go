package tablebase

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/solver/keys"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// smallTable builds a table of a few positions, which need not be right, for the game on a board.
func smallTable(s *Store, start variants.Position, positions int) error {
	_, err := s.Build(start, func(w retrograde.TableWriter) (retrograde.Built, error) {
		layer := keys.New(start.Game()).Layer(keys.New(start.Game()).Of(start.State()))
		for first := 0; first < positions; first += 100 {
			var ks []keys.Key
			for i := first; i < min(first+100, positions); i++ {
				ks = append(ks, keys.Key{A: uint64(i + 1)})
			}
			if err := w.Block(layer, ks, make([]uint8, len(ks))); err != nil {
				return retrograde.Built{}, err
			}
		}
		return retrograde.Built{}, nil
	})
	return err
}

func claim(t *testing.T) variants.Position {
	v, err := variants.Lookup("claim")
	require.NoError(t, err)
	g, err := v.NewGame(3, 3)
	require.NoError(t, err)
	return g.Start()
}

func opened(t *testing.T, dir string, opt Options) *Store {
	s, err := Open(dir, opt)
	require.NoError(t, err)
	return s
}

// At the moment in which a volume gets its name it is whole: sealed, complete and unlocked, so that
// whoever sees it can read it.
func TestPublishedWhole(t *testing.T) {
	s := opened(t, t.TempDir(), Options{})
	require.NoError(t, smallTable(s, claim(t), 10))
	published := false
	err := s.create(tablesName,
		func(v *volume) error { return v.set(completeKey(), []byte(`{"whole":true}`)) },
		func(dir string) error {
			published = true
			all, err := s.volumes(tablesName)
			require.NoError(t, err)
			require.Equal(t, []string{"claim-3x3@000001"}, all, "nobody sees it")
			v, err := openVolume(dir, access{deep: true})
			require.NoError(t, err)
			var content map[string]bool
			require.NoError(t, v.complete(&content))
			require.True(t, content["whole"])
			return v.close()
		})
	require.NoError(t, err)
	require.True(t, published)
}

// While a table is built, readers have the one before; and afterwards the new one.
func TestReadersWhileBuilding(t *testing.T) {
	dir, p := t.TempDir(), claim(t)
	size := func() uint64 {
		s := opened(t, dir, Options{})
		table, err := s.Table(p)
		require.NoError(t, err)
		require.NoError(t, s.Close())
		return table.Info().Positions
	}
	s := opened(t, dir, Options{})
	require.NoError(t, smallTable(s, p, 10))
	_, err := s.Build(p, func(w retrograde.TableWriter) (retrograde.Built, error) {
		layer := keys.New(p.Game()).Layer(keys.New(p.Game()).Of(p.State()))
		require.NoError(t, w.Block(layer, []keys.Key{{A: 1}}, []uint8{0}))
		require.EqualValues(t, 10, size())
		return retrograde.Built{}, nil
	})
	require.NoError(t, err)
	require.EqualValues(t, 1, size())
}

// A reader that has seen a generation which a writer then replaces and removes finds the next one.
func TestReaderMeetsPublisher(t *testing.T) {
	dir, p := t.TempDir(), claim(t)
	s := opened(t, dir, Options{})
	require.NoError(t, smallTable(s, p, 10))
	require.NoError(t, s.Close())
	next := filepath.Join(t.TempDir(), "next")
	require.NoError(t, os.CopyFS(next, os.DirFS(s.generation(tablesName, tableName(p), 1))))
	old := s.generation(tablesName, tableName(p), 1)
	lock, err := lockFile(filepath.Join(old, lockName), true, 0) // as whoever removes it has
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		type found struct {
			dir string
			err error
		}
		result := make(chan found)
		go func() {
			v, err := opened(t, dir, Options{Wait: time.Minute}).latest(tablesName, tableName(p))
			if err != nil {
				result <- found{"", err}
				return
			}
			dir := v.dir
			result <- found{dir, errors.Join(v.close())}
		}()
		synctest.Wait() // it waits for the lock of the first generation
		require.NoError(t, os.Rename(next, s.generation(tablesName, tableName(p), 2)))
		require.NoError(t, os.RemoveAll(old))
		require.NoError(t, lock.Unlock())
		got := <-result
		require.NoError(t, got.err)
		require.Equal(t, s.generation(tablesName, tableName(p), 2), got.dir)
	})
}

// Lookups keep no more unpacked than the cache has room for, and use most of it.
func TestCacheIsLimited(t *testing.T) {
	const cache = 64 << 10
	p := claim(t)
	s := LimitCache(opened(t, t.TempDir(), Options{}), cache)
	defer func() { require.NoError(t, s.Close()) }()
	require.NoError(t, smallTable(s, p, 20_000))
	table, err := s.Table(p)
	require.NoError(t, err)
	layer := table.keys.Layer(keys.New(p.Game()).Of(p.State()))
	for _, first := range table.firsts[layer] {
		_, err := table.block(blockID{layer, first})
		require.NoError(t, err)
	}
	held := 0
	for _, b := range table.cache.Values() {
		held += int(bytesOf(b))
	}
	require.LessOrEqual(t, held, cache)
	require.Greater(t, held, cache/2)
}

// bytesOf returns the size of an unpacked block.
func bytesOf(b *block) int64 {
	return int64(cap(b.keys))*keySize + int64(cap(b.distances))
}
