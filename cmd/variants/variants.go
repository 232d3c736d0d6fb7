// Package variants is the verb "variants", which lists the games. It builds a
// cobra command; the games themselves are in package gridlock/variants.
package variants

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/internal/report"
	"gridlock/variants"
)

// New returns the command.
func New() *cobra.Command {
	var format flags.Format
	cmd := &cobra.Command{
		Use:   "variants",
		Short: "List the games",
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return format.Print(cmd.OutOrStdout(), report.NewVariants(), text(console.StyleFor(cmd.OutOrStdout())))
		},
	}
	format.AddFlags(cmd, "json is an array with an object per game", "text", "json")
	return cmd
}

func text(style console.Style) string {
	var b strings.Builder
	for _, v := range variants.All() {
		fmt.Fprintf(&b, "%s  %s, %dx%d\n%s%s\n", style.Bold(fmt.Sprintf("%-10s", v.ID)), v.Title, v.Rows, v.Cols,
			console.Field("", v.Summary), style.Faint(console.Field("", v.Literature)))
	}
	b.WriteString("The library:\n\n")
	for _, v := range variants.Library() {
		fmt.Fprintf(&b, "%s  %s, %dx%d\n%s", style.Bold(fmt.Sprintf("%-16s", v.ID)), v.Title, v.Rows, v.Cols, console.Field("", v.Summary))
	}
	return b.String()
}
