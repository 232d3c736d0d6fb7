package retrograde

import (
	"gridlock/internal/extsort"
	"gridlock/solver/keys"
)

// row is a key as package extsort has it. A key that fits one word is kept as one number.
type row = [2]uint64

// run is keys in ascending order, and runs is several that may have keys in common.
type (
	run  = extsort.Run[row]
	runs = extsort.Runs[row]
)

// rowOf returns the row of a key.
func rowOf(k keys.Key) *row { return &row{k.A, k.B} }

// keyOf returns the key of a row.
func keyOf(r *row) keys.Key { return keys.Key{A: r[0], B: r[1]} }

// perBlock is the maximum number of keys in a block, which is also the unit of work of the
// workers.
const perBlock = 4096

// formatOf returns the format of the rows of keys.
func formatOf(k keys.Keys) extsort.Format {
	if k.Wide() {
		return extsort.Format{Numbers: 2, Key: 2, PerBlock: perBlock}
	}
	return extsort.Format{Numbers: 1, Key: 1, PerBlock: perBlock}
}
