package tablebase

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/dustin/go-humanize"
	"github.com/gofrs/flock"

	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// Version is the version of the format of stores. Other versions are refused: everything in a
// store can be computed again.
const Version = 1

// RulesVersion is the version of the rules of the games in docs/rules.md. Results for other
// versions are not used.
const RulesVersion = 1

// Options are the options of a store. The zero value is usable.
type Options struct {
	// Program is the version of the program, recorded with its results.
	Program string

	// Command is the command line, recorded with its results.
	Command string

	// Wait is how long to wait for other processes that use the store.
	Wait time.Duration

	// Hold keeps solved positions open between calls, which is quicker but keeps other processes out. If the process is
	// killed, the positions of the last half second may be lost.
	Hold bool

	// Games are games besides the five that tables may be about.
	Games []variants.Variant
}

// Store is a directory that keeps results. It is safe for concurrent use, and several processes
// may use it at once.
//
// The directory has volumes. A volume has tables in Badger's format, and a seal: a list of the hashes of its files.
// Tables and checkpoints are volumes that are written once, next to the existing ones, and renamed when they are
// complete. See the package comment.
//
// Files are mapped into memory. Damage there, or a read error of the disk, is an error.
type Store struct {
	dir   string
	opt   Options
	free  func(dir string) (uint64, error) // how many bytes may be written to the disk of a directory
	cache int64                            // about how many bytes of a table are kept unpacked

	mu          sync.Mutex
	held        *volume           // solved positions, if they are kept open
	heldSince   time.Time         // the time when held was opened
	batches     int               // number of running batches
	batchWrites bool              // some of them write
	tables      map[string]*Table // open tables, by name
}

// Names in the directory of a store.
const (
	markName       = "GRIDLOCK" // marks a store
	positionsName  = "positions"
	tablesName     = "tables"
	checkpointName = "checkpoints"
	buildsName     = "builds" // unfinished tables
	freshPrefix    = "new-"   // unfinished volumes
)

// Open opens a store. A directory that does not exist, or is empty, is an empty store; it is
// created when something is added. Any other directory without the mark of a store is refused.
func Open(dir string, opt Options) (*Store, error) {
	s := &Store{dir: dir, opt: opt, free: freeSpace, cache: 64 << 20, tables: map[string]*Table{}}
	if err := s.checkMark(); err != nil {
		return nil, err
	}
	return s, nil
}

// Dir returns the directory of the store.
func (s *Store) Dir() string { return s.dir }

// Close closes the open files of the store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	for _, t := range s.tables {
		err = errors.Join(err, t.close())
	}
	clear(s.tables)
	return errors.Join(err, s.letGo())
}

// mark returns the text of the file that makes a directory a store of a version.
func mark(version int, created time.Time) []byte {
	text := fmt.Appendf(nil, "gridlock store\nversion %d\ncreated %s\n", version, created.UTC().Format(time.RFC3339))
	return fmt.Appendf(text, "%016x\n", xxhash.Sum64(text))
}

// longestMark is an upper bound on the size of a mark.
const longestMark = 4 << 10

// checkMark verifies that the directory is a store of this version, or not a store yet.
func (s *Store) checkMark() error {
	if info, err := os.Stat(s.dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s: %w: it is a file; name a directory that is empty or not there", s.dir, ErrNotStore)
	}
	path := filepath.Join(s.dir, markName)
	text, err := readPlain(path, longestMark)
	if errors.Is(err, fs.ErrNotExist) {
		return s.checkEmpty()
	}
	if err != nil {
		return systemError(path, err)
	}
	last := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
	if string(text[last:]) != fmt.Sprintf("%016x\n", xxhash.Sum64(text[:last])) {
		return damagedf(path, "its checksum is wrong")
	}
	var version int
	if _, err := fmt.Sscanf(string(text), "gridlock store\nversion %d\n", &version); err != nil {
		return damagedf(path, "%w", err)
	}
	if version != Version {
		return fmt.Errorf("%s: %w: its version is %d, not %d; use another directory, or delete it: everything in it can be computed again",
			s.dir, ErrVersion, version, Version)
	}
	return nil
}

// checkEmpty verifies that a directory without a mark is empty.
func (s *Store) checkEmpty() error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".tmp") && e.Name() != lockName {
			return fmt.Errorf("%s: %w: there is no file %s, but others; name a directory that is empty or not there",
				s.dir, ErrNotStore, markName)
		}
	}
	return nil
}

// prepare creates the store if necessary, and verifies that there is room for need bytes.
func (s *Store) prepare(need int64) error { return systemError(s.dir, s.begin(need)) }

func (s *Store) begin(need int64) error {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	if err := s.room(need); err != nil {
		return err
	}
	path := filepath.Join(s.dir, markName)
	if !exists(path) {
		if err := s.exclusively(func() error { return s.writeMark(path) }); err != nil {
			return err
		}
	}
	share(path)
	return nil
}

// writeMark marks the directory as a store, unless another process has done so.
func (s *Store) writeMark(path string) error {
	if exists(path) {
		return nil
	}
	return replaceFile(path, mark(Version, time.Now()))
}

// reserve is the room that must remain on the disk for others, in bytes.
const reserve = 64 << 20

