// Package console has the texts that a person sees and types: reports, colours, the progress of a search, and a prompt.
package console

import (
	"fmt"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/solver/retrograde"
)

// Columns returns the number of columns for a dialogue on a stream: that of a terminal, from 40 to 100, or else Width.
func Columns(stream any) int {
	if !IsTerminal(stream) {
		return cli.Width
	}
	return min(max(terminalWidth(stream), 40), 100)
}

// Seconds writes a measured time with three digits or so: "0.004 s", "1.36 s",
// "5 m 2 s".
func Seconds(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%.3f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d m %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d m", int(d.Hours()), int(d.Minutes())%60)
}

// Count writes a number of things: "12,345".
func Count[N int | int64 | uint64](n N) string { return humanize.Comma(int64(n)) }

// Plies writes a number of plies.
func Plies(n int) string { return english.Plural(n, "ply", "plies") }

// BegunText says where a build of a table resumes.
func BegunText(b retrograde.Resumed) string {
	found := Count(b.Found)
	if b.Solved == 0 {
		return fmt.Sprintf("retrograde resumes from %s positions found, down to layer %d, in %s", found, b.Layer, Seconds(b.Elapsed))
	}
	return fmt.Sprintf("retrograde resumes from %s positions found, %s of them solved, up to layer %d, in %s",
		found, Count(b.Solved), b.Layer, Seconds(b.Elapsed))
}

// ResumedText says what a search resumes from.
func ResumedText(info solver.CheckpointInfo) string {
	return fmt.Sprintf("%s resumes from %s positions kept on %s, after %s nodes in %s", info.Engine,
		Count(info.Positions), info.Saved.Format(time.DateTime), Count(info.Nodes), Seconds(info.Elapsed))
}

// indent is the column where the values of a report begin.
const indent = 12

// Field writes a line "name value" of a report; a long value continues in the next line, in the same column.
func Field(name, value string) string { return FieldTo(name, value, cli.Width) }

// FieldTo is Field within width columns.
func FieldTo(name, value string, width int) string {
	return fmt.Sprintf("%-*s%s\n", indent, name, strings.Join(WrapTo(value, width-indent), "\n"+strings.Repeat(" ", indent)))
}

// Verbatim is Field for a value that must not be broken: if it does not fit beside its name, it has a line of its own.
// Terminal control characters are escaped, so it may come from outside the program.
func Verbatim(name, value string) string { return VerbatimTo(name, value, cli.Width) }

// VerbatimTo is Verbatim within width columns.
func VerbatimTo(name, value string, width int) string {
	value = printable.Printable(value)
	if indent+len(value) > width {
		return name + "\n  " + value + "\n"
	}
	return fmt.Sprintf("%-*s%s\n", indent, name, value)
}

// Wrap breaks a line of text between words so that it keeps within Width.
func Wrap(text string) string { return strings.Join(WrapTo(text, cli.Width), "\n") }

// WrapTo breaks text between words into lines of at most width columns, except words
// that are longer.
func WrapTo(text string, width int) []string { return printable.Wrap(text, width) }
