package book

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/book"
	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/variants"
)

// addJSON adds the flag for JSON in place of text.
func addJSON(cmd *cobra.Command, asJSON *bool) {
	cmd.Flags().BoolVar(asJSON, "json", false, "print JSON")
}

// statsReport is what a book has in JSON.
type statsReport struct {
	book.Info
	Positions int `json:"positions"`
}

// entryReport is an entry in JSON, with the moves after which the book has one, too.
type entryReport struct {
	cli.ResultReport
	Moves []cli.MoveReport `json:"moves"` // best first
}

// newEntry returns what there is in JSON of an entry.
func newEntry(b *book.Book, p variants.Position, r solver.Result) entryReport {
	var moves []analysis.Move
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		if after, ok := b.Find(p.Play(move)); ok {
			moves = append(moves, analysis.NewMove(solver.MoveResult{Move: move, After: after}))
		}
	}
	analysis.BestFirst(moves)
	out := entryReport{cli.NewResultReport(p, r), []cli.MoveReport{}}
	for _, m := range moves {
		out.Moves = append(out.Moves, cli.NewMoveReport(p, m))
	}
	return out
}

// writeStats writes what a book has.
func writeStats(w io.Writer, b *book.Book, asJSON bool) error {
	info := b.Info()
	if asJSON {
		return cli.WriteJSON(w, statsReport{info, b.Positions()})
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s) on %v\n\n", b.Game().Variant().Title, info.Variant, b.Game().Grid())
	text.WriteString(cli.Verbatim("from", info.Position))
	text.WriteString(cli.Field("every move", fmt.Sprintf("in the first %s, then those of a strategy", cli.Plies(info.Full))))
	text.WriteString(cli.Field("positions", cli.Count(b.Positions())))
	text.WriteString(cli.Field("built by", printable.Printable(info.Program)))
	fmt.Fprintf(&text, "\n%5s %15s %15s %15s %15s\n", "ply", "positions", "won", "lost", "distance known")
	for ply, l := range info.Layers {
		fmt.Fprintf(&text, "%5d %15s %15s %15s %15s\n", ply, cli.Count(l.Positions()), cli.Count(l.Won), cli.Count(l.Lost), cli.Count(l.Distances))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// writeEntry writes an entry, and those after its moves.
func writeEntry(w io.Writer, in *book.Book, p variants.Position, r solver.Result) error {
	var b strings.Builder
	b.WriteString(cli.StyleFor(w).Board(p) + "\n\n")
	b.WriteString(cli.Verbatim("position", p.String()))
	b.WriteString(cli.Field("outcome", verdict(p, r)))
	if r.Best != 0 {
		b.WriteString(cli.Field("best moves", strings.Join(p.MoveTexts(r.Best), " ")))
	}
	b.WriteString("\n")
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		if after, ok := in.Find(p.Play(move)); ok {
			b.WriteString(cli.Field(p.MoveText(move), verdict(p.Play(move), after)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// verdict says who wins a position.
func verdict(p variants.Position, r solver.Result) string {
	winner, _ := r.Winner(p)
	if r.Distance == solver.NoDistance {
		return fmt.Sprintf("%v wins", winner)
	}
	return fmt.Sprintf("%v wins in %s", winner, cli.Plies(r.Distance))
}
