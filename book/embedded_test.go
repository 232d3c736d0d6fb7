package book

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// embedded returns the book of blockade on 7×7.
func embedded(t testing.TB) *Book {
	t.Helper()
	b, err := Embedded(testgames.Game(t, variants.Blockade, 7, 7))
	require.NoError(t, err)
	return b
}

// The book of the program is complete for the first two plies, continues from there, and is
// small enough to embed.
func TestEmbeddedBookIsComplete(t *testing.T) {
	b := embedded(t)
	start := b.game.Start()
	require.Equal(t, start.String(), b.info.Position)
	require.GreaterOrEqual(t, b.info.Full, 2)
	r, ok := b.Find(start)
	require.True(t, ok)
	require.Equal(t, solver.Win, r.Outcome)
	met := map[keys.Key]bool{}
	follow(t, b, start, b.info.Full, len(b.info.Layers)-1, met)
	require.Len(t, b.entries, len(met))
	require.GreaterOrEqual(t, len(b.info.Layers), 5)

	positions := 0
	for m := range start.Legal().Cells() {
		first := start.Play(variants.Move(m))
		for n := range first.Legal().Cells() {
			for _, p := range []variants.Position{first, first.Play(variants.Move(n))} {
				r, ok := b.Find(p)
				require.True(t, ok, "%v", p)
				require.True(t, r.Proven)
				require.Equal(t, r.Outcome == solver.Win || r.Distance != solver.NoDistance, r.Best != 0)
				positions++
			}
		}
	}
	require.Equal(t, 200, positions)
	require.LessOrEqual(t, len(written(t, b)), 5<<20)
}

// All its entries are consistent.
func TestEmbeddedBookIsConsistent(t *testing.T) { consistent(t, embedded(t)) }

// Some of its last entries, drawn at random, agree with the solver.
func TestEmbeddedBookIsRight(t *testing.T) { checkSample(t, testgames.Of(6, 12), 4) }

// checkSample solves some entries of the embedded book again, among those after at least plies
// plies.
func checkSample(t *testing.T, count, plies int) {
	b := embedded(t)
	shared, err := auto.NewShared(b.game, 256<<20)
	require.NoError(t, err)
	defer shared.Release()
	all := positions(t, b)
	chance := rand.New(rand.NewPCG(7, 7))
	for checked := 0; checked < count; {
		e := b.entries[chance.IntN(len(b.entries))]
		p := all[e.key]
		if b.game.Start().Empty().Count()-p.Empty().Count() < plies { // every ply blocks a cell
			continue
		}
		checked++
		got, ok := b.Find(p)
		require.True(t, ok)
		want, err := auto.Engine{Shared: shared}.Solve(context.Background(), p, solver.Options{Workers: 2})
		require.NoError(t, err)
		require.Equal(t, want.Outcome, got.Outcome, "%v", p)
		for m := range got.Best.Cells() {
			after, err := auto.Engine{Shared: shared}.Solve(context.Background(), p.Play(variants.Move(m)), solver.Options{Workers: 2})
			require.NoError(t, err)
			require.NotEqual(t, got.Outcome, after.Outcome, "%v: %s", p, p.MoveText(variants.Move(m)))
		}
	}
}
