package tablebase

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/dgraph-io/badger/v4/fb"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/dgraph-io/ristretto/v2/z"
	"google.golang.org/protobuf/proto"
)

// A volume is a manifest and the tables that it lists, in the formats of Badger. The code that reads and writes these
// formats is Badger's; its database is not used (see the package comment).

// listed is the entry of a table in a manifest.
type listed struct {
	id    uint64
	level int // on level 0 the keys may overlap those of other tables, on other levels they do not
}

// Levels of tables.
const (
	overlapping = 0
	disjoint    = 6 // the lowest that Badger has
)

// path returns the file of a table.
func (l listed) path(dir string) string { return filepath.Join(dir, table.IDToFilename(l.id)) }

// manifestName is the file that lists the tables: a head with the version of the format, and lists of
// changes, each after its length and its checksum.
const (
	manifestName = "MANIFEST"
	manifestHead = "Bdgr\x00\x00\x00\x08"
)

// tablesOf returns the tables in the manifest of a volume, by their numbers. It ignores an incomplete list at the end,
// which a killed writer has left.
func tablesOf(dir string) ([]listed, error) {
	path := filepath.Join(dir, manifestName)
	text, err := readPlain(path, longestManifest)
	if err != nil {
		return nil, gone(path, err)
	}
	rest, ok := bytes.CutPrefix(text, []byte(manifestHead))
	if !ok {
		return nil, damagedf(path, "not a manifest")
	}
	tables := map[uint64]listed{}
	for len(rest) >= 8 && uint64(len(rest)-8) >= uint64(binary.BigEndian.Uint32(rest)) {
		n := binary.BigEndian.Uint32(rest)
		list, sum := rest[8:8+n], binary.BigEndian.Uint32(rest[4:])
		rest = rest[8+n:]
		var set pb.ManifestChangeSet
		if crc32.Checksum(list, y.CastagnoliCrcTable) != sum || proto.Unmarshal(list, &set) != nil {
			return nil, damagedf(path, "its checksum is wrong")
		}
		for _, c := range set.Changes {
			switch {
			case c.Op == pb.ManifestChange_DELETE:
				delete(tables, c.Id)
			case c.Compression != uint32(options.None) || c.KeyId != 0 || c.Level > disjoint:
				return nil, fmt.Errorf("%s: %w: the table %d is compressed or encrypted", path, ErrVersion, c.Id)
			default:
				tables[c.Id] = listed{c.Id, int(c.Level)}
			}
		}
	}
	return slices.SortedFunc(maps.Values(tables), func(a, b listed) int { return cmp.Compare(a.id, b.id) }), nil
}

// longestManifest is an upper bound on the size of a manifest, which has about 20 bytes for a table.
const longestManifest = 64 << 20

// writeManifest replaces the manifest of a volume.
func writeManifest(dir string, tables []listed) error {
	var set pb.ManifestChangeSet
	for _, t := range tables {
		set.Changes = append(set.Changes, &pb.ManifestChange{
			Id: t.id, Op: pb.ManifestChange_CREATE, Level: uint32(t.level),
			EncryptionAlgo: pb.EncryptionAlgo_aes, Compression: uint32(options.None),
		})
	}
	list, err := proto.Marshal(&set)
	if err != nil {
		return err
	}
	text := binary.BigEndian.AppendUint32([]byte(manifestHead), uint32(len(list)))
	text = binary.BigEndian.AppendUint32(text, crc32.Checksum(list, y.CastagnoliCrcTable))
	return replaceFile(filepath.Join(dir, manifestName), append(text, list...))
}

// tableOptions returns how tables are written and read. Their content is packed already.
func tableOptions() table.Options {
	return table.Options{
		TableSize: atFirst, BlockSize: 32 << 10, BloomFalsePositive: 0.01,
		ChkMode: options.OnBlockRead, Compression: options.None,
	}
}

// sst is an open table. Its file is mapped into memory, and not open.
type sst struct {
	listed
	*table.Table
	data []byte
}

// errUnreadable is the error of a table that the library cannot read. A checksum tells whether its file is damaged.
var errUnreadable = errors.New("the library cannot read it")

