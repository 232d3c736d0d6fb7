package cli

import (
	"os"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"gridlock/solver"
	"gridlock/variants"
)

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f := File(stream)
	return f != nil && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// Style colours what is written to one stream. The zero value is plain.
type Style struct{ on bool }

// StyleFor returns the style for a stream: coloured on a terminal, unless
// NO_COLOR is set to anything (https://no-color.org) or the terminal is dumb.
func StyleFor(stream any) Style {
	return Style{IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// Painted returns the style that colours whatever the stream.
func Painted() Style { return Style{true} }

func (s Style) paint(text string, attributes ...color.Attribute) string {
	if !s.on {
		return text
	}
	c := color.New(attributes...)
	c.EnableColor()
	return c.Sprint(text)
}

// Bold makes the text stand out.
func (s Style) Bold(text string) string { return s.paint(text, color.Bold) }

// Faint makes the text stand back.
func (s Style) Faint(text string) string { return s.paint(text, color.Faint) }

// Player gives the text the colour of a player.
func (s Style) Player(player variants.Player, text string) string {
	if player == variants.X {
		return s.paint(text, color.FgCyan, color.Bold)
	}
	return s.paint(text, color.FgYellow, color.Bold)
}

// Outcome gives the text the colour of what it stands for: a win is green, a loss red.
func (s Style) Outcome(o solver.Outcome, text string) string {
	switch o {
	case solver.Win:
		return s.paint(text, color.FgGreen, color.Bold)
	case solver.Loss:
		return s.paint(text, color.FgRed)
	}
	return s.paint(text, color.FgMagenta)
}

// Board draws the position in its rule book's way, each player's live marks in
// the player's colour, and cells that neither player can play to faint.
func (s Style) Board(p variants.Position) string {
	return p.Render(func(c int, text string) string { return s.Cell(p, c, text) })
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
