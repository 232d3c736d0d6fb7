package benchmarks

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// times returns six times around one that a machine without noise would take.
func times(seconds float64) []float64 {
	var all []float64
	for _, noise := range []float64{0.98, 1.01, 1, 0.99, 1.02, 1.03} {
		all = append(all, seconds*noise)
	}
	return all
}

func TestCompare(t *testing.T) {
	before := Report{Entries: []Record{
		{Name: "same", Outcome: "win", Nodes: 100, Seconds: times(1)},
		{Name: "more", Outcome: "win", Nodes: 100, Seconds: times(1)},
		{Name: "fewer", Outcome: "win", Nodes: 100, Seconds: times(1)},
		{Name: "wrong", Outcome: "win", Nodes: 100, Seconds: times(1)},
		{Name: "gone", Outcome: "win", Nodes: 100, Seconds: times(9)},
	}}
	now := Report{Entries: []Record{
		{Name: "same", Outcome: "win", Nodes: 100, Seconds: times(1)},
		{Name: "more", Outcome: "win", Nodes: 101, Seconds: times(2)},
		{Name: "fewer", Outcome: "win", Nodes: 99, Seconds: times(0.5)},
		{Name: "wrong", Outcome: "loss", Nodes: 100, Seconds: times(1)[:3]},
		{Name: "new", Outcome: "win", Nodes: 1, Seconds: times(9)},
	}}
	c := Compare(before, now)
	require.Equal(t, []string{"new"}, c.Added)
	require.Len(t, c.Entries, 4)
	want := []struct {
		name   string
		worse  bool
		change string
	}{{"same", false, "~"}, {"more", true, "+100.00%"}, {"fewer", false, "-50.00%"}, {"wrong", true, "~"}}
	for i, d := range c.Entries {
		require.Equal(t, want[i].name, d.Name)
		require.Equal(t, want[i].worse, d.Worse(), d.Name)
		require.Equal(t, want[i].change, d.Time.Change, d.Name)
	}
	require.NotNil(t, c.Entries[1].Time.Now.Low)
	require.Nil(t, c.Entries[3].Time.Now.Low)

	// Three runs of all four entries, against six.
	require.InDelta(t, 4*1.005, c.Total.Before.Median, 1e-9)
	require.InDelta(t, 4.5, c.Total.Now.Median, 0.1)
	require.Equal(t, 4, len(now.Entries[0].Seconds[2:]), "Compare changes no report")
	require.Equal(t, times(2), now.Entries[1].Seconds)
}

func TestCanCompare(t *testing.T) {
	e := small()
	root, err := e.Root()
	require.NoError(t, err)
	same := Record{Name: e.String(), Position: root.String(), MemoryLimit: e.Memory}
	moved, tighter := same, same
	moved.Position = "5/5/5/5/5 o"
	tighter.MemoryLimit = tight
	for _, c := range []struct {
		record Record
		want   string
	}{
		{moved, "claim 5x5 memo was another position then: 5/5/5/5/5 o"},
		{tighter, "claim 5x5 memo had other memory then: 262144 bytes, now 134217728"},
		{Record{Name: "other"}, "it has none of the entries"},
	} {
		require.EqualError(t, Report{Entries: []Record{c.record}}.CanCompare([]Entry{e}), c.want)
	}
	require.NoError(t, Report{Entries: []Record{same}}.CanCompare([]Entry{e, {Variant: "claim", Board: "4x4", Engine: e.Engine}}))
}
