package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/solver"
)

// resumable collects what to report about the checkpoints of a search when it is over.
type resumable struct {
	mu      sync.Mutex
	before  *solver.CheckpointInfo // what was kept before and has been left as it is
	saved   *solver.CheckpointInfo
	layers  bool // of retrograde are saved
	failed  error
	without string // how the same command is to be changed
}

// checkpoint returns where the search keeps its checkpoints, nil for nowhere.
func (opt *options) checkpoint(ctx context.Context, display *console.Display, r *resumable) *solver.Checkpoint {
	store := opt.kept.Store()
	if opt.anew {
		r.without = " without --fresh"
	}
	if store == nil || opt.stdin || opt.allMoves {
		return nil
	}
	return &solver.Checkpoint{
		Store: store, Resume: !opt.anew, Every: checkpointEvery,
		Resumed: func(info solver.CheckpointInfo) { display.Note("%s", console.ResumedText(info)) },
		Saving: func() {
			if errors.Is(ctx.Err(), context.Canceled) {
				display.Note("saving the search; interrupt again to skip this")
			}
		},
		Saved:  r.save,
		Kept:   r.keep,
		Failed: r.fail,
	}
}

// checkpointEvery is the time between two checkpoints.
const checkpointEvery = time.Minute

func (r *resumable) keep(info solver.CheckpointInfo) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before = &info
}

func (r *resumable) save(info solver.CheckpointInfo) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.saved = &info
}

func (r *resumable) saveLayer() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.layers = true
}

func (r *resumable) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = err
}

// say reports, after a search that ended with err, what is kept of it.
func (r *resumable) say(w io.Writer, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		fmt.Fprintf(w, "gridlock: %v\n", r.failed)
	}
	switch {
	case err == nil:
	case r.saved != nil:
		fmt.Fprintf(w, "gridlock: kept %s positions of the search; the same command continues from them\n",
			console.Count(r.saved.Positions))
	case r.before != nil:
		fmt.Fprintf(w, "gridlock: the %s positions kept before are still there; the same command%s continues from them\n",
			console.Count(r.before.Positions), r.without)
	case r.layers:
		fmt.Fprintln(w, "gridlock: kept the layers of positions that are finished; the same command continues from them")
	}
}

// addResume adds the flags for kept searches. They are continued anyway, so --resume says nothing any more; it
// is hidden, and taken.
func (opt *options) addResume(flags *pflag.FlagSet) {
	flags.BoolVar(&opt.anew, "fresh", false, "start over: use no result and no stopped search from the store")
	flags.BoolVar(&opt.resume, "resume", false, "continue a stopped search of the position")
	_ = flags.MarkHidden("resume")
}

// checkResume checks whether --resume goes with the other flags.
func (opt *options) checkResume() error {
	switch {
	case !opt.resume:
		return nil
	case opt.db.Missing() != nil:
		return cli.Usagef("--resume needs the store where the search was kept: %w", opt.db.Missing())
	case !opt.engine.resume:
		return cli.Usagef("--resume does not go with --engine %s: only %s can resume a search",
			opt.engine.Name(), cli.List(engineNames(goOn)))
	}
	return nil
}
