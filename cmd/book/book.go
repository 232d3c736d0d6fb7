// Package book is the verb "book": opening books, built, looked into and exported. It
// builds a cobra command; the books themselves are in package gridlock/book.
package book

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/dustin/go-humanize"
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
		Long: `Build a book of the opening of a game: in the first plies all positions, further
on what a winning strategy needs, each with who wins, how soon, and by which
moves. The program comes with a book of blockade on 7x7, which play uses.`,
		Example: `  gridlock book build --variant blockade --board 4x4 --plies 3
  gridlock book stats --variant blockade`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var names []string
			for _, c := range cmd.Commands() {
				names = append(names, c.Name())
			}
			return cli.Usagef("which command of book? There are %s", strings.Join(names, ", "))
		},
	}
	cmd.AddCommand(newBuild(), newExport(), newStats(), newProbe())
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

// writeStats writes what a book has.
func writeStats(w io.Writer, b *book.Book) error {
	info := b.Info()
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s) on %v\n\n", b.Game().Variant().Title, info.Variant, b.Game().Grid())
	text.WriteString(cli.Verbatim("from", info.Position))
	text.WriteString(cli.Field("every move", fmt.Sprintf("in the first %s, then those of a strategy", cli.Plies(info.Full))))
	text.WriteString(cli.Field("positions", humanize.Comma(int64(b.Positions()))))
	text.WriteString(cli.Field("built by", info.Program))
	fmt.Fprintf(&text, "\n%5s %15s %15s %15s %15s\n", "ply", "positions", "won", "lost", "distance known")
	for ply, l := range info.Layers {
		fmt.Fprintf(&text, "%5d %15s %15s %15s %15s\n", ply, comma(l.Positions()), comma(l.Won), comma(l.Lost), comma(l.Distances))
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func comma(n int) string { return humanize.Comma(int64(n)) }
