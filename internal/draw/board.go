package draw

import (
	"fmt"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// board is a drawing of a position.
type board struct {
	Element
	plan
	p     variants.Position
	look  Look
	cells map[int]analysis.Move
	named bool // cells have numbers
}

// newBoard returns a drawing of a position, described by a text.
func newBoard(a analysis.Position, look Look, text string) *board {
	before := margin
	if look.Labels == Values {
		before = beforeCells(a.Position)
	}
	b := &board{p: a.Position, look: look, named: a.Position.Game().Numbered(), plan: newPlan(a.Position.Game(), before)}
	if look.Labels == Values {
		b.cells = a.Cells()
	}
	b.draw("drawing board", text, look.Labels == Values, b.cell)
	return b
}

// draw draws the board, with a function for the cells. It numbers rows and columns if that is wanted and cells have no
// numbers.
func (b *board) draw(kind, text string, numbered bool, cell func(c int)) {
	width, height := b.extent()
	scale := b.look.scale(width)
	b.Element = element("svg", "class", kind, "viewBox", fmt.Sprintf("0 0 %d %d", width, height),
		"width", px(scale*float64(width)), "height", px(scale*float64(height)), "role", "img", "aria-label", text)
	if b.look.Theme != Auto {
		b.add(element("rect", "class", "paper", "width", width, "height", height))
	}
	if numbered && !b.named {
		b.rulers()
	}
	b.edges()
	b.ghosts()
	for c := range b.grid.Size() {
		if b.exists(c) {
			cell(c)
		}
	}
}

// beforeCells returns the space before the first cell, where cells have their names.
func beforeCells(p variants.Position) int {
	if p.Game().Numbered() {
		return margin
	}
	return edge
}

// rulers numbers rows and columns.
func (b *board) rulers() {
	for c := range b.grid.Size() {
		row, col := b.p.Game().Coordinates(c)
		x, y := b.middle(c)
		if c < b.grid.Cols() {
			b.add(label(fmt.Sprint(col), "text", "class", "name", "x", x, "y", edge/2))
		}
		if c%b.grid.Cols() == 0 {
			b.add(label(fmt.Sprint(row), "text", "class", "name", "x", x-cellSize/2-b.ring(b.wraps())-edge/2, "y", y))
		}
	}
}

// closed returns the empty cells that nobody can take.
func (b *board) closed() variants.Board { return b.p.Closed(variants.X) & b.p.Closed(variants.O) }

// cell draws a cell and its content.
func (b *board) cell(c int) {
	x, y := b.middle(c)
	m, target := b.cells[c]
	kind := "cell"
	switch {
	case target:
		kind += " " + class(m.Outcome)
	case b.p.Holes().Has(c) && b.p.Game().Traits().Blocks:
		kind = "block"
	case b.p.Holes().Has(c) || b.closed().Has(c):
		kind = "gone"
	}
	b.add(b.box(kind, c, 1))
	switch {
	case target:
		b.add(label(m.Glyph(), "text", "class", class(m.Outcome), "x", x, "y", y+b.drop()))
	case b.closed().Has(c):
		b.add(element("path", "class", "dash", "d", fmt.Sprintf("M%d %dh12", x-6, y)))
	default:
		b.mark(c)
	}
	if !b.p.Empty().Has(c) || b.closed().Has(c) {
		return
	}
	b.only(c)
	switch {
	case b.look.Labels == Numbers:
		b.add(label(b.p.Game().CellText(c), "text", "class", "number", "x", x, "y", y))
	case b.look.Labels == Values && b.named:
		dx, dy := b.corner()
		b.add(label(b.p.Game().CellText(c), "text", "class", "name", "x", x-dx, "y", y-dy))
	}
}

// only draws a small mark of the player who alone can still take a cell, as in the tinted regions of
// Winning Ways.
func (b *board) only(c int) {
	x, y := b.middle(c)
	dx, dy := b.onlyAt()
	for _, player := range []variants.Player{variants.X, variants.O} {
		if b.p.Closed(player.Opponent()).Has(c) {
			b.add(sign(player, " only", x+dx, y+dy, 4))
		}
	}
}

// drop returns how far the value of a cell is below its middle, to leave room for the cell's number.
func (b *board) drop() int {
	if b.named {
		return 4
	}
	return 0
}

// mark draws the mark of a player, if there is one.
func (b *board) mark(c int) {
	x, y := b.middle(c)
	size, used := 13, ""
	live := b.p.Live(variants.X) | b.p.Live(variants.O)
	if !live.Has(c) {
		size, used = 9, " used"
	}
	for _, player := range []variants.Player{variants.X, variants.O} {
		if b.p.Marks(player).Has(c) {
			b.add(sign(player, used, x, y, size))
		}
	}
}

// sign returns the mark of a player. size is the distance from its middle to each side.
func sign(player variants.Player, kind string, x, y, size int) Element {
	if player == variants.O {
		return element("circle", "class", "mark o"+kind, "cx", x, "cy", y, "r", size)
	}
	return element("path", "class", "mark x"+kind, "d",
		fmt.Sprintf("M%d %dl%d %dm0 -%dl-%d %d", x-size, y-size, 2*size, 2*size, 2*size, 2*size, 2*size))
}

func (b *board) frame(class string, c int) {
	if c >= b.grid.Size() {
		return // the move puts no mark on the board
	}
	b.add(b.box(class, c, 3))
}

// class returns the class of a move in the style sheet.
func class(o solver.Outcome) string {
	switch o {
	case solver.Win:
		return "win"
	case solver.Loss:
		return "loss"
	}
	return "open"
}

// describe describes in words what a drawing of the position shows.
func describe(a analysis.Position) string {
	p := a.Position
	text := fmt.Sprintf("%s on %v, %v to move: %v.", p.Game().Variant().Title, p.Game().Grid(), p.Side(), p)
	for _, group := range analysis.Groups(a.Moves, func(a, b analysis.Move) bool { return a.Label() == b.Label() }) {
		text += fmt.Sprintf(" %s: %s.", group[0].Label(), group.Text(p))
	}
	return text
}
