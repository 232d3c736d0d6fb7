package tablebase

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/report"
	"gridlock/tablebase"
	"gridlock/variants"
)

type probeOptions struct {
	game     cli.GameFlags
	db       cli.Store
	workers  cli.Workers
	format   cli.Format
	stdin    bool
	progress cli.Progress
}

func newProbe() *cobra.Command {
	var opt probeOptions
	cmd := &cobra.Command{
		Use:   "probe [GAME] [flags]",
		Short: "Look positions up in the store",
		Long: `Look a position up in the tables of its game: who wins, in how many plies, and
the value of every move, best first. Plies count from the position shown. A
position that is in no table may have been solved by itself, or its value may
follow from the positions after its moves. The last line names the source.

With --stdin a line is printed for each position on standard input, in order:
the position, win or loss for the player to move, and the distance, or - where
it is unknown; with --json, the full answer.`,
		Example: `  gridlock tablebase probe lockdown --board 3x4 --moves "1 12"
  echo "4/4/4/4 x" | gridlock tablebase probe claim --stdin`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opt.stdin {
				return opt.probeLines(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return opt.probeOne(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	opt.workers.AddFlag(cmd)
	opt.format.AddFlags(cmd, "", "text", "json")
	cli.AddStdin(cmd, &opt.stdin, "")
	opt.progress.AddFlags(cmd)
	return cmd
}

// probeOne looks up the position that the flags name.
func (opt *probeOptions) probeOne(ctx context.Context, out io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	return closing(s, opt.probe(ctx, s, p, out))
}

// probe shows what the store knows of a position.
func (opt *probeOptions) probe(ctx context.Context, s *tablebase.Store, p variants.Position, out io.Writer) error {
	tables, err := s.TablesOf(p.Game())
	a, lookErr := lookUp(ctx, s, tables, p)
	switch {
	case lookErr == nil:
		return opt.format.Print(out, report.NewAnswer(a), cli.AnswerText(a, cli.StyleFor(out)))
	case err != nil:
		return err
	}
	return hint(lookErr, p)
}

// probeLines looks up positions from standard input.
func (opt *probeOptions) probeLines(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	v, err := opt.game.Variant()
	if err != nil {
		return err
	}
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	r := &reader{opt: opt, store: s, variant: v, tables: map[string][]*tablebase.Table{}}
	batch, stop := opt.progress.Batch(out, errOut, 0, "lines")
	err = r.run(ctx, in, counter{out, batch})
	stop()
	return closing(s, err)
}
