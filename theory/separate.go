package theory

import (
	"gridlock/bitboard"
	"gridlock/internal/faultinject"
	"gridlock/variants"
)

// Separation decides positions with two stepping markers that can never meet. Each player then plays alone, and the
// mover wins if and only if they can take more turns than the opponent. Without blocks it also decides positions in
// which one of the players lasts longer on cells that the other can never reach. Make it with [NewSeparation]. It is
// not safe for concurrent use.
type Separation struct {
	Budget

	near   *bitboard.Near
	move   func(from, to, block int) variants.Move // [variants.Game.Turn]
	blocks bool                                    // a block follows, as in blockade, and the cell that the marker leaves is free again
	turns  Turns
	memory *[1 << slotBits]stretch         // made when it is needed
	path   [bitboard.MaxCells + 1]*waysOut // by the number of turns taken; made when they are needed
}

// waysOut holds the ways to take a turn at one level of the search for the longest sequence. Ways that leave the fewest
// continuations come first. It is kept so that a search that comes to this level again allocates nothing.
type waysOut struct {
	ways [64]way
	n    int
}

// way is a way to take a turn alone. It takes one free cell for good.
type way struct {
	to     int8
	onward int8           // ways to take the next turn
	free   bitboard.Board // the free cells around the marker afterwards
}

// NewSeparation returns the lemma for a game. ok is false if it does not hold there.
func NewSeparation(game *variants.Game) (p *Separation, ok bool) {
	if l := For(game); l.Separation != nil {
		return l.Separation(), true
	}
	return nil, false
}

// newSeparation returns the lemma for markers that take steps, with blocks or without.
func newSeparation(game *variants.Game) *Separation {
	return &Separation{near: game.Steps(), move: game.Turn, blocks: game.Traits().Blocks, turns: TurnsOf(game)}
}

// Decide reports whether the mover wins. The answer is Open in two cases: the markers can still meet, and neither
// player lasts longer out of the other's reach; or the budget was used up first.
//
// Finding the longest sequence of turns takes exponential time in the worst case. Decide searches only as far as the
// comparison needs. It begins with the player who has more room, and often soon finds more turns than the other's room
// allows.
func (p *Separation) Decide(s variants.State) Answer {
	if !p.Apart(s) {
		return p.Withdraw(s)
	}
	return p.outlasts(s)
}

// outlasts is [Separation.Decide] where the markers can never meet.
func (p *Separation) outlasts(s variants.State) Answer {
	p.begin()
	my, your := p.recall(s.Mine.First(), s.Free), p.recall(s.Yours.First(), s.Free)
	if my.most > your.most {
		p.measure(&my, your.most+1)
		p.measure(&your, my.least)
	} else {
		p.measure(&your, my.most)
		p.measure(&my, your.least+1)
	}
	switch {
	case my.least > your.most:
		return Yes
	case my.most <= your.least:
		return No
	}
	return Open
}

// Withdraw is [Separation.Decide] where the markers can still meet. It decides a position without blocks in which one
// player can last longer than the other on cells out of the other's reach. Where neither has such cells it takes tens
// of nanoseconds.
func (p *Separation) Withdraw(s variants.State) Answer {
	if p.blocks || s.Mine == 0 || s.Yours == 0 || !p.between(s.Mine, s.Free) && !p.between(s.Yours, s.Free) {
		return Open
	}
	m, y := s.Mine.First(), s.Yours.First()
	mine, yours := p.region(m, s.Free), p.region(y, s.Free)
	switch {
	case p.outlastsBy(m, mine&^yours, y, yours, 1):
		return Yes
	case p.outlastsBy(y, yours&^mine, m, mine, 0):
		return No
	}
	return Open
}

// between reports whether the free cells around a marker are not connected with each other around it. If they are
// connected, the other marker can reach all cells that it can, or none.
func (p *Separation) between(marker, free bitboard.Board) bool {
	near := p.near.At(marker.First()) & free
	return p.near.Flood(near&-near, near) != near
}

// outlastsBy reports whether the marker at c can take at least lead more turns in its region own than
// the marker at d in the region other. It may return false if the budget is used up.
func (p *Separation) outlastsBy(c int, own bitboard.Board, d int, other bitboard.Board, lead int8) bool {
	if own == 0 {
		return false
	}
	p.begin()
	a, b := p.alone(c, own), p.alone(d, other)
	if a.most > b.most {
		p.measure(&a, b.most+lead)
	}
	if a.least < b.most+lead {
		p.measure(&b, a.most-lead+1)
		p.measure(&a, b.most+lead)
	}
	return a.least >= b.most+lead
}

