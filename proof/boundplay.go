package proof

import (
	"slices"

	"gridlock/variants"
)

// boundPlay plays the winner's side, Left, by a table of lower bounds. It keeps a list of components beside the board.
// Left's moves in the components are legal on the board. Each move of Right's on the board has a counterpart in the
// components: the same cell, or a cell that is as good for Right. The components are worth at least ∗ when Left is to
// move, and at least 0 when Right is; docs/soundness-certificates.md says why there is always a move.
type boundPlay struct {
	table  *BoundTable
	parts  []boundPart
	closed [][2]int // cells closed to Right, each with another cell that is as good, in order
	due    int      // the part in which Left has to answer by copying, or -1
	answer int      // that answer
}

// boundPart is a component, or the rest of a component in which Left copies by a mirror.
type boundPart struct {
	Sides
	mirror []int // nil if Left does not copy
}

// newBoundPlay begins at a position.
func newBoundPlay(table *BoundTable, s Sides) *boundPlay {
	p := &boundPlay{table: table, due: -1}
	p.replace(nil, s)
	return p
}

// replace sets the parts to the rest and the components of a position.
func (p *boundPlay) replace(rest []boundPart, s Sides) {
	p.parts = slices.Clip(rest)
	for _, part := range p.table.split(s, nil, func(cell, other int) { p.closed = append(p.closed, [2]int{cell, other}) }) {
		p.parts = append(p.parts, boundPart{Sides: part})
	}
}

// apart returns one part, the other parts, and a bound of their sum.
func (p *boundPlay) apart(i int) (part boundPart, rest []boundPart, worth Bound) {
	rest = slices.Delete(slices.Clone(p.parts), i, i+1)
	worth = BoundOf(Value{})
	for _, part := range rest {
		if part.mirror == nil { // or else 0
			worth = worth.Plus(p.table.Sum(part.Sides))
		}
	}
	return p.parts[i], rest, worth
}

// move plays and returns a move of Left's. ok is false if the table shows none.
func (p *boundPlay) move() (m variants.Move, ok bool) {
	if i := p.due; i >= 0 {
		p.due, p.parts[i].Sides = -1, p.table.Left(p.parts[i].Sides, p.answer)
		return variants.Move(p.answer), true
	}
	for i := range p.parts {
		part, rest, worth := p.apart(i)
		if part.mirror != nil {
			continue
		}
		for cell := range part.Left.Cells() {
			if after := p.table.Left(part.Sides, cell); worth.Plus(p.table.Sum(after)).Shows(Value{}) {
				p.replace(rest, after)
				return variants.Move(cell), true
			}
		}
	}
	for i := range p.parts {
		if p.parts[i].mirror == nil && p.divide(i, Value{Star: true}, func() bool { m, ok = p.move(); return ok }) {
			break
		}
	}
	return m, ok
}

// divide replaces a part by two parts that together are worth no more: the rest after a move of Left's, and the cell of
// the move by itself. It tries moves until all parts together are still worth at least a value, and next succeeds. ok
// is false if there is no such move; then nothing changes.
func (p *boundPlay) divide(i int, least Value, next func() bool) (ok bool) {
	before := *p
	part, rest, worth := p.apart(i)
	for cell := range part.Left.Cells() {
		alone := Sides{part.Left & (1 << cell), part.Right & (1 << cell)}
		after := p.table.Left(part.Sides, cell)
		if part.Size() == 1 || !worth.Plus(p.table.Sum(after)).Plus(p.table.Sum(alone)).Shows(least) {
			continue
		}
		p.replace(append(slices.Clip(rest), boundPart{Sides: alone}), after)
		if next() {
			return true
		}
		*p = before
	}
	return false
}

// reply plays a move of Right's. ok is false if the table does not say what follows.
func (p *boundPlay) reply(cell int) (ok bool) {
	for _, c := range p.closed {
		if c[0] == cell {
			cell = c[1]
		}
	}
	i := slices.IndexFunc(p.parts, func(part boundPart) bool { return part.Right.Has(cell) })
	if i < 0 {
		return false
	}
	if p.parts[i].mirror != nil {
		return p.replyToCopies(i, cell)
	}
	part, rest, worth := p.apart(i)
	for !part.Left.Has(cell) {
		better, ok := p.table.better(part.Sides, cell)
		if !ok {
			break
		}
		cell = better
	}
	if after := p.table.Right(part.Sides, cell); worth.Plus(p.table.Sum(after)).Shows(Value{Star: true}) {
		p.replace(rest, after)
		return true
	}
	return p.divide(i, Value{}, func() bool { return p.reply(cell) }) || p.replyByMirror(i, worth, cell)
}

// replyByMirror plays a move of Right's in a part where Left can copy from now on.
func (p *boundPlay) replyByMirror(i int, worth Bound, cell int) (ok bool) {
	reason, ok := p.table.Mirrored(p.parts[i].Sides)
	if !ok || !worth.Shows(Value{}) {
		return false
	}
	p.parts = slices.Clone(p.parts)
	p.parts[i].mirror, _ = p.table.mirror(p.parts[i].Sides, int(reason-ByMirror))
	return p.replyToCopies(i, cell)
}

// replyToCopies plays a move of Right's where Left copies. Her answer is the image of the cell. If the cell is its own
// image, she answers on another cell, after which she can copy all other moves.
func (p *boundPlay) replyToCopies(i, cell int) (ok bool) {
	part := &p.parts[i]
	part.Sides = p.table.Right(part.Sides, cell)
	p.due, p.answer = i, part.mirror[cell]
	if p.answer != cell {
		return true
	}
	for p.answer = range part.Left.Cells() {
		after := p.table.Left(part.Sides, p.answer)
		if p.table.family.copies(variants.State{Mine: after.Right, Yours: after.Left}, part.mirror) == nil {
			return true
		}
	}
	return false
}
