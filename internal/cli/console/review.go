package console

import (
	"fmt"
	"strings"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// graph draws, for each ply, in how many plies a player wins: as a bar on the winner's side.
type graph struct {
	width int // the width of each side in columns; 0 for no graph
	scale int // how many plies a column stands for
	style Style
}

// Widths of the review of a game, in columns.
const (
	reviewText = 31 // beside the graph
	leastGraph = 8
	mostGraph  = 22
)

// newGraph returns the graph of a game, if width columns have room for it.
func newGraph(g analysis.Review, style Style, width int) graph {
	side := min((width-reviewText)/2, mostGraph)
	if side < leastGraph {
		return graph{}
	}
	longest := 1
	for i := range len(g.Plies) + 1 {
		longest = max(longest, g.Position(i).Result.Distance)
	}
	return graph{side, (longest + side - 1) / side, style}
}

// ReviewText lists a game ply by ply: the move, its mark, who wins after it, and a graph of the number of plies, with a
// side for each winner. Sentences about it follow. It keeps within width columns, and leaves the graph out where that
// is too narrow.
func ReviewText(g analysis.Review, style Style, width int) string {
	var b strings.Builder
	start := g.Position(0).Position
	heading := WrapTo(GameText(start.Game())+", "+Plies(len(g.Plies)), width)
	b.WriteString(strings.Join(heading, "\n") + "\n\n")
	graph := newGraph(g, style, width)
	fmt.Fprintf(&b, "%s\n", strings.TrimRight("ply  move           wins in   "+graph.head(), " "))
	for i := range len(g.Plies) + 1 {
		move, mark := "", ""
		if i > 0 {
			ply := g.Plies[i-1]
			move = ply.Before.Position.Side().String() + " " + ply.Before.Position.MoveText(ply.Played.Move)
			mark = ply.Mark()
		}
		a := g.Position(i)
		line := fmt.Sprintf("%3d  %-11s %-2s %-9s %s", i, move, mark, a.Verdict(), graph.bar(a))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n")
	for _, sentence := range g.Sentences() {
		b.WriteString(strings.Join(WrapTo(sentence, width), "\n") + "\n")
	}
	return b.String()
}

// head returns the text above the bars.
func (g graph) head() string {
	if g.width == 0 {
		return ""
	}
	return fmt.Sprintf("%*s|%s", g.width, "O wins ", " X wins")
}

// bar returns the bar of a position.
func (g graph) bar(a analysis.Position) string {
	if g.width == 0 {
		return ""
	}
	winner, known := a.Result.Winner(a.Position)
	length := (a.Result.Distance + g.scale - 1) / g.scale
	text := strings.Repeat(winner.String(), max(length, 0))
	if a.Result.Distance == solver.NoDistance {
		text = winner.String() + " ?"
	}
	switch {
	case !known:
		return strings.Repeat(" ", g.width) + "?"
	case winner == variants.O:
		return strings.Repeat(" ", g.width-len(text)) + g.style.Player(winner, text) + "|"
	}
	return strings.Repeat(" ", g.width) + "|" + g.style.Player(winner, text)
}
