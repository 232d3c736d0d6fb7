package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"gridlock/cluster/joblevel"
	"gridlock/solver"
	"gridlock/variants"
)

// SolveOptions are the options of a coordinator.
type SolveOptions struct {
	Run     string // its name
	Name    string // of this coordinator, not that of another one
	Program string // version of the program
	Prove   bool   // have the verdict proven by certificates, and check them
	Memory  int64  // for checking a certificate, in bytes

	// Keep, if not nil, is called with every certificate that has been checked, and Solution with
	// the proof that they belong to, before the verdict is noted. Their errors end the run.
	Keep     func(leaf joblevel.Leaf, certificate []byte) error
	Solution func(joblevel.Solution) error

	Lease   time.Duration // after which another coordinator takes over from one that is silent
	AckWait time.Duration // after which a job is delivered again whose worker is silent
	Sweep   time.Duration // between two searches for jobs and answers that are lost

	Log      func(format string, args ...any)
	Progress func(Progress) // called now and then, if not nil
}

// Solve coordinates a run until its position is decided and, if that is asked for, proven. Several
// processes may call it for the same run: one is at work, the others take over when it is gone.
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
	for {
		lease, v, err := r.takeLease(ctx, opt)
		if lease == nil || err != nil {
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

// restore creates what the run needs, where it is not on the server. What was there was there for
// economy: the tree is in memory.
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

// errLeaseLost reports that another coordinator is at work.
var errLeaseLost = errors.New("the lease is lost")

// lease is the right to coordinate a run. It saves the work of a second coordinator; the result
// does not depend on it.
type lease struct {
	hub      *Hub
	kv       jetstream.KeyValue
	key      string
	revision uint64
}

// takeLease waits until no other coordinator is at work, or until the run is over: then it returns
// no lease but the verdict.
func (r *run) takeLease(ctx context.Context, opt SolveOptions) (*lease, Verdict, error) {
	kv, err := r.bucket(ctx, leasesBucket)
	if err != nil {
		return nil, Verdict{}, err
	}
	for waits := false; ; waits = true {
		if v, ended, err := r.verdict(ctx); ended || err != nil {
			return nil, v, err
		}
		l := &lease{hub: r.Hub, kv: kv, key: r.id}
		err := r.persist(ctx, func(ctx context.Context) (err error) {
			l.revision, err = kv.Create(ctx, r.id, encode(Progress{Coordinator: opt.Name}))
			return final(err, jetstream.ErrKeyExists)
		})
		switch {
		case err == nil:
			return l, Verdict{}, nil
		case !errors.Is(err, jetstream.ErrKeyExists):
			return nil, Verdict{}, err
		case !waits:
			opt.Log("another coordinator is at work on %s; waits", r.id)
		}
		if err := pause(ctx, time.Second); err != nil {
			return nil, Verdict{}, err
		}
	}
}

// keep renews the lease with the progress, until ctx ends, which is no error.
func (l *lease) keep(ctx context.Context, every time.Duration, progress func() Progress) error {
	for pause(ctx, every) == nil {
		if err := over(ctx, l.renew(ctx, encode(progress()))); err != nil {
			return err
		}
	}
	return nil
}

// renew renews the lease, also if the server has forgotten it. The error is errLeaseLost if
// another coordinator has it.
func (l *lease) renew(ctx context.Context, progress []byte) error {
	return l.hub.persist(ctx, func(ctx context.Context) error {
		revision, err := l.kv.Update(ctx, l.key, progress, l.revision)
		if errors.Is(err, jetstream.ErrKeyExists) { // it is not that revision
			if revision, err = l.kv.Create(ctx, l.key, progress); errors.Is(err, jetstream.ErrKeyExists) {
				return finalError{errLeaseLost}
			}
		}
		if err == nil {
			l.revision = revision
		}
		return err
	})
}

// release lets another coordinator take over at once.
func (l *lease) release(ctx context.Context) {
	_ = once(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return l.kv.Delete(ctx, l.key, jetstream.LastRevision(l.revision))
	})
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

	proving  map[string]joblevel.Leaf // by ID; nil while the root is open
	proven   map[claim]bool           // whose certificate has been checked
	reopened bool                     // a leaf has been, since the last look at what is to be done

	mu       sync.Mutex
	progress Progress
	began    time.Time
}

func newCoordinator(r *run, opt SolveOptions) (*coordinator, error) {
	searcher, err := joblevel.NewSearcher(r.game, 1)
	if err != nil {
		return nil, err
	}
	return &coordinator{
		run: r, SolveOptions: opt, searcher: searcher, tree: joblevel.New(searcher, r.root.State()),
		seen: map[string]uint64{}, proven: map[claim]bool{}, began: time.Now(),
		progress: Progress{Coordinator: opt.Name},
	}, nil
}

func (c *coordinator) close() { c.searcher.Close() }

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
	updates := make(chan jetstream.KeyValueEntry, 1024)
	group.Go(func() error { return l.keep(ending, c.Lease/5, c.soFar) })
	group.Go(func() error { return over(ending, c.follow(ending, updates)) })
	group.Go(func() error { c.countSlots(ending); return nil })
	group.Go(func() error {
		defer end()
		var err error
		v, err = c.loop(ending, updates)
		return err
	})
	err = group.Wait()
	if ctx.Err() != nil && err != nil {
		err = context.Cause(ctx)
	}
	return v, err
}

