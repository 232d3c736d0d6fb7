// Package book is the verb "book": opening books, built, looked into and exported. It
// builds a cobra command; the books themselves are in package gridlock/book.
package book

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/book"
	"gridlock/internal/cli"
	"gridlock/variants"
)

// New returns the command.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "book COMMAND",
		Short: "Build and use opening books",
		Long: `Build a book of the opening of a game: all positions of the first plies, and
after them those that a winning strategy needs, each with who wins, how soon,
and the best moves. The program comes with a book of blockade on 7x7, which
"gridlock play" uses.`,
		Example: `  gridlock book build blockade --board 4x4 --plies 3
  gridlock book stats blockade`,
	}
	cli.Group(cmd, newBuild(), newExport(), newStats(), newProbe())
	return cmd
}

// source is the flags by which a user names a book that there is, and a position, and says how to print
// what the book says of them.
type source struct {
	game   cli.GameFlags
	file   string
	format cli.Format
}

func (s *source) addFlags(cmd *cobra.Command) {
	s.game.AddFlags(cmd)
	cli.AddInput(cmd, &s.file, "file", "read the book in this file (default: the book of the game that comes with the program)")
	cli.Rename(cmd, "book", "file")
	s.format.AddFlags(cmd, "", "text", "json")
}

// open returns the position, and the book in the file, which has to be one of the game, or the one of the
// game that comes with the program.
func (s *source) open(cmd *cobra.Command) (variants.Position, *book.Book, error) {
	p, err := s.game.Position()
	if err != nil {
		return p, nil, err
	}
	if s.file == "" {
		b, err := book.Embedded(p.Game())
		return p, b, err
	}
	b, err := read(cmd.Context(), s.file, cmd.InOrStdin())
	if err != nil {
		return p, nil, err
	}
	if have, game := b.Game(), p.Game(); have.String() != game.String() {
		return p, nil, fmt.Errorf("%s is a book of %s on %v, not of %s on %v", s.file,
			have.Variant().Key(), have.Grid(), game.Variant().Key(), game.Grid())
	}
	return p, b, nil
}

// read reads a file with a book.
func read(ctx context.Context, name string, in io.Reader) (*book.Book, error) {
	file, err := cli.Open(ctx, name, in)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := book.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}
