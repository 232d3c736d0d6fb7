package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
)

// sbatchOptions are the flags of the command.
type sbatchOptions struct {
	access access
	given  bool // whether --server was
	run    string
	tasks  int // workers
	cpus   int // of each
	memory cli.Memory
	time   string
}

// newSbatch returns the command.
func newSbatch() *cobra.Command {
	opt := &sbatchOptions{memory: 8 << 30}
	cmd := &cobra.Command{
		Use:   "sbatch",
		Short: "Print a Slurm script that starts workers",
		Long: `Sbatch prints a script for Slurm: an array of workers, which may be preempted
and requeued. Give it to "sbatch". The nodes need the program in their PATH, and
the access file of the server.`,
		Example: `  gridlock-cluster sbatch --access ~/worker.access --tasks 16 --cpus 8 | sbatch`,
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opt.given = cmd.Flags().Changed("server")
			if err := opt.check(); err != nil {
				return err
			}
			return opt.script(cmd.OutOrStdout())
		},
	}
	opt.access.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.run, "run", "", "work for this run only, and end with it")
	cli.Number(cmd, &opt.tasks, "tasks", 8, 1, 0, "number of workers")
	cli.Number(cmd, &opt.cpus, "cpus", 4, 1, 0, "jobs at a time of each worker")
	flags.Var(&opt.memory, "memory", "memory of each worker for its jobs")
	flags.StringVar(&opt.time, "time", "24:00:00", "time limit, as Slurm writes it")
	return cmd
}

// check looks whether the flags make sense.
func (opt *sbatchOptions) check() error {
	switch {
	case opt.access.file == "" && !opt.given:
		return cli.Usagef("no server given: name it with --access or --server, as the nodes of the cluster reach it")
	case !shellSafe(opt.access.url + opt.access.file):
		return cli.Usagef("--access and --server have no spaces or quotes in them")
	case !shellSafe(opt.time):
		return cli.Usagef("--time has no spaces or quotes in it")
	}
	if opt.run != "" {
		if err := queue.CheckRun(opt.run); err != nil {
			return cli.Usagef("--run: %w", err)
		}
	}
	return nil
}

// shellSafe reports whether a text is one word in a shell script as it stands.
func shellSafe(text string) bool { return !strings.ContainsAny(text, " '\"\n\t$`\\;&|<>()*?#") }

// script prints the script. Slurm counts memory in MiB, and a worker takes a little besides that for
// its jobs.
func (opt *sbatchOptions) script(out io.Writer) error {
	run := ""
	if opt.run != "" {
		run = " --run " + opt.run
	}
	server := "--server " + opt.access.url
	if opt.access.file != "" {
		server = "--access " + opt.access.file
	}
	const besides = 512 // MiB
	memory := int64(opt.memory) >> 20
	_, err := fmt.Fprintf(out, `#!/bin/sh
#SBATCH --job-name=gridlock
#SBATCH --array=1-%d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=%d
#SBATCH --mem=%dM
#SBATCH --time=%s
#SBATCH --requeue
exec gridlock-cluster worker %s%s --workers "$SLURM_CPUS_PER_TASK" --memory %dMiB
`, opt.tasks, opt.cpus, memory+besides, opt.time, server, run, memory)
	return err
}
