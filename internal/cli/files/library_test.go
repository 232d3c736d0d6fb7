package files

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
	"gridlock/variants"
)

// Where the book does not have the distance, the store may.
func TestLibraryPrefersDistances(t *testing.T) {
	v, err := variants.Lookup(variants.Blockade)
	require.NoError(t, err)
	flag := Store{t.TempDir()}
	kept, err := flag.Keeper(false, io.Discard)
	require.NoError(t, err)
	defer kept.Close()
	library := kept.Library()
	ctx := context.Background()

	p, r := undated(library, v.Default().Start(), 4)
	r.Distance, r.BestComplete = 40, true
	if r.Outcome == solver.Win {
		r.Distance = 41
	}
	kept.Save(ctx, p, r, nil)
	found, _, ok := library.Find(ctx, p)
	require.True(t, ok)
	require.Equal(t, r.Distance, found.Distance)
}

// undated returns a position of the book without a distance, so many plies on at most.
func undated(library *Library, p variants.Position, plies int) (variants.Position, solver.Result) {
	r, _, ok := library.Find(context.Background(), p)
	if ok && r.Distance == solver.NoDistance {
		return p, r
	}
	for m := range p.Legal().Cells() {
		if plies == 0 || !ok {
			break
		}
		if q, r := undated(library, p.Play(variants.Move(m)), plies-1); r.Proven {
			return q, r
		}
	}
	return p, solver.Result{}
}
