package pn

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// The moves that a prover names win, whatever is in its table: everything from a search of the
// root, what is left of that when it has shrunk, nothing, or almost nothing because there is no room.
func TestProverNamesWinningMoves(t *testing.T) {
	ctx, outcomes := context.Background(), map[solver.Outcome]int{}
	enough := func() bool { return len(outcomes) == 3 }
	testgames.CheckUntil(t, 500, enough, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 14)
		want, err := brute.Memo{}.Solve(ctx, p, solver.Options{})
		require.NoError(t, err)
		opt := solver.Options{Memory: rapid.SampledFrom([]int64{1, 1 << 20}).Draw(t, "memory"), NoLemmas: rapid.Bool().Draw(t, "noLemmas")}
		prover, err := NewProver(p.Game(), opt)
		require.NoError(t, err)
		defer prover.Close()
		if rapid.Bool().Draw(t, "solved") {
			r, err := Engine{Prover: prover}.Solve(ctx, p, opt)
			require.NoError(t, err)
			require.Equal(t, want.Outcome, r.Outcome)
		}
		memory := opt.Memory
		if rapid.Bool().Draw(t, "shrunk") {
			memory = rapid.SampledFrom([]int64{1, 1 << 10}).Draw(t, "left")
			prover.Shrink(ctx, memory)
		}
		prover.Begin(ctx, solver.Options{})
		guide := prover.Guide()
		outcome, err := guide.Outcome(p.State(), rapid.SampledFrom([]uint32{1, 3, 1 << 30}).Draw(t, "most"))
		require.NoError(t, err)
		require.Contains(t, []solver.Outcome{want.Outcome, solver.Unknown}, outcome)
		outcomes[outcome]++
		moves, err := guide.Moves(p.State())
		guide.Close()
		stats := prover.Finish()
		require.NotZero(t, stats.Nodes)
		require.LessOrEqual(t, stats.Memory, max(memory, 64))
		if want.Outcome == solver.Loss {
			require.ErrorContains(t, err, "no move wins")
			return
		}
		require.NoError(t, err)
		require.NotZero(t, moves)
		for m := range moves.Cells() {
			after, err := brute.Memo{}.Solve(ctx, p.Play(variants.Move(m)), solver.Options{})
			require.NoError(t, err)
			require.Equal(t, solver.Loss, after.Outcome)
		}
	})
	require.True(t, enough(), "%v", outcomes)
}

// The moves that a search finds, where neither lemmas nor the table know any, win.
func TestProverNamesWhatItFinds(t *testing.T) {
	rng := randomplay.New(6)
	found := 0
	for range 200 {
		game := testgames.Game(t, []string{variants.Lockdown, variants.Blockade}[rng.IntN(2)], 4, 3)
		truth := testgames.NewTruth(game)
		history := randomplay.Game(rng, game.Start())
		s := history[rng.IntN(len(history))].State()
		if truth.Distance(s)%2 == 0 {
			continue
		}
		opt := solver.Options{Memory: 1 << 16, NoLemmas: true}
		prover, err := NewProver(game, opt)
		require.NoError(t, err)
		prover.Begin(context.Background(), solver.Options{})
		guide := prover.Guide()
		moves, err := guide.Moves(s)
		require.NoError(t, err)
		require.NotZero(t, moves)
		for m := range moves.Cells() {
			require.Zero(t, truth.Distance(game.Rules().Play(s, variants.Move(m)))%2, "%+v: %d", s, m)
		}
		found++
		guide.Close()
		prover.Close()
	}
	require.Greater(t, found, 50)
}

// What a search has found is not searched again.
func TestProverKnowsWhatWasSearched(t *testing.T) {
	p := testgames.Game(t, "blockade", 5, 5).Start()
	opt := solver.Options{Memory: 1 << 24}
	prover, err := NewProver(p.Game(), opt)
	require.NoError(t, err)
	defer prover.Close()
	for _, most := range []uint64{5000, 1} { // the second search has nothing to do
		r, err := Engine{Prover: prover}.Solve(context.Background(), p, opt)
		require.NoError(t, err)
		require.LessOrEqual(t, r.Stats.Nodes, most)
	}
	prover.Begin(context.Background(), solver.Options{})
	guide := prover.Guide()
	_, err = guide.Moves(p.State())
	require.NoError(t, err)
	guide.Close()
	require.Equal(t, uint64(1), prover.Finish().Nodes)
}

func TestProverStops(t *testing.T) {
	p := testgames.Game(t, "blockade", 7, 7).Start()
	prover, err := NewProver(p.Game(), solver.Options{Memory: 1 << 20})
	require.NoError(t, err)
	defer prover.Close()
	prover.Begin(context.Background(), solver.Options{Nodes: 10000})
	_, err = prover.Guide().Moves(p.State())
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, uint64(10000), prover.Finish().Nodes)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	prover.Begin(ctx, solver.Options{})
	_, err = prover.Guide().Moves(p.State())
	require.ErrorIs(t, err, context.Canceled)
}

