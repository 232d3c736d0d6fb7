package draw

import (
	"fmt"

	"gridlock/variants"
)

// Heat is a picture of what is known of boards of many sizes: a square for each, by rows and
// columns.
type Heat struct {
	Title  string
	Notes  []string // below the title
	Panels []HeatPanel
}

// HeatPanel is a part of a [Heat] with axes of its own. Rows and columns count from 1.
type HeatPanel struct {
	Down, Across string // what the axes count: "rows", "columns"
	Cells        []HeatCell
}

// HeatCell is a board.
type HeatCell struct {
	Down, Across int
	Winner       *variants.Player // nil if it is not known
	Text         string
	Shade        float64 // of the winner's colour, from 0 to 1
}

// Sizes of a heat map, in pixels.
const (
	heatCell = 19
	heatLine = 18 // of notes
	heatHead = 44 // above a panel, for the name and the numbers of its columns
)

// heatStyle is the style that only heat maps have.
const heatStyle = `rect.heat { fill: $cell; stroke: $line }
rect.shade.x { fill: $x }
rect.shade.o { fill: $o }
text.heat { fill: $ink; font-size: 10px }
text.number { font-size: 9px }
`

// Draw draws the map.
func (h Heat) Draw() Element {
	width, height := 0, heatLine*(len(h.Notes)+1)+margin
	for _, p := range h.Panels {
		down, across := p.size()
		width = max(width, edge+across*heatCell+2*margin)
		height += heatHead + down*heatCell + margin
	}
	svg := element("svg", "class", "drawing heat", "viewBox", fmt.Sprintf("0 0 %d %d", width, height),
		"width", width, "height", height, "role", "img", "aria-label", h.text())
	svg.add(element("rect", "class", "paper", "width", width, "height", height))
	y := heatLine / 2
	svg.add(label(h.Title, "text", "class", "left", "x", margin, "y", y+margin))
	for _, note := range h.Notes {
		y += heatLine
		svg.add(label(note, "text", "class", "name left", "x", margin, "y", y+margin))
	}
	y += heatLine / 2
	for _, p := range h.Panels {
		svg.add(p.draw(y)...)
		down, _ := p.size()
		y += heatHead + down*heatCell + margin
	}
	return svg.styled()
}

// size returns the number of rows and columns of a panel.
func (p HeatPanel) size() (down, across int) {
	for _, c := range p.Cells {
		down, across = max(down, c.Down), max(across, c.Across)
	}
	return down, across
}

// draw draws a panel whose top is at y.
func (p HeatPanel) draw(y int) (all []Element) {
	down, across := p.size()
	all = append(all, label(fmt.Sprintf("%s ↓  %s →", p.Down, p.Across), "text", "class", "name left", "x", margin, "y", y+16))
	y += heatHead
	for n := range across {
		all = append(all, label(fmt.Sprint(n+1), "text", "class", "number", "x", edge+n*heatCell+heatCell/2, "y", y-8))
	}
	for n := range down {
		all = append(all, label(fmt.Sprint(n+1), "text", "class", "number", "x", edge/2, "y", y+n*heatCell+heatCell/2))
	}
	for _, c := range p.Cells {
		all = append(all, c.draw(edge+(c.Across-1)*heatCell, y+(c.Down-1)*heatCell)...)
	}
	return all
}

// draw draws a board whose top left corner is at a place.
func (c HeatCell) draw(x, y int) []Element {
	all := []Element{element("rect", "class", "heat", "x", x, "y", y, "width", heatCell, "height", heatCell)}
	if c.Winner != nil && c.Shade > 0 {
		class := "shade x"
		if *c.Winner == variants.O {
			class = "shade o"
		}
		all = append(all, element("rect", "class", class, "x", x, "y", y, "width", heatCell, "height", heatCell,
			"fill-opacity", fmt.Sprintf("%.2f", .08+.5*c.Shade)))
	}
	if c.Text != "" {
		all = append(all, label(c.Text, "text", "class", "heat", "x", px(float64(x)+heatCell/2.), "y", px(float64(y)+heatCell/2.)))
	}
	return all
}

// text says in words what a map shows.
func (h Heat) text() string {
	boards, open := 0, 0
	for _, p := range h.Panels {
		boards += len(p.Cells)
		for _, c := range p.Cells {
			if c.Winner == nil {
				open++
			}
		}
	}
	return fmt.Sprintf("%s. %d boards; it is open who wins on %d of them.", h.Title, boards, open)
}

// rules returns the style of a drawing.
func (e Element) rules() []rule {
	if e.attr("class") == "drawing heat" {
		return rules(style + heatStyle)
	}
	return rules(style)
}
