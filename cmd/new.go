package cmd

import (
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

// New returns the root command with all verbs below it, for programs that describe the
// command line: manual pages, completions. To run it, call Main.
func New() *cobra.Command {
	root, _ := newRoot()
	for _, verb := range cli.Verbs(root) {
		describe(verb)
	}
	return root
}
