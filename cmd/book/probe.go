package book

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

func newStats() *cobra.Command {
	var game cli.Game
	var from source
	cmd := &cobra.Command{
		Use:   "stats --variant ID [flags]",
		Short: "Tell what is in an opening book",
		Long: `Tell how many positions a book has after each number of plies, who wins them,
and of how many it is known how soon.`,
		Example: `  gridlock book stats --variant blockade`,
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			start, err := game.Position()
			if err != nil {
				return err
			}
			b, err := from.open(start.Game())
			if err != nil {
				return err
			}
			return writeStats(cmd.OutOrStdout(), b)
		},
	}
	game.AddFlags(cmd)
	from.addFlag(cmd)
	return cmd
}

func newProbe() *cobra.Command {
	var game cli.Game
	var from source
	cmd := &cobra.Command{
		Use:   "probe --variant ID [flags]",
		Short: "Look up a position in an opening book",
		Long: `Tell what a book has of a position: who wins, in how many plies if that is
known, and the best moves; and what it has of the positions after its moves.`,
		Example: `  gridlock book probe --variant blockade
  gridlock book probe --variant blockade --moves "3,1@3,0"`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := game.Position()
			if err != nil {
				return err
			}
			b, err := from.open(p.Game())
			if err != nil {
				return err
			}
			r, ok := b.Find(p)
			if !ok {
				return fmt.Errorf("%v is not in the book", p)
			}
			return writeEntry(cmd.OutOrStdout(), p, r, b.Find)
		},
	}
	game.AddFlags(cmd)
	from.addFlag(cmd)
	return cmd
}

// writeEntry writes an entry, and those after its moves.
func writeEntry(w io.Writer, p variants.Position, r solver.Result, find func(variants.Position) (solver.Result, bool)) error {
	var b strings.Builder
	b.WriteString(cli.StyleFor(w).Board(p) + "\n\n")
	b.WriteString(cli.Verbatim("position", p.String()))
	b.WriteString(cli.Field("outcome", verdict(p, r)))
	if r.Best != 0 {
		b.WriteString(cli.Field("best moves", strings.Join(p.MoveTexts(r.Best), " ")))
	}
	b.WriteString("\n")
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		if after, ok := find(p.Play(move)); ok {
			b.WriteString(cli.Field(p.MoveText(move), verdict(p.Play(move), after)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// verdict says who wins a position.
func verdict(p variants.Position, r solver.Result) string {
	winner, _ := r.Winner(p)
	if r.Distance == solver.NoDistance {
		return fmt.Sprintf("%v wins", winner)
	}
	return fmt.Sprintf("%v wins in %s", winner, cli.Plies(r.Distance))
}
