package draw

import (
	"fmt"
	"strings"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// Sizes of a board, in pixels.
const (
	cellSize = 48
	edge     = 22 // for the numbers of rows and columns
	margin   = 3
)

// board is a drawing of a position.
type board struct {
	Element
	p       variants.Position
	look    Look
	cells   map[int]analysis.Move
	named   bool // cells have numbers
	left, y int  // position of the first cell
}

// newBoard returns a drawing of a position, described by a text.
func newBoard(a analysis.Position, look Look, text string) *board {
	b := &board{p: a.Position, look: look, named: named(a.Position), left: margin, y: margin}
	if look.Labels == Values {
		b.cells, b.left, b.y = a.Cells(), before(a.Position), before(a.Position)
	}
	width, height := b.left+b.p.Game().Grid().Cols()*cellSize+margin, b.y+b.p.Game().Grid().Rows()*cellSize+margin
	scale := look.scale(width)
	b.Element = element("svg", "class", "drawing board", "viewBox", fmt.Sprintf("0 0 %d %d", width, height),
		"width", px(scale*float64(width)), "height", px(scale*float64(height)), "role", "img", "aria-label", text)
	if look.Theme != Auto {
		b.add(element("rect", "class", "paper", "width", width, "height", height))
	}
	if !b.named && look.Labels == Values {
		b.rulers()
	}
	for c := range b.p.Game().Grid().Size() {
		b.cell(c)
	}
	return b
}

// Board draws the position of an analysis, with the value of moving to each cell: W7 wins in 7
// plies, L4 loses in 4. Played, if not nil, is a move to mark.
func Board(a analysis.Position, played *variants.Move) Element {
	b := newBoard(a, Look{}, Describe(a, played))
	if played != nil {
		b.point(*played)
	}
	return b.styled()
}

// named reports whether the cells of a position have numbers.
func named(p variants.Position) bool { return !strings.Contains(p.Game().CellText(0), ",") }

// before returns the space before the first cell.
func before(p variants.Position) int {
	if named(p) {
		return margin
	}
	return edge
}

// corner returns the position of the top left corner of a cell.
func (b *board) corner(c int) (x, y int) {
	row, col := b.p.Game().Grid().RowCol(c)
	return b.left + col*cellSize, b.y + row*cellSize
}

// rulers numbers rows and columns.
func (b *board) rulers() {
	grid := b.p.Game().Grid()
	for c := range grid.Size() {
		row, col := b.p.Game().Coordinates(c)
		x, y := b.corner(c)
		if c < grid.Cols() {
			b.add(label(fmt.Sprint(col), "text", "class", "name", "x", x+cellSize/2, "y", edge/2))
		}
		if c%grid.Cols() == 0 {
			b.add(label(fmt.Sprint(row), "text", "class", "name", "x", edge/2, "y", y+cellSize/2))
		}
	}
}

// cell draws a cell and its content.
func (b *board) cell(c int) {
	x, y := b.corner(c)
	m, target := b.cells[c]
	kind := "cell"
	switch {
	case target:
		kind += " " + class(m.Outcome)
	case b.p.Holes().Has(c) && b.p.Game().Traits().Blocks:
		kind = "block"
	case b.p.Holes().Has(c) || b.p.Blocked().Has(c):
		kind = "gone"
	}
	b.add(element("rect", "class", kind, "x", x+1, "y", y+1, "width", cellSize-2, "height", cellSize-2, "rx", 6))
	switch {
	case target:
		b.add(label(m.Glyph(), "text", "class", class(m.Outcome), "x", x+cellSize/2, "y", y+cellSize/2+b.drop()))
	case b.p.Blocked().Has(c):
		b.add(element("path", "class", "dash", "d", fmt.Sprintf("M%d %dh12", x+cellSize/2-6, y+cellSize/2)))
	default:
		b.mark(c)
	}
	if !b.p.Empty().Has(c) || b.p.Blocked().Has(c) {
		return
	}
	switch {
	case b.look.Labels == Numbers:
		b.add(label(b.p.Game().CellText(c), "text", "class", "number", "x", x+cellSize/2, "y", y+cellSize/2))
	case b.look.Labels == Values && b.named:
		b.add(label(b.p.Game().CellText(c), "text", "class", "name", "x", x+12, "y", y+12))
	}
}

// drop returns how far below the middle of a cell its value is, to leave room for the cell's
// number.
func (b *board) drop() int {
	if b.named {
		return 4
	}
	return 0
}

// mark draws the mark of a player, if there is one.
func (b *board) mark(c int) {
	x, y := b.corner(c)
	x, y = x+cellSize/2, y+cellSize/2
	size, used := 13, ""
	live := b.p.Live(variants.X) | b.p.Live(variants.O)
	if !live.Has(c) {
		size, used = 9, " used"
	}
	switch {
	case b.p.Marks(variants.X).Has(c):
		b.add(element("path", "class", "mark x"+used, "d",
			fmt.Sprintf("M%d %dl%d %dm0 -%dl-%d %d", x-size, y-size, 2*size, 2*size, 2*size, 2*size, 2*size)))
	case b.p.Marks(variants.O).Has(c):
		b.add(element("circle", "class", "mark o"+used, "cx", x, "cy", y, "r", size))
	}
}

// point draws a frame around the target of a move, and in blockade a dashed one around the
// blocked cell.
func (b *board) point(m variants.Move) {
	b.frame("played", analysis.Target(b.p, m))
	for c := range (b.p.Play(m).Holes() &^ b.p.Holes()).Cells() {
		b.frame("played blocks", c)
	}
}

func (b *board) frame(class string, c int) {
	if c >= b.p.Game().Grid().Size() {
		return // the move puts no mark on the board
	}
	x, y := b.corner(c)
	b.add(element("rect", "class", class, "x", x+3, "y", y+3, "width", cellSize-6, "height", cellSize-6, "rx", 5))
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

// Describe describes in words what a drawing of the position shows.
func Describe(a analysis.Position, played *variants.Move) string {
	p := a.Position
	text := fmt.Sprintf("%s on %v, %v to move: %v.", p.Game().Variant().Title, p.Game().Grid(), p.Side(), p)
	for _, group := range analysis.Groups(a.Moves, func(a, b analysis.Move) bool { return a.Label() == b.Label() }) {
		text += fmt.Sprintf(" %s: %s.", group[0].Label(), group.Text(p))
	}
	if played != nil {
		text += fmt.Sprintf(" Played: %s.", p.MoveText(*played))
	}
	return text
}
