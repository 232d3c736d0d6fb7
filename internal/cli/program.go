package cli

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
)

// Width is the number of columns that text output keeps within.
const Width = 80

// ErrSwitch is the error of a switch with a value other than true or false.
var ErrSwitch = errors.New("a switch takes true, false or no value")

// Program is a root command that is ready to run. Make it with [NewProgram].
type Program struct {
	root    *cobra.Command
	started bool // the arguments were understood, and a verb has started to run
}

// NewProgram sets up a root command whose verbs have been added: usage, errors, completions.
func NewProgram(root *cobra.Command) *Program {
	p := &Program{root: root}
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetVersionTemplate("{{.Version}}\n")
	cobra.AddTemplateFunc("flags", flagUsages)
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate()))
	root.SetFlagErrorFunc(FlagError)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		err := p.together(c, args)
		p.started = err == nil
		return err
	}
	return p
}

// Run runs the program with the given arguments and streams and returns its exit status: 0
// answered, 1 error, 2 wrong usage, 3 a limit was reached before an answer, 130 interrupted. SIGINT,
// SIGTERM and SIGHUP cancel the command; a second SIGINT or SIGTERM ends the program at once. It may
// be called once.
func (p *Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup makes the program ignore it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	interrupted := context.AfterFunc(ctx, func() {
		signal.Ignore(syscall.SIGHUP) // a closing terminal may send it twice
		stop()
	})
	defer interrupted()

	out := writer(ctx, stdout)
	notes := Notes{W: writer(ctx, stderr)}
	p.root.SetArgs(args)
	p.root.SetIn(stdin)
	p.root.SetOut(out)
	p.root.SetErr(notes)

	command, err := p.root.ExecuteContextC(ctx)
	if err != nil && !p.started && ExitStatus(err) == ExitError {
		err = &UsageError{Err: err}
	}
	if writeErr := out.Err(); writeErr != nil {
		err = fmt.Errorf("standard output: %w", writeErr)
	}
	p.report(notes, command, err)
	return ExitStatus(err)
}

// writer returns a writer to a stream of the program. If writing may wait, it ends with ctx.
func writer(ctx context.Context, stream io.Writer) *Writer {
	if f := File(stream); f != nil {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			ctx = nil
		}
	}
	return &Writer{W: stream, Ctx: ctx}
}

// usageTemplate returns the library's template of a command's usage, in our words and within
// our width.
func usageTemplate(template string) string {
	return strings.NewReplacer(
		"{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}", "{{flags .}}",
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

// Verbs returns the commands below one, and those below them, that can be run.
func Verbs(c *cobra.Command) (all []*cobra.Command) {
	for _, child := range c.Commands() {
		if child.RunE != nil {
			all = append(all, child)
		}
		all = append(all, Verbs(child)...)
	}
	return all
}

// report prints the error. If the command line is wrong, it also prints the usage.
func (p *Program) report(w io.Writer, command *cobra.Command, err error) {
	if err == nil || errors.As(err, new(*StatusError)) {
		return
	}
	text := err.Error()
	var invalid *pflag.InvalidValueError
	switch {
	case errors.Is(err, context.Canceled):
		text = "interrupted"
	case errors.As(err, &invalid) && invalid.GetFlag().Value.Type() == "bool":
		text = fmt.Sprintf("--%s %q: %v", invalid.GetFlag().Name, invalid.GetValue(), ErrSwitch)
	}
	name := p.root.Name() + ": " // every line begins with the name, as there may be several errors
	fmt.Fprintln(w, name+strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+name))
	if ExitStatus(err) == ExitUsage {
		fmt.Fprintf(w, "\nUsage:\n  %s\n\nRun \"%s --help\" for more, and for examples.\n",
			command.UseLine(), command.CommandPath())
	}
}
