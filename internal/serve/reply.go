package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"gridlock/internal/query"
)

// answer answers a question.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, route route) {
	if !accepts(r, route.media) {
		s.problem(w, notAcceptable(route.media))
		return
	}
	q, problem := s.question(w, r, route.kind, query.Parse)
	if problem != nil {
		s.problem(w, problem)
		return
	}
	tag := s.tag(q)
	if r.Method != http.MethodPost && matches(r.Header.Get("If-None-Match"), tag) {
		s.cacheable(w, tag)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	a, problem := s.opt.Service.Ask(r.Context(), q, nil)
	if problem != nil {
		s.problem(w, problem)
		return
	}
	if a.Complete && r.Method != http.MethodPost {
		s.cacheable(w, tag)
	} else {
		w.Header().Set("Cache-Control", "no-store")
	}
	if route.kind == query.Proof {
		w.Header().Set("Content-Disposition", `attachment; filename="gridlock.proof"`)
	}
	s.send(w, http.StatusOK, contentType(route.media), a.Body)
}

// cacheable sets the headers of an answer that stays the same.
func (s *Server) cacheable(w http.ResponseWriter, tag string) {
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache") // may be kept, but must be validated
}

// tag returns the tag of the complete answer to a question by this version of the program. The tag is weak, since times
// and counts of nodes in the answer may differ.
func (s *Server) tag(q query.Question) string {
	return fmt.Sprintf(`W/"%016x"`, xxhash.Sum64String(s.opt.Version+"\n"+q.Key()))
}

// matches reports whether a list of tags has a tag.
func matches(list, tag string) bool {
	for each := range strings.SplitSeq(list, ",") {
		if each = strings.TrimSpace(each); each == tag || each == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// parser understands a question by its parameters.
type parser = func(query.Kind, map[string]string) (query.Question, *query.Problem)

// question reads the question in an address and, for a walk, the certificate in the body. In games, positions and moves
// "_" stands for a space.
func (s *Server) question(w http.ResponseWriter, r *http.Request, kind query.Kind, parse parser) (query.Question, *query.Problem) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return query.Question{}, query.BadParameter.Problem("the query cannot be read: " + err.Error())
	}
	params := map[string]string{}
	for name, all := range values {
		if len(all) > 1 {
			return query.Question{}, query.WrongParameter(name, "given more than once")
		}
		params[name] = all[0]
		if name == "variant" || name == "position" || name == "moves" {
			params[name] = strings.ReplaceAll(all[0], "_", " ")
		}
	}
	q, problem := s.parse(w, r, kind, params, parse)
	if problem != nil && problem.Type == query.BadPosition && strings.Contains(r.URL.RawQuery, "+") {
		problem.Detail += "; in an address + means a space, and %2B a plus"
	}
	q.Client = address(r.RemoteAddr)
	return q, problem
}

// parse understands a question. For a certificate it reads the body, for which the client has some time.
func (s *Server) parse(w http.ResponseWriter, r *http.Request, kind query.Kind, params map[string]string, parse parser) (query.Question, *query.Problem) {
	if kind != query.Walk {
		return parse(kind, params)
	}
	for name := range params {
		if name != "moves" {
			return query.Question{}, query.WrongParameter(name, "the certificate is the body, and the only parameter is moves")
		}
	}
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Now().Add(patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return query.Question{}, query.Internal(err)
	}
	certificate, err := io.ReadAll(http.MaxBytesReader(w, r.Body, query.MostCertificate))
	_ = control.SetReadDeadline(time.Time{}) // the deadline is removed, unless deadlines are not supported
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return query.Question{}, query.Large.Problem("a certificate of more than 4 MiB")
	case err != nil:
		return query.Question{}, query.BadCertificate.Problem("it ends before all of it is here: " + err.Error())
	}
	return query.ParseWalk(certificate, params["moves"])
}

func notAcceptable(media string) *query.Problem {
	return query.NotAcceptable.Problem("the answer is " + media)
}

// accepts reports whether the client takes a type of media.
func accepts(r *http.Request, media string) bool {
	lines := r.Header.Values("Accept")
	if len(lines) == 0 {
		return true
	}
	family, _, _ := strings.Cut(media, "/")
	for _, line := range lines {
		for each := range strings.SplitSeq(line, ",") {
			kind, params, err := mime.ParseMediaType(strings.TrimSpace(each))
			if err == nil && params["q"] != "0" && slices.Contains([]string{"*/*", family + "/*", media}, kind) {
				return true
			}
		}
	}
	return false
}

// contentType returns the value of the header for a type of media.
func contentType(media string) string {
	if media == "text/plain" {
		return media + "; charset=utf-8"
	}
	return media
}

// encode writes an answer as JSON, in a line.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return b.Bytes(), err
}

// problem answers with a problem.
func (s *Server) problem(w http.ResponseWriter, p *query.Problem) {
	w.Header().Set("Cache-Control", "no-store")
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	body, err := encode(s.public(p))
	if err != nil {
		body = nil
	}
	s.send(w, p.Status, "application/problem+json", body)
}

// public returns a problem as clients see it, and logs the parts that are only for the log.
func (s *Server) public(p *query.Problem) query.Problem {
	out := p.Named()
	if p.Status == http.StatusInternalServerError {
		s.opt.Log.Error("internal error", "detail", p.Detail)
		out.Detail = "see the log of the server"
	}
	return out
}

// send writes an answer. The client has some time to take it.
func (s *Server) send(w http.ResponseWriter, status int, contentType string, body []byte) {
	err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(patience))
	if err != nil && !errors.Is(err, http.ErrNotSupported) {
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that has gone needs no answer
}

// nothing answers requests that have no route.
func (s *Server) nothing(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		s.problem(w, query.BadMethod.Problem("ask with GET"))
		return
	}
	if walk := (route{kind: query.Walk}); r.URL.Path == walk.path() {
		w.Header().Set("Allow", walk.method())
		s.problem(w, query.BadMethod.Problem("send a certificate with POST"))
		return
	}
	s.problem(w, query.NotFound.Problem("there is nothing here; / explains what there is"))
}
