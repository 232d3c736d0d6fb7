package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"gridlock/internal/cli/console"
)

// templates are those of the pages and of atlas.csv.
//
//go:embed *.tmpl
var templates embed.FS

// files are the contents of files by their names in the folder of the documents, with slashes.
type files map[string][]byte

// published returns the data and the files made from them. The licence of the data and the description of the table
// (https://specs.frictionlessdata.io) exist already.
func published(docs string, all []edition) (files, error) {
	found, err := data(all)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"atlas/LICENSE", "datapackage.json"} {
		if found[name], err = os.ReadFile(filepath.Join(docs, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
	}
	for name, e := range map[string]edition{"atlas.csv": all[0], "atlas.md": all[0], "atlas-library.md": all[1]} {
		if found[name], err = e.render(name + ".tmpl"); err != nil {
			return nil, err
		}
	}
	found["atlas/SHA256SUMS"] = sums(found)
	return found, nil
}

// sums returns the hashes of files that are no pages, in the form of sha256sum.
func sums(all files) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if filepath.Ext(name) != ".md" {
			fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(all[name]), name)
		}
	}
	return b.Bytes()
}

// render fills a template.
func (e edition) render(name string) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"cell": cell, "count": console.Count[uint64]}).ParseFS(templates, name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, e)
	return b.Bytes(), err
}

// cell writes a text as a cell of comma-separated values (RFC 4180).
func cell(text string) string {
	if strings.ContainsAny(text, "\",\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// Game returns a game by its ID, for the words about it.
func (e edition) Game(id string) (game, error) {
	i := slices.IndexFunc(e.Games, func(g game) bool { return g.ID == id })
	if i < 0 {
		return game{}, fmt.Errorf("no game %q", id)
	}
	return e.Games[i], nil
}

// text writes a value, ? if it is not known.
func text[T any](value *T) string {
	if value == nil {
		return "?"
	}
	return fmt.Sprint(*value)
}

// Winners returns who wins the boards of one to six rows, a letter for each number of columns, or a dot.
func (g game) Winners() (rows [6]string) {
	for _, b := range g.Boards {
		if b.Rows <= len(rows) {
			row := &rows[b.Rows-1]
			*row += strings.Repeat(".", b.Cols-1-len(*row)) + text(b.Winner)
		}
	}
	return rows
}

// Lengths and Nimbers return tables of the numbers of plies, and of the nimbers.
func (g game) Lengths() string { return g.grid(func(b *board) string { return text(b.Plies) }) }
func (g game) Nimbers() string { return g.grid(func(b *board) string { return text(b.Nimber) }) }

// grid returns a table of the boards: rows down, at most 8; columns across, named by their last digits. Single digits
// stand close together. Wider cells have at most 12 columns. It is empty if nothing is known.
func (g game) grid(cell func(*board) string) string {
	rows, cols, width, known := 0, 0, 1, false
	cells, lines := map[[2]int]string{}, []string{}
	for _, b := range g.Boards {
		text := cell(b)
		cells[[2]int{b.Rows, b.Cols}] = text
		rows, cols, width, known = max(rows, b.Rows), max(cols, b.Cols), max(width, len(text)), known || text != "?"
	}
	if !known {
		return ""
	}
	rows = min(rows, 8)
	if width > 1 {
		cols, width = min(cols, 12), width+1
	}
	for col := 1; col <= cols; col++ {
		cells[[2]int{0, col}] = fmt.Sprint(col % 10)
	}
	for row := range rows + 1 {
		line := "   "
		if row > 0 {
			line = fmt.Sprintf("%2d ", row)
		}
		for col := 1; col <= cols; col++ {
			line += fmt.Sprintf("%*s", width, cells[[2]int{row, col}])
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return strings.Join(lines, "\n")
}
