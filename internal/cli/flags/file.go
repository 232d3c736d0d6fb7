package flags

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
)

// Input adds a flag for a file that is read with [files.Open] to a command.
func Input(cmd *cobra.Command, file *string, flag, usage string) {
	addFile(cmd, file, flag, "", usage)
	cli.Reads(cmd, flag)
}

// Output adds a flag for a file that is written with [files.Stage] to a command; letter is its short name, or "". If
// the user sends the file to standard output, the command prints nothing else there.
func Output(cmd *cobra.Command, file *string, flag, letter, usage string) {
	addFile(cmd, file, flag, letter, usage)
	cli.Writes(cmd, flag)
}

func addFile(cmd *cobra.Command, file *string, flag, letter, usage string) {
	read := func(text string) (string, error) { return text, files.CheckName("file", text) }
	cmd.Flags().VarP(&value[string]{file, "FILE", read, plain}, flag, letter, usage)
	cli.CompleteFiles(cmd, flag)
}

// Reading returns the context for reading the files that a command names. It ends with the command, and after
// --timeout.
func Reading(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	ctx := cmp.Or(cmd.Context(), context.Background())
	if f := cmd.Flags().Lookup("timeout"); f != nil {
		if limit, ok := f.Value.(*Timeout); ok {
			return limit.Context(ctx)
		}
	}
	return context.WithCancel(ctx)
}
