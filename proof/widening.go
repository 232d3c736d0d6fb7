package proof

import (
	"errors"
	"fmt"

	"gridlock/internal/interval"
	"gridlock/variants"
)

// Interval is a set of positions with the winner to move, as records of a certificate by intervals have it.
type Interval = interval.Interval

// widening is the difference between an interval and a wider one: cells that leave Need, and cells that join May. Bit i
// of drop stands for the i-th cell that can be dropped, from the lowest one, and bit i of add for the i-th cell that
// can be added.
type widening struct{ drop, add uint64 }

// of returns the wider interval. The error reports a bit without a cell.
func (w widening) of(i Interval, board variants.Board) (Interval, error) {
	drop, err := spread(w.drop, i.Need)
	if err != nil {
		return i, fmt.Errorf("drops cells: %w", err)
	}
	add, err := spread(w.add, addable(i, board))
	if err != nil {
		return i, fmt.Errorf("adds cells: %w", err)
	}
	i.Need, i.May = i.Need&^drop, i.May|add
	return i, nil
}

// wideningTo returns the widening that makes j of i. j covers i.
func wideningTo(i, j Interval) widening {
	return widening{gather(i.Need&^j.Need, i.Need), gather(j.May&^i.May, addable(i, ^variants.Board(0)))}
}

// addable returns the cells that can be added to May.
func addable(i Interval, board variants.Board) variants.Board {
	return board &^ (i.May | i.Mine | i.Yours)
}

// gather numbers the cells of a set and returns those of a subset as bits.
func gather(part, of variants.Board) (number uint64) {
	for bit := uint64(1); of != 0; of, bit = of.Rest(), bit<<1 {
		if part.Has(of.First()) {
			number |= bit
		}
	}
	return number
}

// spread returns the subset that gather has numbered.
func spread(number uint64, of variants.Board) (part variants.Board, err error) {
	for ; of != 0; of, number = of.Rest(), number>>1 {
		if number&1 != 0 {
			part = part.With(of.First())
		}
	}
	if number != 0 {
		err = errors.New("more than there are")
	}
	return part, err
}
