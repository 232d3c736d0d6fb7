package sweep

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/cli/files"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// plan returns boards of all games.
func plan(t *testing.T, sizes string) []variants.Position {
	t.Helper()
	parsed, err := ParseSizes(sizes)
	require.NoError(t, err)
	starts, _, _ := Plan(variants.All(), parsed)
	return starts
}

// store opens the store in a folder until the test ends.
func store(t *testing.T, dir string) *files.Keeper {
	t.Helper()
	t.Setenv("GRIDLOCK_DB", dir)
	k, err := new(files.Store).Keeper(false, io.Discard)
	require.NoError(t, err)
	k.KeepAll()
	t.Cleanup(k.Close)
	return k
}

// counter counts the nodes of searches by board.
type counter struct {
	mu    sync.Mutex
	nodes map[string]uint64
}

func (c *counter) watch(task string, _ variants.Position) (*solver.Monitor, func()) {
	monitor := new(solver.Monitor)
	return monitor, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.nodes[task] += monitor.Snapshot().Nodes
	}
}

// swept runs a sweep and returns its rows by place, and the nodes that each board took.
func swept(t *testing.T, ctx context.Context, starts []variants.Position, opt Options) ([]Row, map[string]uint64) {
	t.Helper()
	c := counter{nodes: map[string]uint64{}}
	opt.Watch = c.watch
	rows := make([]Row, len(starts))
	seen := 0
	require.NoError(t, Run(ctx, starts, opt, func(r Row) error {
		rows[r.Place] = r
		seen++
		return nil
	}))
	require.Equal(t, len(starts), seen)
	return rows, c.nodes
}

func limits(nodes uint64) analysis.Options {
	return analysis.Options{Options: solver.Options{Memory: 1 << 20, Nodes: nodes}}
}

// Rows say the same as the verbs solve and analyze, which ask the same way.
func TestRowsAgree(t *testing.T) {
	ctx := t.Context()
	starts := plan(t, "1..3x1..4")
	rows, _ := swept(t, ctx, starts, Options{Jobs: 3, Ask: limits(0)})
	for i, row := range rows {
		require.Equal(t, Solved, row.Status())
		require.Equal(t, starts[i], row.Start)
		solved, err := analysis.Ask(ctx, row.Start, analysis.Verdict, limits(0))
		require.NoError(t, err)
		want := solved.Result()
		got := row.Result
		require.Equal(t, solved.Stats.Nodes, got.Stats.Nodes, row.Start.Game().String())
		want.Stats, got.Stats = solver.Stats{}, solver.Stats{}
		require.Equal(t, want, got, row.Start.Game().String())
		analysed, err := analysis.Analyze(ctx, row.Start, limits(0))
		require.NoError(t, err)
		require.Equal(t, analysed.Result.Outcome, got.Outcome, row.Start.Game().String())
		require.Equal(t, analysed.Result.Distance, got.Distance, row.Start.Game().String())
		require.Equal(t, analysed.Result.Best, got.Best, row.Start.Game().String())
		require.Equal(t, analysed.Result.Nimber, got.Nimber, row.Start.Game().String())
		require.Equal(t, analysed.Result.ColValue, got.ColValue, row.Start.Game().String())
	}
}

// A second sweep with the same store searches nothing, and has the same rows, with the work of
// the first.
func TestStoredRowsAreNotRepeated(t *testing.T) {
	starts, dir := plan(t, "3x3,2x4"), t.TempDir()
	opt := Options{Jobs: 2, Ask: limits(0)}
	opt.Ask.Store = store(t, dir)
	first, nodes := swept(t, t.Context(), starts, opt)
	searched := 0
	again, repeated := swept(t, t.Context(), starts, opt)
	for i := range again {
		task := starts[i].Game().String()
		require.Zero(t, repeated[task])
		if nodes[task] > 0 { // or else a lemma says all there is
			require.Equal(t, solver.FromStore, again[i].Origin.Kind, task)
			searched++
		}
		require.Equal(t, first[i].Result.Stats.Nodes, again[i].Result.Stats.Nodes)
		for _, name := range Columns() {
			if name != "seconds" {
				c := layout([]string{name})[2]
				require.Equal(t, c.cell(first[i]), c.cell(again[i]), "%s of %s", name, task)
			}
		}
	}
	require.Greater(t, searched, len(starts)/2)
}

