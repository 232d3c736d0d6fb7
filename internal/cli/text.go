package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// Width is the number of columns that text output keeps within.
const Width = 80

// Seconds writes a measured time with three digits or so: "0.004 s", "1.36 s",
// "5 m 2 s".
func Seconds(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%.3f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d m %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d m", int(d.Hours()), int(d.Minutes())%60)
}

// Plies writes a number of plies.
func Plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// Field writes a line "name  value" of a report; a long value goes on in the
// next line below where it began.
func Field(name, value string) string {
	const indent = 12
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s", indent, name)
	column := indent
	for i, word := range strings.Fields(value) {
		if i > 0 && column+1+len(word) > Width {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		} else if i > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String() + "\n"
}

// WriteJSON writes a value as one line of JSON.
func WriteJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}
