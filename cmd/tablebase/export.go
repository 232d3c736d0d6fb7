package tablebase

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

type exportOptions struct {
	game   cli.Game
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
		Long: `Print every position of a table with its outcome and distance, one a line, those
with the fewest cells left first. What does not matter any more for what may
come is written as holes, and in duel there are as many stones as it takes. Then
come sets of cells, as numbers with a bit for each: those that are free, and the
markers of the player to move (mine) and of the opponent (yours); in duel those
that the one or the other may still take.`,
		Example: `  gridlock tablebase export --variant lockdown --board 3x4
  gridlock tablebase export --variant claim --format csv`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.game.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	cmd.Flags().Var(&opt.format, "format", "json, an object a line, or csv")
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
