package certify

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Nimbers that components of random positions have, and have not, are accepted, and a player by them
// wins. Positions are early and late, with holes.
func TestExclusionsOfRandomPositions(t *testing.T) {
	claim, err := variants.Lookup(variants.Claim)
	require.NoError(t, err)
	records := uint64(0)
	sample.Check(t, 1500, func(t *rapid.T) {
		p := sample.Position(t, claim, 40)
		winner := p.Side()
		if !theory.New(p.Game(), nil).Decide(p.State()).Wins {
			winner = winner.Opponent()
		}
		prover := newProver(t, p.Game())
		defer prover.Close()
		w, err := Request{Root: p, Winner: winner, Prover: prover}.exclusions(context.Background(), new(bytes.Buffer))
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, w.Finish(&file, false))
		player, err := proof.NewPlayer(context.Background(), bytes.NewReader(file.Bytes()), proof.Options{})
		require.NoError(t, err)
		require.Equal(t, proof.Exclusions, player.Header.Method)
		records += player.Work.Records
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 10 {
			beat(t, player, rng)
		}
	})
	t.Log(records)
	require.Greater(t, records, uint64(300))
}

// The player who loses has none.
func TestNoExclusionsOfWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		winner     variants.Player
	}{{5, 5, variants.O}, {4, 4, variants.X}} {
		p := sample.Game(t, variants.Claim, c.rows, c.cols).Start()
		_, err := request(t, p, c.winner).exclusions(context.Background(), new(bytes.Buffer))
		require.ErrorContains(t, err, "does not")
	}
}

// Limits stop the search for them.
func TestExclusionsStop(t *testing.T) {
	r := request(t, sample.Game(t, variants.Claim, 8, 8).Start(), variants.O)
	r.Limits.Nodes = 500
	_, err := r.Extract(context.Background(), new(bytes.Buffer))
	require.ErrorIs(t, err, solver.ErrLimit)
}

// Exclusions of large boards stay few. One worker always writes the same.
func TestExclusionsOfLargeBoards(t *testing.T) {
	for size, records := range map[[2]int]uint64{{7, 7}: 260, {8, 8}: 17_488, {6, 10}: 15_762, {7, 9}: 2_029} {
		p := sample.Game(t, variants.Claim, size[0], size[1]).Start()
		winner := variants.X
		if size == [2]int{8, 8} {
			winner = variants.O
		}
		w, err := request(t, p, winner).Extract(context.Background(), new(bytes.Buffer))
		require.NoError(t, err)
		require.Equal(t, proof.Exclusions, w.Header().Method)
		require.Equal(t, records, w.Header().Records)
	}
}
