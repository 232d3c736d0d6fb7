package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
	"gridlock/internal/cli/flags"
)

// mostThreads is far more than any machine has a use for.
const mostThreads = 1024

// workerOptions are the flags of the command.
type workerOptions struct {
	access  access
	name    string
	run     string
	workers flags.Workers
	memory  flags.Memory
	wait    time.Duration
	threads int
	tied    bool
	do      func(context.Context, *queue.Hub, queue.WorkerOptions) error
}

// newWorker returns the command.
func newWorker(work func(context.Context, *queue.Hub, queue.WorkerOptions) error) *cobra.Command {
	opt := &workerOptions{do: work}
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Do the jobs of a server",
		Long: `Worker does the jobs that a server hands out: for all runs, one after the other,
until it is stopped, or with --run for one run until that ends.

The threads of a search share what they find. So --workers 1 --threads 8 visits
fewer positions than eight jobs at a time; but a certificate, for --prove, is
written by one thread.

Ctrl-C and SIGTERM make it hand back its jobs and end. A worker that is killed
loses only what it is doing.`,
		Example: `  gridlock-cluster worker
  gridlock-cluster worker --access worker.access --workers 8 --memory 16GiB
  gridlock-cluster worker --workers 1 --threads 8`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if opt.tied {
				ctx = tiedTo(ctx, cmd.InOrStdin())
			}
			return opt.work(ctx, cmd.ErrOrStderr())
		},
	}
	opt.access.addFlags(cmd)
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory of all jobs together")
	plain := cmd.Flags()
	plain.StringVar(&opt.run, "run", "", "work for this run only, and end with it")
	plain.StringVar(&opt.name, "name", "", "name of the worker, not that of another one (default: host and process)")
	flags.Number(cmd, &opt.threads, "threads", 1, 1, mostThreads, "threads of each search")
	plain.DurationVar(&opt.wait, "wait", time.Minute, "how long to wait for a server that is not there yet")
	plain.BoolVar(&opt.tied, "tied", false, "end when standard input does: whoever has started this process is gone then")
	_ = plain.MarkHidden("tied")
	return cmd
}

// tiedTo returns a context that ends with a stream, too. The program ends two seconds later if it has not ended by
// itself: if the server is gone, too, there is nowhere to hand jobs back.
func tiedTo(ctx context.Context, in io.Reader) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, in)
		cancel()
		time.AfterFunc(2*time.Second, func() { os.Exit(cli.ExitError) })
	}()
	return ctx
}

func (opt *workerOptions) work(ctx context.Context, errOut io.Writer) error {
	if opt.run != "" {
		if err := queue.CheckRun(opt.run); err != nil {
			return cli.Usagef("--run: %w", err)
		}
	}
	name := processName()
	if opt.name != "" {
		name = plain(opt.name)
	}
	log := logTo(errOut)
	h, err := opt.access.connect(ctx, name, opt.wait, log)
	if err != nil {
		return err
	}
	defer h.Close()
	return opt.do(ctx, h, queue.WorkerOptions{
		Name: name, Program: cli.Version(), Slots: opt.workers.Count(), Threads: opt.threads, Memory: int64(opt.memory), Run: opt.run,
		Log: log,
	})
}
