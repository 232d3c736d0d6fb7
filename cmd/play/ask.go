package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"gridlock/internal/cli/console"
	"gridlock/internal/lines"
	"gridlock/variants"
)

// introduce opens a match with a person at a terminal: the rules, who plays, and what can be entered. A script needs no
// introduction.
func (m *match) introduce() {
	if !m.in.Terminal() || !m.people() {
		return
	}
	m.tellRules()
	m.tell(m.whoPlays() + "\n")
	if m.coach {
		m.tell("The coach asks before you give a win away; --coach=off switches it off.\n")
	}
	m.tell("At a prompt you can also enter rules, moves, hint, undo, save FILE, quit, help.\n")
}

// tellRules tells the rules of the game.
func (m *match) tellRules() {
	m.tell("\n" + strings.Join(m.history[0].Game().Variant().Family().Sentences(), " ") + "\n")
}

// whoPlays says who plays.
func (m *match) whoPlays() string {
	switch {
	case m.seats[variants.X] == m.seats[variants.O]:
		return "Two people play, as Player 1 (X) and Player 2 (O)."
	case m.seats[variants.X] == human:
		return fmt.Sprintf("You are Player 1 (X); the computer (%s) is Player 2 (O).", m.names[variants.O])
	}
	return fmt.Sprintf("You are Player 2 (O); the computer (%s) is Player 1 (X).", m.names[variants.X])
}

// ask prompts a person until there is a move, or moves have been taken back.
func (m *match) ask(ctx context.Context, p variants.Position) error {
	entered := ""
	for {
		entry, err := m.in.Ask(m.prompt(m.talk.prompt(p, entered)))
		if errors.Is(err, lines.ErrLong) {
			m.tell("\n" + m.talk.refused(err))
			continue
		}
		if err != nil {
			return err
		}
		known, err := m.command(ctx, p, entered, entry)
		switch {
		case err != nil:
			return err
		case known:
		case strings.EqualFold(entry, "undo") && entered == "":
			m.undo(p.Side())
			return m.keep(ctx)
		case strings.EqualFold(entry, "undo"):
			m.tell("The part of your move that you entered is cleared.\n")
			entered = ""
		default:
			var done bool
			if entered, done, err = m.enter(ctx, p, entered, entry); done || err != nil {
				return err
			}
		}
	}
}

// enter makes the move of an entry, or returns the part of a move entered so far.
func (m *match) enter(ctx context.Context, p variants.Position, entered, entry string) (rest string, done bool, err error) {
	reply, err := m.talk.read(p, entered, entry)
	if err != nil {
		m.tell("\n" + m.talk.refused(err))
	}
	if reply.done {
		if back, err := m.warn(ctx, p, reply.move); back || err != nil {
			return "", false, err
		}
	}
	m.tell(reply.text)
	if !reply.done {
		return reply.keep, false, nil
	}
	m.say("%s", m.talk.between(p))
	m.push(reply.move)
	return "", true, m.keep(ctx)
}

// entryRoom is the number of columns that a prompt leaves for the entry on a terminal.
const entryRoom = 12

// prompt breaks a prompt that is too long for a terminal between words.
func (m *match) prompt(text string) string {
	if !m.in.Terminal() {
		return text
	}
	words := strings.TrimRight(text, " ")
	begin := strings.LastIndexByte(words, '\n') + 1
	before, last := words[:begin], words[begin:]
	if utf8.RuneCountInString(last)+entryRoom > m.width {
		last = strings.Join(console.WrapTo(last, m.width-entryRoom), "\n")
	}
	return m.wrap(before) + last + text[len(words):]
}

// command obeys an entry that is a command other than undo. Entered is the part of a move that has been entered.
func (m *match) command(ctx context.Context, p variants.Position, entered, entry string) (known bool, err error) {
	if file, ok := saving(entry); ok {
		m.saveAs(ctx, file)
		return true, nil
	}
	switch strings.ToLower(entry) {
	case "":
	case "quit", "exit":
		return true, errQuit
	case "moves":
		m.list(p, m.talk.possible(p, entered))
	case "hint":
		return true, m.hint(ctx, p, m.talk.possible(p, entered))
	case "rules":
		m.tellRules()
	case "help", "?":
		m.help(p)
	default:
		return false, nil
	}
	return true, nil
}

// help says what can be entered.
func (m *match) help(p variants.Position) {
	example := p.MoveText(variants.Move(p.Legal().First()))
	if p.Game().Traits().Blocks {
		example += ", which is the cell to move to @ the cell to block"
	}
	m.tell("Enter what the prompt asks for, or a whole move such as " + example + "; or\n")
	for _, command := range [][2]string{
		{"rules", "the rules of the game"},
		{"moves", "the legal moves"},
		{"hint", "how many moves win; again: where; again: the move"},
		{"undo", "take your last move back"},
		{"save FILE", "write the game to a file"},
		{"quit", "stop, and print the game"},
	} {
		m.say("%s", console.FieldTo("  "+command[0], command[1], m.width))
	}
}

// list prints the legal moves that begin with the part entered so far.
func (m *match) list(p variants.Position, possible variants.MoveSet) {
	if possible == 0 {
		m.tell("No legal move begins like that; undo clears what you have entered.\n")
		return
	}
	m.tell("Available moves: " + strings.Join(p.MoveTexts(possible), " ") + "\n")
}
