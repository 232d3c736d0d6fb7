package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridlock/cmd"
)

// Package cobra/doc makes manual pages as well. These are made here and not by cobra, which passes texts through
// Markdown. That loses characters of positions, shows "--json[=false]" for switches, and leaves out the names of
// values, as in "--board RxC".

// pageName returns the name of a command's page, as in gridlock-tablebase-build.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// page returns the manual page of a command, in the macros of man(7).
func page(c *cobra.Command, date string) string {
	c.InitDefaultHelpFlag()
	var b strings.Builder
	b.WriteString(head(pageName(c), c.Short, 1, date))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", escape(c.UseLine()))
	if c.Long != "" {
		fmt.Fprintf(&b, ".SH DESCRIPTION\n%s", prose(c.Long))
	}
	if c.Flags().HasAvailableFlags() {
		c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = portable(f.Usage) })
		fmt.Fprintf(&b, ".SH OPTIONS\n%s", literal(c.Flags().FlagUsagesWrapped(width)))
	}
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n%s", literal(c.Example))
	}
	if !c.HasParent() {
		b.WriteString(surroundings())
	}
	if also := seeAlso(c); also != "" {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", also)
	}
	return b.String()
}

// head returns the title of a page and its section NAME.
func head(name, short string, section int, date string) string {
	return fmt.Sprintf(".TH %s %d \"%s\" gridlock \"Gridlock manual\"\n", escape(strings.ToUpper(name)), section, escape(date)) +
		fmt.Sprintf(".SH NAME\n%s \\- %s\n", escape(name), escape(short))
}

// surroundings returns the sections of the main page about what all verbs share.
func surroundings() string {
	var b strings.Builder
	b.WriteString(".SH EXIT STATUS\n")
	for _, status := range [][2]string{
		{"0", "The question is answered."},
		{"1", "Something failed."},
		{"2", "The command line is wrong."},
		{"3", "A limit was reached before there was an answer."},
		{"130", "The program was interrupted."},
	} {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", status[0], status[1])
	}
	b.WriteString(".SH ENVIRONMENT\n.TP\n.B GRIDLOCK_DB\nThe directory of the store of results, or \"none\".\n")
	b.WriteString(".TP\n.B NO_COLOR\nIf set, the output has no colours.\n")
	return b.String()
}

// here matches the parts of a usage that depend on the machine.
var here = regexp.MustCompile(`[,;]\s+here [^)]*\)`)

// portable leaves out the parts of a usage that depend on this machine.
func portable(usage string) string { return here.ReplaceAllString(usage, ")") }

// seeAlso returns the names of the pages of the commands above and below; on the main page it adds the help topics.
func seeAlso(c *cobra.Command) string {
	var names []string
	add := func(c *cobra.Command) { names = append(names, fmt.Sprintf("\\fB%s\\fR(1)", escape(pageName(c)))) }
	if c.HasParent() {
		add(c.Parent())
	}
	for _, child := range c.Commands() {
		if child.IsAvailableCommand() {
			add(child)
		}
	}
	if !c.HasParent() {
		for _, t := range cmd.Topics() {
			names = append(names, fmt.Sprintf("\\fB%s\\fR(7)", escape(topicName(t))))
		}
	}
	return strings.Join(names, ",\n")
}

// prose returns a text in paragraphs. Paragraphs whose lines are indented, such as tables
// and shell commands, keep their lines.
func prose(text string) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		paragraph = strings.Trim(paragraph, "\n")
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(paragraph, " ") || strings.HasPrefix(paragraph, "\t") || strings.Contains(paragraph, "\n ") || strings.Contains(paragraph, "\n\t") {
			b.WriteString(literal(paragraph))
			continue
		}
		for l := range strings.SplitSeq(paragraph, "\n") {
			b.WriteString(line(l) + "\n")
		}
	}
	return b.String()
}

// literal returns lines that are shown as they are.
func literal(text string) string {
	var b strings.Builder
	b.WriteString(".nf\n")
	for l := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		b.WriteString(line(l) + "\n")
	}
	return b.String() + ".fi\n"
}

// line escapes a line of text, so that it does not begin like a macro.
func line(text string) string {
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + escape(text)
	}
	return escape(text)
}

// escape escapes the characters that mean something to roff, and those beyond ASCII, which
// not every man(1) reads. Hyphens become minus signs, so that commands can be copied from
// the page.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '"':
			b.WriteString(`\(dq`)
		case r > unicode.MaxASCII:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
