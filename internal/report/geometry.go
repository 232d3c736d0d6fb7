package report

import (
	"gridlock/analysis"
	"gridlock/variants"
)

// Geometry has the cells of a move, and the position after it.
type Geometry struct {
	From  *string `json:"from"` // the cell that the marker leaves
	To    string  `json:"to"`
	Block *string `json:"block"`
	Child string  `json:"child"`
	Where string  `json:"where"` // roughly where the move goes
}

// NewGeometry returns the cells of a legal move in JSON.
func NewGeometry(p variants.Position, m variants.Move) Geometry {
	g, game := analysis.GeometryOf(p, m), p.Game()
	return Geometry{cellOrNil(game, g.From), game.CellText(g.To), cellOrNil(game, g.Block), g.Child.String(), whereTo(p, g.To)}
}

// cellOrNil returns nil in place of a cell that does not apply.
func cellOrNil(game *variants.Game, c int) *string {
	if c < 0 {
		return nil
	}
	return new(game.CellText(c))
}
