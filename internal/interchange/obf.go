package interchange

import (
	"fmt"
	"strings"

	"gridlock/variants"
)

// ParseOBF reads one line: a position, a semicolon, and moves with their values, not necessarily
// all. Semicolons between and after the moves are ignored, so lines may be written as Edax does.
// Text after a % is a comment.
func ParseOBF(v variants.Variant, line string) (Entry, error) {
	line, _, _ = strings.Cut(line, "%")
	position, moves, _ := strings.Cut(line, ";")
	p, err := v.Parse(position)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Position: p}
	for _, word := range strings.Fields(strings.ReplaceAll(moves, ";", " ")) {
		move, value, found := strings.Cut(word, ":")
		if !found {
			return Entry{}, fmt.Errorf("%.20q is not a move with its value; write them as in 6:+7", word)
		}
		known, err := ParseValue(value)
		if err != nil {
			return Entry{}, fmt.Errorf("move %s: %w", short(move), err)
		}
		if err := e.add(move, known); err != nil {
			return Entry{}, err
		}
	}
	return e, nil
}

// OBF writes the entry in the form that [ParseOBF] reads, with all legal moves.
func (e Entry) OBF() string {
	var b strings.Builder
	b.WriteString(e.Position.String() + ";")
	for _, m := range e.all() {
		fmt.Fprintf(&b, " %s:%v", e.Position.MoveText(m.Move), m.Score)
	}
	return b.String()
}
