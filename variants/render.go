package variants

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/bitboard"
)

// isSquares reports whether the board looks like a sheet of squares: no hexagons, no graph, no joined edges.
func (f Family) isSquares() bool {
	return f.Near != Hex && f.Near != ByGraph && f.Wrap == bitboard.Plane
}

// renderBrackets draws bracketed cells: [ ][X][O][ ].
func renderBrackets(p Position, paint Paint) string {
	grid := p.game.grid
	var b strings.Builder
	for c := range grid.Size() {
		b.WriteString("[" + paint(c, p.shown(c, " ")) + "]")
		endRow(&b, grid, c, "")
	}
	return strings.Join(append([]string{b.String()}, p.closedLines()...), "\n")
}

// renderNames draws cells by their names.
func renderNames(p Position, paint Paint) string {
	lines, notes := p.Draw(func(c int) string { return p.shown(c, p.game.label(c)) }, paint)
	return strings.Join(append(lines, notes...), "\n")
}

// Plain draws the board for all uses except the rule books' dialogues: X and O are live marks, x and o used ones,
// # is blocked or no cell, and - is closed to both players. Other cells have their numbers, or dots between numbers of
// rows and columns. [Position.Legend] is the last line. A nil paint draws plain text.
func (p Position) Plain(paint Paint) string {
	lines, notes := p.Draw(func(c int) string {
		if p.game.sheet() {
			return p.shown(c, ".")
		}
		return p.shown(c, p.game.label(c))
	}, paint)
	return strings.Join(slices.Concat(lines, notes, p.Legend()), "\n")
}

// Legend returns a line that explains the signs of the board besides X and O, or no line without such signs.
func (p Position) Legend() []string {
	var signs []string
	if p.game == nil {
		return nil
	}
	if (p.marks[X]|p.marks[O])&^p.live != 0 {
		signs = append(signs, "x, o used")
	}
	if holes := p.holes & p.game.variant.def.Family.there(p.game.grid); holes != 0 && p.game.Traits().Blocks {
		signs = append(signs, "# blocked")
	} else if holes != 0 {
		signs = append(signs, "# no cell")
	}
	if p.Closed(X)&p.Closed(O) != 0 {
		signs = append(signs, "- closed to both")
	}
	if signs == nil {
		return nil
	}
	return []string{strings.Join(signs, "; ")}
}

// label returns the name of a cell as it stands in an empty one: with a point if it is also the sign of a mark, as the
// names of vertices may be.
func (g *Game) label(c int) string {
	name := g.CellText(c)
	if strings.Contains("XOxo", name) {
		return name + "."
	}
	return name
}

// sheet reports whether rows and columns are numbered at the edges of a board.
func (g *Game) sheet() bool { return !g.Numbered() && g.variant.def.Family.isSquares() }

// Draw draws the board with a text in each cell, right-aligned. If cells are named by rows and columns, these stand at
// the edges:
//
//	squares     hexagons        a cylinder      a graph
//	 1  2  3     1   2   3      ~  1  2  3 ~     1 =  2 =  3
//	 4  X  6       4   X   6    ~  4  X  6 ~        \       |
//	                                             4    X    6
//
// Notes go below it: which edges of the board are joined, which edges of a graph could not be drawn, and which cells are
// closed to one player. A nil paint draws plain text.
func (p Position) Draw(text func(c int) string, paint Paint) (lines, notes []string) {
	if p.game == nil {
		return []string{noPosition}, nil
	}
	if paint == nil {
		paint = plain
	}
	r := newRendering(p, text)
	across := strings.Repeat(r.pad("~")+r.gap, r.grid.Cols()-1) + r.pad("~") // the edge above the first row and below the last
	if r.family.Wrap == bitboard.Torus {
		lines = append(lines, strings.Repeat(" ", max(0, 2-r.slant))+across)
	}
	if p.game.sheet() {
		lines = append(lines, r.ruler())
	}
	for row := range r.grid.Rows() {
		lines = append(lines, r.row(row, paint))
		if between, any := r.between(row); any {
			lines = append(lines, between)
		}
	}
	if r.family.Wrap == bitboard.Torus {
		lines = append(lines, strings.Repeat(" ", 2+r.slant*r.grid.Rows())+across)
	}
	return lines, append(r.notes(), p.closedLines()...)
}

// plain is the paint of plain text.
func plain(_ int, text string) string { return text }

// rendering is how cells are drawn by their names.
type rendering struct {
	p      Position
	text   func(c int) string // of a cell
	family Family
	grid   *bitboard.Grid
	width  int    // of a cell
	gap    string // between two cells of a row
	slant  int    // how far a row is to the right of the row above
	drawn  [][2]int
}

// textWidth is the maximum number of characters in a line, unless a board is wider.
const textWidth = 80

func newRendering(p Position, text func(c int) string) *rendering {
	r := &rendering{p: p, text: text, family: p.game.variant.def.Family, grid: p.game.grid, width: 2, gap: " "}
	for c := range r.grid.Size() {
		if r.width = max(r.width, len(text(c))); !p.game.sheet() {
			r.width = max(r.width, len(p.game.CellText(c)))
		}
	}
	switch r.family.Near {
	case Hex:
		r.gap = strings.Repeat(" ", 2+r.width%2)
		r.slant = (r.width + len(r.gap)) / 2
	case ByGraph:
		if r.grid.Cols()*(r.width+3) <= textWidth {
			r.gap = "   "
			r.choose()
		}
	}
	return r
}

