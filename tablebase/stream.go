package tablebase

import (
	"encoding/json"
	"errors"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
)

// stream writes records to new tables, in the order of their keys in each table, and lists the tables. Its ordinary
// writes return an error when the disk is full. The library would write through mapped memory, where a full disk ends
// the program.
type stream struct {
	v      *volume
	w      *table.Builder      // the builder of the next table, nil if it has no record yet
	filled int                 // bytes of its records
	made   []listed            // the tables so far
	level  int                 // of them
	next   uint64              // number of the next one
	digest *xxhash.Digest      // the digest of all records that are counted
	bytes  int64               // of them
	room   func(n int64) error // checks that there is room on the disk
}

const (
	tableSize = 15 << 20  // size of the records of a file
	atFirst   = 256 << 10 // memory for a file is twice that, and doubles when it is full
	onlyOne   = 1         // version of a record
)

// newStream begins to write to a volume.
func newStream(v *volume, room func(int64) error) *stream {
	s := &stream{v: v, digest: xxhash.New(), room: room, level: disjoint, next: 1}
	for _, l := range v.listed {
		s.next = max(s.next, l.id+1)
	}
	return s
}

// release frees memory.
func (s *stream) release() {
	if s.w != nil {
		s.w.Close()
		s.w = nil
	}
}

// add writes a record and counts it.
func (s *stream) add(key, content []byte) error {
	value := wrap(key, content)
	_, _ = s.digest.Write(value[:hashSize])
	s.bytes += int64(len(key) + len(value))
	return s.put(key, versioned{value: value, version: onlyOne})
}

// put writes a record that is not counted.
func (s *stream) put(key []byte, r versioned) error {
	if s.w == nil {
		s.w = table.NewTableBuilder(tableOptions())
		s.filled = 0
	}
	s.w.Add(y.KeyWithTs(key, r.version), y.ValueStruct{Value: r.value, Meta: r.meta}, 0)
	if s.filled += len(key) + len(r.value); s.filled < tableSize {
		return nil
	}
	return s.flush()
}

// flush writes a table. The first key of the next table may be any key that does not lie among the keys of this one.
func (s *stream) flush() error {
	if s.w == nil {
		return nil
	}
	content := s.w.Finish()
	s.release()
	if err := s.room(int64(len(content))); err != nil {
		return err
	}
	l := listed{id: s.next, level: s.level}
	s.next++
	s.made = append(s.made, l)
	return systemError(s.v.dir, replaceFile(l.path(s.v.dir), content))
}

// finish writes the complete record, in a table of its own, and lists all.
func (s *stream) finish(complete any) error {
	text, err := json.Marshal(complete)
	if err == nil {
		err = s.flush()
	}
	if err == nil {
		err = s.put(completeKey(), versioned{value: wrap(completeKey(), text), version: onlyOne})
	}
	if err == nil {
		err = s.enlist(nil)
	}
	return err
}

// enlist writes the remaining records, and lists the tables in place of others.
func (s *stream) enlist(old []*sst) error {
	err := s.flush()
	if err == nil {
		err = systemError(s.v.dir, s.v.replace(old, s.made))
	}
	return err
}

// complete reads the record that describes the content of a volume.
func (v *volume) complete(into any) error {
	text, err := v.get(completeKey())
	if errors.Is(err, ErrMissing) {
		return damagedf(v.dir, "not complete")
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return damagedf(v.dir, "%w", err)
	}
	return nil
}
