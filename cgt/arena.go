package cgt

import (
	"errors"
	"unsafe"
)

// Errors of calculations. The arena can be used afterwards.
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
	err         error // the error that ends the calculation

	forms   []form
	options []uint32 // of all forms
	closed  []closed
	index   []uint64 // finds forms by their hash: the hash in the upper half, the form's number + 1 in the lower
	named   map[uint32]string

	atMost pairs // whether a value is at most another one: 1 no, 2 yes
	sums   pairs // the number of their form + 1
	walls  []*Thermograph

	lefts, rights []uint32 // options of the game in the making
	turn          uint32   // the number by which now knows this game; no form has it
	now           pairs    // like atMost, for this game
}

// form is a canonical form. Its options are in an order that depends on the games alone, see [Arena.order].
type form struct {
	left, right stop
	at          uint32 // where its options begin in the list: those of Left, then those of Right
	lefts       uint16 // how many there are
	rights      uint16
	negative    uint32 // its number + 1; 0 if it is not known
	closed      uint32 // its place in Arena.closed, + 1; 0 if it is not there
}

// unknown stands for options of a closed form that nobody has asked for.
const unknown = 1<<32 - 1

// making is the form of the game in the making, whose options are Arena.lefts and Arena.rights. Form 0 is the game 0.
const making = 1

// NewArena returns an arena that takes at most the given number of bytes; less than 64 KiB counts as 64 KiB.
func NewArena(bytes int64) *Arena {
	bytes = max(bytes, 1<<16)
	a := &Arena{limit: bytes, named: map[uint32]string{}}
	a.atMost.share, a.sums.share, a.now.share = bytes/4, bytes/8, min(bytes/8, 1<<20)
	a.number(0)
	a.append(0, form{})
	a.nameUptimals()
	return a
}

// Bytes returns how many bytes the arena takes.
func (a *Arena) Bytes() int64 { return a.used }

// Len returns how many values the arena holds.
func (a *Arena) Len() int { return len(a.forms) - 1 }

// Value is the value of a game: its worth in sums, whatever its moves look like. Values of one arena are equal (==) if
// the games are. The zero Value belongs to no arena.
type Value struct {
	arena *Arena
	id    uint32
}

// run returns the value with the form that f returns. The values that f uses must be of this arena.
func (a *Arena) run(f func() uint32, values ...Value) (Value, error) {
	if a.err = a.owns(values); a.err != nil {
		return Value{}, a.err
	}
	id := f()
	if a.err != nil {
		return Value{}, a.err
	}
	return Value{a, id}, nil
}

func (a *Arena) owns(values []Value) error {
	for _, v := range values {
		if v.arena != a {
			return ErrArena
		}
	}
	return nil
}

// fail ends the calculation with an error. Later results of the calculation are not used.
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

// take takes more bytes. It reports whether there are as many.
func (a *Arena) take(bytes int64) bool {
	if a.used+bytes > a.limit {
		a.fail(ErrMemory)
		return false
	}
	a.used += bytes
	return true
}

// grow makes room for n more elements of a slice. It reports whether there is enough memory, which includes the copy.
func grow[T any](a *Arena, s *[]T, n int) bool {
	if len(*s)+n <= cap(*s) {
		return true
	}
	var t T
	size := int64(unsafe.Sizeof(t))
	next := max(len(*s)+n, len(*s)/4*5, 64)
	if !a.take(int64(next) * size) {
		return false
	}
	a.used -= int64(cap(*s)) * size
	*s = append(make([]T, 0, next), *s...)
	return true
}
