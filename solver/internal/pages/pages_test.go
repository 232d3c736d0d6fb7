package pages

import (
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// array is what tables use.
type array interface {
	Len() uint64
	At(i uint64) *[8]uint64
	Use(n uint64)
	Shrink(n uint64)
	Release()
}

// Arrays of this system, and those of the heap, keep what is written while they grow.
func TestArraysKeepWhatIsWritten(t *testing.T) {
	for _, count := range []uint64{1, 64, chunkLen, 4 * chunkLen, 4*chunkLen + 3} {
		system, err := NewArray[[8]uint64](count)
		require.NoError(t, err)
		heap, err := newChunks[[8]uint64](count)
		require.NoError(t, err)
		for name, a := range map[string]array{"system": &system, "heap": &heap} {
			require.Equal(t, count, a.Len(), name)
			written := uint64(0)
			for n := uint64(1); written < count; n = min(2*n, count) {
				a.Use(n)
				for ; written < n; written++ {
					require.Zero(t, *a.At(written), name)
					a.At(written)[7] = written + 1
				}
				for i := range written {
					if a.At(i)[7] != i+1 {
						t.Fatalf("%s: element %d of %d is %d", name, i, n, a.At(i)[7])
					}
				}
			}
			a.Shrink(count/2 + 1)
			require.Equal(t, count/2+1, a.Len(), name)
			for i := range a.Len() {
				require.Equal(t, i+1, a.At(i)[7], name)
			}
			a.Release()
			require.Zero(t, a.Len(), name)
		}
	}
}

// What the system cannot address is an error, also where its bytes are more than an integer holds.
func TestTooLarge(t *testing.T) {
	for _, count := range []uint64{math.MaxInt/64 + 1, 1 << 58, 1<<58 + 1, math.MaxUint64} {
		_, err := NewArray[[8]uint64](count)
		require.Error(t, err, count)
	}
	_, err := New(math.MaxInt + 1)
	require.Error(t, err)
}

// An array on the heap takes no memory that is not used yet.
func TestChunksAreAllocatedWhenUsed(t *testing.T) {
	const size, count = 64, 1 << 20
	allocated := func(do func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	var a chunks[[8]uint64]
	require.Less(t, allocated(func() {
		var err error
		a, err = newChunks[[8]uint64](count)
		require.NoError(t, err)
	}), uint64(100<<10))
	for used, n := uint64(0), uint64(chunkLen); n <= count; used, n = n, 2*n {
		took := allocated(func() { a.Use(n) })
		require.GreaterOrEqual(t, took, size*(n-used))
		require.Less(t, took, size*(n-used)+100<<10)
	}
	require.Less(t, allocated(func() { a.Use(count) }), uint64(100<<10))
}

func TestArraysThatAreTooLarge(t *testing.T) {
	_, err := NewArray[[8]uint64](1 << 56)
	require.Error(t, err)
	_, err = newChunks[[8]uint64](1 << 56)
	require.ErrorContains(t, err, "too large")
}
