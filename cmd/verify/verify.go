// Package verify is the verb "verify", which checks certificates. It builds a cobra
// command; the checking itself is in package gridlock/proof.
package verify

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/proof"
	"gridlock/solver"
)

type options struct {
	memory   flags.Memory
	timeout  flags.Timeout
	progress flags.Progress
	format   flags.Format
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "verify FILE... [flags]",
		Short: "Check certificates of who wins",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("no file given; \"gridlock solve --proof FILE\" writes a certificate")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd.Context(), args, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.ValidArgsFunction = cli.FileNames()
	opt.memory.AddFlag(cmd, "maximum memory for the records of a certificate")
	opt.timeout.AddFlag(cmd, "")
	opt.progress.AddFlags(cmd)
	opt.format.AddFlags(cmd, "json is an object per file", "text", "json")
	return cmd
}

// run checks all files, and goes on after a refused one.
func (opt *options) run(ctx context.Context, files []string, in io.Reader, out, errOut io.Writer) error {
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	display := opt.progress.Start(out, errOut)
	defer display.Stop()
	var failed error
	for i, file := range files {
		r := opt.verify(ctx, display, file, in)
		if err := opt.write(out, r, i > 0); err != nil {
			return err
		}
		failed = errors.Join(failed, r.err)
		if ctx.Err() != nil {
			break
		}
	}
	return failed
}

// verify checks a file, or standard input.
func (opt *options) verify(ctx context.Context, display *console.Display, file string, in io.Reader) result {
	r := result{file: file}
	began := time.Now()
	from, err := files.Open(ctx, file, in)
	if err == nil {
		err = errors.Join(opt.check(ctx, display, &r, &report.Counter{From: from, N: &r.size}), from.Close())
	}
	r.time = time.Since(began)
	if limit := solver.Stopped(ctx); err != nil && limit != nil {
		err = limit
	}
	r.err = files.CertificateError(file, err)
	return r
}

// check checks a certificate.
func (opt *options) check(ctx context.Context, display *console.Display, r *result, from io.Reader) error {
	reader, err := proof.NewReader(ctx, from)
	if err != nil {
		return files.Refused(ctx, err)
	}
	r.reader = reader
	monitor, done := display.Watch(printable.Printable(r.file), reader.Root)
	defer done()
	r.work, err = reader.Check(ctx, proof.Options{Memory: int64(opt.memory), Progress: files.WatchCheck(monitor)})
	return files.Refused(ctx, err)
}
