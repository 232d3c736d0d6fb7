package certify

import (
	"math/rand/v2"
	"slices"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/variants"
)

// A plan is a leaf: turns that the winner takes whatever the loser does. Finding plans is conformant planning (Goldman
// & Boddy, "Expressive planning and explicit knowledge", 1996), by search among sets of intervals to answer (Bonet &
// Geffner, "Planning with incomplete information as heuristic search in belief space", 2000).

// planner finds plans. It is not safe for concurrent use.
type planner struct {
	game  *variants.Game
	rules variants.Rules
	spans *interval.Rules
	rng   *rand.Rand
	stop  func() bool // when it reports true, all searches fail from then on

	allowed int                 // intervals that it may still visit
	spent   int                 // intervals visited since the last price
	replies []interval.Interval // buffer
	open    []interval.Interval // the intervals to answer now, followed by the intervals that these leave
	seen    distinct            // the intervals in open, in after
}

const (
	// planWork is the number of intervals to visit for a plan (docs/tried.md).
	planWork = 20_000

	// planTurns is the number of the loser's moves that may be tried, a tenth of a checker's limit.
	planTurns = proof.MostTurns / 10

	// planTries is how many plans to look for once there is one: the first with moves in their order, the others with
	// moves in random order.
	planTries = 3

	// planStep is the number of visited intervals that counts as a step of the search for small certificates.
	planStep = 2_500
)

// find appends turns that win in all of some intervals, whatever the loser does. It tries the moves of legal, which
// are legal in all of these intervals, in ascending order or, if shuffled is set, in random order.
func (p *planner) find(all []interval.Interval, legal variants.MoveSet, turns []variants.Move, shuffled bool) ([]variants.Move, bool) {
	base := len(p.open)
	defer func() { p.open = p.open[:base] }()
	for _, m := range p.order(legal, shuffled) {
		p.open = p.open[:base]
		next, legal := p.after(all, variants.Move(m))
		if p.allowed <= 0 {
			return nil, false
		}
		with := append(turns, variants.Move(m))
		if len(next) == 0 {
			return with, true
		}
		if found, ok := p.find(next, legal, with, shuffled); ok {
			return found, true
		}
	}
	return nil, false
}

// order returns the members of a set, in their order or shuffled.
func (p *planner) order(set bitboard.Board, shuffled bool) []int {
	all := slices.AppendSeq(make([]int, 0, set.Count()), set.Cells())
	if shuffled {
		p.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	return all
}

// after returns the intervals left to answer after a move in some intervals, each once, and the moves that are legal in
// all of the intervals returned. As soon as there is no such move, it counts the rest as visited.
func (p *planner) after(all []interval.Interval, m variants.Move) (next []interval.Interval, legal variants.MoveSet) {
	p.seen.begin()
	legal = ^variants.MoveSet(0)
	from := len(p.open)
	for n, i := range all {
		p.spent++
		if p.allowed--; p.allowed <= 0 || p.spent%1024 == 0 && p.stop() {
			p.allowed = 0
			return nil, 0
		}
		p.replies = p.spans.Replies(i, m, p.replies[:0])
		for _, r := range p.replies {
			if p.seen.add(r, &p.open, from) {
				legal &= p.rules.Legal(r.Least())
			}
		}
		if legal == 0 {
			rest := min(len(all)-n-1, p.allowed)
			p.spent += rest
			p.allowed -= rest
			break
		}
	}
	return p.open[from:], legal
}

// holds reports whether turns win in all positions of an interval, whatever the loser does. It is false if seeing that
// takes too many of the loser's moves.
func (p *planner) holds(i interval.Interval, turns []variants.Move) bool {
	p.allowed = planTurns
	return p.follow(i, turns)
}

// price returns how many steps the intervals visited since the last call count.
func (p *planner) price() int {
	if p == nil {
		return 0
	}
	steps := p.spent / planStep
	p.spent %= planStep
	return steps
}

func (p *planner) follow(i interval.Interval, turns []variants.Move) bool {
	if !p.rules.Legal(i.Least()).Has(int(turns[0])) {
		return false
	}
	base := len(p.open)
	defer func() { p.open = p.open[:base] }()
	p.open = p.spans.Replies(i, turns[0], p.open)
	replies := p.open[base:]
	p.spent += 1 + len(replies)
	if p.allowed -= len(replies); p.allowed < 0 || len(turns) == 1 {
		return p.allowed >= 0 && len(replies) == 0
	}
	for _, r := range replies {
		if !p.follow(r, turns[1:]) {
			return false
		}
	}
	return true
}

// widen returns an interval around another one in which the same turns win.
func (p *planner) widen(i interval.Interval, turns []variants.Move) interval.Interval {
	cells := p.game.Grid().All() &^ (i.Mine | i.Yours)
	for _, c := range p.order(cells, true) {
		wider, cell := i, bitboard.Of(c)
		if wider.Need &^= cell; wider.May&cell == 0 {
			wider.May |= cell
		}
		if wider != i && p.holds(wider, turns) {
			i = wider
		}
	}
	return i
}

// planned returns a leaf by a plan that covers an interval: the widest of several that it adds, or nil if it finds
// none.
func (p *repertoire) planned(i interval.Interval) (best *member) {
	if p.err != nil {
		return nil
	}
	before := p.planner.spent
	defer func() { p.worked(p.planner.spent - before) }()
	for n := range planTries {
		p.planner.allowed = planWork
		turns, ok := p.planner.find([]interval.Interval{i}, p.rules.Legal(i.Least()), nil, n > 0)
		switch {
		case !ok && n == 0:
			return nil
		case !ok || !p.planner.holds(i, turns):
			continue
		}
		f := found{Interval: p.planner.widen(i, turns), kind: proof.ByPlan, plan: textOf(turns)}
		if len(turns) == 1 {
			f.kind, f.move, f.plan = proof.ByMove, turns[0], ""
		}
		m := p.add(f)
		if best == nil || m.freedom() > best.freedom() {
			best = m
		}
	}
	return best
}
