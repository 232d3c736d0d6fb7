package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/sweep"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// module is the root of the module.
const module = "../.."

// The atlas has every board of at most 64 cells, once.
func TestBoards(t *testing.T) {
	count := map[string]int{}
	seen := map[key]bool{}
	for _, start := range starts(variants.All()) {
		count[start.Game().Variant().ID]++
		require.False(t, seen[keyOf(start)])
		seen[keyOf(start)] = true
	}
	require.Equal(t, map[string]int{
		variants.Classic: 144, variants.Duel: 144, variants.Lockdown: 144, variants.Claim: 144, variants.Blockade: 216,
	}, count)
	for _, start := range starts(variants.All()) {
		k, grid := keyOf(start), start.Game().Grid()
		require.True(t, grid.Rows() <= grid.Cols() || k.variant == variants.Blockade, k)
	}
}

// sizes returns sizes of boards.
func sizes(t *testing.T, text string) []sweep.Sizes {
	t.Helper()
	all, err := sweep.ParseSizes(text)
	require.NoError(t, err)
	return all
}

// games returns games.
func games(t *testing.T, text string) []variants.Variant {
	t.Helper()
	all, err := sweep.AddGames(t.Context(), nil, text)
	require.NoError(t, err)
	return all
}

// The facts of different runs are the same, byte for byte, whatever runs beside them.
func TestRunsAgree(t *testing.T) {
	opt := options{docs: t.TempDir(), version: "v1", boards: sizes(t, "1..3x2..3"),
		games: games(t, strings.Join(variants.IDs(), ",")), memory: 2 << 30, nodes: 5000, plies: 5000, jobs: 1}
	solved := func(opt options) string {
		var out strings.Builder
		require.ErrorContains(t, opt.run(t.Context(), module, &out), "boards have no row yet")
		content, err := os.ReadFile(filepath.Join(opt.docs, "atlas", "atlas.jsonl"))
		require.NoError(t, err)
		require.Contains(t, out.String(), "26 boards solved, 0 kept\n")
		return string(content)
	}
	first := solved(opt)
	other := opt
	other.docs, other.jobs = t.TempDir(), 4
	require.Equal(t, first, solved(other))
}

// A second run continues where the first one stopped, and keeps what is as good.
func TestRunContinues(t *testing.T) {
	opt := options{docs: t.TempDir(), version: "v1", boards: sizes(t, "3x3..4"),
		games: games(t, strings.Join(variants.IDs(), ",")), memory: 2 << 30, nodes: 100, plies: 20, jobs: 2}
	run := func(opt options) (string, data) {
		var out strings.Builder
		require.ErrorContains(t, opt.run(t.Context(), module, &out), "boards have no row yet")
		d, err := readData(filepath.Join(opt.docs, "atlas"))
		require.NoError(t, err)
		return out.String(), d
	}
	open := key{variants.Classic, "3x4"}
	out, d := run(opt)
	require.Contains(t, out, "10 boards solved, 0 kept\n")
	require.Nil(t, d.facts[open].Plies)
	out, _ = run(opt)
	require.Equal(t, "0 boards solved, 10 kept\n", out)

	// With wider limits only what was left open is solved again, and then says more.
	opt.version, opt.nodes, opt.plies = "v2", 5000, 5000
	out, d = run(opt)
	require.NotContains(t, out, "0 kept")
	require.NotContains(t, out, "10 boards solved")
	require.Equal(t, 10, *d.facts[open].Plies)
	require.Equal(t, "v2", d.facts[open].Program)
	require.Equal(t, "v1", d.facts[key{variants.Claim, "3x3"}].Program)

	// With narrower ones nothing is, and with all of it nothing is lost.
	opt.version, opt.nodes, opt.plies = "v3", 100, 20
	out, _ = run(opt)
	require.Equal(t, "0 boards solved, 10 kept\n", out)
	opt.all = true
	out, again := run(opt)
	require.Contains(t, out, "10 boards solved, 0 kept\n")
	require.Equal(t, d.facts, again.facts)
}

// Interrupted, it keeps what is done.
func TestInterrupt(t *testing.T) {
	opt := options{docs: t.TempDir(), version: "v1", boards: sizes(t, "3x3,8x8"), memory: 64 << 20, nodes: 1 << 40, jobs: 1, games: games(t, variants.Blockade)}
	ctx, cancel := context.WithCancel(t.Context())
	var out notify = func(text string) { cancel() }
	require.ErrorIs(t, opt.run(ctx, module, out), context.Canceled)
	d, err := readData(filepath.Join(opt.docs, "atlas"))
	require.NoError(t, err)
	require.Len(t, d.facts, 1)
	require.Equal(t, "X", *d.facts[key{variants.Blockade, "3x3"}].Winner)
}

// notify is a writer that calls a function.
type notify func(text string)

func (n notify) Write(p []byte) (int, error) { n(string(p)); return len(p), nil }

// Two results that contradict each other are an error, and nothing is replaced.
func TestContradiction(t *testing.T) {
	x, o, n := "X", "O", 7
	old := Fact{Variant: variants.Claim, Board: "3x3", Winner: &x, Program: "v1"}
	_, err := old.update(Fact{Variant: variants.Claim, Board: "3x3", Winner: &o, Program: "v2"})
	require.EqualError(t, err, "claim 3x3: v2 contradicts v1; one of them is wrong")
	kept, err := old.update(Fact{Winner: &x, Plies: &n})
	require.NoError(t, err)
	require.Equal(t, &n, kept.Plies)
	kept, err = old.update(Fact{})
	require.NoError(t, err)
	require.Equal(t, old, kept)
}

func TestWrongFlags(t *testing.T) {
	good := options{docs: t.TempDir(), version: "v1", nodes: 1, jobs: 1}
	for want, change := range map[string]func(*options){
		"-version is missing":                 func(o *options) { o.version = "" },
		"-jobs and -nodes":                    func(o *options) { o.jobs = 0 },
		"-boards: the atlas has none of them": func(o *options) { o.boards, o.games = sizes(t, "4x3"), games(t, "claim") },
		"the sources of the module are not":   func(o *options) { o.boards = sizes(t, "1x1") },
	} {
		opt := good
		change(&opt)
		require.ErrorContains(t, opt.run(t.Context(), t.TempDir(), io.Discard), want)
	}
	require.Len(t, good.chosen(starts(variants.All())), 792)
	_, err := sweep.AddGames(t.Context(), nil, "clam")
	require.ErrorContains(t, err, `did you mean "claim"`)
	_, err = sweep.ParseSizes("4")
	require.ErrorContains(t, err, "not sizes of boards")
}

// Every game can be in the atlas, also one that no other package knows.
func TestForeignBoards(t *testing.T) {
	for _, v := range testgames.Foreign(t) {
		for _, start := range starts([]variants.Variant{v}) {
			grid := start.Game().Grid()
			if grid.Rows() > grid.Cols() {
				require.False(t, transposes(start))
			}
		}
	}
}
