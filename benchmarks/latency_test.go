package benchmarks

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/randomplay"
	"gridlock/variants"
)

// latencySeed is the seed of the positions in latency.txt.
const latencySeed = 37

// The positions of Latency are those that the seed makes.
func TestLatencyPositions(t *testing.T) {
	t.Logf("seed %d", latencySeed)
	got := latencyPositions(t)
	if *update {
		require.NoError(t, os.WriteFile("latency.txt", []byte(got), 0o644))
	}
	want, err := os.ReadFile("latency.txt")
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), got)
}

// latencyPositions makes the positions of Latency.
func latencyPositions(t *testing.T) string {
	t.Helper()
	r := randomplay.New(latencySeed)
	var lines strings.Builder
	for _, v := range variants.All() {
		boards := map[string]bool{}
		for _, n := range []int{4, 6, 7, 8} {
			game, err := v.NewGame(n, n)
			if n == 4 {
				game, err = v.Default(), nil
			}
			require.NoError(t, err)
			board := game.Grid().String()
			if boards[board] {
				continue
			}
			boards[board] = true
			add := func(word string, i int, p variants.Position) {
				fmt.Fprintf(&lines, "%s %s-%s%d %v\n", v.ID, board, word, i, p)
			}
			for i := range 9 {
				history := randomplay.Game(r, game.Start())
				moves := len(history) - 1
				add("mid", i+1, history[moves/4+r.IntN(moves/2+1)])
			}
			for plies := range 3 {
				add("new", plies+1, randomplay.Game(r, game.Start())[plies])
			}
		}
	}
	return lines.String()
}

func TestLatencyIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Latency(time.Second) {
		require.False(t, seen[e.String()], "two entries %v", e)
		require.LessOrEqual(t, len(e.String()), 26, "%v: does not fit into its column", e)
		seen[e.String()] = true
		p, err := e.Root()
		require.NoError(t, err, "%v", e)
		size, _, _ := strings.Cut(e.Board, "-")
		require.Equal(t, size, p.Game().Grid().String(), "%v", e)
		require.False(t, p.Over(), "%v", e)
	}
	require.Len(t, seen, 2*(171+57))
}

// What the answers in testdata/latency.txt take is what is written there. They were chosen by hand: some
// of each game that take a moment.
func TestLatencyNodes(t *testing.T) {
	const file = "testdata/latency.txt"
	entries := map[string]Entry{}
	for _, e := range Latency(0) {
		entries[e.String()] = e
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	want := strings.ReplaceAll(string(text), "\r\n", "\n")
	var got strings.Builder
	for line := range strings.Lines(want) {
		part := strings.Fields(line)
		name := strings.Join(part[:3], " ")
		require.Contains(t, entries, name)
		m, err := Run(t.Context(), entries[name], 1)
		require.NoError(t, err, name)
		fmt.Fprintf(&got, "%s %d\n", name, m.Nodes)
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o644))
		want = got.String()
	}
	require.Equal(t, want, got.String(),
		"the answers take other nodes than before; where that is meant: go test ./benchmarks -run Latency -update")
}

// An answer that takes too long is given up, and counts in no time.
func TestLatencyIsLimited(t *testing.T) {
	var hard Entry
	for _, e := range Latency(time.Millisecond) {
		if e.String() == "blockade 8x8-new1 plies" {
			hard = e
		}
	}
	record, err := Measure(t.Context(), hard, 2)
	require.NoError(t, err)
	require.True(t, record.Cut)
	require.Len(t, record.Seconds, 2)

	fast, slow, given := record, record, record
	fast.Limit, slow.Limit, given.Limit = 1, 1, 1
	fast.Cut, fast.Seconds = false, []float64{0.05}
	slow.Cut, slow.Seconds = false, []float64{0.5}
	shares := Report{Entries: []Record{fast, slow, given, {Board: "8x8", Engine: "pn", Seconds: []float64{1}}}}.Shares()
	require.Equal(t, []Share{
		{"blockade new plies", 3, []float64{1.0 / 3, 2.0 / 3}}, {"all new plies", 3, []float64{1.0 / 3, 2.0 / 3}},
	}, shares)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Measure(ended, hard, 1)
	require.ErrorIs(t, err, context.Canceled)
}
