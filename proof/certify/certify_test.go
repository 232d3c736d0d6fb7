package certify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/interval"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// certificate solves a position with an engine and returns the certificate of who wins it, its
// header, and the winner.
func certificate(p variants.Position, e solver.Engine, strategy bool, opt solver.Options) ([]byte, proof.Header, error) {
	return requested(p, e, Request{Strategy: strategy, Limits: opt})
}

// requested is certificate with what else a request may say.
func requested(p variants.Position, e solver.Engine, request Request) ([]byte, proof.Header, error) {
	ctx := context.Background()
	prover, err := pn.NewProver(p.Game(), request.Limits)
	if err != nil {
		return nil, proof.Header{}, err
	}
	defer prover.Close()
	switch engine := e.(type) {
	case auto.Engine:
		engine.Prover = prover
		e = engine
	case pn.Engine:
		engine.Prover = prover
		e = engine
	}
	r, err := e.Solve(ctx, p, request.Limits)
	if err != nil {
		return nil, proof.Header{}, err
	}
	request.Root, request.Prover, request.Program = p, prover, "a test"
	request.Winner, _ = r.Winner(p)
	w, err := request.Extract(ctx, new(bytes.Buffer))
	if err != nil {
		return nil, proof.Header{}, err
	}
	var file bytes.Buffer
	err = w.Finish(&file, false)
	return file.Bytes(), w.Header(), err
}

// accepted verifies that the checker accepts a certificate, and that it proves the solver's
// result. It returns the header.
func accepted(t require.TestingT, p variants.Position, e solver.Engine, strategy bool, opt solver.Options) proof.Header {
	_, h := acceptedFile(t, p, e, strategy, opt)
	return h
}

// acceptedFile is accepted with the certificate.
func acceptedFile(t require.TestingT, p variants.Position, e solver.Engine, strategy bool, opt solver.Options) ([]byte, proof.Header) {
	file, h, err := certificate(p, e, strategy, opt)
	require.NoError(t, err)
	r, work, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
	require.NoError(t, err)
	require.Equal(t, p.String(), r.Root.String())
	want, err := auto.Engine{}.Solve(context.Background(), p, solver.Options{Memory: 1 << 24})
	require.NoError(t, err)
	winner, ok := want.Winner(p)
	require.True(t, ok)
	require.Equal(t, winner, r.Header.WinnerPlayer())
	require.Equal(t, h.Records, work.Records)
	if h.Value != "" {
		require.Equal(t, want.ColValue, h.Value)
	}
	if strategy {
		require.Equal(t, strategyOf(p.Game()), h.Method)
	}
	return file, h
}

// strategyOf returns the method of strategies of a game.
func strategyOf(game *variants.Game) proof.Method {
	if interval.Has(game) {
		return proof.Intervals
	}
	return proof.Strategy
}

// Every verdict on the default boards and on 5×5 has a certificate. Sizes are those of one
// worker, which writes the same everywhere.
func TestCertificatesOfWholeBoards(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		method     proof.Method
		records    uint64 // by that method
		strategy   uint64 // records of a strategy
	}{
		{variants.Classic, 4, 4, proof.Matching, 0, 152},
		{variants.Classic, 5, 5, proof.Matching, 0, 203},
		{variants.Duel, 4, 4, proof.Copying, 0, 3},
		{variants.Duel, 5, 5, proof.Bounds, 200, 1233},
		{variants.Duel, 5, 7, proof.Bounds, 1577, 34016},
		{variants.Lockdown, 4, 4, proof.Copying, 0, 3},
		{variants.Lockdown, 5, 5, proof.Intervals, 100, 100},
		{variants.Claim, 4, 4, proof.Nimbers, 47, 5},
		{variants.Claim, 5, 5, proof.Nimbers, 466, 24},
		{variants.Blockade, 4, 4, proof.Intervals, 29, 29},
		{variants.Blockade, 5, 5, proof.Intervals, 680, 680},
		{variants.Lockdown, 5, 7, proof.Intervals, 1835, 1835},
		{variants.Blockade, 6, 5, proof.Intervals, 1776, 1776},
	} {
		t.Run(fmt.Sprintf("%s %dx%d", c.variant, c.rows, c.cols), func(t *testing.T) {
			p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
			opt := solver.Options{Memory: 1 << 26}
			h := accepted(t, p, auto.Engine{}, false, opt)
			require.Equal(t, c.method, h.Method)
			require.Equal(t, c.records, h.Records)
			if c.strategy <= uint64(testgames.Of(5000, 50_000)) {
				require.Equal(t, c.strategy, accepted(t, p, pn.Engine{}, true, opt).Records)
			}
		})
	}
}

