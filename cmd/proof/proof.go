// Package proof is the verb "proof", which shows the content of a certificate, and merges several into one. It builds a
// cobra command; certificates themselves are in package gridlock/proof.
package proof

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/proof"
)

// New returns the command.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proof COMMAND",
		Short: "Show what is in a certificate, or merge several",
	}
	cli.Group(cmd, newStats(), newExport(), newMerge())
	return cmd
}

// options are the flags of stats and export; each command has some of the flags.
type options struct {
	depth    int
	top      int
	format   flags.Format
	progress flags.Progress
}

// newReader returns a command that checks one certificate, and calls show to print a part of it.
func (opt *options) newReader(use, short string, show func(ctx context.Context, out io.Writer, name string, f io.ReadSeeker, r *proof.Reader) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f, r, err := openChecked(cmd, args[0], &opt.progress)
			if err != nil {
				return err
			}
			defer f.Close()
			return show(cmd.Context(), cmd.OutOrStdout(), args[0], f, r)
		},
		ValidArgsFunction: cli.FileNames(),
	}
}

// oneFile makes sure that a command has one argument.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Usagef("no file given: name one certificate")
	}
	return nil
}

// open opens a certificate, which may be on standard input. The caller closes the file.
func open(ctx context.Context, name string, in io.Reader) (io.ReadSeekCloser, *proof.Reader, error) {
	f, err := files.OpenTwice(ctx, name, in)
	if err != nil {
		return nil, nil, files.CertificateError(name, err)
	}
	r, err := proof.NewReader(ctx, f)
	if err != nil {
		_ = f.Close()
		return nil, nil, files.CertificateError(name, err)
	}
	return f, r, nil
}

// openChecked opens a certificate and checks it, while progress is reported. It returns a reader that begins at its
// start. The caller closes the file.
func openChecked(cmd *cobra.Command, name string, progress *flags.Progress) (io.ReadSeekCloser, *proof.Reader, error) {
	ctx := cmd.Context()
	f, r, err := open(ctx, name, cmd.InOrStdin())
	if err != nil {
		return nil, nil, err
	}
	display := progress.Start(cmd.OutOrStdout(), cmd.ErrOrStderr())
	defer display.Stop()
	monitor, done := display.Watch(printable.Printable(name), r.Root)
	defer done()
	if _, err = f.Seek(0, io.SeekStart); err == nil {
		r, _, err = proof.CheckFirst(ctx, f, proof.Options{Progress: files.WatchCheck(monitor)})
	}
	if err = files.Refused(ctx, err); err != nil {
		_ = f.Close()
		return nil, nil, files.CertificateError(name, err)
	}
	return f, r, nil
}

// claim says what the certificate is about.
func claim(r *proof.Reader) string {
	return fmt.Sprintf("%s: %s wins", console.Heading(r.Root), r.Header.WinnerPlayer().Name())
}
