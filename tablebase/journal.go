package tablebase

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/gofrs/flock"

	"gridlock/internal/staged"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Journal is a [retrograde.Journal]: the finished layers of an unfinished build. Only one process has it at a time.
//
// Each record is a file of its own: a head that names the position and the record, the saved content, and an xxhash64
// over both. The file gets its name when it is complete, and head and hash are checked before the record is used. So
// the build need not wait until the file is on the disk.
type Journal struct {
	store *Store
	dir   string
	head  string
	lock  *flock.Flock
}

// Journal opens the journal of builds from a position. If another process is building that
// table, the error is ErrLocked.
func (s *Store) Journal(start variants.Position) (*Journal, error) {
	if err := s.prepare(0); err != nil {
		return nil, err
	}
	key := keys.New(start.Game()).Of(start.State())
	j := &Journal{
		store: s, dir: filepath.Join(s.dir, buildsName, tableName(start)),
		head: fmt.Sprintf("%s%s %v %016x %016x", journalHead(), strings.ReplaceAll(start.Game().Variant().Key(), " ", "_"), start.Game().Grid(), key.A, key.B),
	}
	err := s.exclusively(func() (err error) {
		s.removeLeftoversAlone()
		if err = os.MkdirAll(j.dir, 0o755); err == nil {
			j.lock, err = lockFile(filepath.Join(j.dir, lockName), true, 0)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := removeTemporary(j.dir); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// Empty reports whether no layer has been finished.
func (j *Journal) Empty() bool {
	entries, err := os.ReadDir(j.dir)
	return err == nil && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() != lockName })
}

// journalHead returns how the head of every record of this version begins.
func journalHead() string { return fmt.Sprintf("gridlock journal 2 rules %d ", RulesVersion) }

// headOf returns the head of a record.
func (j *Journal) headOf(name string) string { return j.head + " " + name + "\n" }

// Close unlocks the journal. Its content stays.
func (j *Journal) Close() error { return j.lock.Unlock() }

// Drop closes the journal and removes it. It is for a table that is complete.
func (j *Journal) Drop() error {
	return j.store.exclusively(func() error { return errors.Join(j.Close(), os.RemoveAll(j.dir)) })
}

// Save implements [retrograde.Journal].
func (j *Journal) Save(name string, size int64, write func(io.Writer) error) error {
	if err := j.store.room(size); err != nil {
		return err
	}
	f, err := staged.Create(filepath.Join(j.dir, name), 0o666)
	if err != nil {
		return systemError(j.dir, err)
	}
	defer f.Discard()
	hash := xxhash.New()
	w := bufio.NewWriterSize(f, 1<<20)
	both := io.MultiWriter(w, hash)
	if _, err = io.WriteString(both, j.headOf(name)); err == nil {
		err = write(both)
	}
	if err == nil {
		err = errors.Join(binary.Write(w, binary.BigEndian, hash.Sum64()), w.Flush())
	}
	if err == nil {
		err = f.Commit()
	}
	return systemError(j.dir, err)
}

// Load implements [retrograde.Journal]. A damaged record counts as missing.
func (j *Journal) Load(name string) (io.ReadCloser, error) {
	f, _, err := openPlain(filepath.Join(j.dir, name))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotPlain) {
		return nil, nil
	}
	if err != nil {
		return nil, systemError(j.dir, err)
	}
	content, err := contentOf(f, j.headOf(name))
	if content == nil || err != nil {
		_ = f.Close()
		return nil, err
	}
	return record{bufio.NewReaderSize(content, 1<<20), f}, nil
}

// record is the content of a record, and its file.
type record struct {
	io.Reader
	io.Closer
}

// contentOf returns the content of a record, or nil if the record is incomplete or has another
// head.
func contentOf(f *os.File, want string) (io.Reader, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size() - int64(len(want)) - hashSize
	if size < 0 {
		return nil, nil
	}
	head, hash := make([]byte, len(want)), xxhash.New()
	if _, err := io.ReadFull(f, head); err != nil || string(head) != want {
		return nil, err
	}
	_, _ = hash.Write(head)
	if _, err := io.CopyN(hash, f, size); err != nil {
		return nil, err
	}
	var sum uint64
	if err := binary.Read(f, binary.BigEndian, &sum); err != nil || sum != hash.Sum64() {
		return nil, err
	}
	return io.NewSectionReader(f, int64(len(want)), size), nil
}

// Unfinished is the remains of a stopped build.
type Unfinished struct {
	Table string `json:"table"`
	Dir   string `json:"dir"` // can be deleted
	Bytes int64  `json:"bytes"`
}

// Unfinished returns the builds that were stopped, or are running. Builds whose tables exist are leftovers instead.
func (s *Store) Unfinished() (all []Unfinished, err error) {
	all = []Unfinished{}
	names, err := s.volumes(buildsName)
	for _, name := range names {
		if s.isStale(name) {
			continue
		}
		u := Unfinished{Table: name, Dir: filepath.Join(s.dir, buildsName, name)}
		entries, readErr := os.ReadDir(u.Dir)
		for _, e := range entries {
			if info, infoErr := e.Info(); infoErr == nil && !isTemporary(e.Name()) {
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

// VerifyBuilds verifies the hashes of all records of stopped builds, and returns the number of records. A damaged
// record does no harm: the next build computes it again.
func (s *Store) VerifyBuilds(ctx context.Context) (count int, err error) {
	builds, err := s.volumes(buildsName)
	for _, build := range builds {
		dir := filepath.Join(s.dir, buildsName, build)
		records, listErr := filesLike(dir, func(name string) bool { return name != lockName && !isTemporary(name) })
		err = errors.Join(err, systemError(dir, listErr))
		for _, path := range records {
			if ctx.Err() != nil {
				return count, ctx.Err()
			}
			recordErr := checkRecord(path, build, s.opt.Games)
			if errors.Is(recordErr, fs.ErrNotExist) {
				continue // its build is running
			}
			err = errors.Join(err, recordErr)
			count++
		}
	}
	return count, err
}

// longestHead is an upper bound on the size of a record's head.
const longestHead = 256

// checkRecord verifies that a file is a complete record of the build of a table.
func checkRecord(path, build string, games []variants.Variant) error {
	f, _, err := openPlain(path)
	if err != nil {
		return systemError(path, err)
	}
	defer f.Close()
	head, _ := bufio.NewReader(io.NewSectionReader(f, 0, longestHead)).ReadString('\n')
	if rest, ok := strings.CutPrefix(head, "gridlock journal "); ok && !strings.HasPrefix(rest, strings.TrimPrefix(journalHead(), "gridlock journal ")) {
		return fmt.Errorf("%s: %w: the next build does without it", path, ErrVersion)
	}
	table, ok := buildOf(head, filepath.Base(path), games)
	if !ok {
		return damagedf(path, "its head is wrong")
	}
	content, err := contentOf(f, head)
	switch {
	case err != nil:
		return damagedf(path, "%w", err)
	case content == nil:
		return damagedf(path, "its checksum is wrong")
	case table != build:
		return fmt.Errorf("%s: %w: it belongs to the build of %s; delete it", path, ErrMisnamed, table)
	}
	return nil
}

// buildOf returns the name of the table in the head of a record. ok is false if the head does not belong to a record of
// that name.
func buildOf(head, name string, games []variants.Variant) (table string, ok bool) {
	var id, record string
	var rows, cols int
	var key keys.Key
	rest, ok := strings.CutPrefix(head, journalHead())
	if !ok {
		return "", false
	}
	if n, err := fmt.Sscanf(rest, "%s %dx%d %x %x %s\n", &id, &rows, &cols, &key.A, &key.B, &record); n != 6 || err != nil || record != name {
		return "", false
	}
	variant, err := variants.ByKey(strings.ReplaceAll(id, "_", " "), games...)
	if err != nil {
		return "", false
	}
	game, err := variant.NewGame(rows, cols)
	if err != nil {
		return "", false
	}
	return tableNameOf(game, key), true
}
