package report

import (
	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/variants"
)

// Evidence is what to draw to show why a position is won or lost: exactly one of the fields.
type Evidence struct {
	Matching   *Matching   `json:"matching,omitempty"`
	Mirror     *Mirror     `json:"mirror,omitempty"`
	Sum        *Sum        `json:"sum,omitempty"`
	Values     *Values     `json:"values,omitempty"`
	Separation *Separation `json:"separation,omitempty"`
	Search     *Line       `json:"search,omitempty"`
}

// Matching is pairs of cells by which the winner plays: the answer to a cell is its partner.
type Matching struct {
	Pairs   [][]string `json:"pairs"`
	Single  []string   `json:"single"`  // cells without a partner
	Last    *string    `json:"last"`    // the last marker
	Partner *string    `json:"partner"` // its partner
}

// Mirror is the symmetry by which the winner copies.
type Mirror struct {
	Symmetry string     `json:"symmetry"`
	Centre   *string    `json:"centre"` // the cell in the middle of the board, if there is one
	Fixed    []string   `json:"fixed"`  // cells that are their own images
	Images   [][]string `json:"images"` // pairs of cells
}

// Sum is components whose nimbers add up by XOR.
type Sum struct {
	Components  []NimberComponent `json:"components"`
	Total       int               `json:"total"`
	ZeroingMove *string           `json:"zeroing_move"`
}

// NimberComponent is a component of Node Kayles.
type NimberComponent struct {
	Cells  []string `json:"cells"`
	Nimber int      `json:"nimber"`
}

// Values is components whose values add up, with X as Left.
type Values struct {
	Components []ValueComponent `json:"components"`
	Total      string           `json:"total"`
}

// ValueComponent is a component of Col: cells that a player may still take.
type ValueComponent struct {
	Cells []string `json:"cells"`
	X     []string `json:"X"`
	O     []string `json:"O"`
	Value string   `json:"value"`
}

// Separation is what the players have to themselves.
type Separation struct {
	X Walk `json:"X"`
	O Walk `json:"O"`
}

// Walk is the cells that a player can reach, bounds on its turns, and a walk of the least.
type Walk struct {
	Room
	Walk []Step `json:"walk"`
}

// Step is a turn: the cell that the marker goes to, and the one that it blocks.
type Step struct {
	To    string  `json:"to"`
	Block *string `json:"block"`
}

// Line is best play.
type Line struct {
	PV []string `json:"pv"`
}

// Geometry is what a move does on the board, and the position after it.
type Geometry struct {
	From  *string `json:"from"` // the cell that the marker leaves
	To    string  `json:"to"`
	Block *string `json:"block"`
	Child string  `json:"child"`
	Where string  `json:"where"` // the move goes, without saying which it is
}

// NewGeometry returns what there is in JSON of a legal move on the board.
func NewGeometry(p variants.Position, m variants.Move) Geometry {
	g, game := analysis.GeometryOf(p, m), p.Game()
	return Geometry{cellOrNil(game, g.From), game.CellText(g.To), cellOrNil(game, g.Block), g.Child.String(), whereTo(p, g.To)}
}

// newEvidence returns what there is in JSON of the evidence for a position, nil where nothing
// is known of it.
func newEvidence(p variants.Position, e analysis.Evidence) *Evidence {
	game := p.Game()
	switch {
	case e.Matching != nil:
		m := e.Matching
		out := &Matching{Pairs: cellPairs(game, m.Pairs), Single: cellNames(game, m.Single)}
		if m.Last != nil {
			out.Last = new(game.CellText(*m.Last))
		}
		if m.Partner != nil {
			out.Partner = new(game.CellText(*m.Partner))
		}
		return &Evidence{Matching: out}
	case e.Mirror != nil:
		m := e.Mirror
		return &Evidence{Mirror: &Mirror{symmetryName(m.Symmetry), centre(game), cellNames(game, m.Fixed), cellPairs(game, m.Images)}}
	case e.Sum != nil:
		out := &Sum{Components: []NimberComponent{}, Total: e.Sum.Total}
		for _, c := range e.Sum.Components {
			out.Components = append(out.Components, NimberComponent{cellNames(game, c.Cells), c.Nimber})
		}
		if e.Sum.Zeroing != nil {
			out.ZeroingMove = new(p.MoveText(*e.Sum.Zeroing))
		}
		return &Evidence{Sum: out}
	case e.Values != nil:
		out := &Values{Components: []ValueComponent{}, Total: e.Values.Total.String()}
		for _, c := range e.Values.Components {
			out.Components = append(out.Components, ValueComponent{
				cellNames(game, c.X|c.O), cellNames(game, c.X), cellNames(game, c.O), c.Value.String(),
			})
		}
		return &Evidence{Values: out}
	case e.Separation != nil:
		return &Evidence{Separation: &Separation{newWalk(game, e.Separation[variants.X]), newWalk(game, e.Separation[variants.O])}}
	case len(e.Line) > 0:
		return &Evidence{Search: &Line{p.Record(e.Line)}}
	}
	return nil
}

func newWalk(game *variants.Game, w analysis.Walk) Walk {
	out := Walk{newRoom(game, w.Room), []Step{}}
	for _, s := range w.Steps {
		out.Walk = append(out.Walk, Step{game.CellText(s.To), cellOrNil(game, s.Block)})
	}
	return out
}

// symmetryName names a mirror.
func symmetryName(sym bitboard.Symmetry) string {
	switch sym {
	case bitboard.HalfTurn:
		return "half-turn"
	case bitboard.MirrorRows:
		return "top-bottom"
	case bitboard.MirrorCols:
		return "left-right"
	case bitboard.Transpose:
		return "main-diagonal"
	}
	return "other-diagonal"
}

// centre returns the cell in the middle of the board, nil if there is none.
func centre(game *variants.Game) *string {
	grid := game.Grid()
	if grid.Rows()%2 == 0 || grid.Cols()%2 == 0 {
		return nil
	}
	return new(game.CellText(grid.Size() / 2))
}

func cellPairs(game *variants.Game, pairs [][2]int) [][]string {
	out := [][]string{}
	for _, pair := range pairs {
		out = append(out, []string{game.CellText(pair[0]), game.CellText(pair[1])})
	}
	return out
}

// cellOrNil returns nil in place of a cell that does not apply.
func cellOrNil(game *variants.Game, c int) *string {
	if c < 0 {
		return nil
	}
	return new(game.CellText(c))
}
