package queue

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"gridlock/cluster/joblevel"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// SolveOptions are the options of a coordinator.
type SolveOptions struct {
	Run     string // its name
	Name    string // the name of this coordinator, not that of another one
	Program string // version of the program
	Prove   bool   // have the verdict proven by certificates, and check them
	Memory  int64  // memory for checking a certificate, or merging all of them, in bytes

	// Merged, if not nil, is called before a proven verdict is noted, with the certificates that prove it and the moves
	// above them. Its error ends the work on the run, which can be continued.
	Merged func(ctx context.Context, m *certify.Merger, winner variants.Player) error

	Scratch retrograde.Scratch // files for records to be merged that do not fit into the memory; nil for none

	Lease   time.Duration // a coordinator that is silent for longer is replaced
	AckWait time.Duration // a job is delivered again if its worker is silent for longer
	Sweep   time.Duration // between two searches for jobs and answers that are lost

	Log      func(format string, args ...any)
	Progress func(Progress) // called now and then, if not nil
}

// Solve coordinates a run until its position is decided and, if that is asked for, proven. Several processes may call
// it for the same run: one works, and the others take over when it is gone.
func Solve(ctx context.Context, h *Hub, p variants.Position, opt SolveOptions) (Verdict, error) {
	h.repair = func(ctx context.Context) error { return h.prepare(ctx, opt.Lease) }
	if err := h.persist(ctx, h.repair); err != nil {
		return Verdict{}, err
	}
	r, err := h.begin(ctx, opt.Run, opt.Program, p)
	if err != nil {
		return Verdict{}, err
	}
	h.repair = func(ctx context.Context) error { return r.restore(ctx, opt) }
	for again := false; ; again = true {
		lease, v, err := r.takeLease(ctx, opt)
		if err != nil {
			return v, err
		}
		if lease == nil {
			if again { // streams may have been created again before the loss of the lease was noticed
				err = r.remove(ctx)
			}
			return v, err
		}
		c, err := newCoordinator(r, opt)
		if err != nil {
			return Verdict{}, err
		}
		v, err = c.coordinate(ctx, lease)
		c.close()
		if !errors.Is(err, errLeaseLost) {
			return v, err
		}
		opt.Log("another coordinator has taken over")
	}
}

// restore creates the entries and streams of the run that the server lacks. Lost data only costs work, since the tree
// is in memory.
func (r *run) restore(ctx context.Context, opt SolveOptions) error {
	if err := r.prepare(ctx, opt.Lease); err != nil {
		return err
	}
	runs, err := r.js.KeyValue(ctx, runsBucket)
	if err != nil {
		return err
	}
	if _, err := runs.Create(ctx, r.id, encode(r.config)); err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	return r.create(ctx, opt.AckWait)
}

// coordinator holds the tree of a run.
type coordinator struct {
	*run
	SolveOptions
	searcher *joblevel.Searcher
	tree     *joblevel.Tree
	results  jetstream.KeyValue
	seen     map[string]uint64 // revisions of answers, by key
	slots    atomic.Int64      // of all workers

	solution joblevel.Solution        // the solution that is being proven
	proving  map[string]joblevel.Leaf // its unproven leaves, by ID; nil while the root is open
	proven   map[goal]bool            // goals whose certificates have been checked
	reopened bool                     // a leaf has been reopened or split since advance was last called
	merger   *certify.Merger          // merges the certificates of the leaves; nil if they are not wanted

	mu       sync.Mutex
	progress Progress
	began    time.Time
}

func newCoordinator(r *run, opt SolveOptions) (*coordinator, error) {
	searcher, err := joblevel.NewSearcher(r.game, 1)
	if err != nil {
		return nil, err
	}
	c := &coordinator{
		run: r, SolveOptions: opt, searcher: searcher, tree: joblevel.New(searcher, r.root.State()),
		seen: map[string]uint64{}, proven: map[goal]bool{}, began: time.Now(),
		progress: Progress{Coordinator: opt.Name},
	}
	if opt.Merged != nil {
		c.merger = certify.NewMerger(r.game, certify.MergeOptions{
			Memory: opt.Memory, Workers: runtime.GOMAXPROCS(0), Scratch: opt.Scratch,
		})
	}
	return c, nil
}

func (c *coordinator) close() {
	c.searcher.Close()
	if c.merger != nil {
		c.merger.Close()
	}
}

// coordinate coordinates the run while the lease lasts.
func (c *coordinator) coordinate(ctx context.Context, l *lease) (v Verdict, err error) {
	defer func() {
		if !errors.Is(err, errLeaseLost) {
			l.release(ctx)
		}
	}()
	if err := c.open(ctx); err != nil {
		return v, err
	}
	ending, end := context.WithCancel(ctx)
	defer end()
	group, ending := errgroup.WithContext(ending)
	updates, ended := make(chan jetstream.KeyValueEntry, 1024), make(chan Verdict, 1)
	group.Go(func() error { return l.keep(ending, c.Lease/5, c.soFar) })
	group.Go(func() error { return over(ending, c.follow(ending, updates)) })
	group.Go(func() error { c.countSlots(ending); return nil })
	group.Go(func() error { return over(ending, c.awaitVerdict(ending, ended)) })
	group.Go(func() error {
		defer end()
		var err error
		v, err = c.loop(ending, updates, ended)
		return err
	})
	err = group.Wait()
	if ctx.Err() != nil && err != nil {
		err = context.Cause(ctx)
	}
	return v, err
}

