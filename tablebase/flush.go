package tablebase

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
)

// Additions to a volume are joined with small tables. The tables that replace others are put into the manifest.

// merged calls work with the last records of tables whose keys begin with a prefix, in order.
func merged(tables []*sst, prefix []byte, work func(key []byte, r versioned) error) error {
	tables = slices.DeleteFunc(slices.Clone(tables), func(t *sst) bool { return bytes.Compare(y.ParseKey(t.Biggest()), prefix) < 0 })
	slices.SortFunc(tables, func(a, b *sst) int { return y.CompareKeys(a.Smallest(), b.Smallest()) })
	var open []*cursor
	defer func() {
		for _, c := range open {
			_ = c.it.Close()
		}
	}()
	var done []byte
	for {
		c := first(open)
		if len(tables) > 0 && (c == nil || y.CompareKeys(tables[0].Smallest(), c.it.Key()) <= 0) {
			c = tables[0].from(prefix)
			open, tables = append(open, c), tables[1:]
		} else if c == nil {
			return nil
		} else if key := y.ParseKey(c.it.Key()); !bytes.HasPrefix(key, prefix) {
			return nil
		} else {
			if !bytes.Equal(key, done) { // lower versions follow
				if err := work(key, c.record()); err != nil {
					return err
				}
			}
			done = append(done[:0], key...)
			c.next()
		}
		if err := c.broken(); err != nil {
			return err
		}
		if !c.it.Valid() {
			_ = c.it.Close()
			open = slices.DeleteFunc(open, func(o *cursor) bool { return o == c })
		}
	}
}

// first returns the cursor with the first key, nil if there is none.
func first(all []*cursor) (c *cursor) {
	for _, o := range all {
		if c == nil || y.CompareKeys(o.it.Key(), c.it.Key()) < 0 {
			c = o
		}
	}
	return c
}

// Limits of the bytes of tables that a flush may write again.
const (
	leastFolded = 64 << 10
	mostFolded  = 32 << 20
)

// flush writes what was added to a table. Tables that are not much bigger are joined with it, so there are few tables,
// and each record is written again only a few times.
func (v *volume) flush() error {
	if len(v.added) == 0 {
		return nil
	}
	if v.unsure {
		return fmt.Errorf("%s: %w: its manifest cannot be read", v.dir, ErrSystem)
	}
	size := int64(leastFolded)
	for key, r := range v.added {
		size += int64(len(key) + len(r.value))
	}
	fold := slices.SortedFunc(slices.Values(v.levels[overlapping]), func(a, b *sst) int { return cmp.Compare(a.Size(), b.Size()) })
	for i, t := range fold {
		if t.Size() > 2*size || size+t.Size() > mostFolded {
			fold = fold[:i]
			break
		}
		size += t.Size()
	}
	records := maps.Clone(v.added)
	err := v.reading(func() error {
		return merged(fold, nil, func(key []byte, r versioned) error {
			if newer, ok := records[string(key)]; !ok || r.version > newer.version {
				records[string(key)] = versioned{bytes.Clone(r.value), r.version, r.meta}
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	out := newStream(v, func(int64) error { return nil })
	defer out.release()
	out.level = overlapping
	for _, key := range slices.Sorted(maps.Keys(records)) {
		if err := out.put([]byte(key), records[key]); err != nil {
			return err
		}
	}
	if err := out.enlist(fold); err != nil {
		return err
	}
	clear(v.added)
	v.flushed = time.Now()
	return nil
}

// without removes the records whose keys drop chooses, by writing all others again, and returns their number.
func (v *volume) without(drop func(key []byte) (bool, error)) (removed int, err error) {
	if err := v.flush(); err != nil {
		return 0, err
	}
	out, old := newStream(v, func(int64) error { return nil }), v.tables()
	defer out.release()
	err = v.reading(func() error {
		return merged(old, nil, func(key []byte, r versioned) error {
			gone, err := drop(key)
			if gone {
				removed++
			}
			if err != nil || gone || r.deleted() {
				return err
			}
			return out.put(key, r)
		})
	})
	if err == nil && removed > 0 {
		err = out.enlist(old)
	}
	return removed, err
}

// replace puts written tables into the manifest, in place of old ones.
func (v *volume) replace(old []*sst, made []listed) error {
	all := slices.DeleteFunc(slices.Clone(v.listed), func(l listed) bool {
		return slices.ContainsFunc(old, func(t *sst) bool { return t.listed == l })
	})
	all = append(all, made...)
	if err := writeManifest(v.dir, all); err != nil {
		v.listed, v.unsure = v.onDisk()
		return err
	}
	v.listed = all
	for _, t := range old {
		_ = os.Remove(t.path(v.dir)) // or tidy does it later
	}
	return v.load()
}

// onDisk returns the tables in the manifest, which a failed replacement may still have changed. If the manifest cannot
// be read, unsure is true, and the next process that opens the volume finds out.
func (v *volume) onDisk() (all []listed, unsure bool) {
	all, err := tablesOf(v.dir)
	if err != nil {
		return v.listed, true
	}
	return all, false
}

// tidy removes files that no manifest lists: unfinished tables, and leftovers of earlier versions of the program. A
// file that cannot be removed stays until the next time.
func (v *volume) tidy() {
	paths, _ := filesLike(v.dir, func(name string) bool {
		id, ok := table.ParseFileID(name)
		switch {
		case ok:
			return !slices.ContainsFunc(v.listed, func(l listed) bool { return l.id == id })
		case name == "KEYREGISTRY" || name == "DISCARD" || name == "LOCK":
			return true
		}
		return isLog(name) || strings.HasSuffix(name, ".vlog")
	})
	for _, path := range paths {
		_ = os.Remove(path)
	}
}
