package pipe

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"gridlock/internal/lines"
	"gridlock/internal/printable"
	"gridlock/internal/query"
	"gridlock/internal/report"
)

// mostLine is the longest line of input, in bytes.
const mostLine = 1 << 20

// Service answers questions. It is a *query.Service with a slot for each question that is searched at a time, and as
// many places to wait.
type Service interface {
	Ask(ctx context.Context, q query.Question, emit func(query.Event)) (query.Response, *query.Problem)
}

// Options are the options of a conversation.
type Options struct {
	Service  Service
	Version  string // the version of the program, for the greeting
	Searches int    // slots, at least 1
	Queue    int    // requests that may wait for a slot
}

// Serve answers the requests of a stream until it ends, or one of them is quit. The error is that of ctx or of a
// stream. When Serve returns, all requests that were read have their answer, unless writing failed.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	opt.Searches = max(1, opt.Searches)
	s := &server{opt: opt, ctx: inner, cancel: cancel, out: out}
	s.changed.L = &s.mu
	s.write(Greeting{Protocol, "gridlock", opt.Version})
	var slots sync.WaitGroup
	for range opt.Searches {
		slots.Go(s.work)
	}
	err := s.read(lines.ReadLong(inner, in, mostLine))
	if !errors.Is(err, io.EOF) {
		cancel()
	}
	s.end()
	slots.Wait()
	switch {
	case s.failed != nil:
		return s.failed
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.EOF), errors.Is(err, errQuit):
		return nil
	}
	return err
}

// errQuit reports the request quit.
var errQuit = errors.New("quit")

// server is a conversation.
type server struct {
	opt    Options
	ctx    context.Context // ends with the conversation
	cancel context.CancelFunc

	mu      sync.Mutex
	running []*job // the jobs that have a slot
	waiting []*job // the jobs that wait for a slot, in order
	ended   bool   // there will be no more
	changed sync.Cond

	writing sync.Mutex
	out     io.Writer
	failed  error // the error of the first write that failed
}

// job is a question that may search.
type job struct {
	request
	question query.Question
	ctx      context.Context
	cancel   context.CancelCauseFunc
	told     chan struct{} // closed when the client knows whether the question waits
}

// read reads requests until there are no more.
func (s *server) read(in *lines.Reader) error {
	for {
		line, err := in.Next()
		switch {
		case errors.Is(err, lines.ErrLong):
			s.write(Reply{Problem: query.BadLine.Problem("a line of more than 1 MiB")})
		case err != nil:
			return err
		case strings.TrimSpace(line) == "":
		default:
			if quit := s.line(line); quit {
				return errQuit
			}
		}
	}
}

// line handles a line, and reports whether it was quit.
func (s *server) line(line string) (quit bool) {
	r, problem := readRequest(line)
	switch {
	case problem != nil && r.do == doStop: // r.id is the id of another request
		s.write(Reply{Problem: problem})
	case r.do == doStop:
		s.stop(r)
	case r.key != "" && s.busy(r.key):
		s.write(Reply{Problem: query.WrongParameter("id", "a request with the id "+printable.Excerpt(string(r.id))+" has no answer yet")})
	case problem != nil:
		s.write(Reply{ID: r.id, Problem: problem})
	case r.do == doQuit:
		return true
	default:
		s.ask(r)
	}
	return false
}

// busy reports whether a request with the id has no answer yet.
func (s *server) busy(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	same := func(j *job) bool { return j.key == key }
	return slices.ContainsFunc(s.running, same) || slices.ContainsFunc(s.waiting, same)
}

// stop cancels the request with the id, or all requests. Waiting requests get their answer at once, and running ones
// when the search has noticed.
func (s *server) stop(r request) {
	same := func(j *job) bool { return r.key == "" || r.key == j.key }
	var dropped []*job
	s.mu.Lock()
	for _, j := range s.running {
		if same(j) {
			j.cancel(query.ErrStopped)
		}
	}
	s.waiting = slices.DeleteFunc(s.waiting, func(j *job) bool {
		if same(j) {
			dropped = append(dropped, j)
		}
		return same(j)
	})
	s.mu.Unlock()
	for _, j := range dropped {
		j.cancel(query.ErrStopped)
		s.write(Reply{ID: j.id, Problem: stopped()})
	}
}

