package draw

import (
	"maps"
	"strings"

	"gridlock/analysis"
)

// Look says how a picture of a position looks.
type Look struct {
	Labels Labels
	Theme  Theme
	Width  int // width of the picture in pixels; 0 for the natural width
}

// Labels says what is written in free cells.
type Labels uint8

const (
	Values   Labels = iota // the value of a move there
	Numbers                // the names of the cells
	NoLabels               // nothing
)

// Theme names the colours of a picture.
type Theme uint8

const (
	Auto  Theme = iota // the colours that the reader prefers, on any ground
	Light              // on white
	Dark               // colours for a dark ground
	Print              // black and grey, on white
)

// palette returns the colours of a theme by name. The first of two colours is for attributes.
func (t Theme) palette() map[string][2]string {
	all := maps.Clone(colours)
	for name, pair := range all {
		switch t {
		case Dark:
			all[name] = [2]string{pair[1], pair[1]}
		case Print:
			all[name] = [2]string{printed(name), printed(name)}
		}
	}
	return all
}

// printed returns a colour on paper.
func printed(name string) string {
	switch name {
	case "$paper", "$cell", "$win-cell", "$open-cell":
		return "#ffffff"
	case "$loss-cell":
		return "#e4e4e4"
	case "$gone":
		return "#c4c4c4"
	case "$block", "$line":
		return "#5a5a5a"
	}
	return "#000000"
}

// scale returns the width of the picture as a multiple of its natural width.
func (l Look) scale(natural int) float64 {
	if l.Width == 0 {
		return 1
	}
	return float64(l.Width) / float64(natural)
}

// Picture draws the position of an analysis, with arrows, as the content of a file. With values each cell has the value
// of a move there: W7 wins in 7 plies, L4 loses in 4.
func (l Look) Picture(a analysis.Position, arrows []Arrow) string {
	text := describe(a)
	if l.Labels != Values {
		text = describe(analysis.Position{Position: a.Position})
	}
	b := newBoard(a, l, text+describeArrows(arrows))
	b.arrows(arrows)
	e := b.styled(rules(), l.Theme.palette())
	if l.Theme == Auto {
		return e.file()
	}
	return e.bare()
}

// describeArrows says in words what the arrows show.
func describeArrows(arrows []Arrow) string {
	if len(arrows) == 0 {
		return ""
	}
	var texts []string
	for _, a := range arrows {
		texts = append(texts, a.Player.String()+" "+a.Text)
	}
	return " Arrows: " + strings.Join(texts, ", ") + "."
}
