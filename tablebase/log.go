package tablebase

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"strings"

	"github.com/dgraph-io/badger/v4/y"
)

// Earlier versions of the program wrote solved positions with Badger's database, which keeps the last ones in a log
// until it is closed. If such a process was killed, they are still in the log.

// isLog reports whether a file is such a log.
func isLog(name string) bool { return strings.HasSuffix(name, ".mem") }

// Marks of records.
const (
	marksDeleted = 1 << 0
	marksPart    = 1 << 6 // of a transaction
	marksEnd     = 1 << 7 // of the transaction
)

// deleted reports whether a record marks its key as deleted.
func (r versioned) deleted() bool { return r.meta&marksDeleted != 0 }

// replay calls note with the records of a log, up to the first incomplete one. Each record was a transaction: the
// record and a mark of its end, or the record alone.
func replay(content []byte, note func(key []byte, r versioned)) {
	const head = 20 // the number of a key and the first part of a vector, for encrypted logs
	if len(content) < head || binary.BigEndian.Uint64(content) != 0 {
		return
	}
	for rest := content[head:]; ; {
		key, r, size := logRecord(rest)
		if size == 0 {
			return
		}
		if rest = rest[size:]; r.meta&marksEnd == 0 {
			note(key, r)
		}
	}
}

// logRecord returns the first record of a part of a log, and its size, which is 0 if the record is incomplete. A record
// has two bytes of marks, three numbers (the lengths of key and value, and the time of expiry), the key with its
// version, the value, and a checksum.
func logRecord(b []byte) (key []byte, r versioned, size int) {
	if len(b) < 2 {
		return nil, r, 0
	}
	var n [3]uint64
	at := 2
	for i := range n {
		number, width := binary.Uvarint(b[at:])
		if width <= 0 || number > math.MaxUint32 {
			return nil, r, 0
		}
		n[i], at = number, at+width
	}
	end := uint64(at) + n[0] + n[1]
	if n[0] <= 8 || end+crc32.Size > uint64(len(b)) ||
		binary.BigEndian.Uint32(b[end:]) != crc32.Checksum(b[:end], y.CastagnoliCrcTable) {
		return nil, r, 0
	}
	whole, value := b[at:uint64(at)+n[0]], b[uint64(at)+n[0]:end]
	return y.ParseKey(whole), versioned{value, y.ParseTs(whole), b[0] &^ marksPart}, int(end) + crc32.Size
}
