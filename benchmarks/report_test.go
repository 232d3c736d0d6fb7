package benchmarks

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver/brute"
)

func small() Entry {
	return Entry{Variant: "claim", Board: "5x5", Engine: brute.Memo{}, Memory: Memory}
}

func TestMeasureAndReadBack(t *testing.T) {
	record, err := Measure(t.Context(), small(), 3)
	require.NoError(t, err)
	require.Equal(t, uint64(1754), record.Nodes)
	require.Equal(t, "win", record.Outcome)
	require.Len(t, record.Seconds, 3)

	report := Report{Format: Format, Version: "test", Count: 3, Complete: true}
	report.Add(record)
	report.Add(Record{Name: "other", Nodes: 6, Seconds: []float64{1}, Memory: 1 << 40})
	require.Equal(t, uint64(1760), report.Nodes)
	require.InDelta(t, 1, report.Seconds, 0.5)
	require.Equal(t, int64(1<<40), report.Memory)

	text, err := json.Marshal(report)
	require.NoError(t, err)
	read, err := ReadReport(bytes.NewReader(text))
	require.NoError(t, err)
	require.Equal(t, report, read)
	require.NoError(t, read.CanCompare([]Entry{small()}))
}

func TestMeasureCalledOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	record, err := Measure(ctx, small(), 3)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, record.Seconds)
}

// The interval needs at least MinCount values.
func TestInterval(t *testing.T) {
	values := []float64{9, 1, 2, 4, 3}
	require.Equal(t, Interval{Median: 3}, interval(values))
	require.Equal(t, []float64{9, 1, 2, 4, 3}, values)
	i := interval(append(values, 5))
	require.Len(t, append(values, 5), MinCount)
	require.Equal(t, 3.5, i.Median)
	require.Equal(t, 1.0, *i.Low)
	require.Equal(t, 9.0, *i.High)
}

func TestReadReportRefusesWhatIsNone(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "not a result of gridlock bench: unexpected end of JSON input"},
		{"nodes 12", "not a result of gridlock bench: invalid character 'o'"},
		{"[1]", "not a result of gridlock bench: json: cannot unmarshal array"},
		{"{}", `it has no "format"`},
		{`{"format":0}`, "in format 0"},
		{`{"format":1,"entries":7}`, "not a result of gridlock bench: json: cannot unmarshal number"},
		{`{"format":1}`, "no entries"},
		{`{"format":1,"entries":[{"nodes":1}]}`, "entry 1 has no name"},
		{`{"format":1,"entries":[{"entry":"a","seconds":[]}]}`, `"a" has no times`},
		{`{"format":1,"entries":[{"entry":"a","seconds":[0]}]}`, `"a" has no times`},
		{`{"format":1,"entries":[{"entry":"a","seconds":[1]},{"entry":"a","seconds":[1]}]}`, `"a" is there twice`},
	} {
		_, err := ReadReport(strings.NewReader(c.text))
		require.ErrorContains(t, err, c.want, c.text)
	}
}
