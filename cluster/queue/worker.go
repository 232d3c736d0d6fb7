package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"
)

// WorkerOptions are the options of a worker.
type WorkerOptions struct {
	Name    string // not that of another worker
	Program string // version of the program
	Slots   int    // jobs at a time, at least one
	Threads int    // threads of each search; 0 for one
	Memory  int64  // memory of all slots, in bytes
	Run     string // the only run to work for, until it ends; if empty, all runs, one after the other, forever
	Log     func(format string, args ...any)

	// For tests: whether to answer the wrong way round, and how long to wait before every job.
	Lie   bool
	Delay time.Duration
}

// Work does jobs until ctx ends or, if opt names a single run, until this run ends. It hands back unfinished jobs.
func Work(ctx context.Context, h *Hub, opt WorkerOptions) error {
	w := &worker{Hub: h, WorkerOptions: opt, denied: map[string]bool{}, said: Presence{Name: opt.Name, Program: opt.Program, Slots: opt.Slots}}
	defer w.leave(ctx)
	for {
		r, err := w.next(ctx)
		if r == nil || err != nil {
			return err
		}
		opt.Log("works for %s: %s %v", r.id, r.config.Variant, r.root)
		err = w.serve(ctx, r)
		if _, ok := errors.AsType[*Denial](err); ok && w.Run == "" {
			opt.Log("leaves a run to others: %v", err)
			w.denied[r.id] = true
		} else if err != nil {
			return err
		}
	}
}

// worker is a process that does jobs.
type worker struct {
	*Hub
	WorkerOptions
	denied map[string]bool // runs that the key does not include

	mu      sync.Mutex
	said    Presence
	running map[string]context.CancelFunc // by ID
}

const (
	lookForRuns = time.Second // time between two looks at a server; the same below
	lookForEnd  = 2 * time.Second
	fetchWait   = 5 * time.Second
	handBack    = 1500 * time.Millisecond // time for storing an answer and leaving, once the worker's context has ended
)

// next returns the next run to work for, nil if there will be none.
func (w *worker) next(ctx context.Context) (*run, error) {
	for ; ; w.announce(ctx, "") {
		all, err := w.runs(ctx)
		if err != nil {
			return nil, over(ctx, err)
		}
		for _, s := range all {
			if w.Run != "" && w.Run != s.Run || w.denied[s.Run] {
				continue
			}
			if s.Verdict == nil {
				r, err := w.newRun(s.Run, s.Config)
				if err == nil || w.Run != "" {
					return r, err
				}
				w.Log("%v", err)
			} else if w.Run != "" {
				return nil, nil
			}
		}
		if err := pause(ctx, lookForRuns); err != nil {
			return nil, over(ctx, err)
		}
	}
}

// over returns the error with which the work ended, nil if the work ended as planned.
func over(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// announce publishes what the worker does.
func (w *worker) announce(ctx context.Context, run string) {
	w.mu.Lock()
	w.said.Run = run
	data := encode(w.said)
	w.mu.Unlock()
	_ = w.once(ctx, func(ctx context.Context) error {
		kv, err := w.js.KeyValue(ctx, workersBucket)
		if err != nil {
			return err
		}
		_, err = kv.Put(ctx, w.Name, data)
		return err
	})
}

// leave publishes that the worker is gone.
func (w *worker) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handBack/3)
	defer cancel()
	if kv, err := w.js.KeyValue(ctx, workersBucket); err == nil {
		_ = kv.Delete(ctx, w.Name)
	}
}

// serve does jobs of a run until it or ctx ends. The error wraps a [Denial] if the key does not
// include the run.
func (w *worker) serve(ctx context.Context, r *run) error {
	denied := new(Denial)
	err := w.once(ctx, func(ctx context.Context) error { _, err := w.js.KeyValue(ctx, r.results()); return err })
	if errors.As(err, &denied) { // any other error means that the run is only about to begin
		return fmt.Errorf("run %s: %w", r.id, err)
	}
	w.running = map[string]context.CancelFunc{}
	useless, err := w.nc.Subscribe(r.cancelled(), w.stop)
	if err != nil {
		return err
	}
	defer func() { _ = useless.Unsubscribe() }()
	ending, end := context.WithCancel(ctx)
	defer end()
	group, ending := errgroup.WithContext(ending)
	group.Go(func() error { defer end(); return w.watch(ending, r) })
	for i := range w.Slots {
		group.Go(func() error {
			s := &slot{worker: w, run: r, memory: w.Memory / int64(w.Slots), name: fmt.Sprintf("%s-%d", w.Name, i+1)}
			return s.work(ending)
		})
	}
	if err := group.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// stop stops the jobs that a message names.
func (w *worker) stop(m *nats.Msg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id := range strings.FieldsSeq(string(m.Data)) {
		if stop := w.running[id]; stop != nil {
			stop()
		}
	}
}

// watch returns when the run ends, and says until then what the worker does.
func (w *worker) watch(ctx context.Context, r *run) error {
	for {
		w.announce(ctx, r.id)
		_, ended, err := r.verdict(ctx)
		if err == nil && !ended {
			var now *run
			now, err = r.find(ctx, r.id)
			ended = errors.Is(err, ErrEnded) || err == nil && !now.config.Begun.Equal(r.config.Begun) // all traces are gone
		}
		if ended {
			return nil
		}
		if err != nil {
			return over(ctx, err)
		}
		if err := pause(ctx, lookForEnd); err != nil {
			return over(ctx, err)
		}
	}
}
