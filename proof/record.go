package proof

import (
	"fmt"

	"gridlock/variants"
)

// Kind is how an answer continues after its first move.
type Kind uint8

const (
	ByMove Kind = iota // every reply leads to a record of the next layer
	ByWalk             // a leaf: the loser can neither disturb the winner's walk nor take as many turns
	ByCopy             // a leaf: the winner copies the loser's moves
	ByPlan             // a leaf of intervals: a plan, turns that win whatever the loser does
)

// Answer is the winner's answer in a position. The fields in use depend on the kind.
type Answer struct {
	Kind   Kind
	Move   variants.Move   // ByMove, ByCopy: the winner's move
	Walk   []variants.Move // ByWalk: the winner's turns while the loser stands still; ByPlan: the winner's turns; at least one
	Mirror int             // ByCopy: index of the mirror in the header
}

// First returns the winner's move in the position.
func (a Answer) First() variants.Move {
	if a.Kind == ByWalk || a.Kind == ByPlan {
		return a.Walk[0]
	}
	return a.Move
}

// Record is a position in which the winner is to move, and the answer to it.
type Record struct {
	Key    Key
	Answer Answer
}

// The first bytes of answers that are more than a move.
const (
	walkByte = 0x40
	copyByte = 0x41
)

// append appends the encoded answer.
func (a Answer) append(b []byte) ([]byte, error) {
	switch {
	case a.Kind == ByWalk && len(a.Walk) > 0:
		b = a.appendTurns(append(b, walkByte))
	case a.Kind == ByCopy && a.Mirror >= 0:
		b = appendVarint(append(b, copyByte, byte(a.Move)), Key{Lo: uint64(a.Mirror)})
	case a.Kind == ByMove:
		b = append(b, byte(a.Move))
	default:
		return b, fmt.Errorf("an answer that cannot be written: %+v", a)
	}
	return b, nil
}

// appendTurns appends the number of turns, then the turns.
func (a Answer) appendTurns(b []byte) []byte {
	b = appendVarint(b, Key{Lo: uint64(len(a.Walk))})
	for _, m := range a.Walk {
		b = append(b, byte(m))
	}
	return b
}

// The first byte of a record of a certificate by intervals: a move, planByte, walkTurns plus the number of turns of a
// walk, or shortCopy. If a widening follows, wide is added.
const (
	planByte  = 64
	walkTurns = 64
	shortCopy = 127
	wider     = 128
)

// appendShort appends the record of an interval: its answer and the widening of the due interval. A walk is only its
// number of turns.
func (a Answer) appendShort(b []byte, w widening) ([]byte, error) {
	var kind int
	switch {
	case a.Kind == ByWalk && len(a.Walk) > 0 && len(a.Walk) < shortCopy-walkTurns:
		kind = walkTurns + len(a.Walk)
	case a.Kind == ByPlan && len(a.Walk) > 0:
		kind = planByte
	case a.Kind == ByCopy && a.Mirror >= 0:
		kind = shortCopy
	case a.Kind == ByMove && a.Move < walkTurns:
		kind = int(a.Move)
	default:
		return b, fmt.Errorf("an answer that cannot be written: %+v", a)
	}
	if w == (widening{}) {
		b = append(b, byte(kind))
	} else {
		b = append(b, byte(kind|wider))
		b = appendVarint(b, Key{Lo: w.drop})
		b = appendVarint(b, Key{Lo: w.add})
	}
	switch a.Kind {
	case ByCopy:
		b = appendVarint(append(b, byte(a.Move)), Key{Lo: uint64(a.Mirror)})
	case ByPlan:
		b = a.appendTurns(b)
	}
	return b, nil
}
