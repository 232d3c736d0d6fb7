package proof

import (
	"errors"
	"fmt"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Interval is a set of positions of lockdown or blockade, with the winner to move: those with
// the two markers on these cells, in which all cells of Need are free, and none outside of May.
//
//	on a board of 2×4     Mine    # . . .      Need    . . # .      May     . . # #
//	                              . . . .              . . . .              . # . .
//
// has eight positions: one cell is free in all, three are free or not, three are not free. The
// Text of a certificate's positions is "X?.?/#?#O x" here.
type Interval struct {
	Mine, Yours variants.Board // the winner's marker and the loser's; empty if not placed
	Need, May   variants.Board // Need is a subset of May, which has neither marker
}

// IntervalOf returns the interval of one position, whose player to move is the winner.
func IntervalOf(s variants.State) Interval {
	return Interval{Mine: s.Mine, Yours: s.Yours, Need: s.Free, May: s.Free}
}

// Least returns the position with the fewest free cells.
func (i Interval) Least() variants.State {
	return variants.State{Free: i.Need, Mine: i.Mine, Yours: i.Yours}
}

// Most returns the position with the most free cells.
func (i Interval) Most() variants.State {
	return variants.State{Free: i.May, Mine: i.Mine, Yours: i.Yours}
}

// Covers reports whether all positions of j, which is not empty, are in i.
func (i Interval) Covers(j Interval) bool {
	return i.Mine == j.Mine && i.Yours == j.Yours && i.Need&^j.Need == 0 && j.May&^i.May == 0
}

// Image returns the images of the positions.
func (i Interval) Image(g *bitboard.Grid, sym bitboard.Symmetry) Interval {
	if sym == bitboard.Identity {
		return i
	}
	return Interval{g.Image(sym, i.Mine), g.Image(sym, i.Yours), g.Image(sym, i.Need), g.Image(sym, i.May)}
}

// IntervalRules computes with the intervals of one game. It is safe for concurrent use.
type IntervalRules struct {
	game  *variants.Game
	rules variants.Rules
	all   []bitboard.Symmetry
	first []uint8  // by the pair of markers: the symmetries, as bits, to the first image
	shelf []uint16 // by the pair of markers: the pair of the first image
}

// IntervalRulesOf returns the intervals of a game. ok is false if it is not lockdown or blockade: a
// certificate by intervals relies on their rules (docs/soundness.md).
func IntervalRulesOf(game *variants.Game) (in *IntervalRules, ok bool) {
	if id := game.Variant().ID; id != variants.Lockdown && id != variants.Blockade {
		return nil, false
	}
	n := game.Grid().Size()
	in = &IntervalRules{game: game, rules: game.Rules(), all: game.Symmetries(), first: make([]uint8, (n+1)*(n+1)), shelf: make([]uint16, (n+1)*(n+1))}
	for mine := range n + 1 {
		for yours := range n + 1 {
			at := mine*(n+1) + yours
			in.first[at], in.shelf[at] = in.toFirst(in.place(mine), in.place(yours))
		}
	}
	return in, true
}

// place returns the set of a cell; that after the last one stands for a marker that is not
// placed.
func (in *IntervalRules) place(c int) variants.Board {
	if c == in.game.Grid().Size() {
		return 0
	}
	return bitboard.Of(c)
}

// pair returns the index of a pair of markers.
func (in *IntervalRules) pair(mine, yours variants.Board) int {
	n := in.game.Grid().Size()
	return min(mine.First(), n)*(n+1) + min(yours.First(), n)
}

// toFirst returns the symmetries whose image of the markers is the first one: the winner's marker
// on the lowest cell, then the loser's. A marker that is not placed comes last. shelf is the pair
// of that image.
func (in *IntervalRules) toFirst(mine, yours variants.Board) (set uint8, shelf uint16) {
	grid := in.game.Grid()
	least := -1
	for i, sym := range in.all {
		at := in.pair(grid.Image(sym, mine), grid.Image(sym, yours))
		if least < 0 || at < least {
			least, set = at, 0
		}
		if at == least {
			set |= 1 << i
		}
	}
	return set, uint16(least)
}

// Shelf returns a number below [IntervalRules.Shelves] that depends on the markers alone. Only
// intervals with the same one can cover an image of each other.
func (in *IntervalRules) Shelf(i Interval) int { return int(in.shelf[in.pair(i.Mine, i.Yours)]) }

// Shelves returns the number of shelves there may be.
func (in *IntervalRules) Shelves() int { return len(in.shelf) }

// images returns the symmetries that take the markers to their first image, as bits.
func (in *IntervalRules) images(i Interval) variants.MoveSet {
	return variants.MoveSet(in.first[in.pair(i.Mine, i.Yours)])
}

// Images returns the images of an interval whose markers are on their first cells: the winner's on
// the lowest cell that some image has it on, then the loser's. There is mostly one.
func (in *IntervalRules) Images(i Interval) (all []Interval) {
	for set := in.images(i); set != 0; set = set.Rest() {
		all = append(all, i.Image(in.game.Grid(), in.all[set.First()]))
	}
	return all
}

// Normal returns the image of an interval of which a certificate has the record, and a symmetry
// that makes it: of those that Images returns the one whose Need and then May is the least number.
func (in *IntervalRules) Normal(i Interval) (least Interval, by bitboard.Symmetry) {
	set := in.images(i)
	by = in.all[set.First()]
	least = i.Image(in.game.Grid(), by)
	for set = set.Rest(); set != 0; set = set.Rest() {
		sym := in.all[set.First()]
		j := i.Image(in.game.Grid(), sym)
		if j.Need < least.Need || j.Need == least.Need && j.May < least.May {
			least, by = j, sym
		}
	}
	return least, by
}

// Replies appends what the winner has to answer after a move: for every move of the loser the
// positions after it. The move has to be legal in all positions of i.
func (in *IntervalRules) Replies(i Interval, m variants.Move, all []Interval) []Interval {
	open := i.May &^ i.Need
	after := in.rules.Play(i.Most(), m)
	for replies := in.rules.Legal(after); replies != 0; replies = replies.Rest() {
		s := in.rules.Play(after, variants.Move(replies.First()))
		all = append(all, Interval{Mine: s.Mine, Yours: s.Yours, Need: s.Free &^ open, May: s.Free})
	}
	return all
}

// Begin returns what a certificate has to answer first: the root, if the winner is to move there,
// otherwise the positions after the loser's moves.
func (in *IntervalRules) Begin(root variants.Position, winner variants.Player) (all []Interval) {
	s := root.State()
	if root.Side() == winner {
		return []Interval{IntervalOf(s)}
	}
	for replies := in.rules.Legal(s); replies != 0; replies = replies.Rest() {
		all = append(all, IntervalOf(in.rules.Play(s, variants.Move(replies.First()))))
	}
	return all
}

// widening is what makes an interval of another: cells of Need that it drops, and cells that it
// adds to May. Each is a number whose bit i stands for the i-th cell that can be dropped or
// added, from the lowest one.
type widening struct{ drop, add uint64 }

// widened returns the wider interval. The error is that of a bit without a cell.
func (i Interval) widened(w widening, board variants.Board) (Interval, error) {
	drop, err := spread(w.drop, i.Need)
	if err != nil {
		return i, fmt.Errorf("drops cells: %w", err)
	}
	add, err := spread(w.add, i.room(board))
	if err != nil {
		return i, fmt.Errorf("adds cells: %w", err)
	}
	i.Need, i.May = i.Need&^drop, i.May|add
	return i, nil
}

// wideningTo returns what makes j of i, which j covers.
func (i Interval) wideningTo(j Interval) widening {
	return widening{gather(i.Need&^j.Need, i.Need), gather(j.May&^i.May, i.room(^variants.Board(0)))}
}

// room returns the cells that can be added to May.
func (i Interval) room(board variants.Board) variants.Board {
	return board &^ (i.May | i.Mine | i.Yours)
}

// gather numbers the cells of a set and returns those of a subset as bits.
func gather(part, of variants.Board) (number uint64) {
	for bit := uint64(1); of != 0; of, bit = of.Rest(), bit<<1 {
		if part.Has(of.First()) {
			number |= bit
		}
	}
	return number
}

// spread returns the subset that gather has numbered.
func spread(number uint64, of variants.Board) (part variants.Board, err error) {
	for ; of != 0; of, number = of.Rest(), number>>1 {
		if number&1 != 0 {
			part = part.With(of.First())
		}
	}
	if number != 0 {
		err = errors.New("more than there are")
	}
	return part, err
}
