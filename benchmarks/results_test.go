package benchmarks

import (
	"context"
	"encoding/csv"
	"fmt"
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

// board returns the board as commands take it, 4x5.
func (c claim) board() string { return strings.ReplaceAll(c.cells["board"], "×", "x") }

// quick reports whether a row takes few nodes, which no machine changes.
func (c claim) quick() bool { return c.nodes < uint64(testgames.Of(250_000, 700_000)) }

// What docs/results.md says of boards that take few nodes is what engines find, with as many nodes.
func TestResultsAreWhatEnginesFind(t *testing.T) {
	text, err := os.ReadFile("../docs/results.md")
	require.NoError(t, err)
	checked := map[string]int{}
	for _, c := range claims(t, string(text)) {
		if !c.quick() {
			continue
		}
		name := c.cells["game"] + " " + c.cells["board"] + " " + c.engine.Name()
		e := Entry{Variant: c.cells["game"], Board: c.board(), Engine: c.engine, Memory: 4 << 30}
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

// Who wins, how many records the certificate has, and the nimber or value are the same in docs/results.md as in the
// atlas.
func TestResultsAgreeWithTheAtlas(t *testing.T) {
	text, err := os.ReadFile("../docs/results.md")
	require.NoError(t, err)
	file, err := os.Open("../docs/atlas.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	atlas := map[string]map[string]string{} // by game and board
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for i, head := range rows[0] {
			cells[head] = row[i]
		}
		atlas[cells["variant"]+" "+cells["rows"]+"x"+cells["cols"]] = cells
	}
	records := 0
	for _, c := range claims(t, string(text)) {
		name := c.cells["game"] + " " + c.board()
		row := atlas[name]
		require.NotNil(t, row, name)
		require.Equal(t, map[string]string{"first": "X", "second": "O"}[c.cells["winner"]], row["winner"], name)
		if row["plies"] != "" && c.cells["plies"] != "" {
			require.Equal(t, row["plies"], c.cells["plies"], name)
		}
		if value := c.cells["value"]; value != "" {
			require.Equal(t, row["nimber"]+row["value"], value, name) // a game has one of them
		}
		if n := c.cells["records"]; n != "" {
			require.Equal(t, row["certificate_records"], strings.ReplaceAll(n, ",", ""), name)
			records++
		}
	}
	require.Greater(t, records, 20)

	// What other documents say of these boards.
	said := func(name string) string {
		text, err := os.ReadFile("../" + name)
		require.NoError(t, err)
		return strings.Join(strings.Fields(string(text)), " ")
	}
	open := 0
	for _, row := range atlas {
		require.NotEmpty(t, row["winner"])
		if row["plies"] == "" {
			open++
		}
	}
	require.Contains(t, said("README.md"), fmt.Sprintf("the winner on each of the %d boards", len(atlas)))
	require.Contains(t, said("README.md"), "The first player wins blockade on 7×7, in "+atlas["blockade 7x7"]["plies"]+
		" plies, and on 8×8; the second player wins duel on 7×7")
	require.Equal(t, "XXO", atlas["blockade 7x7"]["winner"]+atlas["blockade 8x8"]["winner"]+atlas["duel 7x7"]["winner"])
	require.Contains(t, said("docs/open-problems.md"), fmt.Sprintf("not known of %d boards", open))

	// The guide has the means of the two seeds.
	var solved [2][3]float64
	for i := range solved {
		row := regexp.MustCompile(fmt.Sprintf(`\| seed %d \| ([0-9.]+) \| ([0-9.]+) \| ([0-9.]+) \|`, i+1)).FindStringSubmatch(string(text))
		require.NotNil(t, row)
		for j := range solved[i] {
			solved[i][j], err = strconv.ParseFloat(row[j+1], 64)
			require.NoError(t, err)
		}
	}
	mean := func(j int) float64 { return (solved[0][j] + solved[1][j]) / 2 }
	require.Contains(t, said("docs/guide.md"),
		fmt.Sprintf("solves %.0f %% of easy puzzles, %.0f %% of medium and %.0f %% of hard ones", mean(0), mean(1), mean(2)))
}
