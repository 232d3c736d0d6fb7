// Package plaintext turns Markdown into text for a terminal. It supports what the pages in docs use: headings,
// paragraphs, lists, tables, code, emphasis and links. Lines are indented no deeper than a list.
package plaintext

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gridlock/internal/printable"
)

// Render returns the text of a page in lines of at most width columns, except for longer words.
// Longer lines of code are cut, and continue in the next line.
func Render(markdown string, width int) string {
	var out []string
	for _, p := range Parts(markdown, width) {
		if p.Level > 0 {
			p.Text = strings.ToUpper(p.Text)
		}
		out = append(out, p.Text)
	}
	return strings.Join(out, "\n\n") + "\n"
}

// Part is a heading, a paragraph, or a part whose lines stay as they are: a list, a table or code.
type Part struct {
	Level int  // the level of a heading, else 0
	Fill  bool // whether it is a paragraph
	Text  string
}

// Parts returns the parts of a page, in lines like those of [Render].
func Parts(markdown string, width int) (parts []Part) {
	for _, b := range blocks(markdown) {
		p := Part{Fill: b.kind == paragraph, Text: strings.Join(b.lines(width), "\n")}
		if b.kind == title {
			p.Level, _ = heading(b.source[0])
		}
		parts = append(parts, p)
	}
	return parts
}

// Sections returns the sections of a page with the given titles, as Markdown, each up to the
// next heading of its level or above.
func Sections(markdown string, titles ...string) string {
	var out strings.Builder
	inside, fenced := 0, false // inside: the level of the section
	for line := range strings.Lines(markdown) {
		fenced = fenced != strings.HasPrefix(line, fence)
		if level, title := heading(line); level > 0 && !fenced && (inside == 0 || level <= inside) {
			inside = 0
			if slices.Contains(titles, title) {
				inside = level
			}
		}
		if inside > 0 {
			out.WriteString(line)
		}
	}
	return out.String()
}

// fence is the first and last line of a block of code.
const fence = "```"

// heading returns the level and the title of a heading, level 0 for other lines.
func heading(line string) (level int, title string) {
	marks, title, _ := strings.Cut(strings.TrimSpace(line), " ")
	if marks == "" || strings.Trim(marks, "#") != "" {
		return 0, ""
	}
	return len(marks), title
}

// kind is the kind of a block.
type kind int

const (
	paragraph kind = iota
	title
	list
	table
	code
)

// block is a part of a page, with the lines of its source.
type block struct {
	kind   kind
	source []string
}

// blocks splits a page into parts by the beginnings of lines.
func blocks(markdown string) (all []block) {
	open := false // the last block accepts more lines
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, "\r\n")
		last := len(all) - 1
		if open && all[last].kind == code {
			if open = !strings.HasPrefix(line, fence); open {
				all[last].source = append(all[last].source, line)
			}
			continue
		}
		k := kindOf(line)
		switch {
		case strings.TrimSpace(line) == "":
			open = false
		case k == code:
			all, open = append(all, block{kind: code}), true
		case open && (k == all[last].kind || k == paragraph && all[last].kind == list):
			all[last].source = append(all[last].source, line)
		default:
			all, open = append(all, block{k, []string{line}}), k != title
		}
	}
	return all
}

// mark returns the mark at the beginning of an item of a list, such as "- " and "1. ", or "".
func mark(line string) string { return regexp.MustCompile(`^([-*]|\d+\.) +`).FindString(line) }

// kindOf returns the kind of block that a line begins.
func kindOf(line string) kind {
	switch level, _ := heading(line); {
	case level > 0:
		return title
	case strings.HasPrefix(line, fence):
		return code
	case strings.HasPrefix(line, "|"):
		return table
	case mark(line) != "":
		return list
	}
	return paragraph
}

// lines returns the lines of the block as plain text.
func (b block) lines(width int) []string {
	switch b.kind {
	case title:
		_, text := heading(b.source[0])
		return []string{prose(text)}
	case list:
		return listLines(b.source, width)
	case table:
		return tableLines(b.source, width)
	case code:
		return codeLines(b.source, width)
	}
	return printable.Wrap(prose(strings.Join(b.source, " ")), width)
}

// listLines returns the lines of a list.
func listLines(source []string, width int) (lines []string) {
	var items []string
	for _, line := range source {
		if mark(line) != "" {
			items = append(items, line)
			continue
		}
		items[len(items)-1] += " " + strings.TrimSpace(line)
	}
	for _, text := range items {
		lead := mark(text)
		for _, line := range printable.Wrap(prose(text[len(lead):]), width-len(lead)) {
			lines = append(lines, lead+line)
			lead = strings.Repeat(" ", len(lead))
		}
	}
	return lines
}

// codeLines returns the lines of a block of code. The rest of a cut line is indented further.
func codeLines(source []string, width int) (lines []string) {
	const margin, more = "  ", "      "
	for _, line := range source {
		line = margin + line
		for utf8.RuneCountInString(line) > width {
			runes := []rune(line)
			cut := width
			if at := lastSpace(runes[:width]); at > len(more)+width/3 {
				cut = at + 1
			}
			lines = append(lines, strings.TrimRight(string(runes[:cut]), " "))
			line = more + strings.TrimLeft(string(runes[cut:]), " ")
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// lastSpace returns the index of the last space, -1 if there is none.
func lastSpace(runes []rune) int {
	for i := len(runes) - 1; i >= 0; i-- {
		if runes[i] == ' ' {
			return i
		}
	}
	return -1
}