// open creates streams that do not exist any more.
func (c *coordinator) open(ctx context.Context) error {
	err := c.persist(ctx, func(ctx context.Context) error { return c.create(ctx, c.AckWait) })
	if err != nil {
		return err
	}
	c.results, err = c.bucket(ctx, c.run.results())
	return err
}

// countSlots keeps the number of slots up to date.
func (c *coordinator) countSlots(ctx context.Context) {
	for {
		workers, err := c.workers(ctx)
		if err == nil {
			sum := 0
			for _, w := range workers {
				if w.Run == c.id || w.Run == "" {
					sum += min(max(w.Slots, 0), 1<<10)
				}
			}
			c.slots.Store(int64(sum))
		}
		wait := lookForEnd
		if c.slots.Load() == 0 {
			wait /= 8
		}
		if pause(ctx, wait) != nil {
			return
		}
	}
}

// awaitVerdict sends the verdict that another process notes: the run has been cancelled.
func (c *coordinator) awaitVerdict(ctx context.Context, ended chan<- Verdict) error {
	for {
		if err := pause(ctx, c.Lease/5); err != nil {
			return err
		}
		if v, over, err := c.verdict(ctx); err != nil {
			return err
		} else if over {
			ended <- v
			return nil
		}
	}
}

// loop enters answers and publishes jobs until there is a verdict.
func (c *coordinator) loop(ctx context.Context, updates <-chan jetstream.KeyValueEntry, ended <-chan Verdict) (Verdict, error) {
	if err := c.replay(ctx, updates); err != nil {
		return Verdict{}, err
	}
	sweep := time.NewTicker(c.Sweep)
	defer sweep.Stop()
	for {
		for c.reopened = true; c.reopened; { // asking for proofs may find answers that reopen leaves
			c.reopened = false
			if err := c.advance(ctx); err != nil {
				return Verdict{}, err
			}
		}
		if c.done() {
			return c.end(ctx)
		}
		select {
		case <-ctx.Done():
			return Verdict{}, ctx.Err()
		case v := <-ended:
			return v, nil
		case <-sweep.C:
			if err := c.sweep(ctx); err != nil {
				return Verdict{}, err
			}
		case entry := <-updates:
			if err := c.takeAll(ctx, entry, updates); err != nil {
				return Verdict{}, err
			}
		}
	}
}

// done reports whether the verdict is there and, if that is asked for, proven.
func (c *coordinator) done() bool {
	return c.tree.Outcome() != solver.Unknown && (!c.Prove || c.proving != nil && len(c.proving) == 0)
}

// end notes the verdict. A proof is checked by the rules, from the root down to its leaves.
func (c *coordinator) end(ctx context.Context) (Verdict, error) {
	c.report()
	v := Verdict{Outcome: c.tree.Outcome().String(), Ended: time.Now().UTC(), Progress: c.soFar()}
	if c.Prove {
		s := c.solution
		if err := s.Check(c.game.Rules(), func(s variants.State, wins bool) bool { return c.proven[goal{s, wins}] }); err != nil {
			return Verdict{}, err
		}
		v.Outcome, v.Certificates = solver.OutcomeOf(s.Wins).String(), len(s.Leaves)
		if err := c.merge(ctx); err != nil {
			return Verdict{}, err
		}
	}
	if err := c.note(ctx, v); err != nil {
		return Verdict{}, err
	}
	return v, c.remove(ctx)
}

// merge completes the certificate, if one is wanted.
func (c *coordinator) merge(ctx context.Context) error {
	if c.merger == nil {
		return nil
	}
	for state, m := range c.solution.Sorted() {
		if err := c.merger.Move(state, m); err != nil {
			return err
		}
	}
	winner, _ := solver.Result{Outcome: solver.OutcomeOf(c.solution.Wins)}.Winner(c.root)
	return c.Merged(ctx, c.merger, winner)
}

// update changes the progress.
func (c *coordinator) update(change func(*Progress)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.progress)
}

// soFar returns the progress.
func (c *coordinator) soFar() Progress {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.progress
}

// report brings the progress up to date.
func (c *coordinator) report() {
	c.update(func(p *Progress) {
		numbers := c.tree.Numbers()
		p.Proof, p.Disproof = numbers.Proof, numbers.Disproof
		p.Out, p.Tree, p.Slots = c.tree.Out()+len(c.proving), c.tree.Size(), int(c.slots.Load())
		p.Seconds = time.Since(c.began).Seconds()
	})
	if c.SolveOptions.Progress != nil {
		c.SolveOptions.Progress(c.soFar())
	}
}
