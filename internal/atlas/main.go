// Command atlas makes docs/atlas.md and its data: who wins on every board of at most 64 cells, in
// how many plies, and by which certificate.
//
//	go run ./internal/atlas -version VERSION
//
// It solves all boards within limits and keeps what it finds in docs/atlas/atlas.jsonl and
// runs.jsonl. It may be interrupted at any time: the next run continues there. Boards are solved
// again if the code that finds the facts has changed since, or if the limits are wider than those
// that they were given up with. Then it writes the pages, tables and pictures, which depend on the
// data only.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"gridlock/internal/cli"
	"gridlock/internal/staged"
	"gridlock/internal/sweep"
	"gridlock/theory"
	"gridlock/variants"
)

// options are the flags.
type options struct {
	docs    string
	version string
	games   []variants.Variant // nil for all
	boards  []sweep.Sizes      // nil for all
	memory  cli.Memory
	nodes   uint64
	plies   uint64
	jobs    int
	proofs  string
	all     bool
	pages   bool
}

func main() {
	opt := options{memory: 2 << 30}
	flag.StringVar(&opt.docs, "docs", "docs", "folder for atlas.md, atlas.csv and the folder atlas")
	flag.StringVar(&opt.version, "version", "", "version of the program, to be written to new rows")
	flag.Func("games", "games to solve, with commas (default: all)", func(text string) (err error) {
		opt.games, err = sweep.AddGames(context.Background(), opt.games, text)
		return err
	})
	flag.Func("boards", "sizes of boards to solve, as in gridlock sweep (default: all)", func(text string) (err error) {
		opt.boards, err = sweep.ParseSizes(text)
		return err
	})
	flag.Uint64Var(&opt.nodes, "nodes", 5_000_000, "limit of nodes for each board, and for its certificate")
	flag.Uint64Var(&opt.plies, "plies-nodes", 500_000, "limit of nodes for a second search, for the number of plies; a fifth in games that are sums")
	flag.Var(&opt.memory, "memory", "memory for each board")
	flag.IntVar(&opt.jobs, "jobs", 2, "number of boards to solve at a time, with one worker each")
	flag.StringVar(&opt.proofs, "proofs", "", "folder where certificates stay (default: they are checked and removed)")
	flag.BoolVar(&opt.all, "all", false, "solve all boards again")
	flag.BoolVar(&opt.pages, "pages", false, "solve nothing, only write pages, tables and pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := opt.run(ctx, ".", os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "atlas:", err)
		os.Exit(1)
	}
}

// run makes the atlas of the module in a folder.
func (opt options) run(ctx context.Context, module string, out io.Writer) error {
	known, err := readData(filepath.Join(opt.docs, "atlas"))
	if err != nil {
		return err
	}
	every := every()
	if !opt.pages {
		if err := opt.fill(ctx, module, every, known, out); err != nil {
			return err
		}
	}
	if err := known.missing(allStarts(every)); err != nil {
		return err
	}
	all, err := published(known, every)
	if err != nil {
		return err
	}
	return staged.WriteAll(opt.docs, all, 0o666)
}

// fill solves the boards that the flags name.
func (opt options) fill(ctx context.Context, module string, every []edition, known data, out io.Writer) error {
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("there are no arguments, such as %q", flag.Arg(0))
	case opt.version == "":
		return errors.New(`-version is missing; write the version that new rows are to name, or use "make atlas"`)
	case opt.jobs < 1 || opt.nodes < 1:
		return errors.New("-jobs and -nodes have to be at least 1")
	}
	todo := opt.chosen(allStarts(every))
	if len(todo) == 0 {
		return errors.New("-boards: the atlas has none of them, only boards of at most 64 cells, and 5x6 but not 6x5 where both are the same")
	}
	if opt.proofs != "" {
		if err := os.MkdirAll(opt.proofs, 0o777); err != nil {
			return fmt.Errorf("-proofs: %w", err)
		}
	}
	code, err := codeID(module)
	if err != nil {
		return err
	}
	save := func() error {
		files, err := known.files(every)
		if err != nil {
			return err
		}
		return staged.WriteAll(opt.docs, files, 0o666)
	}
	return opt.solve(ctx, solving{program: opt.version, code: code, jobs: opt.jobs, proofs: opt.proofs}, todo, known, save, out)
}

// chosen returns the boards of the atlas that the flags name.
func (opt options) chosen(every []variants.Position) []variants.Position {
	games, sizes := opt.games, opt.boards
	if games == nil {
		games = slices.Concat(variants.All(), libraryGames())
	}
	if sizes == nil {
		sizes = everySize()
	}
	wanted := map[key]bool{}
	plan, _, _ := sweep.Plan(games, sizes)
	for _, start := range plan {
		wanted[keyOf(start)] = true
	}
	return slices.DeleteFunc(slices.Clone(every), func(start variants.Position) bool { return !wanted[keyOf(start)] })
}

// slower is how many times longer a node of the second search takes in games whose positions are
// evaluated as sums.
const slower = 5

// libraryNodes is the maximum of both limits of nodes for boards of the library.
const libraryNodes = 20_000

// limits returns the limits for a board.
func (opt options) limits(start variants.Position) Limits {
	l := Limits{opt.nodes, opt.plies, int64(opt.memory)}
	if !slices.Contains(variants.IDs(), start.Game().Variant().ID) {
		l.Nodes, l.PliesNodes = min(l.Nodes, libraryNodes), min(l.PliesNodes, libraryNodes)
	}
	if theory.For(start.Game()).Sums() {
		l.PliesNodes /= slower
	}
	return l
}

// saveEvery is the time between two writes of the data, which an interruption can lose.
const saveEvery = 10 * time.Second

// solve solves boards and adds what it finds to the data, which it saves from time to time and in
// the end.
func (opt options) solve(ctx context.Context, s solving, todo []variants.Position, known data, save func() error, out io.Writer) error {
	left := slices.DeleteFunc(slices.Clone(todo), func(start variants.Position) bool {
		return !opt.all && known.done(keyOf(start), s.code, opt.limits(start))
	})
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(opt.jobs)
	var mu sync.Mutex
	saved, solved := time.Now(), 0
	for _, start := range left {
		group.Go(func() error {
			if running.Err() != nil {
				return nil
			}
			s := s
			s.limits = opt.limits(start)
			fact, run, err := s.board(running, start)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if err := known.learn(fact, run); err != nil {
				return err
			}
			solved++
			fmt.Fprintln(out, line(fact, run))
			if time.Since(saved) < saveEvery {
				return nil
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

// line says in a line what was found of a board.
func line(f Fact, r Run) string {
	winner, plies, proof := "?", "?", "no certificate"
	if f.Winner != nil {
		winner = *f.Winner
	}
	if f.Plies != nil {
		plies = fmt.Sprint(*f.Plies)
	}
	if c := f.Certificate; c != nil {
		proof = fmt.Sprintf("%s %d", c.Method, c.Records)
	}
	return fmt.Sprintf("%-8s %5s  %s %3s  %10d nodes %6.1f s %6.1f s  %s %.1f s",
		f.Variant, f.Board, winner, plies, f.Nodes, r.Seconds, r.PliesSeconds, proof, r.CertificateSeconds)
}
