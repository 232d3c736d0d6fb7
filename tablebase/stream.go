package tablebase

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/cespare/xxhash/v2"
	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"google.golang.org/protobuf/proto"
)

// stream writes the records of a new volume, in each file in the order of their keys, and the
// complete record last: tables in the format of the library, which are then added to its
// manifest. It writes them itself, with ordinary writes, which return an error when the disk is
// full; the library writes through mapped memory, where that ends the program.
type stream struct {
	v      *volume
	w      *table.Builder       // of the next file, nil if it has no record yet
	filled int                  // bytes of its records
	made   []*pb.ManifestChange // the files so far
	digest *xxhash.Digest       // of all records except the complete one
	bytes  int64                // of them
	room   func(n int64) error  // checks that there is room on the disk
}

const (
	tableSize = 15 << 20  // of the records of a file
	atFirst   = 256 << 10 // memory for a file is twice that, and doubles when it is full
	lowest    = 6         // level of the library
	onlyOne   = 1         // version of a record
)

// newStream begins to write to a volume, which the library has created and closed.
func newStream(v *volume, room func(int64) error) (*stream, error) {
	return &stream{v: v, digest: xxhash.New(), room: room}, v.stop()
}

// release frees memory.
func (s *stream) release() {
	if s.w != nil {
		s.w.Close()
		s.w = nil
	}
}

// add writes a record.
func (s *stream) add(key, content []byte) error {
	value := wrap(key, content)
	_, _ = s.digest.Write(value[:hashSize])
	s.bytes += int64(len(key) + len(value))
	return s.put(key, value)
}

// put writes a record that is not counted.
func (s *stream) put(key, value []byte) error {
	if s.w == nil {
		opt := volumeOptions(s.v.dir)
		s.w = table.NewTableBuilder(table.Options{
			TableSize: atFirst, BlockSize: opt.BlockSize, BloomFalsePositive: opt.BloomFalsePositive,
			ChkMode: opt.ChecksumVerificationMode, Compression: opt.Compression,
		})
		s.filled = 0
	}
	s.w.Add(y.KeyWithTs(key, onlyOne), y.ValueStruct{Value: value}, 0)
	if s.filled += len(key) + len(value); s.filled < tableSize {
		return nil
	}
	return s.flush()
}

// flush writes a file. The keys of the next one may begin anywhere, but not among those of this
// one.
func (s *stream) flush() error {
	if s.w == nil {
		return nil
	}
	content := s.w.Finish()
	s.release()
	if err := s.room(int64(len(content))); err != nil {
		return err
	}
	id := uint64(len(s.made) + 1)
	s.made = append(s.made, &pb.ManifestChange{
		Id: id, Op: pb.ManifestChange_CREATE, Level: lowest,
		EncryptionAlgo: pb.EncryptionAlgo_aes, Compression: uint32(options.None),
	})
	return spaceError(s.v.dir, replaceFile(filepath.Join(s.v.dir, table.IDToFilename(id)), content))
}

// finish writes the complete record, in a file of its own, and adds all files to the manifest.
func (s *stream) finish(complete any) error {
	text, err := json.Marshal(complete)
	if err == nil {
		err = s.flush()
	}
	if err == nil {
		err = s.put(completeKey(), wrap(completeKey(), text))
	}
	if err == nil {
		err = s.flush()
	}
	if err == nil {
		err = spaceError(s.v.dir, s.enlist())
	}
	return err
}

// enlist adds the files to the manifest: length and checksum of the list, and the list.
func (s *stream) enlist() error {
	list, err := proto.Marshal(&pb.ManifestChangeSet{Changes: s.made})
	if err != nil {
		return err
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(list)))
	head = binary.BigEndian.AppendUint32(head, crc32.Checksum(list, y.CastagnoliCrcTable))
	path := filepath.Join(s.v.dir, badger.ManifestFilename)
	before, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return replaceFile(path, append(append(before, head...), list...))
}

// spaceError turns an error into ErrSpace if it says that the disk is full. Of some errors the
// library passes on only the text.
func spaceError(dir string, err error) error {
	if err != nil && (errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), syscall.ENOSPC.Error())) {
		return fmt.Errorf("%s: %w: %w", dir, ErrSpace, err)
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
