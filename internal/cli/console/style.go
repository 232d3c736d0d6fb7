package console

import (
	"os"
	"strings"

	"golang.org/x/term"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f := cli.File(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// Style colours text for one stream. The zero value is plain.
type Style struct{ on bool }

// StyleFor returns the style for a stream: coloured on a terminal, unless
// NO_COLOR is set to anything (https://no-color.org) or the terminal is dumb.
func StyleFor(stream any) Style {
	return Style{IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// Painted returns the style that colours whatever the stream.
func Painted() Style { return Style{true} }

// Codes for attributes of text on a terminal: ECMA-48, Select Graphic Rendition.
const (
	bold    = "1"
	faint   = "2"
	red     = "31"
	green   = "32"
	yellow  = "33"
	magenta = "35"
	cyan    = "36"
)

func (s Style) paint(text string, attributes ...string) string {
	if !s.on {
		return text
	}
	return "\x1b[" + strings.Join(attributes, ";") + "m" + text + "\x1b[0m"
}

// Bold makes the text stand out.
func (s Style) Bold(text string) string { return s.paint(text, bold) }

// Faint makes the text stand back.
func (s Style) Faint(text string) string { return s.paint(text, faint) }

// Player gives the text the colour of a player.
func (s Style) Player(player variants.Player, text string) string {
	if player == variants.X {
		return s.paint(text, cyan, bold)
	}
	return s.paint(text, yellow, bold)
}

// Outcome colours a text by the outcome that it names: green for a win, red for a loss.
func (s Style) Outcome(o solver.Outcome, text string) string {
	switch o {
	case solver.Win:
		return s.paint(text, green, bold)
	case solver.Loss:
		return s.paint(text, red)
	}
	return s.paint(text, magenta)
}

// Board draws the position in the way of all games, each player's live marks in
// the player's colour, and cells that neither player can play to faint.
func (s Style) Board(p variants.Position) string {
	return p.Plain(func(c int, text string) string { return s.Cell(p, c, text) })
}

// Cell gives the text in a cell of the position its colour.
func (s Style) Cell(p variants.Position, c int, text string) string {
	switch {
	case (p.Empty() &^ p.Blocked()).Has(c):
		return text
	case p.Live(variants.X).Has(c):
		return s.Player(variants.X, text)
	case p.Live(variants.O).Has(c):
		return s.Player(variants.O, text)
	}
	return s.Faint(text)
}
