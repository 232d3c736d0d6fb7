package spill

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// What is kept comes back, from memory and from the file, and the limit is kept.
func TestPool(t *testing.T) {
	var made []*os.File
	d := &Pool{Limit: 1000, Create: func() (File, error) {
		f, err := os.CreateTemp(t.TempDir(), "")
		made = append(made, f)
		return f, err
	}}
	s := d.NewSegment()
	blobs := make([]Chunk, 200)
	var group errgroup.Group
	for i := range blobs {
		group.Go(func() (err error) {
			blobs[i], err = s.Keep(bytes.Repeat([]byte{byte(i)}, i))
			return err
		})
	}
	require.NoError(t, group.Wait())
	require.LessOrEqual(t, d.Held(), int64(1000))
	require.Len(t, made, 1)
	inFile := 0
	for i, b := range blobs {
		got, err := b.Slice(i/2, i-i/2, Sum(bytes.Repeat([]byte{byte(i)}, i-i/2)), new([]byte))
		require.NoError(t, err)
		require.Equal(t, bytes.Repeat([]byte{byte(i)}, i-i/2), bytes.Clone(got))
		if b.InFile() {
			_, err := b.Slice(0, i, Sum(nil), new([]byte))
			require.ErrorIs(t, err, ErrDamaged)
			inFile += i
		}
	}
	require.Equal(t, int64(199*200/2-inFile), d.Held())
	s.Clear()
	require.Zero(t, d.Held())
	require.ErrorIs(t, made[0].Close(), os.ErrClosed)
}

// Without files, or where none can be made or written, there is an error, and nothing is held.
func TestPoolIsFull(t *testing.T) {
	full, broken := errors.New("full"), errors.New("broken")
	for _, d := range []*Pool{
		{Full: full},
		{Create: func() (File, error) { return nil, broken }},
		{Create: func() (File, error) { return os.Open(os.DevNull) }},
	} {
		s := d.NewSegment()
		_, err := s.Keep([]byte{1})
		require.Error(t, err)
		require.Zero(t, d.Held())
		if d.Full != nil {
			require.ErrorIs(t, err, full)
		}
		s.Clear()
	}
}
