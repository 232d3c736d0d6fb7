package proof

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// endless repeats a text for ever, and counts what is read.
type endless struct {
	text string
	read int64
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.text[(e.read+int64(i))%int64(len(e.text))]
	}
	e.read += int64(len(p))
	return len(p), nil
}

// claimHeader returns the first lines of a certificate of the start of claim on 4x4, with
// more fields.
func claimHeader(method Method, more string) string {
	return magic + version + "\n" + `{"variant":"claim","board":"4x4","position":"..../..../..../.... x","to_move":"X",` +
		`"winner":"O","method":"` + string(method) + `",` + more + `,"sha256":""}` + "\n"
}

// zipped compresses a text.
func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

// Files that try to take up memory or time are refused with a clear error, after reading as
// little as necessary.
func TestHostileFiles(t *testing.T) {
	huge := `"records":1152921504606846976,"bytes":4611686018427387904`
	for _, c := range []struct {
		name, begin, endless string
		err                  string
	}{
		{"nothing", "", "", "not a certificate"},
		{"a line without end", "", "x", "not a certificate"},
		{"zeros", "", "\x00", "not a certificate"},
		{"a later version", "gridlock-proof 4\n{}\n", "", `version "4", this program knows versions 1, 2 and 3`},
		{"version 01", "gridlock-proof 01\n{}\n", "", "version"},
		{"a header without end", "gridlock-proof 1\n", "{", "a line without end: more than 1048576 bytes"},
		{"a string without end", "gridlock-proof 1\n{\"variant\":\"", "x", "a line without end: more than 1048576 bytes"},
		{"deep nesting", "gridlock-proof 1\n{\"mirrors\":" + strings.Repeat("[", 1<<19) + "\n", "", "exceeded max depth"},
		{"deep nesting of objects", "gridlock-proof 1\n" + strings.Repeat(`{"a":`, 1<<17) + "\n", "", "exceeded max depth"},
		{"no object", "gridlock-proof 1\n[]\n", "", "not a JSON object"},
		{"two objects", "gridlock-proof 1\n{}{}\n", "", "something comes after"},
		{"a field twice", "gridlock-proof 1\n{\"bytes\":0,\"bytes\":0}\n", "", `two fields "bytes"`},
		{"another case", "gridlock-proof 1\n{\"Bytes\":0}\n", "", `unknown field "Bytes"`},
		{"a huge number", "gridlock-proof 1\n{\"bytes\":" + strings.Repeat("9", 1<<19) + "}\n", "", `"bytes"`},
		{"layers without end", claimHeader(Strategy, `"layers":[1152921504606846976],`+huge) + "\x80\x80\x80\x80\x80\x80\x80\x80\x10", "\x01",
			"only 64 moves lead to it"},
		{"counts that overflow", claimHeader(Strategy, `"layers":[18446744073709551615,1],"records":0,"bytes":1`), "", "layers"},
		{"a layer that grows", claimHeader(Strategy, `"layers":[16,1000000],"records":1000016,"bytes":10000000`) + "\x10\x01\x00", "\x01\x00",
			"not legal"},
		{"a varint without end", claimHeader(Strategy, `"layers":[1],"records":1,"bytes":10000000`) + "\x01", "\xff", "a number of more than 128 bits"},
		{"a varint of 128 bits", claimHeader(Strategy, `"layers":[1],"records":1,"bytes":10000000`) +
			"\x01" + strings.Repeat("\xff", 18) + "\x03\x00", "\x00", "cells that are not on the board"},
		{"a long zero", claimHeader(Strategy, `"layers":[1],"records":1,"bytes":10000000`) + "\x01", "\x80\x00", "shortest form"},
		{"a walk of many turns", claimHeader(Strategy, `"layers":[1],"records":1,"bytes":10000000`) + "\x01\x01\x40\xff\xff\xff\x7f", "\x00", "greater than 16"},
		{"a mirror of many", claimHeader(Strategy, `"layers":[1],"records":1,"bytes":10000000`) + "\x01\x01\x41\x00\x07", "\x00", "mirror 7 of 0"},
		{"a huge mirror", claimHeader(Strategy, `"layers":[1],"records":1,"bytes":10000000`) + "\x01\x01\x41\x00", "\xff", "more than 128 bits"},
		{"a table without end", claimHeader(Nimbers, `"nimber":0,`+huge), "\x01\x01", "out of order"},
		{"a component off the board", claimHeader(Nimbers, `"nimber":0,`+huge) + "\x80\x80\x04", "\x01", "greater than 65535"},
		{"a file that goes on", claimHeader(Nimbers, `"nimber":0,"records":0,"bytes":0`), "\x00", "not in the table"},
		{"a body too many", claimHeader(Copying, `"mirrors":[],"records":0,"bytes":5`), "\x00", "has none"},
		{"bytes of less than nothing", claimHeader(Nimbers, `"nimber":0,"records":1,"bytes":-1`), "\x00", `"bytes": neither text nor numbers`},
		{"mirrors of many cells", claimHeader(Strategy, `"layers":[],"records":0,"bytes":0,"mirrors":[[`+strings.Repeat("0,", 1<<18)+`0]]`), "", "permutation"},
	} {
		for _, compress := range []bool{false, true} {
			tail := &endless{text: c.endless}
			var from io.Reader = strings.NewReader(c.begin)
			switch {
			case c.endless != "" && compress:
				from = io.MultiReader(from, io.LimitReader(tail, 4<<20))
			case c.endless != "":
				from = io.MultiReader(from, tail)
			}
			if compress {
				from = compressed(from)
			}
			t.Run(c.name, func(t *testing.T) { refusedCheaply(t, from, c.err) })
			require.Less(t, tail.read, int64(5<<20), c.name)
			if !compress {
				require.Less(t, tail.read, int64(2<<20), c.name)
			}
		}
	}
}

