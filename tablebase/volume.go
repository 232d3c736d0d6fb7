package tablebase

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/gofrs/flock"

	"gridlock/variants"
)

// lockName is the file that processes lock: in a volume many readers or one writer, in a store a
// process that adds or removes volumes.
const lockName = "use.lock"

// lockFile locks a file, exclusively or shared, and tries for up to wait. If others do not
// unlock it, the error is ErrLocked.
func lockFile(path string, alone bool, wait time.Duration) (*flock.Flock, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, damagedf(path, "%w", errNotPlain)
	}
	flags := os.O_CREATE | os.O_RDONLY
	if alone {
		flags = os.O_CREATE | os.O_RDWR
	}
	lock := flock.New(path, flock.SetPermissions(0o644), flock.SetFlag(flags))
	try := lock.TryRLock
	if alone {
		try = lock.TryLock
	}
	for deadline := time.Now().Add(wait); ; time.Sleep(10 * time.Millisecond) {
		ok, err := try()
		switch {
		case err != nil:
			return nil, systemError(path, err)
		case ok:
			return lock, nil
		case time.Now().After(deadline):
			return nil, fmt.Errorf("%s: %w", filepath.Dir(path), ErrLocked)
		}
	}
}

// volume is an open directory of the store's library.
type volume struct {
	dir   string
	db    *badger.DB
	lock  *flock.Flock
	write bool
}

// access is how to open a volume.
type access struct {
	write bool
	deep  bool               // check every byte against the seal, as writing always does
	lazy  bool               // let the system delay writes, which a crash of it may lose
	wait  time.Duration      // for other processes
	games []variants.Variant // games besides the five that volumes may be about
}

// canOnlyRead reports whether the library can open a volume without writing.
const canOnlyRead = runtime.GOOS != "windows" && runtime.GOOS != "plan9"

// openVolume opens an existing volume.
func openVolume(dir string, how access) (*volume, error) {
	how.write = how.write || !canOnlyRead
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	lock, err := lockFile(filepath.Join(dir, lockName), how.write, how.wait)
	if err != nil {
		return nil, err
	}
	v := &volume{dir: dir, lock: lock, write: how.write}
	if how.write {
		err = removeTemporary(dir)
	}
	if err == nil {
		err = onlyPlain(dir)
	}
	if err == nil {
		err = v.check(how.deep)
	}
	if errors.Is(err, errUnsealed) {
		_ = lock.Unlock()
		return mend(dir, how)
	}
	if err == nil {
		err = v.start(how.lazy)
	}
	if err != nil {
		return nil, errors.Join(systemError(dir, err), lock.Unlock())
	}
	return v, nil
}

// errUnsealed is the error of a reader of a volume that its writer did not close.
var errUnsealed = errors.New("not closed in order")

// mend opens a volume for a reader whose last writer was killed: once for writing, which repairs
// it, and then as asked.
func mend(dir string, how access) (*volume, error) {
	v, err := openVolume(dir, access{write: true, wait: how.wait})
	if err == nil {
		err = v.close()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: its last writer was killed, and it cannot be put in order: %w", dir, err)
	}
	return openVolume(dir, how)
}

// check verifies that the files are what was written.
func (v *volume) check(deep bool) error {
	switch {
	case exists(filepath.Join(v.dir, sealName)):
		return checkSeal(v.dir, deep || v.write)
	case !exists(filepath.Join(v.dir, brokenName)):
		return damagedf(v.dir, "it has no seal")
	case !v.write:
		return errUnsealed
	}
	return checkBroken(v.dir)
}

// start opens the library.
func (v *volume) start(lazy bool) error {
	if v.write && exists(filepath.Join(v.dir, sealName)) {
		if err := breakSeal(v.dir); err != nil {
			return err
		}
	}
	err := guard(v.dir, func() (err error) {
		v.db, err = badger.Open(volumeOptions(v.dir).WithReadOnly(!v.write).WithSyncWrites(!lazy))
		return err
	})
	err = spaceError(v.dir, err)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrSpace):
		return err
	case errors.Is(err, ErrDamaged), errors.Is(err, ErrSystem):
		return err
	}
	return damagedf(v.dir, "%w", err)
}

