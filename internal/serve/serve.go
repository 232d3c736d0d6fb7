// Package serve answers questions about positions over HTTP, and serves a page with a board that asks them. Both are
// windows on a service. Every answer is to a GET request whose address is the whole question, or to a POST request with
// a certificate; there are no cookies and no sessions.
package serve

import (
	"html/template"
	"log/slog"
	"net/http"
	"time"

	"gridlock/internal/query"
)

// Options are the options of a server.
type Options struct {
	Service   *query.Service
	Version   string       // of the program
	Log       *slog.Logger // log of requests; nil for none
	Hosts     []string     // names by which the server may be called, without port, beside localhost
	Origins   []string     // origins of pages elsewhere that may ask, as in "https://example.org"
	Ancestors []string     // origins of pages that may show the page in a frame
	Rate      float64      // requests a second from one address, on average; 0 for no limit
	Metrics   bool         // serve /metrics
}

// patience is how long a client may take to send a certificate, or to read an answer.
const patience = 10 * time.Second

// Server is the handler of all routes. Make it with New.
type Server struct {
	opt      Options
	handler  http.Handler
	metrics  *metrics
	limiters *limiters

	explanation *template.Template // of the page
}

// New returns a server.
func New(opt Options) *Server {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opt: opt, metrics: newMetrics(opt.Service), limiters: newLimiters(opt.Rate)}
	s.explanation = template.Must(template.New("").Parse(explanation))
	mux := http.NewServeMux()
	for _, r := range routes() {
		handler := http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { s.answer(w, req, r) })
		mux.Handle(r.method()+" "+r.path(), handler)
		if r.streams {
			mux.HandleFunc("GET "+r.path()+"/stream", func(w http.ResponseWriter, req *http.Request) { s.stream(w, req, r) })
		}
	}
	mux.HandleFunc("GET /api/openapi.json", s.openapi)
	mux.HandleFunc("GET /livez", alive)
	mux.HandleFunc("GET /readyz", s.ready)
	if opt.Metrics {
		mux.Handle("GET /metrics", s.metrics.handler())
	}
	mux.HandleFunc("GET /api/{$}", s.explain)
	for _, file := range files() {
		mux.HandleFunc("GET "+file.path, func(w http.ResponseWriter, r *http.Request) { s.file(w, r, file) })
	}
	mux.HandleFunc("/", s.nothing)
	s.handler = s.logged(s.guarded(mux))
	return s
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// HTTP returns a server with the limits that a server on a network needs.
func (s *Server) HTTP() *http.Server {
	return &http.Server{
		Handler: s, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(s.opt.Log.Handler(), slog.LevelWarn),
	}
}

// route is a question that has an address.
type route struct {
	kind    query.Kind
	streams bool   // with progress
	media   string // of the answer
	summary string
	example string // parameters with a quick answer
}

func (r route) path() string { return "/api/v1/" + string(r.kind) }

// method returns the method of requests. A certificate comes as the body of a POST request.
func (r route) method() string {
	if r.kind == query.Walk {
		return http.MethodPost
	}
	return http.MethodGet
}

const jsonMedia = "application/json"

// routes returns the questions, in the order of the documentation.
func routes() []route {
	return []route{
		{query.Variants, false, jsonMedia, "the games, or the one that is named", ""},
		{query.Rules, false, jsonMedia, "the rules of a game in sentences, which cells are near each other, and the rule file", "variant=walk_knight_torus&board=4x5&title=Riders"},
		{query.Position, false, jsonMedia, "a position by the rules alone: cells, and legal moves with the positions after them", "variant=lockdown&moves=6_11"},
		{query.Solve, true, jsonMedia, "who wins a position", "variant=lockdown&moves=6_11_7"},
		{query.Analysis, true, jsonMedia, "the value of every move of a position, and why", "variant=claim&moves=6_15"},
		{query.Review, true, jsonMedia, "a game, ply by ply", "variant=duel&moves=6_11_4_2_13_9_16"},
		{query.Move, false, jsonMedia, "the computer's move", "variant=lockdown&moves=6&level=casual&seed=7"},
		{query.Puzzle, false, jsonMedia, "a position with one winning move; equivalent moves count as one", "variant=lockdown&depth=3&seed=1"},
		{query.Picture, false, "image/svg+xml", "a picture of a position; with values=1, with the value of every move", "variant=blockade&board=5x5"},
		{query.Proof, false, "text/plain", "the certificate of who wins, for gridlock verify", "variant=classic&board=3x3"},
		{query.Walk, false, jsonMedia, "how the winner plays by a certificate, which is checked: the rule, what it is about, and where the replies lead", "moves="},
		{query.Record, false, "text/plain", "a game record, for play and analyze --record", "variant=lockdown&moves=6_11_7"},
		{query.Worth, false, jsonMedia, "what a position in which marks are placed is worth, and how hot it is; null in other games", "variant=snort&board=2x3"},
		{query.Report, false, "text/html", "the review of a game: the page, with all values, as one file", "variant=lockdown&moves=6_11_7"},
	}
}

func alive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

// ready answers whether a new question would soon have its first turn: whether no other question waits for it.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if load := s.opt.Service.Load(); load.Waiting > 0 {
		s.problem(w, query.Busy.Problem("questions are waiting"))
		return
	}
	alive(w, r)
}
