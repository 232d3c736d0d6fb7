package benchmarks

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// claim is a row of a table of docs/results.md that says how many nodes an engine takes.
type claim struct {
	engine solver.Engine
	cells  map[string]string // by the head of the column
	nodes  uint64
}

// claims returns the rows about nodes.
func claims(t *testing.T, text string) (all []claim) {
	t.Helper()
	engines := map[string]solver.Engine{
		"`memo` nodes": brute.Memo{}, "`pn` nodes": pn.Engine{}, "`negamax` nodes": negamax.Engine{}, "`theory` nodes": auto.Theory{},
	}
	var heads []string
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(strings.ReplaceAll(line, "**", "")), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if cells[0] == "game" {
			heads = cells
		}
		if _, err := variants.Lookup(cells[0]); err != nil || len(cells) != len(heads) {
			continue
		}
		c := claim{cells: map[string]string{}}
		for i, head := range heads {
			c.cells[head] = cells[i]
			if e, ok := engines[head]; ok {
				nodes, err := strconv.ParseUint(strings.ReplaceAll(cells[i], ",", ""), 10, 64)
				require.NoError(t, err, line)
				c.engine, c.nodes = e, nodes
			}
		}
		if c.engine != nil {
			all = append(all, c)
		}
	}
	return all
}

// quick reports whether a row takes less than a second, or in the plain suite a third of one.
func (c claim) quick() bool {
	return c.nodes < uint64(testgames.Of(250_000, 700_000)) && !regexp.MustCompile(`^[1-9].* (s|min)$`).MatchString(c.cells["time"])
}

// What docs/results.md says of boards that take less than a second is what engines find, with as many
// nodes.
func TestResultsAreWhatEnginesFind(t *testing.T) {
	text, err := os.ReadFile("../docs/results.md")
	require.NoError(t, err)
	checked := map[string]int{}
	for _, c := range claims(t, string(text)) {
		if !c.quick() {
			continue
		}
		name := c.cells["game"] + " " + c.cells["board"] + " " + c.engine.Name()
		e := Entry{Variant: c.cells["game"], Board: strings.ReplaceAll(c.cells["board"], "×", "x"), Engine: c.engine, Memory: 4 << 30}
		root, err := e.Root()
		require.NoError(t, err, name)
		r, err := c.engine.Solve(context.Background(), root, e.options(1))
		require.NoError(t, err, name)
		require.Equal(t, c.nodes, r.Stats.Nodes, name)
		require.Equal(t, c.cells["winner"] == "first", r.Outcome == solver.Win, name)
		if plies := c.cells["plies"]; plies != "" {
			require.Equal(t, plies, strconv.Itoa(r.Distance), name)
		}
		checked[c.engine.Name()]++
	}
	require.Len(t, checked, 4)
	for name, n := range checked {
		require.GreaterOrEqual(t, n, map[string]int{"memo": 1, "theory": 5, "negamax": testgames.Of(8, 11), "pn": testgames.Of(5, 8)}[name], name)
	}
}
