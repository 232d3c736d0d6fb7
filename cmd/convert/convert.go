// Package convert is the verb "convert", which reads positions with the values of their
// moves in one format and writes them in another. It builds a cobra command; the formats
// are in package gridlock/internal/interchange.
package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/interchange"
	"gridlock/solver"
	"gridlock/solver/auto"
)

type options struct {
	game     flags.Game
	file     string
	from     flags.Choice
	to       flags.Choice
	solve    bool
	distance bool
	search   flags.Limits
	progress flags.Progress
}

// New returns the command.
func New() *cobra.Command {
	opt := options{file: "-"}
	cmd := &cobra.Command{
		Use:   "convert [GAME] [flags]",
		Short: "Convert positions and values of moves between formats",
		RunE:  cli.Run(opt.run),
	}
	opt.game.AddVariant(cmd)
	plain := cmd.Flags()
	flags.Input(cmd, &opt.file, "file", "read this file (default: standard input)")
	plain.Lookup("file").DefValue = ""
	opt.from.AddFlag(cmd, "from", "FORMAT", "format to read: text, obf, jsonl, mcgs",
		interchange.Text, interchange.OBF, interchange.JSONL, interchange.MCGS)
	opt.to.AddFlag(cmd, "to", "FORMAT", "format to write: obf, text, jsonl, mcgs, cgsuite",
		interchange.OBF, interchange.Text, interchange.JSONL, interchange.MCGS, interchange.CGSuite)
	plain.BoolVar(&opt.solve, "solve", false, "find the values of all moves")
	plain.BoolVar(&opt.distance, "distance", false, "with --solve, find every number of plies, however long it takes")
	opt.search.AddFlags(cmd, "", ", for each position")
	opt.progress.AddFlags(cmd)
	cli.Need(cmd, "solve", "distance", "workers", "memory", "nodes", "timeout")
	return cmd
}

func (opt *options) run(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	v, err := opt.game.Variant()
	if err != nil {
		return err
	}
	decoder, err := interchange.NewDecoder(opt.from.Value(), v)
	if err != nil {
		return cli.Usagef("--from: %w", err)
	}
	if opt.to.Value() == interchange.MCGS {
		if _, err := interchange.Encode(interchange.MCGS, interchange.Entry{Position: v.Default().Start()}); err != nil {
			return cli.Usagef("--to: %w", err)
		}
	}
	file, err := files.Open(ctx, opt.file, in)
	if err != nil {
		return fmt.Errorf("--file: %w", err)
	}
	defer file.Close()
	display := opt.progress.Start(out, errOut)
	defer display.Stop()
	return opt.convert(ctx, entriesOf(ctx, file, decoder), display, out, errOut)
}

// convert writes the entries. A bad line does not keep the others from being written. The error at the end stands for
// all bad lines.
func (opt *options) convert(ctx context.Context, entries iter.Seq2[interchange.Entry, error], display *console.Display, out, errOut io.Writer) error {
	unreadable, unwritten, unanswered := 0, 0, 0
	for e, err := range entries {
		if bad, ok := errors.AsType[*badLine](err); ok {
			unreadable++
			fmt.Fprintf(errOut, "gridlock: %v\n", bad)
			continue
		}
		if err == nil && opt.solve && len(e.Rest) > 0 {
			unwritten++
			fmt.Fprintln(errOut, "gridlock: a sum of positions has no values of moves in files: \"gridlock analyze\" finds them")
			continue
		}
		if err == nil && opt.solve {
			e, err = opt.values(ctx, display, e)
			if errors.Is(err, solver.ErrLimit) {
				unanswered++
				err = nil
			}
		}
		if err != nil {
			return err
		}
		line, err := interchange.Encode(opt.to.Value(), e)
		if err != nil {
			unwritten++
			fmt.Fprintf(errOut, "gridlock: %v: %v\n", e.Position, err)
			continue
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	switch {
	case unreadable > 0:
		return fmt.Errorf("lines that could not be read: %d", unreadable)
	case unwritten > 0:
		return fmt.Errorf("positions that could not be written: %d", unwritten)
	case unanswered > 0:
		return fmt.Errorf("%w: positions not solved: %d", solver.ErrLimit, unanswered)
	}
	return nil
}

// values returns the position with the values of all moves, as far as the limits allow.
func (opt *options) values(ctx context.Context, display *console.Display, e interchange.Entry) (interchange.Entry, error) {
	ctx, cancel := opt.search.Timeout.Context(ctx)
	defer cancel()
	monitor, done := display.WatchMoves(e.Position.String(), e.Position)
	defer done()
	limits := opt.search.Options()
	limits.Monitor = monitor
	known, err := analysis.Ask(ctx, e.Position, analysis.EveryMove, analysis.Options{Options: limits, Auto: auto.Engine{Distance: opt.distance}})
	return interchange.Entry{Position: e.Position, Moves: interchange.Values(known.Moves())}, err
}
