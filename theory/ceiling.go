package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Ceiling returns an upper bound on the turns that the loser of a state can take. If mover is set, the winner is the
// player to move, else the opponent. ok is false, and turns is -1, if no bound is known, or if this player is not known
// to win.
type Ceiling func(s variants.State, mover bool) (turns int, ok bool)

// partCeilings finds such bounds where marks close the cells near them to their owners alone. The winner replies to
// each move in the same part, or makes a spare move in another part.
type partCeilings struct {
	partwise
	found []ceilings // the ceilings of parts, in the order of discovery; the table has their indices
	none  ceilings   // of no cells
}

// ceilings are the most turns of the loser in some parts: if the winner has to reply, and if the loser is to move. A
// number is never if the winner may fail to reply. The k-th number after the middle one is for a winner who may leave k
// of the loser's moves there unanswered. The k-th before it is for a winner who must be ready to make k moves there
// besides replies.
type ceilings struct{ reply, idle row }

type row [2*spare + 1]uint8

const (
	spare = 3
	never = 255
)

func newPartCeilings(game *variants.Game) *partCeilings {
	v := &partCeilings{partwise: newPartwise(game)}
	v.none, _ = v.look(pair{})
	return v
}

// ceiling is [Ceiling].
func (v *partCeilings) ceiling(s variants.State, mover bool) (turns int, ok bool) {
	p := v.ask(s, mover)
	c, ok := v.sum(p)
	n := c.idle[spare]
	if mover {
		n = c.reply[spare]
	}
	if !ok || n == never {
		return -1, false
	}
	return int(n), true
}

// sum returns the ceilings of a position whose first set is the winner's. ok is false if a part is too large to look
// into.
func (v *partCeilings) sum(p pair) (sum ceilings, ok bool) {
	var parts [bitboard.MaxCells / 2]pair // the parts of several cells, and a single common cell if there is an odd number of these
	n, single, spares, turns := 0, pair{}, 0, 0
	for p.a|p.b != 0 {
		switch part := v.cut(&p); {
		case v.tooLarge(part):
			return sum, false
		case (part.a | part.b).Count() > 1:
			parts[n] = part
			n++
		case part.b == 0:
			spares++
		case part.a == 0:
			spares, turns = spares-1, turns+1
		case single == pair{}:
			single = part
		default: // one for each
			single, turns = pair{}, turns+1
		}
	}
	if single != (pair{}) {
		parts[n] = single
		n++
	}
	sum = v.none
	for _, part := range parts[:n] {
		c, ok := v.part(part)
		if !ok {
			return sum, false
		}
		sum = sum.plus(&c)
	}
	return sum.with(spares, turns), true
}

// part returns the ceilings of a part. ok is false if looking into it would take too long.
func (v *partCeilings) part(p pair) (c ceilings, ok bool) {
	p = v.shapes.least(p)
	if place, ok := v.known.get(p); ok {
		return v.found[place], true
	}
	if !v.begin() {
		return c, false
	}
	if c, ok = v.look(p); ok {
		place := v.known.used
		v.found = append(v.found[:place], c)
		v.known.put(p, uint64(place), nil)
	}
	return c, ok
}

// look finds what part returns, by trying all moves.
func (v *partCeilings) look(p pair) (c ceilings, ok bool) {
	move := row{} // the most turns of the loser if the winner has to move there
	for k := range move {
		move[k] = never
	}
	for m := range p.a.Cells() {
		after, ok := v.sum(v.after(p, m))
		if !ok {
			return c, false
		}
		for k, n := range after.idle {
			move[k] = min(move[k], n)
		}
	}
	for m := range p.b.Cells() {
		after, ok := v.sum(v.afterOther(p, m))
		if !ok {
			return c, false
		}
		for k, n := range after.with(0, 1).reply {
			c.idle[k] = max(c.idle[k], n)
		}
	}
	for k := range spare {
		c.idle[k] = max(c.idle[k], move[k+1])
	}
	c.reply = move
	for k := spare + 1; k < len(c.reply); k++ {
		c.reply[k] = min(c.reply[k], c.idle[k-1])
	}
	return c, true
}

// plus returns the ceilings of c and d together.
func (c *ceilings) plus(d *ceilings) ceilings {
	sum := ceilings{together(&c.reply, &d.idle), together(&c.idle, &d.idle)}
	for k, n := range together(&c.idle, &d.reply) {
		sum.reply[k] = min(sum.reply[k], n)
	}
	return sum
}

// together returns the least sums for two parts.
func together(a, b *row) (sum row) {
	for k := range sum {
		sum[k] = never
	}
	for i, x := range a {
		if x == never {
			continue
		}
		for j := max(0, spare-i); j < min(len(b), len(b)+spare-i); j++ {
			if y := b[j]; y != never {
				sum[i+j-spare] = min(sum[i+j-spare], x+y)
			}
		}
	}
	return sum
}

// with returns the ceilings after adding spare moves of the winner and turns of the loser.
func (c ceilings) with(spares, turns int) (d ceilings) {
	for k := range d.idle {
		from := min(k+spares, len(d.idle)-1)
		d.reply[k], d.idle[k] = c.reply.at(from, turns), c.idle.at(from, turns)
	}
	return d
}

// at returns a number of a row plus some turns.
func (r *row) at(k, turns int) uint8 {
	if k < 0 || r[k] == never {
		return never
	}
	return r[k] + uint8(turns)
}
