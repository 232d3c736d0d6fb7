package player

import (
	"context"
	"errors"
	"math"
	"time"

	"gridlock/solver"
	"gridlock/variants"
)

// budget is what is left for a move: time, by a context's deadline, and positions.
type budget struct {
	ctx   context.Context
	limit bool   // there is one of positions
	nodes uint64 // left of it
}

// part takes three quarters of what is left.
func (b *budget) part() (*budget, context.CancelFunc) {
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

// knowledge is what is known of a position and its moves.
type knowledge struct {
	result solver.Result
	after  map[variants.Move]solver.Result // of the positions after the moves, where it is known
	limit  error
}

// perfect chooses the best move as far as can be found out.
func (pl *Player) perfect(ctx context.Context, p variants.Position) (Choice, error) {
	left := &budget{ctx, pl.opt.Nodes != 0, pl.opt.Nodes}
	k, err := pl.know(left, p)
	if err == nil {
		err = calledOff(ctx)
	}
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Result: k.result, Limit: k.limit}
	switch k.result.Outcome {
	case solver.Win:
		c.Move, c.AtMost = k.quickest(p)
	case solver.Loss:
		c.Move, c.Answers, c.Replies = pl.trap(left, p, k)
	default:
		c.Move = k.guess(p)
	}
	return c, calledOff(ctx)
}

