package explain

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/bitboard"
	"gridlock/internal/cli"
	"gridlock/internal/explain"
	"gridlock/proof"
	"gridlock/variants"
)

// table makes the page of a table of components.
func (p *page) table() {
	o := p.Loser()
	switch p.Header.Method {
	case proof.Nimbers, proof.Exclusions:
		p.Steps = []string{
			"Divide the free cells into groups: cells that are near each other are in one group.",
			"Two groups of the same shape cancel: leave both out. " + p.alike(),
			"Look up the nimber of each group that is left, in the table below.",
			"Add the nimbers by the table of sums. Two equal nimbers add up to 0. If no group is left, the sum is 0.",
			fmt.Sprintf("On each of your turns, make a move after which the sum is 0. There is one: try the free cells in turn. Skip a move that leaves a group neither in the table nor cancelled. Whatever %v does next, the sum is not 0, and you can make it 0 again.", o),
			"So you make the last move, and win.",
		}
		p.Sums = sums(p.Strategy.Rules)
	case proof.Values:
		p.Steps = []string{
			"Divide the board into groups: two cells that are near each other are in one group if one player can still take both.",
			"Look up the value of each group in the table below: the number of moves that X is ahead there. " + p.alike(),
			"Add the values. A star is one more move for whoever takes it; two stars cancel.",
			p.goal() + fmt.Sprintf(" On each of your turns there is such a move, whatever %v does. So you make the last move, and win.", o),
		}
		p.valueSigns("x", "X", "o", "O")
	case proof.Bounds:
		p.Steps = []string{
			"Divide the board into groups: two cells that are near each other are in one group if one player can still take both.",
			fmt.Sprintf("The table below says how many moves %v is ahead in a group, at least. A star is one more move for whoever takes it; two stars cancel.", p.Winner),
			"A single cell is worth * if both can take it, 1 if only " + p.Winner.String() + " can, and -1 if only " + o.String() + " can. A larger group that is not in the table is worth at least -n, where n is the most moves that " + o.String() + " can make in it. " + p.alike(),
			fmt.Sprintf("Make a move after which the groups are worth at least 0 together. If you see none, first divide a group in two by a move of %v's there: \"gridlock play --proof\" does this for you.", p.Winner),
			"Each line of the table has its reason: a move that leaves enough; every reply leaves enough; or a mirror by which to copy.",
		}
		p.valueSigns(strings.ToLower(p.Winner.String()), p.Winner.String(), strings.ToLower(o.String()), o.String())
	}
	p.parts()
}

// goal says which value a move has to leave.
func (p *page) goal() string {
	if p.Winner == variants.X {
		return "Make a move after which the sum is 0 or more. A sum of * alone is neither."
	}
	return "Make a move after which the sum is 0 or less. A sum of * alone is neither."
}

// valueSigns explains the signs of groups.
func (p *page) valueSigns(left, leftName, right, rightName string) {
	p.Signs = []sign{
		{".", "both can take it", explain.Free}, {left, "only " + leftName + " can take it", p.only(leftName)},
		{right, "only " + rightName + " can take it", p.only(rightName)}, {"#", "is outside the group", explain.Gone},
	}
}

// only returns the sign of a cell that only a player can take.
func (p *page) only(player string) explain.Sign {
	if player == p.Winner.String() {
		return explain.ForWinner
	}
	return explain.ForLoser
}

// alike says which groups are alike.
func (p *page) alike() string {
	f := p.Root.Game().Variant().Family()
	var ways []string
	switch {
	case f.Graph != nil, f.Wrap == bitboard.Torus:
	case f.Wrap == bitboard.Cylinder:
		ways = append(ways, "shift up or down")
	default:
		ways = append(ways, "shift")
	}
	for _, sym := range p.Root.Game().Symmetries()[1:] {
		ways = append(ways, explain.TurnText(sym))
	}
	if len(ways) == 0 {
		return "Only groups of the same cells have the same shape."
	}
	return "Groups have the same shape if one becomes the other by one of these: " + strings.Join(ways, ", ") + "."
}

