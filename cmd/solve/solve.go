// Package solve is the verb "solve", which tells who wins a position. It builds
// a cobra command; the solving itself is in package gridlock/solver.
package solve

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

type options struct {
	game     cli.Game
	engine   engineFlag
	lemmas   cli.Choice
	workers  cli.Workers
	memory   cli.Memory
	nodes    uint64
	timeout  cli.Timeout
	json     bool
	stdin    bool
	progress cli.Progress
}

// New returns the command.
func New() *cobra.Command {
	opt := options{engine: defaultEngine(), lemmas: cli.NewChoice("on|off", lemmasOn, lemmasOff)}
	cmd := &cobra.Command{
		Use:   "solve --variant ID [flags]",
		Short: "Tell who wins a position, in how many plies, and how",
		Long: `Search a position to the end and tell who wins with best play of both, in how
many plies, which moves are best, and one line of best play. The winner takes a
quickest win, the loser a longest resistance.

The engines memo and naive find all that. The engine pn proves who wins, on much
larger boards, and finds no number of plies and no line. The engine theory does
not search: it answers by lemmas, where one applies, and finds a nimber in claim
and a value in duel.

When a limit is reached first, or no lemma applies, what is known by then is
printed and the exit status is 3.`,
		Example: `  gridlock solve --variant lockdown
  gridlock solve --variant lockdown --moves "6 11 7"
  gridlock solve --variant duel --position ".X../...O/..../.... x"
  gridlock solve --variant blockade --board 4x5 --json
  gridlock solve --variant blockade --board 5x5 --engine pn
  gridlock solve --variant classic --board 8x8 --engine theory
  echo "4/4/4/4 x" | gridlock solve --variant claim --stdin`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opt.check(); err != nil {
				return err
			}
			if opt.stdin {
				return opt.solveLines(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return opt.solveOne(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.game.AddFlags(cmd)
	flags := cmd.Flags()
	flags.Var(&opt.engine, "engine", "how to search: "+strings.Join(engineNames(), ", "))
	flags.Var(&opt.lemmas, "lemmas", "off to search by the rules alone, without theory, to check it; with "+strings.Join(bareEngines(), ", "))
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "memory for positions already solved, about")
	flags.Uint64Var(&opt.nodes, "nodes", 0, "stop after visiting this many positions (default: no limit)")
	flags.Var(&opt.timeout, "timeout", "stop after this time, as in 90s; with --stdin, for each position")
	flags.BoolVar(&opt.json, "json", false, "print JSON")
	flags.BoolVar(&opt.stdin, "stdin", false, "read positions from standard input, one a line, and print a line of JSON for each")
	opt.progress.AddFlags(cmd)
	cli.Complete(cmd, "engine", engineNames()...)
	cli.Complete(cmd, "lemmas", opt.lemmas.Words()...)
	return cmd
}

// The values of --lemmas.
const (
	lemmasOn  = "on"
	lemmasOff = "off"
)

// check looks whether the flags go together.
func (opt *options) check() error {
	if opt.bare() && !opt.engine.bare {
		return cli.Usagef("--lemmas=off does not go with --engine %s: only %s can search with lemmas or without",
			opt.engine.Name(), strings.Join(bareEngines(), " and "))
	}
	return nil
}

// bare reports whether to search without lemmas.
func (opt *options) bare() bool { return opt.lemmas.Value() == lemmasOff }

// solveOne solves the position that the flags name.
func (opt *options) solveOne(ctx context.Context, out, errOut io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	display := opt.progress.Start(out, errOut)
	result, err := opt.solve(ctx, display, "", p)
	display.Stop()
	if opt.json {
		return errors.Join(writeJSON(out, p, result), err)
	}
	return errors.Join(writeText(out, cli.StyleFor(out), p, result), err)
}

// solve solves a position within the limits of the flags, and shows how far it is.
func (opt *options) solve(ctx context.Context, display *cli.Display, task string, p variants.Position) (solver.Result, error) {
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	monitor, done := display.Watch(task, p)
	defer done()
	return opt.engine.Solve(ctx, p, solver.Options{
		Nodes: opt.nodes, Memory: int64(opt.memory), Workers: opt.workers.Count(), Bare: opt.bare(), Monitor: monitor,
	})
}
