package draw

import (
	"fmt"
	"math"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Sizes of a board, in pixels.
const (
	cellSize = 48
	edge     = 22 // room for the numbers of rows and columns
	margin   = 3
	ghost    = 26 // room for the cells across an edge
	ghostly  = 11 // distance from the middle of such a cell to its side
	vertex   = 19 // radius
)

// A hexagon stands on a corner. Its sides are cellSize/2 away from its middle, its tip is tip above the middle, and the
// corners beside the tip are shoulder above it. Rows are tip+shoulder apart, so hexagons leave no gaps.
const (
	tip      = 28
	shoulder = 14
)

// plan says where the cells of a game are, and their shape: squares, hexagons, or the vertices of a graph.
type plan struct {
	game      *variants.Game
	grid      *bitboard.Grid
	family    variants.Family
	left, top int // the middle of the first cell
}

// newPlan returns the plan of a game with some space before the first row and column.
func newPlan(game *variants.Game, before int) plan {
	b := plan{game: game, grid: game.Grid(), family: game.Variant().Family()}
	b.left = before + b.ring(b.wraps()) + cellSize/2
	b.top = before + b.ring(b.family.Wrap == bitboard.Torus) + b.high()
	return b
}

func (b plan) hexagons() bool { return b.family.Near == variants.Hex }

// wraps reports whether the left and the right edge are joined.
func (b plan) wraps() bool { return b.family.Wrap != bitboard.Plane }

// ring returns the space for ghosts beside an edge: 0 if the edge is not joined.
func (b plan) ring(joined bool) int {
	if joined {
		return ghost
	}
	return 0
}

// high returns how far a cell reaches above its middle.
func (b plan) high() int {
	if b.hexagons() {
		return tip
	}
	return cellSize / 2
}

// extent returns the size of the drawing.
func (b plan) extent() (width, height int) {
	x, y := b.place(b.grid.Rows()-1, b.grid.Cols()-1)
	return x + cellSize/2 + b.ring(b.wraps()) + margin, y + b.high() + b.ring(b.family.Wrap == bitboard.Torus) + margin
}

// place returns the middle of the cell in a row and a column, which need not be on the board.
func (b plan) place(row, col int) (x, y int) {
	if b.hexagons() {
		return b.left + col*cellSize + row*cellSize/2, b.top + row*(tip+shoulder)
	}
	return b.left + col*cellSize, b.top + row*cellSize
}

// middle returns the middle of a cell.
func (b plan) middle(c int) (x, y int) { return b.place(b.grid.RowCol(c)) }

// exists reports whether a cell is drawn: cells of a graph that are no vertices are not.
func (b plan) exists(c int) bool { return b.family.Graph == nil || b.family.Graph.Vertices.Has(c) }

// corner returns how far the name of a cell is to the left of its middle, and above it.
func (b plan) corner() (x, y int) {
	if b.hexagons() || b.family.Graph != nil {
		return 0, cellSize/4 - 1
	}
	return cellSize / 4, cellSize / 4
}

// onlyAt returns how far the mark of the only player who can take a cell is to the right of its middle, and below it.
func (b plan) onlyAt() (x, y int) {
	if b.hexagons() {
		return 0, tip - 9
	}
	return cellSize/2 - 9, cellSize/2 - 9
}

// box returns the shape of a cell, smaller by inset on all sides.
func (b plan) box(class string, c, inset int) Element {
	x, y := b.middle(c)
	switch {
	case b.hexagons():
		return hexagon(class, x, y, cellSize/2-inset)
	case b.family.Graph != nil:
		return element("circle", "class", class, "cx", x, "cy", y, "r", vertex-inset)
	}
	return square(class, x, y, cellSize/2-inset, 6-inset/2)
}

// square returns a square by its middle and half of its side, with round corners.
func square(class string, x, y, half, round int) Element {
	return element("rect", "class", class, "x", x-half, "y", y-half, "width", 2*half, "height", 2*half, "rx", round)
}

// hexagon returns a hexagon by its middle and half of its width.
func hexagon(class string, x, y, half int) Element {
	scale := func(n int) float64 { return float64(n*half) / (cellSize / 2) }
	d := "M"
	for i, p := range [6][2]float64{
		{0, -scale(tip)}, {float64(half), -scale(shoulder)}, {float64(half), scale(shoulder)},
		{0, scale(tip)}, {-float64(half), scale(shoulder)}, {-float64(half), -scale(shoulder)},
	} {
		if i > 0 {
			d += "L"
		}
		d += px(float64(x)+p[0]) + " " + px(float64(y)+p[1])
	}
	return element("path", "class", class, "d", d+"Z")
}

// edges draws the edges of a graph. One that would run through a vertex is bent around it.
func (b *board) edges() {
	if b.family.Graph == nil {
		return
	}
	for _, e := range b.family.Graph.Edges {
		x, y := b.middle(e[0])
		toX, toY := b.middle(e[1])
		d := fmt.Sprintf("M%d %d", x, y)
		if b.free(e[0], e[1]) {
			d += fmt.Sprintf("L%d %d", toX, toY)
		} else {
			const bend = vertex + 4 // how far the curve bends: half as far as its control point is away
			length := math.Hypot(float64(toX-x), float64(toY-y))
			midX := float64(x+toX)/2 + 2*bend*float64(toY-y)/length
			midY := float64(y+toY)/2 - 2*bend*float64(toX-x)/length
			d += fmt.Sprintf("Q%s %s %d %d", px(midX), px(midY), toX, toY)
		}
		b.add(element("path", "class", "edge", "d", d))
	}
}

// free reports whether the straight line between two vertices keeps away from all other vertices.
func (b plan) free(from, to int) bool {
	x, y := b.middle(from)
	toX, toY := b.middle(to)
	dx, dy := toX-x, toY-y
	for c := range b.family.Graph.Vertices.Without(from).Without(to).Cells() {
		cx, cy := b.middle(c)
		along := float64((cx-x)*dx+(cy-y)*dy) / float64(dx*dx+dy*dy)
		aside := math.Abs(float64((cx-x)*dy-(cy-y)*dx)) / math.Hypot(float64(dx), float64(dy))
		if along > 0 && along < 1 && aside < vertex {
			return false
		}
	}
	return true
}

// ghosts draws the cells that lie across a joined edge, small, with their content.
func (b *board) ghosts() {
	rows := 0
	if b.family.Wrap == bitboard.Torus {
		rows = 1
	}
	for row := -rows; b.wraps() && row < b.grid.Rows()+rows; row++ {
		for col := -1; col <= b.grid.Cols(); col++ {
			if !b.grid.Contains(row, col) {
				b.ghost(row, col)
			}
		}
	}
}

// ghost draws the cell across an edge in a row and a column that are not on the board. Across a corner it draws the
// cell only if the cell is near the one in the corner.
func (b *board) ghost(row, col int) {
	inRow, inCol := min(max(row, 0), b.grid.Rows()-1), min(max(col, 0), b.grid.Cols()-1)
	c, _ := b.grid.Move(0, bitboard.Offset{Rows: row, Cols: col}, b.family.Wrap)
	if row != inRow && col != inCol && !b.game.Near().Both().At(b.grid.Cell(inRow, inCol)).Has(c) {
		return
	}
	x, y := b.ghostAt(row, col)
	if b.hexagons() {
		b.add(hexagon("ghost", x, y, ghostly))
	} else {
		b.add(square("ghost", x, y, ghostly, 4))
	}
	for _, player := range []variants.Player{variants.X, variants.O} {
		if b.p.Marks(player).Has(c) {
			b.add(sign(player, " only", x, y, 5))
			return
		}
	}
	if b.p.Empty().Has(c) && b.look.Labels != NoLabels {
		b.add(label(b.game.CellText(c), "text", "class", "ghost", "x", x, "y", y))
	}
}

// ghostAt returns the middle of a ghost, which is smaller than a cell and so nearer to the board.
func (b plan) ghostAt(row, col int) (x, y int) {
	const nearer = cellSize/2 - ghost/2
	x, y = b.place(row, col)
	switch col {
	case -1:
		x += nearer
	case b.grid.Cols():
		x -= nearer
	}
	switch row {
	case -1:
		y += nearer
	case b.grid.Rows():
		y -= nearer
	}
	return x, y
}

// towards returns the end of an arrow from a cell to another one: the middle of that cell. If the way over a joined
// edge is shorter and there is a ghost across it, the arrow ends there, and beyond is true.
func (b plan) towards(from, to int) (x, y int, beyond bool) {
	row, col := b.grid.RowCol(from)
	toRow, toCol := b.grid.RowCol(to)
	if b.wraps() {
		toCol = nearest(col, toCol, b.grid.Cols())
	}
	if b.family.Wrap == bitboard.Torus {
		toRow = nearest(row, toRow, b.grid.Rows())
	}
	if b.grid.Contains(toRow, toCol) || toRow != min(max(toRow, -1), b.grid.Rows()) || toCol != min(max(toCol, -1), b.grid.Cols()) {
		x, y = b.middle(to)
		return x, y, false
	}
	x, y = b.ghostAt(toRow, toCol)
	return x, y, true
}

// nearest returns to, to - n or to + n, whichever is nearest to from; in doubt, to.
func nearest(from, to, n int) int {
	for _, image := range []int{to - n, to + n} {
		if abs(image-from) < abs(to-from) {
			to = image
		}
	}
	return to
}

func abs(n int) int { return max(n, -n) }
