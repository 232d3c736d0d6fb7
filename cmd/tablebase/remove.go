package tablebase

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/tablebase"
)

type removeOptions struct {
	db   cli.Store
	kind tablebase.Kind
	name string
}

func newRemove() *cobra.Command {
	var opt removeOptions
	kinds := []string{string(tablebase.KindTable), string(tablebase.KindCheckpoint), string(tablebase.KindBuild), string(tablebase.KindPositions)}
	cmd := &cobra.Command{
		Use:   "remove KIND NAME [flags]",
		Short: "Remove something from the store",
		Long: `Remove a table, the checkpoint of a search, a build that was stopped, or all
solved positions of a game. KIND and NAME are those that "gridlock tablebase
list" prints: table, checkpoint, build or positions, and a name. What another
process is using stays.`,
		Example: `  gridlock tablebase remove table lockdown-3x4`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Usagef("write what to remove, one of %s, and its name, as \"gridlock tablebase list\" prints them", cli.List(kinds))
			}
			opt.kind, opt.name = tablebase.Kind(args[0]), args[1]
			for _, k := range kinds {
				if args[0] == k {
					return nil
				}
			}
			return cli.Usagef("%q: write one of %s%s", args[0], cli.List(kinds), cli.DidYouMean(args[0], kinds))
		},
		RunE: cli.Run(opt.run),
	}
	opt.db.AddFlag(cmd)
	return cmd
}

func (opt *removeOptions) run(ctx context.Context, _ io.Reader, out, _ io.Writer) error {
	s, err := opt.db.OpenToRead()
	if err != nil {
		return err
	}
	err = s.Remove(ctx, opt.kind, opt.name)
	if errors.Is(err, tablebase.ErrMissing) {
		err = cli.Usagef("there is no %s %s in %s; \"gridlock tablebase list\" prints the names", opt.kind, opt.name, s.Dir())
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "removed the %s %s\n", opt.kind, opt.name)
	}
	return closing(s, err)
}
