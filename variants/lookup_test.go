package variants_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// Games that have a name are made once: to look one up again allocates nothing.
func TestLookupOfAKnownNameAllocatesNothing(t *testing.T) {
	for _, id := range append(variants.IDs(), variants.LibraryIDs()...) {
		var v variants.Variant
		var err error
		require.Zero(t, testing.AllocsPerRun(100, func() { v, err = variants.Lookup(id) }), id)
		require.NoError(t, err)
		require.Equal(t, id, v.ID)
	}
	for _, id := range variants.IDs() {
		require.Zero(t, testing.AllocsPerRun(100, func() { _, _ = variants.ByKey(id) }), id)
	}
}

// BenchmarkLookup finds a game of the five and one of the library, by names that are known, and makes one of words.
func BenchmarkLookup(b *testing.B) {
	for _, name := range []string{"blockade", "snort", "place hex other"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, err := variants.Lookup(name)
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
