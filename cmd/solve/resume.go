package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// resumable is what is kept of a search, in the store, so that the same command continues from it.
type resumable struct {
	opt     *options
	display *console.Display
	end     func(err error) error // of the journal, after a search that ended with err

	mu     sync.Mutex
	before *solver.CheckpointInfo // what was kept before and has been left as it is
	saved  *solver.CheckpointInfo
	layers bool // of retrograde are saved
	failed error
}

// checkpointEvery is the time between two checkpoints.
const checkpointEvery = time.Minute

// checkpoint returns where the search keeps its checkpoints, nil for nowhere.
func (r *resumable) checkpoint(ctx context.Context) *solver.Checkpoint {
	store := r.opt.Kept.Store()
	if store == nil || r.opt.Stdin {
		return nil
	}
	return &solver.Checkpoint{
		Store: store, Resume: !r.opt.fresh, Every: checkpointEvery,
		Resumed: func(info solver.CheckpointInfo) { r.display.Note("%s", console.ResumedText(info)) },
		Saving: func() {
			if errors.Is(ctx.Err(), context.Canceled) {
				r.display.Note("saving the search; interrupt again to skip this")
			}
		},
		Saved:  func(info solver.CheckpointInfo) { r.note(func() { r.saved = &info }) },
		Kept:   func(info solver.CheckpointInfo) { r.note(func() { r.before = &info }) },
		Failed: r.fail,
	}
}

// note notes something, in any goroutine.
func (r *resumable) note(something func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	something()
}

func (r *resumable) fail(err error) { r.note(func() { r.failed = err }) }

// engine returns the engine with what it needs: PN with the prover, if there is one; retrograde with the store, for the
// layers that it finishes and for what does not fit into memory.
func (r *resumable) engine(p variants.Position, prover *pn.Prover) solver.Engine {
	store := r.opt.Kept.Builder()
	switch r.opt.engine.Engine.(type) {
	case pn.Engine:
		return pn.Engine{Prover: prover}
	case retrograde.Engine:
		if store != nil && !r.opt.Stdin {
			break
		}
		return r.opt.engine.Engine
	default:
		return r.opt.engine.Engine
	}
	file, err := store.Journal(p)
	if err != nil {
		r.fail(fmt.Errorf("cannot save the finished layers: %w", err))
		return r.opt.engine.Engine
	}
	r.end = func(err error) error {
		if err == nil {
			return file.Drop()
		}
		return file.Close()
	}
	return retrograde.Engine{
		Scratch: store.Scratch(), Journal: &journal{Journal: file, kept: r},
		Resumed: func(b retrograde.Resumed) {
			r.display.Note("%s", console.BegunText(b))
			r.note(func() { r.layers = true }) // they are still there
		},
		Check: func(n retrograde.Needs) error { return errors.Join(flags.CheckMemory(n.Memory), store.Room(n, false)) },
	}
}

// say reports, after a search that ended with err, what is kept of it.
func (r *resumable) say(err error) {
	if failed := r.end(err); failed != nil {
		r.fail(failed)
	}
	if r.opt.Progress.Quiet() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		fmt.Fprintf(r.opt.ErrOut, "gridlock: %v\n", r.failed)
	}
	without := ""
	if r.opt.fresh {
		without = " without --fresh"
	}
	switch {
	case err == nil:
	case r.saved != nil:
		fmt.Fprintf(r.opt.ErrOut, "gridlock: kept %s positions of the search; the same command continues from them\n",
			console.Count(r.saved.Positions))
	case r.before != nil:
		fmt.Fprintf(r.opt.ErrOut, "gridlock: the %s positions kept before are still there; the same command%s continues from them\n",
			console.Count(r.before.Positions), without)
	case r.layers:
		fmt.Fprintln(r.opt.ErrOut, "gridlock: kept the layers of positions that are finished; the same command continues from them")
	}
}

// journal is the journal of a search. The search continues when it cannot be written.
type journal struct {
	*tablebase.Journal
	kept   *resumable
	failed bool
}

// Save implements [retrograde.Journal].
func (j *journal) Save(name string, size int64, write func(io.Writer) error) error {
	if j.failed {
		return nil
	}
	if err := j.Journal.Save(name, size, write); err != nil {
		j.failed = true
		j.kept.fail(fmt.Errorf("cannot save the finished layers: %w", err))
		return nil
	}
	j.kept.note(func() { j.kept.layers = true })
	return nil
}

// Load implements [retrograde.Journal].
func (j *journal) Load(name string) (io.ReadCloser, error) {
	if j.kept.opt.fresh { // which uses nothing that was kept
		return nil, nil
	}
	return j.Journal.Load(name)
}
