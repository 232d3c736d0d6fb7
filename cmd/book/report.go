package book

import (
	"context"
	"fmt"
	"io"
	"strings"

	"gridlock/book"
	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/variants"
)

// statsReport is what a book has in JSON.
type statsReport struct {
	book.Info
	Positions int `json:"positions"`
}

// library is a book as the store of an inquiry.
type library struct{ *book.Book }

// Find implements [analysis.Store].
func (l library) Find(_ context.Context, p variants.Position) (solver.Result, solver.Origin, bool) {
	r, ok := l.Book.Find(p)
	return r, solver.Origin{Kind: solver.FromBook}, ok
}

// Save implements [analysis.Store]: a book does not change.
func (library) Save(context.Context, variants.Position, solver.Result, error) {}

// Batch implements [analysis.Store].
func (library) Batch(_ bool, work func()) { work() }

// writeStats writes what a book has.
func writeStats(w io.Writer, b *book.Book, format *cli.Format) error {
	info := b.Info()
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", cli.GameText(b.Game()))
	text.WriteString(cli.Verbatim("from", info.Position))
	text.WriteString(cli.Field("every move", fmt.Sprintf("in the first %s, then those of a strategy", cli.Plies(info.Full))))
	text.WriteString(cli.Field("positions", cli.Count(b.Positions())))
	text.WriteString(cli.Field("built by", printable.Printable(info.Program)))
	fmt.Fprintf(&text, "\n%5s %15s %15s %15s %15s\n", "ply", "positions", "won", "lost", "distance known")
	for ply, l := range info.Layers {
		fmt.Fprintf(&text, "%5d %15s %15s %15s %15s\n", ply, cli.Count(l.Positions()), cli.Count(l.Won), cli.Count(l.Lost), cli.Count(l.Distances))
	}
	return format.Print(w, statsReport{info, b.Positions()}, text.String())
}
