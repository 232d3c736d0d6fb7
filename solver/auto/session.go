package auto

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"gridlock/internal/invariants"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// session is one call of Solve or AllMoves.
type session struct {
	Engine
	opt     solver.Options
	known   *solver.Knowledge
	sums    bool                // positions of the game are sums
	values  uint64              // nodes for the nimber or value of a decided position
	counted uint64              // nodes left to count plies if nobody has asked for them; 0 with Distance
	looks   atomic.Int64        // components left for brief phases
	spent   solver.Stats        // work of all engines so far
	found   []solver.MoveResult // results of the moves that the running phase has found
	theory  *Shared             // the theory of the engine, or a new one
}

// The nodes that AllMoves spends on plies without Distance, for the position and all moves together: a few tenths of a
// second. With a table of the usual size no position on a board of 16 cells takes as many nodes.
const (
	pliesMoment     = 100_000
	sumsPliesMoment = 12_000
)

// looksMoment is the number of components of sums that lemmas may search in all brief phases: half a second. A limit of
// nodes would not do, since one node may search hundreds.
const looksMoment = 160_000

func newSession(p variants.Position, e Engine, opt solver.Options) *session {
	a := &session{Engine: e, opt: opt, known: e.Known, values: valueMoment, theory: e.Shared}
	if a.known == nil || a.known.Position() != p {
		a.known = solver.NewKnowledge(p)
	}
	if a.theory == nil {
		a.theory = &Shared{lemmas: &lemmaMemory{game: p.Game(), memory: opt.MemoryLimit()}}
	}
	if !e.Distance {
		a.counted = math.MaxUint64
	}
	a.looks.Store(looksMoment)
	return a
}

// request is a question about the position of a session, or about the position after a move.
type request struct {
	position variants.Position
	root     bool
	move     variants.Move        // unless root
	need     want                 // facts to find: it is an error if one stays missing
	like     want                 // facts to find only if that is cheap
	moves    *[]solver.MoveResult // receives results for moves that searches happen to prove, or nil
}

// asks returns the facts about a position that the engine has to find, and facts that it finds if that is cheap.
func (e Engine) asks() (need, like want) {
	need, like = outcome|winningMove, plies|bestMove|line
	switch {
	case e.Alone && e.Distance:
		return need | plies, 0
	case e.Alone:
		return need, plies
	case e.Distance:
		return need | like | bestMoves | wholeLine, 0
	}
	return need, like
}

// request returns the request about the position, or about the position after a move, for which no winning move is
// needed. If only the line is missing, it asks for no line.
func (a *session) request(p variants.Position, root bool, m variants.Move) request {
	q := request{position: p, root: root, move: m}
	q.need, q.like = a.asks()
	switch {
	case root: // its nimber or value comes with theoryOutcome, and would be lost if an earlier phase decided who wins
		q.moves = &a.found
	case a.sums:
		q.need, q.like = q.need&^winningMove, q.like|sumValue
	default:
		q.need &^= winningMove
	}
	if a.Exact(a.result(q)) {
		q.need, q.like = q.need&^lines, q.like&^lines
	}
	return q
}

// result returns the known result for a request.
func (a *session) result(q request) solver.Result {
	if q.root {
		return a.known.Result()
	}
	return a.known.After(q.move)
}

// follow runs the plan of Solve or, if all is set, the plan of AllMoves. The error is the first error of the last stage
// that has errors.
func (a *session) follow(ctx context.Context, all bool) (err error) {
	p := a.known.Position()
	a.sums = theory.For(p.Game()).Sums()
	if all && a.sums {
		a.counted = min(a.counted, sumsPliesMoment)
	} else if all {
		a.counted = min(a.counted, pliesMoment)
	}
	position, moves := a.request(p, true, 0), []request(nil)
	for m := range a.known.Orbits().Cells() {
		moves = append(moves, a.request(p.Play(variants.Move(m)), false, variants.Move(m)))
	}
	for _, st := range a.plan(all, !all || a.sums || a.opt.Nodes != 0) {
		if !st.moves {
			err = cmp.Or(a.answer(ctx, position, st.phases), err)
			continue
		}
		var first error
		for _, q := range moves {
			if stopped := solver.Poll(ctx); stopped != nil {
				first = cmp.Or(first, stopped)
				break
			}
			before := a.spent
			first = cmp.Or(first, a.answer(ctx, q, st.phases))
			a.show()
			a.known.SetMoveStats(q.move, a.spent.Since(before).After(a.result(q).Stats))
		}
		err = cmp.Or(first, err)
	}
	return err
}

