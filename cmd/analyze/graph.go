package analyze

import (
	"fmt"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// barWidth is the number of columns for each side of the graph.
const barWidth = 22

// gameText lists a game ply by ply: the move, what it was worth, who wins after it, and a
// graph, in which each player's side shows in how many plies they win.
func gameText(g analysis.Game, style cli.Style) string {
	var b strings.Builder
	start := g.Position(0).Position
	fmt.Fprintf(&b, "%s, %s\n\n", cli.GameText(start.Game()), cli.Plies(len(g.Plies)))
	scale := scaleOf(g)
	fmt.Fprintf(&b, "ply  move           wins in   %*s|%s\n", barWidth, "O wins ", " X wins")
	for i := range len(g.Plies) + 1 {
		move, mark := "", ""
		if i > 0 {
			ply := g.Plies[i-1]
			move = ply.Before.Position.Side().String() + " " + ply.Before.Position.MoveText(ply.Played.Move)
			mark = ply.Mark()
		}
		a := g.Position(i)
		line := fmt.Sprintf("%3d  %-11s %-2s %-9s %s", i, move, mark, a.Verdict(), bar(a, scale, style))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	b.WriteString("\n")
	for _, sentence := range g.Sentences() {
		b.WriteString(cli.Wrap(sentence) + "\n")
	}
	return b.String()
}

// scaleOf returns how many plies a column of the graph stands for.
func scaleOf(g analysis.Game) int {
	longest := 1
	for i := range len(g.Plies) + 1 {
		longest = max(longest, g.Position(i).Result.Distance)
	}
	return (longest + barWidth - 1) / barWidth
}

// bar draws in how many plies a position is won, to the side of the player who wins it.
func bar(a analysis.Position, scale int, style cli.Style) string {
	winner, known := a.Result.Winner(a.Position)
	length := (a.Result.Distance + scale - 1) / scale
	text := strings.Repeat(winner.String(), max(length, 0))
	if a.Result.Distance == solver.NoDistance {
		text = winner.String() + " ?"
	}
	switch {
	case !known:
		return strings.Repeat(" ", barWidth) + "?"
	case winner == variants.O:
		return strings.Repeat(" ", barWidth-len(text)) + style.Player(winner, text) + "|"
	}
	return strings.Repeat(" ", barWidth) + "|" + style.Player(winner, text)
}
