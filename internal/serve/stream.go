package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"gridlock/internal/desk"
)

const streamMedia = "text/event-stream"

// stream answers a question with server-sent events: progress, moves and the reason on the way, and then
// one result or one problem. What is wrong with the question is an answer like any other.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, route route) {
	if !accepts(r, streamMedia) {
		s.problem(w, notAcceptable(streamMedia))
		return
	}
	q, problem := question(r, route.kind)
	if problem != nil {
		s.problem(w, problem)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := &events{w: w, control: http.NewResponseController(w), patience: s.opt.Patience}
	w.Header().Set("Content-Type", streamMedia)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	if out.flush(); out.failed {
		return
	}
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	a, problem := s.opt.Desk.Ask(ctx, q, func(e desk.Event) {
		if e.Progress != nil {
			out.send("progress", e.Progress)
		} else {
			out.send("moves", e.Moves)
		}
		if e.Reason != nil {
			out.send("reason", e.Reason)
		}
		if out.failed {
			cancel()
		}
	})
	if problem != nil {
		out.send("problem", public(problem))
		return
	}
	out.write("result", a.Body)
}

// events writes server-sent events.
type events struct {
	w        http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
	failed   bool // the client has gone, or is too slow
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

// write writes an event, of which the data end with a newline.
func (e *events) write(name string, data []byte) {
	_, err := fmt.Fprintf(e.w, "event: %s\ndata: %s\n", name, data)
	e.failed = e.failed || err != nil
	e.flush()
}

// flush sends what was written, for which the client has some time.
func (e *events) flush() {
	err := e.control.SetWriteDeadline(time.Now().Add(e.patience))
	if err == nil || errors.Is(err, http.ErrNotSupported) {
		err = e.control.Flush()
	}
	e.failed = e.failed || err != nil
}
