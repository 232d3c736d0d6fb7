package book

import (
	"fmt"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/report"
	"gridlock/solver"
)

func newStats() *cobra.Command {
	var from source
	cmd := &cobra.Command{
		Use:   "stats [GAME] [flags]",
		Short: "Show what is in an opening book",
		Long: `Show how many positions a book has after each number of plies, who wins them,
and for how many the number of plies is known.`,
		Example: `  gridlock book stats blockade`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, b, err := from.open(cmd)
			if err != nil {
				return err
			}
			return writeStats(cmd.OutOrStdout(), b, &from.format)
		},
	}
	from.addFlags(cmd)
	return cmd
}

func newProbe() *cobra.Command {
	var from source
	cmd := &cobra.Command{
		Use:   "probe [GAME] [flags]",
		Short: "Look a position up in an opening book",
		Long: `Look a position up in a book: who wins, in how many plies if that is known, and
the value of every move. Plies count from the position shown.`,
		Example: `  gridlock book probe blockade
  gridlock book probe blockade --moves "3,1@3,0"`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, b, err := from.open(cmd)
			if err != nil {
				return err
			}
			// NoLemmas: what the book says, without what lemmas know.
			a, err := analysis.Ask(cmd.Context(), p, analysis.Recall, analysis.Options{
				Store: library{b}, Options: solver.Options{NoLemmas: true},
			})
			switch {
			case err != nil:
				return err
			case !a.Result().Proven:
				return fmt.Errorf("%v is not in the book", p)
			}
			out := cmd.OutOrStdout()
			return from.format.Print(out, report.NewAnswer(a), cli.AnswerText(a, cli.StyleFor(out)))
		},
	}
	from.addFlags(cmd)
	return cmd
}
