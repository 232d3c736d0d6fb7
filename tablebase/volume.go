package tablebase

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/gofrs/flock"

	"gridlock/variants"
)

// lockName is the file that processes lock. In a volume many readers or one writer lock it; in a store, a process that
// adds or removes volumes.
const lockName = "use.lock"

// lockFile locks a file, exclusively or shared, and tries for up to wait. If other processes do not unlock it, the
// error is ErrLocked.
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

// volume is an open directory of tables. Added records are in memory until they are flushed.
type volume struct {
	dir     string
	lock    *flock.Flock
	write   bool
	levels  [][]*sst // the open tables of each level; from level 1 on in the order of their keys
	listed  []listed // the tables of the manifest
	unsure  bool     // the manifest may have others
	added   map[string]versioned
	flushed time.Time             // the time when they were last written
	damage  atomic.Pointer[error] // the damage found so far
	version uint64                // the version of the last record
}

// newVolume returns an empty volume for a directory that is locked.
func newVolume(lock *flock.Flock, write bool) *volume {
	return &volume{dir: filepath.Dir(lock.Path()), lock: lock, write: write, levels: [][]*sst{nil}, added: map[string]versioned{}}
}

// access is how to open a volume.
type access struct {
	write bool
	deep  bool               // check every byte against the seal; writing always does
	wait  time.Duration      // for other processes
	games []variants.Variant // games besides the five that volumes may be about
}

// openVolume opens an existing volume.
func openVolume(dir string, how access) (*volume, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, systemError(dir, err)
	}
	lock, err := lockFile(filepath.Join(dir, lockName), how.write, how.wait)
	if err != nil {
		return nil, err
	}
	v := newVolume(lock, how.write)
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
		err = v.start()
	}
	if err != nil {
		return nil, errors.Join(systemError(dir, err), v.stop(), lock.Unlock())
	}
	return v, nil
}

// errUnsealed is the error of a reader if the writer of the volume did not close it.
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

// check verifies that the files are as they were written, and reads the manifest.
func (v *volume) check(deep bool) (err error) {
	whole := exists(filepath.Join(v.dir, sealName))
	switch {
	case whole:
		err = checkSeal(v.dir, deep || v.write)
	case !exists(filepath.Join(v.dir, brokenName)):
		return gone(filepath.Join(v.dir, sealName), fs.ErrNotExist)
	case !v.write:
		return errUnsealed
	}
	if err == nil {
		v.listed, err = tablesOf(v.dir)
	}
	if err == nil && !whole {
		err = v.checkBroken()
	}
	return err
}

// start opens the tables. To write a volume, it breaks the seal first.
func (v *volume) start() error {
	if v.write && exists(filepath.Join(v.dir, sealName)) {
		if err := breakSeal(v.dir); err != nil {
			return err
		}
	}
	return v.load()
}

// load opens the tables of the manifest in place of the open ones.
func (v *volume) load() (err error) {
	open := map[listed]*sst{}
	for _, t := range v.tables() {
		open[t.listed] = t
	}
	levels := [][]*sst{nil}
	for _, l := range v.listed {
		t := open[l]
		if delete(open, l); t == nil && err == nil {
			t, err = openTableFile(v.dir, l)
		}
		if t == nil {
			continue
		}
		for len(levels) <= l.level {
			levels = append(levels, nil)
		}
		levels[l.level] = append(levels[l.level], t)
		v.version = max(v.version, t.MaxVersion())
	}
	for _, t := range open {
		_ = t.close()
	}
	for _, level := range levels[1:] {
		slices.SortFunc(level, func(a, b *sst) int { return y.CompareKeys(a.Smallest(), b.Smallest()) })
	}
	v.levels = levels
	return v.blame(err)
}

// tables returns the open tables.
func (v *volume) tables() []*sst { return slices.Concat(v.levels...) }

// close closes a volume and seals what was written.
func (v *volume) close() error { return errors.Join(v.seal(), v.lock.Unlock()) }

// seal closes the tables and seals what was written.
func (v *volume) seal() error {
	err := errors.Join(v.flush(), v.stop())
	if v.write && !v.unsure {
		v.tidy()
		err = errors.Join(err, systemError(v.dir, writeSeal(v.dir)))
	}
	return err
}

// stop closes the tables.
func (v *volume) stop() (err error) {
	for _, t := range v.tables() {
		err = errors.Join(err, t.close())
	}
	v.levels = [][]*sst{nil}
	return err
}

// createVolume creates a volume in a directory that is empty except for its lock, which stays
// locked, and calls work to fill it.
func createVolume(lock *flock.Flock, work func(*volume) error) error {
	v := newVolume(lock, true)
	err := guard(v.dir, func() error { return work(v) })
	if err != nil {
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

// reading runs work on the tables. If the library cannot read one, the error says whether the file is damaged.
func (v *volume) reading(work func() error) error { return v.blame(guard(v.dir, work)) }

// blame replaces an error of the library by one that names the damaged file. If no file is damaged, the error stays.
func (v *volume) blame(err error) error {
	if !errors.Is(err, errUnreadable) {
		return err
	}
	if known := v.damage.Load(); known != nil {
		return *known
	}
	name := sealName
	if v.write {
		name = brokenName
	}
	files, failed := readSeal(filepath.Join(v.dir, name))
	for _, f := range files {
		if isTable(f.name) && failed == nil {
			failed = f.check(v.dir, true)
		}
	}
	if failed = systemError(v.dir, failed); errors.Is(failed, ErrDamaged) {
		v.damage.Store(&failed)
	}
	return cmp.Or(failed, err)
}

// get returns the content of a record. If there is none the error is ErrMissing.
func (v *volume) get(key []byte) (content []byte, err error) {
	err = v.reading(func() error {
		r, ok := v.added[string(key)]
		for n, level := range v.levels {
			if n != overlapping {
				i, _ := slices.BinarySearchFunc(level, key, func(t *sst, key []byte) int {
					return bytes.Compare(y.ParseKey(t.Biggest()), key)
				})
				level = level[i:min(i+1, len(level))]
			}
			for _, t := range level {
				older, found, err := t.find(key)
				if err != nil {
					return err
				}
				if found && (!ok || older.version > r.version) {
					r, ok = older, true
				}
			}
		}
		if !ok || r.deleted() {
			return fmt.Errorf("%s: the record %q is %w", v.dir, key, ErrMissing)
		}
		content, err = unwrap(v.dir, key, r.value)
		return err
	})
	return content, err
}

// set adds a record, in memory until there are many, or flush is called.
func (v *volume) set(key, content []byte) error {
	v.version++
	v.added[string(key)] = versioned{value: wrap(key, content), version: v.version}
	if len(v.added) < mostAdded {
		return nil
	}
	return v.flush()
}

// mostAdded is how many records are kept in memory.
const mostAdded = 1 << 14

// flushSome calls flush, unless that has just been done.
func (v *volume) flushSome() error {
	if time.Since(v.flushed) < heldAtMost {
		return nil
	}
	return v.flush()
}

// each calls work with the records whose keys begin with a prefix, in order. Key and content are
// valid until work returns.
func (v *volume) each(prefix []byte, work func(key, content []byte) error) error {
	if err := v.flush(); err != nil {
		return err
	}
	return v.reading(func() error {
		return merged(v.tables(), prefix, func(key []byte, r versioned) error {
			if r.deleted() {
				return nil
			}
			content, err := unwrap(v.dir, key, r.value)
			if err == nil {
				err = work(key, content)
			}
			return err
		})
	})
}
