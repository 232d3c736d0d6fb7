// Package perft is the verb "perft", which counts move sequences. It builds a
// cobra command; the counting itself is in package gridlock/variants.
package perft

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

type options struct {
	game     flags.Game
	depth    int
	divide   bool
	workers  flags.Workers
	timeout  flags.Timeout
	format   flags.Format
	progress flags.Progress
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "perft [GAME] [flags]",
		Short: "Count the move sequences of a given length (perft)",
		RunE:  cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	flags.Number(cmd, &opt.depth, "depth", 4, 0, 0, "count the sequences of up to `N` plies")
	cmd.Flags().BoolVar(&opt.divide, "divide", false, "count the sequences of each first move")
	opt.workers.AddFlag(cmd)
	opt.timeout.AddFlag(cmd, "")
	opt.format.AddFlags(cmd, "json is an object for the greatest depth counted", "text", "json")
	opt.progress.AddFlags(cmd)
	return cmd
}

// count is the perft of one depth.
type count struct {
	depth int
	lines []variants.MoveCount // a line for each first move; nil for depth 0
	sum   uint64
	time  time.Duration
}

func (opt *options) run(ctx context.Context, _ io.Reader, w, errOut io.Writer) error {
	if opt.divide && opt.depth == 0 {
		return cli.Usagef("--divide needs a --depth of at least 1")
	}
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	batch, stop := opt.progress.Batch(w, errOut, opt.depth+1, "depths")
	counts, err := opt.countAll(ctx, batch, p)
	stop()
	return errors.Join(opt.write(w, p, counts), err)
}

// countAll counts for each depth up to the depth of the flag, or until there is an error.
func (opt *options) countAll(ctx context.Context, batch *console.Display, p variants.Position) (counts []count, err error) {
	for depth := 0; depth <= opt.depth; depth++ {
		counted := batch.Step(fmt.Sprintf("depth %d", depth))
		c, err := opt.count(ctx, p, depth)
		counted()
		if err != nil {
			return counts, stopped(ctx, err, depth)
		}
		if c.sum == 0 {
			depth = opt.depth // no game has that many plies, or more
			c.depth = depth
		}
		counts = append(counts, c)
	}
	return counts, nil
}

// stopped is the error of a count that was stopped at a depth.
func stopped(ctx context.Context, err error, depth int) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w at depth %d", solver.Stopped(ctx), depth)
	}
	return err
}

func (opt *options) count(ctx context.Context, p variants.Position, depth int) (count, error) {
	c, start := count{depth: depth, sum: 1}, time.Now()
	if depth == 0 {
		return c, nil
	}
	lines, err := variants.Divide(ctx, p, depth, opt.workers.Count())
	c.lines, c.sum, c.time = lines, 0, time.Since(start)
	for _, line := range lines {
		c.sum += line.Count
	}
	return c, err
}

// write prints the counts of all depths that were finished.
func (opt *options) write(w io.Writer, p variants.Position, counts []count) error {
	if opt.format.JSON() {
		return opt.writeJSON(w, p, counts[len(counts)-1])
	}
	fmt.Fprintf(w, "%s on %v\n%v\n\n", p.Game().Variant().ID, p.Game().Grid(), p)
	last := counts[len(counts)-1]
	if opt.divide {
		for _, line := range last.lines {
			fmt.Fprintf(w, "%-10s %20s\n", p.MoveText(line.Move), console.Count(line.Count))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%-10s %20s %12s\n", "depth", "count", "time")
	for _, c := range counts[min(1, len(counts)-1):] {
		fmt.Fprintf(w, "%-10d %20s %12s\n", c.depth, console.Count(c.sum), console.Seconds(c.time))
	}
	return nil
}

// answer is the JSON output.
type answer struct {
	report.Named
	Board    string            `json:"board"`
	Position string            `json:"position"`
	Depth    int               `json:"depth"`
	Count    uint64            `json:"count"`
	Divide   map[string]uint64 `json:"divide,omitzero"`
	Seconds  float64           `json:"seconds"`
}

func (opt *options) writeJSON(w io.Writer, p variants.Position, c count) error {
	r := answer{
		Named:    report.NewNamed(p.Game().Variant()),
		Board:    p.Game().Grid().String(),
		Position: p.String(),
		Depth:    c.depth,
		Count:    c.sum,
		Seconds:  c.time.Seconds(),
	}
	if opt.divide {
		r.Divide = make(map[string]uint64, len(c.lines))
		for _, line := range c.lines {
			r.Divide[p.MoveText(line.Move)] = line.Count
		}
	}
	return printable.WriteJSON(w, r)
}
