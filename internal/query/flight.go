package query

import (
	"context"
	"errors"
	"sync"
	"time"

	"gridlock/internal/yield"
)

// flight is a question that is being answered, for all clients that ask it.
type flight struct {
	turn   *turn
	cancel context.CancelFunc
	stop   context.CancelCauseFunc // ends the search, which answers with its findings
	done   chan struct{}           // closed when there is an answer

	answer  Response
	problem *Problem

	mu        sync.Mutex
	listeners map[chan Event]bool
	users     int // guarded by the service
}

// join returns the flight of a question, which begins if there is none, and a channel of its events. Of the clients
// that ask the same, the flight belongs to the client with the least use.
func (d *Service) join(key string, q Question) (*flight, chan Event, *Problem) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.running[key]; f != nil {
		f.users++
		f.turn.claim(q.Client)
		return f, f.listen(), nil
	}
	if d.closed {
		return nil, nil, Busy.Problem("the server is stopping")
	}
	ctx, cancel := d.limited(q)
	ctx, stop := context.WithCancelCause(ctx)
	t := d.turns.admit(ctx, q.Client, q.inLane())
	if t == nil {
		stop(nil)
		cancel()
		return nil, nil, Busy.Problem("all searches are taken, and so is the queue")
	}
	f := &flight{turn: t, cancel: cancel, stop: stop, done: make(chan struct{}), listeners: map[chan Event]bool{}, users: 1}
	l := f.listen()
	d.running[key] = f
	d.open.Go(func() {
		defer close(f.done)
		defer cancel()
		defer stop(nil)
		f.answer, f.problem = d.search(yield.Context(ctx, t), q, t, f.emit)
		t.leave()
		d.land(key, f)
	})
	return f, l, nil
}

// limit returns the time for a question, at most that of the service; 0 means no limit.
func (d *Service) limit(q Question) time.Duration {
	if q.Timeout > 0 && (d.opt.Timeout == 0 || q.Timeout < d.opt.Timeout) {
		return q.Timeout
	}
	return d.opt.Timeout
}

// mostRest is the most time kept for an answer after its search has ended. Explaining it takes a moment, and a second if
// hundreds of questions end at once.
const mostRest = time.Second

// limited returns the context of a question. Its time runs from here on, so that waiting counts.
func (d *Service) limited(q Question) (context.Context, context.CancelFunc) {
	limit := d.limit(q)
	if limit == 0 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), limit-min(limit/8, mostRest))
}

// late returns a channel that gets a value when an answer would come too late, nil for never. A time of 0 asks only for
// results that are known at once.
func (d *Service) late(q Question) <-chan time.Time {
	limit := d.limit(q)
	if limit == 0 {
		return nil
	}
	return time.After(max(limit, mostRest))
}

// land ends a flight that has its answer, and keeps an answer that will stay the same.
func (d *Service) land(key string, f *flight) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed && f.problem != nil {
		f.problem = Busy.Problem("the server is stopping")
	}
	if d.running[key] == f {
		delete(d.running, key)
	}
	if f.problem == nil && f.answer.Complete {
		d.answers.Add(key, f.answer)
	}
}

// stop stops a flight, unless other clients ask the question, too. Whoever asks it later begins a new flight.
func (d *Service) stop(key string, f *flight) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f.users > 1 {
		return false
	}
	f.stop(ErrStopped)
	if d.running[key] == f {
		delete(d.running, key)
	}
	return true
}

// leave takes a user from a flight, and cancels the flight when nobody is left. Whoever asks the question later begins
// a new one.
func (d *Service) leave(key string, f *flight, l chan Event) {
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

// emit passes an event to all listeners that have room for it. Each event has all that is known, so the next event
// makes up for a missed one.
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

// search waits for its first turn and answers a question. If the time is up before that, the answer has the facts that
// need no search.
func (d *Service) search(ctx context.Context, q Question, t *turn, emit func(Event)) (Response, *Problem) {
	w := &watcher{emit: emit, turn: t}
	w.ahead, _ = t.ahead()
	stop := w.run(d.opt.Every)
	defer stop()
	t.Wait(ctx)
	if errors.Is(ctx.Err(), context.Canceled) {
		return Response{}, cancelled()
	}
	return d.work(ctx, q, w)
}
