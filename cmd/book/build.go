package book

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/book"
	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// extent is the flags that say how far a book goes, and where its entries are kept.
type extent struct {
	game   cli.GameFlags
	db     cli.Store
	plies  int
	full   int
	nodes  uint64
	format cli.Format

	progress cli.Progress
}

func (e *extent) addFlags(cmd *cobra.Command) {
	e.game.AddFlags(cmd)
	cli.Number(cmd, &e.plies, "plies", 4, 0, 0, "length of the book, in plies")
	cli.Number(cmd, &e.full, "full", 2, 0, 0, "follow every move in the first `N` plies")
	e.format.AddFlags(cmd, "", "text", "json")
	e.db.AddFlag(cmd)
	e.progress.AddFlags(cmd)
}

// builder opens the store and returns a builder, and the position from which on to build.
func (e *extent) builder() (book.Builder, *tablebase.Store, variants.Position, error) {
	start, err := e.game.Position()
	if err != nil {
		return book.Builder{}, nil, start, err
	}
	store, err := e.db.Open(true)
	return book.Builder{Store: store, Plies: e.plies, Full: e.full, Nodes: e.nodes, Program: cli.Version()}, store, start, err
}

type buildOptions struct {
	extent
	workers cli.Workers
	memory  cli.Memory
	timeout cli.Timeout
}

func newBuild() *cobra.Command {
	var opt buildOptions
	cmd := &cobra.Command{
		Use:   "build [GAME] [flags]",
		Short: "Build an opening book",
		Long: `Solve the positions of an opening, breadth first: all positions of the first
plies (--full), and after them, to --plies, those that a strategy reaches. It
takes one best move where a position is won, and every move where it is lost.
Positions that are images of each other are solved once.

Every entry is in the store (--db) as soon as it is solved, and "gridlock play"
finds it there. A build that is stopped, for whatever reason, resumes when the
same command is given again; a build with more plies continues from it.`,
		Example: `  gridlock book build blockade --board 4x4 --plies 3
  gridlock book build lockdown --board 3x4 --plies 2 --workers 1`,
		RunE: cli.Run(opt.run),
	}
	opt.addFlags(cmd)
	cli.Number(cmd, &opt.nodes, "nodes", 20_000_000, 0, 0,
		"maximum number of positions to visit for the distance of an entry; 0 for no limit")
	opt.workers.AddFlag(cmd)
	opt.memory.AddFlag(cmd, "approximate memory for the search")
	opt.timeout.AddFlag(cmd, "")
	return cmd
}

func (opt *buildOptions) run(ctx context.Context, _ io.Reader, out, errOut io.Writer) error {
	builder, store, start, err := opt.builder()
	if err != nil {
		return err
	}
	ctx, cancel := opt.timeout.Context(ctx)
	defer cancel()
	display := opt.progress.Start(out, errOut)
	builder.Workers, builder.Memory = opt.workers.Count(), int64(opt.memory)
	builder.Watch = func(p book.Progress, at variants.Position) (*solver.Monitor, func()) {
		return display.Watch(opt.task(p), at)
	}
	made, err := builder.Build(ctx, start)
	display.Stop()
	err = errors.Join(limit(err), store.Close())
	if err != nil {
		return err
	}
	return writeStats(out, made, &opt.format)
}

// task says how far a build is.
func (opt *buildOptions) task(p book.Progress) string {
	text := fmt.Sprintf("ply %d of %d, position %s of %s", p.Ply, opt.plies, cli.Count(p.Done+1), cli.Count(p.Positions))
	if p.Left > 0 {
		text += ", " + cli.Seconds(p.Left) + " left"
	}
	return text
}

// limit adds to the error of a build whose time is up where its results are.
func limit(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w; the positions solved so far are in the store", err)
	}
	return err
}

func newExport() *cobra.Command {
	var opt extent
	var file string
	cmd := &cobra.Command{
		Use:   "export [GAME] --out FILE [flags]",
		Short: "Write an opening book from the store to a file",
		Long: `Write a book whose entries are all in the store to a file. Give the same --plies
and --full as for "gridlock book build". "gridlock help book-format" describes
the file.`,
		Example: `  gridlock book export blockade --board 4x4 --plies 3 --out 4x4.book`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if file == "" {
				return cli.Usagef("no file given: add --out FILE")
			}
			return opt.export(cmd.Context(), file, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.addFlags(cmd)
	cli.AddOutput(cmd, &file, "out", "o", "write the book to this file")
	return cmd
}

func (e *extent) export(ctx context.Context, file string, out, errOut io.Writer) error {
	builder, store, start, err := e.builder()
	if err != nil {
		return err
	}
	batch, stop := e.progress.Batch(out, errOut, 1, "parts")
	batch.Step("the positions")
	made, err := builder.Collect(ctx, start)
	stop()
	if errors.Is(err, book.ErrIncomplete) {
		err = fmt.Errorf("%w; run \"gridlock book build\" with the same flags first", err)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	if err := write(file, made); err != nil {
		return err
	}
	return writeStats(out, made, &e.format)
}

// write writes a book to a file, in the place of another one at most.
func write(name string, made *book.Book) error {
	file, err := cli.StageFile(name, func(name string) error {
		_, err := read(context.Background(), name, nil)
		return err
	})
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := made.Write(file); err != nil {
		return err
	}
	return file.Commit()
}
