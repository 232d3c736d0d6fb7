package tablebase

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/stretchr/testify/require"

	"gridlock/internal/seed"
)

// database returns how earlier versions of the program opened a volume: with the database itself.
func database(dir string) badger.Options {
	return badger.DefaultOptions(dir).
		WithBypassLockGuard(true).WithLogger(nil).WithMetricsEnabled(false).
		WithVerifyValueChecksum(true).WithChecksumVerificationMode(options.OnBlockRead).
		WithCompression(options.None).WithDetectConflicts(false).
		WithNumCompactors(2).WithCompactL0OnClose(true).
		WithMemTableSize(8 << 20).WithBaseTableSize(1 << 20).WithBlockSize(32 << 10).
		WithBlockCacheSize(0).WithValueLogFileSize(1 << 20).WithValueThreshold(1 << 20)
}

// written writes records by the database, in several sessions, and returns them. Unless it is closed in
// order, the copy is made of the files as they are while the last session is open.
func written(t *testing.T, sessions int, inOrder bool) (dir string, want map[string]string) {
	dir, want = t.TempDir(), map[string]string{}
	random := seed.Random(t)
	for session := range sessions {
		db, err := badger.Open(database(dir))
		require.NoError(t, err)
		for i := range 100 {
			key, content := fmt.Sprintf("p%d", random.IntN(500)), fmt.Sprintf("%d of %d", i, session)
			require.NoError(t, db.Update(func(txn *badger.Txn) error { return txn.Set([]byte(key), wrap([]byte(key), []byte(content))) }))
			want[key] = content
		}
		if session == sessions-1 && !inOrder {
			killed := t.TempDir()
			require.NoError(t, os.CopyFS(killed, os.DirFS(dir)))
			require.NoError(t, replaceFile(filepath.Join(killed, brokenName), fmt.Appendf(nil, "%s\n%016x\n", sealHead, xxhash.Sum64String(sealHead+"\n"))))
			require.NoError(t, db.Close())
			return killed, want
		}
		require.NoError(t, db.Close())
	}
	require.NoError(t, writeSeal(dir))
	return dir, want
}

// read reads all records of a volume, one by one and in order.
func read(t *testing.T, dir string, how access) map[string]string {
	v, err := openVolume(dir, how)
	require.NoError(t, err)
	got, last := map[string]string{}, ""
	require.NoError(t, v.each([]byte("p"), func(key, content []byte) error {
		require.Less(t, last, string(key))
		last = string(key)
		got[last] = string(content)
		return nil
	}))
	for key, want := range got {
		content, err := v.get([]byte(key))
		require.NoError(t, err)
		require.Equal(t, want, string(content))
	}
	_, err = v.get([]byte("q"))
	require.ErrorIs(t, err, ErrMissing)
	require.NoError(t, v.close())
	return got
}

// What the database has written is read, also the log of one that was killed, and what is added to
// it is read by the database.
func TestVolumesOfTheDatabase(t *testing.T) {
	t.Parallel()
	for _, inOrder := range []bool{true, false} {
		dir, want := written(t, 2, inOrder)
		require.Equal(t, want, read(t, dir, access{}))
		for n := range 8 {
			v, err := openVolume(dir, access{write: true})
			require.NoError(t, err)
			for i := range 10 {
				key, content := fmt.Sprintf("p%d", 50*i+n), fmt.Sprintf("added %d", n)
				require.NoError(t, v.set([]byte(key), []byte(content)))
				want[key] = content
			}
			require.NoError(t, v.close())
		}
		require.Equal(t, want, read(t, dir, access{deep: true}))
		all, err := tablesOf(dir)
		require.NoError(t, err)
		require.Less(t, len(all), 5, "of 8 additions")

		db, err := badger.Open(database(dir))
		require.NoError(t, err)
		got := map[string]string{}
		require.NoError(t, db.View(func(txn *badger.Txn) error {
			it := txn.NewIterator(badger.DefaultIteratorOptions)
			defer it.Close()
			for it.Rewind(); it.Valid(); it.Next() {
				value, err := it.Item().ValueCopy(nil)
				if err != nil {
					return err
				}
				got[string(it.Item().Key())] = string(value[hashSize:])
			}
			return nil
		}))
		require.NoError(t, db.Close())
		require.Equal(t, want, got)
	}
}

// A log that the database could not remove, and left empty, costs nothing.
func TestEmptyLogUnderTheSeal(t *testing.T) {
	t.Parallel()
	dir, want := written(t, 1, true)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "00001.mem"), nil, 0o644))
	require.NoError(t, writeSeal(dir))
	require.Equal(t, want, read(t, dir, access{}))
	require.Equal(t, want, read(t, dir, access{write: true}))
	require.NoFileExists(t, filepath.Join(dir, "00001.mem"))
}

// What fails to be written stays readable, and is written the next time.
func TestFlushFails(t *testing.T) {
	t.Parallel()
	dir, want := written(t, 1, true)
	v, err := openVolume(dir, access{write: true})
	require.NoError(t, err)
	require.NoError(t, v.set([]byte("p0"), []byte("new")))
	aside := dir + "-aside"
	require.NoError(t, os.Rename(dir, aside))
	err = v.flush()
	require.ErrorIs(t, err, ErrSystem)
	require.NotErrorIs(t, err, ErrDamaged)
	content, err := v.get([]byte("p0"))
	require.NoError(t, err)
	require.Equal(t, "new", string(content))
	require.NoError(t, os.Rename(aside, dir))
	require.NoError(t, errors.Join(v.flush(), v.close()))
	want["p0"] = "new"
	require.Equal(t, want, read(t, dir, access{}))
}
