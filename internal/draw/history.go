package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// History is what a number of runs have measured.
type History struct {
	Runs    []Run   // the oldest first
	Mean    Lines   // over all entries
	Entries []Lines // each of them
}

// Run is a run of a [History].
type Run struct{ Name, When string }

// Lines are two series of a [History]: a value for each run, relative to the first run, and
// NaN where there is none.
type Lines struct {
	Name, Note  string
	Nodes, Time []float64
}

// Sizes of the plot of a history, in pixels.
const (
	historyWidth = 860
	historyHead  = 62 // above the first panel, for title and key
	meanHeight   = 190
	meanFoot     = 74 // below the first panel, for the names of the runs and the scale
	columns      = 4  // of panels of entries
	panelHeight  = 66
	panelHead    = 38
	rulerWidth   = 46 // left of a panel, for its scale
	captionLeft  = 30 // how far left of a panel its name begins
	runWidth     = 76 // what the name of a run needs
)

// area is a rectangle in which values are plotted, by a logarithmic scale.
type area struct {
	x, y, width, height float64
	low, high           float64 // the values at its edges
}

// at returns the place of a run's value.
func (a area) at(run, runs int, value float64) (x, y float64) {
	return a.x + a.width*(float64(run)+.5)/float64(runs),
		a.y + a.height*math.Log(a.high/value)/math.Log(a.high/a.low)
}

// Plot draws how nodes and time changed from run to run: a panel for the mean, and below it
// one for each entry, all of which have the same scale.
func Plot(h History) Element {
	rows := (len(h.Entries) + columns - 1) / columns
	height := historyHead + meanHeight + meanFoot + rows*(panelHead+panelHeight) + margin
	svg := element("svg", "class", "drawing history", "viewBox", fmt.Sprintf("0 0 %d %d", historyWidth, height),
		"width", historyWidth, "height", height, "role", "img", "aria-label", historyText(h))
	svg.add(element("rect", "class", "paper", "width", historyWidth, "height", height))
	svg.add(label("Nodes and time, relative to the first run", "text", "class", "left", "x", edge, "y", historyHead-40))
	svg.add(label(h.Mean.Name, "text", "class", "name left", "x", edge+rulerWidth, "y", historyHead-14))
	svg.add(key(595, "nodes")...)
	svg.add(key(705, "time (median)")...)

	mean := scaled(h.Mean)
	mean.x, mean.y, mean.width, mean.height = edge+rulerWidth, historyHead, historyWidth-2*edge-rulerWidth, meanHeight
	svg.add(mean.panel(h.Mean, len(h.Runs))...)
	svg.add(mean.runs(h.Runs)...)

	each := scaled(h.Entries...)
	each.width, each.height = (historyWidth-2*edge)/columns-rulerWidth, panelHeight
	for i, lines := range h.Entries {
		each.x = edge + rulerWidth + float64(i%columns)*(each.width+rulerWidth)
		each.y = float64(historyHead + meanHeight + meanFoot + i/columns*(panelHead+panelHeight) + panelHead)
		svg.add(label(lines.Name, "text", "class", "name caption", "x", px(each.x-captionLeft), "y", px(each.y-23)))
		svg.add(label(lines.Note, "text", "class", "name left", "x", px(each.x-captionLeft), "y", px(each.y-9)))
		svg.add(each.panel(lines, len(h.Runs))...)
	}
	return svg.styled()
}

// px writes a place in pixels.
func px(place float64) string { return strconv.FormatFloat(math.Round(10*place)/10, 'f', -1, 64) }

// key returns the key of a series: its line, its dot and its name.
func key(x float64, name string) []Element {
	kind, _, _ := strings.Cut(name, " ")
	return []Element{
		element("path", "class", "series "+kind, "d", fmt.Sprintf("M%s %dh28", px(x), historyHead-14)),
		dot(kind, x+14, historyHead-14),
		label(name, "text", "class", "name left", "x", px(x+36), "y", historyHead-14),
	}
}

// dot returns the mark of a value: a disc for nodes and a square for a time.
func dot(kind string, x, y float64) Element {
	if kind == "nodes" {
		return element("circle", "class", "dot nodes", "cx", px(x), "cy", px(y), "r", 4)
	}
	return element("rect", "class", "dot time", "x", px(x-3), "y", px(y-3), "width", 6, "height", 6)
}

// scaled returns an area without a place, whose scale has room for all values.
func scaled(all ...Lines) area {
	a := area{low: 1 / 1.25, high: 1.25}
	for _, lines := range all {
		for _, v := range slices.Concat(lines.Nodes, lines.Time) {
			if !math.IsNaN(v) {
				a.low, a.high = min(a.low, v), max(a.high, v)
			}
		}
	}
	room := math.Pow(a.high/a.low, .08)
	a.low, a.high = a.low/room, a.high*room
	return a
}

