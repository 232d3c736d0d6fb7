package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/variants"
)

// match plays games between two seats and keeps the score.
type match struct {
	in    *cli.Prompter
	out   io.Writer
	style cli.Style
	talk  dialogue
	seats [2]seat
	ai    [2]adviser // by variants.Player
	hints adviser
	aloud bool   // the computer says what it knows
	file  string // where the game is kept, if anywhere
	games int

	over    int                 // games that are over
	score   [2]int              // games won, by player
	history []variants.Position // of the game being played, the start first
	moves   []variants.Move     // between them
	failed  error               // of a write
}

// errQuit is the error of a person who quits.
var errQuit = errors.New("quit")

// play plays the games of the match from a position, the given moves played
// first.
func (m *match) play(ctx context.Context, start variants.Position, moves []variants.Move) error {
	for m.over < m.games {
		winner, err := m.game(ctx, start, moves)
		if err != nil {
			return m.stop(err)
		}
		m.over++
		m.score[winner]++
		m.sayRecord()
		m.sayScore()
		if m.over < m.games {
			m.say("\n")
		}
	}
	return m.failed
}

// stop ends the match before the game is over. That a person quits, or
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
	m.sayScore()
	return err
}

// game plays one game and returns the winner.
func (m *match) game(ctx context.Context, start variants.Position, moves []variants.Move) (variants.Player, error) {
	m.history, m.moves = []variants.Position{start}, nil
	m.say("%s", m.talk.welcome())
	for _, move := range moves {
		m.push(move)
	}
	if err := m.keep(); err != nil {
		return 0, err
	}
	for {
		m.say("\n%s%s\n\n", m.talk.heading(len(m.moves) > 0), m.style.Board(m.position()))
		if m.position().Over() {
			break
		}
		if err := m.turn(ctx); err != nil {
			return 0, err
		}
		if m.failed != nil {
			return 0, m.failed
		}
	}
	m.say("%s", m.talk.over(m.position()))
	return m.position().Side().Opponent(), nil
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
		m.say("%s", m.talk.turn(p))
		return m.ask(ctx, p)
	}
	choice, err := m.ai[p.Side()].choose(ctx, p, m.moves)
	if err != nil {
		return err
	}
	m.say("Player %d (AI) plays %s%s.\n%s", p.Side().Number(), p.MoveText(choice.Move), doubt(choice), m.talk.between(p))
	if m.aloud {
		m.say("%s\n", cli.Wrap(fmt.Sprintf("Player %d (AI): %s", p.Side().Number(), talk(choice))))
	}
	m.push(choice.Move)
	return m.keep()
}

// ask prompts a person until there is a move, or moves have been taken back.
func (m *match) ask(ctx context.Context, p variants.Position) error {
	entered := ""
	for {
		entry, err := m.in.Ask(m.talk.prompt(p, entered))
		if errors.Is(err, cli.ErrLongLine) {
			m.say("\n%s", m.talk.refused(err))
			continue
		}
		if err != nil {
			return err
		}
		if file, ok := saving(entry); ok {
			m.saveAs(file)
			continue
		}
		switch strings.ToLower(entry) {
		case "":
		case "quit", "exit":
			return errQuit
		case "moves":
			m.list(p, m.talk.possible(p, entered))
		case "hint":
			if err := m.hint(ctx, p, m.talk.possible(p, entered)); err != nil {
				return err
			}
		case "help", "?":
			m.say("%s", cli.Wrap(fmt.Sprintf("Enter what the prompt asks for, or a whole move such as %s; "+
				"or moves, hint, undo, save FILE, quit.", p.MoveText(variants.Move(p.Legal().First()))))+"\n")
		case "undo":
			if entered == "" {
				m.undo(p.Side())
				return m.keep()
			}
			m.say("The part of your move that you entered is cleared.\n")
			entered = ""
		default:
			reply, err := m.talk.read(p, entered, entry)
			if err != nil {
				m.say("\n%s", m.talk.refused(err))
			}
			m.say("%s", reply.text)
			if reply.done {
				m.say("%s", m.talk.between(p))
				m.push(reply.move)
				return m.keep()
			}
			entered = reply.keep
		}
	}
}

// list prints the legal moves that go with what has been entered.
func (m *match) list(p variants.Position, possible variants.MoveSet) {
	if possible == 0 {
		m.say("No legal move begins like that; undo clears what you have entered.\n")
		return
	}
	m.say("%s", cli.Wrap("Available moves: "+strings.Join(p.MoveTexts(possible), " "))+"\n")
}

// undo takes back moves until it is the person's turn again: their own last one
// with, against the computer, the answer to it; between two people the last one.
func (m *match) undo(who variants.Player) {
	back := len(m.moves) - 1
	if m.seats[who.Opponent()] != human {
		for back >= 0 && m.history[back].Side() != who {
			back--
		}
	}
	if back < 0 {
		m.say("Nothing to undo.\n")
		return
	}
	m.history, m.moves = m.history[:back+1], m.moves[:back]
}

// hint prints a best move.
func (m *match) hint(ctx context.Context, p variants.Position, possible variants.MoveSet) error {
	choice, err := m.hints.choose(ctx, p, m.moves)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("Hint: %s%s", p.MoveText(choice.Move), prospect(choice))
	if !possible.Has(int(choice.Move)) {
		text += " To play it, first undo what you have entered."
	}
	m.say("%s\n", cli.Wrap(text))
	return nil
}

// keep writes the game to its file, if it has one.
func (m *match) keep() error {
	if m.file == "" {
		return nil
	}
	if err := writeRecord(m.file, m.record()); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}

// record returns the game so far.
func (m *match) record() variants.GameRecord {
	return variants.GameRecord{Start: m.history[0], Moves: m.moves}
}

// saving reports whether an entry asks to save the game, and returns the name of the file.
func saving(entry string) (file string, ok bool) {
	word, file, _ := strings.Cut(entry, " ")
	return strings.TrimSpace(file), strings.EqualFold(word, "save")
}

// saveAs writes the game to a file that a person has named.
func (m *match) saveAs(file string) {
	if file == "" {
		m.say("No file name: enter save FILE.\n")
		return
	}
	if err := writeRecord(file, m.record()); err != nil {
		m.say("Not saved: %s.\n", printable.Printable(err.Error()))
		return
	}
	m.say("%s", cli.Verbatim("Saved to", file))
}

// sayRecord prints the moves of the game, and where they began unless that is the
// default, so that the game can be continued.
func (m *match) sayRecord() {
	if len(m.moves) == 0 {
		return
	}
	m.say("\n")
	start := m.history[0]
	if start.String() != start.Game().Variant().Default().Start().String() {
		m.say("%s", cli.Verbatim("Position", start.String()))
	}
	m.say("%s", cli.Field("Record", strings.Join(start.Record(m.moves), " ")))
}

// sayScore prints the score of a match of several games.
func (m *match) sayScore() {
	if m.games > 1 {
		m.say("Score after game %d of %d: Player 1 (X) %d, Player 2 (O) %d\n",
			m.over, m.games, m.score[variants.X], m.score[variants.O])
	}
}

// say writes to the player and notes when that fails.
func (m *match) say(format string, args ...any) {
	if _, err := fmt.Fprintf(m.out, format, args...); err != nil {
		m.failed = err
	}
}
