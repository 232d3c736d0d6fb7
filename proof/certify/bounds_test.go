package certify

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/sample"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// lowerBounds returns the certificate of a position of duel by lower bounds, for its winner.
func lowerBounds(t require.TestingT, p variants.Position) []byte {
	finding := theory.New(p.Game(), nil).Decide(p.State())
	winner := p.Side()
	if !finding.Wins {
		winner = winner.Opponent()
	}
	prover := newProver(t, p.Game())
	defer prover.Close()
	w, err := Request{Root: p, Winner: winner, Prover: prover}.bounds(context.Background(), new(bytes.Buffer))
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, w.Finish(&file, false))
	return file.Bytes()
}

// Lower bounds of random positions, early and late, with holes, are accepted, and a player by them wins
// against every reply, or against random ones.
func TestBoundsOfRandomPositions(t *testing.T) {
	duel, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	records := uint64(0)
	sample.Check(t, 1500, func(t *rapid.T) {
		p := sample.Position(t, duel, 35)
		file := lowerBounds(t, p)
		player, err := proof.NewPlayer(context.Background(), bytes.NewReader(file), proof.Options{})
		require.NoError(t, err)
		require.Equal(t, proof.Bounds, player.Header.Method)
		records += player.Work.Records
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 10 {
			beat(t, player, rng)
		}
	})
	t.Log(records)
	require.Greater(t, records, uint64(300))
}

// beat plays against a player with random moves.
func beat(t require.TestingT, player *proof.Player, rng *rand.Rand) {
	p, line := player.Root, []variants.Move(nil)
	for !p.Over() {
		all := slices.Collect(p.Legal().Cells())
		m := variants.Move(all[rng.IntN(len(all))])
		if p.Side() == player.Header.WinnerPlayer() {
			var err error
			m, err = player.Reply(line)
			require.NoError(t, err)
		}
		p, line = p.Play(m), append(line, m)
	}
	require.NotEqual(t, player.Header.WinnerPlayer(), p.Side())
}

// There are no bounds for the player who loses.
func TestNoBoundsOfWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		winner     variants.Player
	}{{5, 5, variants.X}, {1, 1, variants.O}} {
		p := sample.Game(t, variants.Duel, c.rows, c.cols).Start()
		_, err := request(t, p, c.winner).bounds(context.Background(), new(bytes.Buffer))
		require.ErrorContains(t, err, "does not")
	}
}

// Limits stop the search for bounds.
func TestBoundsStop(t *testing.T) {
	p := sample.Game(t, variants.Duel, 5, 9).Start()
	r := request(t, p, variants.O)
	r.Limits.Nodes = 500
	_, err := r.Extract(context.Background(), new(bytes.Buffer))
	require.ErrorIs(t, err, solver.ErrLimit)
}

// Bounds of large boards stay few. One worker always writes the same.
func TestBoundsOfLargeBoards(t *testing.T) {
	for size, records := range map[[2]int]uint64{{7, 7}: 14_642, {5, 9}: 27_588} {
		p := sample.Game(t, variants.Duel, size[0], size[1]).Start()
		w, err := request(t, p, variants.O).Extract(context.Background(), new(bytes.Buffer))
		require.NoError(t, err)
		require.Equal(t, proof.Bounds, w.Header().Method)
		require.Equal(t, records, w.Header().Records)
	}
}
