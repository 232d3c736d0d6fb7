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
// and then one result, after which it may go on, or one problem. A problem before the first event is an answer like any other.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, route route) {
	if !accepts(r, streamMedia) {
		s.problem(w, notAcceptable(streamMedia))
		return
	}
	q, problem := s.question(w, r, route.kind, query.ParseStream)
	if problem != nil {
		s.problem(w, problem)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := &events{w: w, control: http.NewResponseController(w)}
	s.metrics.streams.Inc()
	defer s.metrics.streams.Dec()
	problem = s.opt.Service.Stream(ctx, q, func(name string, a query.Response) {
		if out.write(name, a.Body); out.failed {
			cancel()
		}
	})
	if problem != nil && !out.begun {
		s.problem(w, problem)
	} else if problem != nil {
		body, _ := encode(s.public(problem)) // it is a struct of strings and numbers
		out.write("problem", body)
	}
}

// events writes server-sent events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	begun   bool // the headers are sent
	failed  bool // the client has gone, or is too slow
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
