//go:build !js

package variants

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gridlock/bitboard"
)

// RuleFile returns the game as a rule file, which [ParseFamily] reads back: a game with the same rules,
// texts, default board and names of cells. The error is for a game that is not of the family.
func (v Variant) RuleFile() (string, error) {
	f := v.Family()
	if f.isZero() {
		return "", errors.New("only games of the family have rule files: the rules of others are code")
	}
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintf(&b, "%-5s = %s\n", key, value) }
	text := func(key, value string) {
		if value != "" {
			line(key, tomlText(value))
		}
	}
	text(titleKey, v.Title)
	text(literatureKey, v.Literature)
	text(summaryKey, v.Summary)
	text(moveKey, kindWords()[f.Kind])
	switch name, offsets, _ := strings.Cut(f.nearWord(), ":"); {
	case f.Near == ByGraph:
		f.Graph.write(&b, f)
	case offsets != "":
		line(nearKey, "[["+strings.ReplaceAll(offsets, ";", "], [")+"]]")
	default:
		text(nearKey, name)
	}
	if f.Kind == Place {
		text(closeKey, closeWords()[f.Close])
	}
	if f.Block {
		line(blockKey, "true")
	}
	switch {
	case f.Ends:
		text(startKey, endsWord)
	case f.From != nil:
		line(startKey, `["`+strings.ReplaceAll(offsetWords(f.From), ";", `", "`)+`"]`)
	}
	if f.Wrap != bitboard.Plane {
		text(shapeKey, wrapWords()[f.Wrap])
	}
	if f.Graph == nil {
		text(boardKey, fmt.Sprintf("%dx%d", v.Rows, v.Cols))
	}
	text(namesKey, namesWords()[min(v.def.Names, RowColFrom1)])
	return b.String(), nil
}

// vertexNames are characters for 64 vertices.
const vertexNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*"

// edgesWidth is the approximate maximum length of lines of edges.
const edgesWidth = 72

// write writes the picture and the edges.
func (g *Graph) write(b *strings.Builder, f Family) {
	var name [bitboard.MaxCells]byte
	for c := range g.Vertices.Cells() {
		name[c] = vertexNames[(g.Vertices & (1<<c - 1)).Count()]
	}
	fmt.Fprintf(b, "%s = \"\"\"", pictureKey)
	for c := range f.Rows * f.Cols {
		if c%f.Cols == 0 {
			b.WriteByte('\n')
		}
		if !g.Vertices.Has(c) {
			name[c] = noVertex
		}
		b.WriteByte(name[c])
	}
	fmt.Fprintf(b, "\n\"\"\"\n%s = \"\"\"", edgesKey)
	perLine := edgesWidth / len("a-b ")
	for i, e := range g.Edges {
		before := " "
		if i%perLine == 0 {
			before = "\n"
		}
		fmt.Fprintf(b, "%s%c%c%c", before, name[e[0]], joins, name[e[1]])
	}
	b.WriteString("\n\"\"\"\n")
}

// tomlText quotes a text.
func tomlText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case !strconv.IsGraphic(c):
			fmt.Fprintf(&b, `\U%08X`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
