package sweep

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"gridlock/internal/printable"
	"gridlock/variants"
)

// Table writes rows.
type Table interface {
	// Row writes a row, or keeps it until those before it in the plan are there.
	Row(Row) error

	// End writes the rows that were kept, when no more will come.
	End() error
}

// NewJSON returns a table of lines of JSON, one for each row, as soon as it is there.
func NewJSON(w io.Writer) Table { return lines{w} }

type lines struct{ w io.Writer }

func (l lines) Row(r Row) error { return printable.WriteJSON(l.w, r.Report()) }
func (l lines) End() error      { return nil }

// NewText returns a table for people, in the order of the plan, with the named columns.
func NewText(w io.Writer, columns []string, plan []variants.Position) Table {
	cells := func(c column, row Row) string { return c.text(row) }
	t := newOrdered(columns, cells, func(all []column, cells []string) error {
		var b strings.Builder
		for i, c := range all {
			switch {
			case c.right:
				fmt.Fprintf(&b, "%*s ", c.width, cells[i])
			case i > 0 && all[i-1].right:
				fmt.Fprintf(&b, " %-*s ", c.width, cells[i])
			default:
				fmt.Fprintf(&b, "%-*s ", c.width, cells[i])
			}
		}
		_, err := fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
		return err
	})
	game := &t.columns[0]
	for _, p := range plan {
		game.width = max(game.width, utf8.RuneCountInString(gameName(Row{Start: p})))
	}
	return t
}

// NewCSV returns a table of comma-separated values (RFC 4180) in the order of the plan, with the
// named columns.
func NewCSV(w io.Writer, columns []string) Table {
	out := csv.NewWriter(w)
	cells := func(c column, row Row) string { return c.cell(row) }
	return newOrdered(columns, cells, func(_ []column, cells []string) error {
		if err := out.Write(cells); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	})
}

// NewMarkdown returns a Markdown table in the order of the plan, with the named columns.
func NewMarkdown(w io.Writer, columns []string) Table {
	cells := func(c column, row Row) string { return c.text(row) }
	headed := false
	return newOrdered(columns, cells, func(all []column, cells []string) error {
		for i, text := range cells {
			cells[i] = strings.NewReplacer("|", `\|`, "*", `\*`).Replace(text)
		}
		_, err := fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
		if !headed && err == nil {
			headed = true
			_, err = fmt.Fprintln(w, rule(all))
		}
		return err
	})
}

// rule returns the line below the head of a Markdown table.
func rule(all []column) string {
	var b strings.Builder
	for _, c := range all {
		if c.right {
			b.WriteString("|---:")
		} else {
			b.WriteString("|---")
		}
	}
	return b.String() + "|"
}

// ordered is a table whose rows are in the order of the plan.
type ordered struct {
	*inOrder
	columns []column
	cell    func(column, Row) string
	write   func(columns []column, cells []string) error // the head, or a row
	headed  bool
}

func newOrdered(columns []string, cell func(column, Row) string, write func([]column, []string) error) *ordered {
	o := &ordered{columns: layout(columns), cell: cell, write: write}
	o.inOrder = newInOrder(o.put)
	return o
}

// head writes the names of the columns, once.
func (o *ordered) head() error {
	if o.headed {
		return nil
	}
	o.headed = true
	var names []string
	for _, c := range o.columns {
		names = append(names, c.name)
	}
	return o.write(o.columns, names)
}

// put writes a row.
func (o *ordered) put(r Row) error {
	var cells []string
	for _, c := range o.columns {
		cells = append(cells, o.cell(c, r))
	}
	return o.write(o.columns, cells)
}

// Row implements [Table].
func (o *ordered) Row(r Row) error {
	if err := o.head(); err != nil {
		return err
	}
	return o.inOrder.Row(r)
}

// End implements [Table].
func (o *ordered) End() error {
	if err := o.head(); err != nil {
		return err
	}
	return o.inOrder.End()
}

// inOrder puts rows in the order of the plan.
type inOrder struct {
	put  func(Row) error
	next int         // place in the plan of the next row
	kept map[int]Row // rows behind it, by place
}

func newInOrder(put func(Row) error) *inOrder { return &inOrder{put: put, kept: map[int]Row{}} }

// Row implements [Table].
func (o *inOrder) Row(r Row) error {
	o.kept[r.Place] = r
	for {
		row, ok := o.kept[o.next]
		if !ok {
			return nil
		}
		if err := o.take(row); err != nil {
			return err
		}
	}
}

// take puts a row and forgets it.
func (o *inOrder) take(r Row) error {
	delete(o.kept, r.Place)
	o.next = r.Place + 1
	return o.put(r)
}

// End implements [Table].
func (o *inOrder) End() error {
	for _, place := range slices.Sorted(maps.Keys(o.kept)) {
		if err := o.take(o.kept[place]); err != nil {
			return err
		}
	}
	return nil
}
