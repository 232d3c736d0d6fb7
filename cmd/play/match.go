package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/variants"
)

// match plays games between two seats and keeps the score.
type match struct {
	lines *cli.Lines
	echo  bool // write what is read, since no terminal shows it
	out   io.Writer
	style cli.Style
	talk  dialogue
	seats [2]seat
	ai    player

	score   [2]int
	history []variants.Position // of the game being played, the start first
	moves   []variants.Move     // between them
}

// errQuit says that a person has had enough.
var errQuit = errors.New("quit")

// play plays the games of a match from a position, the given moves played first.
func (m *match) play(ctx context.Context, games int, start variants.Position, moves []variants.Move) error {
	for game := 1; game <= games; game++ {
		winner, err := m.game(ctx, start, moves)
		if err != nil {
			return m.stop(err)
		}
		m.score[winner]++
		m.sayRecord()
		if games > 1 {
			m.say("Score after game %d of %d: Player 1 (X) %d, Player 2 (O) %d\n",
				game, games, m.score[variants.X], m.score[variants.O])
		}
		if game < games {
			m.say("\n")
		}
	}
	return nil
}

// stop ends the match before the game is over. That a person has had enough, or
// that the input ends, is no error.
func (m *match) stop(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		m.say("\n\nEnd of input: the game is not finished.\n")
		err = nil
	case errors.Is(err, errQuit):
		err = nil
	}
	m.sayRecord()
	return err
}

// game plays one game and returns the winner.
func (m *match) game(ctx context.Context, start variants.Position, moves []variants.Move) (variants.Player, error) {
	m.history, m.moves = []variants.Position{start}, nil
	m.say("%s", m.talk.welcome())
	for _, move := range moves {
		m.push(move)
	}
	for !m.position().Over() {
		if err := m.turn(ctx); err != nil {
			return 0, err
		}
	}
	p := m.position()
	m.say("\n%s", m.talk.over(p, m.style.Board(p)))
	return p.Side().Opponent(), nil
}

func (m *match) position() variants.Position { return m.history[len(m.history)-1] }

func (m *match) push(move variants.Move) {
	m.history = append(m.history, m.position().Play(move))
	m.moves = append(m.moves, move)
}

// turn lets the player to move make a move, or undo some.
func (m *match) turn(ctx context.Context) error {
	p := m.position()
	if m.seats[p.Side()] == human {
		return m.ask(ctx, p)
	}
	choice, err := m.ai.choose(ctx, p)
	if err != nil {
		return err
	}
	m.say("\nPlayer %d (AI) plays %s%s.\n%s", p.Side().Number(), p.MoveText(choice.move), choice.doubt(), m.talk.between(p))
	m.push(choice.move)
	return nil
}

// ask prompts a person until there is a move, or something else has been done
// about the game. A move may take several entries.
func (m *match) ask(ctx context.Context, p variants.Position) error {
	m.say("\n%s", m.talk.before(p, m.style.Board(p), len(m.moves) > 0))
	var entered []string
	for {
		entry, err := m.read(m.talk.prompt(p, entered))
		if err != nil {
			return err
		}
		switch strings.ToLower(entry) {
		case "":
		case "quit", "exit":
			return errQuit
		case "moves":
			m.say("Available moves: %s\n", strings.Join(p.MoveTexts(p.Legal()), ", "))
		case "hint":
			if err := m.hint(ctx, p); err != nil {
				return err
			}
		case "help", "?":
			m.say("Enter what the prompt asks for, or a whole move such as %s; or moves, hint, undo, quit.\n",
				p.MoveText(variants.Move(p.Legal().First())))
		case "undo":
			if len(entered) == 0 {
				return m.undo(p.Side())
			}
			entered = nil
		default:
			if done := m.enter(p, &entered, entry); done {
				return nil
			}
		}
	}
}

// enter takes an entry that is not a command and reports whether it completed a
// legal move, which then has been played.
func (m *match) enter(p variants.Position, entered *[]string, entry string) bool {
	reply, err := m.talk.read(p, *entered, entry)
	if err != nil {
		m.say("\n%s", m.talk.refused(err))
		*entered = reply.keep
		return false
	}
	m.say("%s", reply.text)
	if !reply.done {
		*entered = reply.keep
		return false
	}
	m.say("%s", m.talk.between(p))
	m.push(reply.move)
	return true
}

// undo takes back moves until it is the person's turn again: their own last one
// and, against the computer, the answer to it.
func (m *match) undo(who variants.Player) error {
	back := len(m.moves) - 1
	if m.seats[who.Opponent()] == ai {
		for back >= 0 && m.history[back].Side() != who {
			back--
		}
	}
	if back < 0 {
		m.say("Nothing to undo.\n")
		return nil
	}
	m.history, m.moves = m.history[:back+1], m.moves[:back]
	return nil
}

// hint tells a best move.
func (m *match) hint(ctx context.Context, p variants.Position) error {
	choice, err := m.ai.choose(ctx, p)
	if err != nil {
		return err
	}
	m.say("Hint: %s%s\n", p.MoveText(choice.move), choice.prospect())
	return nil
}

// read prompts and returns the line entered, without spaces around it.
func (m *match) read(prompt string) (string, error) {
	m.say("%s", prompt)
	line, err := m.lines.Next()
	if err != nil {
		return "", err
	}
	if m.echo {
		m.say("%s\n", line)
	}
	return strings.TrimSpace(line), nil
}

// sayRecord prints the moves of the game, to keep or to go on from.
func (m *match) sayRecord() {
	if len(m.moves) > 0 {
		m.say("\n%s", cli.Field("Record", strings.Join(m.history[0].Record(m.moves), " ")))
	}
}

// say writes to the player. That a write failed is noticed when the command
// ends.
func (m *match) say(format string, args ...any) { fmt.Fprintf(m.out, format, args...) }
