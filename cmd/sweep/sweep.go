// Package sweep is the verb "sweep", which solves many boards and prints a table of them. It
// builds a cobra command; the solving itself is in package gridlock/internal/sweep.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/sweep"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

type options struct {
	games    []variants.Variant // nil for all
	boards   []sweep.Sizes      // nil for the rule books' boards
	columns  []string           // nil for the usual ones
	searched bool               // search also for results in the opening book
	distance bool
	class    bool
	random   bool // solve random positions in place of boards
	jobs     int
	search   flags.Limits
	proofs   string
	drawing  sweep.Drawing
	format   flags.Format
	progress flags.Progress
	db       files.Store
	kept     *files.Keeper
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Use:   "sweep [GAME...] [flags]",
		Short: "Solve many boards, and print a table of them",
		Args: func(cmd *cobra.Command, args []string) error {
			for _, arg := range args {
				if err := opt.addGames(cmd, arg); err != nil {
					return cli.Usagef("%q: %w", arg, err) // [cli.ExitStatus] treats an interruption differently
				}
			}
			return nil
		},
		ValidArgsFunction: flags.GameNames(),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			plan, err := opt.plan(cmd)
			if err != nil {
				return err
			}
			if opt.kept, err = opt.db.Keeper(false, cmd.ErrOrStderr()); err != nil {
				return err
			}
			defer opt.kept.Close()
			opt.kept.KeepAll()
			opt.kept.TakePlies()
			return opt.run(cmd.Context(), plan, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	plain := cmd.Flags()
	flags.Value(cmd, "variant", "GAME,...", "", "the games, if they are not the arguments: "+strings.Join(variants.IDs(), ", ")+", of the library, or rule files",
		func(text string) error { return opt.addGames(cmd, text) })
	flags.Value(cmd, "boards", "SIZES", "", "sizes of boards, as in 4x5 or 1..8x1..8 (default: as in the rule books)", func(text string) (err error) {
		opt.boards, err = sweep.ParseSizes(text)
		return err
	})
	flags.Value(cmd, "columns", "NAME,...", "", "what to print: "+strings.Join(sweep.Columns(), ", ")+" (default: what the games have)", func(text string) (err error) {
		opt.columns, err = sweep.ParseColumns(text)
		return err
	})
	plain.BoolVar(&opt.distance, "distance", false, "find the number of plies of every board, however long it takes")
	flags.Class(cmd, &opt.class)
	flags.Value(cmd, "book", "on|off", "on", "whether to look boards up in the opening book", func(text string) error {
		if opt.searched = text == "off"; !opt.searched && text != "on" {
			return errors.New("write on or off; opening books are not read from files any more")
		}
		return nil
	})
	flags.Number(cmd, &opt.jobs, "jobs", 0, 0, 0, "number of boards to solve at a time (default: one for each worker that gets 256 MiB)")
	opt.search.AddFlags(cmd, ", for each board", ", for each board")
	plain.StringVar(&opt.proofs, "proof-dir", "", "write certificates to this `DIR`")
	flags.Number(cmd, &opt.drawing.Positions, "positions", 0, 1, mostPositions, "solve up to this many random positions of each board instead of the board")
	flags.Number(cmd, &opt.drawing.Seed, "seed", 1, 0, 0, "seed of the random positions")
	flags.Holes(cmd, &opt.drawing.Holes)
	cli.Need(cmd, "positions", "seed", "holes")
	cli.Exclude(cmd, "proof-dir", "positions") // certificates are named after boards
	opt.format.AddFlags(cmd, "json is an object per line, with everything that is known", "text", "csv", "json")
	flags.Rename(cmd, "csv", "format csv")
	opt.progress.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	flags.CompleteGames(cmd)
	cli.Complete(cmd, "columns", sweep.Columns()...)
	cli.CompleteFiles(cmd, "proof-dir")
	return cmd
}

// mostPositions is far more positions of a board than anyone has a use for.
const mostPositions = 1_000_000

// addGames adds the games that a text names, with commas between them. A game whose rules have commas has to be named
// alone.
func (opt *options) addGames(cmd *cobra.Command, text string) error {
	ctx, cancel := flags.Reading(cmd)
	defer cancel()
	names := []string{text}
	if _, err := variants.Lookup(text); err != nil {
		names = strings.Split(text, ",")
	}
	for _, name := range names {
		v, err := flags.ParseVariant(ctx, strings.TrimSpace(name))
		if err != nil {
			return err
		}
		i := slices.IndexFunc(opt.games, func(other variants.Variant) bool { return other.Key() == v.Key() })
		switch {
		case i >= 0 && opt.games[i].ID == v.ID:
			return fmt.Errorf("%s is named twice", v.ID)
		case i >= 0:
			return fmt.Errorf("%s and %s have the same rules", opt.games[i].ID, v.ID)
		}
		opt.games = append(opt.games, v)
	}
	return nil
}

// plan checks the flags and returns the boards to solve.
func (opt *options) plan(cmd *cobra.Command) ([]variants.Position, error) {
	given := cmd.Flags().Changed
	switch {
	case opt.format.JSON() && given("columns"):
		return nil, cli.Usagef("--columns does not go with --json, which prints everything")
	case given("proof-dir") && opt.proofs == "":
		return nil, cli.Usagef("--proof-dir: write the name of a folder")
	}
	opt.class = opt.class || slices.Contains(opt.columns, sweep.ClassColumn)
	opt.random = given("positions")
	games := opt.games
	if games == nil {
		games = variants.All()
	}
	plan, left, why := sweep.Plan(games, opt.boards)
	switch {
	case len(plan) == 0:
		return nil, cli.Usagef("--boards: %w", why)
	case left > 0 && !opt.progress.Quiet():
		fmt.Fprintf(cmd.ErrOrStderr(), "gridlock: left out %s that do not exist: %v\n", many(left, "board"), why)
	}
	if opt.random {
		if plan = opt.draw(plan); len(plan) == 0 {
			return nil, cli.Usagef("--positions: no position with a move was found on these boards")
		}
		fmt.Fprintf(opt.notes(cmd.ErrOrStderr()), "gridlock: %s of seed %d\n", opt.things(len(plan)), opt.drawing.Seed)
	}
	if opt.proofs != "" {
		if err := os.MkdirAll(opt.proofs, 0o777); err != nil {
			return nil, fmt.Errorf("--proof-dir: %w", files.Advise(err))
		}
	}
	return plan, nil
}

// draw returns random positions of boards.
func (opt *options) draw(starts []variants.Position) (plan []variants.Position) {
	for _, start := range starts {
		plan = append(plan, opt.drawing.Of(start)...)
	}
	return plan
}

// thing is the word for an item to solve.
func (opt *options) thing() string {
	if opt.random {
		return "position"
	}
	return "board"
}

// things writes a number of boards or positions.
func (opt *options) things(n int) string { return many(n, opt.thing()) }

// many writes a number of things.
func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return console.Count(n) + " " + thing + "s"
}

