package tablebase

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/cespare/xxhash/v2"

	"gridlock/internal/staged"
)

// A volume that was closed cleanly has a seal: the sizes and hashes of all its files, which are checked before the
// files are used.
//
// While a volume is written its seal has the other name. It still vouches for the tables, which never change.
const (
	sealName   = "SEAL"
	brokenName = "SEAL.open"
	sealHead   = "gridlock seal 1"
)

// sealed is the entry of a file in a seal.
type sealed struct {
	name        string
	size        int64
	whole, tail uint64 // hashes of the file and of its last bytes
}

// tailSize is the size of the tail of a big file, in bytes. The tail has the index of a table.
const tailSize = 1 << 20

// longestSeal is an upper bound on the size of a seal, which has about 70 bytes for a file.
const longestSeal = 16 << 20

// isTable reports whether a file is a table, which never changes.
func isTable(name string) bool { return strings.HasSuffix(name, ".sst") }

// transient reports whether a file of a volume is not covered by the seal.
func transient(name string) bool {
	return name == sealName || name == brokenName || name == lockName || name == "LOCK" || strings.HasSuffix(name, ".tmp")
}

// hashFile hashes the tail of a file and, if deep is set, the whole.
func hashFile(path string, deep bool) (s sealed, err error) {
	f, err := os.Open(path)
	if err != nil {
		return s, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	s.name, s.size = filepath.Base(path), info.Size()
	head := max(0, s.size-tailSize)
	whole, tail := xxhash.New(), xxhash.New()
	if deep {
		_, err = io.Copy(whole, io.LimitReader(f, head))
	} else {
		_, err = f.Seek(head, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(io.MultiWriter(whole, tail), f)
	}
	s.whole, s.tail = whole.Sum64(), tail.Sum64()
	return s, err
}

// writeSeal seals a volume as it is.
func writeSeal(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	fmt.Fprintln(&text, sealHead)
	for _, e := range entries {
		if transient(e.Name()) {
			continue
		}
		share(filepath.Join(dir, e.Name()))
		s, err := hashFile(filepath.Join(dir, e.Name()), true)
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%016x %016x %d %s\n", s.whole, s.tail, s.size, s.name)
	}
	fmt.Fprintf(&text, "%016x\n", xxhash.Sum64(text.Bytes()))
	if err := replaceFile(filepath.Join(dir, sealName), text.Bytes()); err != nil {
		return err
	}
	return removeIfThere(filepath.Join(dir, brokenName))
}

// share lets everyone who may read the directory read a file, if the caller owns it. The library makes some files
// readable for their owner alone.
func share(path string) {
	dir, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return
	}
	if file, err := os.Stat(path); err == nil && file.Mode()|dir.Mode()&0o444 != file.Mode() {
		_ = os.Chmod(path, file.Mode().Perm()|dir.Mode()&0o444)
	}
}

// readSeal reads a seal. The error is fs.ErrNotExist if there is none.
func readSeal(path string) ([]sealed, error) {
	text, err := readPlain(path, longestSeal)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	var files []sealed
	hash, closed := xxhash.New(), false
	for n := 0; lines.Scan(); n++ {
		var s sealed
		line := lines.Text()
		switch {
		case closed:
			return nil, damagedf(path, "more than a seal")
		case n == 0 && line != sealHead:
			return nil, damagedf(path, "not a seal")
		case line == fmt.Sprintf("%016x", hash.Sum64()):
			closed = true
		case n > 0:
			if _, err := fmt.Sscanf(line, "%x %x %d %s", &s.whole, &s.tail, &s.size, &s.name); err != nil {
				return nil, damagedf(path, "line %d: %w", n+1, err)
			}
			files = append(files, s)
		}
		_, _ = hash.WriteString(line + "\n")
	}
	if !closed || text[len(text)-1] != '\n' {
		return nil, damagedf(path, "incomplete")
	}
	return files, nil
}

// checkSeal checks all files of a volume against its seal, or only the tails of tables if deep is false. The rest of a
// table is then checked when it is read.
func checkSeal(dir string, deep bool) error {
	files, err := readSeal(filepath.Join(dir, sealName))
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, want := range files {
		known[want.name] = true
		if err := want.check(dir, deep); err != nil {
			return err
		}
	}
	return noStrangers(dir, known)
}

// check checks a file against its seal.
func (s sealed) check(dir string, deep bool) error {
	path := filepath.Join(dir, s.name)
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return gone(path, err)
	case !info.Mode().IsRegular():
		return damagedf(path, "%w", errNotPlain)
	case info.Size() != s.size: // hashing might never end otherwise
		return damagedf(path, "%d bytes, not %d", info.Size(), s.size)
	}
	deep = deep || !isTable(s.name)
	got, err := hashFile(path, deep)
	switch {
	case err != nil:
		return err
	case got.tail != s.tail || deep && got.whole != s.whole:
		return damagedf(path, "its checksum is wrong")
	}
	return nil
}

// noStrangers looks for files that are not in the seal.
func noStrangers(dir string, known map[string]bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !known[e.Name()] && !transient(e.Name()) {
			return damagedf(filepath.Join(dir, e.Name()), "a file that does not belong there")
		}
	}
	return nil
}

// checkBroken checks a volume whose writer was killed, and adds what is in its logs. The tables in its manifest must be
// intact, by its last seal or else by their own checksums. Other tables were being made or joined. Logs have their own
// checksums.
func (v *volume) checkBroken() error {
	files, err := readSeal(filepath.Join(v.dir, brokenName))
	if err != nil {
		return err
	}
	known := map[string]sealed{}
	for _, s := range files {
		known[s.name] = s
	}
	for _, l := range v.listed {
		if want, ok := known[filepath.Base(l.path(v.dir))]; ok {
			err = want.check(v.dir, true)
		} else {
			err = checkTable(v.dir, l)
		}
		if err != nil {
			return err
		}
	}
	logs, err := filesLike(v.dir, isLog)
	for _, path := range logs {
		content, readErr := readPlain(path, longestLog)
		if readErr != nil {
			return readErr
		}
		replay(content, func(key []byte, r versioned) {
			if r.version >= v.added[string(key)].version {
				v.added[string(key)] = r
			}
			v.version = max(v.version, r.version)
		})
	}
	return err
}

// longestLog is an upper bound on the size of a log.
const longestLog = 64 << 20

// breakSeal marks a volume as being written.
func breakSeal(dir string) error {
	if err := os.Rename(filepath.Join(dir, sealName), filepath.Join(dir, brokenName)); err != nil {
		return err
	}
	return syncDir(dir)
}

// replaceFile replaces a file so that at any moment either the old or the new one is there, even after a crash of the
// system.
func replaceFile(path string, content []byte) error {
	if err := staged.Write(path, content, 0o666); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// removeIfThere removes a file, if it exists.
func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// exists reports whether a file exists, or its existence cannot be ruled out.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// syncDir makes the names in a directory durable. Windows does that by itself.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
