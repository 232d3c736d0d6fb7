package solve

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// report is the JSON output. What is not known is null; best_moves and pv are then
// empty. best_move is a best move where distance is known, else a winning one.
type report struct {
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

func writeJSON(w io.Writer, p variants.Position, r solver.Result) error {
	out := report{
		Variant:   p.Game().Variant().ID,
		Board:     p.Game().Grid().String(),
		Position:  p.String(),
		ToMove:    p.Side().String(),
		BestMoves: []string{},
		PV:        p.Record(r.PV),
		Nimber:    r.Nimber,
		Engine:    r.Engine,
		Nodes:     r.Stats.Nodes,
		Seconds:   r.Stats.Elapsed.Seconds(),
		Proven:    r.Proven,
	}
	if r.Value != "" {
		out.Value = &r.Value
	}
	if r.Lemma != "" {
		out.Lemma = &r.Lemma
	}
	if winner, ok := r.Winner(p); ok {
		out.Outcome, out.Winner = new(r.Outcome.String()), new(winner.String())
	}
	if r.Distance != solver.NoDistance {
		out.Distance, out.BestMoves = &r.Distance, p.MoveTexts(r.Best)
	}
	if m, ok := r.BestMove(); ok {
		out.BestMove = new(p.MoveText(m))
	}
	return cli.WriteJSON(w, out)
}

func writeText(w io.Writer, style cli.Style, p variants.Position, r solver.Result) error {
	game := p.Game()
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s) on %v, %v to move\n\n", game.Variant().Title, game.Variant().ID, game.Grid(), p.Side())
	fmt.Fprintf(&b, "%s\n\n%s\n\n", style.Board(p), style.Bold(verdict(p, r)))
	switch best := strings.Join(p.MoveTexts(r.Best), " "); {
	case r.Best == 0:
	case r.Distance == solver.NoDistance:
		b.WriteString(cli.Field("wins by", best))
	default:
		b.WriteString(cli.Field("best moves", best))
	}
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
	b.WriteString(cli.Field("engine", r.Engine))
	b.WriteString(cli.Field("nodes", humanize.Comma(int64(r.Stats.Nodes))))
	b.WriteString(cli.Field("time", cli.Seconds(r.Stats.Elapsed)))
	_, err := io.WriteString(w, b.String())
	return err
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
func verdict(p variants.Position, r solver.Result) string {
	winner, known := r.Winner(p)
	name := fmt.Sprintf("Player %d (%v)", winner.Number(), winner)
	switch {
	case !known:
		return "Not decided."
	case p.Over():
		return fmt.Sprintf("The game is over: %v cannot move. %s has won.", p.Side(), name)
	case r.Distance == solver.NoDistance:
		return fmt.Sprintf("%s wins with best play; in how many plies is not known.", name)
	}
	return fmt.Sprintf("%s wins in %s with best play.", name, cli.Plies(r.Distance))
}