// open creates the streams, where they do not exist any more.
func (c *coordinator) open(ctx context.Context) error {
	err := c.persist(ctx, func(ctx context.Context) error { return c.create(ctx, c.AckWait) })
	if err != nil {
		return err
	}
	c.results, err = c.bucket(ctx, c.run.results())
	return err
}

// follow sends all answers, those there are and those that come, and nil after the first ones.
func (c *coordinator) follow(ctx context.Context, updates chan<- jetstream.KeyValueEntry) error {
	for ctx.Err() == nil {
		var watcher jetstream.KeyWatcher
		if err := c.persist(ctx, func(context.Context) (err error) {
			watcher, err = c.results.WatchAll(ctx, jetstream.IgnoreDeletes())
			return err
		}); err != nil {
			return err
		}
		c.forward(ctx, watcher, updates)
		_ = watcher.Stop()
	}
	return nil
}

// forward sends what a watcher receives, until it ends or the connection has been renewed: the
// server may have lost what the watcher waits for.
func (c *coordinator) forward(ctx context.Context, watcher jetstream.KeyWatcher, updates chan<- jetstream.KeyValueEntry) {
	connections := c.nc.Stats().Reconnects
	check := time.NewTicker(time.Second)
	defer check.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-check.C:
			if c.nc.Stats().Reconnects != connections {
				return
			}
		case entry, ok := <-watcher.Updates():
			if !ok {
				return
			}
			select {
			case updates <- entry:
			case <-ctx.Done():
				return
			}
		}
	}
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

// loop enters answers and publishes jobs until there is a verdict.
func (c *coordinator) loop(ctx context.Context, updates <-chan jetstream.KeyValueEntry) (Verdict, error) {
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
		case <-sweep.C:
			if v, ended, err := c.verdict(ctx); ended || err != nil {
				return v, err
			}
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

// replay enters the answers there are.
func (c *coordinator) replay(ctx context.Context, updates <-chan jetstream.KeyValueEntry) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry := <-updates:
			if entry == nil {
				return nil
			}
			if err := c.take(ctx, entry); err != nil {
				return err
			}
		}
	}
}

// takeAll enters an answer and all others that have come meanwhile.
func (c *coordinator) takeAll(ctx context.Context, entry jetstream.KeyValueEntry, updates <-chan jetstream.KeyValueEntry) error {
	for {
		if entry != nil {
			if err := c.take(ctx, entry); err != nil {
				return err
			}
		}
		select {
		case entry = <-updates:
		default:
			return c.withdraw(ctx)
		}
	}
}

// take enters an answer, unless it has been. A wrong one is deleted, so that its job is done again.
func (c *coordinator) take(ctx context.Context, entry jetstream.KeyValueEntry) error {
	key := entry.Key()
	if c.seen[key] == entry.Revision() {
		return nil
	}
	c.seen[key] = entry.Revision()
	a, wrong := decode[Answer](entry.Value())
	if wrong == nil {
		var err error
		if wrong, err = c.enter(ctx, key, a); err != nil {
			return err
		}
	}
	if wrong == nil {
		return nil
	}
	c.Log("refuses an answer, %s: %v", key, wrong)
	c.update(func(p *Progress) { p.Refused++ })
	if err := c.forget(ctx, key); err != nil {
		return err
	}
	if leaf, waits := c.proving[a.ID]; waits && key == provingKey(a.ID) {
		return c.publish(ctx, c.provingJob(leaf))
	}
	return nil
}

// enter enters an answer. Wrong is what is wrong with it, if anything is.
func (c *coordinator) enter(ctx context.Context, key string, a Answer) (wrong, err error) {
	switch {
	case a.Protocol != Protocol:
		return fmt.Errorf("it is of protocol %d", a.Protocol), nil
	case !a.Begun.Equal(c.config.Begun):
		return fmt.Errorf("it is of a run begun at %v", a.Begun), nil
	case key == provingKey(a.ID):
		return c.enterProof(ctx, a)
	case key != a.ID:
		return fmt.Errorf("it is about %s", a.ID), nil
	}
	r, wrong := c.result(a)
	if wrong != nil {
		return wrong, nil
	}
	if a.Failed {
		c.Log("%s: no worker could search it, so its children are searched", a.ID)
		r = c.searcher.Expand(r.State)
	}
	if wrong := c.tree.Apply(r); wrong != nil {
		return wrong, nil
	}
	c.update(func(p *Progress) { p.Jobs++; p.Nodes += r.Nodes })
	return nil, nil
}