// ask answers a question, at once where it takes no search.
func (s *server) ask(r request) {
	kind, _ := kindOf(r.do)
	q, problem := query.Parse(kind, r.params)
	j := &job{request: r, question: q}
	switch {
	case problem != nil:
		s.write(Reply{ID: r.id, Problem: problem})
	case !q.Searches():
		j.ctx = s.ctx
		s.write(s.answer(j))
	default:
		j.ctx, j.cancel = context.WithCancelCause(s.ctx)
		j.told = make(chan struct{})
		defer close(j.told)
		ahead, ok := s.enqueue(j)
		switch {
		case !ok:
			j.cancel(nil)
			s.write(Reply{ID: r.id, Problem: full()})
		case j.progress && ahead >= s.opt.Searches:
			s.write(Reply{ID: r.id, Queued: &query.Queued{Ahead: ahead}})
		}
	}
}

// enqueue puts a question into the queue, if there is room, and returns how many are before it.
func (s *server) enqueue(j *job) (ahead int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ahead = len(s.running) + len(s.waiting)
	if ahead >= s.opt.Searches+s.opt.Queue {
		return ahead, false
	}
	s.waiting = append(s.waiting, j)
	s.changed.Signal()
	return ahead, true
}

// end says that nothing more will be put into the queue.
func (s *server) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.changed.Broadcast()
}

// next returns the next question of the queue, once there is one, and nil at the end.
func (s *server) next() *job {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) == 0 && !s.ended {
		s.changed.Wait()
	}
	if len(s.waiting) == 0 {
		return nil
	}
	j := s.waiting[0]
	s.waiting = s.waiting[1:]
	s.running = append(s.running, j)
	return j
}

// done takes a question out. Then its id and its place are free.
func (s *server) done(j *job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = slices.DeleteFunc(s.running, func(other *job) bool { return other == j })
	j.cancel(nil)
}

// work answers questions of the queue, one at a time.
func (s *server) work() {
	for j := s.next(); j != nil; j = s.next() {
		<-j.told
		reply := s.answer(j)
		s.done(j) // this is done before the reply, after which the client may use the id again
		s.write(reply)
	}
}

// answer returns the reply to a question, and writes the events on the way to it.
func (s *server) answer(j *job) Reply {
	if j.ctx.Err() != nil {
		return Reply{ID: j.id, Problem: stopped()}
	}
	var emit func(query.Event)
	if j.progress {
		emit = func(e query.Event) {
			s.write(Reply{ID: j.id, Progress: e.Progress, Moves: e.Moves, Reason: e.Reason, Queued: e.Queued})
		}
	}
	a, problem := s.opt.Service.Ask(j.ctx, j.question, emit)
	switch {
	case problem != nil && j.ctx.Err() != nil:
		return Reply{ID: j.id, Problem: stopped(), Known: j.value(a)}
	case problem != nil:
		return Reply{ID: j.id, Problem: problem}
	}
	return Reply{ID: j.id, Result: j.value(a)}
}

// value returns the part of an answer to send, or nil.
func (j *job) value(a query.Response) any {
	if study, ok := a.Value.(report.Study); ok && j.do == doMoves {
		return newValues(study)
	}
	if file, ok := a.Value.([]byte); ok && j.question.Kind != query.Proof {
		return string(file) // text; JSON has the bytes of a certificate in base64
	}
	return a.Value
}

// write writes a line. When that fails, the conversation is over.
func (s *server) write(line any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.failed != nil {
		return
	}
	if s.failed = printable.WriteJSON(s.out, line); s.failed != nil {
		s.cancel()
	}
}
