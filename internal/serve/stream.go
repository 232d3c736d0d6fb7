package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"gridlock/internal/query"
)

const streamMedia = "text/event-stream"

// stream answers a question with server-sent events: queued, progress, moves and the reason on the way,
// and then one result or one problem. A problem before the first event is an answer like any other.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, route route) {
	if !accepts(r, streamMedia) {
		s.problem(w, notAcceptable(streamMedia))
		return
	}
	q, problem := s.question(w, r, route.kind)
	if problem != nil {
		s.problem(w, problem)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := &events{w: w, control: http.NewResponseController(w)}
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	a, problem := s.opt.Service.Ask(ctx, q, func(e query.Event) {
		for name, value := range e.Parts {
			out.send(name, value)
		}
		if out.failed {
			cancel()
		}
	})
	switch {
	case problem == nil:
		out.write("result", a.Body)
	case out.begun:
		out.send("problem", s.public(problem))
	default:
		s.problem(w, problem)
	}
}

// events writes server-sent events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool // the headers are sent
	failed  bool // the client has gone, or is too slow
}

// send writes an event.
func (e *events) send(name string, value any) {
	data, err := encode(value)
	if err != nil {
		e.failed = true
		return
	}
	e.write(name, data)
}

// write writes an event. Its data end with a newline.
func (e *events) write(name string, data []byte) {
	if !e.begun {
		e.begun = true
		e.w.Header().Set("Content-Type", streamMedia)
		e.w.Header().Set("Cache-Control", "no-store")
	}
	_, err := fmt.Fprintf(e.w, "event: %s\ndata: %s\n", name, data)
	e.failed = e.failed || err != nil
	e.flush()
}

// flush sends the written events. The client has some time to take them.
func (e *events) flush() {
	err := e.control.SetWriteDeadline(time.Now().Add(patience))
	if err == nil || errors.Is(err, http.ErrNotSupported) {
		err = e.control.Flush()
	}
	e.failed = e.failed || err != nil
}
