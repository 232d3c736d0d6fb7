package serve

import (
	"cmp"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"gridlock/internal/printable"
	"gridlock/internal/query"
)

// policy is the content security policy of the server's pages: they may use only files of the server. The pages that
// may show them in a frame are added.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors "

// longestURI is the most bytes in the path and query of a request.
const longestURI = 8 << 10

// guarded refuses requests that should not be answered, and sets the headers of all answers.
func (s *Server) guarded(next http.Handler) http.Handler {
	policy := policy + cmp.Or(strings.Join(s.opt.Ancestors, " "), "'none'")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Add("Vary", "Origin")
		if problem := s.refuse(r); problem != nil {
			s.problem(w, problem)
			return
		}
		if origin := r.Header.Get("Origin"); slices.Contains(s.opt.Origins, origin) {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		next.ServeHTTP(w, r)
	})
}

// refuse returns why a request is not answered, or nil.
func (s *Server) refuse(r *http.Request) *query.Problem {
	switch {
	case !s.hosts(r.Host):
		return query.WrongHost.Problem("the server is not called " + strconv.Quote(printable.Printable(r.Host)) + "; name it with --host")
	case len(r.RequestURI) > longestURI:
		return query.LongAddress.Problem("at most 8 KiB")
	case (r.ContentLength != 0 || len(r.TransferEncoding) > 0) && !takesBody(r):
		return query.HasBody.Problem("the address is the whole question; send no body")
	case r.ContentLength > query.MostCertificate:
		return query.Large.Problem("a certificate of more than 4 MiB")
	case strings.HasPrefix(r.URL.Path, "/api/") && !s.trusts(r):
		return query.ForeignOrigin.Problem("pages of other origins may not ask, unless the server is started with --cors")
	case !s.limiters.allow(address(r.RemoteAddr)):
		return query.TooMany.Problem("wait a second")
	}
	return nil
}

// takesBody reports whether a request may have a body.
func takesBody(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Path == route{kind: query.Walk}.path()
}

// hosts reports whether the host of a request is a name of the server. This makes a foreign name that points here
// useless (DNS rebinding).
func (s *Server) hosts(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, name) || slices.Contains(s.opt.Hosts, name)
}

// trusts reports whether the page that sends a request may do so. If no page sends the request, it is true.
func (s *Server) trusts(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin != "" && slices.Contains(s.opt.Origins, origin) {
		return true
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site":
		return false
	}
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

// limiters limits the rate of requests for each address.
type limiters struct {
	rate float64
	mu   sync.Mutex
	all  *lru.Cache[string, *rate.Limiter]
}

func newLimiters(perSecond float64) *limiters {
	all, err := lru.New[string, *rate.Limiter](1 << 12)
	if err != nil {
		panic(err) // the size is positive
	}
	return &limiters{rate: perSecond, all: all}
}

// address returns the address of a client without its port.
func address(remote string) string {
	if host, _, err := net.SplitHostPort(remote); err == nil {
		return host
	}
	return remote
}

// allow reports whether an address may ask now.
func (l *limiters) allow(client string) bool {
	if l.rate == 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	limiter, ok := l.all.Get(client)
	if !ok {
		limiter = rate.NewLimiter(rate.Limit(l.rate), max(1, int(4*l.rate)))
		l.all.Add(client, limiter)
	}
	return limiter.Allow()
}

// recorder notes the status and the size of an answer.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += n
	return n, err
}

// Unwrap is for [http.ResponseController].
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// logged writes a line for each request, and makes a panic a problem.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, rec := time.Now(), &recorder{ResponseWriter: w}
		defer func() {
			if caught := recover(); caught != nil && caught != http.ErrAbortHandler {
				s.opt.Log.Error("panic", "uri", printable.Printable(r.RequestURI), "panic", caught)
				if rec.status == 0 {
					s.problem(rec, query.InternalError.Problem("see the log of the server"))
				}
			}
			s.metrics.seen(r, rec.status, time.Since(began))
			s.opt.Log.LogAttrs(r.Context(), slog.LevelInfo, "request",
				slog.String("method", r.Method), slog.String("uri", printable.Printable(r.RequestURI)), slog.Int("status", rec.status),
				slog.Int("bytes", rec.bytes), slog.Duration("time", time.Since(began)), slog.String("from", r.RemoteAddr))
		}()
		next.ServeHTTP(rec, r)
	})
}
