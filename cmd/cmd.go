// Package cmd is the command line of gridlock: the root command, and what an
// error means for the exit status. Each verb is a package of its own below this
// one; it builds a cobra command and can be imported like any other package.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridlock/cmd/perft"
	"gridlock/cmd/play"
	"gridlock/cmd/solve"
	"gridlock/cmd/variants"
	"gridlock/internal/cli"
)

// Main runs the program with the given arguments and streams and returns its
// exit status: 0 answered, 1 error, 2 wrong usage, 3 a limit was reached before
// an answer, 130 interrupted. SIGINT and SIGTERM call the command off; a second
// one ends the program at once.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)

	out := &cli.Writer{W: stdout}
	root, started := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)

	command, err := root.ExecuteContextC(ctx)
	if err != nil && !*started {
		err = &cli.UsageError{Err: err}
	}
	if writeErr := out.Err(); writeErr != nil {
		err = fmt.Errorf("standard output: %w", writeErr)
	}
	report(stderr, command, err)
	return cli.ExitStatus(err)
}

// newRoot returns the root command, and where it will note that the arguments
// were understood and a verb has started to run.
func newRoot() (root *cobra.Command, started *bool) {
	root = &cobra.Command{
		Use:   "gridlock",
		Short: "Solve, play and study five grid games in which whoever cannot move loses",
		Long: `Gridlock has the last word on five two-player games on a small grid: classic,
duel, lockdown, claim and blockade. It tells who wins a position and in how many
plies, plays against you, and counts positions.`,
		Example: `  gridlock solve --variant lockdown
  gridlock play --variant blockade
  gridlock variants`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(),
		".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", cli.Width)))
	root.AddCommand(solve.New(), play.New(), perft.New(), variants.New(), newVersion())
	started = new(bool)
	for _, c := range root.Commands() {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			*started = true
			return run(c, args)
		}
	}
	return root, started
}

// report tells the user what went wrong and, where the command line is to blame,
// what a right one looks like.
func report(w io.Writer, command *cobra.Command, err error) {
	if err == nil {
		return
	}
	text := err.Error()
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &invalid):
		text = fmt.Sprintf("--%s %q: %v", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	case errors.Is(err, context.Canceled):
		text = "interrupted"
	}
	fmt.Fprintf(w, "gridlock: %s\n", strings.TrimSpace(text))
	if cli.ExitStatus(err) == cli.ExitUsage {
		fmt.Fprintf(w, "\nUsage:\n  %s\n\nRun \"%s --help\" for the flags and examples.\n",
			command.UseLine(), command.CommandPath())
	}
}
