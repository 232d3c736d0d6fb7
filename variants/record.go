package variants

import (
	"strconv"
	"strings"
	"unicode"
)

// moveReader reads the moves of a record, one after the other.
//
// Like records of chess, a record may have other words between moves. Move numbers have to be right: "1." or "3..."
// before the first or second move of a pair, or "5." before the fifth move. Comments are in braces, or go from a
// semicolon to the end of the line. There may be marks such as "!?" and "$3", and a result at the end. Variations are
// refused.
type moveReader struct {
	first Player // the player to move before the first of the moves
	at    Position
	moves []Move
	bare  bool   // a move is written without parentheses
	ended string // the result, if there is one
}

// read reads moves. The error is a *[RecordError].
func (r *moveReader) read(text string) error {
	for {
		word, rest, err := nextWord(text)
		if err == nil && word == "" {
			return nil
		}
		if err == nil {
			err = r.word(word)
		}
		if err != nil {
			refused := err.(*MoveError)
			if refused.Text == "" {
				refused.Text = word
			}
			return &RecordError{Ply: len(r.moves) + 1, Move: refused}
		}
		text = rest
	}
}

// nextWord returns the first word behind white space and comments, "" if there is none, and the rest of the text. White
// space and comments in braces end a word, except white space beside an @, in parentheses, and in "Row 2, Column 3".
func nextWord(text string) (word, rest string, err error) {
	for {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
		comment, more, closed := "", "", true
		switch {
		case strings.HasPrefix(text, "{"):
			comment, more, closed = strings.Cut(text, "}")
		case strings.HasPrefix(text, ";"):
			comment, more, _ = strings.Cut(text, "\n")
		default:
			end, closed := wordEnd(text)
			if !closed {
				return text[:end], "", refusal(Unreadable, "a ( that is not closed")
			}
			return text[:end], text[end:], nil
		}
		if !closed {
			return comment, "", refusal(Unreadable, "a comment that is not closed: } is missing")
		}
		text = more
	}
}

// wordEnd returns the length of the word that a text begins with. closed is false if a parenthesis in it is not closed.
func wordEnd(text string) (end int, closed bool) {
	open := 0
	for i, c := range text {
		switch {
		case c == '(':
			open++
		case c == ')':
			open--
		case open > 0:
		case c == '{':
			return i, true
		case unicode.IsSpace(c) && !within(text[:i], text[i:]):
			return i, true
		}
	}
	return len(text), open <= 0
}

// within reports whether the white space between two texts does not end a word: beside an @, and in
// "Row 2, Column 3".
func within(before, behind string) bool {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	behind = strings.TrimLeftFunc(behind, unicode.IsSpace)
	last := before[strings.LastIndexAny(before, " \t\n@")+1:]
	return last == "" || strings.EqualFold(last, rowWord) || strings.EqualFold(last, columnWord) || strings.HasPrefix(behind, "@") ||
		len(behind) > len(columnWord) && strings.EqualFold(behind[:len(columnWord)], columnWord)
}

// word reads a word.
func (r *moveReader) word(word string) error {
	marks := withoutMark(word)
	dots := strings.TrimLeft(word, "0123456789")
	move := strings.TrimLeft(dots, ".")
	number, _ := strconv.Atoi(word[:len(word)-len(dots)])
	switch {
	case r.ended != "":
		return refusal(Unreadable, "it comes after the result, %s", r.ended)
	case marks == "", word[0] == '$' && len(word) > 1 && strings.Trim(word[1:], "0123456789") == "":
		return nil
	case word == "*", word == "1-0", word == "0-1", strings.EqualFold(word, "resigns"):
		r.ended = word
		if winner := r.at.side.Opponent(); r.at.Over() && word != [...]string{X: "1-0", O: "0-1"}[winner] {
			return refusal(Over, "the game is over, and %v has won", winner)
		}
		return nil
	case word == "1/2-1/2", word == "½-½":
		return refusal(Unreadable, "there are no draws")
	case len(move) == len(dots) || len(dots) == len(word):
		return r.move(marks)
	case strings.Trim(move, "0123456789!?") == "" && move != "" && len(dots)-len(move) == 1:
		return refusal(Unreadable, "the number of a move and a move, or a row and a column? Write a space after the one, or a comma after the other")
	case !r.isNumber(number, len(dots)-len(move)):
		return refusal(Unreadable, "not the number of this move, which is the %d. of the record", len(r.moves)+1)
	case move == "":
		return nil
	}
	return r.move(withoutMark(move))
}

// withoutMark returns a word without "!", "?!" and the like at its end.
func withoutMark(word string) string {
	end := max(0, len(word)-2)
	return word[:end] + strings.TrimRight(word[end:], "!?")
}

// isNumber reports whether a number with one or more points is right before the next move: as the number of the move
// or, as in chess, of the pair of moves.
func (r *moveReader) isNumber(number, points int) bool {
	ply := len(r.moves)
	if points == 1 && number == ply+1 {
		return true
	}
	ply += int(r.first)
	return number == ply/2+1 && (points > 1) == (r.at.side == O)
}

// move reads a move. In parentheses it reads a row and a column or, if no move is without parentheses, a number.
func (r *moveReader) move(word string) error {
	m, err := r.at.ParseMove(word)
	cell := word[0] == '(' && !strings.Contains(word, "@")
	switch unreadable := err != nil && err.(*MoveError).Reason == Unreadable; {
	case cell && (unreadable || r.bare && !strings.Contains(word, ",")):
		return refusal(Unreadable, "neither a row and a column, as in (2,3), nor surely a move: leave variations out, and write moves without parentheses")
	case err != nil:
		return err
	}
	r.bare = r.bare || !cell
	r.moves, r.at = append(r.moves, m), r.at.Play(m)
	return nil
}
