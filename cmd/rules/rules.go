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
		_, err := io.WriteString(w, plaintext.Render(console.RulesPage(variants.All()...), cli.Width))
		return err
	}
	start, err := opt.game.Position()
	if err != nil {
		return err
	}
	v, grid := start.Game().Variant(), start.Game().Grid()
	v.Rows, v.Cols = grid.Rows(), grid.Cols()
	d, err := report.NewDescription(ctx, v, append(variants.All(), variants.Library()...))
	if err != nil {
		return err
	}
	page := page(d)
	if opt.format.Value() != "markdown" {
		page = plaintext.Render(page, cli.Width)
	}
	return opt.format.Print(w, d, page)
}

// page returns a description in Markdown.
func page(d report.Description) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", title(d))
	if d.Literature != "" {
		fmt.Fprintf(&b, "In the literature: %s.\n\n", strings.TrimSuffix(d.Literature, "."))
	}
	fmt.Fprintf(&b, "%s\n\n", strings.Join(d.Rules, " "))
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
	return b.String()
}

// title returns the title of a game and the name it is called by, unless that is the same.
func title(d report.Description) string {
	switch {
	case d.Title == d.Words:
		return "A game without a name"
	case strings.EqualFold(d.Title, d.Name):
		return d.Title
	}
	return fmt.Sprintf("%s (%s)", d.Title, d.Name)
}
