package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

// rows returns rows of all kinds, in the order of the plan.
func rows(t *testing.T) []Row {
	starts := plan(t, "4x4")
	all := make([]Row, len(starts))
	for i, start := range starts {
		all[i] = Row{Place: i, Start: start, Result: solver.Undecided("auto")}
	}
	first, moves := variants.MoveSet(0).With(5), variants.MoveSet(0).With(5).With(6).With(9)
	all[0].Result = solver.Result{
		Outcome: solver.Win, Proven: true, Distance: solver.NoDistance, Best: first, Engine: "theory", Lemma: "matching",
		Stats: solver.Stats{Nodes: 1, Elapsed: 1234567 * time.Nanosecond},
	}
	all[0].Certificate = &report.Certificate{File: "dir/classic-4x4.proof.gz", Method: "matching", Bytes: 300, SHA256: "1f", Seconds: new(0.5)}
	all[1].Result = solver.Result{
		Outcome: solver.Win, Proven: true, Distance: 7, Best: moves, BestComplete: true, ColValue: "1/2*", Engine: "auto",
		Stats: solver.Stats{Nodes: 481_000_000, Elapsed: 1234 * time.Second},
	}
	all[1].Origin = &solver.Origin{Kind: solver.FromStore, Program: "v1", When: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	all[2].Err = errors.New("no room | left")
	all[3].Result = solver.Result{Outcome: solver.Loss, Proven: true, Distance: 4, Nimber: new(0), Best: moves, Engine: "auto"}
	all[3].Origin = &solver.Origin{Kind: solver.FromBook}
	all[4].Err = solver.ErrLimit
	all[4].Result.Stats = solver.Stats{Nodes: 1000, Elapsed: time.Second}
	return all
}

var formats = map[string]func(w *bytes.Buffer) Table{
	"text": func(w *bytes.Buffer) Table {
		return NewText(w, []string{"winner", "plies", "nimber", "value", "best", "nodes", "seconds"}, nil)
	},
	"csv":   func(w *bytes.Buffer) Table { return NewCSV(w, Columns()) },
	"jsonl": func(w *bytes.Buffer) Table { return NewJSON(w) },
}

func TestFormats(t *testing.T) {
	for name, want := range map[string]string{
		"text": `variant  board winner plies nimber value  best             nodes seconds  status
classic  4x4   X                          2,2                  1    0.00
duel     4x4   X          7         1/2*  6 +2       481,000,000 1234.00
lockdown 4x4                                                   0    0.00  failed
claim    4x4   O          4      0        6 +2
blockade 4x4                                               1,000    1.00  limit
`, "csv": `variant,board,winner,class,plies,nimber,value,best,nodes,seconds,certificate,position,status
classic,4x4,X,,,,,"2,2",1,0.001,classic-4x4.proof.gz,..../..../..../.... x,solved
duel,4x4,X,,7,,1/2*,6 7 10,481000000,1234.000,,..../..../..../.... x,solved
lockdown,4x4,,,,,,,0,0.000,,..../..../..../.... x,failed
claim,4x4,O,,4,0,,6 7 10,,,,..../..../..../.... x,solved
blockade,4x4,,,,,,,1000,1.000,,..../..../X..O/.... x,limit
`,
	} {
		var w bytes.Buffer
		out := formats[name](&w)
		for _, r := range rows(t) {
			require.NoError(t, out.Row(r))
		}
		require.NoError(t, out.End())
		require.Equal(t, want, w.String())
		for line := range strings.Lines(w.String()) {
			require.True(t, name != "text" || len(strings.TrimSuffix(line, "\n")) <= 80, line)
		}
	}
}

// JSON has every field, null if there is none.
func TestJSONHasEveryField(t *testing.T) {
	var lines bytes.Buffer
	out := NewJSON(&lines)
	for _, r := range rows(t) {
		require.NoError(t, out.Row(r))
	}
	require.NoError(t, out.End())
	var fields []string
	for line := range bytes.Lines(lines.Bytes()) {
		var row map[string]any
		require.NoError(t, json.Unmarshal(line, &row))
		names := slices.Sorted(maps.Keys(row))
		require.True(t, fields == nil || slices.Equal(fields, names), "%s", line)
		fields = names
	}
	require.Len(t, fields, 24)
}

// A row comes as soon as those before it are there, and in the end those that were kept.
func TestOrder(t *testing.T) {
	all := rows(t)
	for name, table := range formats {
		var w bytes.Buffer
		out := table(&w)
		ids := func() string {
			var found []string
			for line := range strings.Lines(w.String()) {
				for _, v := range variants.All() {
					if strings.Contains(line, v.ID+" ") || strings.Contains(line, v.ID+",") || strings.Contains(line, `"`+v.ID+`"`) {
						found = append(found, v.ID)
					}
				}
			}
			return strings.Join(found, " ")
		}
		for i, want := range []struct{ ordered, found string }{
			{"", "duel"}, {"classic duel", "duel classic"}, {"classic duel", "duel classic blockade"},
		} {
			require.NoError(t, out.Row(all[[]int{1, 0, 4}[i]]))
			if name == "jsonl" {
				require.Equal(t, want.found, ids(), name)
			} else {
				require.Equal(t, want.ordered, ids(), name)
			}
		}
		require.NoError(t, out.End())
		require.Contains(t, ids(), "blockade")
	}
}

// A sweep without rows still has the head of the table.
func TestNoRows(t *testing.T) {
	var w bytes.Buffer
	require.NoError(t, NewCSV(&w, []string{"winner"}).End())
	require.Equal(t, "variant,board,winner,status\n", w.String())
}

func TestCSVIsRead(t *testing.T) {
	var w bytes.Buffer
	out := NewCSV(&w, Columns())
	for _, r := range rows(t) {
		require.NoError(t, out.Row(r))
	}
	cells, err := csv.NewReader(&w).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 6)
	require.Equal(t, "6 7 10", cells[2][7])
}

