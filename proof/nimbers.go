package proof

import (
	"fmt"
	"slices"

	"gridlock/variants"
)

// nimbers checks a certificate by a table of nimbers in claim.
func (c *checker) nimbers() error {
	if c.keys.id != variants.Claim {
		return fmt.Errorf("nimbers are no way to win %s", c.keys.id)
	}
	root, err := c.nimberTable().read()
	if err != nil {
		return err
	}
	return c.conclude("nimber", fmt.Sprint(root), fmt.Sprint(*c.Header.Nimber), root != 0)
}

// nimberTable returns the table, still to be read.
func (c *checker) nimberTable() *table[int] {
	return &table[int]{
		checker: c,
		next: func() (Sides, int, error) {
			cells, nimber, err := c.Component()
			return Sides{Left: cells}, nimber, err
		},
		plus:    func(a, b int) int { return a ^ b },
		follows: isLeast,
	}
}

// isLeast verifies that a nimber is the least that is not among the options.
func isLeast(nimber int, options, _ []int) error {
	least := 0
	for slices.Contains(options, least) {
		least++
	}
	if least != nimber {
		return fmt.Errorf("its nimber is %d, and not %d", least, nimber)
	}
	return nil
}
