// Command atlas makes docs/atlas.md and its data: who wins on every board of at most 64 cells, in
// how many plies, and by which certificate.
//
//	go run ./internal/atlas -version VERSION
//
// It solves all boards within limits, as "gridlock sweep" does, and keeps the results in docs/atlas/atlas.jsonl and
// library.jsonl. It may be interrupted at any time: the next run continues there. Boards that were given up are solved
// again with wider limits. With -all every board is solved again, for use after a change of the code. Then it writes
// the pages and the table, which depend on the data only.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/staged"
	"gridlock/theory"
	"gridlock/variants"
)

// options are the flags.
type options struct {
	docs    string // the folder of atlas.md
	version string
	memory  flags.Memory
	nodes   uint64
	plies   uint64
	jobs    int
	all     bool
	pages   bool
}

func main() {
	opt := options{docs: "docs", memory: 2 << 30}
	flag.StringVar(&opt.version, "version", "", "version of the program, to be written to new rows")
	flag.Uint64Var(&opt.nodes, "nodes", 5_000_000, "limit of nodes for each board, and for its certificate")
	flag.Uint64Var(&opt.plies, "plies-nodes", 500_000, "limit of nodes for a second search, for the number of plies; a fifth in games that are sums")
	flag.Var(&opt.memory, "memory", "memory for each board")
	flag.IntVar(&opt.jobs, "jobs", 2, "number of boards to solve at a time, with one worker each")
	flag.BoolVar(&opt.all, "all", false, "solve all boards again")
	flag.BoolVar(&opt.pages, "pages", false, "solve nothing, only write the pages and the table")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := opt.run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "atlas:", err)
		os.Exit(1)
	}
}

// run makes the atlas.
func (opt options) run(ctx context.Context, out io.Writer) error {
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("there are no arguments, such as %q", flag.Arg(0))
	case opt.version == "" && !opt.pages:
		return errors.New(`-version is missing; write the version that new rows are to name, or use "make atlas"`)
	case opt.jobs < 1 || opt.nodes < 1:
		return errors.New("-jobs and -nodes have to be at least 1")
	}
	all, err := editions(opt.docs)
	if err != nil {
		return err
	}
	every := slices.Concat(all[0].Boards(), all[1].Boards())
	if !opt.pages {
		if err := opt.solve(ctx, every, func() error { return opt.write(data(all)) }, out); err != nil {
			return err
		}
	}
	if n := len(every) - len(every.which(known)); n > 0 {
		return fmt.Errorf("%d boards have no row yet; run the command without -pages", n)
	}
	return opt.write(published(opt.docs, all))
}

// write writes files into the folder of the documents.
func (opt options) write(all files, err error) error {
	if err != nil {
		return err
	}
	return staged.WriteAll(opt.docs, all, 0o666)
}

const (
	slower       = 5         // how many times as long a node of the second search takes in games whose positions are sums
	libraryNodes = 20_000    // the maximum of both limits of nodes for boards of the library
	openNodes    = 2_000_000 // the maximum of the first limit for boards of games like Snort that libraryNodes left open
)

// limits returns the limits for a board that smaller ones may have left open.
func (opt options) limits(start variants.Position, open bool) Limits {
	l, lemmas := Limits{opt.nodes, opt.plies, int64(opt.memory)}, theory.For(start.Game())
	if !slices.Contains(variants.IDs(), start.Game().Variant().ID) {
		l.Nodes, l.PliesNodes = min(l.Nodes, libraryNodes), min(l.PliesNodes, libraryNodes)
		if open && lemmas.Sure != nil {
			l.Nodes = min(opt.nodes, openNodes)
		}
	}
	if lemmas.Sums() {
		l.PliesNodes /= slower
	}
	return l
}

// saveEvery is the time between two writes of the data, which an interruption can lose.
const saveEvery = 10 * time.Second

// solve solves the boards that are not done, and adds the results to them. It saves that from time to time and in the
// end.
func (opt options) solve(ctx context.Context, todo boards, save func() error, out io.Writer) error {
	left := todo.which(func(b *board) bool { return opt.all || !b.done(opt.limits(b.start, b.Winner == nil)) })
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(opt.jobs)
	var mu sync.Mutex
	saved, solved := time.Now(), 0
	for _, b := range left {
		group.Go(func() error {
			if running.Err() != nil {
				return nil
			}
			found, err := solving{opt.limits(b.start, false), opt.version}.board(running, b.start)
			if wider := opt.limits(b.start, true); err == nil && found.Winner == nil && found.Limits != wider {
				found, err = solving{wider, opt.version}.board(running, b.start)
			}
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if b.Fact, err = b.update(found); err != nil {
				return err
			}
			solved++
			if err := printable.WriteJSON(out, b.Fact); err != nil || time.Since(saved) < saveEvery {
				return err
			}
			saved = time.Now()
			return save()
		})
	}
	err := group.Wait()
	if err == nil {
		err = ctx.Err()
	}
	fmt.Fprintf(out, "%d boards solved, %d kept\n", solved, len(todo)-len(left))
	return errors.Join(err, save())
}
