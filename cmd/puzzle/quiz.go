package puzzle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli/console"
	"gridlock/internal/lines"
	"gridlock/internal/puzzle"
	"gridlock/internal/report"
	"gridlock/variants"
)

// quiz asks a person for the winning moves.
type quiz struct {
	in     *console.Prompter
	out    io.Writer
	count  int    // puzzles to be set
	again  string // says how to have the same puzzles again
	asked  int    // puzzles that have been answered or skipped
	right  int
	helped int // right answers after hints
	streak int // right answers in a row, without hints
	best   int // the longest streak
	missed []answer
}

// answer is a person's answer to a puzzle.
type answer struct {
	number  int
	puzzle  puzzle.Puzzle
	move    variants.Move
	skipped bool // there was no move
	hints   int
}

// errQuit is the error of a person who quits, and of the end of the input.
var errQuit = errors.New("quit")

// entries says what may be entered.
const entries = `Enter the winning move; "hint" helps, "skip" shows it, "quit" ends the quiz.`

func newQuiz(ctx context.Context, in io.Reader, out io.Writer, count int, again string) *quiz {
	return &quiz{in: console.NewPrompter(ctx, in, out), out: out, count: count, again: again}
}

// ask sets a puzzle and checks the answer.
func (q *quiz) ask(number int, z puzzle.Puzzle) error {
	if number > 1 {
		fmt.Fprintln(q.out)
	}
	fmt.Fprint(q.out, heading(number, q.count, z), board(q.out, z), console.Field("difficulty", report.Estimated(z.Difficulty)))
	a := answer{number: number, puzzle: z}
	if err := q.read(&a); err != nil {
		return err
	}
	q.asked++
	if !a.right() {
		q.streak, q.missed = 0, append(q.missed, a)
		_, err := fmt.Fprint(q.out, a.verdict(), solution(z))
		return err
	}
	q.right++
	if a.hints > 0 {
		q.helped, q.streak = q.helped+1, 0
	} else {
		q.streak++
	}
	q.best = max(q.best, q.streak)
	praise := "Right.\n"
	if q.streak > 1 {
		praise = fmt.Sprintf("Right: %d in a row.\n", q.streak)
	}
	_, err := fmt.Fprint(q.out, praise, solution(z))
	return err
}

// read prompts until there is a legal move, or the puzzle is skipped.
func (q *quiz) read(a *answer) error {
	for {
		line, err := q.in.Ask("Which move wins? ")
		switch {
		case errors.Is(err, io.EOF):
			fmt.Fprint(q.out, "\n\nEnd of input.\n")
			return errQuit
		case err != nil && !errors.Is(err, lines.ErrLong):
			return err
		}
		switch entry := strings.ToLower(line); {
		case err != nil:
		case entry == "":
			continue
		case entry == "quit" || entry == "exit":
			return errQuit
		case entry == "skip":
			a.skipped = true
			return nil
		case entry == "hint":
			fmt.Fprintln(q.out, console.Wrap(a.hint()))
			continue
		case entry == "help" || entry == "?":
			fmt.Fprintln(q.out, console.Wrap(entries))
			continue
		default:
			if a.move, err = a.puzzle.Position.ParseMove(line); err == nil {
				return nil
			}
		}
		fmt.Fprintf(q.out, "%s\n", console.Wrap(fmt.Sprintf("Not a legal move: %v.", err)))
	}
}

// hint returns the next hint.
func (a *answer) hint() string {
	all := hints(a.puzzle)
	if a.hints == len(all) {
		return `There are no more hints. "skip" shows the solution.`
	}
	a.hints++
	return fmt.Sprintf("Hint %d of %d. %s", a.hints, len(all), all[a.hints-1])
}

// right reports whether the answer solves the puzzle.
func (a answer) right() bool { return !a.skipped && a.puzzle.Moves.Has(int(a.move)) }

// verdict says why a wrong answer does not win.
func (a answer) verdict() string {
	if a.skipped {
		return "Skipped.\n"
	}
	p, after := a.puzzle.Position, a.puzzle.After(a.move)
	next := p.Play(a.move)
	return console.Wrap(fmt.Sprintf("No. After %s, %s wins in %s: %s.", p.MoveText(a.move),
		next.Side().Name(), console.Plies(after.Distance), strings.Join(next.Record(after.PV), " "))) + "\n"
}

// end says how many answers were right, shows the wrong ones, and says how to have the same puzzles again.
func (q *quiz) end() error {
	fmt.Fprintf(q.out, "\n%s\n", console.Wrap(q.score()))
	if q.asked > 1 {
		q.review()
	}
	_, err := fmt.Fprint(q.out, q.again)
	return err
}

// score counts the answers.
func (q *quiz) score() string {
	text := fmt.Sprintf("Score: %d of %d right", q.right, q.asked)
	switch {
	case q.helped > 0 && q.helped == q.right:
		text += ", with hints"
	case q.helped > 0:
		text += fmt.Sprintf(", %d of them with hints", q.helped)
	}
	if q.best > 1 {
		text += fmt.Sprintf("; longest streak: %d", q.best)
	}
	return text + "."
}

// review shows the puzzles that were missed, and their solutions.
func (q *quiz) review() {
	if len(q.missed) == 0 {
		return
	}
	fmt.Fprint(q.out, "\nWhat you missed:\n\n")
	for _, a := range q.missed {
		fmt.Fprint(q.out, heading(a.number, q.count, a.puzzle), board(q.out, a.puzzle), a.verdict(), solution(a.puzzle),
			console.Field("themes", strings.Join(puzzle.Words(a.puzzle.Themes), ", ")), "\n")
	}
}
