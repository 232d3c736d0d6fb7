package flags

import (
	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/variants"
)

// Class adds the flag for outcome classes to a command.
func Class(cmd *cobra.Command, class *bool) {
	cmd.Flags().BoolVar(class, "class", false, "find the outcome class, N, P, L or R: who wins if the other player begins, too")
}

// CheckClass returns why a position has no outcome class, nil if it has one or it was not asked for.
func CheckClass(asked bool, p variants.Position) error {
	if !asked {
		return nil
	}
	if _, err := analysis.OtherBegins(p); err != nil {
		return cli.Usagef("--class: %w", err)
	}
	return nil
}
