package tablebase

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// closing closes a store after work that ended with an error, or nil.
func closing(s *tablebase.Store, err error) error { return errors.Join(err, s.Close()) }

// hint adds advice to an error.
func hint(err error, start variants.Position) error {
	switch {
	case errors.Is(err, tablebase.ErrMissing):
		return fmt.Errorf("no table of %s on %v from this position; build one with \"gridlock tablebase build\"",
			start.Game().Variant().ID, start.Game().Grid())
	case errors.Is(err, tablebase.ErrDamaged):
		return fmt.Errorf("%w; damaged files can be deleted and built again", err)
	}
	return err
}

// counter counts the lines that are written.
type counter struct {
	out   io.Writer
	batch *console.Display
}

func (c counter) Write(p []byte) (n int, err error) {
	err = c.batch.Print(func() error {
		n, err = c.out.Write(p)
		return err
	})
	c.batch.Finish(bytes.Count(p[:n], []byte("\n")))
	return n, err
}

// perPosition returns bytes per position.
func perPosition(info tablebase.Info) float64 {
	return float64(info.Bytes) / float64(max(1, info.Positions))
}

// writeInfo describes the content of a table.
func writeInfo(w io.Writer, t *tablebase.Table, layers bool) error {
	info := t.Info()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", console.GameText(t.Game()))
	b.WriteString(console.Verbatim("from", info.Start))
	start, err := t.Start()
	if err != nil {
		return err
	}
	b.WriteString(console.Field("outcome", verdict(start, info.Distance)))
	b.WriteString(console.Field("positions", fmt.Sprintf("%s: %s won by the player to move, %s lost",
		console.Count(info.Positions), console.Count(info.Wins), console.Count(info.Losses))))
	if before := beforeSymmetry(info); before > 0 {
		b.WriteString(console.Field("", console.Count(before)+" before symmetry"))
	}
	if distance, key, ok := info.Farthest(); ok {
		b.WriteString(console.Field("longest win", console.Plies(distance)))
		if p, ok := t.Position(key); ok {
			b.WriteString(console.Verbatim("", p.String()))
		}
	}
	b.WriteString(console.Field("size", fmt.Sprintf("%s, %.2f bytes per position", humanize.IBytes(uint64(info.Bytes)), perPosition(info))))
	b.WriteString(console.Field("digest", info.Digest))
	b.WriteString(console.Field("built", origin(info.Origin)))
	if layers {
		b.WriteString("\n" + layerTable(info))
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// origin says where a table comes from.
func origin(o solver.Origin) string {
	return fmt.Sprintf("%s in %.2f s by %s (%d CPUs)", o.When.Format("2006-01-02"), o.Seconds, printable.Printable(o.Program), o.Machine.CPUs)
}

// beforeSymmetry returns the number of positions before symmetry, 0 if they were not counted.
func beforeSymmetry(info tablebase.Info) (sum uint64) {
	for _, l := range info.Layers {
		sum += l.Before
	}
	return sum
}

// layerTable lists the layers of a table.
func layerTable(info tablebase.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%10s %15s %15s %15s %8s\n", "cells left", "positions", "won", "lost", "longest")
	for _, l := range info.Layers {
		fmt.Fprintf(&b, "%10d %15s %15s %15s %8d\n", l.Cells, console.Count(l.Positions), console.Count(l.Wins), console.Count(l.Losses), l.Longest)
	}
	return b.String()
}

// verdict says who wins a position by its distance.
func verdict(p variants.Position, distance int) string {
	winner, _ := solver.Result{Outcome: solver.OutcomeIn(distance)}.Winner(p)
	if distance == 0 {
		return fmt.Sprintf("the game is over, %v has won", winner)
	}
	return fmt.Sprintf("%v wins in %s", winner, console.Plies(distance))
}

// tableReport is a table in JSON.
type tableReport struct {
	tablebase.Info
	BytesPerPosition float64 `json:"bytes_per_position"`
	Longest          *string `json:"longest_win_position"`
	Name             string  `json:"name"`
}

// newTableReport returns the JSON output for a table.
func newTableReport(t *tablebase.Table) tableReport {
	out := tableReport{Name: t.Name(), Info: t.Info(), BytesPerPosition: perPosition(t.Info())}
	if _, key, ok := t.Info().Farthest(); ok {
		if p, ok := t.Position(key); ok {
			out.Longest = new(p.String())
		}
	}
	return out
}
