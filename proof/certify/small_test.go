package certify

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/interval"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// smallest returns a small certificate of the start of a game, which the checker accepts.
func smallest(t *testing.T, variant, board string, steps int) ([]byte, proof.Header) {
	t.Helper()
	var rows, cols int
	_, err := fmt.Sscanf(board, "%dx%d", &rows, &cols)
	require.NoError(t, err)
	p := testgames.Game(t, variant, rows, cols).Start()
	file, h, err := requested(p, auto.Engine{}, Request{Small: steps, Limits: solver.Options{Memory: 1 << 28, Workers: 1}})
	require.NoError(t, err)
	r, work, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
	require.NoError(t, err)
	require.Equal(t, p.String(), r.Root.String())
	require.Equal(t, h.Records, work.Records)
	return file, h
}

// Small certificates have few records, the same ones every time.
func TestSmallCertificates(t *testing.T) {
	var files [][]byte
	for _, c := range []struct {
		variant, board string
		method         proof.Method
		records        uint64
	}{
		{variants.Blockade, "4x4", proof.Intervals, 3},
		{variants.Blockade, "2x8", proof.Intervals, 5},
		{variants.Lockdown, "3x5", proof.Intervals, 6},
		{variants.Lockdown, "4x4", proof.Copying, 0},
		{variants.Duel, "1x9", proof.Bounds, 19},
		{variants.Claim, "3x5", proof.Copying, 0},
		{variants.Claim, "4x4", proof.Exclusions, 4},
		{variants.Classic, "4x4", proof.Matching, 0},
		{"walk hex", "3x5", proof.Intervals, 8},
	} {
		t.Run(c.variant+" "+c.board, func(t *testing.T) {
			file, h := smallest(t, c.variant, c.board, 1000)
			require.Equal(t, c.method, h.Method)
			require.Equal(t, c.records, h.Records)
			again, _ := smallest(t, c.variant, c.board, 1000)
			require.Equal(t, file, again)
			files = append(files, file)
		})
	}
	python(t, files)
}

// A player by a small certificate wins whatever the loser moves: every line is played to its end.
func TestSmallCertificatesWinEveryGame(t *testing.T) {
	for _, board := range [][2]string{{variants.Blockade, "3x4"}, {variants.Blockade, "5x3"}, {variants.Lockdown, "3x5"}, {variants.Duel, "1x7"}, {variants.Claim, "4x4"}} {
		file, _ := smallest(t, board[0], board[1], 500)
		player, err := proof.NewPlayer(context.Background(), bytes.NewReader(file), proof.Options{})
		require.NoError(t, err)
		games := winAll(t, player, player.Root, nil)
		t.Logf("%s %s: %d games", board[0], board[1], games)
		require.Greater(t, games, 3)
	}
}

// winAll plays all games that continue a line, which the player has to win, and returns how many there are.
func winAll(t require.TestingT, player *proof.Player, p variants.Position, line []variants.Move) (games int) {
	if p.Side() == player.Header.WinnerPlayer() {
		move, err := player.Reply(line)
		require.NoError(t, err)
		return winAll(t, player, p.Play(move), append(line, move))
	}
	for m := range p.Legal().Cells() {
		games += winAll(t, player, p.Play(variants.Move(m)), append(line, variants.Move(m)))
	}
	return max(games, 1)
}

// What a limit cuts short is a certificate, with no more records than without a search for fewer.
func TestSmallCertificatesWithinLimits(t *testing.T) {
	p := testgames.Game(t, variants.Lockdown, 5, 5).Start()
	prover, err := pn.NewProver(p.Game(), solver.Options{})
	require.NoError(t, err)
	defer prover.Close()
	_, err = pn.Engine{Prover: prover}.Solve(context.Background(), p, solver.Options{})
	require.NoError(t, err)
	counts := map[uint64]bool{}
	for polls := 1; polls < 100_000; polls = polls*3/2 + 1 {
		r := Request{Root: p, Winner: variants.X, Prover: prover, Small: 100}
		w, err := r.Extract(testgames.ExpireAt(polls, nil), new(bytes.Buffer))
		if err != nil {
			require.ErrorIs(t, err, solver.ErrLimit)
			continue
		}
		var file bytes.Buffer
		require.NoError(t, w.Finish(&file, false))
		_, work, err := proof.Check(context.Background(), &file, proof.Options{})
		require.NoError(t, err)
		require.LessOrEqual(t, work.Records, uint64(100))
		counts[work.Records] = true
	}
	t.Log(counts)
	require.Greater(t, len(counts), 2)
}

