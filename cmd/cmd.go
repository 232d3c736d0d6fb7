// Package cmd is the command line of gridlock: the root command, and the exit status for each error. Each verb is a
// package of its own below this one; it builds a cobra command and can be imported like any other package.
package cmd

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"gridlock/cmd/analyze"
	"gridlock/cmd/bench"
	"gridlock/cmd/board"
	"gridlock/cmd/cluster"
	"gridlock/cmd/convert"
	"gridlock/cmd/engine"
	"gridlock/cmd/explain"
	"gridlock/cmd/mcp"
	"gridlock/cmd/perft"
	"gridlock/cmd/play"
	"gridlock/cmd/proof"
	"gridlock/cmd/puzzle"
	"gridlock/cmd/rules"
	"gridlock/cmd/serve"
	"gridlock/cmd/solve"
	"gridlock/cmd/sweep"
	"gridlock/cmd/tablebase"
	"gridlock/cmd/variants"
	"gridlock/cmd/verify"
	"gridlock/internal/cli"
)

// Main runs the program with the given arguments and streams and returns its
// exit status, see [cli.Program.Run].
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if isGone(args, stderr) {
		return cli.ExitUsage
	}
	root, program := newRoot(args...)
	if verb, _, err := root.Find([]string{"cluster"}); err == nil {
		verb.Hidden = !cluster.Found() // here alone: man pages are the same on every machine
	}
	return program.Run(args, stdin, stdout, stderr)
}

// newRoot returns the root command, and the program to run it. For the arguments "version" it has no other verb, since
// building all verbs takes a third of the time.
func newRoot(args ...string) (*cobra.Command, *cli.Program) {
	root := &cobra.Command{
		Use:   "gridlock COMMAND",
		Short: "Solve, play and study five grid games in which the player who cannot move loses",
		Long: `Gridlock solves five two-player games on a small grid: classic, duel, lockdown,
claim and blockade. It finds who wins a position, in how many plies and how,
proves it, and plays against you.

Where a command takes a file, - is standard input or output.`,
		Example: `  gridlock solve lockdown
  gridlock play blockade
  gridlock help rules`,
		Version: cli.Version(),
	}
	root.AddCommand(newVersion())
	if !slices.Equal(args, []string{"version"}) {
		addVerbs(root)
	}
	program := cli.NewProgram(root)
	addHelp(root)
	return root, program
}

// addVerbs adds the verbs to the root command, in groups.
func addVerbs(root *cobra.Command) {
	for _, group := range []struct {
		title string
		verbs []*cobra.Command
	}{
		{"Play", []*cobra.Command{play.New(), board.New(), puzzle.New()}},
		{"Study", []*cobra.Command{solve.New(), analyze.New(), sweep.New(), serve.New(), cluster.New(), rules.New(), variants.New()}},
		{"Prove", []*cobra.Command{verify.New(), proof.New(), explain.New()}},
		{"Keep", []*cobra.Command{tablebase.New(), convert.New()}},
		{"Develop", []*cobra.Command{engine.New(), mcp.New(), perft.New(), bench.New(cli.Version())}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title + ":"})
		for _, verb := range group.verbs {
			verb.GroupID = group.title
			root.AddCommand(verb)
		}
	}
	cli.Group(root)
	run := root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		return run(c, args)
	}
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  gridlock version",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), cli.Version())
			return err
		},
	}
}
