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
	"gridlock/internal/cli/flags"
)

// The simulated workers: positions that one visits in a second, the time between two of its jobs, the time of the
// server and the coordinator for a job, and its memory.
const (
	simulatedRate    = 1_000_000
	simulatedLatency = time.Millisecond
	simulatedService = 350 * time.Microsecond
	simulatedMemory  = 256 << 20
)

// newSimulate returns the command.
func newSimulate() *cobra.Command {
	var game flags.Game
	var workers []int
	cmd := &cobra.Command{
		Use:   "simulate [GAME] [flags]",
		Short: "Simulate a search by any number of workers",
		Long: `Simulate searches a position as so many workers would, but one job after the
other in this process, and says how long they would have taken by a simulated
clock. It always prints the same. It takes as long as all workers together, and
256 MiB for each of them.`,
		Example: `  gridlock-cluster simulate blockade --board 6x6
  gridlock-cluster simulate blockade --board 5x7 --workers 1,8,64`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return simulate(cmd.Context(), &game, workers, cmd.OutOrStdout())
		},
	}
	game.AddFlags(cmd)
	cmd.Flags().IntSliceVar(&workers, "workers", []int{1, 8, 64}, "numbers of workers, separated by commas")
	return cmd
}

func simulate(ctx context.Context, game *flags.Game, workers []int, out io.Writer) error {
	p, err := game.Position()
	if err != nil {
		return err
	}
	for i, w := range workers {
		if w < 1 || w > 1<<16 {
			return cli.Usagef("--workers %d: from 1 to %d workers can be simulated", w, 1<<16)
		}
		r, err := joblevel.Simulation{
			Root: p, Workers: w, Memory: simulatedMemory, Rate: simulatedRate, Latency: simulatedLatency, Service: simulatedService,
		}.Run(ctx)
		if err != nil {
			return err
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
