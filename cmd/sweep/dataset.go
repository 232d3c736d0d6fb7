package sweep

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/sweep"
	"gridlock/solver"
)

// dataset is the flags for random positions, those for a file of them, and the file while it is written.
type dataset struct {
	name    string
	drawing sweep.Drawing

	file    *cli.StagedFile // nil if there is to be none
	out     *bufio.Writer
	table   sweep.Table
	written int
	skipped int
}

// positionNodes is the limit of nodes for a position of a dataset where none is given: about as
// much as takes some tenths of a second.
const positionNodes = 200_000

// mostPositions is far more positions of a board than anyone has a use for.
const mostPositions = 1_000_000

func (d *dataset) addFlags(cmd *cobra.Command) {
	cli.AddOutput(cmd, &d.name, "dataset", "", "write positions with the values of their moves to this file")
	cli.Number(cmd, &d.drawing.Positions, "positions", 100, 1, mostPositions, "maximum number of random positions of each board, to be solved in its place or written to --dataset")
	cli.Number(cmd, &d.drawing.Seed, "seed", 1, 0, 0, "seed of the random positions")
	cli.Holes(cmd, &d.drawing.Holes)
	cli.Exclude(cmd, "timeout", "dataset")
}

// stage prepares to write the file. The caller calls discard.
func (d *dataset) stage() (err error) {
	if d.name == "" {
		return nil
	}
	if d.file, err = cli.StageFile(d.name, cli.WrittenBy("sweep --dataset", `{"split":`)); err != nil {
		return fmt.Errorf("--dataset: %w", err)
	}
	d.out = bufio.NewWriter(d.file)
	d.table = sweep.NewDataset(d.out)
	return nil
}

func (d *dataset) discard() { d.file.Discard() }

// sampling returns which positions to take, nil for none.
func (d *dataset) sampling(limits solver.Options) *sweep.Sampling {
	if d.file == nil {
		return nil
	}
	s := &sweep.Sampling{Drawing: d.drawing, Nodes: limits.Nodes}
	if s.Nodes == 0 {
		s.Nodes = positionNodes
	}
	return s
}

// row takes the positions of a board.
func (d *dataset) row(r sweep.Row) error {
	if d.file == nil {
		return nil
	}
	d.written += len(r.Samples.Lines)
	d.skipped += r.Samples.Skipped
	return d.table.Row(r)
}

// finish puts the file in its place if the sweep is complete, and says on notes what is in it.
func (d *dataset) finish(ctx context.Context, complete bool, notes io.Writer, s *sweep.Sampling) error {
	if d.file == nil {
		return nil
	}
	if !complete {
		fmt.Fprintf(notes, "gridlock: %s is not written\n", d.name)
		return nil
	}
	if err := errors.Join(d.table.End(), d.out.Flush(), d.file.Commit(ctx)); err != nil {
		return fmt.Errorf("--dataset: %w", err)
	}
	positions := "1 position"
	if d.written != 1 {
		positions = cli.Count(d.written) + " positions"
	}
	skipped := ""
	if d.skipped > 0 {
		skipped = fmt.Sprintf("; left out %s that took more than %s nodes", cli.Count(d.skipped), cli.Count(s.Nodes))
	}
	fmt.Fprintf(notes, "gridlock: wrote %s to %s%s\n", positions, d.name, skipped)
	return nil
}
