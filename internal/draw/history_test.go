package draw_test

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/draw"
)

// node is an element of a drawing that was read.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Nodes   []node     `xml:",any"`
}

func (n node) get(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number returns an attribute that is a number.
func (n node) number(t testing.TB, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(n.get(name), 64)
	require.NoError(t, err, "%v %s", n.XMLName.Local, name)
	return v
}

// middle returns the middle of a disc or a square.
func (n node) middle(t testing.TB) (x, y float64) {
	t.Helper()
	if n.XMLName.Local == "circle" {
		return n.number(t, "cx"), n.number(t, "cy")
	}
	return n.number(t, "x") + n.number(t, "width")/2, n.number(t, "y") + n.number(t, "height")/2
}

// with returns the elements of a class.
func (n node) with(class string) (all []node) {
	for _, child := range n.Nodes {
		if strings.Contains(" "+child.get("class")+" ", " "+class+" ") {
			all = append(all, child)
		}
	}
	return all
}

// plotted returns the elements of a plot.
func plotted(t testing.TB, h draw.History) (n node) {
	t.Helper()
	require.NoError(t, xml.Unmarshal([]byte(draw.Plot(h).File()), &n))
	return n
}

// histories returns histories by what is special about them.
func histories() map[string]draw.History {
	nan := math.NaN()
	runs := func(n int) (all []draw.Run) {
		for i := range n {
			all = append(all, draw.Run{Name: fmt.Sprintf("c0ffe%02d", i), When: "2026-01-31"})
		}
		return all
	}
	long := make([]float64, 100)
	for i := range long {
		long[i] = math.Pow(1.01, float64(i))
	}
	return map[string]draw.History{
		"none":    {},
		"one run": {Runs: runs(1), Mean: draw.Lines{Name: "mean", Nodes: []float64{1}, Time: []float64{1}}, Entries: []draw.Lines{{Name: `<"é&`, Nodes: []float64{1}, Time: []float64{1}}}},
		"some": {Runs: runs(3), Mean: draw.Lines{Name: "mean", Nodes: []float64{1, 2, .5}, Time: []float64{1, 1.3, 4}}, Entries: []draw.Lines{
			{Name: "a", Nodes: []float64{1, 1, 20}, Time: []float64{1, .9, .01}}, {Name: "b", Nodes: []float64{nan, 1, 1}, Time: []float64{nan, 1, 1.1}},
			{Name: "c", Nodes: []float64{nan, nan, 1}, Time: []float64{nan, nan, 1}}, {Name: "d", Nodes: []float64{1, nan, 1}, Time: []float64{1, nan, 1}},
			{Name: "e", Nodes: []float64{1, nan, nan}, Time: []float64{1, nan, nan}},
		}},
		"many runs": {Runs: runs(100), Mean: draw.Lines{Name: "mean", Nodes: long, Time: long}},
		"far apart": {Runs: runs(2), Mean: draw.Lines{Name: "mean", Nodes: []float64{1, 1e-9}, Time: []float64{1, 1e30}}},
	}
}

// The places of the dots say the values, by the scale that stands beside their panel.
func TestPlotShowsTheValues(t *testing.T) {
	for name, h := range histories() {
		svg := plotted(t, h)
		panels := svg.with("panel")
		require.Len(t, panels, 1+len(h.Entries), name)
		dots, count := svg.with("dot"), 0
		for i, lines := range append([]draw.Lines{h.Mean}, h.Entries...) {
			p := panels[i]
			x, y, width, height := p.number(t, "x"), p.number(t, "y"), p.number(t, "width"), p.number(t, "height")
			require.LessOrEqual(t, x+width, svg.number(t, "width"), name)
			require.LessOrEqual(t, y+height, svg.number(t, "height"), name)
			scale := scaleOf(t, svg, x, y, height)
			for kind, values := range map[string][]float64{"circle": lines.Nodes, "rect": lines.Time} {
				for run, v := range values {
					if math.IsNaN(v) {
						continue
					}
					wantX, wantY := x+width*(float64(run)+.5)/float64(len(values)), scale(v)
					require.GreaterOrEqual(t, wantY, y-.2, name)
					require.LessOrEqual(t, wantY, y+height+.2, name)
					found := slices.ContainsFunc(dots, func(d node) bool {
						gotX, gotY := d.middle(t)
						return d.XMLName.Local == kind && math.Abs(gotX-wantX) < .2 && math.Abs(gotY-wantY) < .4
					})
					require.True(t, found, "%s: panel %d, run %d, %s: no dot at %.1f %.1f for %v", name, i, run, kind, wantX, wantY, v)
					count++
				}
			}
		}
		require.Len(t, dots, count+2, "%s: a dot for each value, and two in the key", name)
	}
}

// scaleOf returns the scale that stands beside a panel, from the places of two of its values,
// or from one where there is one only.
func scaleOf(t testing.TB, svg node, x, y, height float64) func(value float64) float64 {
	t.Helper()
	type tick struct{ value, y float64 }
	var ticks []tick
	for _, text := range svg.with("right") {
		at := text.number(t, "y")
		if text.number(t, "x") != x-6 || at < y || at > y+height {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimPrefix(text.Text, "×"), 64)
		require.NoError(t, err)
		ticks = append(ticks, tick{value, at})
	}
	require.GreaterOrEqual(t, len(ticks), 2)
	require.LessOrEqual(t, len(ticks), 12)
	first, last := ticks[0], ticks[len(ticks)-1]
	perLog := (last.y - first.y) / math.Log(last.value/first.value)
	require.Negative(t, perLog, "more is further up")
	ones := 0
	for _, tick := range ticks {
		if tick.value == 1 {
			ones++
		}
		require.InDelta(t, tick.y, first.y+perLog*math.Log(tick.value/first.value), .2)
	}
	require.Equal(t, 1, ones, "%v", ticks)
	return func(value float64) float64 { return first.y + perLog*math.Log(value/first.value) }
}

// The last run has a name below the panel, and names do not overlap.
func TestPlotNamesRuns(t *testing.T) {
	h := histories()["many runs"]
	var places []float64
	var names []string
	for _, text := range plotted(t, h).with("name") {
		if strings.HasPrefix(text.Text, "c0ffe") {
			places, names = append(places, text.number(t, "x")), append(names, text.Text)
		}
	}
	require.Equal(t, "c0ffe99", names[len(names)-1])
	require.Greater(t, len(names), 5)
	for i, x := range places[1:] {
		require.Greater(t, x-places[i], 70.0)
	}
}

func TestPlotInWords(t *testing.T) {
	some := plotted(t, histories()["some"]).get("aria-label")
	require.Contains(t, some, "3 runs, from c0ffe00 (2026-01-31) to c0ffe02 (2026-01-31)")
	require.Contains(t, some, "mean: nodes ×0.5, time ×4. a: nodes ×20, time ×0.01.")
	require.Contains(t, some, "e: nodes ×1, time ×1.")
	require.Equal(t, "No runs.", plotted(t, draw.History{}).get("aria-label"))
}
