// Package cluster is the verb "cluster", which runs the program gridlock-cluster. It builds a cobra
// command; the program is a module of its own, in folder cluster.
package cluster

import (
	"fmt"
	"os/exec"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

// program is the name of the program.
const program = "gridlock-cluster"

// A terminal sends an interrupt to this program and to the program that it runs. Another program may send an interrupt
// only to this program, so after some time this program passes it on.
const (
	passOn   = 3 * time.Second
	patience = 15 * time.Second // time until the program is killed
)

// New returns the command.
func New() *cobra.Command {
	return &cobra.Command{
		Use:                "cluster COMMAND [flags]",
		Short:              "Search one position on many machines",
		DisableFlagParsing: true,
		RunE:               run,
	}
}

// Found reports whether the program can be found.
func Found() bool {
	_, err := findProgram(program)
	return err == nil
}

// run runs the program with the same arguments and streams.
func run(cmd *cobra.Command, args []string) error {
	path, err := findProgram(program)
	switch {
	case err != nil && (slices.Contains(args, "--help") || slices.Contains(args, "-h")):
		return cmd.Help()
	case err != nil:
		return fmt.Errorf("%w; from a clone of the source, \"go build -C cluster -o DIRECTORY ./cmd/gridlock-cluster\" makes it", err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	child := exec.CommandContext(cmd.Context(), path, args...)
	child.Stdin, child.Stdout, child.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	child.Cancel = func() error {
		time.AfterFunc(passOn, func() { _ = child.Process.Signal(syscall.SIGTERM) }) // Windows has no such signals
		return nil
	}
	child.WaitDelay = patience
	err = child.Run()
	if child.ProcessState != nil && child.ProcessState.ExitCode() > 0 {
		return &cli.StatusError{Status: child.ProcessState.ExitCode()}
	}
	return err
}
