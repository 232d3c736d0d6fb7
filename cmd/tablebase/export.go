package tablebase

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/tablebase"
)

func newExport() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "export [GAME] [flags]",
		Short: "Print all positions of a table",
		RunE:  cli.Run(opt.export),
	}
	opt.game.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	opt.format.AddFlags(cmd, "json is an object per line", "json", "csv")
	opt.progress.AddFlags(cmd)
	return cmd
}

// export prints the table that the flags name.
func (opt *options) export(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	start, err := opt.game.Position()
	if err != nil {
		return err
	}
	return opt.look(func(s *tablebase.Store) error {
		t, err := s.Table(start)
		if err != nil {
			return hint(err, start)
		}
		export, lines := t.ExportJSON, int(t.Info().Positions)
		if !opt.format.JSON() {
			export, lines = t.ExportCSV, lines+1
		}
		batch, stop := opt.progress.Batch(out, errOut, lines, "lines")
		defer stop()
		return export(ctx, counter{out, batch})
	})
}
