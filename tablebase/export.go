package tablebase

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"

	"gridlock/solver"
	"gridlock/solver/keys"
)

// exported is an exported position of a table. Position, if one is found, is a position with the same future, with
// holes for cells that no longer matter. free, mine and yours are sets of cells, bit 0 for the first cell, as the
// player to move sees them (see [variants.State]).
type exported struct {
	Position string `json:"position"`
	Cells    int    `json:"cells"` // left
	Free     uint64 `json:"free"`
	Mine     uint64 `json:"mine"`
	Yours    uint64 `json:"yours"`
	Outcome  string `json:"outcome"`
	Distance int    `json:"distance"`
}

// exported returns the exported form of an entry.
func (t *Table) exported(e Entry) (exported, error) {
	s := t.keys.State(e.Key)
	out := exported{
		Cells: e.Layer, Free: uint64(s.Free), Mine: uint64(s.Mine), Yours: uint64(s.Yours),
		Outcome: solver.OutcomeIn(e.Distance).String(), Distance: e.Distance,
	}
	p, ok := t.game.Drawn(s)
	switch {
	case ok:
		out.Position = p.String()
	case t.game.DrawsAll():
		return out, damagedf(t.v.dir, "%+v is no position", s)
	}
	return out, nil
}

// ExportJSON writes all positions of a table, one line of JSON each.
func (t *Table) ExportJSON(ctx context.Context, w io.Writer) error {
	buffered := bufio.NewWriter(w)
	lines := json.NewEncoder(buffered)
	if err := t.export(ctx, func(x exported) error { return lines.Encode(x) }); err != nil {
		return err
	}
	return buffered.Flush()
}

// export calls write with all positions of a table.
func (t *Table) export(ctx context.Context, write func(exported) error) error {
	for e, err := range t.All(ctx) {
		if err != nil {
			return err
		}
		x, err := t.exported(e)
		if err == nil {
			err = write(x)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ExportCSV writes all positions of a table as comma-separated values.
func (t *Table) ExportCSV(ctx context.Context, w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"position", "cells", "free", "mine", "yours", "outcome", "distance"}); err != nil {
		return err
	}
	err := t.export(ctx, func(x exported) error {
		return out.Write([]string{
			x.Position, fmt.Sprint(x.Cells), fmt.Sprint(x.Free), fmt.Sprint(x.Mine), fmt.Sprint(x.Yours), x.Outcome, fmt.Sprint(x.Distance),
		})
	})
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// Farthest returns a position that the player to move wins with the greatest distance, if there
// is any.
func (i Info) Farthest() (distance int, k keys.Key, ok bool) {
	if i.Win == nil {
		return 0, k, false
	}
	return i.Win.Distance, i.Win.Key, true
}
