package tablebase

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"gridlock/solver/keys"
	"gridlock/variants"
)

// The keys of records begin with a byte for the kind, the game, a zero byte, the size of the board, and the version of
// the rest. A record in the wrong place is detected because its hash covers its key.
const (
	blockKind      = 'b' // a block of a table, by layer and first position
	completeKind   = 'c' // the description of a volume; written last
	indexKind      = 'i' // the first positions of blocks, by layer and the first position
	positionKind   = 'p' // solved
	checkpointPart = 's' // a part of a stream of bytes
)

// schema is the version of the contents of records.
const schema = 1

// mostRules is the greatest length of a game's key that is part of a record's key as it is. A longer one, such as a
// graph's, is hashed.
const mostRules = 80

// gameKey returns the prefix of the keys of one kind of records of a game.
func gameKey(kind byte, game *variants.Game) []byte {
	rules := game.Variant().Key()
	if len(rules) > mostRules {
		rules = fmt.Sprintf("#%x", sha256.Sum256([]byte(rules)))
	}
	key := append([]byte{kind}, rules...)
	return append(key, 0, byte(game.Grid().Rows()), byte(game.Grid().Cols()), schema)
}

// appendKey appends the key of a position.
func appendKey(key []byte, k keys.Key) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(key, k.A), k.B)
}

// readKey reads the key of a position.
func readKey(b []byte) keys.Key {
	return keys.Key{A: binary.BigEndian.Uint64(b), B: binary.BigEndian.Uint64(b[8:])}
}

// keySize is the number of bytes of the key of a position.
const keySize = 16

// completeKey is the key of the record that describes the content of a volume.
func completeKey() []byte { return []byte{completeKind, schema} }
