package solver_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// AllMoves answers for every move as Solve does for that move alone, wherever one is stopped.
func TestAllMoves(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		opt := solver.Options{Memory: rapid.SampledFrom([]int64{1, 1 << 20}).Draw(t, "memory"), NoLemmas: rapid.Bool().Draw(t, "bare")}
		opt.Nodes = rapid.SampledFrom([]uint64{0, 5, 50}).Draw(t, "nodes")
		distance := rapid.Bool().Draw(t, "distance")
		known, err := auto.Engine{Distance: distance}.AllMoves(context.Background(), p, opt)
		require.True(t, opt.Nodes != 0 || err == nil)
		require.Len(t, known.Moves(), p.Legal().Count())
		moves := p.Legal()
		for _, m := range known.Moves() {
			require.Equal(t, variants.Move(moves.First()), m.Move)
			moves = moves.Rest()
			if !m.After.Proven {
				require.ErrorIs(t, err, solver.ErrLimit)
				continue
			}
			want, err := brute.Memo{}.Solve(context.Background(), p.Play(m.Move), solver.Options{})
			require.NoError(t, err)
			requireKnown(t, p.Play(m.Move), want, m.After)
			// What nobody asked for is counted within a limit, which a table of a few entries wastes.
			if opt.Nodes == 0 && (distance || opt.Memory > 1) {
				require.Equal(t, want.Best != 0, m.After.Best != 0)
				require.Len(t, m.After.PV, want.Distance)
			}
		}
	})
}

// AllMoves looks into every component once, not once for every move.
func TestAllMovesShareWhatIsFoundOut(t *testing.T) {
	p := testgames.Game(t, "claim", 6, 6).Start()
	var alone uint64
	for m := range p.Legal().Cells() {
		r, err := auto.Engine{}.Solve(context.Background(), p.Play(variants.Move(m)), solver.Options{Memory: 1 << 24})
		require.NoError(t, err)
		alone += r.Stats.Nodes
	}
	known, err := auto.Engine{}.AllMoves(context.Background(), p, solver.Options{Memory: 1 << 24})
	require.NoError(t, err)
	var together uint64
	for _, m := range known.Moves() {
		require.NotNil(t, m.After.Nimber)
		require.NotEqual(t, solver.NoDistance, m.After.Distance)
		together += m.After.Stats.Nodes
	}
	require.Less(t, together, alone/2)
}

// requireLine checks that a line from a position, of the given length, consists of best moves.
func requireLine(t require.TestingT, p variants.Position, distance int, line []variants.Move) {
	for _, m := range line {
		p, distance = p.Play(m), distance-1
		r, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		require.Equal(t, distance, r.Distance)
	}
}

// What is known of a position is kept in a search for the rest.
func TestKnownDistancesAreKept(t *testing.T) {
	p := testgames.Game(t, "blockade", 7, 7).Start()
	known := solver.NewKnowledge(p)
	lost := solver.Result{Outcome: solver.Win, Proven: true, Distance: 37, Engine: "book"}
	first := variants.Move(p.Legal().First())
	known.LearnMove(first, lost)
	got, err := auto.Engine{Known: known}.AllMoves(context.Background(), p, solver.Options{Memory: 1 << 24, Workers: 1, Nodes: 5000})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Same(t, known, got)
	require.Equal(t, solver.Win, got.After(first).Outcome)
	require.Equal(t, 37, got.After(first).Distance)
	require.Equal(t, uint64(5000), got.Result().Stats.Nodes)
}

// Plies are counted on the boards that games come with, and on larger ones only while it is cheap,
// unless they are asked for.
func TestAllMovesCountPliesWhereTheyAreCheap(t *testing.T) {
	opt := solver.Options{Memory: 1 << 26, Workers: 1}
	for _, v := range variants.All() {
		start := v.Default().Start()
		if v.ID == variants.Blockade {
			start = testgames.Game(t, v.ID, 4, 5).Start() // the opening book knows the plies of 7x7
		}
		known, err := auto.Engine{}.AllMoves(context.Background(), start, opt)
		require.NoError(t, err)
		for _, m := range known.Moves() {
			require.NotEqual(t, solver.NoDistance, m.After.Distance, "%s: %s", v.ID, start.MoveText(m.Move))
		}
	}
	for id, most := range map[string]uint64{variants.Classic: 100_000, variants.Lockdown: 110_000, variants.Claim: 450_000} {
		known, err := auto.Engine{}.AllMoves(context.Background(), testgames.Game(t, id, 8, 8).Start(), opt)
		require.NoError(t, err)
		require.LessOrEqual(t, known.Result().Stats.Nodes, most, id)
		for _, m := range known.Moves() {
			require.True(t, m.After.Proven, id)
		}
	}
}
