// Package query answers questions about positions in one warm process. It has a library of known results, memories of
// earlier searches, and slots in which questions take turns. The server and the engine on a pipe are windows on it.
package query

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"gridlock/analysis"
	"gridlock/internal/report"
)

// Options are the options of a service.
type Options struct {
	Library  analysis.Store // may be used by several goroutines; nil for none
	Memory   int64          // bytes for the memories of all searches together
	Workers  int            // goroutines of a search
	Searches int            // searches at a time, at least 1
	Queue    int            // how many more questions may wait, or take turns with these; a client with a name may have half of the places
	Timeout  time.Duration  // the time until the answer, unless the question has a shorter one; 0 for none
	Program  string         // name of the program, recorded in certificates
	Every    time.Duration  // between two reports of progress; 0 for 200 ms

	Report func(io.Writer, analysis.Review) error // writes a review as a file; nil if nobody can ask for it

	// Walk answers a question of kind Walk, with the given memory; nil if nobody can ask one.
	Walk func(ctx context.Context, certificate []byte, moves string, memory int64) (any, *Problem)
}

// Service answers questions. It may be used by several goroutines. Make it with New.
type Service struct {
	opt      Options
	turns    *turns
	memories *memories
	work     func(ctx context.Context, q Question, w *watcher) (Response, *Problem) // answers a question that has its turn
	answers  *lru.Cache[string, Response]                                           // complete ones

	mu      sync.Mutex
	running map[string]*flight
	closed  bool
	open    sync.WaitGroup // flights
}

// kept is the number of complete answers that a service keeps. The largest, of 8×8 with evidence for every move, take
// 200 KB.
const kept = 128

// New returns a service. Close it in the end.
func New(opt Options) *Service {
	opt.Searches = max(1, opt.Searches)
	if opt.Every == 0 {
		opt.Every = 200 * time.Millisecond
	}
	answers, err := lru.New[string, Response](kept)
	if err != nil {
		panic(err) // kept is positive
	}
	d := &Service{opt: opt, answers: answers, memories: &memories{total: opt.Memory}, running: map[string]*flight{}}
	d.turns = newTurns(opt.Searches, opt.Queue, d.memories.open())
	d.work = d.answer
	return d
}

// Close cancels all questions, waits for them, and frees the memory. The library keeps results proven by then.
func (d *Service) Close() {
	d.mu.Lock()
	d.closed = true
	for _, f := range d.running {
		f.cancel()
	}
	d.mu.Unlock()
	d.open.Wait()
	d.memories.release()
}

// Response is the answer to a question.
type Response struct {
	Value    any    // a type of package report or this one; bytes for pictures and certificates
	Body     []byte // Value as it is sent: a line of JSON, or the bytes
	Complete bool   // no limit was reached: asked again, the answer is the same
}

// newAnswer returns an answer with its body.
func newAnswer(value any, complete bool) (Response, *Problem) {
	body, ok := value.([]byte)
	if !ok {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			return Response{}, Internal(err)
		}
		body = b.Bytes()
	}
	return Response{value, body, complete}, nil
}

// Event is an event before an answer: progress, or the results so far.
type Event struct {
	Progress *report.Progress   `json:"progress,omitempty"`
	Moves    []report.MoveValue `json:"moves,omitempty"`  // all moves decided so far
	Reason   *report.Reason     `json:"reason,omitempty"` // with Moves: why the position is won or lost, once it is decided
	Queued   *Queued            `json:"queued,omitempty"` // the question has not begun yet
}

// Queued says how long the line is.
type Queued struct {
	Ahead int `json:"ahead"` // questions whose turn comes before this one
}

// Load says how busy a service is.
type Load struct {
	Running int // questions that are being answered
	Waiting int // those of them that wait for their first turn
	Slots   int
}

// Load returns how busy the service is.
func (d *Service) Load() Load {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Load{len(d.running), d.turns.queued(), d.opt.Searches}
}

// ErrStopped is the cause of a cancelled context of Ask if the client wants the results so far.
var ErrStopped = errors.New("stopped")

// Ask answers a question: at once if the rules or a short look suffice, in turns with others if it takes a search. The
// caller's goroutine passes each event to emit, if that is not nil; a slow caller misses some. A question that is
// already being answered joins that search, which is cancelled when the contexts of all callers have ended. The answer
// comes within the time of the question: with the results so far, or else the problem Busy. If the context ends by
// [ErrStopped] and nobody else asks, the results so far come with the problem Cancelled.
func (d *Service) Ask(ctx context.Context, q Question, emit func(Event)) (Response, *Problem) {
	if q.key == "" { // it was not made by Parse
		q = q.settled()
	}
	switch {
	case !q.Searches():
		return rules(q)
	case q.Brief():
		return d.choose(ctx, q, nil)
	}
	late, key := d.late(q), q.key
	if a, ok := d.answers.Get(key); ok {
		return a, nil
	}
	f, l, problem := d.join(key, q)
	if problem != nil {
		return Response{}, problem
	}
	defer d.leave(key, f, l)
	if emit == nil {
		emit = func(Event) {}
	}
	if n, queued := f.turn.ahead(); queued {
		emit(Event{Queued: &Queued{n}})
	}
	for {
		select {
		case e := <-l:
			emit(e)
		case <-f.done:
			for len(l) > 0 { // the progress of a search that was quick
				emit(<-l)
			}
			return f.answer, f.problem
		case <-late:
			return Response{}, Busy.Problem("there is no answer yet, and the time is up")
		case <-ctx.Done():
			if !errors.Is(context.Cause(ctx), ErrStopped) || !d.stop(key, f) {
				return Response{}, cancelled()
			}
			<-f.done
			if f.answer.Complete {
				return f.answer, f.problem
			}
			return f.answer, cancelled()
		}
	}
}
