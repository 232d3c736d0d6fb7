// Package engine is the verb "engine", which answers questions about positions in lines of
// JSON, for other programs. It builds a cobra command; the protocol is in package
// gridlock/internal/pipe, the answers in gridlock/internal/query.
package engine

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/page"
	"gridlock/internal/pipe"
	"gridlock/internal/query"
	"gridlock/internal/walk"
)

type options struct {
	searches int
	queue    int
	timeout  cli.Timeout
	workers  cli.Workers
	memory   cli.Memory
	db       cli.Store
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "engine [flags]",
		Short: "Answer questions of other programs, in lines of JSON",
		Long: `Read requests from standard input, one JSON object a line, and write the replies
to standard output, for graphical interfaces, notebooks and tournaments. What a
search has found out is remembered for the next request.

  {"id":1,"do":"analyze","variant":"lockdown","moves":"6 11","progress":true}

"do" is one of

  analyze, review  as "gridlock analyze --json": every move, or a game
  moves            only move, outcome and distance of every legal move
  solve            as "gridlock solve --json"
  move             the computer's choice: level, seed
  puzzle           a puzzle: board, depth, seed
  position         what the rules say: cells, legal moves, who has won
  variants         the games
  stop             cancel the request with this "id", or all without one
  quit             cancel all requests and end the program

The other fields are "variant", "board" or "position", "moves", and for searches
"distance", "timeout" (seconds) and "nodes". The first line of output is a
greeting. Each request has one reply, with its "id" and a "result" or a
"problem". With "progress":true others come before it, with "progress", "queued"
or, as moves are decided, "moves". stop and quit have no reply.

Requests that search wait in a queue; all others are answered at once. At the
end of input the program ends when all requests are answered.`,
		Example: `  gridlock engine
  echo '{"do":"solve","variant":"claim"}' | gridlock engine
  gridlock engine --searches 2 --workers 1 --timeout 10s --db none`,
		Args: cli.NoArgs,
		RunE: cli.Run(opt.run),
	}
	cli.Number(cmd, &opt.searches, "searches", 1, 1, mostSearches, "number of searches at a time")
	cli.Number(cmd, &opt.queue, "queue", 64, 0, mostQueue, "number of requests that may wait for a search")
	cmd.Flags().Var(&opt.timeout, "timeout", "maximum time for a search, as in 90s; a request may ask for less (default: none)")
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for all searches together")
	opt.db.AddFlag(cmd)
	return cmd
}

// The limits of the flags, far beyond what is of use.
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
		Walk:    new(walk.Proofs).Answer,
		Program: cli.Release(),
		Library: kept.Library(), Memory: int64(opt.memory), Workers: opt.workers.Count(),
		Searches: opt.searches, Queue: opt.searches, Timeout: opt.timeout.Limit(),
	})
	defer answers.Close()
	return pipe.Serve(ctx, in, out, pipe.Options{
		Service: answers, Version: cli.Version(), Searches: opt.searches, Queue: opt.queue,
	})
}
