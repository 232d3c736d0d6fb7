package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Plans finds plans where markers take steps: turns of a player that can be taken whatever the opponent does, who
// comes too late to each of their cells. They win if the opponent cannot take as many turns on the cells that they
// leave. It is not safe for concurrent use.
type Plans struct {
	near   *bitboard.Near
	blocks bool
	turns  Turns

	opponent int // the cell of the marker
	enough   int // turns to look for, or toWin
	most     int // turns that the opponent may take, if it is toWin
	tries    int // that are left
	plan     [bitboard.MaxCells]planned
	long     looks

	calls  uint32
	failed [1 << failedBits]failure
}

// planned is a turn of a plan: a step and, where there are blocks, a block.
type planned struct{ to, block int8 }

// failure is where a call found no rest of a plan, in that many tries. Other turns often lead there again; then it
// counts these tries, and does not take them.
type failure struct {
	free, reach bitboard.Board
	call        uint32
	tries       int16
	c           int8
}

// failedBits is the binary logarithm of the number of failures that are kept. With 128 or 512 searches take as long.
const failedBits = 8

// planTries is the number of turns to try for a plan. With 128 instead of 512, searches of six boards of blockade
// with 36 to 57 cells take 1.25 times the nodes in as much time, and blockade 4×13 takes 19 times the nodes.
const planTries = 512

// toWin stands for as many turns as it takes to win.
const toWin = bitboard.MaxCells

// sureTries is the number of turns to try for turns that are sure. With 512, distances of ten positions in mid-game of
// both games take 0.98 of the nodes in as much time.
const sureTries = 64

// newPlans returns the plans of a game in which markers take steps.
func newPlans(game *variants.Game) *Plans {
	return &Plans{near: game.Steps(), blocks: game.Traits().Blocks, turns: TurnsOf(game)}
}

// Wins reports whether it finds a plan that wins for the mover. If it does not, nothing is known. It gives up early while
// long looks are in vain.
func (p *Plans) Wins(s variants.State) bool {
	tries := p.long.tries()
	found := p.wins(s, bitboard.MaxCells, tries)
	if tries == planTries && p.tries < planTries-fewTries {
		p.long.count(found)
	}
	return found
}

// Within is Wins for a plan with which the opponent takes at most that many turns. It never gives up early.
func (p *Plans) Within(s variants.State, turns int) bool { return p.wins(s, turns, planTries) }

// wins is Within with so many turns to try.
func (p *Plans) wins(s variants.State, turns, tries int) bool {
	p.enough, p.most, p.tries = toWin, turns, tries
	return s.Mine != 0 && s.Yours != 0 && p.begin(s, s.Yours)
}

// looks counts looks for a plan that tried more than fewTries turns, and those that found one: of at most 8,192
// looks, since older ones count half.
type looks struct{ all, found, spared int }

// fewTries is the number of turns to try while long looks are in vain: of the last 4,096 or more not one in 32 has
// found a plan. One look in 64 is long then, too. In mid8 of lockdown 8×8, where one in 50 finds one, searches take 1.03
// times the nodes in 0.7 of the time by that. On lockdown 5×11 it is one in 14, and long looks halve the nodes.
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

// count adds a long look.
func (l *looks) count(found bool) {
	if l.all++; found {
		l.found++
	}
	if l.all == 8192 {
		l.all, l.found = l.all/2, l.found/2
	}
}

// last is [Lasting].
func (p *Plans) last(s variants.State, mover bool, turns int) bool {
	if s.Mine == 0 || s.Yours == 0 || turns >= toWin {
		return false
	}
	p.enough, p.tries = turns, sureTries
	reach := s.Yours
	if !mover {
		s.Mine, s.Yours = s.Yours, s.Mine
		reach = s.Yours | p.near.Dilate(s.Yours)&s.Free
	}
	return p.begin(s, reach)
}

// begin reports whether it finds a plan for the marker of Mine against that of Yours, who can have been on reach.
func (p *Plans) begin(s variants.State, reach bitboard.Board) bool {
	p.opponent = s.Yours.First()
	p.calls++
	return p.follows(s.Mine.First(), s.Free, reach) || p.from(s.Mine.First(), s.Free, reach, 0)
}

