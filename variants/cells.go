package variants

import (
	"fmt"
	"strconv"
	"strings"
)

// CellText returns the canonical name of a cell: "2,3" (classic), "7" (duel,
// lockdown, claim) or "1,2" (blockade) for the third cell of the second row;
// "a" for a vertex of a graph whose picture has a letter for each vertex.
func (g *Game) CellText(c int) string {
	if g.variant.def.Names == NumberFrom1 {
		for letter, cell := range g.variant.def.letters {
			if g.variant.def.lettered && cell == c {
				return letter
			}
		}
		return number(c)
	}
	row, col := g.Coordinates(c)
	return fmt.Sprintf("%d,%d", row, col)
}

// CellTexts returns the names of cells, in the order of cells.
func (g *Game) CellTexts(cells Board) []string {
	names := make([]string, 0, cells.Count())
	for c := range cells.Cells() {
		names = append(names, g.CellText(c))
	}
	return names
}

// PairTexts returns the names of the cells of pairs.
func (g *Game) PairTexts(pairs [][2]int) [][]string {
	names := make([][]string, 0, len(pairs))
	for _, pair := range pairs {
		names = append(names, []string{g.CellText(pair[0]), g.CellText(pair[1])})
	}
	return names
}

// Numbered reports whether cells are named by numbers or letters, not by rows and columns.
func (g *Game) Numbered() bool { return g.variant.def.Names == NumberFrom1 }

// Coordinates returns the row and column of a cell, counted as in the game's rule book: from 0
// in blockade, from 1 in the others.
func (g *Game) Coordinates(c int) (row, col int) {
	row, col = g.grid.RowCol(c)
	return row + g.variant.def.Names.origin(), col + g.variant.def.Names.origin()
}

// describe names a cell in an error message, with its row and column.
func (g *Game) describe(c int) string {
	row, col := g.Coordinates(c)
	where := fmt.Sprintf("row %d, column %d", row, col)
	if g.Numbered() {
		return fmt.Sprintf("cell %s (%s)", g.CellText(c), where)
	}
	return where
}

const rowWord, columnWord = "row", "column" // in either case

// parseCell reads the name of a cell in any form: a number from 1, a letter of a graph's picture, or row and column as
// in 2,3, (2,3) or Row 2, Column 3, counted as in the game's rule book.
func (g *Game) parseCell(text string) (int, *MoveError) {
	text = strings.TrimSpace(text)
	if c, ok := g.variant.def.letters[text]; ok {
		return c, nil
	}
	inner := text
	if strings.HasPrefix(inner, ",") || strings.HasSuffix(inner, ",") {
		return 0, refusal(Unreadable, "a comma beside a space: moves are separated by spaces alone, "+
			"and a row and a column are written without space, as in 2,3")
	}
	if strings.HasPrefix(inner, "(") && strings.HasSuffix(inner, ")") {
		inner = inner[1 : len(inner)-1]
	}
	if words := strings.Fields(strings.Replace(inner, ",", " ", 1)); len(words) == 4 && strings.EqualFold(words[0], rowWord) && strings.EqualFold(words[2], columnWord) {
		inner = words[1] + "," + words[3] // Row 1, Column 4
	}
	rowText, colText, pair := strings.Cut(inner, ",")
	row, rowErr := strconv.Atoi(strings.TrimSpace(rowText))
	if !pair {
		switch {
		case rowErr != nil:
			return 0, refusal(Unreadable, "%s is not a cell: write %s", quoted(text), g.cellForms())
		case row < 1 || row > g.grid.Size():
			return 0, refusal(OffBoard, "there is no cell %d: cells are numbered from 1 to %d", row, g.grid.Size())
		}
		return row - 1, nil
	}
	col, colErr := strconv.Atoi(strings.TrimSpace(colText))
	if rowErr != nil || colErr != nil {
		return 0, refusal(Unreadable, "%s is not a cell: write %s", quoted(text), g.cellForms())
	}
	origin := g.variant.def.Names.origin()
	if !g.grid.Contains(row-origin, col-origin) {
		return 0, refusal(OffBoard, "row %d, column %d is off the board: rows are %d to %d, columns %d to %d",
			row, col, origin, g.grid.Rows()-1+origin, origin, g.grid.Cols()-1+origin)
	}
	return g.grid.Cell(row-origin, col-origin), nil
}

// cellForms says how to write a cell, the game's own form first.
func (g *Game) cellForms() string {
	forms := []string{`a cell number such as "6"`, `a row and a column such as "2,3"`}
	if g.variant.def.Names != NumberFrom1 {
		forms[0], forms[1] = forms[1], forms[0]
	}
	if len(g.variant.def.letters) > 0 {
		forms = append(forms, "a letter of the picture")
	}
	return strings.Join(forms, " or ")
}
