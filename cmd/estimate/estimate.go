// Package estimate is the verb "estimate", which says beforehand how much there is to
// search. It builds a cobra command; the estimating itself is in package
// gridlock/internal/estimate.
package estimate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/estimate"
	"gridlock/solver"
	"gridlock/variants"
)

type options struct {
	game    cli.GameFlags
	samples int
	exact   int
	seed    uint64
	layers  bool
	workers cli.Workers
	timeout cli.Timeout
	format  cli.Format

	progress cli.Progress
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "estimate [GAME] [flags]",
		Short: "Estimate the size of a search",
		Long: `Estimate the size of the game tree from a position, the number of positions that
can be reached, and the cost of visiting all of them: memory, disk, and time at
the speed of this machine, which is measured.

The tree is probed by random games (Knuth 1975). The estimate is right on
average, and comes with its standard error.

Up to --exact positions are counted one by one. If there are more, the first
layers are counted, and the others are estimated from --samples random descents,
each position weighted by the number of ways that lead to it. The estimate is
right on average. It is made 20 times, each time from a part of the samples, and
the spread gives a log-normal 95 % confidence interval (Burnham et al. 1987).
When there are fewer than 2000 samples, the spread is too wide, or too many
positions could not be weighted, only a lower bound is given ("at least").

Engines that prune (auto, pn, negamax) visit far fewer positions than this.`,
		Example: `  gridlock estimate lockdown --board 4x4
  gridlock estimate blockade --samples 300 --exact 1000 --layers
  gridlock estimate claim --board 6x6 --json`,
		RunE: cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	cli.Number(cmd, &opt.samples, "samples", 5_000, 2, 0, "number of random games, and of positions sampled from a layer")
	cli.Number(cmd, &opt.exact, "exact", 200_000, 0, 0, "maximum number of positions to count one by one")
	cli.Number(cmd, &opt.seed, "seed", 1, 0, 0, "seed of the samples")
	cmd.Flags().BoolVar(&opt.layers, "layers", false, "show each ply of the tree and each layer of positions")
	opt.workers.AddFlag(cmd)
	opt.timeout.AddFlag(cmd, "")
	opt.format.AddFlags(cmd, "", "text", "json")
	opt.progress.AddFlags(cmd)
	return cmd
}

// answer is what has been found out.
type answer struct {
	position variants.Position
	tree     estimate.Tree
	states   estimate.States // without layers where there was no time
	costs    []estimate.Cost
}

func (opt *options) run(ctx context.Context, _ io.Reader, w, errOut io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	a := answer{position: p}
	err = opt.find(ctx, w, errOut, &a)
	if errors.Is(err, context.DeadlineExceeded) {
		err = solver.Stopped(ctx)
	}
	return errors.Join(opt.format.Print(w, a.report(), a.text(opt.layers)), err)
}

// find fills the answer in, as far as there is time.
func (opt *options) find(ctx context.Context, out, errOut io.Writer, a *answer) error {
	steps := []struct {
		name string
		do   func() error
	}{
		{"random games", func() (err error) {
			a.tree, err = estimate.ProbeTree(ctx, a.position, opt.samples, opt.seed)
			return err
		}},
		{"positions", func() error {
			states, err := estimate.CountStates(ctx, a.position, estimate.Options{Exact: opt.exact, Samples: opt.samples, Seed: opt.seed})
			if err == nil {
				a.states = states
			}
			return err
		}},
		{"speed", func() (err error) {
			a.costs, err = estimate.Costs(ctx, a.position, a.tree, a.states, opt.workers.Count())
			return err
		}},
	}
	batch, stop := opt.progress.Batch(out, errOut, len(steps), "steps")
	defer stop()
	for _, step := range steps {
		ended := batch.Step(step.name)
		err := step.do()
		ended()
		if err != nil {
			return err
		}
	}
	return nil
}

// text writes the answer for people.
func (a answer) text(layers bool) string {
	var b strings.Builder
	game := a.position.Game()
	fmt.Fprintf(&b, "%s\n\n", cli.GameText(game))
	b.WriteString(cli.Verbatim("position", a.position.String()))
	if a.tree.Samples > 0 {
		b.WriteString(cli.Field("tree", fmt.Sprintf("%s nodes, ± %s (standard error of %s random games)",
			number(a.tree.Nodes), number(a.tree.Error), cli.Count(a.tree.Samples))))
		b.WriteString(cli.Field("games", fmt.Sprintf("%.1f plies on average, the longest %d", a.tree.Length, len(a.tree.Plies)-1)))
	}
	if len(a.states.Layers) > 0 {
		b.WriteString(positions(a.states))
	}
	if layers {
		a.writeLayers(&b)
	}
	if len(a.costs) > 0 {
		if a.states.How == estimate.AtLeast {
			b.WriteString("\nThe costs of memo and retrograde are lower bounds too.\n")
		}
		fmt.Fprintf(&b, "\n%-12s %12s %12s %12s %14s\n", "full search", "nodes", "memory", "disk", "time")
		for _, c := range a.costs {
			fmt.Fprintf(&b, "%-12s %12s %12s %12s %14s\n", c.Engine, number(c.Nodes), bytes(c.Memory), bytes(c.Disk), duration(c.Seconds))
		}
	}
	return b.String()
}

