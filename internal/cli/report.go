package cli

import (
	"fmt"
	"strings"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// ResultReport is a result in JSON, as every command prints it that tells who wins a
// position. What is not known is null; best_moves and pv are then empty. best_move is a
// best move where distance is known, else a winning one.
type ResultReport struct {
	Variant   string   `json:"variant"`
	Board     string   `json:"board"`
	Position  string   `json:"position"`
	ToMove    string   `json:"to_move"`
	Outcome   *string  `json:"outcome"`
	Winner    *string  `json:"winner"`
	Distance  *int     `json:"distance"`
	BestMove  *string  `json:"best_move"`
	BestMoves []string `json:"best_moves"`
	PV        []string `json:"pv"`
	Nimber    *int     `json:"nimber"`
	Value     *string  `json:"value"`
	Engine    string   `json:"engine"`
	Lemma     *string  `json:"lemma"`
	Nodes     uint64   `json:"nodes"`
	Seconds   float64  `json:"seconds"`
	Proven    bool     `json:"proven"`
}

// NewResultReport returns what there is in JSON of the result of a position.
func NewResultReport(p variants.Position, r solver.Result) ResultReport {
	out := ResultReport{
		Variant:   p.Game().Variant().ID,
		Board:     p.Game().Grid().String(),
		Position:  p.String(),
		ToMove:    p.Side().String(),
		Outcome:   outcomeText(r.Outcome),
		Distance:  DistanceOrNil(r.Distance),
		BestMoves: []string{},
		PV:        p.Record(r.PV),
		Nimber:    r.Nimber,
		Value:     TextOrNil(r.Value),
		Engine:    r.Engine,
		Lemma:     TextOrNil(r.Lemma),
		Nodes:     r.Stats.Nodes,
		Seconds:   r.Stats.Elapsed.Seconds(),
		Proven:    r.Proven,
	}
	if winner, ok := r.Winner(p); ok {
		out.Winner = new(winner.String())
	}
	if r.Distance != solver.NoDistance {
		out.BestMoves = p.MoveTexts(r.Best)
	}
	if m, ok := r.BestMove(); ok {
		out.BestMove = new(p.MoveText(m))
	}
	return out
}

// ValueReport is a legal move with its value in JSON; what is not known is null.
type ValueReport struct {
	Move     string  `json:"move"`
	Outcome  *string `json:"outcome"`  // for the player who makes the move
	Distance *int    `json:"distance"` // plies from the position before the move
}

// NewValueReport returns what there is in JSON of the value of a move of the position.
func NewValueReport(p variants.Position, m variants.Move, v solver.Value) ValueReport {
	return ValueReport{p.MoveText(m), outcomeText(v.Outcome), DistanceOrNil(v.Distance)}
}

// MoveReport is all that there is to say of a legal move in JSON. Nimber and value are of
// the position after it.
type MoveReport struct {
	ValueReport
	Nimber *int    `json:"nimber"`
	Value  *string `json:"value"`
	Proven bool    `json:"proven"`
}

// NewMoveReport returns what there is in JSON of a move of the position.
func NewMoveReport(p variants.Position, m analysis.Move) MoveReport {
	return MoveReport{
		ValueReport: NewValueReport(p, m.Move, m.Value),
		Nimber:      m.After.Nimber,
		Value:       TextOrNil(m.After.Value),
		Proven:      m.After.Proven,
	}
}

func outcomeText(o solver.Outcome) *string {
	if o == solver.Unknown {
		return nil
	}
	return new(o.String())
}

// DistanceOrNil returns nil in place of solver.NoDistance.
func DistanceOrNil(d int) *int {
	if d == solver.NoDistance {
		return nil
	}
	return &d
}

// TextOrNil returns nil in place of an empty text.
func TextOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// GameText says which game it is, on which board.
func GameText(game *variants.Game) string {
	return fmt.Sprintf("%s (%s) on %v", game.Variant().Title, game.Variant().ID, game.Grid())
}

// Heading says what game a position is of, and whose turn it is.
func Heading(p variants.Position) string {
	return fmt.Sprintf("%s, %v to move", GameText(p.Game()), p.Side())
}

// Verdict says in a sentence what is known of a position. More says that the distance
// could have been asked for.
func Verdict(p variants.Position, r solver.Result, more bool) string {
	winner, known := r.Winner(p)
	name := fmt.Sprintf("Player %d (%v)", winner.Number(), winner)
	switch {
	case !known:
		return "Not decided."
	case p.Over():
		return fmt.Sprintf("The game is over: %v cannot move. %s has won.", p.Side(), name)
	case r.Distance == solver.NoDistance && more:
		return fmt.Sprintf("%s wins with best play; add --distance to find out in how many plies.", name)
	case r.Distance == solver.NoDistance:
		return fmt.Sprintf("%s wins with best play; in how many plies is not known.", name)
	}
	return fmt.Sprintf("%s wins in %s with best play.", name, Plies(r.Distance))
}

// MoveFields writes moves, best first, those of which the same is known in one field.
func MoveFields(p variants.Position, moves []analysis.Move) string {
	var b strings.Builder
	for _, group := range analysis.Groups(moves, func(a, b analysis.Move) bool { return a.Label() == b.Label() }) {
		b.WriteString(Field(group[0].Label(), group.Text(p)))
	}
	return b.String()
}