func TestUsualColumns(t *testing.T) {
	all := plan(t, "3x3")
	require.Equal(t, Columns(), Usual(all, ClassColumn, CertificateColumn, PositionColumn))
	require.Equal(t, []string{"winner", "plies", "best", "nodes", "seconds"}, Usual(all[:1]))
	require.Contains(t, Usual(all[1:2]), "value")
	require.NotContains(t, Usual(all[1:2]), "nimber")
}

func TestParseColumns(t *testing.T) {
	names, err := ParseColumns("Winner, nodes")
	require.NoError(t, err)
	require.Equal(t, []string{"winner", "nodes"}, names)
	for text, want := range map[string]string{"": "no column", "winer": `did you mean "winner"`, "best,best": "named twice"} {
		_, err := ParseColumns(text)
		require.ErrorContains(t, err, want)
	}
}

func TestParseSizes(t *testing.T) {
	for text, want := range map[string][]Sizes{
		"4x5":            {{Range{4, 4}, Range{5, 5}}},
		"1..8X1..8":      {{Range{1, 8}, Range{1, 8}}},
		"1..64 × 3, 4x4": {{Range{1, 64}, Range{3, 3}}, {Range{4, 4}, Range{4, 4}}},
	} {
		got, err := ParseSizes(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "4", "4x", "x4", "4x4,", "8..1x4", "0x4", "4x65", "1...3x4", "-1x4", "4x4 5x5", "9999x1"} {
		_, err := ParseSizes(text)
		require.Error(t, err, text)
	}
}

func TestPlan(t *testing.T) {
	sizes, err := ParseSizes("1..2x1..2,2x2,8x8..9")
	require.NoError(t, err)
	starts, left, why := Plan(variants.All()[:1], sizes)
	var names []string
	for _, p := range starts {
		names = append(names, p.Game().String())
	}
	require.Equal(t, []string{"classic 1x1", "classic 1x2", "classic 2x1", "classic 2x2", "classic 8x8"}, names)
	require.Equal(t, 1, left)
	require.ErrorContains(t, why, "too large")

	starts, left, why = Plan(variants.All(), nil)
	require.Len(t, starts, len(variants.All()))
	require.Zero(t, left)
	require.NoError(t, why)
	for _, p := range starts {
		require.Equal(t, p.Game().Variant().Default().Start(), p)
	}
}
