package query

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gridlock/analysis"
	"gridlock/internal/draw"
	"gridlock/internal/puzzle"
	"gridlock/internal/report"
	"gridlock/player"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Choice is the answer to Move.
type Choice struct {
	Move     *string         `json:"move"` // null if the game is over
	Level    string          `json:"level"`
	AtMost   *int            `json:"at_most"` // plies within which the move surely wins
	Geometry report.Geometry `json:"geometry,omitzero"`
	Result   report.Result   `json:"result"` // the known result of the position
	Limit    *string         `json:"limit"`
}

// rules answers questions that take no search.
func rules(q Question) (Response, *Problem) {
	switch q.Kind {
	case Variants:
		if q.Start.Game() != nil {
			return newAnswer([]report.Variant{report.NewVariant(q.Start.Game().Variant())}, true)
		}
		return newAnswer(report.NewVariants(), true)
	case Rules:
		return describe(q)
	case Picture:
		return newAnswer([]byte(draw.Look{}.Picture(analysis.Position{Position: q.At}, nil)), true)
	case Record:
		return newAnswer([]byte(variants.GameRecord{Start: q.Start, Moves: q.Moves}.String()), true)
	}
	return newAnswer(report.NewRules(q.At, q.played), true)
}

// describe answers with the rules of a game on the question's board, which becomes the game's default board.
func describe(q Question) (Response, *Problem) {
	game := q.Start.Game()
	v := game.Variant()
	v.Rows, v.Cols, v.Title = game.Grid().Rows(), game.Grid().Cols(), cmp.Or(q.Title, v.Title)
	m, err := report.NewMeaning(v)
	if err != nil { // all games with a name are of the family
		return Response{}, WrongParameter("title", err.Error())
	}
	return newAnswer(m, true)
}

// answer answers a question that has its turn.
func (d *Service) answer(ctx context.Context, q Question, w *watcher) (a Response, problem *Problem) {
	switch q.Kind {
	case Puzzle:
		return find(ctx, q)
	case Walk:
		return d.walk(ctx, q)
	}
	limits := solver.Options{Workers: d.opt.Workers, Nodes: q.Nodes, Monitor: w.monitor(q.At)}
	switch {
	case q.Kind == Worth:
		most, giveBack := d.memories.reserve()
		defer giveBack()
		limits.Memory = most
		worth := analysis.WorthOf(ctx, q.At, limits)
		return answered(ctx, nil, func() any { return report.NewWorth(q.At, worth) })
	case q.Kind == Proof:
		return d.prove(ctx, q, limits)
	case q.Sum != nil:
		most, giveBack := d.memories.reserve()
		defer giveBack()
		limits.Memory = most
		sum, err := auto.SolveSum(ctx, q.Sum, limits)
		return answered(ctx, err, func() any { return report.NewPositionSum(q.Sum, sum, q.Class, err) })
	}
	shared, giveBack, err := d.memories.take(q.Start.Game())
	if err != nil {
		return a, Internal(err)
	}
	defer giveBack()
	how := analysis.Options{
		Options: limits,
		Auto:    auto.Engine{Distance: q.Distance, Shared: shared},
		Store:   d.opt.Library,

		Class:      q.Class,
		Difficulty: !q.beside && (q.Kind == Analysis || q.Kind == Review),
		Worth:      !q.beside && (q.Kind == Analysis || q.Kind == Review),
	}
	switch q.Kind {
	case Solve:
		found, err := analysis.Solve(ctx, q.At, how)
		return answered(ctx, err, func() any { return report.NewSolution(found, err) })
	case Analysis:
		how.Next = q.Next
		how.Auto.Learned = func(k *solver.Knowledge) { w.learned(ctx, k) }
		game, err := analysis.ReviewGame(ctx, q.At, nil, how)
		return answered(ctx, err, func() any { return report.NewStudy(game, err) })
	case Review, Report:
		how.Watch = func(_ int, p variants.Position) (*solver.Monitor, func()) { return w.monitor(p), func() {} }
		game, err := analysis.ReviewGame(ctx, q.Start, q.Moves, how)
		if q.Kind == Report {
			return d.report(ctx, game, err)
		}
		return answered(ctx, err, func() any { return report.NewStudy(game, err) })
	case Picture:
		found, err := analysis.Analyze(ctx, q.At, how)
		return answered(ctx, err, func() any { return []byte(draw.Look{}.Picture(found, nil)) })
	}
	return d.choose(ctx, q, shared)
}

