package puzzle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/puzzle"
	"gridlock/variants"
)

// quiz asks a person for the winning moves.
type quiz struct {
	in    *cli.Prompter
	out   io.Writer
	count int // puzzles to be set
	seed  uint64
	asked int // puzzles that have been answered
	right int
}

// errQuit is the error of a person who quits, and of the end of the input.
var errQuit = errors.New("quit")

func newQuiz(ctx context.Context, in io.Reader, out io.Writer, count int, seed uint64) *quiz {
	return &quiz{in: cli.NewPrompter(ctx, in, out), out: out, count: count, seed: seed}
}

// ask sets a puzzle and checks the answer.
func (q *quiz) ask(number int, z puzzle.Puzzle) error {
	if number > 1 {
		fmt.Fprintln(q.out)
	}
	fmt.Fprint(q.out, heading(number, q.count, z), board(q.out, z))
	move, err := q.read(z.Position)
	if err != nil {
		return err
	}
	q.asked++
	if z.Moves.Has(int(move)) {
		q.right++
		_, err = fmt.Fprintf(q.out, "Right.\n%s", solution(z))
		return err
	}
	_, err = fmt.Fprintf(q.out, "%s\n%s", refutation(z, move), solution(z))
	return err
}

// read prompts until there is a legal move.
func (q *quiz) read(p variants.Position) (variants.Move, error) {
	for {
		line, err := q.in.Ask("Which move wins? ")
		switch {
		case errors.Is(err, io.EOF):
			fmt.Fprint(q.out, "\n\nEnd of input.\n")
			return 0, errQuit
		case err != nil && !errors.Is(err, cli.ErrLongLine):
			return 0, err
		}
		switch entry := strings.ToLower(line); {
		case err != nil:
		case entry == "":
			continue
		case entry == "quit" || entry == "exit":
			return 0, errQuit
		default:
			var move variants.Move
			if move, err = p.ParseMove(line); err == nil {
				return move, nil
			}
		}
		fmt.Fprintf(q.out, "%s\n", cli.Wrap(fmt.Sprintf("Not a legal move: %v.", err)))
	}
}

// refutation says why a move does not win.
func refutation(z puzzle.Puzzle, move variants.Move) string {
	p := z.Position
	after := z.After(move)
	next := p.Play(move)
	return cli.Wrap(fmt.Sprintf("No: after %s Player %d (%v) wins in %s by %s.", p.MoveText(move),
		next.Side().Number(), next.Side(), cli.Moves(after.Distance), strings.Join(next.Record(after.PV), " ")))
}

// score says how many answers were right, and how to have the same puzzles again.
func (q *quiz) score() {
	fmt.Fprintf(q.out, "\nScore: %d of %d right.\n%s", q.right, q.asked, seedLine(q.seed))
}
