package report

import (
	"gridlock/analysis"
	"gridlock/variants"
)

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

// cellOrNil returns nil in place of a cell that does not apply.
func cellOrNil(game *variants.Game, c int) *string {
	if c < 0 {
		return nil
	}
	return new(game.CellText(c))
}
