package proof

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// position reads a position of a game.
func position(t testing.TB, id, text string) variants.Position {
	t.Helper()
	v, err := variants.Lookup(id)
	require.NoError(t, err)
	p, err := v.Parse(text)
	require.NoError(t, err)
	return p
}

// Every state of random games has a key of its own, and the key the state.
func TestKeysAreWholeStates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range variants.All() {
		for _, size := range [][2]int{{1, 2}, {3, 4}, {7, 7}, {8, 8}, {1, 64}, {4, 16}} {
			game, err := v.NewGame(size[0], size[1])
			require.NoError(t, err)
			keys, states := KeysOf(game), map[Key]variants.State{}
			for range 50 {
				for p := game.Start(); ; {
					s := p.State()
					key := keys.Of(s)
					back, err := keys.State(key)
					require.NoError(t, err)
					require.Equal(t, s, back, "%s %v", v.ID, p)
					if known, ok := states[key]; ok {
						require.Equal(t, known, s)
					}
					states[key] = s
					if p.Over() {
						break
					}
					p = p.Play(slices.Collect(moves(p.Legal()))[rng.IntN(p.Legal().Count())])
				}
			}
		}
	}
}

// moves lists a set of moves.
func moves(set variants.MoveSet) func(func(variants.Move) bool) {
	return func(yield func(variants.Move) bool) {
		for m := range set.Cells() {
			if !yield(variants.Move(m)) {
				return
			}
		}
	}
}

func TestKeysOfNothing(t *testing.T) {
	for _, c := range []struct {
		id, position string
		key          Key
	}{
		{variants.Classic, "../.. x", Key{Lo: 1<<11 | noCell}},     // a fifth cell
		{variants.Classic, "../.. x", Key{Lo: 4}},                  // a marker on it
		{variants.Classic, "../.. x", Key{Lo: 1 << 7}},             // a marker on a free cell
		{variants.Classic, "../.. x", Key{Hi: 1 << 7}},             // a 65th cell
		{variants.Duel, "../.. x", Key{Lo: 1 << 8}},                // a fifth cell
		{variants.Claim, "../.. x", Key{Lo: 1 << 4}},               // a fifth cell
		{variants.Claim, "../.. x", Key{Hi: 1}},                    // a 65th cell
		{variants.Lockdown, "../.. x", Key{Lo: 1<<14 | 1<<7 | 1}},  // both markers on a cell
		{variants.Blockade, "../XO x", Key{Lo: 1<<14 | 0<<7 | 1}},  // a marker on a free cell
		{variants.Blockade, "../XO x", Key{Lo: 1<<14 | 1<<7 | 64}}, // a marker elsewhere
	} {
		_, err := KeysOf(position(t, c.id, c.position).Game()).State(c.key)
		require.Error(t, err, "%s %x", c.id, c.key)
	}
}

func TestKeyOrder(t *testing.T) {
	keys := []Key{{}, {0, 1}, {0, math.MaxUint64}, {1, 0}, {1, 5}, {math.MaxUint64, math.MaxUint64}}
	for i, k := range keys {
		for j, l := range keys {
			require.Equal(t, i < j, k.Less(l))
			require.Equal(t, i < j, k.Compare(l) < 0)
			require.Equal(t, i == j, k.Compare(l) == 0)
			sum, overflow := k.minus(l).plus(l)
			require.Equal(t, k, sum)
			require.Equal(t, i < j, overflow)
		}
	}
}

func TestVarints(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for bits := range 129 {
		k := Key{rng.Uint64(), rng.Uint64()}
		if bits < 128 {
			k.Hi &= 1<<max(0, bits-64) - 1
		}
		if bits < 64 {
			k.Lo &= 1<<bits - 1
		}
		b := appendVarint(nil, k)
		require.LessOrEqual(t, len(b), 19)
		back, err := readVarint(bytes.NewReader(b))
		require.NoError(t, err)
		require.Equal(t, k, back)
	}
	for _, bad := range [][]byte{
		{}, {0x80}, {0x80, 0x00}, {0xff, 0x80, 0x00},
		append(bytes.Repeat([]byte{0x80}, 18), 4),
		append(bytes.Repeat([]byte{0xff}, 19), 1),
		bytes.Repeat([]byte{0xff}, 1000),
	} {
		_, err := readVarint(bytes.NewReader(bad))
		require.Error(t, err, "%x", bad)
	}
}

