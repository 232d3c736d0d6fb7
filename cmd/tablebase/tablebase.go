// Package tablebase is the verb "tablebase": complete tables of games, built, looked
// into, checked and exported. It builds a cobra command; the store itself is in package
// gridlock/tablebase.
package tablebase

import (
	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/tablebase"
)

// New returns the command.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tablebase COMMAND",
		Short: "Build and use tables of all positions of a game",
		Long: `Build a table of every position that can be reached in a game, each with its
outcome and exact distance, and look positions up in it. Tables are kept in the
store of results, with the results of "gridlock solve".`,
		Example: `  gridlock tablebase build lockdown --board 3x4
  gridlock tablebase list`,
	}
	cli.Group(cmd, newBuild(), newProbe(), newList(), newRemove(), newVerify(), newExport())
	return cmd
}

// openTable opens the store and the table that the flags name.
func openTable(db *cli.Store, game *cli.GameFlags) (*tablebase.Store, *tablebase.Table, error) {
	start, err := game.Position()
	if err != nil {
		return nil, nil, err
	}
	s, err := db.OpenToRead()
	if err != nil {
		return nil, nil, err
	}
	t, err := s.Table(start)
	if err != nil {
		return nil, nil, closing(s, hint(err, start))
	}
	return s, t, nil
}
