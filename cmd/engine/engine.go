// Package engine is the verb "engine", which answers questions about positions in lines of
// JSON, for other programs. It builds a cobra command; the protocol is in package
// gridlock/internal/pipe, the answers in gridlock/internal/query.
package engine

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/course"
	"gridlock/internal/page"
	"gridlock/internal/pipe"
	"gridlock/internal/query"
)

type options struct {
	searches int
	queue    int
	timeout  flags.Timeout
	workers  flags.Workers
	memory   flags.Memory
	db       files.Store
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "engine [flags]",
		Short: "Answer questions of other programs, in lines of JSON",
		Args:  cli.NoArgs,
		RunE:  cli.Run(opt.run),
	}
	flags.Number(cmd, &opt.searches, "searches", 1, 1, mostSearches, "number of searches at a time")
	flags.Number(cmd, &opt.queue, "queue", 64, 0, mostQueue, "number of requests that may wait for a search")
	cmd.Flags().Var(&opt.timeout, "timeout", "maximum time for a search, as in 90s; a request may ask for less (default: none)")
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for all searches together")
	opt.db.AddFlag(cmd)
	return cmd
}

// The limits of the flags, far beyond useful values.
const (
	mostSearches = 256
	mostQueue    = 1 << 16
)

func (opt *options) run(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	if opt.timeout.Given() && opt.timeout.Limit() == 0 {
		return cli.Usagef("--timeout 0: no search has an answer in no time")
	}
	kept, err := opt.db.Keeper(false, errOut)
	if err != nil {
		return err
	}
	defer kept.Close()
	answers := query.New(query.Options{
		Report:  page.Report,
		Walk:    new(course.Proofs).Answer,
		Program: cli.Release(),
		Library: kept.Library(), Memory: int64(opt.memory), Workers: opt.workers.Count(),
		Searches: opt.searches, Queue: opt.searches, Timeout: opt.timeout.Limit(),
	})
	defer answers.Close()
	return pipe.Serve(ctx, in, out, pipe.Options{
		Service: answers, Version: cli.Version(), Searches: opt.searches, Queue: opt.queue,
	})
}
