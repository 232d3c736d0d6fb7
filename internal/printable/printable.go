// Package printable prepares text for display: text from outside the program, such as a file's name, made safe for a
// terminal, and long text in lines.
package printable

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The joiners are format characters that ordinary text needs, in Persian and in emoji. They
// neither move the cursor nor reorder text.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// Printable escapes everything in s that a terminal could obey, or that could make s look like another text. The
// escapes are Go's: \n, \x1b, \u0085, \u202e. Escaped are control characters including C1 and DEL, line separators,
// format characters except the joiners, unassigned code points, and bytes that are not UTF-8. Everything else stays as
// it is, including spaces of any kind, \ and ", so that file names remain recognisable. The result is for people: it
// may be ambiguous.
func Printable(s string) string {
	i := strings.IndexFunc(s, unsafe)
	if i < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		char := s[i : i+size]
		if unsafe(r) && (r != utf8.RuneError || size == 1) {
			char = escape(char)
		}
		b.WriteString(char)
		i += size
	}
	return b.String()
}

// unsafe reports whether a rune must be escaped. U+FFFD may stand for a byte that is not UTF-8.
func unsafe(r rune) bool {
	return r == utf8.RuneError || !strconv.IsGraphic(r) && r != nonJoiner && r != joiner
}

// escape returns the escape of a character.
func escape(char string) string {
	quoted := strconv.QuoteToGraphic(char)
	return quoted[1 : len(quoted)-1]
}

// Excerpt returns the beginning of a text of any length.
func Excerpt(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Sentence begins a text with a capital letter and ends it with a full stop.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// Wrap breaks text between words into lines of at most width columns, except for longer words.
func Wrap(text string, width int) (lines []string) {
	at := 0
	for word := range strings.FieldsSeq(text) {
		length := utf8.RuneCountInString(word)
		if len(lines) == 0 || at+1+length > width {
			lines, at = append(lines, word), length
			continue
		}
		lines[len(lines)-1] += " " + word
		at += 1 + length
	}
	return lines
}
