//go:build !js

package variants

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gridlock/bitboard"
)

// readGraph reads a picture, a character for each vertex, and edges between them:
//
//	picture = """
//	a.b
//	.c."""
//	edges = "a-b a-c b-c"
func (r *ruleReader) readGraph(f *Family) error {
	switch {
	case f.Near != ByGraph:
		return nil
	case !r.has(pictureKey):
		return r.failed(edgesKey, "picture is missing: it says where the vertices are")
	case !r.has(edgesKey):
		return r.failed(pictureKey, `edges are missing: which vertices are neighbours, as in "a-b a-c"; "" if none are`)
	}
	at, err := r.picture(f)
	if err != nil {
		return err
	}
	text, err := r.text(edgesKey)
	if err != nil {
		return err
	}
	for _, word := range strings.Fields(text) {
		e, err := r.edge(word, at)
		if err != nil {
			return err
		}
		if slices.Contains(f.Graph.Edges, e) {
			return r.failed(edgesKey, "edges: %s joins two vertices that are joined already", quoted(word))
		}
		f.Graph.Edges = append(f.Graph.Edges, e)
	}
	slices.SortFunc(f.Graph.Edges, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return nil
}

// picture sets the vertices and the board, and returns the cells by their characters.
func (r *ruleReader) picture(f *Family) (at map[rune]int, err error) {
	text, err := r.text(pictureKey)
	if err != nil {
		return nil, err
	}
	rows := strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	f.Rows, f.Cols = len(rows), utf8.RuneCountInString(rows[0])
	if _, err := bitboard.NewGrid(f.Rows, f.Cols); err != nil {
		return nil, r.failed(pictureKey, "picture: %w", err)
	}
	f.Graph, at, r.letters = &Graph{}, map[rune]int{}, map[string]int{}
	for row, line := range rows {
		if n := utf8.RuneCountInString(line); n != f.Cols {
			return nil, r.failed(pictureKey, `picture: row %d has %d characters, the first row %d; a cell that is no vertex is "."`, row+1, n, f.Cols)
		}
		for col, c := range []rune(line) {
			_, twice := at[c]
			switch {
			case c == noVertex:
				continue
			case c == joins || !strconv.IsPrint(c) || c == ' ':
				return nil, r.failed(pictureKey, "picture: %q in row %d cannot name a vertex", c, row+1)
			case twice:
				return nil, r.failed(pictureKey, "picture: two vertices are called %q; each has a character of its own", c)
			}
			at[c] = row*f.Cols + col
			f.Graph.Vertices = f.Graph.Vertices.With(at[c])
			if unicode.IsLetter(c) { // a digit is a cell's number, and other signs have a meaning in records
				r.letters[string(c)] = at[c]
			}
		}
	}
	if len(at) == 0 {
		return nil, r.failed(pictureKey, "picture: there is no vertex in it")
	}
	return at, nil
}

// edge reads a word such as a-b.
func (r *ruleReader) edge(word string, at map[rune]int) (e [2]int, err error) {
	letters := []rune(word)
	if len(letters) != 3 || letters[1] != joins {
		return e, r.failed(edgesKey, "edges: %s is no edge; write the characters of two vertices with - between, as in a-b", quoted(word))
	}
	for i, c := range []rune{letters[0], letters[2]} {
		cell, ok := at[c]
		if !ok {
			return e, r.failed(edgesKey, "edges: %s: there is no vertex %q in the picture", quoted(word), c)
		}
		e[i] = cell
	}
	if e[0] == e[1] {
		return e, r.failed(edgesKey, "edges: %s is a loop: a cell is never near itself", quoted(word))
	}
	return [2]int{min(e[0], e[1]), max(e[0], e[1])}, nil
}
