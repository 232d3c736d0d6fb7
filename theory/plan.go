package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Plans finds plans where markers take steps. A plan is a series of turns that a player can take whatever the opponent
// does, because the opponent comes too late to each of its cells. A plan wins if the opponent cannot take as many turns
// as the plan has, on the other cells. It is not safe for concurrent use.
type Plans struct {
	near   *bitboard.Near
	blocks bool
	turns  Turns
	long   looks

	plan   [bitboard.MaxCells]planned // the one that was found last
	calls  uint32                     // questions so far
	failed [1 << failedBits]failure
}

// planned is a turn of a plan: a step and, where there are blocks, a block.
type planned struct{ to, block int8 }

// goal is the goal of a plan: a number of turns. A plan that is to win needs more turns than the opponent can take on
// the cells that it leaves, and must leave the opponent at most that number.
type goal struct {
	toWin    bool
	turns    int
	opponent int // the cell of the marker
	tries    int // turns that may still be tried
}

// reached reports whether a plan has enough turns, even if it could go on.
func (g *goal) reached(at spot) bool { return !g.toWin && at.taken >= g.turns }

// reachedAtEnd is reached for a plan that has no further sure turn.
func (g *goal) reachedAtEnd(p *Plans, at spot) bool {
	return g.toWin && min(at.taken-1, g.turns) >= p.turns.Most(g.opponent, p.near.Flood(p.near.At(g.opponent)&at.free, at.free))
}

// hopeless reports whether no plan of at most that many turns is enough if the opponent reaches the cells yours first.
func (g *goal) hopeless(p *Plans, turns int, yours bitboard.Board) bool {
	if !g.toWin {
		return turns < g.turns
	}
	most := p.turns.Most(g.opponent, yours.Without(g.opponent))
	return turns <= most || most > g.turns
}

// spot is where the turns of a plan lead.
type spot struct {
	c     int            // the cell of the player's marker
	free  bitboard.Board // cells that no turn has taken
	reach bitboard.Board // the cells that the opponent's marker may have been on by now
	taken int            // number of turns
}

// failure is a spot where a call found no rest of a plan, in that many tries. Other lists of turns often lead to the
// same spot. The search then counts these tries instead of repeating them.
type failure struct {
	free, reach bitboard.Board
	call        uint32
	tries       int16
	c           int8
}

// failedBits is the binary logarithm of the number of failures that are kept.
const failedBits = 8

// Turns to try for a plan that wins, and for one that lasts; docs/tried.md has results with other numbers.
const (
	planTries = 512
	sureTries = 64
)

// newPlans returns the plans of a game in which markers take steps.
func newPlans(game *variants.Game) *Plans {
	return &Plans{near: game.Steps(), blocks: game.Traits().Blocks, turns: TurnsOf(game)}
}

// Wins reports whether it finds a plan that wins for the mover. If it does not, nothing is known. It gives up early
// while most long searches fail.
func (p *Plans) Wins(s variants.State) bool {
	g := goal{toWin: true, turns: bitboard.MaxCells, tries: p.long.tries()}
	long := g.tries == planTries
	found := p.find(&g, s, s.Yours)
	if long && g.tries < planTries-fewTries {
		p.long.count(found)
	}
	return found
}

// Within is like Wins, for a plan that leaves the opponent at most that many turns. It never gives up early.
func (p *Plans) Within(s variants.State, turns int) bool {
	return p.find(&goal{toWin: true, turns: turns, tries: planTries}, s, s.Yours)
}

// looks counts the searches with more than fewTries turns, and those that found a plan, among about the last 8,192;
// older ones count half.
type looks struct{ all, found, spared int }

// fewTries is the number of turns to try while most long searches fail: fewer than one in 32 of the last 4,096 found a
// plan. Even then one search in 64 is long.
const fewTries = 32

// tries returns the number of turns to try for the next plan.
func (l *looks) tries() int {
	if l.all >= 4096 && 32*l.found < l.all {
		if l.spared++; l.spared%64 != 0 {
			return fewTries
		}
	}
	return planTries
}

// count adds a long search.
func (l *looks) count(found bool) {
	if l.all++; found {
		l.found++
	}
	if l.all == 8192 {
		l.all, l.found = l.all/2, l.found/2
	}
}

// turnsAtLeast is [Lasting].
func (p *Plans) turnsAtLeast(s variants.State, mover bool, turns int) bool {
	reach := s.Yours
	if !mover {
		s.Mine, s.Yours = s.Yours, s.Mine
		reach = s.Yours | p.near.Dilate(s.Yours)&s.Free
	}
	g := goal{turns: turns, tries: sureTries}
	return turns < bitboard.MaxCells && p.find(&g, s, reach)
}

