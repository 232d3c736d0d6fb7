package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gridlock/internal/cli/console"
	"gridlock/variants"
)

// match plays games between two seats and keeps the score.
type match struct {
	in      *console.Prompter
	out     io.Writer
	width   int // the width of lines, in columns
	style   console.Style
	talk    dialogue
	seats   [2]seat   // indexed by variants.Player, as are names and ai
	names   [2]string // the names of the computer's levels
	ai      [2]adviser
	hints   adviser
	analyst analyst
	aloud   bool   // the computer says what it knows
	coach   bool   // warns of moves that give a win away
	file    string // file of the game, empty for none
	games   int

	over    int                 // number of finished games
	score   [2]int              // games won, by player
	history []variants.Position // the positions of the game being played, the start first
	moves   []variants.Move     // between them
	hinted  hint                // the last one
	failed  error               // of a write
}

// errQuit is the error of a person who quits.
var errQuit = errors.New("quit")

// play plays the games of the match from a position, the given moves played
// first.
func (m *match) play(ctx context.Context, start variants.Position, moves []variants.Move) error {
	for m.over < m.games {
		if err := m.begin(ctx, start, moves); err != nil {
			return m.stop(err)
		}
		for resumed := true; resumed; {
			winner, err := m.game(ctx)
			if err != nil {
				return m.stop(err)
			}
			m.over++
			m.score[winner]++
			m.sayRecord()
			m.sayScore()
			if resumed, err = m.end(ctx); err != nil {
				return err
			}
			if resumed {
				m.over--
				m.score[winner]--
			}
		}
		if m.over < m.games {
			m.say("\n")
		}
	}
	return m.failed
}

// stop ends the match before the game is over. It is no error if a person quits, or if the input ends.
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

// begin begins a game and plays some moves first.
func (m *match) begin(ctx context.Context, start variants.Position, moves []variants.Move) error {
	m.history, m.moves = []variants.Position{start}, nil
	m.tell(m.talk.welcome())
	if m.over == 0 {
		m.introduce()
	}
	for _, move := range moves {
		m.push(move)
	}
	return m.keep(ctx)
}

// game plays the game that has begun to its end, and returns the winner.
func (m *match) game(ctx context.Context) (variants.Player, error) {
	for {
		p := m.position()
		board := p.Render(func(c int, text string) string { return m.style.Cell(p, c, text) })
		m.say("\n%s%s\n\n", m.talk.heading(len(m.moves) > 0), board)
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
	m.tell(m.talk.over(m.position()))
	return m.position().Side().Opponent(), nil
}

func (m *match) position() variants.Position { return m.history[len(m.history)-1] }

func (m *match) push(move variants.Move) {
	m.history = append(m.history, m.position().Play(move))
	m.moves = append(m.moves, move)
}

// people reports whether a person plays.
func (m *match) people() bool { return m.seats[variants.X] == human || m.seats[variants.O] == human }

// turn lets the player to move make a move, or undo some.
func (m *match) turn(ctx context.Context) error {
	p := m.position()
	if m.seats[p.Side()] == human {
		m.tell(m.talk.turn(p))
		return m.ask(ctx, p)
	}
	choice, err := m.ai[p.Side()].choose(ctx, p, m.moves)
	if err != nil {
		return err
	}
	m.tell(fmt.Sprintf("Player %d (AI) %s%s.\n", p.Side().Number(), m.talk.played(p, choice.Move), doubt(choice)))
	m.say("%s", m.talk.between(p))
	if by, ok := m.ai[p.Side()].(*prover); ok {
		why, err := by.explain(m.moves)
		if err != nil {
			return err
		}
		m.tell(why)
	}
	if m.aloud {
		m.tell(fmt.Sprintf("Player %d (AI): %s\n", p.Side().Number(), talk(choice)))
	}
	m.push(choice.Move)
	return m.keep(ctx)
}

// undo takes back moves until it is the person's turn again: between two people the last move, against the computer the
// person's last move and the answer to it. It reports whether there was one.
func (m *match) undo(who variants.Player) bool {
	back := len(m.moves) - 1
	if m.seats[who.Opponent()] != human {
		for back >= 0 && m.history[back].Side() != who {
			back--
		}
	}
	if back < 0 {
		m.say("Nothing to undo.\n")
		return false
	}
	m.history, m.moves = m.history[:back+1], m.moves[:back]
	return true
}

// sayRecord prints the moves of the game, and its first position unless that is the default, so that the game can be
// continued.
func (m *match) sayRecord() {
	if len(m.moves) == 0 {
		return
	}
	m.say("\n")
	start := m.history[0]
	if start.String() != start.Game().Variant().Default().Start().String() {
		m.say("%s", console.VerbatimTo("Start", start.String(), m.width))
	}
	m.say("%s", console.FieldTo("Record", strings.Join(start.Record(m.moves), " "), m.width))
}

// sayScore prints the score of a match of several games.
func (m *match) sayScore() {
	if m.games > 1 {
		m.tell(fmt.Sprintf("Score after game %d of %d: Player 1 (X) %d, Player 2 (O) %d\n",
			m.over, m.games, m.score[variants.X], m.score[variants.O]))
	}
}

// tell writes a text, with lines that are too long broken between words.
func (m *match) tell(text string) { m.say("%s", m.wrap(text)) }

// wrap breaks the lines of a text that are too long.
func (m *match) wrap(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > m.width {
			lines[i] = strings.Join(console.WrapTo(line, m.width), "\n")
		}
	}
	return strings.Join(lines, "\n")
}

// say writes to the player and notes when that fails.
func (m *match) say(format string, args ...any) {
	if _, err := fmt.Fprintf(m.out, format, args...); err != nil {
		m.failed = err
	}
}