// choose chooses the edges that are drawn: between cells side by side or one below the other, and across a corner if no
// other edge is crossed.
func (r *rendering) choose() {
	for _, e := range r.family.Graph.Edges {
		row, col := r.grid.RowCol(e[0])
		toRow, toCol := r.grid.RowCol(e[1])
		down, right := toRow-row, toCol-col
		switch {
		case down == 0 && right == 1, down == 1 && right == 0, down == 1 && right == 1,
			down == 1 && right == -1 && !r.family.Graph.has(e[0]-1, e[1]+1):
			r.drawn = append(r.drawn, e)
		}
	}
}

// has reports whether an edge joins two cells.
func (g *Graph) has(a, b int) bool { return slices.Contains(g.Edges, [2]int{a, b}) }

// pad right-aligns a text in the width of a cell.
func (r *rendering) pad(text string) string { return fmt.Sprintf("%*s", r.width, text) }

// ruler returns the line of the numbers of columns.
func (r *rendering) ruler() string {
	line := "   "
	for c := range r.grid.Cols() {
		_, col := r.p.game.Coordinates(c)
		line += " " + r.pad(fmt.Sprint(col))
	}
	return line
}

// row returns the line of a row of cells.
func (r *rendering) row(row int, paint Paint) string {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", r.slant*row))
	side := ""
	if r.p.game.sheet() {
		first, _ := r.p.game.Coordinates(r.grid.Cell(row, 0))
		fmt.Fprintf(&b, "%2d  ", first)
	}
	if r.family.Wrap != bitboard.Plane {
		side = "~"
		b.WriteString("~ ")
	}
	for col := range r.grid.Cols() {
		c := r.grid.Cell(row, col)
		b.WriteString(padded(r.width, c, r.text(c), paint))
		switch {
		case col == r.grid.Cols()-1:
			b.WriteString(strings.TrimRight(" "+side, " "))
		case slices.Contains(r.drawn, [2]int{c, c + 1}):
			b.WriteString(" = ") // a - is a cell that is closed
		default:
			b.WriteString(r.gap)
		}
	}
	return b.String()
}

// between returns the line of edges below a row; any is false if there is none.
func (r *rendering) between(row int) (text string, any bool) {
	if r.drawn == nil || row == r.grid.Rows()-1 {
		return "", false
	}
	pitch := r.width + len(r.gap)
	line := []byte(strings.Repeat(" ", pitch*r.grid.Cols()))
	for _, e := range r.drawn {
		at, col := r.grid.RowCol(e[0])
		_, toCol := r.grid.RowCol(e[1])
		end := pitch*col + r.width // behind the upper cell
		switch {
		case at != row || e[1]-e[0] == 1:
		case toCol == col:
			line[end-1] = '|'
		case toCol > col:
			line[end+1] = '\\'
		default:
			line[end+1-pitch] = '/'
		}
	}
	return strings.TrimRight(string(line), " "), true
}

// notes returns the lines below the cells that say how they are joined.
func (r *rendering) notes() (lines []string) {
	switch r.family.Wrap {
	case bitboard.Cylinder:
		lines = append(lines, "~ left joins right")
	case bitboard.Torus:
		lines = append(lines, "~ left joins right, and top bottom")
	}
	if r.family.Graph == nil {
		return lines
	}
	var names []string
	for _, e := range r.family.Graph.Edges {
		if !slices.Contains(r.drawn, e) {
			names = append(names, r.p.game.CellText(e[0])+"-"+r.p.game.CellText(e[1]))
		}
	}
	return append(lines, listed("joined, too:", names)...)
}

// closedLines returns lines that say which cells are closed to one player. Cells closed to both players are drawn as
// such.
func (p Position) closedLines() (lines []string) {
	both := p.Closed(X) & p.Closed(O)
	for _, player := range []Player{X, O} {
		var names []string
		for c := range (p.Closed(player) &^ both).Cells() {
			names = append(names, p.game.CellText(c))
		}
		lines = append(lines, listed(fmt.Sprintf("closed to %v:", player), names)...)
	}
	return lines
}

// listed returns lines with a heading and names, or no lines without names.
func listed(heading string, names []string) (lines []string) {
	line := heading
	for _, name := range names {
		if len(line)+1+len(name) > textWidth {
			lines, line = append(lines, line), "  "
		}
		line += " " + name
	}
	if len(names) == 0 {
		return nil
	}
	return append(lines, line)
}

// shown returns the text drawn in a cell: the given text if the cell is empty, "-" if it is closed to both players, ""
// where a graph has no vertex, else [Position.Glyph].
func (p Position) shown(c int, empty string) string {
	g := p.game.variant.def.Family.Graph
	switch {
	case g != nil && !g.Vertices.Has(c):
		return " "
	case (p.Closed(X) & p.Closed(O)).Has(c):
		return "-"
	}
	return p.glyph(c, empty)
}

// padded right-aligns a cell's text in the given width.
func padded(width, c int, text string, paint Paint) string {
	return strings.Repeat(" ", max(0, width-len(text))) + paint(c, text)
}

// endRow writes what follows a cell: the separator inside a row, a line break between rows.
func endRow(b *strings.Builder, g *bitboard.Grid, c int, separator string) {
	switch _, col := g.RowCol(c); {
	case col < g.Cols()-1:
		b.WriteString(separator)
	case c < g.Size()-1:
		b.WriteString("\n")
	}
}
