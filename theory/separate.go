package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Separation decides positions of lockdown and blockade in which the markers can
// never meet. Each player then plays alone, and the mover wins if and only if they
// can take more turns than the opponent. Make it with [NewSeparation]; one serves
// one goroutine.
type Separation struct {
	Budget

	solo   solo
	frames [bitboard.MaxCells + 1]frame // by turns taken
	known  []span                       // by spot
}

// span is what is known of the longest sequence of turns that a marker alone can take.
type span struct {
	alone
	least, most int8
}

// spots is how many spans are remembered, a power of two.
const spots = 1 << 13

// spot returns where the span of a marker in its region is remembered, if it is.
func (p *Separation) spot(a alone) *span {
	h := (uint64(a.free) ^ uint64(a.c)<<58) * 0x9e3779b97f4a7c15
	return &p.known[h>>32%spots]
}

// frame holds the ways to take a turn at one point of the search for the longest
// sequence. It is kept so that the search allocates nothing.
type frame struct {
	ways   [16]alone
	onward [16]int // turns that each leaves for the turn after it
}

// solo is what a player alone can do with a marker.
type solo interface {
	// apart reports whether the markers can never get in each other's way.
	apart(s variants.State) bool

	// region returns the free cells that the marker at c can ever reach.
	region(c int, free bitboard.Board) bitboard.Board

	// turns fills all with the ways to take a turn and returns their number. Each
	// takes one free cell out of the region for good.
	turns(a alone, all *[16]alone) int

	// count returns the number of ways to take a turn.
	count(a alone) int
}

// alone is a marker and the free cells around it.
type alone struct {
	c    int
	free bitboard.Board
}

// NewSeparation returns the lemma for a game. ok is false unless that is lockdown
// or blockade.
func NewSeparation(game *variants.Game) (p *Separation, ok bool) {
	switch game.Variant().ID {
	case variants.Lockdown:
		return &Separation{solo: walk{game.Grid()}, known: make([]span, spots)}, true
	case variants.Blockade:
		return &Separation{solo: siege{game.Grid()}, known: make([]span, spots)}, true
	}
	return nil, false
}

// Decide reports whether the mover wins. known is false when the markers can still
// meet, or the budget was spent before it was clear who lasts longer.
//
// To find the longest walk in a region takes exponential time at worst. It is
// looked for only as far as the comparison needs, and the size of the region,
// which is a bound, mostly settles it.
func (p *Separation) Decide(s variants.State) (wins, known bool) {
	if s.Mine == 0 || s.Yours == 0 || !p.solo.apart(s) {
		return false, false
	}
	p.begin()
	mine, yours := s.Mine.First(), s.Yours.First()
	most := p.solo.region(yours, s.Free).Count() // turns that the opponent can have
	turns := p.longest(mine, s.Free, most+1)
	wins = turns > most || p.longest(yours, s.Free, turns) < turns
	return wins, !p.stopped
}

// Distance returns the number of plies until the game is over with best play, and
// with it who wins: it is even if the mover loses. known is as for
// [Separation.Decide], and the work is of the same kind.
func (p *Separation) Distance(s variants.State) (plies int, known bool) {
	if s.Mine == 0 || s.Yours == 0 || !p.solo.apart(s) {
		return 0, false
	}
	p.begin()
	mine, yours := s.Mine.First(), s.Yours.First()
	turns := p.longest(mine, s.Free, p.solo.region(yours, s.Free).Count()+1)
	if theirs := p.longest(yours, s.Free, turns); theirs < turns {
		return 2*theirs + 1, !p.stopped
	}
	return 2 * turns, !p.stopped
}

// longest returns the greatest number of turns that the marker at c can take, but
// no more than enough.
func (p *Separation) longest(c int, free bitboard.Board, enough int) int {
	return p.extend(alone{c, free}, 0, 0, enough)
}