// answered makes an answer of the findings of a search, which ended with err or nil.
func answered(ctx context.Context, err error, value func() any) (Response, *Problem) {
	if problem := problemOf(ctx, err); problem != nil {
		return Response{}, problem
	}
	return newAnswer(value(), err == nil && ctx.Err() == nil) // a worth that is cut short has no error
}

// report writes the review of a game as a file.
func (d *Service) report(ctx context.Context, g analysis.Review, limit error) (Response, *Problem) {
	if problem := problemOf(ctx, limit); problem != nil {
		return Response{}, problem
	}
	if d.opt.Report == nil {
		return Response{}, NoReport.Problem("reports are written by gridlock serve and gridlock analyze --report")
	}
	var file bytes.Buffer
	if err := d.opt.Report(&file, g); err != nil {
		return Response{}, Internal(err)
	}
	return newAnswer(file.Bytes(), limit == nil)
}

// choose lets a player choose a move. Shared may be nil if the player does not search.
func (d *Service) choose(ctx context.Context, q Question, shared *auto.Shared) (Response, *Problem) {
	p := q.At
	out := Choice{Level: q.Level.String(), Result: report.NewResult(p, solver.Undecided(""))}
	if p.Over() {
		out.Result = report.NewResult(p, solver.Result{Outcome: solver.Loss, Proven: true, BestComplete: true})
		return newAnswer(out, true)
	}
	pl := player.New(p.Game(), player.Options{
		Level: q.Level, Seed: q.Seed, Store: d.opt.Library, Nodes: q.Nodes, Workers: d.opt.Workers, Shared: shared,
	})
	defer pl.Close()
	c, err := pl.Choose(ctx, p)
	if err != nil {
		if problem := problemOf(ctx, err); problem != nil {
			return Response{}, problem
		}
		return Response{}, Internal(err)
	}
	out.Move, out.Geometry = new(p.MoveText(c.Move)), report.NewGeometry(p, c.Move)
	if c.AtMost > 0 {
		out.AtMost = &c.AtMost
	}
	out.Result, out.Limit = report.NewResult(p, c.Result), report.Limit(c.Limit)
	return newAnswer(out, c.Limit == nil)
}

// prove writes a certificate of who wins.
func (d *Service) prove(ctx context.Context, q Question, limits solver.Options) (Response, *Problem) {
	most, giveBack := d.memories.reserve()
	defer giveBack()
	limits.Memory = most
	file, err := Certificate(ctx, certify.Request{Root: q.At, Limits: limits, Program: d.opt.Program})
	switch {
	case err == nil:
		return newAnswer(file, true)
	case report.Limit(err) != nil:
		return Response{}, NoCertificate.Problem("it is not proven who wins: " + err.Error())
	}
	return Response{}, problemOf(ctx, err)
}

// Certificate finds out who wins the position of a request, and returns the certificate that it asks for.
func Certificate(ctx context.Context, r certify.Request) (_ []byte, err error) {
	if r.Prover, err = pn.NewProver(r.Root.Game(), r.Limits); err != nil {
		return nil, err
	}
	defer r.Prover.Close()
	found, err := analysis.Ask(ctx, r.Root, analysis.Verdict, analysis.Options{Options: r.Limits, Auto: auto.Engine{Prover: r.Prover}})
	if err != nil {
		return nil, err
	}
	var known bool
	if r.Winner, known = found.Result().Winner(r.Root); !known {
		return nil, fmt.Errorf("it is not known who wins %v", r.Root)
	}
	w, err := r.Extract(ctx, new(bytes.Buffer))
	if err != nil {
		return nil, err
	}
	if w.Header().Method == proof.Bounds && r.Small > 0 { // values say more to people
		r.Small = 0
		if other, err := r.Extract(ctx, new(bytes.Buffer)); err == nil {
			w = other
		}
	}
	var file bytes.Buffer
	err = w.Finish(&file, false)
	return file.Bytes(), err
}

