package variants

import (
	"fmt"
	"strings"
)

// GameRecord is a game as it is kept in a file: the first position and the moves.
type GameRecord struct {
	Start Position
	Moves []Move
}

// Position returns the position after the moves. It panics if one is not legal.
func (g GameRecord) Position() Position {
	p := g.Start
	for _, m := range g.Moves {
		p = p.Play(m)
	}
	return p
}

// recordMagic is the first line of a game record.
const recordMagic = "gridlock-game 1"

// recordWidth is the approximate maximum length of lines of moves.
const recordWidth = 72

// String returns the text of the record, as in docs/rules.md:
//
//	gridlock-game 1
//	variant lockdown
//	start ..../..../..../.... x
//	moves 6 11 7
//	result unfinished
//
// If a move is illegal, the text of the record ends with this move; the text of the zero GameRecord is "no position".
// [ParseGameRecord] refuses both.
func (g GameRecord) String() string {
	if g.Start.game == nil {
		return noPosition + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nvariant %s\nstart %v\n", recordMagic, g.Start.game.variant.Key(), g.Start)
	line := "moves"
	for _, move := range g.Start.Record(g.Moves) {
		if len(line)+1+len(move) > recordWidth {
			b.WriteString(line + "\n")
			line = "moves"
		}
		line += " " + move
	}
	if line != "moves" {
		b.WriteString(line + "\n")
	}
	fmt.Fprintf(&b, "result %s\n", g.result())
	return b.String()
}

// result returns the result of the game.
func (g GameRecord) result() string {
	p := g.Start
	for _, m := range g.Moves {
		if !p.legal(m) {
			return "impossible"
		}
		p = p.Play(m)
	}
	if p.Over() {
		return fmt.Sprintf("%v wins", p.side.Opponent())
	}
	return "unfinished"
}

// IsGameRecord reports whether a text is a game record, valid or not, by its first line.
func IsGameRecord(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !passedOver(line) {
			return strings.HasPrefix(line, "gridlock-game")
		}
	}
	return false
}

// passedOver reports whether a line, trimmed, is empty or a comment.
func passedOver(line string) bool { return line == "" || strings.HasPrefix(line, "#") }

// ParseGameRecord reads a game record of one of the five games or of others. Errors name the
// line. A record without its last line has been cut short, which is an error.
func ParseGameRecord(text string, others ...Variant) (g GameRecord, err error) {
	r := recordReader{others: others}
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); passedOver(line) {
			continue
		}
		if err := r.line(line); err != nil {
			return g, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	switch {
	case !r.begun:
		return g, fmt.Errorf("it does not begin with %q: not a game record", recordMagic)
	case !r.ended:
		return g, fmt.Errorf("it has no line \"result …\" at its end: it has been cut short")
	}
	return r.game, nil
}

// recordReader reads a game record line by line.
type recordReader struct {
	others               []Variant
	begun, placed, ended bool
	variant              Variant
	game                 GameRecord
	moves                moveReader
}

func (r *recordReader) line(line string) (err error) {
	field, value, _ := strings.Cut(line, " ")
	value = strings.TrimSpace(value)
	switch {
	case !r.begun:
		if line != recordMagic {
			return fmt.Errorf("%q, not %q: not a game record, or one of another version", line, recordMagic)
		}
		r.begun = true
	case r.ended:
		return fmt.Errorf("%q comes after the result", line)
	case field == "variant" && r.variant.ID == "":
		r.variant, err = Lookup(value, r.others...)
	case field == "start" && r.variant.ID != "" && !r.placed:
		r.game.Start, err = r.variant.Parse(value)
		r.moves, r.placed = moveReader{first: r.game.Start.side, at: r.game.Start}, true
	case field == "moves" && r.placed:
		err = r.moves.read(value)
		r.game.Moves = r.moves.moves
	case field == "result" && r.placed:
		r.ended = true
		if want := r.game.result(); value != want {
			return fmt.Errorf("the result is %q, not %q", want, value)
		}
	default:
		return fmt.Errorf("%q is not expected here: the lines are variant, start, moves, result", field)
	}
	return err
}