// extend returns the greatest number of turns that a marker can still take after those
// taken already. It need be right only between floor and enough: less may be told
// for what is at most floor, and enough for what is more. When the budget is spent,
// it is too low.
func (p *Separation) extend(a alone, taken, floor, enough int) int {
	a.free = p.solo.region(a.c, a.free)
	most := a.free.Count()
	if most <= floor {
		return 0
	}
	known := p.spot(a)
	if known.alone == a {
		if int(known.least) >= enough || known.least == known.most {
			return min(enough, int(known.least))
		}
		if most = int(known.most); most <= floor {
			return 0
		}
	}
	if !p.spend() {
		return 0
	}
	best := p.longestWay(a, taken, floor, min(enough, most))
	if !p.stopped {
		p.remember(a, best, floor, min(enough, most), most)
	}
	return best
}

// remember notes what extend has found out with these bounds.
func (p *Separation) remember(a alone, best, floor, enough, most int) {
	known := p.spot(a)
	s := span{a, 0, int8(most)}
	if known.alone == a {
		s = *known
	}
	if best > floor {
		s.least = max(s.least, int8(best))
	}
	if best < enough {
		s.most = min(s.most, int8(max(best, floor)))
	}
	*known = s
}

// longestWay is extend with the first turn yet to be chosen. Turns that leave the
// fewest ways to go on are tried first, after Warnsdorff's rule for knight's tours:
// they use up dead ends while that is possible.
func (p *Separation) longestWay(a alone, taken, floor, enough int) int {
	f := &p.frames[taken]
	n := p.solo.turns(a, &f.ways)
	for i := range n {
		// Insertion sort: there are 16 at most, and mostly two or three.
		way, onward := f.ways[i], p.solo.count(f.ways[i])
		for ; i > 0 && f.onward[i-1] > onward; i-- {
			f.ways[i], f.onward[i] = f.ways[i-1], f.onward[i-1]
		}
		f.ways[i], f.onward[i] = way, onward
	}
	best := 0
	for i := 0; i < n && best < enough && !p.stopped; i++ {
		best = max(best, 1+p.extend(f.ways[i], taken+1, max(best, floor)-1, enough-1))
	}
	return best
}

// walk is a marker of lockdown: king steps, and every cell only once.
type walk struct{ grid *bitboard.Grid }

func (w walk) region(c int, free bitboard.Board) bitboard.Board {
	return w.grid.FloodKing(w.grid.KingAt(c), free)
}

func (w walk) apart(s variants.State) bool {
	return w.region(s.Mine.First(), s.Free)&w.region(s.Yours.First(), s.Free) == 0
}

func (w walk) turns(a alone, all *[16]alone) int {
	n := 0
	for to := range (w.grid.KingAt(a.c) & a.free).Cells() {
		all[n] = alone{to, a.free.Without(to)}
		n++
	}
	return n
}

func (w walk) count(a alone) int { return (w.grid.KingAt(a.c) & a.free).Count() }

// siege is a marker of blockade: a rook step, then a block beside it. The cell left
// is free again.
type siege struct{ grid *bitboard.Grid }

func (s siege) region(c int, free bitboard.Board) bitboard.Board {
	return s.grid.FloodRook(s.grid.RookAt(c), free)
}

// apart counts the cells under the markers as free, since they will be when the
// markers leave.
func (s siege) apart(st variants.State) bool {
	return s.grid.FloodRook(st.Mine, st.Free|st.Mine|st.Yours)&st.Yours == 0
}

func (s siege) turns(a alone, all *[16]alone) int {
	n := 0
	open := a.free.With(a.c)
	for to := range (s.grid.RookAt(a.c) & a.free).Cells() {
		for blocks := s.grid.RookAt(to) & open; blocks != 0; blocks = blocks.Rest() {
			all[n] = alone{to, open.Without(to).Without(blocks.First())}
			n++
		}
	}
	return n
}

func (s siege) count(a alone) int {
	n := 0
	open := a.free.With(a.c)
	for to := range (s.grid.RookAt(a.c) & a.free).Cells() {
		n += (s.grid.RookAt(to) & open).Count()
	}
	return n
}
