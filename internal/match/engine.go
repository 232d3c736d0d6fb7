package match

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"

	"gridlock/internal/pipe"
	"gridlock/internal/printable"
	"gridlock/internal/query"
	"gridlock/variants"
)

// Conn is a program that runs.
type Conn struct {
	In   io.WriteCloser // its standard input
	Out  io.Reader      // its standard output
	Kill func()         // ends it, and reading and writing too
	Wait func() error   // called when its output ended; the error says how the program ended
}

// EngineOptions says which program plays, and how long it may think.
type EngineOptions struct {
	Start    func() (*Conn, error)
	MoveTime time.Duration // that it is given
	Grace    time.Duration // beyond that, before it has lost; also for the greeting, if longer than 10 s
	Nodes    uint64        // that it is given; 0 for none
}

// Engine is a program that speaks the protocol of package pipe, as a player. After a fault
// other than an illegal move it is started again for the next game.
type Engine struct {
	opt      EngineOptions
	greeting pipe.Greeting
	running  *session // nil if it does not run
	seeds    *rand.Rand
}

// NewEngine starts a program.
func NewEngine(ctx context.Context, opt EngineOptions) (*Engine, error) {
	e := &Engine{opt: opt}
	return e, e.start(ctx)
}

// Greeting returns what the program says of itself.
func (e *Engine) Greeting() pipe.Greeting { return e.greeting }

// greetingTime is how long a program may take to start.
const greetingTime = 10 * time.Second

// start starts the program and reads its greeting.
func (e *Engine) start(ctx context.Context) error {
	conn, err := e.opt.Start()
	if err != nil {
		return err
	}
	e.running = newSession(conn)
	bounded, cancel := context.WithTimeout(ctx, max(greetingTime, e.opt.Grace))
	defer cancel()
	line, err := e.running.next(bounded)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case bounded.Err() != nil:
		err = fault(Timeout, "no greeting in time")
	case err == nil:
		var g pipe.Greeting
		switch failed := json.Unmarshal([]byte(line), &g); {
		case failed != nil:
			err = fault(Protocol, "no greeting, but "+strconv.Quote(printable.Excerpt(line)))
		case g.Protocol != pipe.Protocol:
			err = fault(Protocol, fmt.Sprintf("protocol %d in the greeting, and not %d", g.Protocol, pipe.Protocol))
		}
		e.greeting = g
	}
	if err != nil {
		e.stop()
	}
	return err
}

// stop ends the program.
func (e *Engine) stop() {
	if e.running != nil {
		e.running.kill()
	}
	e.running = nil
}

// Begin starts the program again if it does not run.
func (e *Engine) Begin(ctx context.Context, _ *variants.Game, seed uint64) error {
	e.seeds = rand.New(rand.NewPCG(seed, 0))
	if e.running != nil {
		return nil
	}
	return e.start(ctx)
}

// seeds53 is the number of seeds that are exact in any reader of JSON.
const seeds53 = 1 << 53

// question is the request for a move.
type question struct {
	ID       int     `json:"id"`
	Do       string  `json:"do"`
	Variant  string  `json:"variant"`
	Position string  `json:"position"`
	Level    string  `json:"level"`
	Seed     uint64  `json:"seed"`
	Timeout  float64 `json:"timeout"`
	Nodes    uint64  `json:"nodes,omitempty"`
}

// Choose asks the program for a move.
func (e *Engine) Choose(ctx context.Context, p variants.Position) (string, error) {
	s := e.running
	s.id++
	s.send(question{
		ID: s.id, Do: "move", Variant: p.Game().Variant().Key(), Position: p.String(), Level: "perfect",
		Seed: e.seeds.Uint64N(seeds53), Timeout: e.opt.MoveTime.Seconds(), Nodes: e.opt.Nodes,
	})
	bounded, cancel := context.WithTimeout(ctx, e.opt.MoveTime+e.opt.Grace)
	defer cancel()
	text, err := s.answer(bounded)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if f, ok := err.(*Fault); ok && f.Kind != Illegal && f.Kind != Refused {
		e.stop()
	}
	return text, err
}

// Close lets the program end, and ends it if it does not.
func (e *Engine) Close() {
	if e.running == nil {
		return
	}
	e.running.send(map[string]string{"do": "quit"})
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for {
		if _, err := e.running.next(ctx); err != nil {
			break
		}
	}
	e.stop()
}

// session is a conversation with a program that runs.
type session struct {
	conn  *Conn
	id    int
	write chan any
	lines chan string   // closed at the end of the output
	ended error         // how the program ended, once lines is closed
	gone  chan struct{} // closed when nobody listens any more
}

// newSession begins to read and write.
func newSession(conn *Conn) *session {
	s := &session{conn: conn, write: make(chan any, 1), lines: make(chan string), gone: make(chan struct{})}
	go s.readAll()
	go s.writeAll()
	return s
}

// mostLine is the longest line that is read, in bytes.
const mostLine = 1 << 20

// readAll reads lines until the output ends.
func (s *session) readAll() {
	defer close(s.lines)
	scan := bufio.NewScanner(s.conn.Out)
	scan.Buffer(nil, mostLine)
	for scan.Scan() {
		select {
		case s.lines <- scan.Text():
		case <-s.gone:
			s.ended = s.conn.Wait()
			return
		}
	}
	if s.ended = scan.Err(); s.ended != nil {
		s.conn.Kill()
	}
	if err := s.conn.Wait(); s.ended == nil {
		s.ended = err
	}
}

// writeAll writes what is to be sent. That it cannot be written shows when reading.
func (s *session) writeAll() {
	defer s.conn.In.Close()
	for {
		select {
		case value := <-s.write:
			if printable.WriteJSON(s.conn.In, value) != nil {
				return
			}
		case <-s.gone:
			return
		}
	}
}

// send sends a line, unless the program does not even read the one before.
func (s *session) send(value any) {
	select {
	case s.write <- value:
	default:
	}
}

// next returns the next line.
func (s *session) next(ctx context.Context) (string, error) {
	select {
	case line, ok := <-s.lines:
		switch {
		case ok:
			return line, nil
		case s.ended != nil:
			return "", fault(Crash, s.ended.Error())
		}
		return "", fault(Crash, "the program ended")
	case <-ctx.Done():
		return "", fault(Timeout, "no answer in time")
	}
}

// answer returns the move in the answer to the last request. Events, and late answers to
// earlier ones, are passed over.
func (s *session) answer(ctx context.Context) (string, error) {
	for {
		line, err := s.next(ctx)
		if err != nil {
			return "", err
		}
		var r struct {
			ID      json.RawMessage
			Result  json.RawMessage
			Problem *query.Problem
		}
		if json.Unmarshal([]byte(line), &r) != nil {
			return "", fault(Protocol, "no reply, but "+strconv.Quote(printable.Excerpt(line)))
		}
		var result struct{ Move *string }
		switch {
		case string(r.ID) != strconv.Itoa(s.id):
		case r.Problem != nil:
			return "", fault(Refused, printable.Printable(r.Problem.Error()))
		case r.Result == nil:
		case json.Unmarshal(r.Result, &result) != nil:
			return "", fault(Protocol, "no move, but "+strconv.Quote(printable.Excerpt(line)))
		case result.Move == nil:
			return "", fault(Illegal, "no move, though there is one")
		default:
			return *result.Move, nil
		}
	}
}

// kill ends the program and the conversation.
func (s *session) kill() {
	close(s.gone)
	s.conn.Kill()
}
