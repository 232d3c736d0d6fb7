package certify

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// finder is Request.bounds or Request.exclusions.
type finder func(Request, context.Context, io.ReadWriter) (*proof.Writer, error)

// Lower bounds of random positions are accepted, and a player by them wins.
func TestBoundsOfRandomPositions(t *testing.T) {
	ofRandomPositions(t, testgames.Of(600, 1500), game(variants.Duel), 35, proof.Bounds, Request.bounds)
}

// Exact and excluded nimbers of the components of random positions are accepted, and a player by them
// wins.
func TestExclusionsOfRandomPositions(t *testing.T) {
	ofRandomPositions(t, testgames.Of(600, 1500), game(variants.Claim), 40, proof.Exclusions, Request.exclusions)
}

// The same in games of any neighbourhood, on boards whose edges are joined, too: theory and checkers agree on which
// components are alike.
func TestBoundsOfTheFamily(t *testing.T) {
	ofRandomPositions(t, 600, ofFamily(variants.CloseOwn), 30, proof.Bounds, Request.bounds)
}

func TestExclusionsOfTheFamily(t *testing.T) {
	ofRandomPositions(t, 600, ofFamily(variants.CloseAll), 30, proof.Exclusions, Request.exclusions)
}

// game draws a game that is always the same.
func game(id string) func(t *rapid.T) variants.Variant {
	return func(t *rapid.T) variants.Variant {
		v, err := variants.Lookup(id)
		require.NoError(t, err)
		return v
	}
}

// ofFamily draws a game in which marks close cells to these.
func ofFamily(to variants.Close) func(t *rapid.T) variants.Variant {
	return func(t *rapid.T) variants.Variant {
		f := testgames.FamilyOf(t, 30)
		f.Kind, f.Block, f.Ends, f.Close = variants.Place, false, false, to
		if f.Graph == nil {
			f.Wrap = rapid.SampledFrom([]bitboard.Wrap{bitboard.Plane, bitboard.Cylinder, bitboard.Cylinder, bitboard.Torus}).Draw(t, "wrap")
		}
		v, err := variants.Lookup(f.String())
		require.NoError(t, err)
		return v
	}
}

// ofRandomPositions finds certificates of positions on at most that many cells, early and late, with
// holes, and plays against them with random moves.
func ofRandomPositions(t *testing.T, draws int, draw func(*rapid.T) variants.Variant, cells int, method proof.Method, find finder) {
	records, methods := uint64(0), map[proof.Method]int{}
	testgames.Check(t, draws, func(t *rapid.T) {
		p := testgames.Position(t, draw(t), cells)
		method, alike := method, proof.NewSplitter(p.Game()).Alike()
		if !alike {
			method = proof.Strategy
		}
		if !theory.For(p.Game()).Sums() || !alike && p.Empty().Count() > 12 {
			return // the neighbourhood is not symmetric, or strategies are large
		}
		winner := p.Side()
		if !theory.New(p.Game(), nil).Decide(p.State()).Wins {
			winner = winner.Opponent()
		}
		prover := newProver(t, p.Game())
		defer prover.Close()
		w, err := find(Request{Root: p, Winner: winner, Prover: prover}, context.Background(), new(bytes.Buffer))
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, w.Finish(&file, false))
		player, err := proof.NewPlayer(context.Background(), bytes.NewReader(file.Bytes()), proof.Options{})
		require.NoError(t, err)
		require.Equal(t, method, player.Header.Method)
		records += player.Work.Records
		methods[player.Header.Method]++
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 10 {
			beat(t, player, rng)
		}
	})
	t.Log(records, methods)
	require.Greater(t, records, uint64(draws/5))
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

// A claim is proven by a greater value that is known, but not by one that needs the claim itself.
func TestBoundsByMore(t *testing.T) {
	p := testgames.Game(t, variants.Duel, 1, 3).Start()
	row := proof.Sides{Left: 0b111} // worth 2
	for _, c := range []struct {
		least proof.Value
		done  bool
	}{
		{proof.Value{}, true},
		{proof.Value{X: 1 << 40, Star: true}, false}, // 2 has the option 1
		{proof.Value{X: 2 << 40}, false},
		{proof.Value{X: 3 << 40}, false},
	} {
		r := request(t, p, p.Side())
		_, err := r.guided(context.Background(), func(guide *pn.Guide) (*proof.Writer, error) {
			w := proof.NewWriter(r.header(proof.Bounds), new(bytes.Buffer))
			b := &bounder{values: theory.NewValues(p.Game()), table: proof.NewBoundTable(p.Game(), 0), w: w}
			b.counter = counter{ctx: t.Context(), guide: guide, budget: &b.values.Budget}
			require.Equal(t, "2", b.values.Exactly(row.Left, row.Right).String())
			done, err := b.byMore(boundClaim{row, c.least})
			require.Equal(t, c.done, done)
			require.Equal(t, c.done, b.table.Of(row).Shows(proof.Value{X: 2 << 40}))
			return w, err
		})
		require.NoError(t, err)
	}
}

// There are neither for the player who loses.
func TestNoBoundsOfWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		winner     variants.Player
		find       finder
	}{
		{variants.Duel, 5, 5, variants.X, Request.bounds},
		{variants.Duel, 1, 1, variants.O, Request.bounds},
		{variants.Claim, 5, 5, variants.O, Request.exclusions},
		{variants.Claim, 4, 4, variants.X, Request.exclusions},
	} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		_, err := c.find(request(t, p, c.winner), context.Background(), new(bytes.Buffer))
		require.ErrorContains(t, err, "does not")
	}
}

// Limits stop the search for them.
func TestBoundsStop(t *testing.T) {
	for _, p := range []variants.Position{
		testgames.Game(t, variants.Duel, 5, 9).Start(), testgames.Game(t, variants.Claim, 8, 8).Start(),
	} {
		r := request(t, p, variants.O)
		r.Limits.Nodes = 500
		_, err := r.Extract(context.Background(), new(bytes.Buffer))
		require.ErrorIs(t, err, solver.ErrLimit)
	}
}

// Those of large boards stay few. One worker always writes the same.
func TestBoundsOfLargeBoards(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		winner     variants.Player
		method     proof.Method
		records    uint64
	}{
		{variants.Duel, 7, 7, variants.O, proof.Bounds, 12_649},
		{variants.Claim, 7, 7, variants.X, proof.Exclusions, 260},
		{variants.Claim, 7, 9, variants.X, proof.Exclusions, 2_029},
		{variants.Duel, 5, 9, variants.O, proof.Bounds, 27_586},
		{variants.Claim, 8, 8, variants.O, proof.Exclusions, 17_488},
		{variants.Claim, 6, 10, variants.X, proof.Exclusions, 15_762},
	}[:testgames.Of(3, 6)] {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		w, err := request(t, p, c.winner).Extract(context.Background(), new(bytes.Buffer))
		require.NoError(t, err)
		require.Equal(t, c.method, w.Header().Method)
		require.Equal(t, c.records, w.Header().Records)
	}
}
