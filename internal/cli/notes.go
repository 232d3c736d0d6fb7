package cli

import (
	"io"
	"strings"

	"gridlock/internal/printable"
)

// Notes is standard error for all output except the line of a console.Display on a terminal. Errors and notes contain
// text from outside the program, such as file names and lines of input. So terminal control characters are escaped,
// except line breaks and tabs. A write must not end inside a character.
type Notes struct{ W io.Writer }

// Write writes p, escaped.
func (n Notes) Write(p []byte) (int, error) {
	if _, err := io.WriteString(n.W, shown(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// shown is [printable.Printable] for text that may have line breaks and tabs.
func shown(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		columns := strings.Split(line, "\t")
		for j, column := range columns {
			columns[j] = printable.Printable(column)
		}
		lines[i] = strings.Join(columns, "\t")
	}
	return strings.Join(lines, "\n")
}
