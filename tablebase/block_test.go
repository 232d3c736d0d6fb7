package tablebase

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/solver/keys"
)

// Packed blocks unpack to the same, for any keys and distances.
func TestBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wide := rapid.Bool().Draw(t, "wide")
		ks := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) keys.Key {
			k := keys.Key{A: rapid.Uint64().Draw(t, "a")}
			if wide {
				k.A %= 4
				k.B = rapid.Uint64().Draw(t, "b")
			}
			return k
		}), 1, 200).Draw(t, "keys")
		slices.SortFunc(ks, keys.Key.Compare)
		ks = slices.Compact(ks)
		most := rapid.IntRange(0, 255).Draw(t, "most")
		least := rapid.IntRange(0, most).Draw(t, "least")
		distances := make([]uint8, len(ks))
		for i := range distances {
			distances[i] = uint8(rapid.IntRange(least, most).Draw(t, "distance"))
		}
		encoded := encodeBlock(ks, distances)
		b, err := decodeBlock("here", encoded)
		require.NoError(t, err)
		for _, other := range [][]byte{encoded[:len(encoded)-1], append(slices.Clip(encoded), 0)} {
			_, err := decodeBlock("here", other)
			require.ErrorIs(t, err, ErrDamaged, "of %d bytes instead of %d", len(other), len(encoded))
		}
		require.Equal(t, ks, b.keys)
		require.Equal(t, distances, b.distances)
		for i, k := range ks {
			d, ok := b.find(k)
			require.True(t, ok)
			require.Equal(t, distances[i], d)
		}
	})
}

// Anything that is not a block gives an error, and nothing worse.
func FuzzDecodeBlock(f *testing.F) {
	f.Add([]byte{})
	f.Add(encodeBlock([]keys.Key{{A: 1}, {A: 2}}, []uint8{3, 4}))
	f.Add(encodeBlock([]keys.Key{{A: 1, B: 9}, {A: 1, B: 12}, {A: 2}}, []uint8{0, 255, 7}))
	f.Fuzz(func(t *testing.T, content []byte) {
		b, err := decodeBlock("here", content)
		if err != nil {
			require.ErrorIs(t, err, ErrDamaged)
			return
		}
		require.Len(t, b.distances, len(b.keys))
	})
}

// Another version of the store is refused, older or newer, with advice.
func TestOtherVersions(t *testing.T) {
	for _, version := range []int{0, 2} {
		dir := t.TempDir()
		require.NoError(t, replaceFile(dir+"/"+markName, mark(version, time.Now())))
		_, err := Open(dir, Options{})
		require.ErrorIs(t, err, ErrVersion)
		require.ErrorContains(t, err, "delete it")
	}
}

// An error names the place where it happened, and so does a panic.
func TestGuard(t *testing.T) {
	err := guard("here", func() error { panic("out of range") })
	require.ErrorIs(t, err, errUnreadable)
	require.NotErrorIs(t, err, ErrDamaged, "which only a checksum shows")
	require.ErrorContains(t, err, "here")
}
