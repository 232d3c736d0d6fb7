package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
	require.ElementsMatch(t, Methods(), slices.Collect(maps.Keys(seen)), "each method has a certificate in testdata: add it to stored")
}

// A method that is not in the list is refused wherever one is asked for, with the body of any other.
func TestUnknownMethodsAreRefused(t *testing.T) {
	const unknown = `unknown method "luck": there are strategy, `
	ctx := context.Background()
	eachStored(t, func(name string, file []byte, r *Reader) {
		for what, use := range map[string]func(*Reader) error{
			"check":    func(r *Reader) error { _, err := r.Check(ctx, Options{}); return err },
			"stats":    func(r *Reader) error { _, err := r.Stats(ctx, 1); return err },
			"parts":    func(r *Reader) error { return r.Parts(func(Part) error { return nil }) },
			"strategy": func(r *Reader) error { _, err := r.StrategyReader(ctx, 0); return err },
			"describe": func(r *Reader) error { _, err := r.Describe(Counts{}); return err },
			"write":    func(r *Reader) error { return NewWriter(r.Header, new(bytes.Buffer)).Finish(io.Discard, false) },
		} {
			r, err := NewReader(ctx, bytes.NewReader(file))
			require.NoError(t, err)
			r.Header.Method, r.Header.Records = "luck", max(1, r.Header.Records)
			require.ErrorContains(t, use(r), unknown, "%s %s", what, name)
		}
		lucky := bytes.Replace(file, []byte(`"method":"`+r.Header.Method), []byte(`"method":"luck`), 1)
		_, _, err := Check(ctx, bytes.NewReader(lucky), Options{})
		require.ErrorContains(t, err, unknown, name)
		_, err = NewPlayer(ctx, bytes.NewReader(lucky), Options{})
		require.ErrorContains(t, err, unknown, name)
		r.Header.Method = "luck"
		require.Greater(t, r.Memory(), int64(1<<61), name)
		require.False(t, r.Header.Layered(), name)
	})
}

// A new method that leaves out any one thing is refused: as unknown, or because the header then has
// something that has no place in it.
func TestWhateverIsLeftOutIsARefusal(t *testing.T) {
	eachStored(t, func(name string, _ []byte, r *Reader) {
		whole, err := r.Header.Method.find()
		require.NoError(t, err)
		whole.name = "luck"
		found, err := Method("luck").among(append(methods(), whole))
		require.NoError(t, err)
		given := append([]string{"variant", "board", "position", "to_move", "winner", "method", "records", "bytes", "sha256"}, whole.need...)
		given = append(given, whole.may...)
		require.NoError(t, found.checkFields(given))
		require.NoError(t, found.checkHeader(r.Header, nil))
		left := func(less method, what string) {
			_, err := Method("luck").among(append(methods(), less))
			if err == nil {
				err = less.checkFields(given)
			}
			if err == nil {
				err = less.checkHeader(r.Header, nil)
			}
			if err == nil {
				require.Equal(t, "end", what, name) // a file without it is refused, since its body is too short
				return
			}
			require.Regexp(t, `unknown method "luck"|has no place|where a certificate by`, err.Error(), "%s without %s", name, what)
		}
		eachField(&whole, func(field string, less method) { left(less, field) })
		eachField(&whole.format, func(field string, less format) {
			changed := whole
			changed.format = less
			left(changed, field)
			if _, err := Method("luck").formatAmong([]format{less}); err != nil {
				require.ErrorContains(t, err, `unknown method "luck"`)
			}
		})
	})
	require.Len(t, methods(), len(formats()))
	for i, m := range methods() {
		require.Equal(t, formats()[i].name, m.name)
	}
}

// eachField calls yield with each field of a value that is set, and the value without it.
func eachField[T any](whole *T, yield func(field string, less T)) {
	kind := reflect.TypeFor[T]()
	for i := range kind.NumField() {
		less := *whole
		field := reflect.ValueOf(&less).Elem().Field(i)
		if !field.IsZero() {
			reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().SetZero()
			yield(kind.Field(i).Name, less)
		}
	}
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
