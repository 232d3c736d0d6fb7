package interchange

import (
	"fmt"
	"strings"

	"gridlock/internal/printable"
	"gridlock/variants"
)

// The names of the formats.
const (
	OBF   = "obf"   // position; move:value move:value …
	JSONL = "jsonl" // a JSON object per line
	MCGS  = "mcgs"  // input of MCGS, gen_king_dirt: lockdown only
	Text  = "text"  // a position per line

	CGSuite = "cgsuite" // an expression of CGSuite 2 per line; written, not read
)

// Decoder reads a file line by line.
type Decoder interface {
	// Line decodes the next line, with its number from 1, and returns the entries that it
	// completes. An error concerns this line; the following ones can still be read.
	Line(number int, text string) ([]Entry, error)

	// End returns what is missing at the end of the file, or nil.
	End() error
}

// NewDecoder returns a decoder for positions of a game in a format. Text is read as OBF without
// moves. A line of OBF or Text that begins with a brace is read as JSONL, since no position does, and
// one with a plus and no values is a sum of positions, as variants.Variant.ParseSum reads it.
func NewDecoder(format string, v variants.Variant) (Decoder, error) {
	switch format {
	case OBF, Text:
		return lineDecoder(func(text string) (Entry, error) {
			switch {
			case text[0] == '{':
				return parseJSON(v, text)
			case strings.Contains(text, "+") && !strings.ContainsAny(text, ";{%"):
				return parseSum(v, text)
			}
			return ParseOBF(v, text)
		}), nil
	case JSONL:
		return lineDecoder(func(text string) (Entry, error) { return parseJSON(v, text) }), nil
	case MCGS:
		if v.Key() != variants.Lockdown {
			return nil, fmt.Errorf("MCGS knows lockdown, as gen_king_dirt, and not %s", v.ID)
		}
		return &mcgsDecoder{variant: v}, nil
	}
	return nil, fmt.Errorf("there is no format %q", format)
}

// parseSum reads a sum of positions.
func parseSum(v variants.Variant, text string) (Entry, error) {
	all, err := v.ParseSum(text)
	if err != nil {
		return Entry{}, err
	}
	return Entry{Position: all[0], Rest: all[1:]}, nil
}

// Encode writes an entry in a format, as one line without a line break. Sums are for Text and CGSuite.
func Encode(format string, e Entry) (string, error) {
	if len(e.Rest) > 0 && format != Text && format != CGSuite {
		return "", fmt.Errorf("a sum of positions has no form in %s: write %s or %s", format, Text, CGSuite)
	}
	switch format {
	case OBF:
		return e.OBF(), nil
	case Text:
		return e.text(), nil
	case JSONL:
		return e.json()
	case MCGS:
		return e.mcgs()
	case CGSuite:
		return e.cgsuite()
	}
	return "", fmt.Errorf("there is no format %q", format)
}

// text writes the position, or the sum.
func (e Entry) text() string {
	text := e.Position.String()
	for _, p := range e.Rest {
		text += " + "
		if v := p.Game().Variant(); v.Key() != e.Position.Game().Variant().Key() {
			text += v.Name() + ": "
		}
		text += p.String()
	}
	return text
}

// lineDecoder decodes formats in which every line is a separate entry.
type lineDecoder func(text string) (Entry, error)

// Line implements [Decoder]. Text after a % is a comment.
func (d lineDecoder) Line(_ int, text string) ([]Entry, error) {
	text = strings.TrimSpace(text)
	if text == "" || text[0] == '%' {
		return nil, nil
	}
	e, err := d(text)
	if err != nil {
		return nil, err
	}
	return []Entry{e}, nil
}

// End implements [Decoder].
func (lineDecoder) End() error { return nil }

// short returns the beginning of a word of a file for an error message, safe to print on a
// terminal.
func short(text string) string { return fmt.Sprintf("%.40s", printable.Printable(text)) }
