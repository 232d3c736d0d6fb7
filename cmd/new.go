package cmd

import "github.com/spf13/cobra"

// New returns the root command with all verbs below it, for programs that describe the
// command line: manual pages, completions. To run it, call Main.
func New() *cobra.Command {
	root, _ := newRoot()
	return root
}
