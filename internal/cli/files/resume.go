package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"gridlock/internal/cli/console"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// Resumable is an engine that keeps its unfinished searches in the store, so that the same command continues them.
type Resumable struct {
	solver.Engine
	Keeper  *Keeper // nil to keep nothing
	Fresh   bool    // begin anew
	Display *console.Display
	Prover  *pn.Prover             // the prover of a proof-number search about Root, or nil
	Root    variants.Position      // whose proof is wanted
	Memory  func(need int64) error // returns an error if there is less

	mu     sync.Mutex
	before *solver.CheckpointInfo // an earlier checkpoint that was not replaced
	saved  *solver.CheckpointInfo
	layers bool // layers of retrograde are saved
	failed error
}

// checkpointEvery is the time between two checkpoints.
const checkpointEvery = time.Minute

// Checkpoint returns where searches keep their checkpoints, nil for nowhere.
func (r *Resumable) Checkpoint(ctx context.Context) *solver.Checkpoint {
	store := r.Keeper.Store()
	if store == nil {
		return nil
	}
	return &solver.Checkpoint{
		Store: store, Resume: !r.Fresh, Every: checkpointEvery,
		Resumed: func(info solver.CheckpointInfo) { r.Display.Note("%s", console.ResumedText(info)) },
		Saving: func() {
			if errors.Is(ctx.Err(), context.Canceled) {
				r.Display.Note("saving the search; interrupt again to skip this")
			}
		},
		Saved:  func(info solver.CheckpointInfo) { r.note(func() { r.saved = &info }) },
		Kept:   func(info solver.CheckpointInfo) { r.note(func() { r.before = &info }) },
		Failed: r.fail,
	}
}

// note runs something under the lock, in any goroutine.
func (r *Resumable) note(something func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	something()
}

func (r *Resumable) fail(err error) { r.note(func() { r.failed = err }) }

// Solve implements [solver.Engine]. PN gets the prover, if there is one. Retrograde gets the store, for finished layers
// and for data that does not fit into memory.
func (r *Resumable) Solve(ctx context.Context, p variants.Position, limits solver.Options) (solver.Result, error) {
	store := r.Keeper.Builder()
	switch r.Engine.(type) {
	case pn.Engine:
		if p == r.Root {
			return pn.Engine{Prover: r.Prover}.Solve(ctx, p, limits)
		}
	case retrograde.Engine:
		if store == nil {
			break
		}
		file, err := store.Journal(p)
		if err != nil {
			r.fail(notSaved(err))
			break
		}
		found, err := retrograde.Engine{
			Scratch: store.Scratch(), Journal: &journal{Journal: file, kept: r},
			Resumed: func(b retrograde.Resumed) {
				r.Display.Note("%s", console.BegunText(b))
				r.note(func() { r.layers = true }) // earlier layers are still there
			},
			Check: func(n retrograde.Needs) error { return errors.Join(r.Memory(n.Memory), store.Room(n, false)) },
		}.Solve(ctx, p, limits)
		end := file.Close
		if err == nil {
			end = file.Drop
		}
		if failed := end(); failed != nil {
			r.fail(failed)
		}
		return found, err
	}
	return r.Engine.Solve(ctx, p, limits)
}

// Report reports, after searches that ended with err, which of their findings are kept.
func (r *Resumable) Report(w io.Writer, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		fmt.Fprintf(w, "gridlock: %v\n", r.failed)
	}
	without := ""
	if r.Fresh {
		without = " without --fresh"
	}
	switch {
	case err == nil:
	case r.saved != nil:
		fmt.Fprintf(w, "gridlock: kept %s positions of the search; the same command continues from them\n",
			console.Count(r.saved.Positions))
	case r.before != nil:
		fmt.Fprintf(w, "gridlock: the %s positions kept before are still there; the same command%s continues from them\n",
			console.Count(r.before.Positions), without)
	case r.layers:
		fmt.Fprintln(w, "gridlock: kept the layers of positions that are finished; the same command continues from them")
	}
}

// journal is the journal of a search. If the journal cannot be written, the search continues.
type journal struct {
	*tablebase.Journal
	kept   *Resumable
	failed bool
}

// Save implements [retrograde.Journal].
func (j *journal) Save(name string, size int64, write func(io.Writer) error) error {
	if j.failed {
		return nil
	}
	if err := j.Journal.Save(name, size, write); err != nil {
		j.failed = true
		j.kept.fail(notSaved(err))
		return nil
	}
	j.kept.note(func() { j.kept.layers = true })
	return nil
}

func notSaved(err error) error { return fmt.Errorf("cannot save the finished layers: %w", err) }

// Load implements [retrograde.Journal].
func (j *journal) Load(name string) (io.ReadCloser, error) {
	if j.kept.Fresh { // it uses no earlier layers
		return nil, nil
	}
	return j.Journal.Load(name)
}