// forget deletes the answer of a job, and the job, so that it can be published again.
func (c *coordinator) forget(ctx context.Context, key string) error {
	delete(c.seen, key)
	if state, err := c.state(key); err == nil {
		c.tree.Withdraw(state)
	}
	return c.persist(ctx, func(ctx context.Context) error {
		if err := c.results.Purge(ctx, key); err != nil {
			return err
		}
		return c.unpublish(ctx, key)
	})
}

// unpublish removes the message of a job, if it is there. (Purging the subject instead makes the
// server, version 2.15, hold up messages that come after it.)
func (c *coordinator) unpublish(ctx context.Context, key string) error {
	jobs, err := c.js.Stream(ctx, c.stream())
	if err != nil {
		return err
	}
	msg, err := jobs.GetLastMsgForSubject(ctx, c.subject(key))
	if err == nil {
		err = jobs.DeleteMsg(ctx, msg.Sequence)
	}
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// withdraw takes back the jobs that nobody needs any more.
func (c *coordinator) withdraw(ctx context.Context) error {
	useless := c.tree.Useless()
	if len(useless) == 0 {
		return nil
	}
	ids := ""
	for _, s := range useless {
		c.tree.Withdraw(s)
		ids += c.codec.id(s) + " "
		if err := c.persist(ctx, func(ctx context.Context) error { return c.unpublish(ctx, c.codec.id(s)) }); err != nil {
			return err
		}
	}
	_ = c.nc.Publish(c.cancelled(), []byte(ids))
	return nil
}

// advance publishes the jobs that can be done now.
func (c *coordinator) advance(ctx context.Context) error {
	if c.tree.Outcome() != solver.Unknown {
		return c.advanceProof(ctx)
	}
	c.proving = nil
	slots := int(c.slots.Load())
	for c.tree.Out() < joblevel.Ahead(max(1, slots)) {
		leaf, ok := c.tree.Pick()
		if !ok {
			break
		}
		if err := c.publish(ctx, c.searchJob(leaf)); err != nil {
			return err
		}
	}
	c.report()
	return nil
}

// searchJob returns the job to search a leaf.
func (c *coordinator) searchJob(leaf variants.State) Job {
	budget := joblevel.NewBudget(max(1, int(c.slots.Load())))
	return Job{Protocol: Protocol, Begun: c.config.Begun, ID: c.codec.id(leaf), Nodes: budget.Of(c.tree.Spent())}
}

// outAlready is the code of the server's error for a second message with a subject.
const outAlready = 10077

// publish publishes a job, unless it is out already.
func (c *coordinator) publish(ctx context.Context, job Job) error {
	c.update(func(p *Progress) { p.Published++ })
	return c.persist(ctx, func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, c.subject(c.key(job)), encode(job), jetstream.WithRetryAttempts(0))
		var api *jetstream.APIError
		if errors.As(err, &api) && api.ErrorCode == outAlready {
			return nil
		}
		return err
	})
}

// sweep publishes the jobs again that are out, and enters answers that have been missed: either may
// have been lost.
func (c *coordinator) sweep(ctx context.Context) error {
	if err := c.persist(ctx, c.repair); err != nil {
		return err
	}
	var jobs []Job
	for _, s := range c.tree.Jobs() {
		jobs = append(jobs, c.searchJob(s))
	}
	for _, leaf := range c.proving {
		jobs = append(jobs, c.provingJob(leaf))
	}
	for _, job := range jobs {
		if err := c.ask(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// ask enters the answer of a job, if there is one, and otherwise publishes it.
func (c *coordinator) ask(ctx context.Context, job Job) error {
	var entry jetstream.KeyValueEntry
	err := c.persist(ctx, func(ctx context.Context) (err error) {
		entry, err = c.results.Get(ctx, c.key(job))
		return final(err, jetstream.ErrKeyNotFound)
	})
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return c.publish(ctx, job)
	case err != nil:
		return err
	}
	delete(c.seen, entry.Key())
	return c.take(ctx, entry)
}

// done reports whether nothing is left to do.
func (c *coordinator) done() bool {
	return c.tree.Outcome() != solver.Unknown && (!c.Prove || c.proving != nil && len(c.proving) == 0)
}

// end notes the verdict. A proof is checked by the rules, from the root down to its leaves.
func (c *coordinator) end(ctx context.Context) (Verdict, error) {
	c.report()
	v := Verdict{Outcome: c.tree.Outcome().String(), Ended: time.Now().UTC(), Progress: c.soFar()}
	if c.Prove {
		solution := c.tree.Solution()
		if err := solution.Check(c.game.Rules(), func(s variants.State, wins bool) bool { return c.proven[claim{s, wins}] }); err != nil {
			return Verdict{}, err
		}
		v.Certificates = len(solution.Leaves)
		if c.Solution != nil {
			if err := c.Solution(solution); err != nil {
				return Verdict{}, err
			}
		}
	}
	return v, c.conclude(ctx, v)
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
