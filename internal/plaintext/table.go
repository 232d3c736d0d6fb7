package plaintext

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"gridlock/internal/printable"
)

// tableLines returns the lines of a table: in columns if these keep within the width, and otherwise each row without the
// head, its first cell above the others.
func tableLines(source []string, width int) []string {
	var drawn strings.Builder
	columns := tabwriter.NewWriter(&drawn, 0, 0, 2, ' ', 0)
	var stacked []string
	for i, line := range source {
		if i == 1 { // below the head
			continue
		}
		row := strings.Split(strings.Trim(line, "|"), "|")
		for i, cell := range row {
			row[i] = bare(strings.TrimSpace(cell))
		}
		if i == 0 && strings.Join(row, "") == "" {
			continue
		}
		fmt.Fprintln(columns, strings.Join(row, "\t"))
		if i > 0 {
			const indent = 6
			lead, rest := row[0], printable.Wrap(strings.Join(row[1:], ": "), width-indent)
			if utf8.RuneCountInString(lead) > indent-2 || len(rest) == 0 {
				stacked, lead = append(stacked, printable.Wrap(lead, width)...), ""
			}
			for _, line := range rest {
				stacked, lead = append(stacked, fmt.Sprintf("%-*s%s", indent, lead, line)), ""
			}
		}
	}
	_ = columns.Flush() // writing to memory cannot fail
	lines := strings.Split(strings.TrimRight(drawn.String(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
		if utf8.RuneCountInString(lines[i]) > width {
			return stacked
		}
	}
	return lines
}