// Distance returns the number of plies to the end of the game with best play, which is even if the mover loses. known
// is false, and plies is -1, if the markers can still meet or the budget is used up, as for [Separation.Decide].
func (p *Separation) Distance(s variants.State) (plies int, known bool) {
	if !p.Apart(s) {
		return -1, false
	}
	stuck := s.Mine
	switch p.outlasts(s) {
	case Open:
		return -1, false
	case Yes:
		stuck, plies = s.Yours, 1
	}
	first := p.recall(stuck.First(), s.Free)
	if p.measure(&first, first.most); first.least < first.most {
		return -1, false
	}
	return plies + 2*int(first.most), true
}

// Room is the region that a marker has to itself.
type Room struct {
	Region      bitboard.Board // the free cells that it can ever reach
	Least, Most int            // bounds on the turns that it can take; equal if known exactly
}

// Rooms returns the rooms of the mover and of the opponent, in this order. It is nil if the markers can
// still meet, or are not both placed. Rooms searches for the number of turns until the budget is
// used up.
func (p *Separation) Rooms(s variants.State) *[2]Room {
	if !p.Apart(s) {
		return nil
	}
	return &[2]Room{p.room(s.Mine.First(), s.Free), p.room(s.Yours.First(), s.Free)}
}

// Own returns the free cells that the mover's marker can ever reach and the opponent's cannot. Whatever the opponent
// does, the mover can take as many turns on these cells as the mover could alone. There are none if a marker is not
// placed or, with blocks, if the markers can still meet.
func (p *Separation) Own(s variants.State) bitboard.Board {
	switch {
	case s.Mine == 0 || s.Yours == 0 || p.blocks && !p.Apart(s):
		return 0
	case p.blocks:
		return p.region(s.Mine.First(), s.Free)
	}
	return p.region(s.Mine.First(), s.Free) &^ p.region(s.Yours.First(), s.Free)
}

// Alone returns the room of the mover's marker, which is placed, while the opponent stands still.
// It searches for the number of turns until the budget is used up.
func (p *Separation) Alone(s variants.State) Room { return p.room(s.Mine.First(), s.Free) }

func (p *Separation) room(c int, free bitboard.Board) Room {
	p.begin()
	s := p.recall(c, free)
	p.measure(&s, s.most)
	return Room{s.region, int(s.least), int(s.most)}
}

// stretch is a marker alone, and bounds on the number of turns that it can take.
type stretch struct {
	region      bitboard.Board
	c           int8
	least, most int8
}

// slot returns the slot of a stretch, where it stays until another one replaces it.
func (p *Separation) slot(region bitboard.Board, c int) *stretch {
	if p.memory == nil {
		p.memory = new([1 << slotBits]stretch)
	}
	return &p.memory[(uint64(region)+uint64(c))*0x9e3779b97f4a7c15>>(64-slotBits)]
}

const slotBits = 10

// recall returns the known bounds for the marker at c. Neighbouring positions in a search mostly share the room of one
// player.
func (p *Separation) recall(c int, free bitboard.Board) stretch {
	return p.alone(c, p.region(c, free))
}

// alone returns the known bounds for the marker at c in a region whose cells it can all reach.
func (p *Separation) alone(c int, region bitboard.Board) stretch {
	if known := *p.slot(region, c); known.region == region && int(known.c) == c {
		return known
	}
	return stretch{region: region, c: int8(c), most: int8(p.turns.Most(c, region))}
}

// measure finds out whether a marker can take enough turns and, if not, how many it can take. It does not search if the
// bounds answer.
func (p *Separation) measure(s *stretch, enough int8) {
	if s.least >= enough || s.most < enough {
		return
	}
	turns := int8(p.extend(int(s.c), s.region, 0, int(s.least), int(enough)))
	s.least = max(s.least, turns)
	if turns < enough && !p.stopped {
		s.most = s.least
	}
}

