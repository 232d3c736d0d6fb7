package proof

import (
	"fmt"
	"slices"

	"gridlock/variants"
)

// nimbersFormat is the format of a table of nimbers.
func nimbersFormat() format {
	return format{
		name: Nimbers, version: version,
		need:   []string{"nimber"},
		least:  2, // two numbers
		memory: tableBytes,
		agrees: agreed,
	}
}

func nimbersMethod() method {
	return method{
		format: nimbersFormat(),
		check:  (*checker).nimbers,
		stats:  (*checker).sizes,
		part: func(r *Reader) (Part, error) {
			cells, nimber, err := r.Component()
			return Part{Sides: Sides{Left: cells}, Nimber: &nimber}, err
		},
		strategy: noStrategy,
		player: func(c *checker) (play, error) {
			t := c.nimberTable()
			_, err := t.read()
			return playTo(func(s variants.State, mover variants.Player) bool {
				nimber, err := t.sum(t.sides(s, mover))
				return err == nil && nimber == 0
			}), err
		},
		describe: func(r *Reader, work Counts) Description {
			return tableDescription("nimbers: a table of components", "components", "", work,
				fmt.Sprintf("The nimber is %d. %s moves to nimber 0, by this table of components:", *r.Header.Nimber, r.Header.Winner))
		},
	}
}

// nimbers checks a certificate by a table of nimbers, where marks close cells to both players.
func (c *checker) nimbers() error {
	if !c.family.places(variants.CloseAll) {
		return c.family.refused("nimbers are")
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
		checker: c, Splitter: NewSplitter(c.Root.Game()),
		next: func() (Sides, int, error) {
			cells, nimber, err := c.Component()
			return Sides{Left: cells}, nimber, err
		},
		plus:    func(a, b int) int { return a ^ b },
		follows: isLeast,
	}
}

// isLeast verifies that a nimber is the least number that is not among the options.
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
