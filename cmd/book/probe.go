package book

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/solver"
)

func newStats() *cobra.Command {
	var game cli.Game
	var from source
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats [GAME] [flags]",
		Short: "Tell what is in an opening book",
		Long: `Tell how many positions a book has after each number of plies, who wins them,
and of how many it is known how soon.`,
		Example: `  gridlock book stats --variant blockade`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			start, err := game.Position()
			if err != nil {
				return err
			}
			b, err := from.open(start.Game())
			if err != nil {
				return err
			}
			return writeStats(cmd.OutOrStdout(), b, asJSON)
		},
	}
	game.AddFlags(cmd)
	from.addFlag(cmd)
	addJSON(cmd, &asJSON)
	return cmd
}

func newProbe() *cobra.Command {
	var game cli.Game
	var from source
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "probe [GAME] [flags]",
		Short: "Look up a position in an opening book",
		Long: `Show what a book has of a position: who wins, in how many plies if that is
known, and what every move leads to. Plies count from the position shown.`,
		Example: `  gridlock book probe --variant blockade
  gridlock book probe --variant blockade --moves "3,1@3,0"`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := game.Position()
			if err != nil {
				return err
			}
			b, err := from.open(p.Game())
			if err != nil {
				return err
			}
			// Bare: what the book says, without what lemmas know.
			a, err := analysis.Ask(cmd.Context(), p, analysis.Recall, analysis.Options{
				Store: library{b}, Options: solver.Options{Bare: true},
			})
			switch {
			case err != nil:
				return err
			case !a.Result().Proven:
				return fmt.Errorf("%v is not in the book", p)
			case asJSON:
				return cli.WriteJSON(cmd.OutOrStdout(), cli.NewAnswerReport(a))
			}
			_, err = io.WriteString(cmd.OutOrStdout(), cli.AnswerText(a, cli.StyleFor(cmd.OutOrStdout())))
			return err
		},
	}
	game.AddFlags(cmd)
	from.addFlag(cmd)
	addJSON(cmd, &asJSON)
	return cmd
}