// positions says how many positions there are, and how far that can be relied on.
func positions(s estimate.States) string {
	before, after := number(s.States), number(s.Positions)
	switch s.How {
	case estimate.Counted:
		return cli.Field("positions", fmt.Sprintf("%s before symmetry, %s after, counted", before, after))
	case estimate.AtLeast:
		return cli.Field("positions", fmt.Sprintf("at least %s before symmetry, %s after", before, after)) +
			cli.Field("", "the samples do not suffice for an estimate; try a higher --samples or --exact")
	}
	return cli.Field("positions", fmt.Sprintf("about %s before symmetry, %s after, sampled", before, after)) +
		cli.Field("interval", fmt.Sprintf("%s to %s before symmetry (%.0f %% confidence)",
			number(s.Interval.Low), number(s.Interval.High), 100*estimate.Confidence))
}

func (a answer) writeLayers(b *strings.Builder) {
	if a.tree.Samples > 0 {
		fmt.Fprintf(b, "\n%-10s %14s %14s\n", "ply", "nodes", "±")
	}
	for d, ply := range a.tree.Plies {
		fmt.Fprintf(b, "%-10d %14s %14s\n", d, number(ply.Nodes), number(ply.Error))
	}
	if len(a.states.Layers) > 0 {
		fmt.Fprintf(b, "\n%-10s %14s %14s\n", "cells left", "states", "positions")
	}
	for _, l := range a.states.Layers {
		fmt.Fprintf(b, "%-10d %14s %14s   %s\n", l.Cells, number(l.States), number(l.Positions), l.How)
	}
}

// number writes a count: small ones in full, large ones as 1.23e+15.
func number(x float64) string {
	if x < 1e9 {
		return cli.Count(int64(math.Round(x)))
	}
	return fmt.Sprintf("%.2e", x)
}

// bytes writes an amount of memory, "-" for none.
func bytes(x float64) string {
	switch {
	case x == 0:
		return "-"
	case x < 1e18:
		return humanize.IBytes(uint64(x))
	}
	return fmt.Sprintf("%.1e B", x)
}

// duration writes a time, in years where it is that long.
func duration(seconds float64) string {
	const year = 365.25 * 24 * 3600
	switch {
	case seconds > 1e4*year:
		return fmt.Sprintf("%.0e years", seconds/year)
	case seconds > year:
		return fmt.Sprintf("%.0f years", seconds/year)
	case seconds > 48*3600:
		return fmt.Sprintf("%.0f days", seconds/(24*3600))
	}
	return cli.Seconds(time.Duration(seconds * float64(time.Second)))
}

// report is the JSON output. What was not found out in time is null.
type report struct {
	Variant  string        `json:"variant"`
	Board    string        `json:"board"`
	Position string        `json:"position"`
	Tree     *treeReport   `json:"tree"`
	States   *statesReport `json:"states"`
	Costs    []cost        `json:"costs"`
}

type treeReport struct {
	Samples int        `json:"samples"`
	Nodes   float64    `json:"nodes"`
	Error   float64    `json:"standard_error"`
	Length  float64    `json:"mean_length"`
	Plies   []plyCount `json:"plies"`
}

type plyCount struct {
	Nodes float64 `json:"nodes"`
	Error float64 `json:"standard_error"`
}

type statesReport struct {
	States     float64      `json:"states"`
	Positions  float64      `json:"positions"`
	How        estimate.How `json:"how"`
	Low        float64      `json:"low"`  // of the confidence interval of states
	High       *float64     `json:"high"` // null where how is "at least"
	Confidence float64      `json:"confidence"`
	Layers     []layer      `json:"layers"`
}

type layer struct {
	Cells     int          `json:"cells"`
	Positions float64      `json:"positions"`
	States    float64      `json:"states"`
	How       estimate.How `json:"how"`
}

type cost struct {
	Engine  string  `json:"engine"`
	Nodes   float64 `json:"nodes"`
	Memory  float64 `json:"memory"`
	Disk    float64 `json:"disk"`
	Seconds float64 `json:"seconds"`
}

func (a answer) report() report {
	game := a.position.Game()
	out := report{Variant: game.Variant().Key(), Board: game.Grid().String(), Position: a.position.String(), Costs: []cost{}}
	if t := a.tree; t.Samples > 0 {
		out.Tree = &treeReport{t.Samples, t.Nodes, t.Error, t.Length, nil}
		for _, ply := range t.Plies {
			out.Tree.Plies = append(out.Tree.Plies, plyCount(ply))
		}
	}
	if s := a.states; len(s.Layers) > 0 {
		out.States = &statesReport{
			States: s.States, Positions: s.Positions, How: s.How, Low: s.Interval.Low, Confidence: estimate.Confidence,
		}
		if s.How != estimate.AtLeast {
			out.States.High = &s.Interval.High
		}
		for _, l := range s.Layers {
			out.States.Layers = append(out.States.Layers, layer(l))
		}
	}
	for _, c := range a.costs {
		out.Costs = append(out.Costs, cost(c))
	}
	return out
}
