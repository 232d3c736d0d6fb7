package draw

import (
	"fmt"
	"strings"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// Sizes of the plot of a game, in pixels; its width is that of the page.
const (
	courseHeight = 290
	courseMiddle = 138
	longestBar   = 96
)

// course is the plot of a game.
type course struct {
	Element
	g       analysis.Game
	longest int     // distance, 0 if none is known
	width   float64 // of a ply, in percent
}

// Course draws who wins after each ply of a game, and in how many plies: upwards if X wins,
// downwards if O wins. As long as nobody errs, the bars get shorter by one ply at every ply.
// Horizontal positions are in percent, so that the text keeps its size for any width of the
// page.
func Course(g analysis.Game) Element {
	c := &course{g: g, width: 100 / float64(len(g.Plies)+1)}
	c.Element = element("svg", "class", "drawing course", "width", "100%", "height", courseHeight,
		"role", "img", "aria-label", courseText(g))
	for i := range len(g.Plies) + 1 {
		c.longest = max(c.longest, g.Position(i).Result.Distance)
	}
	c.scale()
	for i := range len(g.Plies) + 1 {
		c.ply(i)
	}
	return c.styled()
}

// scale draws the scale of the bars.
func (c *course) scale() {
	for _, y := range []int{courseMiddle - longestBar, courseMiddle + longestBar} {
		c.add(element("line", "class", "rule", "x1", "0", "x2", "100%", "y1", y, "y2", y))
	}
	for _, y := range []int{courseMiddle - longestBar - 9, courseMiddle + longestBar + 9} {
		if c.longest > 0 {
			c.add(label(plies(c.longest), "text", "class", "name right", "x", "100%", "y", y))
		}
	}
	c.add(element("line", "class", "axis", "x1", "0", "x2", "100%", "y1", courseMiddle, "y2", courseMiddle))
	c.add(label("X wins", "text", "class", "left x", "x", 0, "y", 10))
	c.add(label("O wins", "text", "class", "left o", "x", 0, "y", courseMiddle+longestBar+30))
}

// plies writes a number of plies.
func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// percent returns a position in the column of a ply.
func (c *course) percent(ply int, share float64) string {
	return fmt.Sprintf("%.2f%%", (float64(ply)+share)*c.width)
}

// ply draws the column after i plies.
func (c *course) ply(i int) {
	if every := (len(c.g.Plies) + 9) / 10; i == 0 || i%every == 0 {
		c.add(label(fmt.Sprint(i), "text", "class", "name", "x", c.percent(i, .5), "y", courseHeight-8))
	}
	a := c.g.Position(i)
	winner, known := a.Result.Winner(a.Position)
	if !known {
		c.add(label("?", "text", "class", "open", "x", c.percent(i, .5), "y", courseMiddle-12))
		return
	}
	height, kind := longestBar, "bar vague "+strings.ToLower(winner.String())
	if a.Result.Distance != solver.NoDistance {
		height, kind = max(2, longestBar*a.Result.Distance/max(1, c.longest)), "bar "+strings.ToLower(winner.String())
	}
	top, beyond := courseMiddle, courseMiddle+height+11
	if winner == variants.X {
		top, beyond = courseMiddle-height, courseMiddle-height-11
	}
	c.add(element("rect", "class", kind, "x", c.percent(i, .12), "y", top,
		"width", fmt.Sprintf("%.2f%%", .76*c.width), "height", height, "rx", 2))
	if i > 0 && c.g.Plies[i-1].Played.Mistake == analysis.Blunder {
		c.add(label("??", "text", "class", "loss", "x", c.percent(i, .5), "y", beyond))
	}
}

// courseText describes in words what the plot shows.
func courseText(g analysis.Game) string {
	texts := []string{}
	for i := range len(g.Plies) + 1 {
		texts = append(texts, fmt.Sprintf("%d: %s", i, g.Position(i).Verdict()))
	}
	return "Who wins after each ply, and in how many plies. " + strings.Join(texts, ", ") + "."
}
