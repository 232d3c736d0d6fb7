package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/cluster/joblevel"
	"gridlock/internal/cli"
)

// simulateOptions are the flags of the command.
type simulateOptions struct {
	game    cli.GameFlags
	workers []int
	memory  cli.Memory
	rate    uint64
	latency time.Duration
	service time.Duration
	format  cli.Format
}

// newSimulate returns the command.
func newSimulate() *cobra.Command {
	opt := &simulateOptions{memory: 256 << 20}
	cmd := &cobra.Command{
		Use:   "simulate [GAME] [flags]",
		Short: "Simulate a search by any number of workers",
		Long: `Simulate searches a position as so many workers would, but one job after the
other in this process, and says how long they would have taken by a simulated
clock. It always prints the same. It takes as long as all workers together, and
as much memory.`,
		Example: `  gridlock-cluster simulate blockade --board 6x6
  gridlock-cluster simulate blockade --board 5x7 --workers 1,8,64`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	flags := cmd.Flags()
	flags.IntSliceVar(&opt.workers, "workers", []int{1, 8, 64}, "numbers of workers, separated by commas")
	flags.Var(&opt.memory, "memory", "approximate memory of each worker")
	cli.Number(cmd, &opt.rate, "rate", 1_000_000, 1, 0, "positions that a worker visits in a second")
	flags.DurationVar(&opt.latency, "latency", time.Millisecond, "time between two jobs of a worker")
	flags.DurationVar(&opt.service, "service", 350*time.Microsecond, "time of the server and the coordinator for a job")
	opt.format.AddFlags(cmd, "json is an object per line", "text", "json")
	return cmd
}

// check looks whether the flags make sense.
func (opt *simulateOptions) check() error {
	for _, w := range opt.workers {
		if w < 1 || w > 1<<16 {
			return cli.Usagef("--workers %d: from 1 to %d workers can be simulated", w, 1<<16)
		}
	}
	switch {
	case len(opt.workers) == 0:
		return cli.Usagef("--workers: name at least one number")
	case opt.latency < 0 || opt.service < 0:
		return cli.Usagef("--latency and --service cannot be negative")
	}
	return nil
}

func (opt *simulateOptions) run(ctx context.Context, out io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	for i, w := range opt.workers {
		r, err := joblevel.Simulation{
			Root: p, Workers: w, Memory: int64(opt.memory), Rate: float64(opt.rate), Latency: opt.latency, Service: opt.service,
		}.Run(ctx)
		if err != nil {
			return err
		}
		if opt.format.JSON() {
			if err := writeJSON(out, simulated{w, r.Outcome.String(), r.Jobs, r.Nodes, r.Tree, r.Leaves, r.Elapsed.Seconds(), r.Busy}); err != nil {
				return err
			}
			continue
		}
		if i == 0 {
			fmt.Fprintf(out, "%s %v: a %v for the player to move\n\n", p.Game().Variant().ID, p, r.Outcome)
			fmt.Fprintf(out, "%7s  %11s  %7s  %8s  %6s  %10s  %4s\n", "workers", "nodes", "jobs", "tree", "leaves", "time", "busy")
		}
		fmt.Fprintf(out, "%7d  %11s  %7s  %8s  %6d  %8.2f s  %3.0f%%\n", w, humanize.Comma(int64(r.Nodes)),
			humanize.Comma(int64(r.Jobs)), humanize.Comma(int64(r.Tree)), r.Leaves, r.Elapsed.Seconds(), 100*r.Busy)
	}
	return nil
}

// simulated is a report in JSON.
type simulated struct {
	Workers int     `json:"workers"`
	Outcome string  `json:"outcome"` // for the player to move
	Jobs    int     `json:"jobs"`
	Nodes   uint64  `json:"nodes"`
	Tree    int     `json:"tree"`
	Leaves  int     `json:"leaves"`
	Seconds float64 `json:"seconds"` // by the simulated clock
	Busy    float64 `json:"busy"`    // part of the workers' time in which they search
}