// answer runs the phases that find what is missing. The error is that of the last phase, or nil if no needed fact is
// missing.
func (a *session) answer(ctx context.Context, q request, phases []phase) (err error) {
	for _, ph := range phases {
		lacks := missing(a.result(q)) & (q.need | q.like)
		if ph.finds&lacks == 0 || ph.needs&lacks != 0 || ph.lemmas && a.opt.NoLemmas ||
			ph.share == ofCounted && (a.counted == 0 || a.looks.Load() <= 0) {
			continue
		}
		err = a.run(ctx, ph, q)
		if err := a.known.Err(); err != nil {
			return err
		}
		if a.Learned != nil {
			a.Learned(a.known)
		}
		if stopped := solver.Poll(ctx); err != nil && stopped != nil {
			err = stopped
			break
		}
	}
	if missing(a.result(q))&q.need == 0 {
		return nil
	}
	return err
}

// run runs a phase, and takes what it finds.
func (a *session) run(ctx context.Context, ph phase, q request) error {
	opt := a.opt
	if opt.Nodes = ph.nodes; a.sums {
		opt.Nodes = ph.sums
	}
	switch ph.share {
	case ofValues:
		opt.Nodes = a.values
	case ofCounted:
		opt.Nodes = min(opt.Nodes, a.counted)
	}
	if ph.brief || a.Shared != nil {
		opt.Checkpoint = nil // the phase is too short to be worth a checkpoint, or Shared remembers its work
	}
	a.found = nil
	r, err := a.ask(ctx, ph.engine(a, ph, q), q.position, opt)
	switch {
	case ph.share == ofCounted:
		a.counted -= min(a.counted, r.Stats.Nodes)
	case ph.share == ofValues && r.Stats.Nodes >= valueMoment:
		a.values = valueGlance // since more positions are probably like this one
	}
	switch {
	case !r.Proven:
	case q.root:
		a.known.Learn(a.reliable(r, err))
	default:
		a.known.LearnMove(q.move, a.reliable(r, err))
	}
	for _, m := range a.found {
		a.known.LearnMove(m.Move, m.After)
	}
	return err
}

// reliable returns the reliable part of a result with an error: if a search had to stop after it had found the
// distance, best moves may be missing. If only the distance is asked for, and a win has a distance but no best move,
// the distance is left out, since a known winning move is worth more.
func (a *session) reliable(r solver.Result, err error) solver.Result {
	switch {
	case a.Alone && r.Outcome == solver.Win && r.Best == 0:
		return r.WithoutDistance()
	case err != nil:
		return r.Whole()
	}
	return r
}

// ask gives a position to an engine, with at most opt.Nodes of the nodes left of the limit.
func (a *session) ask(ctx context.Context, e solver.Engine, p variants.Position, opt solver.Options) (solver.Result, error) {
	if limit := a.opt.Nodes; limit != 0 {
		if a.spent.Nodes >= limit {
			return solver.Undecided(Engine{}.Name()), a.nodeLimit()
		}
		if left := limit - a.spent.Nodes; opt.Nodes == 0 || left < opt.Nodes {
			opt.Nodes = left
		}
	}
	if opt.Monitor != nil {
		opt.Monitor.Carry(a.spent)
	}
	r, err := e.Solve(ctx, p, opt)
	a.spent = r.Stats.After(a.spent)
	if a.opt.Nodes != 0 && a.spent.Nodes >= a.opt.Nodes && errors.Is(err, solver.ErrLimit) {
		err = a.nodeLimit()
	}
	return r, err
}

// nodeLimit is the error when all engines together have used up the nodes.
func (a *session) nodeLimit() error {
	return solver.Limited(solver.LimitNodes, "node count %d", a.opt.Nodes)
}

// finish returns the result, with the statistics of all engines, and the error. It makes sure
// that a win comes with a winning move.
func (a *session) finish(err error) (solver.Result, error) {
	a.known.SetStats(a.spent)
	r := a.known.Result()
	switch {
	case r.Outcome == solver.Win && r.Best == 0 && err == nil:
		err = solver.Limited(solver.LimitSearch, "no winning move found")
	case r.Outcome == solver.Win && r.Best == 0 && errors.Is(err, solver.ErrLimit):
		err = fmt.Errorf("%w; no winning move found by then", err)
	}
	if invariants.Enabled && r.Best&^a.known.Position().Legal() != 0 {
		panic(fmt.Sprintf("solver: illegal best moves %v in %v", r.Best, a.known.Position()))
	}
	a.show()
	return r, err
}

// show gives the monitor the statistics of all engines.
func (a *session) show() {
	if m := a.opt.Monitor; m != nil {
		m.Carry(a.spent)
	}
}
