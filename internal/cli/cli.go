// Package cli is the program around the verbs: streams, exit statuses and their errors, flags that do not go together,
// and suggestions for misspelt words. Its rooms are console, files and flags. Each may import those before it.
package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"gridlock/solver"
)

// Exit statuses of the program.
const (
	ExitOK          = 0   // answered
	ExitError       = 1   // something failed
	ExitUsage       = 2   // the command line is wrong
	ExitLimit       = 3   // a limit was reached before there was an answer
	ExitInterrupted = 130 // cancelled by a signal
)

// UsageError says that the command line is wrong.
type UsageError struct{ Err error }

// Error returns what is wrong.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *UsageError) Unwrap() error { return e.Err }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error { return &UsageError{fmt.Errorf(format, args...)} }

// StatusError is the error of another program that has reported what went wrong.
type StatusError struct{ Status int }

// Error returns the status.
func (e *StatusError) Error() string { return fmt.Sprintf("exit status %d", e.Status) }

// NoArgs is the check of arguments for a verb that takes only flags.
func NoArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("unexpected argument %q", args[0])
	}
	return nil
}

// Run returns a function that runs a verb with the streams of its command.
func Run(run func(ctx context.Context, in io.Reader, out, errOut io.Writer) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		return run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
}

// Group makes a command of a group of commands, which does nothing by itself.
func Group(group *cobra.Command, commands ...*cobra.Command) {
	group.AddCommand(commands...)
	group.DisableFlagsInUseLine = true
	group.Args = cobra.ArbitraryArgs
	group.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return UnknownCommand(group, args[0])
		}
		return Usagef("no command given: %s has %s", group.CommandPath(), List(commandNames(group)))
	}
}

// Complete makes the shell offer the values of a flag.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	CompleteWith(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// CompleteFiles makes the shell offer the names of files for a flag.
func CompleteFiles(cmd *cobra.Command, flag string) { CompleteWith(cmd, flag, FileNames()) }

// FileNames makes the shell offer the names of files.
func FileNames() cobra.CompletionFunc {
	return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
}

// CompleteWith makes the shell offer values of a flag, by a function.
func CompleteWith(cmd *cobra.Command, flag string, how cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, how); err != nil {
		panic(err)
	}
}

// ExitStatus returns the exit status for the error of a command.
func ExitStatus(err error) int {
	var usage *UsageError
	var other *StatusError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &other):
		return other.Status
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.Is(err, solver.ErrLimit):
		return ExitLimit
	case errors.As(err, &usage):
		return ExitUsage
	}
	return ExitError
}

// Writer passes writes on and remembers the first error. So a failure to write output is noticed once, at the end, and
// not at every print. It may be used by several goroutines.
type Writer struct {
	W   io.Writer
	Ctx context.Context // after it ends, a write that nobody reads fails with its error; nil for never

	mu  sync.Mutex
	err error
}

// patience is how long a write may take once the program is interrupted, so that the results so far reach a reader.
const patience = time.Second

// Write writes p, unless an earlier write failed.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.write(p)
	w.err = err
	return n, err
}

// write writes p. A write to a pipe or a terminal cannot be cancelled, so a write that is given up goes on by itself.
func (w *Writer) write(p []byte) (n int, err error) {
	if w.Ctx == nil {
		return w.W.Write(p)
	}
	done := make(chan struct{})
	var written int
	var failed error
	own := bytes.Clone(p)
	go func() {
		defer close(done)
		written, failed = w.W.Write(own)
	}()
	select {
	case <-done:
		return written, failed
	case <-w.Ctx.Done():
	}
	select {
	case <-done:
		return written, failed
	case <-time.After(patience):
		return 0, w.Ctx.Err()
	}
}

// Err returns the first error of a write.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// File returns the file behind a stream, or nil.
func File(stream any) *os.File {
	switch w := stream.(type) {
	case *Writer:
		return File(w.W)
	case Notes:
		return File(w.W)
	}
	f, _ := stream.(*os.File)
	return f
}
