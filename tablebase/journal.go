package tablebase

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/gofrs/flock"

	"gridlock/solver"
	"gridlock/variants"
)

// Journal is what an unfinished build of a table has left, layer by layer; it is a
// [solver.Journal]. Only one process has it at a time.
//
// Each record is a file of its own: a head that names the position, what was saved, and
// an xxhash64 over both. It gets its name when it is complete, and its hash is compared
// before anything of it is used, so it need not be on the disk before the build goes on.
type Journal struct {
	store *Store
	dir   string
	head  string
	lock  *flock.Flock
}

// Journal opens the journal of builds from a position. The error is ErrLocked when
// another process builds that table at the moment.
func (s *Store) Journal(start variants.Position) (*Journal, error) {
	if err := s.prepare(0); err != nil {
		return nil, err
	}
	key := solver.NewKeys(start.Game()).Of(start.State())
	j := &Journal{
		store: s, dir: filepath.Join(s.dir, buildsName, tableName(start)),
		head: fmt.Sprintf("gridlock journal 1 rules %d %s %v %016x %016x\n", RulesVersion,
			start.Game().Variant().ID, start.Game().Grid(), key.A, key.B),
	}
	err := s.exclusively(func() (err error) {
		if err = os.MkdirAll(j.dir, 0o755); err == nil {
			j.lock, err = lockFile(filepath.Join(j.dir, lockName), true, 0)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := j.tidy(); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// tidy removes what was being written when a build was killed.
func (j *Journal) tidy() error {
	leftovers, err := inside(j.dir, "*.tmp")
	for _, path := range leftovers {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// Close lets others have the journal. What is in it stays.
func (j *Journal) Close() error { return j.lock.Unlock() }

// Drop closes the journal and removes it, since the table is complete.
func (j *Journal) Drop() error {
	return j.store.exclusively(func() error { return errors.Join(j.Close(), os.RemoveAll(j.dir)) })
}

// Save implements [solver.Journal].
func (j *Journal) Save(name string, size int64, write func(io.Writer) error) error {
	if err := j.store.room(size); err != nil {
		return err
	}
	return spaceError(j.dir, writeFile(filepath.Join(j.dir, name), func(f *os.File) error {
		hash := xxhash.New()
		w := bufio.NewWriterSize(f, 1<<20)
		both := io.MultiWriter(w, hash)
		if _, err := io.WriteString(both, j.head); err != nil {
			return err
		}
		if err := write(both); err != nil {
			return err
		}
		if err := binary.Write(w, binary.BigEndian, hash.Sum64()); err != nil {
			return err
		}
		return w.Flush()
	}))
}

// Load implements [solver.Journal]. A record that is damaged is nothing.
func (j *Journal) Load(name string) (io.ReadCloser, error) {
	f, err := os.Open(filepath.Join(j.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	content, err := j.content(f)
	if content == nil || err != nil {
		_ = f.Close()
		return nil, err
	}
	return record{bufio.NewReaderSize(content, 1<<20), f}, nil
}

// record is what was saved, and the file that it is in.
type record struct {
	io.Reader
	io.Closer
}

// content returns the part of a record that was saved, or nil where the record is not
// whole or belongs to another position.
func (j *Journal) content(f *os.File) (io.Reader, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size() - int64(len(j.head)) - hashSize
	if size < 0 {
		return nil, nil
	}
	head, hash := make([]byte, len(j.head)), xxhash.New()
	if _, err := io.ReadFull(f, head); err != nil || string(head) != j.head {
		return nil, err
	}
	_, _ = hash.Write(head)
	if _, err := io.CopyN(hash, f, size); err != nil {
		return nil, err
	}
	var want uint64
	if err := binary.Read(f, binary.BigEndian, &want); err != nil || want != hash.Sum64() {
		return nil, err
	}
	return io.NewSectionReader(f, int64(len(j.head)), size), nil
}

// Unfinished is what a build has left that was stopped.
type Unfinished struct {
	Table string `json:"table"`
	Dir   string `json:"dir"` // which can be deleted
	Bytes int64  `json:"bytes"`
}

// Unfinished returns the builds that were stopped, or are at work.
func (s *Store) Unfinished() (all []Unfinished, err error) {
	all = []Unfinished{}
	names, err := s.volumes(buildsName)
	for _, name := range names {
		u := Unfinished{Table: name, Dir: filepath.Join(s.dir, buildsName, name)}
		entries, readErr := os.ReadDir(u.Dir)
		for _, e := range entries {
			if info, infoErr := e.Info(); infoErr == nil && !strings.HasSuffix(e.Name(), ".tmp") {
				u.Bytes += info.Size()
			}
		}
		err = errors.Join(err, readErr)
		if u.Bytes > 0 {
			all = append(all, u)
		}
	}
	return all, err
}
