package analyze

import (
	"fmt"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

// text writes the analysis for people, at most width columns wide. If moves were played, the review of the game comes
// first.
func (opt *options) text(g analysis.Review, style console.Style, width int) string {
	a := g.End
	var b strings.Builder
	if len(g.Plies) > 0 {
		b.WriteString(console.ReviewText(g, style, width) + "\n")
	}
	wrapped := func(text string) string { return strings.Join(console.WrapTo(text, width), "\n") }
	fmt.Fprintf(&b, "%s\n\n", wrapped(console.Heading(a.Position)))
	picture := board(a, style)
	b.WriteString(beside(picture, table(a, width, width-picture.width-gap, style), width))
	for _, note := range picture.notes {
		b.WriteString(style.Faint(wrapped(note)) + "\n")
	}
	verdict := console.Verdict(a.Position, a.Result, !opt.distance && a.Result.Proven)
	fmt.Fprintf(&b, "\n%s\n\n", style.Bold(wrapped(verdict)))
	b.WriteString(opt.fields(a, width))
	return b.String()
}

// table lists the moves, best first. It is wider than width columns if it has to be.
func table(a analysis.Position, all, width int, style console.Style) picture {
	const label, change = 13, 8
	if width < label+change+12 {
		width = all
	}
	out := picture{width: width}
	add := func(first, second, third string) {
		out.lines = append(out.lines, strings.TrimRight(first+second+third, " "))
	}
	pad := func(text string, width int) string { return fmt.Sprintf("%-*s", width, text) }
	if len(a.Moves) > 0 {
		add(style.Faint(pad("outcome", label)), style.Faint(pad("change", change)), style.Faint("moves"))
	}
	for _, group := range analysis.Groups(a.Moves, alike) {
		first := group[0]
		head, mark := style.Outcome(first.Outcome, pad(first.Label(), label)), pad(changeText(first), change)
		for _, line := range console.WrapTo(group.Text(a.Position), width-label-change) {
			add(head, mark, line)
			head, mark = pad("", label), pad("", change)
		}
		for _, line := range console.WrapTo(first.Reason.Text, width-label-change) {
			add(head, mark, style.Faint(line))
		}
	}
	return out
}

// alike reports whether two moves have the same line in the table.
func alike(a, b analysis.Move) bool {
	return a.Label() == b.Label() && a.Mistake == b.Mistake && a.Reason == b.Reason
}

// changeText says how much worse a move is than the best: "??", "?! +2" (wins two plies
// later), "?! -4" (loses four plies sooner).
func changeText(m analysis.Move) string {
	if m.Mistake != analysis.Slow {
		return m.Mistake.String()
	}
	return fmt.Sprintf("%v %+d", m.Mistake, m.Change)
}

// fields writes the facts about the position, other than its moves.
func (opt *options) fields(a analysis.Position, width int) string {
	var b strings.Builder
	field := func(name, value string) string { return console.FieldTo(name, value, width) }
	p, r, f := a.Position, a.Result, a.Facts
	switch {
	case a.Reason.Text != "":
		b.WriteString(field("why", a.Reason.Text))
	case r.Proven:
		b.WriteString(field("why", "by search, no lemma applies"))
	}
	b.WriteString(opt.lineFields(a, width))
	b.WriteString(field("moves", countText(a)))
	if a.Difficulty != nil {
		b.WriteString(field("difficulty", report.DifficultyText(*a.Difficulty)))
	}
	b.WriteString(console.WorthFields(a.Answer, width))
	b.WriteString(console.HeatFields(a, width))
	if f.Partner != nil {
		b.WriteString(field("partner", *f.Partner))
	}
	if f.Rooms != nil {
		b.WriteString(field("X", roomText(f.Rooms.X)))
		b.WriteString(field("O", roomText(f.Rooms.O)))
	}
	if f.Components != nil {
		b.WriteString(field("components", componentsText(f)))
	}
	b.WriteString(field("symmetry", symmetryText(p, f.Images)))
	b.WriteString(console.VerbatimTo("position", p.String(), width))
	b.WriteString(field("nodes", console.Count(r.Stats.Nodes)))
	b.WriteString(field("time", console.Seconds(r.Stats.Elapsed)))
	return b.String()
}

// lineFields writes the requested lines.
func (opt *options) lineFields(a analysis.Position, width int) string {
	var b strings.Builder
	for i, m := range a.Moves[:min(opt.lines, len(a.Moves))] {
		if m.Outcome == solver.Unknown {
			break
		}
		name := "line"
		if opt.lines > 1 {
			name = fmt.Sprintf("line %d", i+1)
		}
		line := m.Line()
		end := ""
		if opt.depth > 0 && len(line) > opt.depth {
			line, end = line[:opt.depth], " ..."
		} else if len(line) != m.Distance {
			end = " ..."
		}
		b.WriteString(console.FieldTo(name, strings.Join(a.Position.Record(line), " ")+end, width))
	}
	return b.String()
}

// countText counts the moves, the winning moves and the losing moves.
func countText(a analysis.Position) string {
	f := a.Facts
	text := fmt.Sprintf("%d legal: %d win, %d lose", f.Legal, f.Winning, f.Losing)
	if unknown := f.Legal - f.Winning - f.Losing; unknown > 0 {
		text += fmt.Sprintf(", %d not known", unknown)
	}
	if a.OnlyMove() {
		text += "; only one wins"
	}
	return text
}

// roomText describes the cells that only one player can reach.
func roomText(r analysis.Room) string {
	turns := fmt.Sprint(r.Most)
	if r.Least < r.Most {
		turns = fmt.Sprintf("%d to %d", r.Least, r.Most)
	}
	return fmt.Sprintf("can reach %d cells, longest walk %s", len(r.Reach), turns)
}

// symmetryText says how many symmetries of the game leave a position unchanged, given the number of its different
// images.
func symmetryText(p variants.Position, images int) string {
	all := len(p.Game().Symmetries())
	kind := "partial"
	switch images {
	case all:
		kind = "none" // except the identity
	case 1:
		kind = "full"
	}
	return fmt.Sprintf("%s (%d of %d)", kind, all/images, all)
}

// componentsText says how large the parts of the board are.
func componentsText(f analysis.Facts) string {
	sizes := make([]string, 0, len(f.Components))
	for _, c := range f.Components {
		sizes = append(sizes, fmt.Sprint(len(c)))
	}
	switch len(sizes) {
	case 0:
		return "0"
	case 1:
		if sizes[0] == "1" {
			return "1, of 1 cell"
		}
		return "1, of " + sizes[0] + " cells"
	}
	return fmt.Sprintf("%d, of %s cells", len(sizes), cli.List(sizes))
}