// sums is the table of sums of nimbers, up to the greatest nimber of the rules.
func sums(rules []explain.Rule) string {
	most := 1
	for _, r := range rules {
		if r.Part.Nimber != nil {
			most = max(most, *r.Part.Nimber)
		}
	}
	size := 2
	for size <= most {
		size *= 2
	}
	width := len(fmt.Sprint(size - 1))
	var lines []string
	line := strings.Repeat(" ", width) + " +"
	for b := range size {
		line += fmt.Sprintf(" %*d", width, b)
	}
	lines = append(lines, line)
	for a := range size {
		line := fmt.Sprintf("%*d  ", width, a)
		for b := range size {
			line += fmt.Sprintf(" %*d", width, a^b)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// parts lists the components, grouped by nimber or value.
func (p *page) parts() {
	groups := map[string]*known{}
	var order []*known
	for i := range p.Strategy.Rules {
		r := &p.Strategy.Rules[i]
		head := upper(p.Known(r))
		g := groups[head]
		if g == nil {
			g = &known{Head: head}
			groups[head], order = g, append(order, g)
		}
		g.Pictures = append(g.Pictures, part{r, p.component(r), p.because(r)})
	}
	slices.SortStableFunc(order, func(a, b *known) int {
		return worth(a.Pictures[0].Rule) - worth(b.Pictures[0].Rule)
	})
	for _, g := range order {
		p.Parts = append(p.Parts, *g)
	}
}

// worth orders components by nimber or value, the least first.
func worth(r *explain.Rule) int {
	v := r.Part.Value
	switch {
	case r.Part.Nimber != nil:
		return *r.Part.Nimber
	case v == nil:
		v = r.Part.Least
	}
	n := 2 * int(v.X>>16)
	if v.Star {
		n++
	}
	return n
}

// because gives the reason for a lower bound of a component.
func (p *page) because(r *explain.Rule) string {
	game := p.Root.Game()
	switch reason := r.Part.Reason; {
	case reason == nil:
		return ""
	case *reason < proof.ByReplies:
		return fmt.Sprintf("by a move to row %d, column %d of the picture", int(*reason)/game.Grid().Cols()+1, int(*reason)%game.Grid().Cols()+1)
	case *reason == proof.ByReplies:
		return "by all replies"
	default:
		return "by " + [proof.RectangleMirrors]string{"a half turn", "flipping it up-down", "flipping it left-right",
			`flipping it along \`, "flipping it along /"}[*reason-proof.ByMirror]
	}
}

// component draws a component cut to its size or, if it cannot be moved, on the whole board.
func (p *page) component(r *explain.Rule) string {
	grid, f := p.Root.Game().Grid(), p.Root.Game().Variant().Family()
	rows, cols := 0, 0
	if f.Graph != nil || f.Wrap == bitboard.Torus {
		rows, cols = grid.Rows(), grid.Cols()
	} else if f.Wrap == bitboard.Cylinder {
		cols = grid.Cols()
	}
	for cell := range r.Part.Cells().Cells() {
		row, col := grid.RowCol(cell)
		rows, cols = max(rows, row+1), max(cols, col+1)
	}
	var lines []string
	gap := " "
	if 2*cols > cli.Width-4 {
		gap = ""
	}
	for row := range rows {
		var texts []string
		for col := range cols {
			text := "#"
			switch p.PartSign(r, grid.Cell(row, col)) {
			case explain.Free:
				text = "."
			case explain.ForWinner:
				text = strings.ToLower(p.Winner.String())
			case explain.ForLoser:
				text = strings.ToLower(p.Loser().String())
			}
			texts = append(texts, text)
		}
		lines = append(lines, strings.Join(texts, gap))
	}
	return strings.Join(lines, "\n")
}
