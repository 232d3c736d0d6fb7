// Package desk answers questions about positions in one warm process: it has a library of what
// is known, memories of earlier searches, and slots for a few searches at a time. The server and
// the engine on a pipe are windows on it.
package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"

	"gridlock/analysis"
	"gridlock/internal/report"
	"gridlock/internal/yield"
)

// Options says what a desk has.
type Options struct {
	Library  analysis.Store // may be used by several goroutines; nil for none
	Memory   int64          // bytes for the memories of all searches together
	Workers  int            // goroutines of a search
	Searches int            // searches at a time, at least 1
	Queue    int            // questions that may wait for a slot
	Timeout  time.Duration  // of a search, unless the question says less; 0 for none
	Program  string         // is said in certificates to have written them
	Every    time.Duration  // between two reports of progress; 0 for 200 ms

	Report func(io.Writer, analysis.Game) error // writes a review as a file; nil where nobody can ask for that
}

// Desk answers questions. It may be used by several goroutines. Make it with New.
type Desk struct {
	opt      Options
	slots    *semaphore.Weighted
	waiting  atomic.Int64
	memories *memories
	answers  *lru.Cache[string, Answer] // complete ones

	mu      sync.Mutex
	running map[string]*flight
	closed  bool
	open    sync.WaitGroup // flights
}

// kept is how many complete answers a desk keeps. The largest, of 8×8 with evidence for every
// move, take 200 KB.
const kept = 128

// New returns a desk. Close it in the end.
func New(opt Options) *Desk {
	opt.Searches = max(1, opt.Searches)
	if opt.Every == 0 {
		opt.Every = 200 * time.Millisecond
	}
	answers, err := lru.New[string, Answer](kept)
	if err != nil {
		panic(err) // kept is positive
	}
	return &Desk{
		opt: opt, slots: semaphore.NewWeighted(int64(opt.Searches)), answers: answers,
		memories: newMemories(opt.Memory, 2*opt.Searches), running: map[string]*flight{},
	}
}

// Close cancels what runs, waits for it, and gives the memory back. What searches have proven
// by then is kept in the library.
func (d *Desk) Close() {
	d.mu.Lock()
	d.closed = true
	for _, f := range d.running {
		f.cancel()
	}
	d.mu.Unlock()
	d.open.Wait()
	d.memories.release()
}

// Answer is the answer to a question.
type Answer struct {
	Value    any    // one of the forms of package report, or of this one; bytes for pictures and certificates
	Body     []byte // Value as it is sent: a line of JSON, or the bytes
	Complete bool   // nothing was left out for a limit: asked again, the answer is the same
}

// newAnswer returns an answer with its body.
func newAnswer(value any, complete bool) (Answer, *Problem) {
	body, ok := value.([]byte)
	if !ok {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			return Answer{}, Internal(err)
		}
		body = b.Bytes()
	}
	return Answer{value, body, complete}, nil
}

// Event is something that happens on the way to an answer: progress, or what is known so far.
type Event struct {
	Progress *report.Progress   `json:"progress,omitempty"`
	Moves    []report.MoveValue `json:"moves,omitempty"`  // all that are decided so far
	Reason   *report.Reason     `json:"reason,omitempty"` // why the position is won or lost, once it is decided
}

// Load says how busy a desk is.
type Load struct {
	Running int // questions that are being answered
	Waiting int // of those, for a slot
	Slots   int
}

// Load returns how busy the desk is.
func (d *Desk) Load() Load {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Load{len(d.running), int(d.waiting.Load()), d.opt.Searches}
}

// Ask answers a question. Each event is passed to emit, if that is not nil, by the goroutine of
// the caller; a slow caller misses some. Who asks what is being answered already joins that
// search; it is cancelled when the last one that asks has left, by the end of its context.
func (d *Desk) Ask(ctx context.Context, q Question, emit func(Event)) (Answer, *Problem) {
	if !q.Searches() {
		return rules(q)
	}
	key := q.Key()
	if a, ok := d.answers.Get(key); ok {
		return a, nil
	}
	f, problem := d.join(key, q)
	if problem != nil {
		return Answer{}, problem
	}
	l := f.listen()
	defer d.leave(key, f, l)
	for {
		select {
		case e := <-l:
			if emit != nil {
				emit(e)
			}
		case <-f.done:
			return f.answer, f.problem
		case <-ctx.Done():
			return Answer{}, cancelled()
		}
	}
}

// flight is a question that is being answered, for all that ask it.
type flight struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when there is an answer

	answer  Answer
	problem *Problem

	mu        sync.Mutex
	listeners map[chan Event]bool
	users     int // guarded by the desk
}

// join returns the flight of a question, which begins if there is none.
func (d *Desk) join(key string, q Question) (*flight, *Problem) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.running[key]; f != nil {
		f.users++
		return f, nil
	}
	if d.closed {
		return nil, busy("the server is stopping")
	}
	ctx, cancel := context.WithCancel(yield.Context(context.Background()))
	f := &flight{cancel: cancel, done: make(chan struct{}), listeners: map[chan Event]bool{}, users: 1}
	d.running[key] = f
	d.open.Add(1)
	go func() {
		defer d.open.Done()
		defer cancel()
		f.answer, f.problem = d.search(ctx, q, f.emit)
		d.mu.Lock()
		if d.closed && f.problem != nil {
			f.problem = busy("the server is stopping")
		}
		if d.running[key] == f {
			delete(d.running, key)
		}
		if f.problem == nil && f.answer.Complete {
			d.answers.Add(key, f.answer)
		}
		d.mu.Unlock()
		close(f.done)
	}()
	return f, nil
}

// leave takes a user from a flight, which is cancelled when nobody is left. Who asks the same
// afterwards begins a new one.
func (d *Desk) leave(key string, f *flight, l chan Event) {
	f.mu.Lock()
	delete(f.listeners, l)
	f.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	if f.users--; f.users == 0 {
		f.cancel()
		if d.running[key] == f {
			delete(d.running, key)
		}
	}
}

// listen returns a channel of the flight's events.
func (f *flight) listen() chan Event {
	l := make(chan Event, 4)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listeners[l] = true
	return l
}

// emit passes an event to all listeners that have room for it. Events say all that is known,
// so the next one makes up for one that is missed.
func (f *flight) emit(e Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for l := range f.listeners {
		select {
		case l <- e:
		default:
		}
	}
}

// search waits for a slot and answers a question.
func (d *Desk) search(ctx context.Context, q Question, emit func(Event)) (Answer, *Problem) {
	if !d.slots.TryAcquire(1) {
		if d.waiting.Add(1) > int64(d.opt.Queue) {
			d.waiting.Add(-1)
			return Answer{}, busy("all searches are taken, and so is the queue")
		}
		err := d.slots.Acquire(ctx, 1)
		d.waiting.Add(-1)
		if err != nil {
			return Answer{}, cancelled()
		}
	}
	defer d.slots.Release(1)
	limit := d.opt.Timeout
	if q.Timeout > 0 && (limit == 0 || q.Timeout < limit) {
		limit = q.Timeout
	}
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	return d.answer(ctx, q, emit)
}
