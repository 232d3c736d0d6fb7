package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gridlock/internal/printable"
)

// Sheet is a sheet of paper with boards, to be printed.
type Sheet struct {
	Title   string
	Notes   []string // below the title
	Margin  int      // millimetres around the sheet
	Room    int      // for how many boards, at most [SheetEntries]
	Entries []Entry  // no more than there is room for
}

// Entry is a board on a sheet, and what stands above and below it. Notes are broken into lines
// where they are too long.
type Entry struct {
	Board Element
	Head  string
	Notes []string
}

// SheetEntries is the number of boards that a sheet has room for.
const SheetEntries = 12

// Sizes of a sheet without its margin, in pixels of a quarter of a millimetre. With 12 mm around
// it fits on both A4 and Letter.
const (
	millimetre  = 4
	sheetWidth  = 186 * millimetre
	sheetHeight = 252 * millimetre
	titleHeight = 32
	noteHeight  = 14 // of a line
	noteChar    = 6.2
	headHeight  = 24 // of an entry
	lift        = 6  // of text above the bottom of its line
	columnGap   = 24
	rowGap      = 14
	largestCell = 72
	smallest    = 9  // of the names of cells, on paper
	mostName    = 15 // of them within a board, where there is no room for more
)

// Draw draws the sheet. Its boards have room of the same size.
func (s Sheet) Draw() Element {
	margin := s.Margin * millimetre
	width, height := sheetWidth+2*margin, sheetHeight+2*margin
	svg := element("svg", "class", "drawing sheet", "viewBox", fmt.Sprintf("%d %[1]d %d %d", -margin, width, height),
		"width", fmt.Sprintf("%dmm", width/millimetre), "height", fmt.Sprintf("%dmm", height/millimetre))
	svg.add(element("rect", "class", "paper", "x", -margin, "y", -margin, "width", width, "height", height))
	svg.add(s.boards()...)
	return svg.styled()
}

// boards returns what is on the sheet.
func (s Sheet) boards() []Element {
	notes := broken(s.Notes, sheetWidth)
	all := append([]Element{label(s.Title, "text", "class", "printed title", "x", 0, "y", titleHeight-2*lift)}, column(notes, 0, titleHeight)...)
	columns, rows := s.shape()
	top := titleHeight + noteHeight*len(notes) + rowGap
	width := (sheetWidth - columnGap*(columns-1)) / columns
	height := (sheetHeight - lift - top - rowGap*(rows-1)) / rows
	lines := 0
	for _, e := range s.Entries {
		lines = max(lines, len(broken(e.Notes, width)))
	}
	for i, e := range s.Entries {
		x, y := i%columns*(width+columnGap), top+i/columns*(height+rowGap)
		all = append(all, e.draw(x, y, width, height-headHeight-noteHeight*lines)...)
	}
	return all
}

// shape returns the number of columns and rows of a sheet.
func (s Sheet) shape() (columns, rows int) {
	switch n := s.Room; {
	case n <= 2:
		return 1, 2
	case n <= 6:
		return 2, 3
	}
	return 3, 4
}

// broken returns notes in lines that fit into a width.
func broken(notes []string, width int) (lines []string) {
	for _, note := range notes {
		lines = append(lines, printable.Wrap(note, int(float64(width)/noteChar))...)
	}
	return lines
}

// column returns lines, one below the other.
func column(lines []string, x, y int) (all []Element) {
	for i, line := range lines {
		all = append(all, label(line, "text", "class", "printed name", "x", x, "y", y+noteHeight*(i+1)-lift/2))
	}
	return all
}

// draw draws an entry whose board has room of a given size.
func (e Entry) draw(x, y, width, height int) []Element {
	wide, high := e.Board.size()
	scale := min(float64(width)/float64(wide), float64(height)/float64(high), largestCell/float64(cellSize))
	board := e.Board.named(min(smallest/scale, mostName))
	board.set("width", px(scale*float64(wide)))
	board.set("height", px(scale*float64(high)))
	board.set("x", fmt.Sprint(x))
	board.set("y", fmt.Sprint(y+headHeight))
	head := label(e.Head, "text", "class", "printed", "x", x, "y", y+headHeight-lift)
	return append([]Element{head, board}, column(broken(e.Notes, width), x, y+headHeight+int(scale*float64(high)))...)
}

// named returns a drawing in which the names of cells, rows and columns have at least a size.
func (e Element) named(size float64) Element {
	e.Attrs, e.Children = slices.Clone(e.Attrs), slices.Clone(e.Children)
	for i, child := range e.Children {
		e.Children[i] = child.named(size)
	}
	if had, err := strconv.ParseFloat(strings.TrimSuffix(e.attr("font-size"), "px"), 64); err == nil && had < size && e.attr("class") == "name" {
		e.set("font-size", px(size)+"px")
	}
	return e
}

// set sets an attribute.
func (e *Element) set(name, value string) {
	for i, a := range e.Attrs {
		if a.Name == name {
			e.Attrs[i].Value = value
			return
		}
	}
	e.Attrs = append(e.Attrs, Attr{name, value})
}

// size returns the width and the height of a drawing.
func (e Element) size() (width, height int) {
	for name, to := range map[string]*int{"width": &width, "height": &height} {
		*to, _ = strconv.Atoi(e.attr(name)) // as Board writes them
	}
	return width, height
}
