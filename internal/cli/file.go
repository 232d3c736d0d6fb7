package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"gridlock/internal/staged"
)

// stream is what stands for standard input or standard output where a file is to be named.
const stream = "-"

// AddInput adds a flag for a file that is read with [Open] to a command.
func AddInput(cmd *cobra.Command, file *string, flag, usage string) {
	cmd.Flags().Var(&fileValue{file, false}, flag, usage)
	CompleteFiles(cmd, flag)
}

// AddOutput adds a flag for a file that is written with [StageFile] to a command; letter is its short name, or
// nothing. If the user writes it to standard output, the command prints nothing else there.
func AddOutput(cmd *cobra.Command, file *string, flag, letter, usage string) {
	cmd.Flags().VarP(&fileValue{file, true}, flag, letter, usage)
	CompleteFiles(cmd, flag)
}

// fileValue is the value of a flag for a file.
type fileValue struct {
	name    *string
	written bool
}

func (f *fileValue) Type() string   { return "FILE" }
func (f *fileValue) String() string { return *f.name }

func (f *fileValue) Set(name string) error {
	if name == "" {
		return errors.New("write the name of a file")
	}
	*f.name = name
	return nil
}

// Open opens a file, or standard input, which ends with ctx.
func Open(ctx context.Context, name string, in io.Reader) (io.ReadCloser, error) {
	if name != stream {
		return os.Open(name)
	}
	// A plain read of a pipe cannot be cancelled.
	read, write := io.Pipe()
	go func() {
		_, err := io.Copy(write, in)
		write.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { write.CloseWithError(ctx.Err()) })
	return read, nil
}

// OpenTwice is [Open] for a file of which parts are read more than once. Standard input is copied to a file.
func OpenTwice(ctx context.Context, name string, in io.Reader) (io.ReadSeekCloser, error) {
	if name != stream {
		return os.Open(name)
	}
	from, err := Open(ctx, name, in)
	if err != nil {
		return nil, err
	}
	copied, err := staged.NewScratch(os.TempDir(), staged.Prefix)
	if err != nil {
		return nil, Advise(err)
	}
	if _, err = io.Copy(copied, from); err == nil {
		_, err = copied.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = copied.Close()
		return nil, fmt.Errorf("standard input: %w", Advise(err))
	}
	return copied, nil
}
