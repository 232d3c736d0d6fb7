package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridlock/internal/staged"
)

// stream is what stands for standard input or standard output where a file is to be named.
const stream = "-"

// Marks of the flags for files.
const (
	isRead    = "is read"
	isWritten = "is written"
)

// AddInput adds a flag for a file that is read with [Open] to a command.
func AddInput(cmd *cobra.Command, file *string, flag, usage string) {
	addFile(cmd, file, flag, "", usage, isRead)
}

// AddOutput adds a flag for a file that is written with [StageFile] to a command; letter is its short name, or
// nothing. If the user writes it to standard output, the command prints nothing else there.
func AddOutput(cmd *cobra.Command, file *string, flag, letter, usage string) {
	addFile(cmd, file, flag, letter, usage, isWritten)
}

func addFile(cmd *cobra.Command, file *string, flag, letter, usage, mark string) {
	cmd.Flags().VarPF((*fileValue)(file), flag, letter, usage).Annotations = map[string][]string{mark: nil}
	CompleteFiles(cmd, flag)
}

// fileValue is the value of a flag for a file.
type fileValue string

func (f *fileValue) Type() string   { return "FILE" }
func (f *fileValue) String() string { return string(*f) }

func (f *fileValue) Set(name string) error {
	if name == "" {
		return errors.New("write the name of a file")
	}
	*f = fileValue(name)
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

// shareStreams looks whether a user has named a standard stream twice, and keeps standard output for a file
// that is written there.
func (p *Program) shareStreams(c *cobra.Command, args []string) error {
	var in, out []string
	for _, arg := range args {
		if arg == stream {
			in = append(in, stream)
		}
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		_, read := f.Annotations[isRead]
		_, written := f.Annotations[isWritten]
		switch value := f.Value.String(); {
		case read && value == stream, f.Name == "stdin" && value == "true":
			in = append(in, "--"+f.Name)
		case written && value == stream:
			out = append(out, "--"+f.Name)
		}
	})
	switch {
	case len(in) > 1:
		return fmt.Errorf("%s and %s: standard input can be read only once", in[0], in[1])
	case len(out) > 1:
		return fmt.Errorf("%s and %s: only one file can be written to standard output", out[0], out[1])
	case len(out) == 1 && c.Flags().Changed("format"):
		return fmt.Errorf("%s -: the file is written to standard output, and nothing else; leave out --format and --json", out[0])
	case len(out) == 1:
		p.root.SetOut(io.Discard)
	}
	return nil
}
