package draw

import (
	"strings"

	"gridlock/analysis"
	"gridlock/variants"
)

// Pattern is a picture of the positions to which a rule applies. The content of some cells does not matter.
type Pattern struct {
	Game   *variants.Game
	Cell   func(cell int) Pictured
	Arrows []Arrow
	Text   string // what the picture shows, in words
	Plain  bool   // leave out the names of cells
}

// Pictured says how a pattern shows a cell, and for which player.
type Pictured struct {
	Cell Shown
	By   variants.Player // Marked: whose mark; Only: who can take it
}

// Shown is how a pattern shows a cell.
type Shown uint8

const (
	Absent Shown = iota // it is not drawn
	Gone                // it is not free
	Open                // it is free
	Either              // it does not matter
	Marked              // there is a mark
	Only                // only one player can take it
)

// Draw draws the pattern, without a style: see [CSS].
func (p Pattern) Draw() Element {
	empty := p.Game.Start()
	empty = empty.Lift(empty.Marks(variants.X) | empty.Marks(variants.O))
	b := &board{p: empty, named: empty.Game().Numbered(), look: Look{Labels: Numbers}}
	before := margin
	if !p.Plain {
		before = beforeCells(empty)
	} else {
		b.look.Labels = NoLabels
	}
	b.plan = newPlan(p.Game, before)
	b.draw("drawing pattern", p.Text, !p.Plain, func(c int) { b.pictured(c, p.Cell(c)) })
	for _, a := range p.Arrows {
		if b.on(a.From) && b.on(a.To) {
			kind := "arrow "
			if a.Number > 0 {
				kind = "arrow thin " // several would hide the arrows
			}
			b.frame(kind+strings.ToLower(a.Player.String()), a.To)
		}
	}
	b.arrows(p.Arrows)
	return b.Element
}

// pictured draws a cell of a pattern.
func (b *board) pictured(c int, is Pictured) {
	kinds := [...]string{Absent: "", Gone: "gone", Open: "cell", Either: "cell either", Marked: "cell", Only: "cell"}
	if is.Cell == Absent {
		return
	}
	b.add(b.box(kinds[is.Cell], c, 1))
	x, y := b.middle(c)
	text := ""
	switch {
	case is.Cell == Marked:
		b.add(sign(is.By, "", x, y, 13))
	case is.Cell == Gone:
	case b.look.Labels == NoLabels:
	case b.named:
		text = b.game.CellText(c)
	}
	if is.Cell == Either {
		text += "?"
	}
	if text != "" {
		b.add(label(text, "text", "class", "number", "x", x, "y", y))
	}
	if is.Cell == Only {
		dx, dy := b.onlyAt()
		size := 4
		if text == "" {
			dx, dy, size = 0, 0, 8
		}
		b.add(sign(is.By, " only", x+dx, y+dy, size))
	}
}

// Step is the arrow of a player's turn: from a cell to another, and the blocked cell. -1 stands for none.
func Step(player variants.Player, from, to, block, number int, text string) Arrow {
	return Arrow{Geometry: analysis.Geometry{From: from, To: to, Block: block}, Player: player, Number: number, Text: text}
}

// CSS returns the style of drawings as a style sheet, on a light ground.
func CSS() string {
	var b strings.Builder
	for line := range strings.Lines(style) {
		if strings.HasPrefix(line, "svg ") {
			b.WriteString(line)
		} else {
			b.WriteString(".drawing " + line)
		}
	}
	var pairs []string
	for name, pair := range Light.palette() {
		pairs = append(pairs, name+" ", pair[0]+" ", name+";", pair[0]+";")
	}
	return strings.NewReplacer(pairs...).Replace(b.String())
}
