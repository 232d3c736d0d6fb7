package interval

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Rules computes with the intervals of one game. It is safe for concurrent use.
type Rules struct {
	game  *variants.Game
	rules variants.Rules
	all   []bitboard.Symmetry
	first []uint8  // for each pair of markers: the symmetries, as bits, to the first image
	class []uint16 // for each pair of markers: the pair in the first image
}

// Has reports whether a game has intervals: those of the family in which markers take steps, such as lockdown and
// blockade. Only their rules have the properties that intervals rely on (docs/soundness-certificates.md).
func Has(game *variants.Game) bool { return game.Steps() != nil }

// RulesOf returns the intervals of a game. ok is false if it has none.
func RulesOf(game *variants.Game) (in *Rules, ok bool) {
	if !Has(game) {
		return nil, false
	}
	n := game.Grid().Size()
	in = &Rules{game: game, rules: game.Rules(), all: game.Symmetries(), first: make([]uint8, (n+1)*(n+1)), class: make([]uint16, (n+1)*(n+1))}
	for mine := range n + 1 {
		for yours := range n + 1 {
			at := mine*(n+1) + yours
			in.first[at], in.class[at] = in.toFirst(in.place(mine), in.place(yours))
		}
	}
	return in, true
}

// place returns the set of a cell. The cell after the last one stands for a marker that is not placed.
func (in *Rules) place(c int) variants.Board {
	if c == in.game.Grid().Size() {
		return 0
	}
	return bitboard.Of(c)
}

// pair returns the index of a pair of markers.
func (in *Rules) pair(mine, yours variants.Board) int {
	n := in.game.Grid().Size()
	return min(mine.First(), n)*(n+1) + min(yours.First(), n)
}

// toFirst returns the symmetries that take the markers to their first image: the one with the winner's marker on the
// lowest cell and, of several, the loser's on the lowest. A marker that is not placed counts as the last cell. class
// stands for the markers in this image.
func (in *Rules) toFirst(mine, yours variants.Board) (set uint8, class uint16) {
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

// MarkerClass returns a number below [Rules.MarkerClasses] that depends on the markers alone. Only intervals of the
// same class can cover an image of each other.
func (in *Rules) MarkerClass(i Interval) int { return int(in.class[in.pair(i.Mine, i.Yours)]) }

// MarkerClasses returns the number of classes there may be.
func (in *Rules) MarkerClasses() int { return len(in.class) }

// ByClass returns the indices of intervals in the order of their marker classes; intervals of a class keep their order.
func (in *Rules) ByClass(all []Interval) []int {
	order, classes := make([]int, len(all)), make([]int, len(all))
	first, last := in.MarkerClasses(), -1
	for i, is := range all {
		n := in.MarkerClass(is)
		classes[i], first, last = n, min(first, n), max(last, n)
	}
	next := make([]int, max(0, last-first)+2) // index in order, by marker class
	for _, n := range classes {
		next[n-first+1]++
	}
	for n := range next[1:] {
		next[n+1] += next[n]
	}
	for i, n := range classes {
		order[next[n-first]] = i
		next[n-first]++
	}
	return order
}

// images returns the symmetries that take the markers to their first image, as bits.
func (in *Rules) images(i Interval) variants.MoveSet {
	return variants.MoveSet(in.first[in.pair(i.Mine, i.Yours)])
}

// Images returns the images of an interval whose markers are on their first cells: the winner's on the lowest possible
// cell, then the loser's. Mostly there is one.
func (in *Rules) Images(i Interval) (all []Interval) {
	for set := in.images(i); set != 0; set = set.Rest() {
		all = append(all, i.Image(in.game.Grid(), in.all[set.First()]))
	}
	return all
}

// Normal returns the image of an interval that a certificate records, and a symmetry that makes it. It is the interval
// with the least Need, then the least May, among those that Images returns.
func (in *Rules) Normal(i Interval) (least Interval, by bitboard.Symmetry) {
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

// Replies appends the intervals that the winner has to answer after a move: one for every move of the loser. The move
// has to be legal in all positions of i.
func (in *Rules) Replies(i Interval, m variants.Move, all []Interval) []Interval {
	open := i.May &^ i.Need
	after := in.rules.Play(i.Most(), m)
	for replies := in.rules.Legal(after); replies != 0; replies = replies.Rest() {
		s := in.rules.Play(after, variants.Move(replies.First()))
		all = append(all, Interval{Mine: s.Mine, Yours: s.Yours, Need: s.Free &^ open, May: s.Free})
	}
	return all
}

// Begin returns the intervals that a certificate has to answer first: the root if the winner is to move, otherwise the
// positions after the loser's moves.
func (in *Rules) Begin(root variants.Position, winner variants.Player) (all []Interval) {
	s := root.State()
	if root.Side() == winner {
		return []Interval{Of(s)}
	}
	for replies := in.rules.Legal(s); replies != 0; replies = replies.Rest() {
		all = append(all, Of(in.rules.Play(s, variants.Move(replies.First()))))
	}
	return all
}