// openTableFile opens a table.
func openTableFile(dir string, l listed) (*sst, error) {
	path := l.path(dir)
	f, info, err := openPlain(path)
	if err != nil {
		return nil, gone(path, err)
	}
	defer f.Close()
	if info.Size() == 0 {
		return nil, damagedf(path, "it is empty")
	}
	data, err := z.Mmap(f, false, info.Size())
	if err != nil {
		return nil, systemError(path, os.NewSyscallError("mmap", err))
	}
	t := &sst{listed: l, data: data}
	err = guard(path, func() (err error) {
		if !indexIsWhole(data) { // the library ends the process
			return damagedf(path, "its index is wrong")
		}
		opt := tableOptions()
		t.Table, err = table.OpenInMemoryTable(data, l.id, &opt)
		if err != nil {
			err = fmt.Errorf("%s: %w: %w", path, errUnreadable, err)
		}
		return err
	})
	if err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

// close unmaps the file.
func (t *sst) close() error { return z.Munmap(t.data) }

// indexIsWhole checks the end of a table: the index, its length, its checksum, and the length of the checksum.
func indexIsWhole(content []byte) bool {
	sumText, rest, ok := lastPart(content)
	if !ok {
		return false
	}
	index, _, ok := lastPart(rest)
	if !ok {
		return false
	}
	var sum pb.Checksum
	return proto.Unmarshal(sumText, &sum) == nil && len(index) > 0 &&
		(sum.Algo == pb.Checksum_CRC32C || sum.Algo == pb.Checksum_XXHash64) &&
		y.VerifyChecksum(index, &sum) == nil && fb.GetRootAsTableIndex(index, 0).OffsetsLength() > 0
}

// lastPart returns the last part of a file and the bytes before this part. The length of the last part is in the four
// bytes after it.
func lastPart(b []byte) (part, before []byte, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	n := binary.BigEndian.Uint32(b[len(b)-4:])
	b = b[:len(b)-4]
	if uint64(n) > uint64(len(b)) {
		return nil, nil, false
	}
	return b[len(b)-int(n):], b[:len(b)-int(n)], true
}

// checkTable checks a table that is in no seal against its own checksums.
func checkTable(dir string, l listed) error {
	t, err := openTableFile(dir, l)
	if err != nil {
		return err
	}
	err = guard(l.path(dir), t.VerifyChecksum)
	if err != nil {
		err = damagedf(l.path(dir), "%w", err)
	}
	return errors.Join(err, t.close())
}

// spans reports whether a key is between the first and the last one of the table.
func (t *sst) spans(key []byte) bool {
	return bytes.Compare(y.ParseKey(t.Smallest()), key) <= 0 && bytes.Compare(key, y.ParseKey(t.Biggest())) <= 0
}

// find looks a key up.
func (t *sst) find(key []byte) (r versioned, ok bool, err error) {
	if !t.spans(key) || t.DoesNotHave(y.Hash(key)) {
		return r, false, nil
	}
	c := t.from(key)
	defer c.it.Close()
	if err := c.broken(); err != nil || !c.it.Valid() || !bytes.Equal(y.ParseKey(c.it.Key()), key) {
		return r, false, err
	}
	r = c.record()
	r.value = bytes.Clone(r.value)
	return r, true, nil
}

// versioned is a value of a key in a table. The value with the highest version counts.
type versioned struct {
	value   []byte
	version uint64
	meta    byte
}

// cursor goes through a table. If the library cannot read on, it ends the iteration without an error; see broken.
type cursor struct {
	t    *sst
	it   *table.Iterator
	last []byte // the key before
}

// from returns a cursor at the first record whose key is at least key.
func (t *sst) from(key []byte) *cursor {
	c := &cursor{t: t, it: t.NewIterator(table.NOCACHE)}
	c.it.Seek(y.KeyWithTs(key, maxVersion))
	return c
}

// maxVersion is the highest version of a record. Higher versions of a key come first.
const maxVersion = 1<<64 - 1

// next goes to the next record.
func (c *cursor) next() {
	c.last = append(c.last[:0], c.it.Key()...)
	c.it.Next()
}

// broken returns an error if the cursor is at the end, and the table is not.
func (c *cursor) broken() error {
	if !c.it.Valid() && !bytes.Equal(c.last, c.t.Biggest()) {
		return fmt.Errorf("%s: %w", table.IDToFilename(c.t.id), errUnreadable)
	}
	return nil
}

// record returns the record, which is valid as long as the table is open.
func (c *cursor) record() versioned {
	v := c.it.Value()
	return versioned{v.Value, y.ParseTs(c.it.Key()), v.Meta}
}
