package play

import (
	"errors"
	"fmt"
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/printable"
	"gridlock/variants"
)

// dialogue has the texts of a game, word for word as in its rule book where the book has a text. Texts end with a line
// break, except prompts. Their lines may be longer than the terminal is wide.
//
// A person enters a move at once or in two halves. entered is the first half while the second is asked for, and empty
// otherwise.
type dialogue interface {
	// welcome opens a game.
	welcome() string

	// heading stands above the board; begun is false while no move has been made.
	heading(begun bool) string

	// turn opens a person's turn, below the board.
	turn(p variants.Position) string

	// prompt asks for a move, or for the second half of one.
	prompt(p variants.Position, entered string) string

	// possible returns the legal moves that begin with entered.
	possible(p variants.Position, entered string) variants.MoveSet

	// read takes an entry. An error says what is wrong with the entry, or is a *variants.MoveError. Then reply.keep is the
	// part that stays entered.
	read(p variants.Position, entered, entry string) (reply, error)

	// refused explains an error of read.
	refused(err error) string

	// between follows a move made in p.
	between(p variants.Position) string

	// played describes a move of the computer: "claims cell 4".
	played(p variants.Position, m variants.Move) string

	// over closes a game, below the board: the player to move in p cannot.
	over(p variants.Position) string
}

// reply is the result of an entry.
type reply struct {
	move variants.Move // if done
	done bool          // the move is complete
	keep string        // else the part entered so far
	text string        // text to print
}

// dialogueOf returns the dialogue of a game.
func dialogueOf(g *variants.Game) dialogue {
	switch g.Variant().ID {
	case variants.Classic:
		return classic{}
	case variants.Duel:
		return duel{}
	case variants.Lockdown:
		return lockdown{}
	case variants.Claim:
		return claim{}
	case variants.Blockade:
		return blockade{}
	}
	return inWords{Variant: g.Variant()}
}

// plain has the texts that rule books share or lack. Moves are entered at once.
type plain struct{}

func (plain) heading(bool) string { return "" }

func (plain) turn(variants.Position) string { return "" }

func (plain) possible(p variants.Position, _ string) variants.MoveSet { return p.Legal() }

func (plain) read(p variants.Position, _, entry string) (reply, error) {
	m, err := p.ParseMove(entry)
	return reply{move: m, done: err == nil}, err
}

func (plain) refused(err error) string {
	return "Error: Invalid move. " + printable.Sentence(detail(err)) + "\n\nPlease choose a valid cell.\n"
}

func (plain) between(variants.Position) string { return "" }

// detail is the text of an error without the entry, which the person has just typed.
func detail(err error) string {
	if moveErr, ok := errors.AsType[*variants.MoveError](err); ok {
		return moveErr.Detail
	}
	return err.Error()
}

// numbers lists cells by number: "1, 2, 5".
func numbers(cells bitboard.Board) string {
	var list []string
	for c := range cells.Cells() {
		list = append(list, fmt.Sprint(c+1))
	}
	return strings.Join(list, ", ")
}

// winner returns the number of the player who has won if p's mover cannot move.
func winner(p variants.Position) int { return p.Side().Opponent().Number() }
