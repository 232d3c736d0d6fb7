package theory

import (
	"gridlock/bitboard"
	"gridlock/variants"
)

// Region returns the free cells that the mover's marker, which is placed, can ever reach.
func (p *Separation) Region(s variants.State) bitboard.Board {
	return p.region(s.Mine.First(), s.Free)
}

// Room returns the number of free cells that the mover's marker, which is placed, can ever reach. The marker cannot
// take more turns than this, even alone.
func (p *Separation) Room(s variants.State) int { return p.Region(s).Count() }

// Takes reports whether the mover is known to be able to take that many turns alone, while the opponent stands still.
// [Separation.Walk] then finds them.
func (p *Separation) Takes(s variants.State, turns int) bool {
	return p.toward(s, turns).least >= int8(turns)
}

// toward returns the bounds found when asking whether the mover's marker can take that many turns.
func (p *Separation) toward(s variants.State, turns int) stretch {
	p.begin()
	at := p.recall(s.Mine.First(), s.Free)
	p.measure(&at, min(int8(turns), at.most))
	return at
}

// Walk appends turns to moves that the mover takes alone, while the opponent stands still: the wanted number or, if
// that is impossible, as many as possible. It may be shorter if the budget is used up first. If the free cells are the
// mover's own ([Separation.Own]), the opponent cannot prevent it.
func (p *Separation) Walk(s variants.State, wanted int, moves []variants.Move) []variants.Move {
	at := p.toward(s, wanted)
	for more := min(int8(wanted), at.least) - 1; more >= 0; more-- {
		move, next, ok := p.onward(at, more)
		if !ok {
			break
		}
		moves = append(moves, move)
		at = next
	}
	return moves
}

// onward takes a turn that leaves the marker the given number of further turns. There is such a turn, and it is mostly
// remembered. ok is false if finding it again is too much work.
func (p *Separation) onward(at stretch, more int8) (move variants.Move, next stretch, ok bool) {
	var f waysOut
	p.list(int(at.c), at.region, &f)
	p.begin()
	for _, w := range f.ways[:f.n] {
		next = p.recall(int(w.to), w.free)
		if p.measure(&next, more); next.least >= more {
			return p.turn(int(at.c), at.region, w), next, true
		}
	}
	return 0, next, false
}

// turn returns the move that makes turn w with a marker at c.
func (p *Separation) turn(c int, free bitboard.Board, w way) variants.Move {
	to := int(w.to)
	if !p.blocks {
		return variants.Move(to)
	}
	block := free.With(c).Without(to) &^ w.free
	return p.move(c, to, block.First())
}
