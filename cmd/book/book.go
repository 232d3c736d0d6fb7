// Package book is the verb "book": opening books, built, looked into and exported. It
// builds a cobra command; the books themselves are in package gridlock/book.
package book

import (
	"fmt"
	"os"

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

// source is the flag by which a user names a book that there is.
type source struct{ file string }

func (s *source) addFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.file, "book", "", "file with the book (default: the book of the game that comes with the program)")
	cli.CompleteFiles(cmd, "book")
}

// open returns the book in the file, which has to be one of the game, or the one of the
// game that comes with the program.
func (s *source) open(game *variants.Game) (*book.Book, error) {
	if s.file == "" {
		return book.Embedded(game)
	}
	b, err := read(s.file)
	if err != nil {
		return nil, err
	}
	if have := b.Game(); have.Variant().ID != game.Variant().ID || have.Grid().String() != game.Grid().String() {
		return nil, fmt.Errorf("%s is a book of %s on %v, not of %s on %v", s.file,
			have.Variant().ID, have.Grid(), game.Variant().ID, game.Grid())
	}
	return b, nil
}

// read reads a file with a book.
func read(name string) (*book.Book, error) {
	file, err := os.Open(name)
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
