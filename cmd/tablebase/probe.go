package tablebase

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/internal/report"
	"gridlock/tablebase"
	"gridlock/variants"
)

func newProbe() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "probe [GAME] [flags]",
		Short: "Look positions up in the store",
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
	flags.Stdin(cmd, &opt.stdin, "")
	opt.progress.AddFlags(cmd)
	return cmd
}

// probeOne looks up the position that the flags name.
func (opt *options) probeOne(ctx context.Context, out io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	return opt.look(func(s *tablebase.Store) error { return opt.probe(ctx, s, p, out) })
}

// probe shows the store's result of a position.
func (opt *options) probe(ctx context.Context, s *tablebase.Store, p variants.Position, out io.Writer) error {
	tables, err := s.TablesOf(p.Game())
	a, lookErr := lookUp(ctx, s, tables, p)
	switch {
	case lookErr == nil:
		return opt.format.Print(out, report.NewAnswer(a), console.AnswerText(a, console.StyleFor(out)))
	case err != nil:
		return err
	}
	return hint(lookErr, p)
}

// probeLines looks up positions from standard input.
func (opt *options) probeLines(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	v, err := opt.game.Variant()
	if err != nil {
		return err
	}
	return opt.look(func(s *tablebase.Store) error {
		r := &reader{opt: opt, store: s, variant: v, tables: map[string][]*tablebase.Table{}}
		batch, stop := opt.progress.Batch(out, errOut, 0, "lines")
		defer stop()
		return r.run(ctx, in, counter{out, batch})
	})
}
