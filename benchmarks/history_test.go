package benchmarks

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// history returns runs of entries "a", "b" and so on, by their nodes; each takes as many
// seconds. -1 is for an entry that the run leaves out.
func history(runs ...[]int) (all []Report) {
	for _, nodes := range runs {
		var r Report
		for i, n := range nodes {
			if n >= 0 {
				r.Add(Record{Name: string(rune('a' + i)), Position: "p", Nodes: uint64(n), Seconds: []float64{float64(n) + 1}})
			}
		}
		all = append(all, r)
	}
	return all
}

// nodesOf returns the changes of the nodes, with -1 where there are none.
func nodesOf(changes []Change) (all []float64) {
	for _, c := range changes {
		if math.IsNaN(c.Nodes) {
			c.Nodes = -1
		}
		all = append(all, math.Round(1000*c.Nodes)/1000)
	}
	return all
}

func TestTrends(t *testing.T) {
	runs := history([]int{100, 10}, []int{50, -1, 7}, []int{200, 40, 7})
	trends := Trends(runs)
	require.Len(t, trends, 3)
	require.Equal(t, "a", trends[0].Last.Name)
	require.Equal(t, uint64(200), trends[0].Last.Nodes)
	require.Equal(t, []float64{1, .5, 2}, nodesOf(trends[0].Changes))
	require.InDelta(t, 201.0/101, trends[0].Changes[2].Seconds, 1e-12)
	require.Equal(t, []float64{1, -1, 4}, nodesOf(trends[1].Changes))
	require.Equal(t, []float64{-1, 1, 1}, nodesOf(trends[2].Changes))

	// a halves, b is left out; then a is four times as large as before, b too, and c is
	// as it was: the third root of 16, after the root of one half.
	require.Equal(t, []float64{1, .707, 1.782}, nodesOf(Mean(trends, 3)))

	require.Empty(t, Trends(nil))
	require.Empty(t, Mean(nil, 0))
	require.Equal(t, []float64{1}, nodesOf(Mean(Trends(runs[:1]), 1)))
}

func TestTrendsOfFullRunsAreGeometricMeans(t *testing.T) {
	trends := Trends(history([]int{10, 10}, []int{20, 80}, []int{0, 10}))
	require.Equal(t, []float64{1, 4, .316}, nodesOf(Mean(trends, 3)))
}

// An entry that is another position by now starts again.
func TestTrendsOfOtherPositions(t *testing.T) {
	runs := history([]int{100}, []int{50}, []int{25})
	runs[0].Entries[0].Position = "other"
	require.Equal(t, []float64{-1, 1, .5}, nodesOf(Trends(runs)[0].Changes))
	runs[1].Entries[0].MemoryLimit = 1
	require.Equal(t, []float64{-1, -1, 1}, nodesOf(Trends(runs)[0].Changes))
}

func TestReadHistory(t *testing.T) {
	const line = `{"format":1,"entries":[{"entry":"a","nodes":1,"seconds":[1]}]}`
	for text, want := range map[string]int{"": 0, "\n": 0, line: 1, line + "\n": 1, line + "\r\n\n" + line + "\n": 2} {
		runs, err := ReadHistory(strings.NewReader(text))
		require.NoError(t, err, text)
		require.Len(t, runs, want, text)
	}
	for text, want := range map[string]string{
		line + "\n" + line[:20] + "\n" + line: "line 2: not a result of gridlock bench: unexpected end of JSON input",
		"\n" + line + "\n{}\n":                "line 3: not a result of gridlock bench: it has no \"format\"",
		line + "\n" + `{"format":2}`:          "line 2: a result in format 2, and this program reads format 1",
		line + line:                           "line 1: not a result of gridlock bench: invalid character",
	} {
		_, err := ReadHistory(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
}
