package draw

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/cgt"
)

// Sizes of a thermograph, in pixels.
const (
	wallsSize = 200 // the greater of its width and its height, without the mast
	wallsEdge = 28  // around it, for the numbers
)

// Thermograph draws a thermograph as in Winning Ways: the tax goes up, and places that are better for Left, who is X, are
// on the left. It has the colour of the text around it.
func Thermograph(g *cgt.Thermograph) string {
	high, low := g.Mean, g.Mean
	for _, p := range slices.Concat(g.Left, g.Right) {
		high, low = max(high, p.X), min(low, p.X)
	}
	top := max(g.Temperature, 0)
	scale := wallsSize / max((high-low).Float(), top.Float(), 1)
	mast := wallsSize / 5.0
	width, height := 2*wallsEdge+scale*(high-low).Float(), 2*wallsEdge+scale*top.Float()+mast
	x := func(d cgt.Dyadic) float64 { return wallsEdge + scale*(high-d).Float() }
	y := func(t cgt.Dyadic) float64 { return height - wallsEdge - scale*t.Float() }
	text := fmt.Sprintf("Thermograph: mean %v, temperature %v", g.Mean, g.Temperature)
	e := element("svg", "class", "thermograph", "viewBox", "0 0 "+px(width)+" "+px(height),
		"width", px(width), "height", px(height), "role", "img", "aria-label", text, "fill", "currentColor", "font-size", 12)
	line := func(x1, y1, x2, y2 float64, more ...any) {
		e.add(element("line", append([]any{"x1", px(x1), "y1", px(y1), "x2", px(x2), "y2", px(y2)}, more...)...))
	}
	line(wallsEdge/2, y(0), width-wallsEdge/2, y(0), "stroke", "currentColor", "stroke-opacity", 0.4)
	for i, wall := range []cgt.Wall{g.Left, g.Right} {
		var points []string
		for _, p := range wall {
			points = append(points, px(x(p.X))+","+px(y(p.T)))
		}
		colour := colours[[]string{"$x", "$o"}[i]][0]
		e.add(element("polyline", "points", strings.Join(points, " "), "fill", "none", "stroke", colour, "stroke-width", 2))
	}
	line(x(g.Mean), y(top), x(g.Mean), y(top)-mast, "stroke", "currentColor", "stroke-width", 2)
	number := func(d cgt.Dyadic, at, above float64, anchor string) {
		e.add(label(d.String(), "text", "x", px(at), "y", px(above), "text-anchor", anchor))
	}
	left, right := g.Stops()
	number(left.At, x(left.At), y(0)+16, "middle")
	if right.At != left.At {
		number(right.At, x(right.At), y(0)+16, "middle")
	}
	number(g.Mean, x(g.Mean), y(top)-mast-6, "middle")
	if g.Temperature > 0 {
		number(g.Temperature, x(g.Mean)+6, y(top)-2, "start")
	}
	return e.bare()
}
