package certify

import (
	"math/bits"

	"gridlock/internal/interval"
)

// distinct is a set of intervals at the end of a list, kept by their places in the list. The zero value is empty.
// Unlike a map it is emptied at once, and takes only 8 to 16 bytes for each interval.
type distinct struct {
	slots []slot // the slots by hash; their number is a power of two
	round uint32
	some  int // intervals
}

// slot has the place of an interval if its round is the current one, and is free otherwise.
type slot struct{ round, place uint32 }

// begin empties the set.
func (d *distinct) begin() {
	if d.round++; d.round == 0 {
		clear(d.slots)
		d.round = 1
	}
	d.some = 0
}

// add appends an interval to the list, unless the set has it, and reports whether it did so. The set is about the list
// from the given place on.
func (d *distinct) add(i interval.Interval, list *[]interval.Interval, from int) bool {
	if 2*d.some >= len(d.slots) {
		d.grow((*list)[from:])
	}
	at := d.slot(i, (*list)[from:])
	if d.slots[at].round == d.round {
		return false
	}
	d.slots[at] = slot{d.round, uint32(d.some)}
	d.some++
	*list = append(*list, i)
	return true
}

// slot returns the index of the slot that has an interval of a list, or of the empty slot where it belongs.
func (d *distinct) slot(i interval.Interval, list []interval.Interval) int {
	const odd, other = 0x9e3779b97f4a7c15, 0x517cc1b727220a95
	hash := (uint64(i.Need)^bits.RotateLeft64(uint64(i.May)*odd, 32))*other ^ bits.RotateLeft64((uint64(i.Mine)^uint64(i.Yours)*odd)*other, 32)
	at := int(hash * odd >> 32 & uint64(len(d.slots)-1))
	for ; d.slots[at].round == d.round && list[d.slots[at].place] != i; at = (at + 1) & (len(d.slots) - 1) {
	}
	return at
}

// grow makes more slots, and puts the intervals of a list there.
func (d *distinct) grow(list []interval.Interval) {
	d.slots = make([]slot, max(fewestSlots, 2*len(d.slots)))
	for place, i := range list {
		d.slots[d.slot(i, list)] = slot{d.round, uint32(place)}
	}
}

// fewestSlots is the initial number of slots, a power of two.
const fewestSlots = 1 << 10
