package proof

import (
	"fmt"
	"io"
	"strings"

	"gridlock/proof"
)

// text writes the tree, a line for each of the loser's moves and the answer to it.
func (t *tree) text(w io.Writer) {
	winner := t.header.WinnerPlayer()
	loser := winner.Opponent()
	shown := map[*node]bool{}
	var write func(n *node, before, indent string)
	write = func(n *node, before, indent string) {
		shown[n] = true
		switch {
		case n.answer != nil:
			fmt.Fprintf(w, "%s%s%s %s\n", before, mark(n), winner, t.explain(n))
			indent += "  "
		case n.more > 0:
			fmt.Fprintf(w, "%s%s...\n", before, mark(n))
		}
		for _, r := range n.replies {
			before := fmt.Sprintf("%s%v %s, ", indent, loser, r.move)
			switch {
			case r.to == nil:
				fmt.Fprintf(w, "%s...\n", before)
			case shown[r.to]:
				fmt.Fprintf(w, "%ssee #%d\n", before, r.to.id)
			default:
				write(r.to, before, indent)
			}
		}
	}
	write(t.root, "", "")
	t.explainMirrors(w)
}

// mark is the number of a position that comes up again.
func mark(n *node) string {
	if n.parents < 2 {
		return ""
	}
	return fmt.Sprintf("#%d ", n.id)
}

// explain names the winner's move and, if nothing follows the move, says why.
func (t *tree) explain(n *node) string {
	loser := t.header.WinnerPlayer().Opponent()
	moves := n.moves()
	switch {
	case n.answer.Kind == proof.ByWalk:
		return fmt.Sprintf("%s: %v cannot get in the way, and has fewer than %d turns left",
			strings.Join(moves, " "), loser, len(moves))
	case n.answer.Kind == proof.ByPlan:
		return fmt.Sprintf("%s: %v can prevent none of these, and has no move after the last", strings.Join(moves, " "), loser)
	case n.answer.Kind == proof.ByCopy:
		return fmt.Sprintf("%s, and from now on copies %v's moves by mirror %d", moves[0], loser, n.answer.Mirror)
	case n.ends():
		return fmt.Sprintf("%s, and %v has no move", moves[0], loser)
	case n.more > 0:
		return moves[0] + ", ..."
	}
	return moves[0]
}

// explainMirrors draws the mirrors that the tree uses.
func (t *tree) explainMirrors(w io.Writer) {
	for i, mirror := range t.mirrors {
		for _, n := range t.nodes {
			if n.answer != nil && n.answer.Kind == proof.ByCopy && n.answer.Mirror == i {
				fmt.Fprintf(w, "\nMirror %d, in each cell the one that answers it:\n\n", i)
				grid(w, t.root.pos.Game().Grid().Cols(), len(mirror), func(c int) string {
					return t.root.pos.Game().CellText(mirror[c])
				})
				break
			}
		}
	}
}

// grid writes a text for each cell, in rows.
func grid(w io.Writer, cols, cells int, text func(c int) string) {
	width := 0
	for c := range cells {
		width = max(width, len(text(c)))
	}
	for c := range cells {
		end := " "
		if c%cols == cols-1 {
			end = "\n"
		}
		fmt.Fprintf(w, "%*s%s", width, text(c), end)
	}
}

// dot writes the tree in the language of Graphviz.
func (t *tree) dot(w io.Writer) error {
	winner := t.header.WinnerPlayer()
	fmt.Fprintf(w, "digraph proof {\n\tlabel=%s;\n", quoted(fmt.Sprintf("%s: %v wins", t.root.pos.Game().Variant().Name(), winner)))
	fmt.Fprint(w, "\tnode [shape=box, fontname=\"monospace\"];\n")
	for _, n := range t.nodes {
		legend := append([]string{""}, n.pos.Legend()...) // not in every node
		label, style := strings.TrimSuffix(n.pos.Plain(nil), strings.Join(legend, "\n")), ""
		switch {
		case n.answer != nil:
			label += fmt.Sprintf("\n%v %s", winner, t.explain(n))
			if n.answer.Kind != proof.ByMove || n.ends() {
				style = ", style=filled"
			}
		case n.more > 0:
			label += "\n..."
		}
		fmt.Fprintf(w, "\tn%d [label=%s%s];\n", n.id, quoted(label), style)
		for i, r := range n.replies {
			to := fmt.Sprintf("n%d_%d", n.id, i)
			if r.to != nil {
				to = fmt.Sprintf("n%d", r.to.id)
			} else {
				fmt.Fprintf(w, "\t%s [label=\"...\", shape=plaintext];\n", to)
			}
			fmt.Fprintf(w, "\tn%d -> %s [label=%s];\n", n.id, to, quoted(r.move))
		}
	}
	_, err := fmt.Fprintln(w, "}")
	return err
}

// quoted writes a text as a quoted string of DOT, in which \l ends a line and sets it
// flush left.
func quoted(text string) string {
	if strings.Contains(text, "\n") {
		text += "\n"
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\l`).Replace(text) + `"`
}