// volumeOptions returns the library's options. Everything is in tables, which are small enough
// to be opened and closed every time; their content is packed already. The lock of the volume is
// enough: that of the library outlasts a close if this process has just forked another one, which
// still has its files for a moment.
func volumeOptions(dir string) badger.Options {
	return badger.DefaultOptions(dir).
		WithBypassLockGuard(true).
		WithLogger(nil).
		WithMetricsEnabled(false).
		WithVerifyValueChecksum(true).
		WithChecksumVerificationMode(options.OnBlockRead).
		WithCompression(options.None).
		WithDetectConflicts(false).
		WithNumCompactors(2).
		WithCompactL0OnClose(true).
		WithMemTableSize(8 << 20).
		WithBaseTableSize(1 << 20).
		WithBlockSize(32 << 10).
		WithBlockCacheSize(0).
		WithValueLogFileSize(1 << 20).
		WithValueThreshold(1 << 20)
}

// close closes a volume and seals what was written.
func (v *volume) close() error { return errors.Join(v.seal(), v.lock.Unlock()) }

// seal closes the library and seals what was written.
func (v *volume) seal() error {
	err := v.stop()
	if err == nil && v.write {
		err = systemError(v.dir, spaceError(v.dir, writeSeal(v.dir)))
	}
	return err
}

// stop closes the library, unless it is closed.
func (v *volume) stop() error {
	if v.db == nil {
		return nil
	}
	db := v.db
	v.db = nil
	return guard(v.dir, db.Close)
}

// createVolume creates a volume in a directory that is empty except for its lock, which stays
// locked, and calls work to fill it.
func createVolume(lock *flock.Flock, work func(*volume) error) error {
	dir := filepath.Dir(lock.Path())
	v := &volume{dir: dir, lock: lock, write: true}
	if err := v.start(false); err != nil {
		return err
	}
	if err := guard(dir, func() error { return work(v) }); err != nil {
		return errors.Join(err, v.stop())
	}
	return v.seal()
}

// hashSize is the number of bytes of the hash before each value.
const hashSize = 8

// wrap prepends a hash of key and content to the content.
func wrap(key, content []byte) []byte {
	value := make([]byte, hashSize, hashSize+len(content))
	value = append(value, content...)
	binary.BigEndian.PutUint64(value, valueHash(key, content))
	return value
}

// unwrap returns the content of a value, which is not copied.
func unwrap(place string, key, value []byte) ([]byte, error) {
	if len(value) < hashSize || binary.BigEndian.Uint64(value) != valueHash(key, value[hashSize:]) {
		return nil, damagedf(place, "the checksum of the record %q is wrong", key)
	}
	return value[hashSize:], nil
}

// valueHash hashes a record.
func valueHash(key, content []byte) uint64 {
	h := xxhash.New()
	_, _ = h.Write(key)
	_, _ = h.Write(content)
	return h.Sum64()
}

// get returns the content of a record. If there is none the error is ErrMissing.
func (v *volume) get(key []byte) (content []byte, err error) {
	err = guard(v.dir, func() error {
		return v.db.View(func(txn *badger.Txn) error {
			item, err := txn.Get(key)
			if errors.Is(err, badger.ErrKeyNotFound) {
				return fmt.Errorf("%s: the record %q is %w", v.dir, key, ErrMissing)
			}
			if err != nil {
				return damagedf(v.dir, "%w", err)
			}
			value, err := item.ValueCopy(nil)
			if err != nil {
				return damagedf(v.dir, "%w", err)
			}
			content, err = unwrap(v.dir, key, value)
			return err
		})
	})
	return content, err
}

// set writes a record.
func (v *volume) set(key, content []byte) error {
	return guard(v.dir, func() error {
		return v.db.Update(func(txn *badger.Txn) error { return txn.Set(key, wrap(key, content)) })
	})
}

// each calls work with the records whose keys begin with a prefix, in order. Key and content are
// valid until work returns.
func (v *volume) each(prefix []byte, work func(key, content []byte) error) error {
	return guard(v.dir, func() error {
		return v.db.View(func(txn *badger.Txn) error {
			opt := badger.DefaultIteratorOptions
			opt.Prefix, opt.PrefetchValues = prefix, false
			it := txn.NewIterator(opt)
			defer it.Close()
			for it.Rewind(); it.Valid(); it.Next() {
				key := it.Item().Key()
				err := it.Item().Value(func(value []byte) error {
					content, err := unwrap(v.dir, key, value)
					if err != nil {
						return err
					}
					return work(key, content)
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
}
