package main

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// module is the root of the module.
const module = "../.."

// solved solves some boards of the five games, of those that are in a folder, and returns what it says and
// what is then known of them.
func solved(t *testing.T, opt options, which func(b *board) bool) (said string, found map[[2]string]Fact) {
	t.Helper()
	all, err := editions(opt.docs)
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, opt.solve(t.Context(), all[0].Boards().which(which), func() error { return opt.write(data(all)) }, &out))
	again, err := editions(opt.docs)
	require.NoError(t, err)
	return out.String(), facts(again)
}

// facts returns what is known, by board.
func facts(all []edition) map[[2]string]Fact {
	found := map[[2]string]Fact{}
	for _, e := range all {
		for _, b := range e.Boards().which(known) {
			found[b.key()] = b.Fact
		}
	}
	return found
}

// between returns whether boards have so many rows and columns.
func between(leastRows, mostRows, leastCols, mostCols int) func(*board) bool {
	return func(b *board) bool {
		return leastRows <= b.Rows && b.Rows <= mostRows && leastCols <= b.Cols && b.Cols <= mostCols
	}
}

// The atlas has every board of at most 64 cells, once.
func TestBoards(t *testing.T) {
	count := map[string]int{}
	seen := map[[2]string]bool{}
	for _, g := range games(variants.All(), 64) {
		for _, b := range g.Boards {
			count[g.ID]++
			require.False(t, seen[b.key()])
			seen[b.key()] = true
			require.True(t, b.Rows <= b.Cols || g.ID == variants.Blockade, b.key())
		}
	}
	require.Equal(t, map[string]int{
		variants.Classic: 144, variants.Duel: 144, variants.Lockdown: 144, variants.Claim: 144, variants.Blockade: 216,
	}, count)
}

// The facts of different runs are the same, byte for byte, whatever runs beside them.
func TestRunsAgree(t *testing.T) {
	opt := options{docs: t.TempDir(), version: "v1", memory: 2 << 30, nodes: 5000, plies: 5000, jobs: 1}
	small := between(1, 3, 2, 3)
	said, first := solved(t, opt, small)
	require.Contains(t, said, "26 boards solved, 0 kept\n")
	require.Len(t, first, 26)
	other := opt
	other.docs, other.jobs = t.TempDir(), 4
	_, second := solved(t, other, small)
	require.Equal(t, first, second)
}

// A second run continues where the first one stopped, and keeps what is as good.
func TestRunContinues(t *testing.T) {
	opt := options{docs: t.TempDir(), version: "v1", memory: 2 << 30, nodes: 100, plies: 20, jobs: 2}
	boards := between(3, 3, 3, 4)
	open := [2]string{variants.Classic, "3x4"}
	said, found := solved(t, opt, boards)
	require.Contains(t, said, "10 boards solved, 0 kept\n")
	require.Nil(t, found[open].Plies)
	said, _ = solved(t, opt, boards)
	require.Equal(t, "0 boards solved, 10 kept\n", said)

	// With wider limits only what was left open is solved again, and then says more.
	opt.version, opt.nodes, opt.plies = "v2", 5000, 5000
	said, found = solved(t, opt, boards)
	require.NotContains(t, said, " 0 kept")
	require.NotContains(t, said, "10 boards solved")
	require.Equal(t, 10, *found[open].Plies)
	require.Equal(t, "v2", found[open].Program)
	require.Equal(t, "v1", found[[2]string{variants.Claim, "3x3"}].Program)

	// With narrower ones nothing is, and with all of it nothing is lost.
	opt.version, opt.nodes, opt.plies = "v3", 100, 20
	said, _ = solved(t, opt, boards)
	require.Equal(t, "0 boards solved, 10 kept\n", said)
	opt.all = true
	said, again := solved(t, opt, boards)
	require.Contains(t, said, "10 boards solved, 0 kept\n")
	require.Equal(t, found, again)
}

// Interrupted, it keeps what is done.
func TestInterrupt(t *testing.T) {
	opt := options{docs: t.TempDir(), version: "v1", memory: 64 << 20, nodes: 1 << 40, jobs: 1}
	ctx, cancel := context.WithCancel(t.Context())
	var out notify = func(string) { cancel() }
	require.ErrorIs(t, opt.run(ctx, out), context.Canceled)
	all, err := editions(opt.docs)
	require.NoError(t, err)
	require.Len(t, facts(all), 1)
	require.Equal(t, "X", *facts(all)[[2]string{variants.Classic, "1x1"}].Winner)
	opt.pages = true
	require.ErrorContains(t, opt.run(t.Context(), io.Discard), "boards have no row yet")
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
		"-version is missing": func(o *options) { o.version = "" },
		"-jobs and -nodes":    func(o *options) { o.jobs = 0 },
	} {
		opt := good
		change(&opt)
		require.ErrorContains(t, opt.run(t.Context(), io.Discard), want)
	}
}

// Every game can be in the atlas, also one that no other package knows. A board is left out only if the one with rows and
// columns exchanged is there, and has that start.
func TestForeignBoards(t *testing.T) {
	for _, v := range append(testgames.Foreign(t), variants.Library()...) {
		if !transposes(v) {
			continue
		}
		for _, b := range games([]variants.Variant{v}, 20)[0].Boards {
			other, err := v.NewGame(b.Cols, b.Rows)
			require.NoError(t, err)
			require.LessOrEqual(t, b.Rows, b.Cols)
			require.Equal(t, other.Grid().All(), other.Start().Empty())
			require.Equal(t, b.start.Game().Grid().All(), b.start.Empty())
		}
	}
}
