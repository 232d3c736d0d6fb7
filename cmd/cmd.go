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

	"gridlock/cmd/analyze"
	"gridlock/cmd/bench"
	"gridlock/cmd/book"
	"gridlock/cmd/convert"
	"gridlock/cmd/crosscheck"
	"gridlock/cmd/estimate"
	"gridlock/cmd/perft"
	"gridlock/cmd/play"
	"gridlock/cmd/proof"
	"gridlock/cmd/puzzle"
	"gridlock/cmd/solve"
	"gridlock/cmd/tablebase"
	"gridlock/cmd/variants"
	"gridlock/cmd/verify"
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
	notes := cli.Notes{W: stderr}
	root, started := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(notes)

	command, err := root.ExecuteContextC(ctx)
	if err != nil && !*started {
		err = &cli.UsageError{Err: err}
	}
	if writeErr := out.Err(); writeErr != nil {
		err = fmt.Errorf("standard output: %w", writeErr)
	}
	report(notes, command, err)
	return cli.ExitStatus(err)
}

// newRoot returns the root command, and where it will note that the arguments
// were understood and a verb has started to run.
func newRoot() (root *cobra.Command, started *bool) {
	root = &cobra.Command{
		Use:   "gridlock COMMAND",
		Short: "Solve, play and study five grid games in which whoever cannot move loses",
		Long: `Gridlock has the last word on five two-player games on a small grid: classic,
duel, lockdown, claim and blockade. It tells who wins a position and in how many
plies, plays against you, and counts move sequences.`,
		Example: `  gridlock solve --variant lockdown
  gridlock play --variant blockade
  gridlock variants`,
		Version:       cli.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(),
		".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", cli.Width)))
	root.AddCommand(
		solve.New(), analyze.New(), play.New(), book.New(), perft.New(), variants.New(), tablebase.New(), verify.New(), proof.New(),
		crosscheck.New(), estimate.New(), puzzle.New(), convert.New(), bench.New(cli.Version()), newVersion(),
	)
	for _, c := range verbs(root) {
		completeNoFiles(c)
	}
	addHelp(root)
	started = new(bool)
	for _, c := range verbs(root) {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			*started = true
			return run(c, args)
		}
	}
	return root, started
}

// verbs returns the commands below one, and those below them, that can be run.
func verbs(c *cobra.Command) (all []*cobra.Command) {
	for _, child := range c.Commands() {
		if child.RunE != nil {
			all = append(all, child)
		}
		all = append(all, verbs(child)...)
	}
	return all
}

// completeNoFiles keeps the shell from offering file names, but for the verbs and flags
// that say they take one.
func completeNoFiles(c *cobra.Command) {
	if c.ValidArgsFunction == nil {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, exists := c.GetFlagCompletionFunc(f.Name); !exists {
			cli.Complete(c, f.Name)
		}
	})
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
		text = invalidValue(invalid)
	case errors.Is(err, context.Canceled):
		text = "interrupted"
	}
	fmt.Fprintf(w, "gridlock: %s\n", strings.TrimSpace(text))
	if cli.ExitStatus(err) == cli.ExitUsage {
		fmt.Fprintf(w, "\nUsage:\n  %s\n\nRun \"%s --help\" for more, and for examples.\n",
			command.UseLine(), command.CommandPath())
	}
}

// invalidValue says what is wrong with the value of a flag. Values that the flag
// library reads itself, numbers, get words of our own.
func invalidValue(err *pflag.InvalidValueError) string {
	cause := err.Unwrap().Error()
	switch err.GetFlag().Value.Type() {
	case "int":
		cause = "not a whole number"
	case "bool":
		cause = "a switch takes no value, or true or false"
	case "uint64":
		cause = "not a whole number of at least 0"
	}
	return fmt.Sprintf("--%s %q: %s", err.GetFlag().Name, err.GetValue(), cause)
}

// addHelp adds the commands help and completion. The library's own ones take
// topics and shells that do not exist for good usage.
func addHelp(root *cobra.Command) {
	root.SetHelpCommand(&cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Help about a command",
		Example: "  gridlock help solve",
		RunE: func(_ *cobra.Command, args []string) error {
			command, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return cli.Usagef("no command %q to help with", strings.Join(args, " "))
			}
			return command.Help()
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
			for _, c := range root.Commands() {
				names = append(names, c.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Use, c.Example = "completion SHELL", "  source <(gridlock completion bash)"
			c.RunE = func(*cobra.Command, []string) error {
				return cli.Usagef("which shell? There are bash, zsh, fish and powershell")
			}
		}
	}
}