// What a prover says of positions agrees with their outcomes: guesses, which know lemmas, and what
// a search, finished or not, has left in the table.
func TestProverNumbers(t *testing.T) {
	ctx := context.Background()
	testgames.Check(t, 300, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 14)
		game, opt := p.Game(), solver.Options{Memory: 1 << 20}
		opt.Nodes = rapid.SampledFrom([]uint64{0, 1, 30}).Draw(t, "nodes")
		prover, err := NewProver(game, opt)
		require.NoError(t, err)
		defer prover.Close()
		r, err := Engine{Prover: prover}.Solve(ctx, p, opt)
		if err != nil {
			require.ErrorIs(t, err, solver.ErrLimit)
		}
		n, known := prover.Numbers(p.State())
		require.True(t, known, "the search stores its root")
		require.Equal(t, Numbers{r.Stats.Proof, r.Stats.Disproof}, n)
		require.Equal(t, r.Outcome, n.Outcome())

		prover.Begin(ctx, solver.Options{})
		guide, truth := prover.Guide(), testgames.NewTruth(game)
		defer guide.Close()
		agree := func(s variants.State, n Numbers) {
			if n.Outcome() != solver.Unknown {
				require.Equal(t, truth.Distance(s)%2 == 1, n.Outcome() == solver.Win, "%+v of %+v", n, s)
			}
		}
		for m := range p.Legal().Cells() {
			child := game.Rules().Play(p.State(), variants.Move(m))
			reduced, _ := prover.Reduced(child)
			if n, known := prover.Numbers(reduced); known {
				agree(child, n)
			}
			guess := guide.Guess(child)
			require.NotEqual(t, Numbers{}, guess)
			agree(child, guess)
			if game.Rules().Legal(child) == 0 {
				require.Equal(t, solver.Loss, guess.Outcome())
			}
		}
	})
}

// Reduced states have the outcome of their position, can be drawn, and have the same entry in the
// table. Images early in a game are reduced to one.
func TestProverReduces(t *testing.T) {
	changed := 0
	testgames.Check(t, 1200, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 12)
		game, s := p.Game(), p.State()
		prover, err := NewProver(game, solver.Options{Memory: 1})
		require.NoError(t, err)
		defer prover.Close()
		reduced, sym := prover.Reduced(s)
		if reduced != s {
			changed++
		}
		image := s.Image(game.Grid(), sym)
		require.Equal(t, reduced.Free, reduced.Free&image.Free)
		require.Equal(t, [2]variants.Board{image.Mine, image.Yours}, [2]variants.Board{reduced.Mine, reduced.Yours})
		again, _ := prover.Reduced(reduced)
		require.Equal(t, reduced, again)
		truth := testgames.NewTruth(game)
		require.Equal(t, truth.Distance(s)%2, truth.Distance(reduced)%2)
		drawn, ok := game.Drawn(reduced)
		require.True(t, ok)
		require.Equal(t, reduced, drawn.State())
		packing := &prover.search.table.Packing
		shared := s
		prover.search.view.Prune(&shared)
		require.Equal(t, packing.Key(shared), packing.Key(reduced))
		if packing.Automorphisms == nil {
			require.Equal(t, packing.Exact(reduced), packing.Key(reduced))
		}
		if packing.Symmetric(reduced) {
			of, _ := prover.Reduced(s.Image(game.Grid(), rapid.SampledFrom(game.Symmetries()).Draw(t, "symmetry")))
			require.Equal(t, reduced, of)
		}
	})
	require.NotZero(t, changed)
}

// A move that the table knows of an image is turned back to the position: of images by all symmetries of
// a square, quarter turns among them, which are not their own inverses.
func TestProverTurnsMovesOfImages(t *testing.T) {
	rng := randomplay.New(5)
	turned := map[bitboard.Symmetry]int{}
	for range 200 {
		game := testgames.Game(t, []string{variants.Lockdown, variants.Classic}[rng.IntN(2)], 4, 4)
		truth := testgames.NewTruth(game)
		history := randomplay.Game(rng, game.Start())
		s := history[rng.IntN(len(history))].State()
		for _, sym := range game.Symmetries()[1:] {
			prover, err := NewProver(game, solver.Options{Memory: 1 << 16})
			require.NoError(t, err)
			prover.Begin(context.Background(), solver.Options{})
			guide := prover.Guide()
			image := s
			guide.worker.view.prune(&image)
			image = image.Image(game.Grid(), sym)
			if pack := &guide.worker.table.Packing; game.Rules().Legal(s) != 0 && !pack.Symmetric(s) && truth.Distance(s)%2 == 1 {
				for m := range game.Rules().Legal(image).Cells() {
					child := game.Rules().Play(image, variants.Move(m))
					if guide.worker.view.prune(&child); truth.Distance(child)%2 == 0 {
						guide.worker.table.Store(pack.Key(child), lost().pack(), 1)
					}
				}
				moves := guide.storedOfImage(s)
				for m := range moves.Cells() {
					require.True(t, game.Rules().Legal(s).Has(m), "%+v, %v: %d", s, sym, m)
					require.Zero(t, truth.Distance(game.Rules().Play(s, variants.Move(m)))%2, "%+v, %v: %d", s, sym, m)
				}
				if moves != 0 {
					turned[sym]++
				}
			}
			guide.Close()
			prover.Close()
		}
	}
	t.Log(turned)
	for _, sym := range []bitboard.Symmetry{bitboard.QuarterTurnLeft, bitboard.QuarterTurnRight} {
		require.Greater(t, turned[sym], 20, sym)
	}
}
