package cgt

import (
	"errors"
	"unsafe"
)

// Errors that calculations end with. The arena stays as it was before, and may be asked again.
var (
	ErrMemory  = errors.New("the memory for values is full")
	ErrStopped = errors.New("stopped")
	ErrRange   = errors.New("a number, nimber or sum of ups is too large or too fine")
	ErrArena   = errors.New("values of different arenas")
)

// Arena holds values, each once. It is not safe for concurrent use.
type Arena struct {
	// Stop, if not nil, is asked now and then in long calculations. If it returns true, they end with ErrStopped.
	Stop func() bool

	limit, used int64 // bytes
	steps       uint32
	err         error // why the calculation ends

	forms   []form
	options []uint32 // of all forms
	closed  []closed
	index   []uint64 // finds forms by their hash: the hash in the upper half, the form's number + 1 in the lower

	atMost pairs // whether a value is at most another one
	sums   pairs
	walls  []*Thermograph // by form; nil where it is not known
}

// form is a canonical form. Its options are in an order that depends on the games alone, see [Arena.order].
type form struct {
	left, right stop
	at          uint32 // where its options begin: those of Left, then those of Right
	lefts       uint16 // how many there are
	rights      uint16
	negative    uint32 // its number + 1; 0 if it is not known
	closed      uint32 // where it is in Arena.closed, + 1; 0 if it is not there
}

// unknown is where the options of a closed form begin that nobody has asked for.
const unknown = 1<<32 - 1

// NewArena returns an arena that takes at most so many bytes.
func NewArena(bytes int64) *Arena {
	a := &Arena{limit: bytes, atMost: pairs{share: bytes / 4}, sums: pairs{share: bytes / 8}}
	a.number(0)
	return a
}

// Bytes returns how many bytes the arena takes.
func (a *Arena) Bytes() int64 { return a.used }

// Len returns how many values the arena holds.
func (a *Arena) Len() int { return len(a.forms) }

// Value is the value of a game: what it is worth in sums, whatever its moves look like. Values of one arena are equal
// (==) if the games are. The zero Value belongs to no arena.
type Value struct {
	arena *Arena
	id    uint32
}

// begin begins a calculation with values, which have to be of this arena.
func (a *Arena) begin(values ...Value) error {
	a.err = nil
	for _, v := range values {
		if v.arena != a {
			return ErrArena
		}
	}
	return nil
}

// end ends it.
func (a *Arena) end(id uint32) (Value, error) {
	if a.err != nil {
		return Value{}, a.err
	}
	return Value{a, id}, nil
}

// fail ends the calculation with an error. What is calculated from then on is not used.
func (a *Arena) fail(err error) uint32 {
	if a.err == nil {
		a.err = err
	}
	return 0
}

// step counts a step of a long calculation. It reports whether to go on.
func (a *Arena) step() bool {
	a.steps++
	if a.steps%4096 == 0 && a.Stop != nil && a.Stop() {
		a.fail(ErrStopped)
	}
	return a.err == nil
}

// grown returns a slice with room for n more elements. ok is false if the memory is full.
func grown[T any](a *Arena, s []T, n int) (with []T, ok bool) {
	if len(s)+n <= cap(s) {
		return s, true
	}
	var t T
	size := int64(unsafe.Sizeof(t))
	next := max(len(s)+n, len(s)+len(s)/4, 64)
	if a.used+int64(next)*size > a.limit { // while it is copied, both are there
		a.fail(ErrMemory)
		return s, false
	}
	with = append(make([]T, 0, next), s...)
	a.used += int64(cap(with)-cap(s)) * size
	return with, true
}