// compressed returns the gzip of a stream, all of it in memory.
func compressed(from io.Reader) io.Reader {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.Copy(w, from)
	_ = w.Close()
	return &b
}

// refusedCheaply verifies that a file is refused with an error, and that this takes little
// memory in all.
func refusedCheaply(t *testing.T, from io.Reader, want string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := Check(context.Background(), from, Options{})
	runtime.ReadMemStats(&after)
	require.ErrorContains(t, err, want)
	require.Less(t, len(err.Error()), 1000)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(40<<20))
}

// Compressed files that hold little and never end.
func TestHostileCompression(t *testing.T) {
	header := claimHeader(Nimbers, `"nimber":0,"records":10,"bytes":1000`)
	stored := "\x00\x00\x00\xff\xff" // an empty block of deflate, not the last
	for _, c := range []struct{ name, begin, endless, err string }{
		{"empty files", zipped(""), zipped(""), "not a certificate"},
		{"a file after the file", zipped(header), zipped(""), "something comes after"},
		{"empty blocks", zipped("")[:10], stored, "the first 2097152 bytes of the compressed file have no whole header"},
		{"empty blocks after the header", string(gzipped(0, "", storedIn(header), ""))[:len(header)+15], stored, "the compressed file is too long for its content"},
		{"a name without end", "\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x00", "x", "a name of more than 255 bytes"},
		{"nonsense", "\x1f\x8b", "\xff", "flags 0xff, allowed are 0 and 0x8"},
	} {
		tail := &endless{text: c.endless}
		t.Run(c.name, func(t *testing.T) {
			refusedCheaply(t, io.MultiReader(strings.NewReader(c.begin), tail), c.err)
			require.Less(t, tail.read, int64(8<<20))
		})
	}
}

// A leaf that takes long to check is refused.
func TestWalksThatTakeLong(t *testing.T) {
	p := position(t, variants.Blockade, "X...#.##/....#.#./....#.../....#.O./....#.../....#.../....#.../....#... x")
	require.True(t, newStrategist(p.Game(), true).apart(p.State()))
	snake := []variants.Move{} // each step with a block behind it
	for row := range 8 {
		for range 3 {
			if row%2 == 0 {
				snake = append(snake, 2*4+1) // right, left
			} else {
				snake = append(snake, 1*4+2) // left, right
			}
		}
		if row < 7 {
			snake = append(snake, 3*4+0) // down, up
		}
	}
	for _, turns := range []int{18, 30} {
		c := certificate{
			header: NewHeader(p, variants.X, Strategy),
			layers: [][]Record{{{KeysOf(p.Game()).Of(p.State()), Answer{Kind: ByWalk, Walk: snake[:turns]}}}},
		}
		file, err := c.file(false)
		require.NoError(t, err)
		_, work, err := check(file)
		require.LessOrEqual(t, work.Turns, uint64(MostTurns+1))
		if turns == 30 {
			require.NoError(t, err) // more than there are cells: nothing to try
			require.Zero(t, work.Turns)
		} else {
			require.ErrorContains(t, err, "more than 100000 turns")
		}
	}
}

// The caller can limit memory, and cancel the check.
func TestLimits(t *testing.T) {
	for _, c := range []certificate{
		strategy(position(t, variants.Duel, ".../.../... x"), false),
		tableOf(position(t, variants.Claim, "..../..../.... x"), Nimbers),
		strategy(position(t, variants.Blockade, "X.O/.../... x"), false),
	} {
		file, err := c.file(false)
		require.NoError(t, err)
		r, err := NewReader(context.Background(), bytes.NewReader(file))
		require.NoError(t, err)
		_, _, err = Check(context.Background(), bytes.NewReader(file), Options{Memory: r.Memory() - 1})
		require.ErrorIs(t, err, ErrMemory)
		_, _, err = Check(context.Background(), bytes.NewReader(file), Options{Memory: r.Memory()})
		require.NoError(t, err)

		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, _, err = Check(ctx, bytes.NewReader(file), Options{})
		require.ErrorIs(t, err, context.Canceled)

		ctx, cancel = context.WithCancel(context.Background())
		asked := 0
		_, _, err = Check(ctx, bytes.NewReader(file), Options{Progress: func(Counts) { asked++; cancel() }})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 1, asked)
	}
}

// Read errors are passed on.
func TestReadErrors(t *testing.T) {
	file, err := strategy(position(t, variants.Duel, ".../.../... x"), false).file(false)
	require.NoError(t, err)
	broken := errors.New("broken")
	for at := range file {
		_, _, err := Check(context.Background(), io.MultiReader(bytes.NewReader(file[:at]), failing{broken}), Options{})
		require.ErrorIs(t, err, broken, at)
	}
}

// failing is a stream that cannot be read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// FuzzCheck: nothing makes the checker panic or believe what is false.
func FuzzCheck(f *testing.F) {
	for _, p := range tinyPositions(f) {
		for _, c := range certificates(p) {
			file, err := c.file(false)
			require.NoError(f, err)
			f.Add(file)
		}
	}
	f.Add([]byte(zipped(claimHeader(Nimbers, `"nimber":0,"records":10,"bytes":1000`))))
	known := truths{known: map[string]bool{}}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, _, err := Check(context.Background(), bytes.NewReader(file), Options{Memory: 1 << 24})
		if err == nil && r.Root.Game().Grid().Size() <= 12 && !known.of(r.Header) {
			t.Fatalf("accepted, and false: %q", file)
		}
	})
}
