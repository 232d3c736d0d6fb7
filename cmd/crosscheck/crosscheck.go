// Package crosscheck is the verb "crosscheck", which compares what the engines say. It
// builds a cobra command; the comparing itself is in package gridlock/internal/crosscheck.
package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/bitboard"
	"gridlock/interchange"
	"gridlock/internal/cli"
	"gridlock/internal/crosscheck"
	"gridlock/solver"
	"gridlock/variants"
)

type options struct {
	game    cli.GameFlags
	stdin   bool
	file    string
	from    cli.Choice
	random  int // positions
	seed    uint64
	cells   int
	holes   float64
	nodes   uint64
	memory  cli.Memory
	timeout cli.Timeout
	db      cli.Store
	format  cli.Format

	progress cli.Progress
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "crosscheck [GAME] [flags]",
		Short: "Compare the answers of all engines and oracles",
		Long: `Ask every engine, with and without lemmas, and every oracle about positions, and
report where two of them contradict each other, or one of them the rules: in the
winner, the number of plies, the best moves, the nimber, the value or the line.
A disagreement is shown on the smallest position found by playing on, removing
rows and columns, and filling cells, and the exit status is 1.

The oracles are nimbers by their definition (claim), values by comparison of
games (duel), images of the position under a symmetry, the store of results with
--db, and the values in a file with --file. Certificates of the winner are made
too, as by "gridlock solve --proof", and have to pass the checker: one that it
refuses ends the command.

The position is given as for "gridlock solve". For many positions, use --stdin
(one per line), --file, or --positions for random ones, of all games unless one
is named. Lines of JSON in --file, such as those of "gridlock sweep --dataset",
may be of all games, too.
Lines of standard input that cannot be read are reported on standard error with
their numbers and reasons; the others are checked, and the exit status is 1.

An engine that does not finish within --nodes or --timeout is counted as out of
reach; what it has proven by then is compared. Without --timeout the same seed
gives the same report.`,
		Example: `  gridlock crosscheck lockdown --moves "6 11 7"
  gridlock crosscheck --positions 20 --seed 7
  gridlock crosscheck duel --positions 20 --board 3x4 --holes 0.2
  echo "4/4/4/4 x" | gridlock crosscheck claim --stdin --json`,
		RunE: cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opt.stdin, "stdin", false, "read positions from standard input, one per line")
	cli.AddInput(cmd, &opt.file, "file", "check the values in this file (see \"gridlock help formats\")")
	opt.from.AddFlag(cmd, "from", "FORMAT", "format of the file: obf, jsonl or mcgs (default: jsonl if a line begins with {, else obf)",
		interchange.OBF, interchange.JSONL, interchange.MCGS)
	flags.Lookup("from").DefValue = ""
	cli.Number(cmd, &opt.random, "positions", 0, 1, 0, "number of random positions to check")
	cli.Rename(cmd, "random", "positions")
	cli.Number(cmd, &opt.seed, "seed", 1, 0, 0, "seed of the random positions")
	cli.Number(cmd, &opt.cells, "cells", 12, 2, bitboard.MaxCells, "maximum number of cells of the boards of random positions, without --board")
	cli.Holes(cmd, &opt.holes)
	cli.Number(cmd, &opt.nodes, "nodes", 200_000, 0, 0, "number of nodes after which an engine gives up on a position; 0 for no limit")
	opt.memory = 64 << 20
	flags.Var(&opt.memory, "memory", "memory of each engine")
	opt.timeout.AddFlag(cmd, ", for each position")
	opt.progress.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	opt.format.AddFlags(cmd, "", "text", "json")
	cli.Need(cmd, "positions", "seed", "cells", "holes")
	cli.Need(cmd, "file", "from")
	return cmd
}

// check looks whether the flags go together.
func (opt *options) check() error {
	several := 0
	for _, given := range []bool{opt.stdin, opt.file != "", opt.game.Given("positions"), opt.game.Given("position") || opt.game.Given("moves")} {
		if given {
			several++
		}
	}
	if several > 1 {
		return cli.Usagef("--stdin, --file, --positions and a position do not go together: choose one")
	}
	if rows, _ := opt.game.Size(); rows != 0 && (opt.stdin || opt.file != "") {
		return cli.Usagef("--board does not go with --stdin and --file: each line is a position")
	}
	return nil
}