// What is done when a sweep is interrupted stays done, and the rest is done by the next.
func TestInterrupted(t *testing.T) {
	starts, opt := plan(t, "3x4,2x4"), Options{Jobs: 1, Ask: limits(0)}
	dir := t.TempDir()
	first := store(t, dir)
	opt.Ask.Store = first
	ctx, cancel := context.WithCancel(t.Context())
	var done []Row
	err := Run(ctx, starts, opt, func(r Row) error {
		if done = append(done, r); len(done) == 4 {
			cancel()
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, done, 4)
	first.Close()
	opt.Ask.Store = store(t, dir)
	_, nodes := swept(t, t.Context(), starts, opt)
	for i, start := range starts {
		require.Equal(t, i < len(done), nodes[start.Game().String()] == 0, start.Game().String())
	}
}

// A search that is interrupted has no row, and the next sweep continues it.
func TestSearchesContinue(t *testing.T) {
	starts := plan(t, "6x6")[4:] // blockade
	kept := store(t, t.TempDir())
	var resumed []solver.CheckpointInfo
	opt := Options{Jobs: 1, Ask: limits(105_000), Checkpoint: func(string) *solver.Checkpoint {
		return &solver.Checkpoint{
			Store: kept.Store(), Resume: true, Least: 1,
			Resumed: func(info solver.CheckpointInfo) { resumed = append(resumed, info) },
		}
	}}
	opt.Ask.Memory = 1 << 24
	opt.Ask.Store = kept
	rows, _ := swept(t, t.Context(), starts, opt)
	require.Equal(t, Limit, rows[0].Status())
	require.Empty(t, resumed)
	opt.Ask.Nodes = 0
	rows, _ = swept(t, t.Context(), starts, opt)
	require.Equal(t, Solved, rows[0].Status())
	require.NotEmpty(t, resumed)
	require.NotZero(t, resumed[0].Positions)
}

// A board that reaches a limit is a row, and no error.
func TestLimits(t *testing.T) {
	starts := plan(t, "5x5")
	rows, _ := swept(t, t.Context(), starts, Options{Jobs: 2, Ask: limits(300)})
	status := map[string]string{}
	for _, r := range rows {
		status[r.Start.Game().Variant().ID] = r.Status()
		require.Equal(t, r.Status() == Limit, errors.Is(r.Err, solver.ErrLimit))
	}
	require.Equal(t, Solved, status[variants.Classic])
	require.Equal(t, Limit, status[variants.Blockade])

	// There is no time to write a certificate, either.
	opt := Options{Jobs: 2, Ask: limits(0), Proofs: t.TempDir(), Deadline: func(ctx context.Context) (context.Context, context.CancelFunc) {
		return context.WithTimeout(ctx, 0)
	}}
	rows, _ = swept(t, t.Context(), starts, opt)
	for _, r := range rows {
		require.Equal(t, r.Certificate == nil, r.Status() == Limit, "%v: %v", r.Start, r.Err)
	}
}

func TestTableThatCannotBeWritten(t *testing.T) {
	full, calls := errors.New("no room"), 0
	err := Run(t.Context(), plan(t, "2..3x2..3"), Options{Jobs: 2, Ask: limits(0)}, func(Row) error {
		calls++
		return full
	})
	require.ErrorIs(t, err, full)
	require.LessOrEqual(t, calls, 2)
}

// check checks a certificate and returns its header.
func check(t *testing.T, name string) proof.Header {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	r, _, err := proof.Check(t.Context(), file, proof.Options{})
	require.NoError(t, err, name)
	return r.Header
}

// Every verdict gets a certificate, which is right, and which the next sweep keeps.
func TestCertificates(t *testing.T) {
	dir, starts := t.TempDir(), plan(t, "1x2..3,3x4")
	opt := Options{Jobs: 2, Ask: limits(0), Proofs: dir}
	opt.Ask.Auto = auto.Engine{Distance: true}
	rows, _ := swept(t, t.Context(), starts, opt)
	for _, r := range rows {
		require.Equal(t, Solved, r.Status(), r.Err)
		h := check(t, r.Certificate.File)
		require.Equal(t, r.Start.String(), h.Position)
		require.Equal(t, winner(r), h.Winner)
		require.Equal(t, h.Records, r.Certificate.Records)
		file, err := os.ReadFile(r.Certificate.File)
		require.NoError(t, err)
		require.EqualValues(t, len(file), r.Certificate.Bytes)
		require.Equal(t, fmt.Sprintf("%x", sha256.Sum256(file)), r.Certificate.SHA256)
	}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, len(starts), "nothing else is left")

	again, _ := swept(t, t.Context(), starts, opt)
	for i, r := range again {
		require.Nil(t, r.Certificate.Seconds)
		want := *rows[i].Certificate
		want.Seconds = nil
		require.Equal(t, want, *r.Certificate)
	}
}

// What is in the place of a certificate and is not one of the board stays, and the board fails.
func TestOtherFilesStay(t *testing.T) {
	starts := plan(t, "2x3,3x2")
	dir := t.TempDir()
	opt := Options{Jobs: 1, Ask: limits(0), Proofs: dir}
	rows, _ := swept(t, t.Context(), starts, opt)
	name := func(i int) string { return filepath.Join(dir, fileName(starts[i])) }
	require.Equal(t, name(1), rows[1].Certificate.File)
	require.NoError(t, os.Rename(name(1), name(0)))
	require.NoError(t, os.WriteFile(name(1), []byte("my notes"), 0o644))
	rows, _ = swept(t, t.Context(), starts[:2], opt)
	require.Equal(t, Failed, rows[0].Status())
	require.ErrorContains(t, rows[0].Err, "the certificate of another position")
	require.Equal(t, Failed, rows[1].Status())
	require.ErrorContains(t, rows[1].Err, "will not replace")
	text, err := os.ReadFile(name(1))
	require.NoError(t, err)
	require.Equal(t, "my notes", string(text))
}

// A certificate of the opposite is not taken for one.
func TestCertificateOfTheOpposite(t *testing.T) {
	opt := Options{Jobs: 1, Ask: limits(0), Proofs: t.TempDir()}
	start := plan(t, "3x3")[0] // which X wins
	file, err := os.Create(filepath.Join(opt.Proofs, fileName(start)))
	require.NoError(t, err)
	w := proof.NewWriter(proof.NewHeader(start, variants.O, proof.Matching), new(bytes.Buffer))
	require.NoError(t, w.Finish(file, true))
	require.NoError(t, file.Close())
	rows, _ := swept(t, t.Context(), []variants.Position{start}, opt)
	require.Equal(t, "X", winner(rows[0]))
	require.Equal(t, Failed, rows[0].Status())
	require.Nil(t, rows[0].Certificate)
	require.ErrorContains(t, rows[0].Err, "says that O wins, but X does")
}
