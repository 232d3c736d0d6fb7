package book

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Builder makes books: breadth first from a position, solving every entry once and saving it in
// a store at once. A build that was stopped continues where it was when it is started again with
// the same store.
type Builder struct {
	// Store keeps what has been solved, by this build and others. It is required.
	Store solver.Store

	// Plies is the depth of the book: it has the positions after 0, 1, …, Plies plies.
	Plies int

	// Full is the number of plies in which every move is followed. After them it is one best
	// move in won positions, and every move in lost ones.
	Full int

	// Nodes is the maximum number of positions to visit to find the distance of one entry; 0
	// means no limit. The search for who wins has no limit.
	Nodes uint64

	// Workers and Memory are those of solver.Options.
	Workers int
	Memory  int64

	// Program is the version of the program, kept in the book.
	Program string

	// Watch, if not nil, is called before each search with the progress of the build. The search
	// shows its statistics on the monitor that Watch returns, and calls done when it is over.
	Watch func(Progress, variants.Position) (monitor *solver.Monitor, done func())
}

// Progress is the progress of a build.
type Progress struct {
	Ply       int           // of the current layer
	Done      int           // finished entries of it
	Positions int           // in it
	Entries   int           // in all layers so far
	Solved    int           // entries solved by this build
	Elapsed   time.Duration // since it began
	Left      time.Duration // estimated time for the rest of the layer; 0 while unknown
}

// ErrIncomplete is the error of Collect if the store lacks entries.
var ErrIncomplete = errors.New("the book is not complete")

// Build makes the book that begins with a position. If ctx ends first, the store has what has
// been solved by then.
func (b Builder) Build(ctx context.Context, start variants.Position) (*Book, error) {
	shared, err := auto.NewShared(start.Game(), b.Memory)
	if err != nil {
		return nil, err
	}
	defer shared.Release()
	return b.walk(start, func(p variants.Position, w *walk) (solver.Result, error) {
		r, err := b.find(ctx, p)
		if err == nil && !b.enough(r) {
			r, err = b.solve(ctx, p, w, shared)
		}
		return r, err
	})
}

// Collect is Build without search: all entries must be in the store.
func (b Builder) Collect(ctx context.Context, start variants.Position) (*Book, error) {
	return b.walk(start, func(p variants.Position, _ *walk) (solver.Result, error) {
		r, err := b.find(ctx, p)
		if err == nil && !r.Proven {
			err = fmt.Errorf("%w: the store does not have %v", ErrIncomplete, p)
		}
		return r, err
	})
}

// walk is a build in progress.
type walk struct {
	*Book
	progress Progress
	began    time.Time
	layer    time.Time // when the layer began
	before   int       // solved before that
	seen     map[keys.Key]bool
}

// walk visits layer after layer. lookup returns what is known of a position.
func (b Builder) walk(start variants.Position, lookup func(variants.Position, *walk) (solver.Result, error)) (*Book, error) {
	made, err := newBook(Info{
		Variant: start.Game().Variant().Key(), Board: start.Game().Grid().String(), Position: start.String(),
		Full: b.Full, Program: b.Program,
	}, []variants.Variant{start.Game().Variant()})
	if err != nil {
		return nil, err
	}
	w := &walk{Book: made, began: time.Now(), seen: map[keys.Key]bool{}}
	layer := w.unseen([]variants.Position{start})
	for ply := 0; ply <= b.Plies && len(layer) > 0; ply++ {
		w.begin(ply, len(layer))
		var next []variants.Position
		for _, p := range layer {
			r, err := lookup(p, w)
			if err != nil {
				return nil, err
			}
			next = append(next, w.unseen(w.add(p, r, ply < b.Full))...)
		}
		layer = next
	}
	slices.SortFunc(w.entries, func(a, b entry) int { return a.key.Compare(b.key) })
	return w.Book, nil
}

// unseen returns the given positions that belong in the book and have not been met yet.
func (w *walk) unseen(all []variants.Position) (fresh []variants.Position) {
	for _, p := range all {
		if k := w.keys.Of(p.State()); !p.Over() && !w.seen[k] {
			w.seen[k] = true
			fresh = append(fresh, p)
		}
	}
	return fresh
}

// begin begins a layer.
func (w *walk) begin(ply, positions int) {
	w.info.Layers = append(w.info.Layers, Layer{})
	w.progress.Ply, w.progress.Done, w.progress.Positions = ply, 0, positions
	w.layer, w.before = time.Now(), w.progress.Solved
}

// add adds an entry and returns the positions after the moves to follow.
func (w *walk) add(p variants.Position, r solver.Result, full bool) (followed []variants.Position) {
	c := w.keys.Canonical(p)
	e := entry{key: c.Key, value: valueOf(r), best: c.Moves(r.Best)}
	w.entries = append(w.entries, e)
	layer := &w.info.Layers[len(w.info.Layers)-1]
	moves := p.Legal()
	if r.Outcome == solver.Win {
		layer.Won++
		if !full {
			// The first of the image's moves, so that it is the same for all images.
			moves, _ = c.Original(variants.MoveSet(0).With(e.best.First()))
		}
	} else {
		layer.Lost++
	}
	if r.Distance != solver.NoDistance {
		layer.Distances++
	}
	w.progress.Done++
	w.progress.Entries++
	for m := range moves.Cells() {
		followed = append(followed, p.Play(variants.Move(m)))
	}
	return followed
}

// now returns the progress of the build.
func (w *walk) now() Progress {
	w.progress.Elapsed, w.progress.Left = time.Since(w.began), 0
	if solved := w.progress.Solved - w.before; solved > 0 {
		each := time.Since(w.layer) / time.Duration(solved)
		w.progress.Left = each * time.Duration(w.progress.Positions-w.progress.Done)
	}
	return w.progress
}

// find returns what the store has of a position, if that makes an entry.
func (b Builder) find(ctx context.Context, p variants.Position) (solver.Result, error) {
	if err := solver.Stopped(ctx); err != nil {
		return solver.Result{}, err
	}
	r, err := b.Store.Find(ctx, p)
	if r.Outcome == solver.Win && r.Best == 0 {
		return solver.Result{}, err
	}
	return r, err
}

// enough reports whether nothing is left to find: the outcome is known, and so is the distance,
// unless the search for it has used up its nodes.
func (b Builder) enough(r solver.Result) bool {
	return r.Proven && (r.Distance != solver.NoDistance || b.Nodes != 0 && r.Stats.Nodes >= b.Nodes)
}

// solve solves a position and adds it to the store.
func (b Builder) solve(ctx context.Context, p variants.Position, w *walk, shared *auto.Shared) (solver.Result, error) {
	engine, opt := auto.Engine{Shared: shared, Distance: true}, solver.Options{Workers: b.Workers, Nodes: b.Nodes}
	if b.Watch != nil {
		monitor, done := b.Watch(w.now(), p)
		opt.Monitor = monitor
		defer done()
	}
	r, err := engine.Solve(ctx, p, opt)
	if (!r.Proven || r.Outcome == solver.Win && r.Best == 0) && ctx.Err() == nil {
		engine.Distance, opt.Nodes = false, 0
		spent := r.Stats
		r, err = engine.Solve(ctx, p, opt)
		r.Stats.Nodes, r.Stats.Elapsed = r.Stats.Nodes+spent.Nodes, r.Stats.Elapsed+spent.Elapsed
	}
	if err := solver.Stopped(ctx); err != nil {
		return r, err
	}
	if !r.Proven {
		return r, err
	}
	w.progress.Solved++
	return r, b.Store.Save(ctx, p, r)
}