// follows reports whether the plan that was found last has enough turns, all of which can be taken here, too. It takes
// no races to see.
func (p *Plans) follows(c int, free, reach bitboard.Board) bool {
	if p.enough == toWin {
		return false
	}
	for _, t := range p.plan[:max(p.enough, 0)] {
		sure, beside := p.around(free, reach)
		if !(p.near.At(c) & sure).Has(int(t.to)) || !p.can(c, t, sure) {
			return false
		}
		free = p.after(c, t, free)
		reach |= beside & free
		c = int(t.to)
	}
	return true
}

// around returns the cells that are sure, and those that the opponent can be on next, who can have been on reach.
func (p *Plans) around(free, reach bitboard.Board) (sure, beside bitboard.Board) {
	beside, sure = p.near.Dilate(reach.Without(p.opponent)), free&^reach
	if p.blocks {
		sure &^= beside
	}
	return sure, beside | p.near.At(p.opponent)
}

// after returns what is free after a turn from c.
func (p *Plans) after(c int, t planned, free bitboard.Board) bitboard.Board {
	if p.blocks {
		free = free.With(c).Without(int(t.block))
	}
	return free.Without(int(t.to))
}

// from reports whether it finds the rest of a plan of which some turns are taken. The player's marker is at c. The
// opponent's can have been on the cells of reach by now, and on no others. It looks no further if the player cannot
// take enough turns on cells that the opponent does not reach first, or the opponent can on the others.
func (p *Plans) from(c int, free, reach bitboard.Board, taken int) bool {
	if taken >= p.enough {
		return true
	}
	mine, yours := p.near.Race(bitboard.Of(c), reach, free)
	can, needed := taken+p.turns.Most(c, mine.Without(c)), p.enough
	if p.enough == toWin {
		needed = p.turns.Most(p.opponent, yours.Without(p.opponent)) + 1
	}
	if can < needed || p.enough == toWin && needed > p.most+1 {
		return false
	}
	sure, beside := p.around(free, reach)
	if p.near.At(c)&sure == 0 {
		return p.enough == toWin && min(taken-1, p.most) >= p.turns.Most(p.opponent, p.near.Flood(p.near.At(p.opponent)&free, free))
	}
	known, tries := p.failure(c, free, reach), p.tries
	if *known == (failure{free, reach, p.calls, known.tries, int8(c)}) {
		p.tries = max(0, tries-int(known.tries))
		return false
	}
	if p.goesOn(c, free, sure, reach, beside, taken) {
		return true
	}
	*known = failure{free, reach, p.calls, int16(tries - p.tries), int8(c)}
	return false
}

// failure returns where a failure is kept until another one replaces it.
func (p *Plans) failure(c int, free, reach bitboard.Board) *failure {
	mixed := (uint64(free) + uint64(reach)*0x517cc1b727220a95 + uint64(c)) * 0x9e3779b97f4a7c15
	return &p.failed[mixed>>(64-failedBits)]
}

// goesOn is from where there are steps to cells that are sure. The opponent can be on those of beside next.
func (p *Plans) goesOn(c int, free, sure, reach, beside bitboard.Board, taken int) bool {
	steps := p.near.At(c) & sure
	// What was found last mostly holds for the next position, too.
	if last := p.plan[taken]; steps.Has(int(last.to)) && p.can(c, last, sure) && p.takes(c, last, free, reach, beside, taken) {
		return true
	}
	for ; steps != 0; steps = steps.Rest() {
		to := steps.First()
		if p.takes(c, planned{int8(to), int8(c)}, free, reach, beside, taken) {
			return true
		}
		if !p.blocks {
			continue
		}
		for blocks := p.near.At(to) & sure; blocks != 0; blocks = blocks.Rest() {
			if p.takes(c, planned{int8(to), int8(blocks.First())}, free, reach, beside, taken) {
				return true
			}
		}
	}
	return false
}

// can reports whether a turn with a sure step has a sure block, which may be the cell that the marker leaves.
func (p *Plans) can(c int, t planned, sure bitboard.Board) bool {
	return !p.blocks || (p.near.At(int(t.to)) & sure).With(c).Has(int(t.block))
}

// takes reports whether it finds the rest of a plan that goes on with a turn from c.
func (p *Plans) takes(c int, t planned, free, reach, beside bitboard.Board, taken int) bool {
	if p.tries == 0 {
		return false
	}
	p.tries--
	free = p.after(c, t, free)
	if !p.from(int(t.to), free, reach|beside&free, taken+1) {
		return false
	}
	p.plan[taken] = t
	return true
}
