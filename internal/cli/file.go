package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/spf13/cobra"

	"gridlock/internal/staged"
	"gridlock/proof"
	"gridlock/solver"
)

// stream is what stands for standard input or standard output where a file is to be named.
const stream = "-"

// fileMark marks flags for files, by whether they are read or written.
const fileMark, input, output = "file", "input", "output"

// AddInput adds a flag for a file that is read with [Open] to a command.
func AddInput(cmd *cobra.Command, file *string, flag, usage string) {
	addFile(cmd, file, flag, "", usage, input)
}

// AddOutput adds a flag for a file that is written with [StageFile] to a command; letter is its short name, or
// nothing. If the user writes it to standard output, the command prints nothing else there.
func AddOutput(cmd *cobra.Command, file *string, flag, letter, usage string) {
	addFile(cmd, file, flag, letter, usage, output)
}

func addFile(cmd *cobra.Command, file *string, flag, letter, usage, way string) {
	cmd.Flags().VarP(&value[string]{file, "FILE", nameOf("file"), plain}, flag, letter, usage)
	annotate(cmd, flag, fileMark, way)
	CompleteFiles(cmd, flag)
}

// nameOf returns what reads the name of a file or a directory, and refuses one that is a flag, as in --proof --json.
func nameOf(what string) func(text string) (string, error) {
	return func(text string) (string, error) {
		if text == "" || text != stream && text[0] == '-' {
			return "", fmt.Errorf("write the name of a %s; one that begins with - as ./-name", what)
		}
		return text, nil
	}
}

// Open opens a file, or standard input. Where opening and reading may wait, as for a pipe that nobody has
// written to, they end with ctx, and the error is that of [solver.Stopped].
func Open(ctx context.Context, name string, in io.Reader) (io.ReadCloser, error) {
	if !mayWait(name) {
		return os.Open(name)
	}
	// Neither can be cancelled by itself.
	read, write := io.Pipe()
	go func() {
		write.CloseWithError(copyAll(write, name, in))
	}()
	context.AfterFunc(ctx, func() { write.CloseWithError(solver.Stopped(ctx)) })
	return read, nil
}

// mayWait reports whether a file is standard input, a pipe, a device or the like.
func mayWait(name string) bool {
	info, err := os.Stat(name)
	return name == stream || err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// copyAll copies a file, or standard input.
func copyAll(to io.Writer, name string, in io.Reader) error {
	if name != stream {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	_, err := io.Copy(to, in)
	return err
}

// Reading returns the context for reading what the flags and arguments of a command name: it ends with the
// command, and after the time of --timeout.
func Reading(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	ctx := cmp.Or(cmd.Context(), context.Background())
	if f := cmd.Flags().Lookup("timeout"); f != nil {
		if limit, ok := f.Value.(*Timeout); ok {
			return limit.Context(ctx)
		}
	}
	return context.WithCancel(ctx)
}

// readText returns the content of a file, or the beginning of one that has more than so many bytes. The error
// says what the file should be.
func readText(ctx context.Context, name string, in io.Reader, what string, most int64) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory, not %s", name, what)
	}
	f, err := Open(ctx, name, in)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}

// beyond is how many bytes OpenTwice copies beyond twice the body of a certificate: more than any header and envelope
// have.
const beyond = 8 << 20

// OpenTwice is [Open] for a certificate, of which parts are read more than once. Where reading may wait, what is
// read is copied to a file: nothing of what does not begin as a certificate, and no more than its header says.
// [CertificateError] is for its errors.
func OpenTwice(ctx context.Context, name string, in io.Reader) (io.ReadSeekCloser, error) {
	if !mayWait(name) {
		return os.Open(name)
	}
	from, err := Open(ctx, name, in)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	copied, err := staged.NewScratch(os.TempDir(), staged.Prefix)
	if err != nil {
		return nil, Advise(err)
	}
	r, err := proof.NewReader(context.WithoutCancel(ctx), io.TeeReader(from, copied)) // from ends with ctx
	if err == nil {
		// What is longer, compressed or not, is refused when it is read.
		_, err = io.Copy(copied, io.LimitReader(from, 2*min(r.Header.Bytes, math.MaxInt64/4)+beyond))
	}
	if err == nil {
		_, err = copied.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = copied.Close()
		return nil, Advise(err)
	}
	return copied, nil
}