func (opt *options) run(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	sources := crosscheck.Sources(solver.Options{Nodes: opt.nodes, Memory: int64(opt.memory), Workers: 1})
	if opt.db.Named() {
		kept, err := opt.db.Keeper(true, errOut)
		if err != nil {
			return err
		}
		defer kept.Close()
		sources = append(sources, store(kept))
	}
	positions, file, unreadable, err := opt.positions(ctx, in, errOut)
	if err != nil {
		return err
	}
	if file != nil {
		sources = append(sources, crosscheck.File(opt.file, file))
	}
	batch, stop := opt.progress.Batch(out, errOut, len(positions), "positions")
	checker := crosscheck.Checker{
		Sources: sources, Deadline: opt.timeout.Context,
		Watch: func(p variants.Position) func() { return batch.Step(p.String()) },
	}
	report, err := checker.Check(ctx, positions)
	stop()
	if err := errors.Join(opt.format.Print(out, newReport(report), text(report)), err); err != nil {
		return err
	}
	return verdict(len(report.Disagreements), unreadable)
}

// verdict returns the error of a check that was made, if it is not all well.
func verdict(disagreements, unreadable int) error {
	var all []error
	if disagreements > 0 {
		all = append(all, fmt.Errorf("disagreements: %d", disagreements))
	}
	if unreadable > 0 {
		all = append(all, fmt.Errorf("standard input: lines that could not be read: %d", unreadable))
	}
	return errors.Join(all...)
}

// store returns the store of results as a source.
func store(kept *cli.Keeper) crosscheck.Source {
	return crosscheck.Source{Name: "store", Ask: func(ctx context.Context, p variants.Position) (crosscheck.Verdict, error) {
		r, _, ok := kept.Find(ctx, p)
		if !ok {
			return crosscheck.Nothing(), fmt.Errorf("%w: not in the store", solver.ErrLimit)
		}
		return crosscheck.Verdict{Result: r}, nil
	}}
}

// positions returns what is to be checked; with --file, what the file says; and with
// --stdin how many lines could not be read; it reports each on errOut.
func (opt *options) positions(ctx context.Context, in io.Reader, errOut io.Writer) (_ []variants.Position, _ []interchange.Entry, unreadable int, err error) {
	switch {
	case opt.random > 0:
		positions, err := opt.randomPositions()
		return positions, nil, 0, err
	case opt.stdin:
		entries, err := opt.entries(ctx, in, interchange.Text, func(bad *cli.BadLine) error {
			unreadable++
			fmt.Fprintf(errOut, "gridlock: %v\n", bad)
			return nil
		})
		return positionsOf(entries), nil, unreadable, err
	case opt.file != "":
		f, err := cli.Open(ctx, opt.file, in)
		if err != nil {
			return nil, nil, 0, fmt.Errorf("--file: %w", err)
		}
		defer f.Close()
		entries, err := opt.entries(ctx, f, opt.from.Value(), func(bad *cli.BadLine) error {
			return fmt.Errorf("%s: %w", opt.file, bad)
		})
		return positionsOf(entries), entries, 0, err
	}
	p, err := opt.game.Position()
	return []variants.Position{p}, nil, 0, err
}

func (opt *options) randomPositions() ([]variants.Position, error) {
	spec := crosscheck.Random{Variants: variants.All(), Cells: opt.cells, Holes: opt.holes}
	spec.Rows, spec.Cols = opt.game.Size()
	if opt.game.Given("variant") {
		v, err := opt.game.Variant()
		if err != nil {
			return nil, err
		}
		spec.Variants = []variants.Variant{v}
	}
	positions, err := spec.Positions(opt.seed, opt.random)
	if err != nil {
		err = cli.Usagef("--board: %w", err)
	}
	return positions, err
}

// entries reads positions, one a line. A line that cannot be read goes to bad, whose error
// ends the reading.
func (opt *options) entries(ctx context.Context, r io.Reader, format string, bad func(*cli.BadLine) error) (all []interchange.Entry, err error) {
	var v variants.Variant // for lines that name their game
	if opt.file == "" || format == interchange.MCGS || opt.game.Given("variant") {
		if v, err = opt.game.Variant(); err != nil {
			return nil, err
		}
	}
	decoder, err := interchange.NewDecoder(format, v)
	if err != nil {
		return nil, err
	}
	for e, err := range cli.Entries(ctx, r, decoder) {
		var line *cli.BadLine
		switch {
		case errors.As(err, &line):
			if err := bad(line); err != nil {
				return nil, err
			}
		case err != nil:
			return nil, err
		default:
			all = append(all, e)
		}
	}
	return all, nil
}

func positionsOf(entries []interchange.Entry) (positions []variants.Position) {
	for _, e := range entries {
		positions = append(positions, e.Position)
	}
	return positions
}
