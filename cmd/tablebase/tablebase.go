// Package tablebase is the verb "tablebase", which builds, probes, checks and exports complete tables of games. It
// builds a cobra command; the store itself is in package gridlock/tablebase.
package tablebase

import (
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/tablebase"
)

// New returns the command.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tablebase COMMAND",
		Short: "Build and use tables of all positions of a game",
	}
	cli.Group(cmd, newBuild(), newProbe(), newList(), newRemove(), newVerify(), newExport())
	return cmd
}

// options are the flags of the commands; each command has some of the flags.
type options struct {
	game      flags.Game
	db        files.Store
	workers   flags.Workers
	memory    flags.Memory
	timeout   flags.Timeout
	format    flags.Format
	progress  flags.Progress
	stdin     bool
	again     bool
	anyway    bool
	layers    bool
	positions uint64
	seed      uint64
}

// look opens the store for reading.
func (opt *options) look(at func(s *tablebase.Store) error) error {
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	return closing(s, at(s))
}
