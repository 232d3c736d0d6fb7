package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
	"gridlock/internal/cli/flags"
)

// upOptions are the flags of the command.
type upOptions struct {
	solve   solveOptions
	workers int
	threads int
	dir     string
}

// newUp returns the command.
func newUp() *cobra.Command {
	opt := &upOptions{}
	cmd := &cobra.Command{
		Use:   "up [GAME] [flags]",
		Short: "Try it on one machine: a server, workers and a coordinator",
		Long: `Up starts a server and some worker processes on this machine, solves a position
with them, and ends them. It is for a first try: "gridlock solve" takes less
time on one machine.

With --dir, a run that was stopped continues when the command is given again.`,
		Example: `  gridlock-cluster up blockade --board 6x6
  gridlock-cluster up blockade --board 6x7 --prove --workers 4`,
		RunE: cli.Run(opt.run),
	}
	opt.solve.addFlags(cmd)
	flags.Number(cmd, &opt.workers, "workers", 2, 1, mostThreads, "number of worker processes, with one job at a time each")
	flags.Number(cmd, &opt.threads, "threads", 1, 1, mostThreads, "threads of each search")
	cmd.Flags().StringVar(&opt.dir, "dir", "", "directory for jobs and results (default: one that is removed at the end)")
	return cmd
}

func (opt *upOptions) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) (err error) {
	p, err := opt.solve.position()
	if err != nil {
		return err
	}
	opt.solve.kept = opt.dir != ""
	if !opt.solve.kept {
		var remove func() error
		if opt.dir, remove, err = newTempDir(); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, remove()) }()
	}
	log := logTo(errOut)
	s, err := queue.Serve(queue.ServerOptions{Listen: "127.0.0.1:0", Dir: opt.dir, Log: log})
	if err != nil {
		return err
	}
	defer s.Close()
	opt.solve.access.url = s.URL()
	workers, err := opt.startWorkers(errOut)
	defer endAll(workers)
	if err != nil {
		return err
	}
	return opt.solve.solve(ctx, p, out, errOut)
}

// hand is a worker process, which ends with its standard input.
type hand struct {
	*exec.Cmd
	input io.Closer
}

// startWorkers starts the workers, as processes of this program. If this one is killed, they notice.
func (opt *upOptions) startWorkers(errOut io.Writer) (started []hand, err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	memory := max(int64(opt.solve.memory)/int64(opt.workers), 1<<20)
	for range opt.workers {
		w := exec.Command(program, "worker", "--tied", "--server", opt.solve.access.url, "--run", opt.solve.run,
			"--workers", "1", "--threads", strconv.Itoa(opt.threads), "--memory", strconv.FormatInt(memory, 10))
		if !opt.solve.quiet {
			w.Stderr = errOut
		}
		input, err := w.StdinPipe()
		if err == nil {
			err = w.Start()
		}
		if err != nil {
			return started, err
		}
		started = append(started, hand{w, input})
	}
	return started, nil
}

// patience is how long a worker that is to end may take.
const patience = 5 * time.Second

// endAll ends workers and waits for them, though not long.
func endAll(workers []hand) {
	for _, w := range workers {
		_ = w.input.Close()
	}
	for _, w := range workers {
		kill := time.AfterFunc(patience, func() { _ = w.Process.Kill() })
		_ = w.Wait()
		kill.Stop()
	}
}
