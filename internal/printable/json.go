package printable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

// WriteJSON writes a value as one line of JSON. Characters that a terminal could obey are written as \u and four
// digits, which is the same text to a reader of JSON.
func WriteJSON(w io.Writer, value any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, escapedJSON(strings.TrimSuffix(b.String(), "\n"))+"\n")
	return err
}

// escapedJSON escapes in a line of JSON what [Printable] would, which can only be
// inside of texts.
func escapedJSON(line string) string {
	if Printable(line) == line {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if char := string(r); Printable(char) == char {
			b.WriteString(char)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
