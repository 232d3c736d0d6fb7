package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Separation decides positions of lockdown and blockade in which the markers can
// never meet. Each player then plays alone, and the mover wins if and only if they
// can take more turns than the opponent. Make it with [NewSeparation]. It remembers
// how long markers last in the regions that it has met, so one serves one goroutine.
type Separation struct {
	Budget

	grid   *bitboard.Grid
	blocks bool                              // a turn is a rook step and a block, as in blockade
	near   [bitboard.MaxCells]bitboard.Board // the steps from each cell
	even   bitboard.Board                    // the cells of one colour of the chessboard
	spans  [1 << spanBits]span               // by hash
	frames [bitboard.MaxCells + 1][16]alone  // the ways to take a turn, by turns taken
}

// alone is a marker and the free cells that it can ever reach.
type alone struct {
	c    int
	free bitboard.Board
}

// span is what is known of a marker alone: it can take low turns, and not more than
// high. The marker and its region are held whole, so none is taken for another. The
// zero span is of no use to anybody, since a marker without cells needs no span.
type span struct {
	free      bitboard.Board
	c         uint8
	low, high uint8
}

const spanBits = 14

// NewSeparation returns the lemma for a game. ok is false unless that is lockdown
// or blockade.
func NewSeparation(game *variants.Game) (p *Separation, ok bool) {
	p = &Separation{grid: game.Grid()}
	switch game.Variant().ID {
	case variants.Lockdown:
	case variants.Blockade:
		p.blocks = true
	default:
		return nil, false
	}
	for c := range p.grid.Size() {
		p.near[c] = p.grid.KingAt(c)
		if p.blocks {
			p.near[c] = p.grid.RookAt(c)
		}
		if row, col := p.grid.RowCol(c); (row+col)%2 == 0 {
			p.even = p.even.With(c)
		}
	}
	return p, true
}

// Decide reports whether the mover wins. known is false when the markers can still
// meet, or the budget was spent before it was clear who lasts longer.
//
// To find the longest walk in a region takes exponential time at worst. It is never
// looked for: each player in turn is asked for one turn more than the other is known
// to have, until one has to say no.
func (p *Separation) Decide(s variants.State) (wins, known bool) {
	if s.Mine == 0 || s.Yours == 0 || !p.apart(s) {
		return false, false
	}
	p.begin()
	mine := p.alone(s.Mine.First(), s.Free)
	yours := p.alone(s.Yours.First(), s.Free)
	for m, y := p.greedy(mine), p.greedy(yours); ; {
		if m <= y {
			if m = y + 1; !p.lasts(mine, 0, m) {
				return false, !p.stopped
			}
		} else if y = m; !p.lasts(yours, 0, y) {
			return true, !p.stopped
		}
	}
}

// apart reports whether the markers can never get in each other's way. In blockade
// the cells under the markers count as free, since they will be when the markers
// leave.
func (p *Separation) apart(s variants.State) bool {
	if p.blocks {
		return p.grid.FloodRook(s.Mine, s.Free|s.Mine|s.Yours)&s.Yours == 0
	}
	return p.grid.FloodKing(p.near[s.Mine.First()], s.Free)&p.near[s.Yours.First()] == 0
}

// alone returns the marker at c with what it can reach of the free cells.
func (p *Separation) alone(c int, free bitboard.Board) alone {
	if p.blocks {
		return alone{c, p.grid.FloodRook(p.near[c], free)}
	}
	return alone{c, p.grid.FloodKing(p.near[c], free)}
}

// greedy returns a number of turns that the marker can take: by Warnsdorff's rule
// for knight's tours, always one that leaves the fewest ways to go on, but one.
func (p *Separation) greedy(a alone) int {
	for taken := 0; ; taken++ {
		ways := p.ways(a, 0)
		if len(ways) == 0 {
			return taken
		}
		a = p.alone(ways[0].c, ways[0].free)
	}
}

// lasts reports whether the marker can take so many turns, after some that it has
// taken. When the budget is spent it says no.
func (p *Separation) lasts(a alone, taken, turns int) bool {
	if turns <= 0 {
		return true
	}
	if p.most(a) < turns {
		return false
	}
	if known := p.span(a); known.free == a.free && int(known.c) == a.c {
		if int(known.low) >= turns {
			return true
		}
		if int(known.high) < turns {
			return false
		}
	}
	if !p.spend() {
		return false
	}
	for _, way := range p.ways(a, taken) {
		if p.lasts(p.alone(way.c, way.free), taken+1, turns-1) {
			p.note(a, turns, bitboard.MaxCells)
			return true
		}
		if p.stopped {
			return false
		}
	}
	p.note(a, 0, turns-1)
	return false
}

// most returns a bound on the turns that the marker can take. Each takes a cell of
// the region out of play. In blockade that cell has the colour, as on a chessboard,
// of the cell that the marker leaves: its own first, then the other, and so on; and
// the last of all is the cell on which the marker ends.
func (p *Separation) most(a alone) int {
	if !p.blocks {
		return a.free.Count()
	}
	own := p.even
	if !own.Has(a.c) {
		own = ^own
	}
	same := (a.free & own).Count() + 1
	other := (a.free &^ own).Count()
	return max(2*min(same-1, other), 2*min(same, other)-1)
}

// ways returns the ways to take a turn, those first that leave the fewest steps to go
// on, so that dead ends are used up while that is possible. What they hold as free
// may be out of reach. The slice is good until the next call with the same taken.
func (p *Separation) ways(a alone, taken int) []alone {
	f := &p.frames[taken]
	n := 0
	for steps := p.near[a.c] & a.free; steps != 0; steps = steps.Rest() {
		to := steps.First()
		if !p.blocks {
			n = p.insert(f, n, alone{to, a.free.Without(to)})
			continue
		}
		open := a.free.With(a.c).Without(to)
		for blocks := p.near[to] & open; blocks != 0; blocks = blocks.Rest() {
			n = p.insert(f, n, alone{to, open.Without(blocks.First())})
		}
	}
	return f[:n]
}

// insert puts a way among the n there are, and returns their number.
func (p *Separation) insert(f *[16]alone, n int, a alone) int {
	onward := (p.near[a.c] & a.free).Count()
	i := n
	for ; i > 0 && (p.near[f[i-1].c]&f[i-1].free).Count() > onward; i-- {
		f[i] = f[i-1]
	}
	f[i] = a
	return n + 1
}

// span returns the place of what is known of a marker.
func (p *Separation) span(a alone) *span {
	h := (uint64(a.free) + uint64(a.c)) * 0x9e3779b97f4a7c15
	return &p.spans[h>>(64-spanBits)]
}

// note remembers bounds of the turns that the marker can take.
func (p *Separation) note(a alone, low, high int) {
	known := p.span(a)
	if known.free == a.free && int(known.c) == a.c {
		low, high = max(low, int(known.low)), min(high, int(known.high))
	}
	*known = span{a.free, uint8(a.c), uint8(low), uint8(high)}
}