// room verifies that there is room for need bytes, and the reserve.
func (s *Store) room(need int64) error {
	free, err := s.free(s.dir)
	if err != nil {
		return fmt.Errorf("%s: %w", s.dir, err)
	}
	if want := uint64(need) + reserve; free < want {
		return fmt.Errorf("%s: %w: %s free, %s needed", s.dir, ErrSpace,
			humanize.IBytes(free), humanize.IBytes(want))
	}
	return nil
}

// Room verifies that there is room on the disk for the rest of a build, with or without its
// table. If not, the error is ErrSpace.
func (s *Store) Room(n retrograde.Needs, table bool) error {
	if !table {
		n.Table = 0
	}
	err := s.room(n.Scratch + n.Journal + n.Table)
	if errors.Is(err, ErrSpace) {
		size := func(n int64) string { return humanize.IBytes(uint64(n)) }
		err = fmt.Errorf("%w, for %s positions: table %s, journal %s, scratch %s, reserve %s", err,
			humanize.Comma(int64(n.Positions)), size(n.Table), size(n.Journal), size(n.Scratch), size(reserve))
	}
	return err
}

// exclusively calls work while no other process adds or removes volumes.
func (s *Store) exclusively(work func() error) error {
	lock, err := lockFile(filepath.Join(s.dir, lockName), true, max(s.opt.Wait, 5*time.Second))
	if err != nil {
		return err
	}
	return errors.Join(work(), lock.Unlock())
}

// fresh creates a directory for a new volume, locked and otherwise empty, and removes leftovers.
func (s *Store) fresh(kind string) (lock *flock.Flock, err error) {
	parent := filepath.Join(s.dir, kind)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, err
	}
	err = s.exclusively(func() error {
		s.removeLeftoversAlone()
		dir := filepath.Join(parent, freshPrefix+rand.Text())
		err := os.Mkdir(dir, 0o755)
		if err == nil {
			lock, err = lockFile(filepath.Join(dir, lockName), true, 0)
		}
		return err
	})
	return lock, err
}

// create fills a new volume and, when it is complete, calls publish to put it in its place. The volume stays locked
// until nobody can mistake it for a leftover.
func (s *Store) create(kind string, fill func(*volume) error, publish func(dir string) error) error {
	if err := s.prepare(0); err != nil {
		return err
	}
	lock, err := s.fresh(kind)
	if err != nil {
		return err
	}
	dir := filepath.Dir(lock.Path())
	err = createVolume(lock, fill)
	if err == nil {
		err = s.exclusively(func() error { return errors.Join(lock.Unlock(), publish(dir)) })
	}
	if err != nil {
		_ = os.RemoveAll(dir)
		_ = lock.Unlock()
	}
	return err
}

// replace fills a new volume. When it is complete, it takes the place of the former volume of that kind and name, if
// any.
func (s *Store) replace(kind, name string, fill func(*volume) error) error {
	return s.create(kind, fill, func(dir string) error { return s.publish(dir, kind, name) })
}

// publish gives a complete volume its name, with the next generation. Earlier generations become
// leftovers.
func (s *Store) publish(dir, kind, name string) error {
	before, err := s.generations(kind, name)
	if err != nil {
		return err
	}
	next := 1
	if len(before) > 0 {
		next = before[0] + 1
	}
	if err := os.Rename(dir, s.generation(kind, name, next)); err != nil {
		return err
	}
	return syncDir(filepath.Join(s.dir, kind))
}

// generation returns the directory of a volume.
func (s *Store) generation(kind, name string, n int) string {
	return filepath.Join(s.dir, kind, fmt.Sprintf("%s@%06d", name, n))
}

// generations returns the generations of a volume, the last one first.
func (s *Store) generations(kind, name string) ([]int, error) {
	names, err := s.volumes(kind)
	var all []int
	for _, v := range names {
		if before, n, ok := splitGeneration(v); ok && before == name {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all, err
}

// volumes returns the directories of the complete volumes of a kind.
func (s *Store) volumes(kind string) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(s.dir, kind))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	err = systemError(filepath.Join(s.dir, kind), err)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), freshPrefix) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// strays returns an error for each directory among the volumes of a kind that does not have a volume's name.
func (s *Store) strays(kind string) error {
	names, err := s.volumes(kind)
	for _, v := range names {
		if _, _, ok := splitGeneration(v); !ok {
			err = errors.Join(err, fmt.Errorf("%s: %w: volumes are called NAME@NUMBER; rename it, or delete it",
				filepath.Join(s.dir, kind, v), ErrMisnamed))
		}
	}
	return err
}

// latest opens the last generation of a volume. If there is none the error is ErrMissing. Another process may replace
// the volume meanwhile.
func (s *Store) latest(kind, name string) (*volume, error) {
	for range 3 {
		all, err := s.generations(kind, name)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			break
		}
		v, err := openNamed(s.generation(kind, name, all[0]), place{kind, name}, access{wait: s.opt.Wait, games: s.opt.Games})
		if err == nil {
			return v, nil
		}
		now, listErr := s.generations(kind, name)
		if listErr == nil && slices.Equal(now, all) {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: %s is %w", filepath.Join(s.dir, kind), name, ErrMissing)
}

// origin returns the origin of a result that took some time to compute.
func (s *Store) origin(took time.Duration) solver.Origin {
	return solver.Origin{
		Program: s.opt.Program, Rules: RulesVersion, Command: s.opt.Command,
		When: time.Now().UTC().Truncate(time.Second), Seconds: math.Round(took.Seconds()*1000) / 1000,
		Machine: solver.Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
	}
}
