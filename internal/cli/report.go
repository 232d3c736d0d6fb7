package cli

import (
	"fmt"
	"strings"
	"time"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// ResultReport is a result in JSON, as every command prints it that says who wins a
// position. What is not known is null; best_moves and pv are then empty. best_moves has the
// best moves where distance is known, else winning ones; best_move is the first of them.
// best_moves_complete says that there are no others.
type ResultReport struct {
	Variant           string   `json:"variant"`
	Board             string   `json:"board"`
	Position          string   `json:"position"`
	ToMove            string   `json:"to_move"`
	Outcome           *string  `json:"outcome"`
	Winner            *string  `json:"winner"`
	Distance          *int     `json:"distance"`
	BestMove          *string  `json:"best_move"`
	BestMoves         []string `json:"best_moves"`
	BestMovesComplete bool     `json:"best_moves_complete"`
	PV                []string `json:"pv"`
	Nimber            *int     `json:"nimber"`
	Value             *string  `json:"value"`
	Engine            string   `json:"engine"`
	Lemma             *string  `json:"lemma"`
	Nodes             uint64   `json:"nodes"`
	Seconds           float64  `json:"seconds"`
	Proven            bool     `json:"proven"`
}

// NewResultReport returns what there is in JSON of the result of a position.
func NewResultReport(p variants.Position, r solver.Result) ResultReport {
	out := ResultReport{
		Variant:           p.Game().Variant().ID,
		Board:             p.Game().Grid().String(),
		Position:          p.String(),
		ToMove:            p.Side().String(),
		Outcome:           outcomeText(r.Outcome),
		Distance:          DistanceOrNil(r.Distance),
		BestMoves:         p.MoveTexts(r.Best),
		PV:                p.Record(r.PV),
		BestMovesComplete: r.BestComplete,
		Nimber:            r.Nimber,
		Value:             TextOrNil(r.Value),
		Engine:            r.Engine,
		Lemma:             TextOrNil(r.Lemma),
		Nodes:             r.Stats.Nodes,
		Seconds:           r.Stats.Elapsed.Seconds(),
		Proven:            r.Proven,
	}
	if winner, ok := r.Winner(p); ok {
		out.Winner = new(winner.String())
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

// BestFields writes the best moves of a result, and whether there may be others; nothing
// where none is known.
func BestFields(p variants.Position, r solver.Result) string {
	name, all, some := "best moves", "", " (others not searched)"
	if r.Distance == solver.NoDistance {
		name, all = "winning", " (all)"
	}
	switch moves := strings.Join(p.MoveTexts(r.Best), " "); {
	case moves == "":
		return ""
	case r.BestComplete:
		return Field(name, moves+all)
	default:
		return Field(name, moves+some)
	}
}

// LineField writes the principal variation of a result, nothing where there is none.
func LineField(p variants.Position, r solver.Result) string {
	if len(r.PV) == 0 {
		return ""
	}
	line := strings.Join(p.Record(r.PV), " ")
	if len(r.PV) < r.Distance {
		line += " ..."
	}
	return Field("line", line)
}

// SourceReport says in JSON where a result comes from that was not searched for.
type SourceReport struct {
	Kind    string    `json:"kind"`            // book, table or solved
	Table   string    `json:"table,omitempty"` // its name
	When    time.Time `json:"when,omitzero"`   // it was computed
	Program string    `json:"program,omitempty"`
}

// NewSourceReport returns what there is in JSON of an origin, nil where there is none.
func NewSourceReport(o *solver.Origin) *SourceReport {
	if o == nil {
		return nil
	}
	return &SourceReport{o.Kind, o.Table, o.When, o.Program}
}

// AnswerReport is in JSON what is known of a position and its moves.
type AnswerReport struct {
	ResultReport
	Source *SourceReport `json:"source"` // null where the result follows from those of the moves
	Moves  []MoveReport  `json:"moves"`  // best first
}

// NewAnswerReport returns what there is in JSON of an answer.
func NewAnswerReport(a analysis.Answer) AnswerReport {
	out := AnswerReport{NewResultReport(a.Position(), a.Result()), NewSourceReport(a.Origin), []MoveReport{}}
	for _, m := range analysis.Moves(a.Knowledge) {
		out.Moves = append(out.Moves, NewMoveReport(a.Position(), m))
	}
	return out
}

// AnswerText writes what is known of a position and its moves.
func AnswerText(a analysis.Answer, style Style) string {
	p, r := a.Position(), a.Result()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n\n%s\n\n", Heading(p), style.Board(p), style.Bold(Verdict(p, r, false)))
	b.WriteString(MoveFields(p, analysis.Moves(a.Knowledge)))
	b.WriteString(LineField(p, r))
	b.WriteString(Verbatim("position", p.String()))
	b.WriteString(Field("from", sourceText(a)))
	return b.String()
}

// sourceText says where an answer comes from.
func sourceText(a analysis.Answer) string {
	o := a.Origin
	switch {
	case o == nil:
		return "the results after its moves"
	case o.Kind == solver.FromBook:
		return "the opening book"
	case o.Kind == solver.FromTable:
		return fmt.Sprintf("the table %s, %s", o.Table, o.When.Format(time.DateOnly))
	}
	return fmt.Sprintf("a position solved by %s, %s", a.Result().Engine, o.When.Format(time.DateOnly))
}
