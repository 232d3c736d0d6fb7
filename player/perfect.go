package player

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// budget is the rest of a move's limits: time, by a context's deadline, and positions.
type budget struct {
	ctx   context.Context
	limit bool   // the number of positions is limited
	nodes uint64 // positions left
}

// share takes three quarters of the rest.
func (b *budget) share() (*budget, context.CancelFunc) {
	ctx, cancel := b.ctx, context.CancelFunc(func() {})
	if end, ok := b.ctx.Deadline(); ok {
		ctx, cancel = context.WithDeadline(b.ctx, time.Now().Add(time.Until(end)*3/4))
	}
	part := b.nodes - b.nodes/4
	b.spend(part)
	return &budget{ctx, b.limit, part}, cancel
}

// over reports whether nothing is left.
func (b *budget) over() bool { return b.ctx.Err() != nil || b.limit && b.nodes == 0 }

// spend takes positions away.
func (b *budget) spend(nodes uint64) { b.nodes -= min(b.nodes, nodes) }

// recent is a store that also has the proven results of this game.
type recent struct {
	analysis.Store // or nil
	proven         map[variants.State]solver.Result
}

// Find implements [analysis.Store].
func (s *recent) Find(ctx context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	r, ok = s.proven[p.State()]
	if s.Store == nil || ok && r.Exact() {
		return r, origin, ok
	}
	if kept, from, found := s.Store.Find(ctx, p); found && (!ok || kept.Distance != solver.NoDistance) {
		return kept, from, true
	}
	return r, origin, ok
}

// Save implements [analysis.Store].
func (s *recent) Save(ctx context.Context, p variants.Position, r solver.Result, err error) {
	if s.Store != nil {
		s.Store.Save(ctx, p, r, err)
	}
	if r.Proven {
		r.ColValue = "" // since it depends on who is to move
		s.proven[p.State()] = r
	}
}

// Batch implements [analysis.Store].
func (s *recent) Batch(write bool, work func()) {
	if s.Store == nil {
		work()
		return
	}
	s.Store.Batch(write, work)
}

// perfect chooses the best move that it can find.
func (pl *Player) perfect(ctx context.Context, p variants.Position) (Choice, error) {
	left := &budget{ctx, pl.opt.Nodes != 0, pl.opt.Nodes}
	k, limit, err := pl.know(left, p)
	if err == nil {
		err = cancelled(ctx)
	}
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Result: k.Result(), Limit: limit}
	switch {
	case c.Result.Best != 0 && c.Result.Outcome == solver.Win:
		c.Move, c.AtMost = quickest(k)
		c.AtMost = pl.announce(p, c.Move, c.AtMost)
	case c.Result.Outcome == solver.Loss:
		c.Move, c.Answers, c.Replies = pl.trap(left, k)
	default:
		c.Move = guess(k)
	}
	return c, cancelled(ctx)
}

