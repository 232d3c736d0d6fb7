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
	game    cli.Game
	engine  engineFlag
	memory  cli.Memory
	nodes   uint64
	workers int
	bare    bool
	timeout cli.Timeout
	json    bool
	stdin   bool
}

// New returns the command.
func New() *cobra.Command {
	opt := options{engine: engineFlag{solver.Memo{}}, memory: solver.DefaultMemory}
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
			if opt.stdin {
				return opt.solveLines(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return opt.solveOne(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	flags := cmd.Flags()
	flags.Var(&opt.engine, "engine", "how to search: "+strings.Join(engineNames(), ", "))
	flags.Var(&opt.memory, "memory", "memory for positions already solved, about")
	flags.IntVar(&opt.workers, "workers", 1, "number of goroutines that search")
	flags.Uint64Var(&opt.nodes, "nodes", 0, "stop after visiting this many positions (default: no limit)")
	flags.Var(&opt.timeout, "timeout", "stop after this time, as in 90s; with --stdin, for each position")
	flags.BoolVar(&opt.json, "json", false, "print JSON")
	flags.BoolVar(&opt.stdin, "stdin", false, "read positions from standard input, one a line, and print a line of JSON for each")
	cli.Complete(cmd, "engine", engineNames()...)
	return cmd
}

// solveOne solves the position that the flags name.
func (opt *options) solveOne(ctx context.Context, w io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	result, err := opt.solve(ctx, p)
	if opt.json {
		return errors.Join(writeJSON(w, p, result), err)
	}
	return errors.Join(writeText(w, cli.StyleFor(w), p, result), err)
}

// solve solves a position within the limits of the flags.
func (opt *options) solve(ctx context.Context, p variants.Position) (solver.Result, error) {
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	return opt.engine.value.Solve(ctx, p, solver.Options{Nodes: opt.nodes, Memory: int64(opt.memory), Workers: opt.workers, Bare: opt.bare})
}
