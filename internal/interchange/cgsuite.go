package interchange

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"gridlock/bitboard"
	"gridlock/variants"
)

// cgsuite writes the position, or the sum, as an expression of CGSuite 2, with X as Left. If near is symmetric, games
// in which a mark closes the cells near it are games on graphs in CGSuite. All others are written out, see [forms].
func (e Entry) cgsuite() (string, error) {
	p := e.Position
	if p.Game() == nil {
		return "", errors.New("there is no position")
	}
	all, parts := append([]variants.Position{p}, e.Rest...), []string{}
	for _, p := range all {
		f := p.Game().Variant().Family()
		if f.Kind != variants.Place || !p.Game().Near().Symmetric() {
			return explicit(all)
		}
		parts = append(parts, graphs(p, f.Close)...)
	}
	return cmp.Or(strings.Join(parts, " + "), "0"), nil
}

// graphs writes the position of a game of [variants.Place] as games on the connected parts of the graph of the cells
// that can still be played to. A vertex is named by the number of its cell, and labelled if only one player may play
// there.
func graphs(p variants.Position, closes variants.Close) (parts []string) {
	s := p.State()
	g := graph{near: p.Game().Near(), left: s.Mine, right: s.Yours, labels: [2]string{"L", "R"}}
	if p.Side() == variants.O {
		g.left, g.right = g.right, g.left
	}
	ruleset := "game.graph.Col"
	switch closes {
	case variants.CloseNone: // any ruleset will do, since nothing is near
		g.near = bitboard.NewNear(p.Game().Grid(), func(int) bitboard.Board { return 0 })
	case variants.CloseOwn:
		g.labels = [2]string{"R", "L"} // the labels of a cell next to a mark of the other player
	case variants.CloseOther:
		ruleset = "game.graph.Snort"
	case variants.CloseAll:
		ruleset = "game.graph.GenCol([Nothing], [Nothing])" // whoever plays leaves neighbours to nobody
		g.left, g.right = s.Free, s.Free
	}
	for c := range (g.left | g.right).Cells() {
		if !g.seen.Has(c) {
			parts = append(parts, fmt.Sprintf("%s(%q)", ruleset, g.from(c, c)))
		}
	}
	return parts
}

// graph is a graph of cells while it is written, depth first.
type graph struct {
	near        *bitboard.Near
	left, right bitboard.Board // cells where Left, and Right, may play
	labels      [2]string      // the labels of a cell where only Left, and only Right, may play
	seen        bitboard.Board // cells that have been written
	path        bitboard.Board // cells from which the writing has not come back
}

// from writes a cell, and then all unseen cells that can be reached from it. Where a cycle ends, it names the cell on
// the path again.
func (g *graph) from(c, parent int) string {
	g.seen, g.path = g.seen.With(c), g.path.With(c)
	var branches []string
	for next := range (g.near.At(c) & (g.left | g.right)).Cells() {
		switch {
		case !g.seen.Has(next):
			branches = append(branches, "-"+g.from(next, c))
		case g.path.Has(next) && next != c && next != parent:
			branches = append(branches, "-"+g.vertex(next))
		}
	}
	g.path = g.path.Without(c)
	if len(branches) > 1 {
		return g.vertex(c) + "(" + strings.Join(branches, ";") + ")"
	}
	return g.vertex(c) + strings.Join(branches, "")
}

// vertex writes a cell.
func (g *graph) vertex(c int) string {
	label := "."
	switch {
	case !g.right.Has(c):
		label = g.labels[0]
	case !g.left.Has(c):
		label = g.labels[1]
	}
	return fmt.Sprintf("%s:{%d}", label, c+1)
}