// find looks for a plan of the marker of Mine against that of Yours, which may be anywhere on reach.
func (p *Plans) find(g *goal, s variants.State, reach bitboard.Board) bool {
	if s.Mine == 0 || s.Yours == 0 {
		return false
	}
	p.calls++
	g.opponent = s.Yours.First()
	at := spot{c: s.Mine.First(), free: s.Free, reach: reach}
	return p.again(g, at) || p.extend(g, at)
}

// again reports whether the plan found last is long enough, and all its turns are sure here, too. It needs no race to
// see that, so it does not find out who wins.
func (p *Plans) again(g *goal, at spot) bool {
	for i := 0; !g.toWin && i < g.turns; i++ {
		t := p.plan[i]
		sure, beside := p.sure(g, at)
		if !(p.near.At(at.c) & sure).Has(int(t.to)) || !p.can(at.c, t, sure) {
			return false
		}
		at = p.after(at, t, beside)
	}
	return !g.toWin
}

// extend looks for the rest of a plan that has some turns, and keeps it.
func (p *Plans) extend(g *goal, at spot) bool {
	// Step 1. See whether the turns are enough, or cannot be enough on the cells that the player reaches first.
	if g.reached(at) {
		return true
	}
	mine, yours := p.near.Race(bitboard.Of(at.c), at.reach, at.free)
	if g.hopeless(p, at.taken+p.turns.Most(at.c, mine.Without(at.c)), yours) {
		return false
	}

	// Step 2. No step is sure: the plan ends here.
	sure, beside := p.sure(g, at)
	steps := p.near.At(at.c) & sure
	if steps == 0 {
		return g.reachedAtEnd(p, at)
	}

	// Step 3. It has failed here before.
	known, tries := p.failure(at), g.tries
	if *known == (failure{at.free, at.reach, p.calls, known.tries, int8(at.c)}) {
		g.tries = max(0, tries-int(known.tries))
		return false
	}

	// Step 4. The turn found last often works in the next position, too.
	if last := p.plan[at.taken]; steps.Has(int(last.to)) && p.can(at.c, last, sure) && p.try(g, at, last, beside) {
		return true
	}

	// Step 5. All sure turns.
	for ; steps != 0; steps = steps.Rest() {
		t := planned{int8(steps.First()), int8(at.c)}
		if p.try(g, at, t, beside) {
			return true
		}
		if !p.blocks {
			continue
		}
		for blocks := p.near.At(int(t.to)) & sure; blocks != 0; blocks = blocks.Rest() {
			if p.try(g, at, planned{t.to, int8(blocks.First())}, beside) {
				return true
			}
		}
	}
	*known = failure{at.free, at.reach, p.calls, int16(tries - g.tries), int8(at.c)}
	return false
}

// try extends a plan by a turn. After it the opponent can be on the neighbouring cells, too.
func (p *Plans) try(g *goal, at spot, t planned, beside bitboard.Board) bool {
	if g.tries == 0 {
		return false
	}
	g.tries--
	if !p.extend(g, p.after(at, t, beside)) {
		return false
	}
	p.plan[at.taken] = t
	return true
}

// sure returns the cells of sure turns, and those that the opponent can be on next.
func (p *Plans) sure(g *goal, at spot) (sure, beside bitboard.Board) {
	beside, sure = p.near.Dilate(at.reach.Without(g.opponent)), at.free&^at.reach
	if p.blocks {
		sure &^= beside
	}
	return sure, beside | p.near.At(g.opponent)
}

// can reports whether the block of a turn with a sure step can be made, too: on a sure cell, or on c, which the marker
// leaves. Without blocks it is true.
func (p *Plans) can(c int, t planned, sure bitboard.Board) bool {
	return !p.blocks || (p.near.At(int(t.to)) & sure).With(c).Has(int(t.block))
}

// after returns the spot after a turn, when the opponent can be on the cells beside, too.
func (p *Plans) after(at spot, t planned, beside bitboard.Board) spot {
	free := at.free
	if p.blocks {
		free = free.With(at.c).Without(int(t.block))
	}
	free = free.Without(int(t.to))
	return spot{int(t.to), free, at.reach | beside&free, at.taken + 1}
}

// failure returns where a failure is kept until another one replaces it.
func (p *Plans) failure(at spot) *failure {
	mixed := (uint64(at.free) + uint64(at.reach)*0x517cc1b727220a95 + uint64(at.c)) * 0x9e3779b97f4a7c15
	return &p.failed[mixed>>(64-failedBits)]
}