// jobMemory is the least memory for a board, in bytes, unless the user asks for many boards at a time.
const jobMemory = 256 << 20

// share returns how many boards to solve at a time, and the limits for each.
func (opt *options) share(boards int) (jobs int, each solver.Options) {
	each = opt.search.Options()
	jobs = opt.jobs
	if jobs == 0 {
		jobs = max(1, min(each.Workers, int(each.Memory/jobMemory)))
	}
	jobs = min(jobs, boards)
	each.Memory /= int64(jobs)
	each.Workers = max(1, each.Workers/jobs)
	return jobs, each
}

// table returns the table that the flags ask for.
func (opt *options) table(out io.Writer, plan []variants.Position) sweep.Table {
	columns := opt.columns
	if columns == nil {
		columns = sweep.Usual(plan, opt.asked()...)
	}
	switch opt.format.Value() {
	case "json":
		return sweep.NewJSON(out)
	case "csv":
		return sweep.NewCSV(out, columns)
	}
	return sweep.NewText(out, columns, plan)
}

// asked returns the names of the columns that other flags than --columns ask for.
func (opt *options) asked() (names []string) {
	if opt.class {
		names = append(names, sweep.ClassColumn)
	}
	if opt.proofs != "" {
		names = append(names, sweep.CertificateColumn)
	}
	if opt.random {
		names = append(names, sweep.PositionColumn)
	}
	return names
}

