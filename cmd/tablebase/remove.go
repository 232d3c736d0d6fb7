package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/tablebase"
)

func newRemove() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "remove KIND NAME [flags]",
		Short: "Remove something from the store",
		Args:  checkNamed,
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.look(func(s *tablebase.Store) error {
				return remove(cmd.Context(), s, tablebase.Kind(args[0]), args[1], cmd.OutOrStdout())
			})
		},
	}
	opt.db.AddFlag(cmd)
	return cmd
}

// kinds are the kinds of items that can be removed.
var kinds = []string{string(tablebase.KindTable), string(tablebase.KindCheckpoint), string(tablebase.KindBuild), string(tablebase.KindPositions)}

// checkNamed makes sure that the arguments are a kind and a name.
func checkNamed(_ *cobra.Command, args []string) error {
	switch {
	case len(args) != 2:
		return cli.Usagef("write what to remove, one of %s, and its name, as \"gridlock tablebase list\" prints them", cli.List(kinds))
	case !slices.Contains(kinds, args[0]):
		return cli.Usagef("%q: write one of %s%s", args[0], cli.List(kinds), cli.DidYouMean(args[0], kinds))
	}
	return nil
}

func remove(ctx context.Context, s *tablebase.Store, kind tablebase.Kind, name string, out io.Writer) error {
	err := s.Remove(ctx, kind, name)
	if errors.Is(err, tablebase.ErrMissing) {
		err = cli.Usagef("there is no %s %s in %s; \"gridlock tablebase list\" prints the names", kind, name, s.Dir())
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "removed the %s %s\n", kind, name)
	}
	return err
}
