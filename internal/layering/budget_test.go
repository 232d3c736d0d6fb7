package layering

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// budgets are the most lines of Go, without tests, that a room may have: a folder of the root, or one of
// internal. Raising one needs a sentence in the commit: what the lines are for, and what could not go instead.
var budgets = map[string]int{
	".": 20, "analysis": 2180, "benchmarks": 700, "bitboard": 790, "cgt": 1790, "cmd": 9280, "docs": 40, "player": 570,
	"proof": 9430, "solver": 8040, "tablebase": 4380, "theory": 4690, "variants": 5580,

	"internal/atlas": 710, "internal/browsertest": 190, "internal/cli": 4330, "internal/draw": 1110, "internal/explain": 970,
	"internal/extsort": 480, "internal/faultinject": 20, "internal/home": 70, "internal/interchange": 920,
	"internal/interval": 830, "internal/invariants": 20, "internal/lines": 200, "internal/man": 280, "internal/mcp": 580,
	"internal/mutants": 340, "internal/page": 300, "internal/pipe": 530, "internal/plaintext": 320, "internal/printable": 130,
	"internal/ptytest": 90, "internal/puzzle": 400, "internal/query": 1910, "internal/randomplay": 60, "internal/report": 1490,
	"internal/seed": 30, "internal/serve": 1010, "internal/shipped": 130, "internal/site": 550,
	"internal/spill": 130, "internal/staged": 360, "internal/sweep": 770, "internal/territory": 160, "internal/testgames": 590,
	"internal/tui": 2240, "internal/course": 470, "internal/yield": 70,
}

// Rooms keep within their budgets, and a room that has shrunk does not keep what it no longer needs.
func TestRoomsKeepWithinTheirBudgets(t *testing.T) {
	lines := map[string]int{}
	for _, s := range sources(t) {
		parts := strings.Split(filepath.ToSlash(s.dir), "/")
		room := parts[0]
		switch {
		case room == "cluster": // a module of its own
			continue
		case room == "internal":
			room += "/" + parts[1]
		}
		text, err := os.ReadFile(filepath.Join(root, s.name))
		require.NoError(t, err)
		lines[room] += bytes.Count(text, []byte("\n"))
	}
	all := 0
	for room, n := range lines {
		all += n
		require.LessOrEqual(t, n, budgets[room], "lines of Go in %s", room)
		require.GreaterOrEqual(t, n+max(100, n/10), budgets[room], "%s has shrunk to %d lines: lower its budget", room, n)
	}
	require.Len(t, lines, len(budgets), "a budget is for a room that is gone")
	t.Log("lines of Go without tests:", all)
}
