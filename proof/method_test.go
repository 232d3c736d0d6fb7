package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// eachStored calls a function with a reader of each certificate in testdata, which has all methods.
func eachStored(t *testing.T, judge func(name string, file []byte, r *Reader)) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.proof")
	require.NoError(t, err)
	seen := map[Method]bool{}
	for _, name := range names {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		r, err := NewReader(context.Background(), bytes.NewReader(file))
		require.NoError(t, err)
		seen[r.Header.Method] = true
		judge(name, file, r)
	}
	require.Len(t, seen, len(Methods()))
}

// A method that is left out somewhere is refused there: here, one that nothing but the header knows,
// with the body of any other, or none.
func TestLeftOutMethodsAreRefused(t *testing.T) {
	const unknown = `unknown method "luck": there are strategy, `
	ctx := context.Background()
	eachStored(t, func(name string, file []byte, r *Reader) {
		for what, use := range map[string]func(*Reader) error{
			"check": func(r *Reader) error { _, err := r.Check(ctx, Options{}); return err },
			"stats": func(r *Reader) error { _, err := r.Stats(ctx, 1); return err },
			"sizes": func(r *Reader) error { _, err := newChecker(ctx, r, Options{}).sizes(); return err },
			"play": func(r *Reader) error {
				return (&Player{Header: r.Header, Root: r.Root}).load(newChecker(ctx, r, Options{}))
			},
			"fields": func(r *Reader) error { return r.Header.checkFields(nil) },
		} {
			r, err := NewReader(ctx, bytes.NewReader(file))
			require.NoError(t, err)
			r.Header.Method, r.Header.Records = "luck", max(1, r.Header.Records)
			require.ErrorContains(t, use(r), unknown, "%s %s", what, name)
		}
		r.Header.Method, r.Header.Records = "luck", 2
		_, err := r.Book(ctx, 0)
		require.ErrorContains(t, err, "a certificate by luck has no strategy", name)
		require.Greater(t, r.Memory(), int64(1<<61), name)
		require.Error(t, r.Header.checkRecords(), name)
	})
}

// A body has room for its records, or the header is refused, so that nobody is asked for memory for
// records that cannot be there.
func TestRecordsHaveRoom(t *testing.T) {
	least := map[Method]int64{Strategy: 2, Intervals: 1, Nimbers: 2, Values: 4, Bounds: 5, Exclusions: 2}
	eachStored(t, func(name string, _ []byte, r *Reader) {
		h := r.Header
		if h.Bytes == 0 {
			return
		}
		require.GreaterOrEqual(t, uint64(h.Bytes), h.Records*uint64(least[h.Method]), name)
		for _, c := range []struct {
			records uint64
			bytes   int64
			err     string
		}{
			{7, 7 * least[h.Method], ""},
			{7, 7*least[h.Method] - 1, "7 records by " + string(h.Method) + " in "},
			{1 << 62, 2, "4611686018427387904 records by "},
			{1<<64 - 1, 1<<63 - 1, "18446744073709551615 records by "},
		} {
			h.Records, h.Bytes = c.records, c.bytes
			if h.Layered() {
				h.Layers = []uint64{c.records}
			}
			line, err := json.Marshal(h)
			require.NoError(t, err)
			if _, err = parseHeader(line, nil); c.err == "" {
				require.NoError(t, err, name)
			} else {
				require.ErrorContains(t, err, c.err, name)
			}
		}
	})
}

// A certificate that has been changed between its check and what follows is refused.
func TestCheckFirst(t *testing.T) {
	eachStored(t, func(name string, file []byte, r *Reader) {
		again, work, err := CheckFirst(context.Background(), bytes.NewReader(file), Options{})
		require.NoError(t, err)
		require.Equal(t, r.Header, again.Header)
		require.Equal(t, r.Header.Records, work.Records, name)
		other := bytes.Replace(file, []byte(`"winner":"`+r.Header.Winner), []byte(`"winner":"`+r.Header.WinnerPlayer().Opponent().String()), 1)
		_, _, err = CheckFirst(context.Background(), bytes.NewReader(other), Options{})
		require.Error(t, err, name)
		_, _, err = CheckFirst(context.Background(), &changed{bytes.NewReader(file), other}, Options{})
		require.EqualError(t, err, "the certificate has been changed since it was checked", name)
	})
}

// changed is a file that is another one when it is read again.
type changed struct {
	*bytes.Reader
	to []byte
}

func (c *changed) Seek(offset int64, whence int) (int64, error) {
	if whence == 0 {
		c.Reset(c.to)
	}
	return c.Reader.Seek(offset, whence)
}
