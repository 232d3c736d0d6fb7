// Package rules is the verb "rules". It prints the rules of a game of the family in sentences made from its value, so
// that the author sees what the words mean. It builds a cobra command.
package rules

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/internal/plaintext"
	"gridlock/internal/report"
	"gridlock/variants"
)

type options struct {
	game   flags.Game
	format flags.Format
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "rules [GAME] [flags]",
		Short: "Print the rules of a game",
		RunE:  cli.Run(opt.run),
	}
	opt.game.AddBoard(cmd)
	opt.format.AddFlags(cmd, "", "text", "markdown", "json")
	return cmd
}

func (opt *options) run(ctx context.Context, _ io.Reader, w, _ io.Writer) error {
	if !opt.game.Given("variant") && !opt.game.Given("board") && opt.format.Value() == "text" {
		_, err := io.WriteString(w, plaintext.Render(console.Rules(variants.All()...), cli.Width))
		return err
	}
	start, err := opt.game.Position()
	if err != nil {
		return err
	}
	v, grid := start.Game().Variant(), start.Game().Grid()
	v.Rows, v.Cols = grid.Rows(), grid.Cols()
	d, page, err := Page(ctx, v)
	if err != nil {
		return err
	}
	if opt.format.Value() != "markdown" {
		page = plaintext.Render(page, cli.Width)
	}
	return opt.format.Print(w, d, page)
}

// Page describes a game, also in Markdown.
func Page(ctx context.Context, v variants.Variant) (report.Description, string, error) {
	d, err := report.NewDescription(ctx, v, append(variants.All(), variants.Library()...))
	if err != nil {
		return d, "", err
	}
	var b strings.Builder
	b.WriteString(console.Rules(v))
	for i, p := range d.Pictures {
		fmt.Fprintf(&b, "```\n%s\n```\n\n", p.Text)
		if i == len(d.Pictures)-1 {
			fmt.Fprintf(&b, "%s\n\n", p.Meaning)
		}
	}
	fmt.Fprintf(&b, "The same in words, and the number of move sequences on a board of %s:\n\n```\n%s\n```\n\n", d.Board, d.Words)
	depths, counts := "| moves |", "| sequences |"
	for i, n := range d.Perft {
		depths += fmt.Sprintf(" %d |", i+1)
		counts += fmt.Sprintf(" %s |", console.Count(n))
	}
	fmt.Fprintf(&b, "%s\n%s\n%s\n\n", depths, strings.Repeat("|---", len(d.Perft)+1)+"|", counts)
	if len(d.Theorems) > 0 {
		b.WriteString("## On boards of any size\n\n")
	}
	for _, t := range d.Theorems {
		fmt.Fprintf(&b, "- %s wins where %s (theorem %s).\n", t.Winner, t.When, t.Name)
	}
	b.WriteString("\n## Similar games\n\n")
	for _, like := range d.Like {
		if len(like.But) == 0 {
			fmt.Fprintf(&b, "- %s has the same rules.\n", like.Variant)
			continue
		}
		fmt.Fprintf(&b, "- %s, except: %s\n", like.Variant, strings.Join(like.But, " "))
	}
	return d, b.String(), nil
}
