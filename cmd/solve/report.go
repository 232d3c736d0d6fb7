package solve

import (
	"fmt"
	"io"
	"strings"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// answer is what there is to say of a position.
type answer struct {
	position variants.Position
	result   solver.Result
	moves    []move       // best first; nil unless asked for
	more     bool         // the distance has not been asked for, and could be
	stored   *stored      // how it was found at the time, if it is from the store
	proof    *proofReport // the certificate, if one has been written
}

// report is the JSON output. What is not known is null; best_moves and pv are then
// empty. best_move is a best move where distance is known, else a winning one.
type report struct {
	Variant   string        `json:"variant"`
	Board     string        `json:"board"`
	Position  string        `json:"position"`
	ToMove    string        `json:"to_move"`
	Outcome   *string       `json:"outcome"`
	Winner    *string       `json:"winner"`
	Distance  *int          `json:"distance"`
	BestMove  *string       `json:"best_move"`
	BestMoves []string      `json:"best_moves"`
	PV        []string      `json:"pv"`
	Nimber    *int          `json:"nimber"`
	Value     *string       `json:"value"`
	Engine    string        `json:"engine"`
	Lemma     *string       `json:"lemma"`
	Nodes     uint64        `json:"nodes"`
	Seconds   float64       `json:"seconds"`
	Proven    bool          `json:"proven"`
	Stored    *storedReport `json:"stored,omitzero"` // if it is from the store, how it was found
	Moves     []moveReport  `json:"moves,omitzero"`  // with --all-moves, best first
	Proof     *proofReport  `json:"proof,omitzero"`  // with --proof, if it has been written
}

// moveReport is a legal move. Nimber and value are of the position after it.
type moveReport struct {
	Move     string  `json:"move"`
	Outcome  *string `json:"outcome"`  // for the player who makes the move
	Distance *int    `json:"distance"` // plies from the position before the move
	Nimber   *int    `json:"nimber"`
	Value    *string `json:"value"`
	Proven   bool    `json:"proven"`
}

// writeJSON writes the answer as one line of JSON.
func (a answer) writeJSON(w io.Writer) error {
	p, r := a.position, a.result
	out := report{
		Variant:   p.Game().Variant().ID,
		Board:     p.Game().Grid().String(),
		Position:  p.String(),
		ToMove:    p.Side().String(),
		Outcome:   outcomeText(r.Outcome),
		Distance:  distanceOrNil(r.Distance),
		BestMoves: []string{},
		PV:        p.Record(r.PV),
		Nimber:    r.Nimber,
		Value:     textOrNil(r.Value),
		Engine:    r.Engine,
		Lemma:     textOrNil(r.Lemma),
		Nodes:     r.Stats.Nodes,
		Seconds:   r.Stats.Elapsed.Seconds(),
		Proven:    r.Proven,
		Stored:    a.stored.report(),
		Proof:     a.proof,
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
	if a.moves != nil {
		out.Moves = moveReports(p, a.moves)
	}
	return cli.WriteJSON(w, out)
}

func moveReports(p variants.Position, moves []move) []moveReport {
	out := make([]moveReport, 0, len(moves))
	for _, m := range moves {
		out = append(out, moveReport{
			Move:     p.MoveText(m.Move),
			Outcome:  outcomeText(m.outcome),
			Distance: distanceOrNil(m.distance),
			Nimber:   m.after.Nimber,
			Value:    textOrNil(m.after.Value),
			Proven:   m.after.Proven,
		})
	}
	return out
}

func outcomeText(o solver.Outcome) *string {
	if o == solver.Unknown {
		return nil
	}
	return new(o.String())
}

func distanceOrNil(d int) *int {
	if d == solver.NoDistance {
		return nil
	}
	return &d
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// writeText writes the answer for people.
func (a answer) writeText(w io.Writer, style cli.Style) error {
	p, r := a.position, a.result
	game := p.Game()
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s) on %v, %v to move\n\n", game.Variant().Title, game.Variant().ID, game.Grid(), p.Side())
	fmt.Fprintf(&b, "%s\n\n%s\n\n", style.Board(p), style.Bold(a.verdict()))
	b.WriteString(a.moveFields())
	if len(r.PV) > 0 {
		b.WriteString(cli.Field("line", strings.Join(p.Record(r.PV), " ")))
	}
	if r.Nimber != nil {
		b.WriteString(cli.Field("nimber", fmt.Sprint(*r.Nimber)))
	}
	if r.Value != "" {
		b.WriteString(cli.Field("value", r.Value))
	}
	if r.Lemma != "" {
		b.WriteString(cli.Field("lemma", r.Lemma))
	}
	if r.Outcome == solver.Unknown {
		b.WriteString(soFar(p, r.Stats))
	}
	b.WriteString(cli.Verbatim("position", p.String()))
	b.WriteString(a.engineFields())
	b.WriteString(cli.Field("time", cli.Seconds(r.Stats.Elapsed)))
	_, err := io.WriteString(w, b.String())
	return err
}

// moveFields says what there is to say of the moves: of each, or which are best.
func (a answer) moveFields() string {
	best := strings.Join(a.position.MoveTexts(a.result.Best), " ")
	switch {
	case a.moves != nil:
		return fields(a.position, a.moves)
	case best == "":
		return ""
	case a.result.Distance == solver.NoDistance:
		return cli.Field("wins by", best)
	}
	return cli.Field("best moves", best)
}

// soFar says how far a search has come that did not decide the position.
func soFar(p variants.Position, stats solver.Stats) string {
	text := ""
	if stats.Proof != 0 && stats.Disproof != 0 {
		text += cli.Field("proof", fmt.Sprintf("%d/%d", stats.Proof, stats.Disproof))
	}
	if stats.Depth != 0 {
		text += cli.Field("depth", fmt.Sprint(stats.Depth))
	}
	if len(stats.PV) > 0 {
		text += cli.Field("best so far", strings.Join(p.Record(stats.PV), " "))
	}
	return text
}

// verdict says in a sentence what is known.
func (a answer) verdict() string {
	p, r := a.position, a.result
	winner, known := r.Winner(p)
	name := fmt.Sprintf("Player %d (%v)", winner.Number(), winner)
	switch {
	case !known:
		return "Not decided."
	case p.Over():
		return fmt.Sprintf("The game is over: %v cannot move. %s has won.", p.Side(), name)
	case r.Distance == solver.NoDistance && a.more:
		return fmt.Sprintf("%s wins with best play; add --distance to find out in how many plies.", name)
	case r.Distance == solver.NoDistance:
		return fmt.Sprintf("%s wins with best play; in how many plies is not known.", name)
	}
	return fmt.Sprintf("%s wins in %s with best play.", name, cli.Plies(r.Distance))
}