// store returns the store in which results are looked up and kept.
func (opt *options) store() analysis.Store {
	if opt.searched {
		return opt.kept
	}
	return opt.kept.Library()
}

// tally counts the boards of a sweep by status.
type tally struct {
	total int
	count map[string]int
}

// run solves the boards and prints them.
func (opt *options) run(ctx context.Context, plan []variants.Position, out, errOut io.Writer) error {
	jobs, limits := opt.share(len(plan))
	display := opt.progress.Start(out, errOut)
	done := display.Count(len(plan), opt.thing()+"s")
	table, t := opt.table(out, plan), tally{len(plan), map[string]int{}}
	err := sweep.Run(ctx, plan, sweep.Options{
		Jobs: jobs, Class: opt.class, Ask: analysis.Options{Options: limits, Auto: auto.Engine{Distance: opt.distance, Alone: opt.distance}, Store: opt.store()},
		Deadline: opt.search.Timeout.Context, Checkpoint: opt.checkpoint(ctx, display), Proofs: opt.proofs, Watch: display.Watch,
	}, func(row sweep.Row) error {
		t.count[row.Status()]++
		if row.Status() == sweep.Failed {
			display.Note("%v: %v", row.Start.Game(), row.Err)
		}
		return display.Print(func() error { return table.Row(row) })
	})
	done()
	display.Stop()
	if errors.Is(err, context.Canceled) && opt.kept.Store() != nil {
		fmt.Fprintf(opt.notes(errOut), "gridlock: %s of %d done; the same command continues from there\n", opt.things(t.done()), t.total)
	}
	return errors.Join(table.End(), err, t.err(opt.things(t.total)))
}

// notes returns the stream for notes that are no errors.
func (opt *options) notes(errOut io.Writer) io.Writer {
	if opt.progress.Quiet() {
		return io.Discard
	}
	return errOut
}

// done returns the number of boards that have a row.
func (t tally) done() (n int) {
	for _, count := range t.count {
		n += count
	}
	return n
}

// err returns the error of a sweep; nil if everything is solved. all names what the sweep was to solve.
func (t tally) err(all string) error {
	switch {
	case t.done() < t.total:
		return nil
	case t.count[sweep.Failed] > 0:
		return fmt.Errorf("%d of %s failed", t.count[sweep.Failed], all)
	case t.count[sweep.Limit] > 0:
		return fmt.Errorf("%w: %d of %s not solved", solver.ErrLimit, t.count[sweep.Limit], all)
	}
	return nil
}

// checkpoint returns how searches keep their checkpoints, nil without a store.
func (opt *options) checkpoint(ctx context.Context, display *console.Display) func(task string) *solver.Checkpoint {
	if opt.kept.Store() == nil {
		return nil
	}
	var saving sync.Once
	return func(task string) *solver.Checkpoint {
		store := opt.kept.Store()
		if store == nil {
			return nil
		}
		return &solver.Checkpoint{
			Store: store, Resume: true,
			Resumed: func(info solver.CheckpointInfo) { display.Note("%s: %s", task, console.ResumedText(info)) },
			Saving: func() {
				if ctx.Err() != nil {
					saving.Do(func() { display.Note("saving the searches; interrupt again to skip this") })
				}
			},
			Failed: func(err error) { display.Note("%s: %v", task, err) },
		}
	}
}
