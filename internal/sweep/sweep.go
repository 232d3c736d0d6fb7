package sweep

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// Options says how to solve boards.
type Options struct {
	// Jobs is the number of boards that are searched at a time, at least 1.
	Jobs int

	// Ask has the options and limits for the question about each board. Watch sets its Monitor.
	Ask analysis.Options

	// Class asks for outcome classes, too.
	Class bool

	// Deadline, if not nil, limits the time for each board.
	Deadline func(context.Context) (context.Context, context.CancelFunc)

	// Checkpoint, if not nil, returns where the searches of a board keep their checkpoints, or
	// nil.
	Checkpoint func(task string) *solver.Checkpoint

	// Proofs is the folder for certificates, empty for none.
	Proofs string

	// Watch, if not nil, is called before each search of a board, and done after it.
	Watch func(task string, p variants.Position) (monitor *solver.Monitor, done func())
}

// Run solves boards and calls each with a row as soon as a board is done, one call at a time. A board that reaches a
// limit, or fails, has a row, too. Boards that were not done when the context was cancelled have no row, and the error
// is the context's. If each returns an error, Run ends and returns this error.
func Run(ctx context.Context, plan []variants.Position, opt Options, each func(Row) error) error {
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(opt.Jobs)
	var mu sync.Mutex
	for place, start := range plan {
		if running.Err() != nil {
			break
		}
		group.Go(func() error {
			if running.Err() != nil {
				return running.Err()
			}
			row := opt.Solve(running, start)
			if row.Err != nil && running.Err() != nil {
				return running.Err()
			}
			row.Place = place
			mu.Lock()
			defer mu.Unlock()
			return each(row)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// Solve solves one board; Jobs has no effect. The row has no place.
func (opt Options) Solve(ctx context.Context, start variants.Position) Row {
	if opt.Deadline != nil {
		var cancel context.CancelFunc
		ctx, cancel = opt.Deadline(ctx)
		defer cancel()
	}
	row, task := Row{Start: start, Result: solver.Undecided("")}, start.Game().String()
	if start != start.Game().Start() {
		task += ", " + start.String()
	}
	if opt.Watch != nil {
		monitor, done := opt.Watch(task, start)
		defer done()
		opt.Ask.Monitor = monitor
	}
	proof, err := opt.proof(start)
	if err != nil {
		row.Err = err
		return row
	}
	defer proof.discard()
	opt.Ask.Auto.Prover = proof.prover()
	if opt.Checkpoint != nil {
		opt.Ask.Checkpoint = opt.Checkpoint(task)
	}
	row.ask(ctx, opt.Ask)
	if opt.Class {
		row.classify(ctx, opt.Ask)
	}
	if winner, ok := row.Result.Winner(start); ok && (row.Err == nil || ctx.Err() == nil) {
		row.Certificate, err = proof.of(ctx, start, winner, opt.Ask.Options)
		row.Err = errors.Join(row.Err, err)
	}
	return row
}

// classify finds the class of a start about which was asked.
func (r *Row) classify(ctx context.Context, opt analysis.Options) {
	opt.Auto.Prover = nil
	other, err := analysis.Other(ctx, r.Start, opt)
	if _, none := errors.AsType[*analysis.NoClassError](err); none {
		return
	}
	r.Class, r.Other = new(analysis.NewClass(r.Start, r.Result.Outcome, other.Outcome)), other.Stats
	if r.Err == nil || !errors.Is(err, solver.ErrLimit) {
		r.Err = errors.Join(r.Err, err)
	}
}

// ask asks about the start of a board.
func (r *Row) ask(ctx context.Context, opt analysis.Options) {
	found, err := analysis.Ask(ctx, r.Start, analysis.Verdict, opt)
	r.Result, r.Origin, r.Err = found.Result(), found.Origin, err
	if o := found.Origin; o != nil && r.work() {
		r.Result.Stats = solver.Stats{Nodes: o.Nodes, Elapsed: time.Duration(o.Seconds * float64(time.Second))}
	}
}
