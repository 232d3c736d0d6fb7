package interchange

import (
	"fmt"
	"strings"

	"gridlock/bitboard"
	"gridlock/variants"
)

// cgsuite writes the position as an expression of CGSuite 2: a game on the graph of the cells that can
// still be played to, as a sum of its connected parts. X is Left. A vertex has the number of its cell for
// a name, and is labelled where only one player may play.
func (e Entry) cgsuite() (string, error) {
	p := e.Position
	s := p.State()
	g := graph{grid: p.Game().Grid(), left: s.Free, right: s.Free}
	ruleset := "game.graph.GenCol([Nothing], [Nothing])" // Node Kayles: whoever plays leaves neighbours to nobody
	switch id := p.Game().Variant().Key(); id {
	case variants.Claim:
	case variants.Duel:
		ruleset, g.left, g.right = "game.graph.Col", s.Mine, s.Yours
		if p.Side() == variants.O {
			g.left, g.right = g.right, g.left
		}
	default:
		return "", fmt.Errorf("CGSuite has no form of %s, which is no sum of its parts: it has duel, as Col, and claim, as Node Kayles", id)
	}
	var parts []string
	for c := range (g.left | g.right).Cells() {
		if !g.seen.Has(c) {
			parts = append(parts, fmt.Sprintf("%s(%q)", ruleset, g.from(c, c)))
		}
	}
	if parts == nil {
		return "0", nil
	}
	return strings.Join(parts, " + "), nil
}

// graph is a graph of cells while it is written, depth first.
type graph struct {
	grid        *bitboard.Grid
	left, right bitboard.Board // where these players may play
	seen        bitboard.Board // cells that have been written
	path        bitboard.Board // those from which the writing has not come back
}

// from writes a cell that was reached from another, itself at first, and whatever is behind it and has not
// been seen. A cell on the path to it is named again, where a cycle ends.
func (g *graph) from(c, parent int) string {
	g.seen, g.path = g.seen.With(c), g.path.With(c)
	var branches []string
	for next := range (g.grid.DilateKing(bitboard.Board(0).With(c)) & (g.left | g.right)).Cells() {
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

// vertex writes a cell: R is where only Left may play, since a neighbour is Right's, and L the other way
// round.
func (g *graph) vertex(c int) string {
	label := "."
	switch {
	case !g.right.Has(c):
		label = "R"
	case !g.left.Has(c):
		label = "L"
	}
	return fmt.Sprintf("%s:{%d}", label, c+1)
}
