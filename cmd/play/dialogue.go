package play

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gridlock/bitboard"
	"gridlock/variants"
)

// dialogue is what is said in a game, word for word as in its rule book where
// the book has words for it. Texts end with a line break, except prompts.
type dialogue interface {
	// welcome opens a game.
	welcome() string

	// before opens a person's turn. board is the position, drawn; begun is false
	// while no move has been played.
	before(p variants.Position, board string, begun bool) string

	// prompt asks for the next entry of a move, after those entered.
	prompt(p variants.Position, entered []string) string

	// read takes the next entry of a move. An error is a *variants.MoveError, or
	// says in a sentence what is wrong with the entry; reply.keep is then what
	// remains entered.
	read(p variants.Position, entered []string, entry string) (reply, error)

	// refused explains an error of read.
	refused(err error) string

	// between follows a move made in p.
	between(p variants.Position) string

	// over closes a game: the player to move in p cannot. board is as in before.
	over(p variants.Position, board string) string
}

// reply is what comes of an entry.
type reply struct {
	move variants.Move // where done
	done bool          // the move is complete
	keep []string      // else, what has been entered of it
	text string        // what to say
}

// dialogueOf returns the dialogue of a game.
func dialogueOf(g *variants.Game) dialogue {
	switch g.Variant().ID {
	case "classic":
		return classic{}
	case "duel":
		return duel{}
	case "lockdown":
		return lockdown{}
	case "claim":
		return claim{}
	case "blockade":
		return blockade{}
	}
	panic("play: no dialogue for " + g.Variant().ID)
}

// plain is what the rule books have in common or are silent about.
type plain struct{}

func (plain) read(p variants.Position, _ []string, entry string) (reply, error) {
	m, err := p.ParseMove(entry)
	return reply{move: m, done: err == nil}, err
}

func (plain) refused(err error) string {
	return "Error: Invalid move. " + sentence(detail(err)) + "\n\nPlease choose a valid cell.\n"
}

func (plain) between(variants.Position) string { return "" }

// detail is what is wrong, without the entry itself, which the person has just
// typed.
func detail(err error) string {
	var moveErr *variants.MoveError
	if errors.As(err, &moveErr) {
		return moveErr.Detail
	}
	return err.Error()
}

// sentence makes a sentence of an error text.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// numbers lists cells by number: "1, 2, 5".
func numbers(cells bitboard.Board) string {
	var list []string
	for c := range cells.Cells() {
		list = append(list, fmt.Sprint(c+1))
	}
	return strings.Join(list, ", ")
}

// winner returns the number of the player who has won where p's mover cannot
// move.
func winner(p variants.Position) int { return p.Side().Opponent().Number() }
