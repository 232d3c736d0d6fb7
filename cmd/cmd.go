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
	"gridlock/cmd/board"
	"gridlock/cmd/book"
	"gridlock/cmd/convert"
	"gridlock/cmd/crosscheck"
	"gridlock/cmd/engine"
	"gridlock/cmd/estimate"
	"gridlock/cmd/match"
	"gridlock/cmd/perft"
	"gridlock/cmd/play"
	"gridlock/cmd/proof"
	"gridlock/cmd/puzzle"
	"gridlock/cmd/serve"
	"gridlock/cmd/solve"
	"gridlock/cmd/sweep"
	"gridlock/cmd/tablebase"
	"gridlock/cmd/variants"
	"gridlock/cmd/verify"
	"gridlock/internal/cli"
)

// Main runs the program with the given arguments and streams and returns its
// exit status: 0 answered, 1 error, 2 wrong usage, 3 a limit was reached before
// an answer, 130 interrupted. SIGINT and SIGTERM cancel the command; a second
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
		Short: "Solve, play and study five grid games in which the player who cannot move loses",
		Long: `Gridlock solves five two-player games on a small grid: classic, duel, lockdown,
claim and blockade. It finds who wins a position, in how many plies and how,
proves it, and plays against you.`,
		Example: `  gridlock solve lockdown
  gridlock play blockade
  gridlock help rules`,
		Version:       cli.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate()))
	root.SetFlagErrorFunc(cli.FlagError)
	addVerbs(root)
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

// addVerbs adds the verbs to the root command, in groups.
func addVerbs(root *cobra.Command) {
	for _, group := range []struct {
		title string
		verbs []*cobra.Command
	}{
		{"Play", []*cobra.Command{play.New(), board.New(), puzzle.New()}},
		{"Study", []*cobra.Command{solve.New(), analyze.New(), estimate.New(), sweep.New(), serve.New(), variants.New()}},
		{"Prove", []*cobra.Command{verify.New(), proof.New()}},
		{"Keep", []*cobra.Command{tablebase.New(), book.New(), convert.New()}},
		{"Develop", []*cobra.Command{engine.New(), match.New(), perft.New(), crosscheck.New(), bench.New(cli.Version())}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title + ":"})
		for _, verb := range group.verbs {
			verb.GroupID = group.title
			root.AddCommand(verb)
		}
	}
	root.AddCommand(newVersion())
	cli.Group(root)
	run := root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		return run(c, args)
	}
}

// usageTemplate returns the library's template of a command's usage, in our words and within
// our width.
func usageTemplate(template string) string {
	return strings.NewReplacer(
		".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", cli.Width),
		"{{if .HasAvailableSubCommands}}\n  {{.CommandPath}} [command]{{end}}", "",
		"Available Commands:", "Commands:",
		"Additional Commands:", "Other:",
		"Additional help topics:", `Help topics, for "gridlock help":`,
		"{{rpad .CommandPath .CommandPathPadding}} ", "{{rpad .Name .NamePadding}}  ",
		"{{rpad .Name .NamePadding }} ", "{{rpad .Name .NamePadding}}  ",
		`Use "{{.CommandPath}} [command] --help" for more information about a command.`,
		`Run "{{.CommandPath}} COMMAND --help" for more about a command.`,
	).Replace(template)
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

// completeNoFiles keeps the shell from offering file names, except for the verbs and flags
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

// report prints what went wrong and, where the command line is to blame,
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
		cause = "a switch takes true, false or no value"
	case "uint64":
		cause = "not a whole number of at least 0"
	}
	return fmt.Sprintf("--%s %q: %s", err.GetFlag().Name, err.GetValue(), cause)
}
