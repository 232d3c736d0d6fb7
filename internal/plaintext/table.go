package plaintext

import (
	"strings"
	"unicode/utf8"

	"gridlock/internal/printable"
)

// gap separates the columns of a table.
const gap = "  "

// tableLines returns the lines of a table. Every column has the width of its widest cell, except
// the last, whose text is wrapped. If that leaves the last column too little room, all cells of
// a row are put below the first.
func tableLines(source []string, width int) (lines []string) {
	var rows [][]string
	for i, line := range source {
		if i != 1 { // below the head
			rows = append(rows, cells(line))
		}
	}
	widths := columns(rows)
	if _, rest := room(widths, width); rest < width/3 && rest < widths[len(widths)-1] {
		return stacked(rows[1:], width)
	}
	if strings.Join(rows[0], "") == "" {
		rows = rows[1:]
	}
	for _, row := range rows {
		lines = append(lines, rowLines(row, widths, width)...)
	}
	return lines
}

// cells returns the cells of a row as plain text.
func cells(line string) []string {
	row := strings.Split(strings.Trim(line, "|"), "|")
	for i, cell := range row {
		row[i] = bare(strings.TrimSpace(cell))
	}
	return row
}

// columns returns the widths of the columns.
func columns(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row[:min(len(row), len(widths))] {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}

// room returns the column where the last cell begins, and how many columns it has.
func room(widths []int, width int) (begin, rest int) {
	for _, w := range widths[:len(widths)-1] {
		begin += w + len(gap)
	}
	return begin, width - begin
}

// rowLines returns the lines of a row.
func rowLines(row []string, widths []int, width int) (lines []string) {
	begin, rest := room(widths, width)
	var first strings.Builder
	last := len(row) - 1
	for i, cell := range row[:last] {
		first.WriteString(cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)) + gap)
	}
	lead := first.String()
	for _, line := range printable.Wrap(row[last], rest) {
		lines = append(lines, lead+line)
		lead = strings.Repeat(" ", begin)
	}
	if lines == nil { // the last cell is empty
		lines = []string{strings.TrimRight(lead, " ")}
	}
	return lines
}

// stacked returns the lines of a table that is too wide for columns.
func stacked(rows [][]string, width int) (lines []string) {
	const indent = "    "
	for _, row := range rows {
		lines = append(lines, printable.Wrap(row[0], width)...)
		for _, line := range printable.Wrap(strings.Join(row[1:], ": "), width-len(indent)) {
			lines = append(lines, indent+line)
		}
	}
	return lines
}
