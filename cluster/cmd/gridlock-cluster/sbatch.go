package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
)

// slurm is an array of tasks.
type slurm struct {
	name   string
	tasks  int
	cpus   int
	memory cli.Memory // of a task for its work
	time   string
}

// addFlags adds the flags to a command, except the number of tasks.
func (s *slurm) addFlags(cmd *cobra.Command, cpus, memory string) {
	flags := cmd.Flags()
	flags.IntVar(&s.cpus, "cpus", 4, cpus)
	flags.Var(&s.memory, "memory", memory)
	flags.StringVar(&s.time, "time", "24:00:00", "time limit, as Slurm writes it")
}

// check looks whether the flags make sense.
func (s *slurm) check() error {
	switch {
	case !shellSafe(s.time):
		return cli.Usagef("--time has no spaces or quotes in it")
	case s.tasks < 1, s.cpus < 1:
		return cli.Usagef("--tasks and --cpus are at least 1")
	}
	return nil
}

// shellSafe reports whether a text is one word in a shell script as it stands.
func shellSafe(text string) bool { return !strings.ContainsAny(text, " '\"\n\t$`\\;&|<>()*?#") }

// print prints a script with a command. Slurm counts memory in MiB, and a task takes a little
// besides that for its work.
func (s *slurm) print(out io.Writer, command string) error {
	const besides = 512 // MiB
	_, err := fmt.Fprintf(out, `#!/bin/sh
#SBATCH --job-name=%s
#SBATCH --array=1-%d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=%d
#SBATCH --mem=%dM
#SBATCH --time=%s
#SBATCH --requeue
exec gridlock-cluster %s
`, s.name, s.tasks, s.cpus, s.mebibytes()+besides, s.time, command)
	return err
}

func (s *slurm) mebibytes() int64 { return int64(s.memory) >> 20 }

// sbatchOptions are the flags of the command.
type sbatchOptions struct {
	access access
	given  bool // whether --server was
	run    string
	slurm
}

// newSbatch returns the command.
func newSbatch() *cobra.Command {
	opt := &sbatchOptions{slurm: slurm{name: "gridlock", memory: 8 << 30}}
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
	cmd.Flags().StringVar(&opt.run, "run", "", "work for this run only, and end with it")
	cmd.Flags().IntVar(&opt.tasks, "tasks", 8, "number of workers")
	opt.addFlags(cmd, "jobs at a time of each worker", "memory of each worker for its jobs")
	return cmd
}

// check looks whether the flags make sense.
func (opt *sbatchOptions) check() error {
	switch {
	case opt.access.file == "" && !opt.given:
		return cli.Usagef("no server given: name it with --access or --server, as the nodes of the cluster reach it")
	case !shellSafe(opt.access.url + opt.access.file):
		return cli.Usagef("--access and --server have no spaces or quotes in them")
	}
	if opt.run != "" {
		if err := queue.CheckRun(opt.run); err != nil {
			return cli.Usagef("--run: %w", err)
		}
	}
	return opt.slurm.check()
}

// script prints the script.
func (opt *sbatchOptions) script(out io.Writer) error {
	run := ""
	if opt.run != "" {
		run = " --run " + opt.run
	}
	server := "--server " + opt.access.url
	if opt.access.file != "" {
		server = "--access " + opt.access.file
	}
	return opt.print(out, fmt.Sprintf(`worker %s%s --workers "$SLURM_CPUS_PER_TASK" --memory %dMiB`, server, run, opt.mebibytes()))
}