// panel returns the scale of an area and two series in it. The time is drawn last, so that a
// square on a disc shows where they are equal.
func (a area) panel(lines Lines, runs int) []Element {
	all := []Element{element("rect", "class", "panel", "x", px(a.x), "y", px(a.y), "width", px(a.width), "height", px(a.height))}
	for _, tick := range a.ticks() {
		_, y := a.at(0, 1, tick)
		kind := "rule"
		if tick == 1 {
			kind = "axis"
		}
		all = append(all,
			element("path", "class", kind, "d", fmt.Sprintf("M%s %sh%s", px(a.x), px(y), px(a.width))),
			label(times(tick), "text", "class", "name right", "x", px(a.x-6), "y", px(y)))
	}
	all = append(all, a.series("nodes", lines.Nodes, runs)...)
	return append(all, a.series("time", lines.Time, runs)...)
}

// series returns the line through the values of a series, and their dots.
func (a area) series(kind string, values []float64, runs int) []Element {
	var d []string
	var dots []Element
	for run, v := range values {
		if math.IsNaN(v) {
			continue
		}
		x, y := a.at(run, runs, v)
		d = append(d, px(x)+" "+px(y))
		dots = append(dots, dot(kind, x, y))
	}
	if len(d) < 2 {
		return dots
	}
	return append([]Element{element("path", "class", "series "+kind, "d", "M"+strings.Join(d, "L"))}, dots...)
}

// runs returns the names of the runs below an area, as many as have room, the last always.
func (a area) runs(runs []Run) (all []Element) {
	every := max(1, int(math.Ceil(float64(len(runs)*runWidth)/a.width)))
	bottom := a.y + a.height
	for i, run := range runs {
		if (len(runs)-1-i)%every != 0 {
			continue
		}
		x, _ := a.at(i, len(runs), 1)
		all = append(all,
			element("path", "class", "tick", "d", fmt.Sprintf("M%s %sv5", px(x), px(bottom))),
			label(run.Name, "text", "class", "name", "x", px(x), "y", px(bottom+14)),
			label(run.When, "text", "class", "name", "x", px(x), "y", px(bottom+29)))
	}
	all = append(all, label("Horizontal: runs, by version and date. Vertical: nodes and time as multiples of the first run, logarithmic.",
		"text", "class", "name left", "x", edge, "y", px(bottom+52)))
	return all
}

// ticks returns round values within the area, few enough to be told apart; 1 is one of them.
func (a area) ticks() (ticks []float64) {
	most := int(a.height / 16)
	for _, steps := range [][]float64{
		{1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 7, 8, 9}, {1, 1.2, 1.5, 2, 3, 4, 5, 6, 8},
		{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1, 3}, {1},
	} {
		if ticks = a.ticksAt(steps, 1); len(ticks) <= most {
			return ticks
		}
	}
	for every := 2; len(ticks) > most; every++ {
		ticks = a.ticksAt([]float64{1}, every)
	}
	return ticks
}

// ticksAt returns the values within the area that are steps times a power of ten whose
// exponent is divisible by every.
func (a area) ticksAt(steps []float64, every int) (ticks []float64) {
	lowest, highest := int(math.Floor(math.Log10(a.low))), int(math.Floor(math.Log10(a.high)))
	for exponent := lowest; exponent <= highest; exponent++ {
		if exponent%every != 0 {
			continue
		}
		for _, step := range steps {
			// Read from text, so that 0.3 is not 0.30000000000000004.
			if v, _ := strconv.ParseFloat(fmt.Sprintf("%ge%d", step, exponent), 64); v >= a.low && v <= a.high {
				ticks = append(ticks, v)
			}
		}
	}
	return ticks
}

// times writes how many times as much something is, to three digits.
func times(v float64) string { return fmt.Sprintf("×%.3g", v) }

// historyText says in words what a plot shows.
func historyText(h History) string {
	if len(h.Runs) == 0 {
		return "No runs."
	}
	runs := "1 run"
	if len(h.Runs) > 1 {
		runs = fmt.Sprintf("%d runs", len(h.Runs))
	}
	texts := []string{fmt.Sprintf("Nodes and median time in %s, from %s (%s) to %s (%s), relative to the first.",
		runs, h.Runs[0].Name, h.Runs[0].When, h.Runs[len(h.Runs)-1].Name, h.Runs[len(h.Runs)-1].When)}
	for _, lines := range append([]Lines{h.Mean}, h.Entries...) {
		texts = append(texts, fmt.Sprintf("%s: nodes %s, time %s.", lines.Name, lastOf(lines.Nodes), lastOf(lines.Time)))
	}
	return strings.Join(texts, " ")
}

// lastOf writes the last value of a series.
func lastOf(values []float64) string {
	for _, v := range slices.Backward(values) {
		if !math.IsNaN(v) {
			return times(v)
		}
	}
	return "not measured"
}
