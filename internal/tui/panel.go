package tui

import (
	"fmt"
	"strconv"
	"strings"

	"gridlock/solver"
)

// tab is a page of the panel.
type tab int

// The pages.
const (
	movesTab tab = iota
	whyTab
	gameTab
	chartTab
)

const tabs = 4

var tabNames = [tabs]string{"Moves", "Why", "Game", "Chart"}

// drawPanel draws the names of the pages, the message, and the page. It corrects how far the page is scrolled.
func (b *Board) drawPanel(s *screen, l layout) {
	p := l.panel
	var rows []row
	for _, text := range b.messages() {
		rows = append(rows, flow(words(text, Style{Bold: true}), p.width, 0)...)
	}
	rows = rows[:min(len(rows), p.height-1)]
	content, anchor := b.page(p.width)
	room := p.height - 1 - len(rows)
	if len(rows) > 0 && room > len(content) {
		rows, room = append(rows, nil), room-1
	}
	last := max(0, len(content)-room)
	first := min(max(0, anchor-room/2), last)
	b.scroll = min(max(b.scroll, -first), last-first)
	first += b.scroll
	rows = append(rows, content[first:min(len(content), first+room)]...)
	s.write(p.x, p.y, fitting(tabRow(b.tab, p.width, first > 0, first < last), p.width))
	for i, r := range rows {
		s.write(p.x, p.y+1+i, r)
	}
}

// tabRow returns the names of the pages, and the keys that scroll.
func tabRow(shown tab, width int, up, down bool) (r row) {
	const roomy = 33 // characters for names that keep their places, and a key
	for t, name := range tabNames {
		w := word{text: name, key: strconv.Itoa(t + 1), style: Style{Ink: Faint}}
		switch {
		case tab(t) == shown:
			w.text, w.style = "["+name+"]", Style{Bold: true}
		case width >= roomy:
			w.text = " " + name + " "
		}
		r = append(r, w)
	}
	switch {
	case down:
		r = append(r, word{text: "PgDn", key: "pgdown", style: Style{Ink: Faint}})
	case up:
		r = append(r, word{text: "PgUp", key: "pgup", style: Style{Ink: Faint}})
	}
	return r
}

// page returns the rows of the current page, and a row that must be visible.
func (b *Board) page(width int) (rows []row, anchor int) {
	if b.tree() == nil {
		return nil, 0
	}
	switch b.tab {
	case whyTab:
		return b.whyPage(width), 0
	case gameTab:
		return b.gamePage(width)
	case chartTab:
		return b.chartPage(width)
	}
	return append(b.movesPage(width), b.edgesRows(width)...), 0
}

// edgesRows says which edges of the board are joined, and lists the edges of a graph that are not drawn.
func (b *Board) edgesRows(width int) []row {
	l, _ := b.layout()
	text := map[string]string{"cylinder": "~ left joins right", "torus": "~ left joins right, and top bottom"}[b.at().rules.Wrap]
	if further := l.furtherEdges(b.at().rules); len(further) > 0 {
		text = "joined, too: " + strings.Join(further, " ")
	}
	if text == "" {
		return nil
	}
	return append([]row{nil}, flow(words(text, Style{Ink: Faint}), width, 2)...)
}

// movesPage lists the legal moves; those with the same value are together, the best first.
func (b *Board) movesPage(width int) (rows []row) {
	all := b.at().moves()
	if len(all) == 0 {
		return nil
	}
	if !b.values() {
		legal := words("legal:", Style{Ink: Faint})
		for _, m := range b.at().rules.Moves {
			legal = append(legal, word{text: m.Move, move: m.Move})
		}
		return flow(legal, width, 2)
	}
	const column = 15 // of the moves
	for i := 0; i < len(all); {
		name := groupName(all[i])
		group := row{{text: name, style: Style{Ink: ink(all[i].Outcome)}}}
		if pad := column - len(name) - 2; pad >= 0 {
			group = append(group, word{text: strings.Repeat(" ", pad)})
		}
		for ; i < len(all) && groupName(all[i]) == name; i++ {
			group = append(group, word{text: all[i].Move, move: all[i].Move})
		}
		rows = append(rows, flow(group, width, column)...)
	}
	return rows
}

// groupName names the value of a move, and its mistake.
func groupName(m move) string {
	name := "open"
	if m.Outcome != solver.Unknown {
		name = m.Words()
	}
	if m.found != nil && m.found.Mistake != "" {
		name += " " + m.found.Mistake
	}
	return name
}

