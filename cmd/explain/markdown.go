package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gridlock/internal/cli"
)

// markdown returns the page in Markdown.
func (p *page) markdown() string {
	var b strings.Builder
	block := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n\n", args...) }
	code := func(text string) { block("```\n%s\n```", text) }
	block("# %s", p.Title)
	for _, text := range p.Lead {
		block("%s", text)
	}
	if len(p.Game) > 0 {
		block("## The game")
		block("%s", strings.Join(p.Game, " "))
	}
	block("## What to do")
	for i, text := range p.Steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, text)
	}
	b.WriteString("\n")
	if len(p.Signs) > 0 {
		block("## Signs")
		b.WriteString("| sign | meaning |\n|---|---|\n")
		for _, s := range p.Signs {
			fmt.Fprintf(&b, "| `%s` | %s |\n", s.Sign, s.Means)
		}
		b.WriteString("\n")
	}
	block("## Start")
	code(p.Board)
	if p.Begin != "" {
		block("%s", p.Begin)
	}
	p.writeRows(&b, p.Start)
	if p.Grid != "" {
		block("## Answers")
		code(p.Grid)
	}
	for _, r := range p.Rules {
		block("## Rule %d", r.Number)
		code(r.Picture)
		block("%s", r.Says)
		if r.Grid != "" {
			code(r.Grid)
		}
		p.writeRows(&b, r.Replies)
	}
	if p.Sums != "" {
		block("## Sums")
		code(p.Sums)
	}
	for _, g := range p.Parts {
		block("## %s", g.Head)
		code(beside(g.texts()))
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// texts returns the pictures of components, with their reasons below.
func (k known) texts() (all []string) {
	for _, p := range k.Pictures {
		text := p.Picture
		if p.Because != "" {
			text += "\n" + p.Because
		}
		all = append(all, text)
	}
	return all
}

// writeRows writes a table of replies. If the board is never turned, it leaves that column out.
func (p *page) writeRows(b *strings.Builder, rows []row) {
	if len(rows) == 0 {
		return
	}
	if !p.Turns {
		fmt.Fprintf(b, "| then | if %v moves to |\n|---|---|\n", p.Loser())
	} else {
		fmt.Fprintf(b, "| then | turn the board | if %v moves to |\n|---|---|---|\n", p.Loser())
	}
	for _, r := range rows {
		if !p.Turns {
			fmt.Fprintf(b, "| rule %d | %s |\n", r.Rule, r.Moves)
		} else {
			fmt.Fprintf(b, "| rule %d | %s | %s |\n", r.Rule, r.Turn, r.Moves)
		}
	}
	b.WriteString("\n")
}

// apart separates pictures that stand beside each other.
const apart = "    "

// beside puts as many pictures beside each other as fit into a line.
func beside(pictures []string) string {
	var rows []string
	for len(pictures) > 0 {
		n, width := 0, 0
		for n < len(pictures) && (n == 0 || width+len(apart)+wide(pictures[n]) <= cli.Width-2) {
			width += len(apart) + wide(pictures[n])
			if n == 0 {
				width -= len(apart)
			}
			n++
		}
		rows = append(rows, line(pictures[:n]))
		pictures = pictures[n:]
	}
	return strings.Join(rows, "\n\n")
}

// wide returns the width of a picture.
func wide(picture string) (width int) {
	for text := range strings.SplitSeq(picture, "\n") {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}

// line puts pictures beside each other.
func line(pictures []string) string {
	var columns [][]string
	high := 0
	for _, picture := range pictures {
		columns = append(columns, strings.Split(picture, "\n"))
		high = max(high, len(columns[len(columns)-1]))
	}
	var lines []string
	for i := range high {
		text := ""
		for n, column := range columns {
			cell := ""
			if i < len(column) {
				cell = column[i]
			}
			if n > 0 {
				text += apart
			}
			text += cell + strings.Repeat(" ", wide(pictures[n])-utf8.RuneCountInString(cell))
		}
		lines = append(lines, strings.TrimRight(text, " "))
	}
	return strings.Join(lines, "\n")
}
