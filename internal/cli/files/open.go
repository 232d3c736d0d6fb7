// Package files handles the files of a command: input files; certificates and other output files, which get their names
// when they are whole; and the store of results.
package files

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"

	"gridlock/internal/cli"
	"gridlock/internal/staged"
	"gridlock/proof"
	"gridlock/solver"
)

// CheckName refuses a flag as the name of a file or a directory, as in --proof --json.
func CheckName(what, name string) error {
	if name == "" || name != cli.Stream && name[0] == '-' {
		return fmt.Errorf("write the name of a %s; write ./-name for a name that begins with -", what)
	}
	return nil
}

// Open opens a file, or standard input. Opening or reading a pipe may wait. If ctx ends, waiting ends with the error of
// [solver.Stopped].
func Open(ctx context.Context, name string, in io.Reader) (io.ReadCloser, error) {
	if !MayWait(name) {
		return os.Open(name)
	}
	// Neither opening nor reading a pipe can be cancelled by itself.
	read, write := io.Pipe()
	go func() {
		write.CloseWithError(copyAll(write, name, in))
	}()
	context.AfterFunc(ctx, func() { write.CloseWithError(solver.Stopped(ctx)) })
	return read, nil
}

// MayWait reports whether a file is standard input, a pipe, a device or the like.
func MayWait(name string) bool {
	info, err := os.Stat(name)
	return name == cli.Stream || err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// copyAll copies a file, or standard input.
func copyAll(to io.Writer, name string, in io.Reader) error {
	if name != cli.Stream {
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

// ReadText returns the content of a file, or its beginning if it has more than most bytes. The error says what the file
// should be.
func ReadText(ctx context.Context, name string, in io.Reader, what string, most int64) ([]byte, error) {
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

// beyond is how many bytes OpenTwice copies in addition to twice the body of a certificate: more than any header and
// envelope take.
const beyond = 8 << 20

// OpenTwice is [Open] for a certificate that is read more than once. A pipe is copied to a file as it is read. The copy
// ends early if the data does not begin like a certificate, and otherwise at the length in the header.
// [CertificateError] is for its errors.
func OpenTwice(ctx context.Context, name string, in io.Reader) (io.ReadSeekCloser, error) {
	if !MayWait(name) {
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
		// A longer file, compressed or not, is refused when it is read.
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