func TestValueTexts(t *testing.T) {
	for _, text := range []string{"0", "*", "1", "-3", "-3*", "1/2", "-3/4", "5/8*", "-1/1099511627776", "64", "-64*"} {
		v, err := ParseValue(text)
		require.NoError(t, err, text)
		require.Equal(t, text, v.String())
		back, err := readValue(bytes.NewReader(v.append(nil)))
		require.NoError(t, err, text)
		require.Equal(t, v, back)
	}
	for _, text := range []string{
		"", "-0", "+1", "01", "2/4", "1/3", "1/0", "1/1", "1/-2", "x", "**", "0*", "1+*", "65", "129/2",
		"1/2199023255552", "9223372036854775808", "-9223372036854775808", "1e3",
	} {
		_, err := ParseValue(text)
		require.Error(t, err, text)
	}
	for _, bad := range [][]byte{{4, 2}, {1, 82}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0}, {1}, {}} {
		_, err := readValue(bytes.NewReader(bad))
		require.Error(t, err, "%x", bad)
	}
}

// What a Writer writes, a Reader reads, plain and compressed, all bodies.
func TestRoundTrip(t *testing.T) {
	start := position(t, variants.Lockdown, ".../.../... x")
	header := NewHeader(start, variants.O, Strategy)
	header.Mirrors = [][]int{{8, 7, 6, 5, 4, 3, 2, 1, 0}}
	header.Program = "a <test>"
	layers := [][]Record{
		{
			{Key{0, 7}, Answer{Move: 63}},
			{Key{1, 0}, Answer{Kind: ByWalk, Walk: []variants.Move{1, 2, 3}}},
		},
		{{Key{math.MaxUint64, math.MaxUint64}, Answer{Kind: ByCopy, Move: 5}}},
	}
	for _, compress := range []bool{false, true} {
		w := NewWriter(header, new(bytes.Buffer))
		for _, layer := range layers {
			require.NoError(t, w.Layer(len(layer), slices.Values(layer)))
		}
		var file bytes.Buffer
		require.NoError(t, w.Finish(&file, compress))

		r, err := NewReader(context.Background(), &file)
		require.NoError(t, err)
		require.Equal(t, start.String(), r.Root.String())
		require.Equal(t, []uint64{2, 1}, r.Header.Layers)
		require.EqualValues(t, 3, r.Header.Records)
		for _, layer := range layers {
			n, err := r.Layer()
			require.NoError(t, err)
			require.EqualValues(t, len(layer), n)
			for _, want := range layer {
				got, err := r.Record()
				require.NoError(t, err)
				require.Equal(t, want, got)
			}
		}
		n, err := r.Layer()
		require.NoError(t, err)
		require.Zero(t, n)
		require.NoError(t, r.End())
	}
}

func TestRoundTripOfTables(t *testing.T) {
	header := NewHeader(position(t, variants.Duel, "../.. x"), variants.X, Values)
	header.Value = "*"
	var file bytes.Buffer
	w := NewWriter(header, new(bytes.Buffer))
	half, err := ParseValue("-1/2*")
	require.NoError(t, err)
	require.NoError(t, w.Value(1, 15, half))
	require.NoError(t, w.Finish(&file, true))
	r, err := NewReader(context.Background(), &file)
	require.NoError(t, err)
	left, right, v, err := r.Value()
	require.NoError(t, err)
	require.EqualValues(t, 1, left)
	require.EqualValues(t, 15, right)
	require.Equal(t, half, v)
	require.NoError(t, r.End())

	header = NewHeader(position(t, variants.Claim, "../.. x"), variants.X, Nimbers)
	header.Nimber = new(1)
	w = NewWriter(header, new(bytes.Buffer))
	require.NoError(t, w.Component(15, 1))
	require.NoError(t, w.Finish(&file, false))
	r, err = NewReader(context.Background(), &file)
	require.NoError(t, err)
	cells, nimber, err := r.Component()
	require.NoError(t, err)
	require.EqualValues(t, 15, cells)
	require.Equal(t, 1, nimber)
	require.NoError(t, r.End())
	_, err = file.ReadByte()
	require.Equal(t, io.EOF, err)
}

func TestWriterRefuses(t *testing.T) {
	header := NewHeader(position(t, variants.Claim, "../.. x"), variants.X, Strategy)
	w := NewWriter(header, new(bytes.Buffer))
	require.Error(t, w.Layer(0, slices.Values([]Record{})))
	require.Error(t, w.Layer(2, slices.Values([]Record{{}})))
	require.Error(t, w.Layer(2, slices.Values([]Record{{}, {}})))
	require.Error(t, w.Layer(1, slices.Values([]Record{{Answer: Answer{Kind: ByWalk}}})))
}
