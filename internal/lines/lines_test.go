package lines

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 3*maxLine)
	lines := Read(context.Background(), strings.NewReader("one\r\n\n"+long+"\nlast"))
	for _, want := range []string{"one", ""} {
		line, err := lines.Next()
		require.NoError(t, err)
		require.Equal(t, want, line)
	}
	_, err := lines.Next()
	require.ErrorIs(t, err, ErrLong)
	line, err := lines.Next()
	require.NoError(t, err)
	require.Equal(t, "last", line)
	for range 3 {
		_, err = lines.Next()
		require.ErrorIs(t, err, io.EOF)
	}
}

// A last line counts whatever its length, also where it fills the reader's buffer.
func TestLinesWithoutEnd(t *testing.T) {
	for _, length := range []int{1, 4095, 4096, 4097, 8192, maxLine} {
		line, err := Read(context.Background(), strings.NewReader(strings.Repeat("x", length))).Next()
		require.NoError(t, err)
		require.Len(t, line, length)
	}
	_, err := Read(context.Background(), strings.NewReader(strings.Repeat("x", 2*maxLine))).Next()
	require.ErrorIs(t, err, ErrLong)
}

func TestLinesAreCalledOff(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	go func() {
		_, _ = out.Write([]byte("no end")) // returns when it is read
		cancel()
	}()
	_, err := Read(ctx, in).Next()
	require.ErrorIs(t, err, context.Canceled)
}
