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
			"Free cells that are near each other belong to one group. Divide the free cells into groups.",
			"Two groups that are alike cancel each other: leave them out, pair by pair. " + p.alike(),
			"Look up each group that remains in the table below: it has a number, its nimber. It lies there as you find it, or so that it is alike.",
			"Add the nimbers up: two equal ones cancel each other, and others add up as the table of sums says.",
			fmt.Sprintf("Whenever it is your turn, there is a move after which the sum is 0. Make it: try the free cells one after the other. A cell that leaves a group by itself which is not in the table is not the one. Then whatever %v does, the sum is not 0 any more, and you can make it 0 again.", o),
			"No groups add up to 0. So you make the last move.",
		}
		p.Sums = sums(p.Strategy.Rules)
	case proof.Values:
		p.Steps = []string{
			"Cells that a player can still take, and that are near each other, belong to one group if one player can take both. Divide the board into groups.",
			"Look up each group in the table below: it has a value, which says how many moves X is ahead there. It lies there as you find it, or so that it is alike. " + p.alike(),
			"Add the values up. A star is one more move for whoever wants it: two stars cancel each other.",
			p.goal() + fmt.Sprintf(" Whenever it is your turn there is such a move. Whatever %v does then, there is one again, and so you make the last move.", o),
		}
		p.valueSigns("x", "X", "o", "O")
	default:
		p.Steps = []string{
			fmt.Sprintf("Cells that a player can still take, and that are near each other, belong to one group if one player can take both. The table below says what groups are worth to %v at least: how many moves %[1]v is ahead there. A star is one more move for whoever wants it, and two stars cancel each other.", p.Winner),
			"A group that is not in the table, and is not a single cell, is worth no less than minus the number of moves that " + o.String() + " can have in it. A single cell is worth * if both can take it, 1 if only " + p.Winner.String() + " can, and -1 if only " + o.String() + " can. " + p.alike(),
			fmt.Sprintf("Make a move after which the groups are worth at least 0 together. If no move is seen to do that, one is seen to after a group has been divided in two, by a move of %v's there: \"gridlock play --proof\" does this for you.", p.Winner),
			"Each line has a reason: a move that leaves enough; that every reply leaves enough; or that the group can be copied by a mirror.",
		}
		p.valueSigns(strings.ToLower(p.Winner.String()), p.Winner.String(), strings.ToLower(o.String()), o.String())
	}
	p.parts()
}

// goal says what a move has to leave, by values.
func (p *page) goal() string {
	if p.Winner == variants.X {
		return "Make a move after which the sum is 0 or more than 0; * alone is neither."
	}
	return "Make a move after which the sum is 0 or less than 0; * alone is neither."
}

// valueSigns explains the signs of groups.
func (p *page) valueSigns(left, leftName, right, rightName string) {
	p.Signs = []sign{
		{".", "both can take it", explain.Free}, {left, "only " + leftName + " can take it", p.only(leftName)},
		{right, "only " + rightName + " can take it", p.only(rightName)}, {"#", "is not of the group", explain.Gone},
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
		ways = append(ways, "moved up or down")
	default:
		ways = append(ways, "moved")
	}
	for _, sym := range p.Root.Game().Symmetries()[1:] {
		ways = append(ways, explain.TurnText(sym))
	}
	if len(ways) == 0 {
		return "Only groups of the same cells are alike."
	}
	return "Groups are alike if one of these makes one of the other: " + strings.Join(ways, ", ") + "."
}

// sums is the table of sums of nimbers, up to the greatest there is.
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

// parts lists the components by what is known of them.
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

// worth orders what is known of components: from the least.
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

// because says why a component is worth at least so much.
func (p *page) because(r *explain.Rule) string {
	game := p.Root.Game()
	switch reason := r.Part.Reason; {
	case reason == nil:
		return ""
	case *reason < proof.ByReplies:
		return fmt.Sprintf("by a move to row %d, column %d", int(*reason)/game.Grid().Cols()+1, int(*reason)%game.Grid().Cols()+1)
	case *reason == proof.ByReplies:
		return "by all replies"
	default:
		return "by " + [proof.RectangleMirrors]string{"a half turn", "flipping it up-down", "flipping it left-right",
			`flipping it along \`, "flipping it along /"}[*reason-proof.ByMirror]
	}
}

// component draws a component, as far as it goes; where it cannot be moved, on the whole board.
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
