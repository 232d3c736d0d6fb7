package tablebase

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

type exportOptions struct {
	game     cli.GameFlags
	db       cli.Store
	format   cli.Format
	progress cli.Progress
}

func newExport() *cobra.Command {
	var opt exportOptions
	cmd := &cobra.Command{
		Use:   "export [GAME] [flags]",
		Short: "Print all positions of a table",
		Long: `Print every position of a table with its outcome and distance, one per line,
those with the fewest cells left first. Cells that no longer matter are written
as holes, and in duel as many stones are shown as it takes. Sets of cells
follow, as numbers with a bit for each cell: the free cells, and the markers of
the player to move (mine) and of the opponent (yours); in duel, the cells that
each of them may still take.`,
		Example: `  gridlock tablebase export lockdown --board 3x4
  gridlock tablebase export claim --format csv`,
		RunE: cli.Run(opt.run),
	}
	opt.game.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	opt.format.AddFlags(cmd, "json is an object per line", "json", "csv")
	opt.progress.AddFlags(cmd)
	return cmd
}

func (opt *exportOptions) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	s, t, err := openTable(&opt.db, &opt.game)
	if err != nil {
		return err
	}
	export, lines := t.ExportJSON, int(t.Info().Positions)
	if !opt.format.JSON() {
		export, lines = t.ExportCSV, lines+1
	}
	batch, stop := opt.progress.Batch(out, errOut, lines, "lines")
	err = export(ctx, counter{out, batch})
	stop()
	return closing(s, err)
}
