package interchange_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/interchange"
	"gridlock/internal/random"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// vertices are the labels of the vertices of a graph of CGSuite, by name, and neighbours their edges.
type vertices map[string]string

type reader struct {
	words      []string
	labels     vertices
	neighbours map[[2]string]bool
}

// branch reads a vertex, and what hangs on it; it follows the description of CGSuite's graphs.
func (r *reader) branch(t *testing.T, from string) {
	word := regexp.MustCompile(`^(.):{([0-9]+)}$`).FindStringSubmatch(r.words[0])
	require.NotNil(t, word, r.words)
	label, name := word[1], word[2]
	r.words = r.words[1:]
	if known, ok := r.labels[name]; ok {
		require.Equal(t, known, label, "conflicting labels")
	}
	r.labels[name] = label
	if from != "" {
		require.False(t, r.neighbours[[2]string{from, name}], "an edge twice")
		r.neighbours[[2]string{from, name}], r.neighbours[[2]string{name, from}] = true, true
	}
	for len(r.words) > 0 {
		switch r.words[0] {
		case "-":
			r.words = r.words[1:]
			r.branch(t, name)
		case "(":
			for r.words[0] != ")" {
				require.Equal(t, "-", r.words[1])
				r.words = r.words[2:]
				r.branch(t, name)
			}
			r.words = r.words[1:]
			return
		default:
			return
		}
	}
}

// firstWins reports whether the player with a label ("L" is Left) wins if he moves first: Col's rules, or
// those of Node Kayles, by their definitions.
func (r *reader) firstWins(labels vertices, left, kayles bool) bool {
	mine, other := "R", "L" // the label of a vertex that only Left may play to is R
	if !left {
		mine, other = other, mine
	}
	for name, label := range labels {
		if label != "." && (kayles || label != mine) {
			continue
		}
		next := maps.Clone(labels)
		delete(next, name)
		for neighbour := range next {
			switch {
			case !r.neighbours[[2]string{name, neighbour}]:
			case kayles || next[neighbour] == mine:
				delete(next, neighbour)
			case next[neighbour] == ".":
				next[neighbour] = other
			}
		}
		if !r.firstWins(next, !left, kayles) {
			return true
		}
	}
	return false
}

// What is written for CGSuite has the winner of the position, by CGSuite's rules.
func TestCGSuite(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := random.New(seed)
	for _, id := range []string{variants.Duel, variants.Claim} {
		for range 150 {
			history := random.Game(r, random.Start(r, testgames.Game(t, id, 2+r.IntN(2), 3), 0.2))
			p := history[r.IntN(len(history))]
			if p.Empty().Count() > 7 {
				continue
			}
			text, err := interchange.Encode(interchange.CGSuite, interchange.Entry{Position: p})
			require.NoError(t, err)
			read := reader{labels: vertices{}, neighbours: map[[2]string]bool{}}
			if text != "0" {
				for _, part := range strings.Split(text, " + ") {
					graph := regexp.MustCompile(`^game\.graph\.(?:Col|GenCol\(\[Nothing\], \[Nothing\]\))\("(.*)"\)$`).FindStringSubmatch(part)
					require.NotNil(t, graph, text)
					read.words = regexp.MustCompile(`.:{[0-9]+}|.`).FindAllString(graph[1], -1)
					read.branch(t, "")
					require.Empty(t, read.words, text)
				}
			}
			result, err := brute.Memo{}.Solve(t.Context(), p, solver.Options{})
			require.NoError(t, err)
			require.Equal(t, result.Outcome == solver.Win, read.firstWins(read.labels, p.Side() == variants.X, id == variants.Claim), "%s %v: %s", id, p, text)
		}
	}
}

// This is the example in CGSuite's own tests, whose value is 7/8: R favours Left there, too.
func TestCGSuiteLabels(t *testing.T) {
	r := reader{labels: vertices{}, neighbours: map[[2]string]bool{}}
	r.words = regexp.MustCompile(`.:{[0-9]+}|.`).FindAllString("R:{1}-.:{2}-R:{3}-.:{4}-L:{5}-.:{6}-R:{7}-.:{8}-R:{9}-.:{10}", -1)
	r.branch(t, "")
	require.True(t, r.firstWins(r.labels, true, false))
	require.False(t, r.firstWins(r.labels, false, false))
}

func TestCGSuiteText(t *testing.T) {
	for position, want := range map[string]string{
		"duel ... x":   `game.graph.Col(".:{1}-.:{2}-.:{3}")`,
		"duel X.. o":   `game.graph.Col("L:{2}-.:{3}")`,
		"duel ../.. o": `game.graph.Col(".:{1}-.:{2}-.:{3}(-.:{1};-.:{4}(-.:{1};-.:{2}))")`,
		"claim .#.. x": `game.graph.GenCol([Nothing], [Nothing])(".:{1}") + game.graph.GenCol([Nothing], [Nothing])(".:{3}-.:{4}")`,
		"claim X- o":   "0",
	} {
		id, text, _ := strings.Cut(position, " ")
		v, err := variants.Lookup(id)
		require.NoError(t, err)
		p, err := v.Parse(text)
		require.NoError(t, err)
		got, err := interchange.Encode(interchange.CGSuite, interchange.Entry{Position: p})
		require.NoError(t, err)
		require.Equal(t, want, got, position)
	}
}