// calledOff returns the error of a context that has been called off, nil when its time is
// just up.
func calledOff(ctx context.Context) error {
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// look looks a position up.
func (pl *Player) look(ctx context.Context, p variants.Position) (r solver.Result, found bool) {
	r = unknown()
	if p.Over() {
		r.Outcome, r.Proven, r.Distance = solver.Loss, true, 0
		return r, true
	}
	if pl.opt.Lookup != nil {
		if known, ok := pl.opt.Lookup(ctx, p); ok && known.Proven {
			return known, true
		}
	}
	return r, false
}

// know finds out about a position what it can: who wins first, and then how soon.
func (pl *Player) know(left *budget, p variants.Position) (k knowledge, err error) {
	k = knowledge{result: unknown(), after: map[variants.Move]solver.Result{}}
	if r, ok := pl.look(left.ctx, p); ok {
		k.result = r
	}
	for m := range p.Legal().Cells() {
		after := p.Play(variants.Move(m))
		if r, ok := pl.look(left.ctx, after); ok {
			k.after[variants.Move(m)] = r
		}
	}
	k.combine(p)
	if complete(k.result) {
		return k, nil
	}
	if !k.result.Proven {
		if err := pl.search(left, p, &k, false); err != nil || !k.result.Proven {
			return k, err
		}
	}
	if complete(k.result) || left.over() {
		return k, nil
	}
	if k.result.Outcome == solver.Win {
		return k, pl.search(left, p, &k, true)
	}
	part, cancel := left.part() // traps need some as well
	defer cancel()
	return k, pl.search(part, p, &k, true)
}

// complete reports whether distance and best moves are known.
func complete(r solver.Result) bool { return r.Distance != solver.NoDistance && r.Best != 0 }

// combine draws conclusions from what is known of the moves.
func (k *knowledge) combine(p variants.Position) {
	var wins variants.MoveSet
	for m, r := range k.after {
		if r.Outcome == solver.Loss {
			wins = wins.With(int(m))
		}
	}
	switch {
	case complete(k.result):
		return
	case wins != 0:
		k.result.Outcome, k.result.Proven = solver.Win, true
		k.result.Best |= wins
	case len(k.after) == p.Legal().Count():
		k.result.Outcome, k.result.Proven = solver.Loss, true
	default:
		return
	}
	if distance, best := k.minimax(p.Legal()); best != 0 {
		k.result.Distance, k.result.Best = distance, best
	}
}

// minimax returns the distance of a position by those after its moves, and the moves that
// go with it; no moves unless all distances are known.
func (k *knowledge) minimax(moves variants.MoveSet) (distance int, best variants.MoveSet) {
	value := solver.UnknownValue()
	for m := range moves.Cells() {
		r, ok := k.after[variants.Move(m)]
		if !ok || r.Distance == solver.NoDistance {
			return 0, 0
		}
		switch v := r.MoveValue(); {
		case best == 0 || v.Compare(value) < 0:
			value, best = v, variants.MoveSet(0).With(m)
		case v == value:
			best = best.With(m)
		}
	}
	return value.Distance, best
}

// search adds what theory and search find out within a budget, about the distance if so
// asked.
func (pl *Player) search(left *budget, p variants.Position, k *knowledge, distance bool) error {
	r, err := pl.solve(left, p, distance)
	if err != nil && !errors.Is(err, solver.ErrLimit) {
		return err
	}
	switch {
	case complete(r):
		k.result, k.limit = r, nil
	case r.Proven && k.result.Proven:
		k.result.Best |= r.Best
	case !k.result.Proven:
		k.result, k.limit = r, err
	}
	return nil
}

// solve asks the engines about a position, and keeps the answer.
func (pl *Player) solve(left *budget, p variants.Position, distance bool) (solver.Result, error) {
	if r, ok := pl.proven[p.State()]; ok && (!distance || complete(r)) {
		return r, nil
	}
	if pl.shared == nil {
		var err error
		if pl.shared, err = solver.NewShared(pl.game, pl.opt.Memory); err != nil {
			return unknown(), err
		}
	}
	opt := solver.Options{Shared: pl.shared, Workers: pl.opt.Workers, Distance: distance}
	if left.limit {
		opt.Nodes = max(1, left.nodes)
	}
	r, err := solver.Auto{}.Solve(left.ctx, p, opt)
	left.spend(r.Stats.Nodes)
	if r.Proven {
		if pl.opt.Keep != nil {
			pl.opt.Keep(left.ctx, p, r, err)
		}
		r.Value = "" // which depends on who is to move
		pl.proven[p.State()] = r
	}
	return r, err
}

// quickest returns a move that wins: the quickest if that is known, and if possible one
// after which there is more to look up; or that with the least number of plies that is
// known. atMost is that number, or 0.
func (k *knowledge) quickest(p variants.Position) (move variants.Move, atMost int) {
	move, _ = k.result.BestMove()
	if k.result.Distance != solver.NoDistance {
		for m := range k.result.Best.Cells() {
			if _, ok := k.after[variants.Move(m)]; ok {
				return variants.Move(m), k.result.Distance
			}
		}
		return move, k.result.Distance
	}
	for m := range k.result.Best.Cells() {
		r, ok := k.after[variants.Move(m)]
		if ok && r.Distance != solver.NoDistance && (atMost == 0 || r.Distance+1 < atMost) {
			move, atMost = variants.Move(m), r.Distance+1
		}
	}
	return move, atMost
}

// trap returns the move of a lost position that leaves the opponent the fewest answers that
// win: of those that last longest, where that is known, otherwise of all.
func (pl *Player) trap(left *budget, p variants.Position, k knowledge) (move variants.Move, answers, replies int) {
	moves := k.result.Best
	if moves == 0 {
		moves = p.Legal()
	}
	move = variants.Move(moves.First())
	if moves.Count() == 1 {
		return move, 0, 0
	}
	for m := range moves.Cells() {
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

// answers counts the moves of a position that win, or may win for all that is known.
func (pl *Player) answers(left *budget, p variants.Position) (count int) {
	for m := range p.Legal().Cells() {
		after := p.Play(variants.Move(m))
		if left.over() {
			count++
			continue
		}
		r, ok := pl.look(left.ctx, after)
		if !ok {
			r, _ = pl.solve(left, after, false)
		}
		if r.Outcome != solver.Win {
			count++
		}
	}
	return count
}

// guess returns a move where nothing is proven: the one on which the search looked first,
// or one that leaves the opponent the least choice; if possible none that is known to lose.
func (k *knowledge) guess(p variants.Position) variants.Move {
	open := p.Legal()
	for m, r := range k.after {
		if r.Outcome == solver.Win {
			open = open.Without(int(m))
		}
	}
	if line := k.result.Stats.PV; len(line) > 0 && open.Has(int(line[0])) {
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
