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
	// Row writes a row, or keeps it until the rows before it in the plan are there.
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
	t := newOrdered(columns, column.text, func(all []column, cells []string) error {
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
	full := func(c column, row Row) string { return c.cell(row) }
	return newOrdered(columns, full, func(_ []column, cells []string) error {
		if err := out.Write(cells); err != nil {
			return err
		}
		out.Flush()
		return out.Error()
	})
}

// ordered is a table whose rows are in the order of the plan.
type ordered struct {
	columns []column
	cell    func(column, Row) string
	write   func(columns []column, cells []string) error // the head, or a row
	headed  bool
	next    int         // place in the plan of the next row
	kept    map[int]Row // rows after that, by place
}

func newOrdered(columns []string, cell func(column, Row) string, write func([]column, []string) error) *ordered {
	return &ordered{columns: layout(columns), cell: cell, write: write, kept: map[int]Row{}}
}

// head writes the names of the columns, once.
func (o *ordered) head() error {
	if o.headed {
		return nil
	}
	o.headed = true
	return o.put(func(c column) string { return c.name })
}

// put writes a text for each column.
func (o *ordered) put(text func(column) string) error {
	var cells []string
	for _, c := range o.columns {
		cells = append(cells, text(c))
	}
	return o.write(o.columns, cells)
}

// Row implements [Table].
func (o *ordered) Row(r Row) error {
	if err := o.head(); err != nil {
		return err
	}
	o.kept[r.Place] = r
	for {
		if _, ok := o.kept[o.next]; !ok {
			return nil
		}
		if err := o.take(o.next); err != nil {
			return err
		}
	}
}

// take writes a row that was kept, and forgets it.
func (o *ordered) take(place int) error {
	r := o.kept[place]
	delete(o.kept, place)
	o.next = place + 1
	return o.put(func(c column) string { return o.cell(c, r) })
}

// End implements [Table].
func (o *ordered) End() error {
	if err := o.head(); err != nil {
		return err
	}
	for _, place := range slices.Sorted(maps.Keys(o.kept)) {
		if err := o.take(place); err != nil {
			return err
		}
	}
	return nil
}
