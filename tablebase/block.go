package tablebase

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"gridlock/solver/keys"
)

// A block holds up to a few thousand positions of a layer, in the order of their keys:
//
//	encoding           1 byte: narrow, where every B is 0, or wide
//	count              uvarint
//	least distance     1 byte
//	width              1 byte: bits of a distance minus the least one
//	A of the first     8 bytes
//	B of the first     8 bytes, if wide
//	the other keys     narrow: the difference to the previous key
//	                   wide: the difference of A; and B, or its difference if A is the same
//	distances          packed, the first one in the lowest bits of the first byte
//
// Differences are uvarints. A loss has an even distance and a win an odd one, so the distance gives
// the outcome.
const (
	narrowBlock = 1
	wideBlock   = 2
)

// block is an unpacked block.
type block struct {
	keys      []keys.Key
	distances []uint8
}

// find returns the distance of a position.
func (b *block) find(k keys.Key) (distance uint8, ok bool) {
	i, ok := slices.BinarySearchFunc(b.keys, k, keys.Key.Compare)
	if !ok {
		return 0, false
	}
	return b.distances[i], true
}

// encodeBlock packs a block that is not empty.
func encodeBlock(ks []keys.Key, distances []uint8) []byte {
	wide := slices.ContainsFunc(ks, func(k keys.Key) bool { return k.B != 0 })
	least := slices.Min(distances)
	width := bits.Len8(slices.Max(distances) - least)
	out := make([]byte, 0, 4*len(ks)+32)
	out = append(out, narrowBlock)
	if wide {
		out[0] = wideBlock
	}
	out = binary.AppendUvarint(out, uint64(len(ks)))
	out = append(out, least, byte(width))
	out = binary.BigEndian.AppendUint64(out, ks[0].A)
	if wide {
		out = binary.BigEndian.AppendUint64(out, ks[0].B)
	}
	for i, k := range ks[1:] {
		out = appendDifference(out, ks[i], k, wide)
	}
	return appendPacked(out, distances, least, width)
}

// appendDifference appends a key as its difference to the previous one.
func appendDifference(out []byte, before, k keys.Key, wide bool) []byte {
	out = binary.AppendUvarint(out, k.A-before.A)
	switch {
	case !wide:
	case k.A == before.A:
		out = binary.AppendUvarint(out, k.B-before.B)
	default:
		out = binary.AppendUvarint(out, k.B)
	}
	return out
}

// appendPacked adds distances.
func appendPacked(out []byte, distances []uint8, least uint8, width int) []byte {
	var word uint64
	filled := 0
	for _, d := range distances {
		word |= uint64(d-least) << filled
		for filled += width; filled >= 8; filled -= 8 {
			out = append(out, byte(word))
			word >>= 8
		}
	}
	if filled > 0 {
		out = append(out, byte(word))
	}
	return out
}

// decodeBlock unpacks a block. Its hash is right, so any fault was there when it was written. It still counts as
// damaged.
func decodeBlock(place string, b []byte) (*block, error) {
	bad := func(what string) (*block, error) { return nil, damagedf(place, "a block with %s", what) }
	if len(b) < 1 || b[0] != narrowBlock && b[0] != wideBlock {
		return bad("an unknown encoding")
	}
	wide := b[0] == wideBlock
	count, n := binary.Uvarint(b[1:])
	first := 8
	if wide {
		first = keySize
	}
	if n <= 0 || count == 0 || count > uint64(len(b)) || len(b) < 3+n+first {
		return bad("an impossible count")
	}
	least, width := b[1+n], int(b[2+n])
	out := &block{make([]keys.Key, count), make([]uint8, count)}
	rest, ok := decodeKeys(out.keys, b[3+n:], wide)
	if !ok || width > 8 || len(rest) != (len(out.keys)*width+7)/8 {
		return bad("an impossible length")
	}
	unpack(out.distances, rest, least, width)
	return out, nil
}

// decodeKeys reads the keys of a block and returns the bytes after them.
func decodeKeys(ks []keys.Key, b []byte, wide bool) (rest []byte, ok bool) {
	k := keys.Key{A: binary.BigEndian.Uint64(b)}
	b = b[8:]
	if wide {
		k.B = binary.BigEndian.Uint64(b)
		b = b[8:]
	}
	ks[0] = k
	for i := 1; i < len(ks); i++ {
		step, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, false
		}
		b = b[n:]
		k.A += step
		if wide {
			next, n := binary.Uvarint(b)
			if n <= 0 {
				return nil, false
			}
			b = b[n:]
			if step == 0 {
				next += k.B
			}
			k.B = next
		}
		ks[i] = k
	}
	return b, true
}

// unpack reads distances.
func unpack(distances []uint8, b []byte, least uint8, width int) {
	var word uint64
	filled := 0
	mask := uint64(1)<<width - 1
	for i := range distances {
		for filled < width {
			word |= uint64(b[0]) << filled
			b = b[1:]
			filled += 8
		}
		distances[i] = least + uint8(word&mask)
		word >>= width
		filled -= width
	}
}
