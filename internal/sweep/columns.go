package sweep

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// column is a column of a table.
type column struct {
	name  string
	width int  // in text
	right bool // its cells are numbers, with the units below each other

	// cell returns the full text of a cell, empty if unknown. brief, if not nil, returns the text for people.
	cell  func(Row) string
	brief func(Row) string
}

// columns returns all columns that can be chosen.
func columns() []column {
	return []column{
		{name: "winner", width: 6, cell: winner},
		{name: ClassColumn, width: 5, cell: outcomeClass},
		{name: "plies", width: 5, right: true, cell: plies},
		{name: "nimber", width: 6, right: true, cell: nimber},
		{name: "value", width: 5, right: true, cell: func(r Row) string { return r.Result.ColValue }},
		{name: "best", width: 10, cell: best, brief: firstBest},
		{name: "nodes", width: 11, right: true,
			cell:  work(func(s solver.Stats) string { return fmt.Sprint(s.Nodes) }),
			brief: work(func(s solver.Stats) string { return console.Count(s.Nodes) })},
		{name: "seconds", width: 7, right: true,
			cell:  work(func(s solver.Stats) string { return fmt.Sprintf("%.3f", s.Elapsed.Seconds()) }),
			brief: work(func(s solver.Stats) string { return fmt.Sprintf("%.2f", s.Elapsed.Seconds()) })},
		{name: CertificateColumn, width: 24, cell: certificateName},
		{name: PositionColumn, width: 24, cell: func(r Row) string { return r.Start.String() }},
	}
}

// Columns returns the names of the columns that can be chosen, in the usual order.
func Columns() (names []string) {
	for _, c := range columns() {
		names = append(names, c.name)
	}
	return names
}

// The names of columns that exist only if asked for.
const (
	ClassColumn       = "class"
	CertificateColumn = "certificate"
	PositionColumn    = "position"
)

// Usual returns the columns that say something about the games. Nimbers and values are among them if they may be found,
// and ClassColumn, CertificateColumn and PositionColumn if they are asked for.
func Usual(plan []variants.Position, asked ...string) []string {
	nimbers, values := false, false
	for _, p := range plan {
		known := theory.For(p.Game())
		nimbers, values = nimbers || known.Nimbers != nil, values || known.Values != nil
	}
	return slices.DeleteFunc(Columns(), func(name string) bool {
		switch name {
		case "nimber":
			return !nimbers
		case "value":
			return !values
		case ClassColumn, CertificateColumn, PositionColumn:
			return !slices.Contains(asked, name)
		}
		return false
	})
}

// ParseColumns reads names of columns, separated by commas.
func ParseColumns(text string) (names []string, err error) {
	for name := range strings.SplitSeq(text, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case !slices.Contains(Columns(), name):
			return nil, fmt.Errorf("no column %q; the columns are %s%s", name, cli.List(Columns()), cli.DidYouMean(name, Columns()))
		case slices.Contains(names, name):
			return nil, fmt.Errorf("column %s is named twice", name)
		}
		names = append(names, name)
	}
	return names, nil
}

// layout returns the columns of a table: the name of the board, the columns asked for, and the status.
func layout(names []string) []column {
	all := []column{
		{name: "variant", width: 8, cell: func(r Row) string { return r.Start.Game().Variant().Name() }, brief: gameName},
		{name: "board", width: 5, cell: func(r Row) string { return r.Start.Game().Grid().String() }},
	}
	for _, name := range names {
		i := slices.Index(Columns(), name)
		all = append(all, columns()[i])
	}
	return append(all, column{name: "status", cell: Row.Status, brief: unsolved})
}

// text returns the cell of a row for people.
func (c column) text(r Row) string {
	if c.brief != nil {
		return c.brief(r)
	}
	return c.cell(r)
}

// gameName returns the name of a game, or its rules if it has none.
func gameName(r Row) string { return printable.Excerpt(r.Start.Game().Variant().ID) }

func winner(r Row) string {
	if w, ok := r.Result.Winner(r.Start); ok {
		return w.String()
	}
	return ""
}

// outcomeClass returns the outcome class, "none" where there is none.
func outcomeClass(r Row) string {
	if r.Class != nil {
		return r.Class.Name()
	}
	if _, err := analysis.OtherBegins(r.Start); err != nil {
		return "none"
	}
	return ""
}

func plies(r Row) string {
	if n, ok := r.Result.Plies(); ok {
		return fmt.Sprint(n)
	}
	return ""
}

func nimber(r Row) string {
	if r.Result.Nimber == nil {
		return ""
	}
	return fmt.Sprint(*r.Result.Nimber)
}

// best returns the known best moves or, without a number of plies, the known winning moves.
func best(r Row) string { return strings.Join(r.Start.MoveTexts(r.Result.Best), " ") }

// firstBest returns the first of the best moves, and the number of other known ones.
func firstBest(r Row) string {
	moves := r.Start.MoveTexts(r.Result.Best)
	switch len(moves) {
	case 0:
		return ""
	case 1:
		return moves[0]
	}
	return fmt.Sprintf("%s +%d", moves[0], len(moves)-1)
}

// work returns a cell about the work of the search, if that is known.
func work(text func(solver.Stats) string) func(Row) string {
	return func(r Row) string {
		if !r.work() {
			return ""
		}
		return text(r.Result.Stats)
	}
}

func certificateName(r Row) string {
	if r.Certificate == nil {
		return ""
	}
	return filepath.Base(r.Certificate.File)
}

// unsolved returns the status if there is more to say than that the board is solved.
func unsolved(r Row) string {
	if s := r.Status(); s != Solved {
		return s
	}
	return ""
}