// A search ends when its work is done, with what it has by then, the same every time.
func TestSmallCertificatesEndWithTheirWork(t *testing.T) {
	p := testgames.Game(t, variants.Lockdown, 5, 5).Start()
	spans, ok := interval.RulesOf(p.Game())
	require.True(t, ok)
	prover, err := pn.NewProver(p.Game(), solver.Options{})
	require.NoError(t, err)
	defer prover.Close()
	r := Request{Root: p, Winner: variants.X, Prover: prover}
	require.NoError(t, r.solve(t.Context()))
	prover.Begin(t.Context(), solver.Options{})
	defer prover.Finish()
	f := newFindings(r, spans)
	require.NoError(t, f.explore(t.Context(), r))
	counts := map[int]bool{}
	for work := 100_000; work <= 1<<22; work *= 2 {
		search := func() (best draft, d *drafter, ok bool) {
			guide := prover.Guide()
			defer guide.Close()
			d = newDrafter(t.Context(), f, guide, 0, true)
			d.work = work
			best, ok = d.search(r, SmallSteps)
			return best, d, ok
		}
		best, d, ok := search()
		require.ErrorIs(t, d.err, errWork)
		require.Greater(t, d.work, -1<<20)
		again, _, _ := search()
		require.Equal(t, best.records, again.records)
		if ok {
			require.NoError(t, d.write(proof.NewWriter(r.strategyHeader(), new(bytes.Buffer)), r, best))
			counts[best.records] = true
		}
	}
	t.Log(counts)
	require.Greater(t, len(counts), 2)
}

// A search that is over before it has begun has an error, and nothing else.
func TestSmallTableCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := Request{Root: testgames.Game(t, variants.Claim, 3, 3).Start(), Winner: variants.X}
	for _, method := range []proof.Method{proof.Nimbers, proof.Values} {
		w, err := r.otherMethods(method)[0](r, ctx, new(bytes.Buffer))
		require.Nil(t, w)
		require.ErrorIs(t, err, context.Canceled)
	}
}

// smallFile is the table of small certificates.
const smallFile = "../../docs/small.csv"

// readSmall returns the rows of the table of small certificates.
func readSmall(t *testing.T) (rows [][]string) {
	file, err := os.Open(smallFile)
	require.NoError(t, err)
	defer file.Close()
	rows, err = csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	return rows[1:]
}

// The table says what is found, on boards that are quick.
func TestSmallTable(t *testing.T) {
	redone := 0
	for n, row := range readSmall(t) {
		before, err := strconv.Atoi(row[3])
		require.NoError(t, err)
		if before > 100 || n%testgames.Of(32, 8) != 0 {
			continue
		}
		_, h := smallest(t, row[0], row[1], SmallSteps)
		require.Equal(t, row[4:6], []string{string(h.Method), fmt.Sprint(h.Records)}, row)
		redone++
	}
	require.Greater(t, redone, testgames.Of(2, 10))
}

// Small certificates of random positions with holes are accepted, and a player by them wins every game, by plans, too.
func TestSmallCertificatesOfRandomPositions(t *testing.T) {
	plans, games := 0, 0
	enough := func() bool { return plans > testgames.Of(0, 10) }
	testgames.CheckUntil(t, 400, enough, func(t *rapid.T) {
		v, err := variants.Lookup(rapid.SampledFrom([]string{variants.Lockdown, variants.Blockade, "walk hex", "walk rook block ends torus", "walk knight"}).Draw(t, "game"))
		require.NoError(t, err)
		p := testgames.Position(t, v, 12)
		file, _, err := requested(p, auto.Engine{}, Request{Small: 20, Limits: solver.Options{Memory: 1 << 22, Workers: 1}})
		require.NoError(t, err)
		_, _, err = proof.Check(context.Background(), bytes.NewReader(file), proof.Options{Record: func(_ proof.Interval, a proof.Answer) {
			if a.Kind == proof.ByPlan {
				plans++
			}
		}})
		require.NoError(t, err)
		player, err := proof.NewPlayer(context.Background(), bytes.NewReader(file), proof.Options{})
		require.NoError(t, err)
		games += winAll(t, player, player.Root, nil)
	})
	t.Logf("%d plans, %d games", plans, games)
	require.True(t, enough())
}
