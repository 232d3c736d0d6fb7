package pn

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/solver/internal/table"
)

// A worker stays with the child that it searched first, lets the others together have a quarter more nodes
// than it took, and leaves it when its number is more than four times the least of theirs.
func TestCommit(t *testing.T) {
	key := func(i int) table.Key { return table.Key{A: uint64(i + 1)} }
	const none = -1
	for name, c := range map[string]struct {
		deltas []uint32
		spent  []uint64 // thousands of nodes below each
		main   int      // committed to it before
		best   int
		leave  uint32
		most   uint64
		then   int // committed to it afterwards
	}{
		"nothing searched yet":    {[]uint32{300, 100, 200}, []uint64{0, 0, 0}, none, 1, 301, forever, 1},
		"the main child is best":  {[]uint32{300, 100, 200}, []uint64{50, 70, 0}, 1, 1, 301, forever, 1},
		"the others' turn":        {[]uint32{300, 100, 90}, []uint64{60, 20, 50}, 0, 2, 151, 5000, 0},
		"it is over":              {[]uint32{200, 100, 150}, []uint64{60, 20, 55}, 0, 0, 301, forever, 0},
		"a step":                  {[]uint32{110, 100}, []uint64{60, 75}, 0, 0, 166, forever, 0},
		"at least the usual step": {[]uint32{101, 100}, []uint64{60, 75}, 0, 0, 152, forever, 0},
		"no step beyond":          {[]uint32{350, 100}, []uint64{60, 75}, 0, 0, 401, forever, 0},
		"at the end":              {[]uint32{400, 100}, []uint64{60, 75}, 0, 0, 401, forever, 0},
		"the way back":            {[]uint32{401, 100}, []uint64{60, 75}, 0, 1, 602, forever, 1},
	} {
		w := &worker{role: role{epsilon: 2}}
		f := &fork{below: map[table.Key]uint64{}}
		var children []child
		for i, delta := range c.deltas {
			children = append(children, child{key: key(i), numbers: numbers{50, delta}})
			f.below[key(i)] = c.spent[i] * 1000
		}
		if c.main != none {
			f.main = key(c.main)
		}
		n := w.combine(children)
		require.Equal(t, c.most, w.commit(&n, children, f), name)
		require.Equal(t, c.best, n.best, name)
		require.Equal(t, c.leave, n.leave, name)
		require.Equal(t, key(c.then), f.main, name)
	}
}

// A child that the opponent wins is given up, whatever its number was.
func TestCommitGivesUpWhatIsDecided(t *testing.T) {
	a, b := table.Key{A: 1}, table.Key{A: 2}
	w := &worker{role: role{epsilon: 2}}
	f := &fork{main: a}
	children := []child{{key: a, numbers: won()}, {key: b, numbers: numbers{50, 100}}}
	n := w.combine(children)
	require.Equal(t, uint64(forever), w.commit(&n, children, f))
	require.Equal(t, 1, n.best)
	require.Equal(t, b, f.main)
	require.Greater(t, n.leave, uint32(infinite)) // until it is decided
}
