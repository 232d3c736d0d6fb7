// Command gridlock-cluster spreads the search of one position over many machines. Run
// "gridlock-cluster --help", or see docs/cluster.md.
package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
)

func main() {
	os.Exit(cli.NewProgram(newRoot(queue.Work)).Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// newRoot returns the root command with all verbs. Work does jobs, as [queue.Work].
func newRoot(work func(context.Context, *queue.Hub, queue.WorkerOptions) error) *cobra.Command {
	root := &cobra.Command{
		Use:   "gridlock-cluster COMMAND",
		Short: "Search one position on many machines",
		Long: `Gridlock-cluster finds who wins a position on boards that take one machine too
long. A server hands out jobs, workers on any number of machines do them, and
"solve" puts together what they find. Each of them may end at any time and be
started again.

To try it on one machine, run "gridlock-cluster up".`,
		Example: `  gridlock-cluster up blockade --board 6x7
  gridlock-cluster serve
  gridlock-cluster worker
  gridlock-cluster solve blockade --board 7x7 --prove`,
		Version: cli.Version(),
	}
	root.AddCommand(newUp(), newServe(), newSolve(), newWorker(work), newStatus(), newCancel(), newSimulate())
	cli.Group(root)
	return root
}
