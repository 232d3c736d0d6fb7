package book

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

func written(t testing.TB, b *Book) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, b.Write(&out))
	return out.Bytes()
}

// sealed appends the checksum to a text.
func sealed(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return append([]byte(text), sum[:]...)
}

// What is written is read again, with narrow keys and wide ones.
func TestReadWhatWasWritten(t *testing.T) {
	for _, c := range []struct {
		id         string
		rows, cols int
	}{
		{"classic", 3, 3}, {"duel", 3, 4}, {"lockdown", 3, 4}, {"claim", 3, 5}, {"blockade", 4, 4}, {"classic", 1, 60},
	} {
		b := build(t, Builder{Full: 1, Plies: 2, Program: "test"}, testgames.Game(t, c.id, c.rows, c.cols).Start())
		read, err := Read(bytes.NewReader(written(t, b)))
		require.NoError(t, err)
		require.Equal(t, b.info, read.info)
		require.Equal(t, b.entries, read.entries)
	}
}

// A file with any byte changed, or cut short anywhere, or with something after it, is not a
// book.
func TestDamage(t *testing.T) {
	text := written(t, build(t, Builder{Full: 2, Plies: 2}, testgames.Game(t, "blockade", 3, 4).Start()))
	for i := range text {
		damaged := bytes.Clone(text)
		damaged[i] ^= 1 << (i % 8)
		_, err := Read(bytes.NewReader(damaged))
		require.ErrorIs(t, err, ErrFormat, "byte %d", i)
		_, err = Read(bytes.NewReader(text[:i]))
		require.ErrorIs(t, err, ErrFormat, "cut at %d", i)
	}
	_, err := Read(bytes.NewReader(append(text, 0)))
	require.ErrorIs(t, err, ErrFormat)
}

// Errors in a file whose checksum is right are detected as well.
func TestImpossible(t *testing.T) {
	good := `{"variant":"claim","board":"1x3","position":"... x","full":0,"layers":[],"program":"","entries":1}`
	entry := "\x07\x01\x02" // all three cells are free: a win in 1 by the middle
	_, err := Read(bytes.NewReader(sealed(magic + good + "\n" + entry)))
	require.NoError(t, err)
	for _, c := range []struct{ text, want string }{
		{good + "\n", "0 entries, not 1"},
		{good, "0 entries, not 1"},
		{good + "\n" + entry + "\x00\x01\x02", "its key does not come after"},
		{good + "\n\x07\x01", "entry 1: EOF"},
		{good + "\n\x07", "entry 1: EOF"},
		{good + "\n\x07\x7f\x02", "no value 127"},
		{good + "\n\x07\x01\x08", "a move that is not legal"},
		{good + "\n\x07\x01\x00", "its moves do not go with its value"},
		{good + "\n\x07\x81\x02", "its moves do not go with its value"},
		{good + "\n\x04\x01\x04", "its key is not that of a state"}, // 001 is an image of 100
		{good + "\n\x0f\x01\x02", "its key is not that of a state"},
		{good + "\n\x00\x01\x02", "the game is over there"},
		{strings.Replace(good, "claim", "chess", 1) + "\n" + entry, "unknown variant"},
		{strings.Replace(good, "1x3", "3x1", 1) + "\n" + entry, "the board of the position is 1x3"},
		{strings.Replace(good, "... x", "..? x", 1) + "\n" + entry, "its header"},
		{strings.Replace(good, "full", "fool", 1) + "\n" + entry, "unknown field"},
		{"{\n" + entry, "its header"},
	} {
		_, err := Read(bytes.NewReader(sealed(magic + c.text)))
		require.ErrorIs(t, err, ErrFormat, "%q", c.text)
		require.ErrorContains(t, err, c.want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"variant":"claim","board":"1x3","position":"... x","full":0,"layers":[],"program":"","entries":1}`, []byte{7, 1, 2})
	f.Add(`{"variant":"blockade","board":"1x3","position":"X.O x","full":0,"layers":[],"program":"","entries":1}`, []byte{7, 1, 2})
	f.Fuzz(func(t *testing.T, head string, body []byte) {
		b, err := Read(bytes.NewReader(sealed(magic + head + "\n" + string(body))))
		if err != nil {
			require.ErrorIs(t, err, ErrFormat)
			return
		}
		again, err := Read(bytes.NewReader(written(t, b)))
		require.NoError(t, err)
		require.Equal(t, b.entries, again.entries)
	})
}

// Values say outcome and distance.
func TestValues(t *testing.T) {
	for d := range bitboard.MaxCells + 1 {
		outcome := []solver.Outcome{solver.Loss, solver.Win}[d%2]
		v := valueOf(solver.Result{Outcome: outcome, Distance: d})
		require.True(t, v.valid())
		require.Equal(t, outcome, v.outcome())
		require.Equal(t, d, v.distance())
	}
	for _, outcome := range []solver.Outcome{solver.Win, solver.Loss} {
		v := valueOf(solver.Result{Outcome: outcome, Distance: solver.NoDistance})
		require.True(t, v.valid())
		require.Equal(t, outcome, v.outcome())
		require.Equal(t, solver.NoDistance, v.distance())
	}
	require.False(t, value(bitboard.MaxCells+1).valid())
	require.False(t, value(0x82).valid())
}

// A book knows its own game only.
func TestFindInAnotherGame(t *testing.T) {
	b := build(t, Builder{Plies: 1}, testgames.Game(t, "lockdown", 3, 4).Start())
	for _, p := range []variants.Position{
		testgames.Game(t, "lockdown", 4, 3).Start(), testgames.Game(t, "classic", 3, 4).Start(), testgames.Parse(t, "lockdown", "X.../..../...O x"),
	} {
		_, ok := b.Find(p)
		require.False(t, ok)
	}
	_, ok := b.Find(testgames.Game(t, "lockdown", 3, 4).Start())
	require.True(t, ok)
}
