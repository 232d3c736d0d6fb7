package tablebase

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/dgraph-io/ristretto/v2/z"
	"google.golang.org/protobuf/proto"
)

// tablesOf returns the names of the tables in the manifest of a volume.
func tablesOf(dir string) (names []string, err error) {
	path := filepath.Join(dir, badger.ManifestFilename)
	file, err := os.Open(path)
	if err != nil {
		return nil, damagedf(path, "%w", err)
	}
	defer file.Close()
	err = guard(path, func() error {
		manifest, _, err := badger.ReplayManifestFile(file, 0, volumeOptions(dir))
		for id := range manifest.Tables {
			names = append(names, table.IDToFilename(id))
		}
		return err
	})
	if err != nil && !errors.Is(err, ErrDamaged) {
		err = damagedf(path, "%w", err)
	}
	return names, err
}

// longestTable is an upper bound on the size of a file that the library writes by itself.
const longestTable = 256 << 20

// checkTable checks a table that is in no seal against its own checksums. The library does so
// too, but some errors end the program, or panic in a goroutine of the library.
func checkTable(path string) error {
	content, err := readPlain(path, longestTable)
	if err != nil {
		return err
	}
	if !indexIsWhole(content) {
		return damagedf(path, "its index is wrong")
	}
	file, err := z.OpenMmapFile(path, os.O_RDONLY, 0)
	if err != nil {
		return damagedf(path, "%w", err)
	}
	t, err := table.OpenTable(file, table.Options{ChkMode: options.OnTableRead, ReadOnly: true})
	if err != nil {
		return damagedf(path, "%w", err)
	}
	return t.Close(-1)
}

// indexIsWhole checks the end of a table: the index, its length, its checksum, and the length of
// that.
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
		y.VerifyChecksum(index, &sum) == nil
}

// lastPart returns the last part of a file and what is before it. The length of the part is in
// the four bytes after it.
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
