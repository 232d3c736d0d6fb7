package report

import (
	"slices"

	"gridlock/variants"
)

// Rules has the facts about a position that follow from the rules alone.
type Rules struct {
	Named
	Board    string      `json:"board"`
	Rows     int         `json:"rows"`
	Cols     int         `json:"cols"`
	Position string      `json:"position"`
	ToMove   string      `json:"to_move"`
	Cells    []Cell      `json:"cells"` // row by row
	Moves    []LegalMove `json:"moves"`
	Over     bool        `json:"over"`
	Winner   *string     `json:"winner"`  // the winner if the game is over
	Shape    string      `json:"shape"`   // the shape of cells: square, hexagon, or vertex of a graph
	Wrap     string      `json:"wrap"`    // which edges are joined: none (plane), left and right (cylinder), all (torus)
	Edges    [][]string  `json:"edges"`   // the edges of a graph: pairs of cells
	Symbols  []Symbol    `json:"symbols"` // the characters in the text of positions
	Played   []string    `json:"played"`  // the moves from the start to this position, as they are written
}

// Cell is a cell of the board.
type Cell struct {
	Name    string  `json:"name"`
	Row     int     `json:"row"`
	Col     int     `json:"col"`
	Content string  `json:"content"` // empty, mark, used, blocked or hole
	Player  *string `json:"player"`  // whose mark it is

	// Closed has the players who can no longer take the cell, though it is empty.
	Closed []string `json:"closed"`
}

// Symbol is a character in the text of positions, and its meaning for a cell.
type Symbol struct {
	Symbol  string  `json:"symbol"`
	Content string  `json:"content"` // as the Content of a Cell
	Player  *string `json:"player"`  // as the Player of a Cell
}

// LegalMove is a legal move and its cells.
type LegalMove struct {
	Move string `json:"move"`
	Geometry
}

// NewRules returns in JSON a position after moves, given as text.
func NewRules(p variants.Position, played []string) Rules {
	game, grid := p.Game(), p.Game().Grid()
	out := Rules{
		Named: NewNamed(game.Variant()), Board: grid.String(), Rows: grid.Rows(), Cols: grid.Cols(),
		Position: p.String(), ToMove: p.Side().String(), Cells: []Cell{}, Moves: []LegalMove{}, Over: p.Over(),
		Played: append([]string{}, played...), Shape: shape(game.Variant().Family()), Wrap: wrapNames()[game.Variant().Family().Wrap], Edges: [][]string{},
	}
	if g := game.Variant().Family().Graph; g != nil {
		out.Edges = game.PairTexts(g.Edges)
	}
	for _, c := range game.Variant().Symbols() {
		out.Symbols = append(out.Symbols, symbol(game, c))
	}
	for c := range grid.Size() {
		row, col := grid.RowCol(c)
		content, player := content(p, c)
		out.Cells = append(out.Cells, Cell{game.CellText(c), row, col, content, player, closed(p, c)})
	}
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		out.Moves = append(out.Moves, LegalMove{p.MoveText(move), NewGeometry(p, move)})
	}
	if out.Over {
		out.Winner = new(p.Side().Opponent().String())
	}
	return out
}

// content returns the content of a cell, and its owner.
func content(p variants.Position, c int) (text string, player *string) {
	for _, who := range []variants.Player{variants.X, variants.O} {
		switch {
		case p.Live(who).Has(c):
			return "mark", new(who.String())
		case p.Marks(who).Has(c):
			return "used", new(who.String())
		}
	}
	switch {
	case p.Blocked().Has(c), p.Holes().Has(c) && p.Game().Traits().Blocks:
		return "blocked", nil // in games whose moves block cells, blocks and holes are the same
	case p.Holes().Has(c):
		return "hole", nil
	}
	return "empty", nil
}

// symbol says what a character of a position means.
func symbol(g *variants.Game, c rune) Symbol {
	text, player := string(c), variants.O
	if c == 'X' || c == 'x' {
		player = variants.X
	}
	switch {
	case c == '.':
		return Symbol{text, "empty", nil}
	case c == '#' && g.Traits().Blocks:
		return Symbol{text, "blocked", nil}
	case c == '#':
		return Symbol{text, "hole", nil}
	case c == 'x' || c == 'o':
		return Symbol{text, "used", new(player.String())}
	}
	return Symbol{text, "mark", new(player.String())}
}

// shape names the shape of cells.
func shape(f variants.Family) string {
	switch f.Near {
	case variants.Hex:
		return "hexagon"
	case variants.ByGraph:
		return "vertex"
	}
	return "square"
}

// wrapNames are the names of boards by their edges.
func wrapNames() []string { return []string{"plane", "cylinder", "torus"} }

// closed returns the players to whom a cell is closed.
func closed(p variants.Position, c int) []string {
	players := []string{}
	for _, who := range []variants.Player{variants.X, variants.O} {
		if p.Closed(who).Has(c) {
			players = append(players, who.String())
		}
	}
	return players
}

// Named has the name and the words of a game.
type Named struct {
	Variant string `json:"variant"` // its name, see [variants.Variant.Name]
	Words   string `json:"words"`   // the words of its rules; "" if it is not of the family
}

// NewNamed returns the name and the words of a game.
func NewNamed(v variants.Variant) Named { return Named{v.Name(), v.Words()} }

// Variant is a game.
type Variant struct {
	Named
	Title      string `json:"title"`
	Board      string `json:"board"` // the default board
	Summary    string `json:"summary"`
	Literature string `json:"literature"`
	MinCols    int    `json:"min_cols"` // the least number of columns
	Name       string `json:"name"`     // its name, or that of its rule file

	Fixed   bool     `json:"fixed"`   // there is no board except the default one
	Library bool     `json:"library"` // it is of the library
	Rules   []string `json:"rules"`   // sentences made from its value; none for games outside the family
}

// NewVariants returns in JSON the five games and those of the library.
func NewVariants() []Variant {
	var all []Variant
	for _, v := range slices.Concat(variants.All(), variants.Library()) {
		all = append(all, NewVariant(v))
	}
	return all
}

// NewVariant returns a game in JSON.
func NewVariant(v variants.Variant) Variant {
	rules := []string{}
	if f := v.Family(); f.Kind != variants.NoKind {
		rules = f.Sentences()
	}
	library := slices.Contains(variants.LibraryIDs(), v.Name())
	return Variant{NewNamed(v), v.Title, v.Default().Grid().String(), v.Summary, v.Literature, v.MinCols, v.ID, v.Family().Rows != 0, library, rules}
}
