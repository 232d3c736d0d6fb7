package proof

import (
	"fmt"

	"gridlock/variants"
)

// nimbers checks a certificate by a table of nimbers in claim.
func (c *checker) nimbers() error {
	if c.keys.id != variants.Claim {
		return fmt.Errorf("nimbers are no way to win %s", c.keys.id)
	}
	t := &table[int]{checker: c, plus: func(a, b int) int { return a ^ b }}
	next := func() (sides, int, error) {
		cells, nimber, err := c.Component()
		return sides{left: cells}, nimber, err
	}
	if err := t.read(next, func(part sides, nimber int) error { return checkNimber(t, part.left, nimber) }); err != nil {
		return err
	}
	root, err := t.sum(sides{left: c.Root.State().Free})
	if err != nil {
		return fmt.Errorf("root: %w", err)
	}
	return c.conclude("nimber", fmt.Sprint(root), fmt.Sprint(*c.Header.Nimber), root != 0)
}

// checkNimber makes sure that the nimber of a component is the least that no move
// leaves.
func checkNimber(t *table[int], cells variants.Board, nimber int) error {
	grid := t.Root.Game().Grid()
	options, err := t.options(cells, func(cell int) sides {
		return sides{left: cells.Without(cell) &^ grid.KingAt(cell)}
	})
	if err != nil {
		return err
	}
	var left [128]bool // the XOR of numbers up to 64 is less than 128
	for _, option := range options {
		left[option] = true
	}
	least := 0
	for left[least] {
		least++
	}
	if least != nimber {
		return fmt.Errorf("its nimber is %d, and not %d", least, nimber)
	}
	return nil
}
