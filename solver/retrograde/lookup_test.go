package retrograde

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Every position of a layer is found, with its rank, and no key that is not there, wherever the
// blocks are.
func TestLookup(t *testing.T) {
	for _, c := range []struct{ variant, position string }{
		{"lockdown", "..../..../..../.... x"},
		{"claim", "..../..../..../.... x"},
		{"duel", "..../..../..../.... x"},
		{"duel", "....#####/....#####/....#####/....##### x"}, // ks take two words
		{"classic", "....####/....####/...#####/....####/########/########/########/######## x"},
	} {
		for _, memory := range []int64{1 << 30, 1 << 14} {
			t.Run(fmt.Sprint(c, memory), func(t *testing.T) {
				r := builtFrom(t, c.variant, c.position, memory)
				for _, l := range r.layers {
					if l != nil {
						lookUpAll(t, r, l)
					}
				}
			})
		}
	}
}

// builtFrom returns a completed build.
func builtFrom(t *testing.T, variant, position string, memory int64) *builder {
	v, err := variants.Lookup(variant)
	require.NoError(t, err)
	p, err := v.Parse(position)
	require.NoError(t, err)
	e := Engine{Scratch: tempScratch{t}}
	opt := solver.Options{Workers: 2, Memory: memory}
	r := e.begin(context.Background(), p, opt)
	t.Cleanup(r.release)
	require.NoError(t, e.build(r, p, opt))
	for p := range r.loaded {
		r.unload(p)
	}
	return r
}

// lookUpAll looks up all keys of a layer, and the adjacent ones.
func lookUpAll(t *testing.T, r *builder, l *layer) {
	for _, p := range r.pieces(l, r.memory/4) {
		require.NoError(t, r.load(p))
		require.LessOrEqual(t, r.mapped.Load(), r.lookupBytes(l, p)+128)
		var ks []keys.Key
		var ranks []uint8
		w := r.workers[0]
		for _, b := range l.blocks[p.from:p.to] {
			require.NoError(t, w.read(b))
			ks = append(ks, w.block...)
			some, err := l.ranksOf(b, new([]byte))
			require.NoError(t, err)
			ranks = append(ranks, some...)
		}
		for i, k := range ks {
			rank, ok := r.loaded[p].find(k)
			if !ok || rank != ranks[i] {
				t.Fatalf("layer %d: %v is %d, %v, not %d", l.Cells, k, rank, ok, ranks[i])
			}
			for _, other := range []keys.Key{
				{A: k.A - 1, B: k.B}, {A: k.A + 1, B: k.B}, {A: k.A, B: k.B - 1}, {A: k.A, B: k.B + 1}, {}, {A: ^uint64(0), B: ^uint64(0)},
			} {
				if !r.keys.Wide() {
					other.B = 0
				}
				_, there := slices.BinarySearchFunc(ks, other, keys.Key.Compare)
				if _, ok := r.loaded[p].find(other); ok != there {
					t.Fatalf("layer %d: %v: %v, not %v", l.Cells, other, ok, there)
				}
			}
		}
		r.unload(p)
		require.Zero(t, r.mapped.Load())
	}
}

// Keys, distances and lookups take at most 24 bytes for each position of the two largest layers,
// if there is enough memory, even though moves lead ten layers down.
func TestRetrogradeHoldsLittle(t *testing.T) {
	for _, c := range []struct{ variant, position string }{
		{"duel", "...../...../...../...../..... x"},
		{"claim", "......./......./......./......./......./......./....... x"},
		{"lockdown", "..../..../..../.... x"},
	} {
		r := builtFrom(t, c.variant, c.position, 1<<30)
		most := int64(0)
		var sizes []int64
		for _, l := range r.layers {
			if l == nil {
				continue
			}
			sizes = append(sizes, int64(l.Positions))
			passes := r.plan(l)
			require.Len(t, passes, 1)
			for _, p := range passes[0] {
				require.NoError(t, r.load(p))
			}
			most = max(most, r.mapped.Load())
			for p := range r.loaded {
				r.unload(p)
			}
		}
		slices.Sort(sizes)
		largest := sizes[len(sizes)-1] + sizes[len(sizes)-2]
		require.LessOrEqual(t, r.pool.Held()+most, 24*largest, c.variant)
	}
}

// tempScratch makes scratch files that are removed after the test.
type tempScratch struct{ t *testing.T }

func (s tempScratch) Create() (ScratchFile, error) { return os.CreateTemp(s.t.TempDir(), "") }