// cancelled returns the error of a context that has been cancelled, or nil if only its time is up.
func cancelled(ctx context.Context) error {
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// know finds out as much as it can about a position: first who wins, then how soon. Limit is the reason if nothing is
// proven, or if no winning move is found.
func (pl *Player) know(left *budget, p variants.Position) (k *solver.Knowledge, limit, err error) {
	k = solver.NewKnowledge(p)
	_, announced := pl.won[p.State()]
	if announced {
		k.Learn(solver.Result{Outcome: solver.Win, Proven: true, Distance: solver.NoDistance, Engine: auto.Engine{}.Name()})
	}
	if _, err = pl.ask(left, k, analysis.Recall, false); err != nil || k.Result().Exact() {
		return k, nil, err
	}
	if !k.Result().Decides() {
		if limit, err = pl.ask(&budget{left.ctx, left.limit && !announced, left.nodes}, k, analysis.Verdict, false); err != nil || limit != nil {
			return k, limit, err
		}
	}
	if k.Result().Exact() || left.over() {
		return k, nil, nil
	}
	if k.Result().Outcome == solver.Loss {
		part, cancel := left.share() // traps need a part, too
		defer cancel()
		left = part
	}
	_, err = pl.ask(left, k, analysis.Verdict, true)
	return k, nil, err
}

// ask adds to the knowledge of a position, within a budget. The first error is that of a limit.
func (pl *Player) ask(left *budget, k *solver.Knowledge, q analysis.Question, distance bool) (limit, err error) {
	opt := analysis.Options{
		Store: pl.store, Options: solver.Options{Workers: pl.opt.Workers},
		Auto: auto.Engine{Distance: distance, Known: k},
	}
	if q != analysis.Recall {
		if pl.opt.Shared == nil && pl.shared == nil {
			if pl.shared, err = auto.NewShared(pl.game, pl.opt.Memory); err != nil {
				return nil, err
			}
		}
		opt.Auto.Shared = cmp.Or(pl.opt.Shared, pl.shared)
	}
	if left.limit {
		opt.Nodes = max(1, left.nodes)
	}
	answer, err := analysis.Ask(left.ctx, k.Position(), q, opt)
	left.spend(answer.Stats.Nodes)
	if errors.Is(err, solver.ErrLimit) {
		return err, nil
	}
	return nil, err
}

// quickest returns a winning move. If the distance is known, the move is a quickest win, if possible a move after which
// more can be looked up. Otherwise it is the win with the smallest known number of plies. atMost is the number of
// plies, or 0.
func quickest(k *solver.Knowledge) (move variants.Move, atMost int) {
	r := k.Result()
	move, _ = r.BestMove()
	if r.Distance != solver.NoDistance {
		for m := range r.Best.Cells() {
			if after := k.After(variants.Move(m)); after.Exact() {
				return variants.Move(m), r.Distance
			}
		}
		return move, r.Distance
	}
	for m := range r.Best.Cells() {
		d := k.After(variants.Move(m)).Distance
		if d != solver.NoDistance && (atMost == 0 || d+1 < atMost) {
			move, atMost = variants.Move(m), d+1
		}
	}
	return move, atMost
}

// announce returns what to promise of a winning move ("wins within n plies"), never more than promised before; 0: say
// nothing. It remembers the promise for the positions after all replies, which are won, too.
func (pl *Player) announce(p variants.Position, m variants.Move, atMost int) int {
	said := pl.won[p.State()]
	if said != 0 && atMost > said {
		atMost = 0
	}
	if atMost != 0 {
		said = atMost
	}
	after := p.Play(m)
	for reply := range after.Legal().Cells() {
		pl.won[after.Play(variants.Move(reply)).State()] = max(0, said-2)
	}
	return atMost
}

// trap returns the move of a lost position that leaves the opponent the fewest winning answers. It chooses among the
// moves that last longest, if these are known.
func (pl *Player) trap(left *budget, k *solver.Knowledge) (move variants.Move, answers, replies int) {
	p := k.Position()
	moves := k.Result().Best
	if moves == 0 {
		moves = p.Legal()
	}
	move = variants.Move(moves.First())
	if moves.Count() == 1 {
		return move, 0, 0
	}
	for m := range (moves & k.Orbits()).Cells() {
		if left.over() && replies > 0 {
			break
		}
		after := p.Play(variants.Move(m))
		n := pl.answers(left, after)
		if replies == 0 || n < answers {
			move, answers, replies = variants.Move(m), n, after.Legal().Count()
		}
	}
	return move, answers, replies
}

// answers counts the moves of a position that win or, as far as is known, may win.
func (pl *Player) answers(left *budget, p variants.Position) int {
	k := solver.NewKnowledge(p)
	q := analysis.EveryMove
	if left.over() {
		q = analysis.Recall
	}
	_, _ = pl.ask(left, k, q, false)
	t := analysis.TallyOf(k)
	return t.Legal - t.Losing
}

// guess returns a move when nothing is proven: the search's first choice, or else the move that leaves the opponent the
// fewest moves. It avoids moves that are known to lose.
func guess(k *solver.Knowledge) variants.Move {
	p := k.Position()
	open := p.Legal()
	for _, m := range k.Moves() {
		if m.After.Outcome == solver.Win {
			open = open.Without(int(m.Move))
		}
	}
	if line := k.Result().Stats.PV; len(line) > 0 && open.Has(int(line[0])) {
		return line[0]
	}
	best, fewest := variants.Move(open.First()), math.MaxInt
	for m := range open.Cells() {
		if replies := p.Play(variants.Move(m)).Legal().Count(); replies < fewest {
			best, fewest = variants.Move(m), replies
		}
	}
	return best
}