// One worker writes the same certificate every time; several write different ones that are
// valid, too.
func TestCertificatesByWorkers(t *testing.T) {
	p := testgames.Game(t, variants.Blockade, 5, 6).Start()
	first, _, err := certificate(p, pn.Engine{}, false, solver.Options{Memory: 1 << 24})
	require.NoError(t, err)
	again, _, err := certificate(p, pn.Engine{}, false, solver.Options{Memory: 1 << 24, Workers: 1})
	require.NoError(t, err)
	require.Equal(t, first, again)
	accepted(t, p, pn.Engine{}, false, solver.Options{Memory: 1 << 24, Workers: 4})
}

// explored returns what is found for a request, after one worker has solved its root.
func explored(t *testing.T, r Request) *findings {
	_, err := pn.Engine{Prover: r.Prover}.Solve(context.Background(), r.Root, solver.Options{Workers: 1})
	require.NoError(t, err)
	spans, _ := interval.RulesOf(r.Root.Game())
	found := newFindings(r, spans)
	r.Prover.Begin(context.Background(), r.Limits)
	require.NoError(t, found.explore(context.Background(), r))
	r.Prover.Finish()
	return found
}

// Several workers choose the same intervals as one, of those that one has found.
func TestChoosingByWorkers(t *testing.T) {
	r := request(t, testgames.Game(t, variants.Blockade, 6, 5).Start(), variants.X)
	found := explored(t, r)
	var all [][]byte
	for _, workers := range []int{1, 2, 5} {
		found.workers = workers
		w := proof.NewWriter(r.strategyHeader(), new(bytes.Buffer))
		require.NoError(t, found.write(context.Background(), w, r))
		var file bytes.Buffer
		require.NoError(t, w.Finish(&file, false))
		all = append(all, file.Bytes())
	}
	require.True(t, bytes.Equal(all[0], all[1]))
	require.True(t, bytes.Equal(all[0], all[2]))
}

// Several workers share what they find: together they find not much more than one alone does.
func TestExploringByWorkers(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		r := request(t, testgames.Game(t, variants.Blockade, 6, 6).Start(), variants.O)
		r.Limits.Workers = workers
		found := explored(t, r)
		require.Less(t, len(allOf(found)), 30_000, "%d workers; one finds 23,487", workers)
	}
}

// Random positions, early and late, with holes, won and lost by the player to move, by all
// methods; with a table that has room for three positions, or with nothing in it.
func TestCertificatesOfRandomPositions(t *testing.T) {
	methods := map[proof.Method]int{}
	wins := map[string]int{}
	all := []proof.Method{proof.Strategy, proof.Intervals, proof.Copying, proof.Matching, proof.Nimbers, proof.Values}
	enough := func() bool { return testgames.Seen(methods, 0, all...) && len(wins) == 2*len(variants.All()) }
	testgames.CheckUntil(t, 1500, enough, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 16)
		opt := solver.Options{
			Memory:   rapid.SampledFrom([]int64{1, 1 << 20}).Draw(t, "memory"),
			NoLemmas: rapid.Bool().Draw(t, "bare"),
		}
		engine := rapid.SampledFrom([]solver.Engine{auto.Engine{}, auto.Engine{}, pn.Engine{}, negamax.Engine{}}).Draw(t, "engine")
		h := accepted(t, p, engine, rapid.Bool().Draw(t, "strategy"), opt)
		methods[h.Method]++
		wins[fmt.Sprint(h.Variant, h.ToMove == h.Winner)]++
	})
	require.True(t, enough(), "%v; won and lost: %v", methods, wins)
}

