package tablebase

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

type exportOptions struct {
	game   cli.GameFlags
	db     cli.Store
	format cli.Choice
}

// The values of --format.
const (
	formatJSON = "json"
	formatCSV  = "csv"
)

func newExport() *cobra.Command {
	opt := exportOptions{format: cli.NewChoice("json|csv", formatJSON, formatCSV)}
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	cmd.Flags().Var(&opt.format, "format", "json (an object per line) or csv")
	cli.Complete(cmd, "format", opt.format.Words()...)
	return cmd
}

func (opt *exportOptions) run(ctx context.Context, out io.Writer) error {
	s, t, err := openTable(&opt.db, &opt.game)
	if err != nil {
		return err
	}
	if opt.format.Value() == formatCSV {
		return closing(s, t.ExportCSV(ctx, out))
	}
	return closing(s, t.ExportJSON(ctx, out))
}