// whyPage says why the position is won or lost, and gives the result of the move to the cell with the cursor.
func (b *Board) whyPage(width int) (rows []row) {
	say := func(text string) { rows = append(rows, flow(words(text, Style{}), width, 0)...) }
	n := b.at()
	switch {
	case n.rules.Over:
		say(overText(n.rules))
		return rows
	case n.study == nil:
		say(waiting(b.running.Key != ""))
		return rows
	}
	say(reason(n.study.Winner, n.study.Why, n.study.PV))
	if m, ok := b.playable()[b.focus]; ok && m.found != nil {
		rows = append(rows, nil)
		say(moveReason(m))
	}
	rows = append(rows, nil)
	say(facts(*n.study))
	return rows
}

// gamePage shows the moves of the game and its variations.
func (b *Board) gamePage(width int) (rows []row, anchor int) {
	t := b.tree()
	var add func(n *node, depth int)
	add = func(n *node, depth int) {
		var line row
		var branches []*node
		if depth > 0 {
			line = row{{text: strings.Repeat(" ", 2*depth-1)}}
		}
		for ; n != nil; n = n.main() {
			line = append(line, moveWord(n, n == t.at))
			if n.parent != nil && n.parent.main() == n {
				branches = append(branches, n.parent.children[1:]...)
			}
		}
		for _, r := range flow(line, width, 2*depth) {
			for _, w := range r {
				if w.node == t.at {
					anchor = len(rows)
				}
			}
			rows = append(rows, r)
		}
		for _, branch := range branches {
			add(branch, depth+1)
		}
	}
	add(t.root, 0)
	return rows, anchor
}

// main returns the first child, nil if there is none.
func (n *node) main() *node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}

// moveWord returns the move that led to a position, with its number.
func moveWord(n *node, shown bool) word {
	w := word{text: "start", node: n}
	if n.parent != nil {
		w.text = fmt.Sprintf("%d.%s%s", n.ply(), n.move, mistake(n))
	}
	if shown {
		w.text, w.style = "<"+w.text+">", Style{Bold: true}
	}
	return w
}

// mistake returns the mark of the last move: ?? if it gave the win away, ?! if it made a loss shorter or a win longer
// than necessary, or nothing.
func mistake(n *node) string {
	if n.parent == nil {
		return ""
	}
	for _, m := range n.parent.moves() {
		if m.Move == n.move && m.found != nil {
			return m.found.Mistake
		}
	}
	before, _ := n.parent.outcome()
	after, _ := n.outcome()
	if before == n.parent.rules.ToMove && after == n.rules.ToMove {
		return "??"
	}
	return ""
}

// chartPage draws who wins after each move of the line, and in how many plies: to the left for O, to the right for X.
func (b *Board) chartPage(width int) (rows []row, anchor int) {
	line, longest, names := b.tree().line(), 1, 5
	for _, n := range line {
		if _, distance := n.outcome(); distance != nil {
			longest = max(longest, *distance)
		}
		names = max(names, len(n.move)+len(mistake(n)))
	}
	left := 4 + names                   // number and move
	half := max(4, (width-left-2)/2)    // of the chart
	bar := min(longest, max(1, half-4)) // the longest
	rows = append(rows, row{{text: fmt.Sprintf("%-*s %*s|%s", left, "ply", half, "O wins", "X wins"), style: Style{Ink: Faint}}})
	for i, n := range line {
		text := fmt.Sprintf("%3d %-*s", i, names, n.move+mistake(n))
		style := Style{}
		if n == b.at() {
			anchor, style.Bold, text = len(rows), true, ">"+text[1:]
		}
		rows = append(rows, row{{text: text, style: style, node: n}, chartWord(n, half, bar, longest)})
	}
	return rows, anchor
}

// chartWord returns the bar of a position.
func chartWord(n *node, half, bar, longest int) word {
	winner, distance := n.outcome()
	if winner == "" {
		return word{text: fmt.Sprintf("%*s|?", half, ""), style: Style{Ink: Unknown}, node: n}
	}
	length, number := bar, "?"
	if distance != nil {
		length, number = *distance*bar/longest, strconv.Itoa(*distance)
	}
	signs := strings.Repeat(winner, length)
	if winner == "O" {
		return word{text: fmt.Sprintf("%*s|", half, number+" "+signs), node: n}
	}
	return word{text: fmt.Sprintf("%*s|%s %s", half, "", signs, number), node: n}
}
