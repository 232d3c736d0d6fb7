package variants

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gridlock/bitboard"
)

// RuleFile returns the game as a rule file, which [ParseFamily] reads back: a game with the same rules, texts, default
// board and names of cells. A title that equals the ID is left out. It is an error if the game is not of the family, or
// if a text is not one line of at most 200 letters.
func (v Variant) RuleFile() (string, error) {
	f := v.Family()
	if f.isZero() {
		return "", errors.New("only games of the family have rule files: the rules of others are code")
	}
	title, near, graph, to, block, start, board := v.Title, f.nearWord(), "", "", "", "", fmt.Sprintf("%dx%d", v.Rows, v.Cols)
	if title == v.ID {
		title = ""
	}
	for _, t := range [][2]string{{titleKey, title}, {literatureKey, v.Literature}, {summaryKey, v.Summary}} {
		if err := checkText(t[0], t[1]); err != nil {
			return "", err
		}
	}
	if _, offsets, ok := strings.Cut(near, ":"); f.Near == ByGraph {
		near, graph, board = "", v.def.writeGraph(), ""
	} else if near = tomlText(near); ok {
		near = "[[" + strings.Join(strings.Split(offsets, ";"), "], [") + "]]"
	}
	if f.Kind == Place {
		to = closeWords[f.Close]
	}
	if f.Block {
		block = "true"
	}
	if f.Ends {
		start = tomlText(endsWord)
	} else if f.From != nil {
		start = fmt.Sprintf(`["%d,%d", "%d,%d"]`, f.From[0].Rows+1, f.From[0].Cols+1, f.From[1].Rows+1, f.From[1].Cols+1)
	}
	names := namesWords[min(v.def.Names, RowColFrom1)]
	if v.def.lettered {
		names = ""
	}
	var b strings.Builder
	for _, line := range [][2]string{
		{titleKey, tomlText(title)}, {literatureKey, tomlText(v.Literature)}, {summaryKey, tomlText(v.Summary)},
		{moveKey, tomlText(kindWords[f.Kind])}, {nearKey, near}, {"", graph}, {closeKey, tomlText(to)}, {blockKey, block}, {startKey, start},
		{shapeKey, tomlText(wrapWords[f.Wrap])}, {boardKey, tomlText(board)}, {namesKey, tomlText(names)},
	} {
		switch {
		case line[0] == "":
			b.WriteString(line[1])
		case line[1] != "":
			fmt.Fprintf(&b, "%-5s = %s\n", line[0], line[1])
		}
	}
	return b.String(), nil
}

// namesWords are how cells can be written in a rule file.
var namesWords = []string{"number", "rowcol"}

const mostTitle = 200 // letters, of texts for people

// checkText returns why a text for people cannot be the value of a key, or nil.
func checkText(key, value string) error {
	if strings.ContainsFunc(value, func(c rune) bool { return !strconv.IsGraphic(c) }) || utf8.RuneCountInString(value) > mostTitle {
		return fmt.Errorf("%s must be one line of at most %d visible letters", key, mostTitle)
	}
	return nil
}

// vertexNames are characters for 64 vertices.
const vertexNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*"

// Signs of a graph's picture that are no letters.
const (
	noVertex = '.'
	joins    = '-'
)

// edgesWidth is the approximate maximum length of lines of edges.
const edgesWidth = 72

// writeGraph returns the lines of the picture and the edges.
func (d *Definition) writeGraph() string {
	var name [bitboard.MaxCells]string
	f, g := d.Family, d.Family.Graph
	for c := range g.Vertices.Cells() {
		n := (g.Vertices & (1<<c - 1)).Count()
		name[c] = vertexNames[n : n+1]
	}
	for letter, cell := range d.letters {
		if d.lettered {
			name[cell] = letter
		}
	}
	b := pictureKey + ` = """`
	for c := range f.Rows * f.Cols {
		if c%f.Cols == 0 {
			b += "\n"
		}
		if !g.Vertices.Has(c) {
			name[c] = string(noVertex)
		}
		b += name[c]
	}
	b += "\n\"\"\"\n" + edgesKey + ` = """`
	perLine := edgesWidth / len("a-b ")
	for i, e := range g.Edges {
		if i%perLine == 0 {
			b += "\n"
		} else {
			b += " "
		}
		b += name[e[0]] + string(joins) + name[e[1]]
	}
	return b + "\n\"\"\"\n"
}

// tomlText quotes a text, if there is one.
func tomlText(text string) string {
	if text == "" {
		return ""
	}
	b := `"`
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b += `\` + string(c)
		case !strconv.IsGraphic(c):
			b += fmt.Sprintf(`\U%08X`, c)
		default:
			b += string(c)
		}
	}
	return b + `"`
}
