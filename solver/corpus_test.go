package solver_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
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

// The corpus is a file for each game, testdata/corpus/GAME.txt, of positions with their
// expectations. Lines beginning with // are comments, with the source of what follows; empty
// lines are ignored; every other line is
//
//	position {outcome name=value …} {engine nodes, …}
//
//	4/4/4/4 x {loss distance=4 nimber=0} {pn 50}
//
// The outcome is for the player to move, a value has X as Left. An engine that finds a distance,
// a nimber or a value must agree. The last part has the budgets: the maximum number of nodes for
// one worker of the engine until it has the answer, so that the test fails when a search gets
// worse, not only when it gets wrong. An engine without a budget does not have to solve the
// position, which is too large for it.
//
//	go test ./solver -run Corpus -update
//
// rewrites the budgets, to the nodes it takes now and a quarter more.

var updateCorpus = flag.Bool("update", false, "rewrite the budgets in testdata/corpus")

// budgeted returns the engines that have budgets, and unlimited those that answer if they can
// within corpusNodes.
func budgeted() []solver.Engine { return []solver.Engine{pn.Engine{}, negamax.Engine{}} }
func unlimited() []solver.Engine {
	return []solver.Engine{brute.Naive{}, brute.Memo{}, auto.Theory{}, auto.Engine{}}
}

const (
	corpusNodes  = 200_000  // maximum for an engine without a budget
	corpusMemory = 64 << 20 // fixed, since node counts depend on it
)

// expectation is a line of the corpus.
type expectation struct {
	where   string // file and line
	head    string // the line without its budgets
	p       variants.Position
	outcome string
	values  map[string]string // distance, nimber, value
	budgets map[string]uint64 // by engine
}

func TestCorpus(t *testing.T) {
	for _, v := range variants.All() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", "corpus", v.ID+".txt")
			if *updateCorpus {
				rewriteBudgets(t, v, file)
			}
			answers := map[string]int{}
			lines := readCorpus(t, v, file)
			for _, x := range lines {
				x.check(t, answers)
			}
			require.GreaterOrEqual(t, len(lines), 25)
			for _, e := range append(budgeted(), brute.Memo{}) {
				require.Greater(t, answers[e.Name()], len(lines)/2, e.Name())
			}
			require.GreaterOrEqual(t, answers["theory"], 5)
		})
	}
}

// check checks every engine against the expectation, and counts those that answer.
func (x expectation) check(t *testing.T, answers map[string]int) {
	t.Helper()
	for _, e := range unlimited() {
		if x.answers(t, e, uint64(testgames.Of(50_000, corpusNodes))) {
			answers[e.Name()]++
		}
	}
	for _, e := range budgeted() {
		if most, ok := x.budgets[e.Name()]; ok {
			require.True(t, x.answers(t, e, most), "%s: %s visits more than %d nodes", x.where, e.Name(), most)
			answers[e.Name()]++
		}
	}
}

// answers reports whether the engine answers within the given number of nodes, and checks its
// answer.
func (x expectation) answers(t *testing.T, e solver.Engine, nodes uint64) bool {
	t.Helper()
	r, err := e.Solve(context.Background(), x.p, solver.Options{Nodes: nodes, Memory: corpusMemory})
	if errors.Is(err, solver.ErrLimit) {
		return false
	}
	require.NoError(t, err, "%s: %s", x.where, e.Name())
	x.compare(t, r)
	return true
}

func (x expectation) compare(t *testing.T, r solver.Result) {
	t.Helper()
	name := fmt.Sprintf("%s: %s on %v", x.where, r.Engine, x.p)
	require.True(t, r.Proven, name)
	require.Equal(t, x.outcome, r.Outcome.String(), name)
	found := map[string]string{}
	if r.Distance != solver.NoDistance {
		found["distance"] = fmt.Sprint(r.Distance)
	}
	if r.Nimber != nil {
		found["nimber"] = fmt.Sprint(*r.Nimber)
	}
	if r.ColValue != "" {
		found["value"] = r.ColValue
	}
	for key, value := range found {
		if want, ok := x.values[key]; ok {
			require.Equal(t, want, value, "%s: %s", name, key)
		}
	}
}

// readCorpus reads the file of a game.
func readCorpus(t *testing.T, v variants.Variant, file string) []expectation {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var all []expectation
	seen := map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		x := readExpectation(t, v, line)
		x.where = fmt.Sprintf("%s:%d", file, i+1)
		require.False(t, seen[x.p.String()], "%s is there twice", x.where)
		seen[x.p.String()] = true
		all = append(all, x)
	}
	return all
}

func readExpectation(t *testing.T, v variants.Variant, line string) expectation {
	t.Helper()
	position, rest, ok := strings.Cut(line, " {")
	expected, budgets, closed := strings.Cut(rest, "}")
	require.True(t, ok && closed, line)
	p, err := v.Parse(position)
	require.NoError(t, err, line)
	words := strings.Fields(expected)
	x := expectation{
		head: position + " {" + expected + "}", p: p, outcome: words[0],
		values: map[string]string{}, budgets: map[string]uint64{},
	}
	require.Contains(t, []string{"win", "loss"}, x.outcome, line)
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		require.Contains(t, []string{"distance", "nimber", "value"}, key, line)
		x.values[key] = value
	}
	for _, budget := range strings.Split(strings.Trim(budgets, " {}"), ",") {
		if words := strings.Fields(budget); len(words) == 2 {
			x.budgets[words[0]], err = strconv.ParseUint(words[1], 10, 64)
			require.NoError(t, err, line)
		}
	}
	return x
}

// rewriteBudgets writes the nodes that the engines take now, and a quarter more, to a file.
func rewriteBudgets(t *testing.T, v variants.Variant, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines[i] = readExpectation(t, v, line).withBudgets(t)
		}
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644))
}

// withBudgets returns the line with new budgets.
func (x expectation) withBudgets(t *testing.T) string {
	t.Helper()
	var budgets []string
	for _, e := range budgeted() {
		r, err := e.Solve(context.Background(), x.p, solver.Options{Nodes: corpusNodes, Memory: corpusMemory})
		if errors.Is(err, solver.ErrLimit) {
			continue
		}
		require.NoError(t, err, x.head)
		budgets = append(budgets, fmt.Sprintf("%s %d", e.Name(), (r.Stats.Nodes*5+3)/4))
	}
	if len(budgets) == 0 {
		return x.head
	}
	return x.head + " {" + strings.Join(budgets, ", ") + "}"
}