// Apart reports whether both markers are placed and can never interfere with each other. It searches for a path between
// them from both ends at once or, if steps cannot be taken back, for a cell that both can reach. With blocks the cells
// under the markers count as free, since they become free when the markers leave.
func (p *Separation) Apart(s variants.State) bool {
	if s.Mine == 0 || s.Yours == 0 {
		return false
	}
	within := s.Free
	a, b := s.Mine, s.Yours
	switch {
	case p.blocks:
		within |= a | b
	case !p.near.Symmetric():
		return p.region(a.First(), within)&p.region(b.First(), within) == 0
	default:
		a, b = p.near.Dilate(a)&within, p.near.Dilate(b)&within
	}
	for a&b == 0 {
		last := a
		if a = p.near.Dilate(a) & within; a == last {
			return true
		}
		a, b = b, a
	}
	return false
}

// region returns the free cells that the marker at c can ever reach.
func (p *Separation) region(c int, free bitboard.Board) bitboard.Board {
	if faultinject.Separation {
		return p.near.Dilate(p.near.Dilate(bitboard.Of(c))&free) & free
	}
	return p.near.Flood(p.near.At(c), free)
}

// extend returns the maximum number of turns that a marker can still take after those taken already. The result is
// exact between floor and enough. If the maximum is at most floor, the result may be lower than the maximum; if the
// maximum is greater than enough, the result is enough. If the budget is used up, it may be too low.
//
// Turns that leave the fewest continuations are tried first, after Warnsdorff's rule for
// knight's tours: they use up dead ends while that is possible.
func (p *Separation) extend(c int, free bitboard.Board, taken, floor, enough int) int {
	s := p.recall(c, free)
	switch {
	case int(s.most) <= floor:
		return 0
	case int(s.least) >= enough || s.least == s.most:
		return min(int(s.least), enough)
	case !p.spend():
		return 0
	}
	if p.path[taken] == nil {
		p.path[taken] = new(waysOut)
	}
	f := p.path[taken]
	p.list(c, s.region, f)
	enough = min(enough, int(s.most))
	best := 0
	for i := 0; i < f.n && best < enough && !p.stopped; i++ {
		best = max(best, 1+p.extend(int(f.ways[i].to), f.ways[i].free, taken+1, max(best, floor)-1, enough-1))
	}
	if !p.stopped {
		p.note(s, best, floor, enough)
	}
	return best
}

// note remembers what extend has found about a marker between floor and enough.
func (p *Separation) note(s stretch, best, floor, enough int) {
	if best > floor {
		s.least = max(s.least, int8(best))
	}
	if best < enough {
		s.most = min(s.most, int8(max(best, floor)))
	}
	*p.slot(s.region, int(s.c)) = s
}

// list fills f with the turns of the marker at c.
func (p *Separation) list(c int, free bitboard.Board, f *waysOut) {
	f.n = 0
	if p.blocks {
		p.sieges(c, free, f)
	} else {
		p.walks(c, free, f)
	}
}

// walks lists the turns without blocks: steps, to every cell only once.
func (p *Separation) walks(c int, free bitboard.Board, f *waysOut) {
	for cells := p.near.At(c) & free; cells != 0; cells = cells.Rest() {
		to := cells.First()
		left := free.Without(to)
		f.insert(way{int8(to), int8((p.near.At(to) & left).Count()), left})
	}
}

// sieges lists the turns with blocks: a step, then a block near it. The cell that the marker left is free again.
func (p *Separation) sieges(c int, free bitboard.Board, f *waysOut) {
	open := free.With(c)
	for cells := p.near.At(c) & free; cells != 0; cells = cells.Rest() {
		to := cells.First()
		for blocks := p.near.At(to) & open; blocks != 0; blocks = blocks.Rest() {
			left := open.Without(to).Without(blocks.First())
			f.insert(way{int8(to), int8(p.countSieges(to, left)), left})
		}
	}
}

// countSieges returns the number of turns with blocks.
func (p *Separation) countSieges(c int, free bitboard.Board) int {
	n := 0
	open := free.With(c)
	for cells := p.near.At(c) & free; cells != 0; cells = cells.Rest() {
		n += (p.near.At(cells.First()) & open).Count()
	}
	return n
}

// insert keeps the ways in order. There are at most 64, mostly two or three.
func (f *waysOut) insert(w way) {
	i := f.n
	for f.n++; i > 0 && f.ways[i-1].onward > w.onward; i-- {
		f.ways[i] = f.ways[i-1]
	}
	f.ways[i] = w
}
