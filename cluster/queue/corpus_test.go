package queue

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/variants"
)

// known is a position of the corpus, see solver/corpus_test.go.
type known struct {
	variants.Position
	outcome string
	nodes   uint64 // about what it takes to find out
}

// corpus returns positions of a game, those first that take the most. What takes longer than a moment
// is left out.
func corpus(t *testing.T, v variants.Variant) (all []known) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "solver", "testdata", "corpus", v.ID+".txt"))
	require.NoError(t, err)
	for _, line := range regexp.MustCompile(`(?m)^(.*) \{(win|loss)\b[^}]*\} \{.*\bpn (\d+)`).FindAllStringSubmatch(string(text), -1) {
		nodes, err := strconv.ParseUint(line[3], 10, 64)
		require.NoError(t, err, line[0])
		p, err := v.Parse(line[1])
		require.NoError(t, err, line[0])
		if nodes <= 200_000 {
			all = append(all, known{p, line[2], nodes})
		}
	}
	slices.SortStableFunc(all, func(a, b known) int { return int(b.nodes) - int(a.nodes) })
	require.Greater(t, len(all), 25)
	return all
}

// What a run finds about positions of the corpus is what is known of them, in all games, and it is
// proven by one certificate where that is not too large.
func TestCorpus(t *testing.T) {
	s := start(t)
	ctx := t.Context()
	var group errgroup.Group
	group.SetLimit(16) // they wait for each other most of the time
	for _, v := range variants.All() {
		all := corpus(t, v)
		for i, x := range all[:testgames.Of(6, len(all))] {
			group.Go(func() error {
				opt := options(t)
				opt.Run, opt.Name = fmt.Sprintf("%s-%d", v.ID, i), fmt.Sprintf("coordinator-%s-%d", v.ID, i)
				opt.Log = func(string, ...any) {}
				if err := agrees(ctx, s, x, opt); err != nil {
					return fmt.Errorf("%s %v: %w", v.ID, x.Position, err)
				}
				return nil
			})
		}
	}
	require.NoError(t, group.Wait())
}

// agrees returns an error unless a run decides a position as the corpus does.
func agrees(ctx context.Context, s *Server, x known, opt SolveOptions) error {
	const mostCells = 25 // a strategy for a larger board may have millions of positions
	opt.Prove = x.Game().Grid().Size() <= mostCells
	merged := false
	if opt.Prove {
		opt.Merged = func(ctx context.Context, m *certify.Merger, winner variants.Player) error {
			merged = true
			return checkMerged(ctx, m, x.Position, winner)
		}
	}
	h, err := Connect(ctx, Access{URL: s.URL()}, opt.Name, 30*time.Second, opt.Log)
	if err != nil {
		return err
	}
	defer h.Close()
	w, err := Connect(ctx, Access{URL: s.URL()}, "worker of "+opt.Name, 30*time.Second, opt.Log)
	if err != nil {
		return err
	}
	defer w.Close()
	var worker errgroup.Group
	worker.Go(func() error {
		return Work(ctx, w, WorkerOptions{Name: "of-" + opt.Name, Program: "test", Slots: 2, Threads: 2, Memory: 16 << 20, Run: opt.Run, Log: opt.Log})
	})
	v, err := Solve(ctx, h, x.Position, opt)
	switch {
	case err != nil:
		return err
	case v.Outcome != x.outcome:
		return fmt.Errorf("a %s, and not a %s", v.Outcome, x.outcome)
	case merged != opt.Prove:
		return fmt.Errorf("merged: %v", merged)
	}
	return worker.Wait()
}

// checkMerged checks the certificate that a merger writes.
func checkMerged(ctx context.Context, m *certify.Merger, p variants.Position, winner variants.Player) error {
	w, err := m.Extract(ctx, certify.Request{Root: p, Winner: winner}, new(bytes.Buffer))
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := w.Finish(&file, true); err != nil {
		return err
	}
	r, _, err := proof.Check(ctx, &file, proof.Options{})
	if err == nil && (r.Root.String() != p.String() || r.Header.WinnerPlayer() != winner) {
		err = fmt.Errorf("a certificate that %v wins %v", r.Header.WinnerPlayer(), r.Root)
	}
	return err
}
