package cli

import (
	"cmp"
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
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate()))
	root.SetFlagErrorFunc(FlagError)
	for _, c := range Verbs(root) {
		completeNoFiles(c)
	}
	return p
}

// Run runs the program with the given arguments and streams and returns its exit status: 0
// answered, 1 error, 2 wrong usage, 3 a limit was reached before an answer, 130 interrupted. SIGINT,
// SIGTERM and SIGHUP cancel the command; a second SIGINT or SIGTERM ends the program at once. It may
// be called once.
func (p *Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, stopHangup := untilHangup(ctx)
	defer stopHangup()
	context.AfterFunc(ctx, stop)

	p.noteStart()
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

// writer returns a writer to a stream of the program, which ends with ctx where writing may wait.
func writer(ctx context.Context, stream io.Writer) *Writer {
	if f := File(stream); f != nil {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			ctx = nil
		}
	}
	return &Writer{W: stream, Ctx: ctx}
}

// untilHangup returns a context that SIGHUP ends, too, unless whoever started the program ignores
// it, as nohup does. A terminal that is closed may send it twice, so a second one changes nothing.
func untilHangup(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	if signal.Ignored(syscall.SIGHUP) {
		return ctx, cancel
	}
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		select {
		case <-hangup:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(hangup)
		cancel()
	}
}

// noteStart makes all verbs note that they have started, if no flag lacks its value.
func (p *Program) noteStart() {
	for _, c := range Verbs(p.root) {
		run := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			if err := cmp.Or(lackingValue(c), together(c), p.shareStreams(c, args)); err != nil {
				return err
			}
			p.started = true
			if quiet := c.Flags().Lookup("quiet"); quiet == nil || !quiet.Changed {
				noteRenamed(c)
			}
			return run(c, args)
		}
	}
}

// lackingValue returns an error if a flag has taken the next one for its value, as in --proof --json.
func lackingValue(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		}
		for _, value := range values {
			name, _, _ := strings.Cut(value, "=")
			long, isLong := strings.CutPrefix(name, "--")
			short, isShort := strings.CutPrefix(name, "-")
			if isLong && c.Flags().Lookup(long) != nil || isShort && len(short) == 1 && c.Flags().ShorthandLookup(short) != nil {
				err = fmt.Errorf("--%s has no value, since %s is a flag; for a file of that name write ./%[2]s", f.Name, name)
			}
		}
	})
	return err
}

// usageTemplate returns the library's template of a command's usage, in our words and within
// our width.
func usageTemplate(template string) string {
	return strings.NewReplacer(
		".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", Width),
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

// completeNoFiles keeps the shell from offering file names, except for the verbs and flags
// that say they take one.
func completeNoFiles(c *cobra.Command) {
	if c.ValidArgsFunction == nil {
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, exists := c.GetFlagCompletionFunc(f.Name); !exists {
			Complete(c, f.Name)
		}
	})
}

// report prints what went wrong and, where the command line is to blame,
// what a right one looks like.
func (p *Program) report(w io.Writer, command *cobra.Command, err error) {
	if err == nil || errors.As(err, new(*StatusError)) {
		return
	}
	text := err.Error()
	var invalid *pflag.InvalidValueError
	switch {
	case errors.Is(err, context.Canceled):
		text = "interrupted"
	case errors.As(err, &invalid):
		text = invalidValue(invalid)
	}
	fmt.Fprintf(w, "%s: %s\n", p.root.Name(), strings.TrimSpace(text))
	if ExitStatus(err) == ExitUsage {
		fmt.Fprintf(w, "\nUsage:\n  %s\n\nRun \"%s --help\" for more, and for examples.\n",
			command.UseLine(), command.CommandPath())
	}
}

// invalidValue says what is wrong with the value of a flag. Values that the flag
// library reads itself, those of switches, get words of our own.
func invalidValue(err *pflag.InvalidValueError) string {
	flag, cause := err.GetFlag(), err.Unwrap().Error()
	if flag.NoOptDefVal != "" && err.GetValue() == flag.NoOptDefVal {
		return fmt.Sprintf("--%s: %s", flag.Name, cause)
	}
	if flag.Value.Type() == "bool" {
		cause = "a switch takes true, false or no value"
	}
	return fmt.Sprintf("--%s %q: %s", flag.Name, err.GetValue(), cause)
}