// walk walks through a certificate.
func (d *Service) walk(ctx context.Context, q Question) (Response, *Problem) {
	if d.opt.Walk == nil {
		return Response{}, WrongParameter("do", "nobody here walks through certificates")
	}
	most, giveBack := d.memories.reserve()
	defer giveBack()
	course, problem := d.opt.Walk(ctx, q.Certificate, q.Line, most)
	if problem != nil {
		return Response{}, problem
	}
	return newAnswer(course, true)
}

// find finds a puzzle.
func find(ctx context.Context, q Question) (Response, *Problem) {
	next := puzzle.NewFinder(q.Start, puzzle.Usual(q.Low, q.High, q.Seed)).Next
	if q.Day != "" {
		next = func(ctx context.Context) (puzzle.Puzzle, error) { return puzzle.Of(ctx, q.Start) }
	}
	z, err := next(ctx)
	switch {
	case errors.Is(err, solver.ErrLimit):
		return Response{}, NoPuzzle.Problem(err.Error())
	case err != nil:
		return Response{}, problemOf(ctx, err)
	}
	return newAnswer(report.NewPuzzle(z, 1, q.Seed, q.Day), true)
}

// watcher reports how far a search is.
type watcher struct {
	emit  func(Event)
	turn  *turn
	ahead int // the last one reported

	mu       sync.Mutex
	current  *solver.Monitor
	position variants.Position
	decided  int            // moves known at the last report of moves
	reason   *report.Reason // once the position is decided
}

// monitor returns a monitor for the search of a position, and reports on this search from now on.
func (w *watcher) monitor(p variants.Position) *solver.Monitor {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.current, w.position = new(solver.Monitor), p
	return w.current
}

// run reports until stop is called.
func (w *watcher) run(every time.Duration) (stop func()) {
	ticker, quit, gone := time.NewTicker(every), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				w.report()
			case <-quit:
				return
			}
		}
	}()
	return func() { close(quit); <-gone }
}

// report reports progress, or what has changed in the line.
func (w *watcher) report() {
	if n, queued := w.turn.ahead(); queued {
		if n != w.ahead {
			w.ahead = n
			w.emit(Event{Queued: &Queued{n}})
		}
		return
	}
	w.mu.Lock()
	monitor, p := w.current, w.position
	w.mu.Unlock()
	if monitor == nil {
		return
	}
	if stats := monitor.Snapshot(); stats.Phase != "" {
		w.emit(Event{Progress: new(report.NewProgress("", p, stats, false))})
	}
}

// learned reports why the position is won or lost, and the decided moves, if there is more to say than before.
func (w *watcher) learned(ctx context.Context, k *solver.Knowledge) {
	known, explained := 0, w.reason != nil
	if r := k.Result(); r.Proven && !explained {
		why, evidence := analysis.Explain(ctx, k.Position(), r)
		w.reason = report.NewReason(k.Position(), r, why, evidence)
	}
	for _, m := range k.Moves() {
		if m.After.Proven {
			known++
		}
		if m.After.Distance != solver.NoDistance {
			known++
		}
	}
	if known == w.decided && explained == (w.reason != nil) {
		return
	}
	w.decided = known
	values := []report.MoveValue{}
	for _, m := range k.Moves() {
		if m.After.Proven {
			values = append(values, report.NewMoveValue(k.Position(), m.Move, m.After.MoveScore()))
		}
	}
	w.emit(Event{Moves: values, Reason: w.reason})
}
