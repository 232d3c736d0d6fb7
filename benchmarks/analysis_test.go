package benchmarks

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// BenchmarkAllMoves measures how long it takes to find who wins after every move of blockade on
// 7×7: the median and the maximum for 50 positions that are 8 random plies from the start, and
// not over.
func BenchmarkAllMoves(b *testing.B) {
	positions := randomPositions(b, 50, 8)
	var took []time.Duration
	for b.Loop() {
		took = took[:0]
		for _, p := range positions {
			began := time.Now()
			known, err := auto.Engine{}.AllMoves(context.Background(), p, solver.Options{Workers: 2, Memory: 1 << 30})
			require.NoError(b, err)
			took = append(took, time.Since(began))
			for _, m := range known.Moves() {
				require.NotEqual(b, solver.Unknown, m.After.Outcome)
			}
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds(), "median-s")
	b.ReportMetric(took[len(took)-1].Seconds(), "longest-s")
}

// randomPositions returns positions of blockade on 7×7 after a number of random moves.
func randomPositions(b *testing.B, count, plies int) (positions []variants.Position) {
	start := testgames.Game(b, variants.Blockade, 7, 7).Start()
	r := rand.New(rand.NewPCG(7, uint64(plies)))
	for len(positions) < count {
		p := start
		for ply := 0; ply < plies && !p.Over(); ply++ {
			moves := p.Legal()
			for range r.IntN(moves.Count()) {
				moves = moves.Rest()
			}
			p = p.Play(variants.Move(moves.First()))
		}
		if !p.Over() {
			positions = append(positions, p)
		}
	}
	return positions
}