// Larger boards with a table that keeps next to nothing, so that parts are searched again.
func TestCertificatesWhereTheTableForgets(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
	}{{variants.Blockade, 4, 5}, {variants.Lockdown, 4, 5}, {variants.Duel, 3, 5}, {variants.Claim, 5, 5}, {variants.Classic, 4, 5}} {
		p := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		accepted(t, p, pn.Engine{}, true, solver.Options{Memory: 1 << 12})
	}
}

// A value with a star is written the same in a certificate as by the engines, and the checker
// takes it.
func TestCertificateOfAStar(t *testing.T) {
	for position, value := range map[string]string{"1/1/#/1/#/1/1/1/O/1/#/X x": "3/2*", "1##2##3X2 o": "-1*"} {
		h := accepted(t, testgames.Parse(t, variants.Duel, position), auto.Engine{}, false, solver.Options{Memory: 1 << 24})
		require.Equal(t, proof.Values, h.Method)
		require.Equal(t, value, h.Value)
	}
}

func newProver(t require.TestingT, game *variants.Game) *pn.Prover {
	prover, err := pn.NewProver(game, solver.Options{Memory: 1 << 20})
	require.NoError(t, err)
	return prover
}

func request(t *testing.T, p variants.Position, winner variants.Player) Request {
	prover := newProver(t, p.Game())
	t.Cleanup(prover.Close)
	return Request{Root: p, Winner: winner, Prover: prover}
}

// A wrong verdict has no certificate, by any method.
func TestNoCertificateOfWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		variant, position string
		winner            variants.Player
	}{
		{variants.Classic, "4/4/4/4 x", variants.X},
		{variants.Classic, "3/3/3 x", variants.O},
		{variants.Blockade, "4/4/X2O/4 x", variants.O},
		{variants.Lockdown, "4/4/4/4 x", variants.X},
		{variants.Duel, "3/3/3 x", variants.X},
		{variants.Claim, "3/3/3 x", variants.O},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		_, err := request(t, p, c.winner).Extract(context.Background(), new(bytes.Buffer))
		require.ErrorContains(t, err, "does not", c.variant)
	}
}

func TestExtractStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	for _, id := range []string{variants.Blockade, variants.Claim, variants.Duel} {
		p := testgames.Game(t, id, 5, 5).Start()
		r, err := auto.Engine{}.Solve(context.Background(), p, solver.Options{})
		require.NoError(t, err)
		winner, _ := r.Winner(p)
		_, err = request(t, p, winner).Extract(ctx, new(bytes.Buffer))
		require.ErrorIs(t, err, context.Canceled, id)
		_, err = request(t, p, winner).Extract(late, new(bytes.Buffer))
		require.ErrorIs(t, err, solver.ErrLimit, id)
		require.ErrorIs(t, err, context.DeadlineExceeded, id)
	}
	// What a method says of what was cut short, here that nobody wins, is not the reason.
	_, err := request(t, testgames.Parse(t, variants.Classic, "3/3/3 x"), variants.O).Extract(ctx, new(bytes.Buffer))
	require.ErrorIs(t, err, context.Canceled)
	limited := request(t, testgames.Game(t, variants.Blockade, 5, 5).Start(), variants.X)
	limited.Limits.Nodes = 1000
	_, err = limited.Extract(context.Background(), new(bytes.Buffer))
	require.ErrorIs(t, err, solver.ErrLimit)
}

// full is a disk without space.
type full struct{ bytes.Buffer }

var errFull = errors.New("no room")

func (*full) Write([]byte) (int, error) { return 0, errFull }

func TestExtractSaysWhatIsWrongWithTheBody(t *testing.T) {
	p := testgames.Game(t, variants.Blockade, 6, 5).Start()
	r, err := pn.Engine{}.Solve(context.Background(), p, solver.Options{})
	require.NoError(t, err)
	winner, _ := r.Winner(p)
	w, err := request(t, p, winner).Extract(context.Background(), new(full))
	if err == nil { // all of it was in a buffer
		err = w.Finish(new(bytes.Buffer), false)
	}
	require.ErrorIs(t, err, errFull)
}
