package proof

import (
	"errors"
	"fmt"
	"slices"

	"gridlock/variants"
)

// tableDescription describes a table. records is the name for its records, and each is the meaning of one.
func tableDescription(how, records, each string, work Counts, legend string) Description {
	return Description{
		How: how, Records: records, Each: each, Legend: legend,
		Checked: []Quantity{{work.Records, records}, {work.Replies, "moves"}},
	}
}

// playTo plays the first move that leaves the opponent, to move, a loss.
func playTo(loses func(s variants.State, mover variants.Player) bool) play {
	return play{answer: func(g *course) (variants.Move, bool) {
		rules, s := g.Game().Rules(), g.State()
		for cell := range g.Legal().Cells() {
			if m := variants.Move(cell); loses(rules.Play(s, m), g.Side().Opponent()) {
				return m, true
			}
		}
		return 0, false
	}}
}

// sides returns the cells that Left, who is X, and Right may take.
func (c *checker) sides(s variants.State, mover variants.Player) Sides {
	switch {
	case c.family.places(variants.CloseAll):
		return Sides{Left: s.Free}
	case mover == variants.O:
		return Sides{s.Yours, s.Mine}
	}
	return Sides{s.Mine, s.Yours}
}

// table is a certificate's claims about components, in ascending order: nimbers or values.
type table[V any] struct {
	*checker
	*Splitter
	next    func() (Sides, V, error)           // reads a record
	plus    func(V, V) V                       // returns the value of the sum of two positions
	follows func(v V, lefts, rights []V) error // verifies the value v by the options of Left and of Right
	parts   []Sides
	values  []V
}

// Bytes of memory that a check takes for each record of a table: if records are in order, and if a map finds them.
const (
	tableBytes  = 32
	mappedBytes = 64
)

// eachRecord adds the records of the body to a table, which takes the given number of bytes for each record. add reads
// a record, verifies it by the records before, and returns its component.
func (c *checker) eachRecord(bytes uint64, add func() (Sides, error)) error {
	n := c.Header.Records
	if c.opt.Memory > 0 && n > uint64(c.opt.Memory)/bytes {
		return fmt.Errorf("%w: a table of %d records", ErrMemory, n)
	}
	for i := range n {
		part, err := add()
		if err != nil {
			return fmt.Errorf("record %d, component %s: %w", i, c.componentText(part), err)
		}
		c.work.Records++
		if err := c.tick(int(i)); err != nil {
			return err
		}
	}
	return nil
}

// read reads all records, checks each by the earlier ones, and keeps it. It returns the nimber or value of the root.
func (t *table[V]) read() (root V, err error) {
	err = t.eachRecord(tableBytes, func() (Sides, error) {
		part, value, err := t.next()
		if err == nil {
			err = t.admit(part)
		}
		if err == nil {
			err = t.check(part, value)
		}
		t.parts, t.values = append(t.parts, part), append(t.values, value)
		return part, err
	})
	if err != nil {
		return root, err
	}
	if root, err = t.sum(t.sides(t.Root.State(), t.Root.Side())); err != nil {
		err = fmt.Errorf("root: %w", err)
	}
	return root, err
}

// admit verifies that a record is about one component, in its place.
func (t *table[V]) admit(part Sides) error {
	switch {
	case part.Size() == 0:
		return errors.New("no cells")
	case t.Splitter.Component(part) != part:
		return errors.New("not one component")
	case t.Placed(part) != part:
		return errors.New("not moved up and left")
	case len(t.parts) > 0 && t.parts[len(t.parts)-1].Compare(part) >= 0:
		return errors.New("out of order")
	}
	return nil
}

// sum adds up the values of the components of a position. A component that is not in the table
// is an error.
func (t *table[V]) sum(s Sides) (total V, err error) {
	for s != (Sides{}) {
		part := t.Splitter.Component(s)
		s = s.Without(part)
		part = t.Placed(part)
		i, found := slices.BinarySearchFunc(t.parts, part, Sides.Compare)
		if !found {
			return total, fmt.Errorf("component %s is needed, and not in the table so far", t.componentText(part))
		}
		total = t.plus(total, t.values[i])
	}
	return total, nil
}

// check verifies the value of a component by the values of the positions after its moves.
func (t *table[V]) check(part Sides, value V) error {
	lefts, err := t.options(part.Left, part.Right, variants.X)
	if err != nil {
		return err
	}
	rights, err := t.options(part.Right, part.Left, variants.O)
	if err != nil {
		return err
	}
	return t.follows(value, lefts, rights)
}

// options returns the values of the positions after each move of a player, given the cells that the player and the
// opponent may take.
func (t *table[V]) options(mine, yours variants.Board, player variants.Player) ([]V, error) {
	s := variants.State{Free: mine, Mine: mine, Yours: yours} // the first is claim's
	var values []V
	for cell := range t.rules.Legal(s).Cells() {
		v, err := t.sum(t.sides(t.rules.Play(s, variants.Move(cell)), player.Opponent()))
		if err != nil {
			return nil, fmt.Errorf("after a move of %v's to cell %d (counted from 0): %w", player, cell, err)
		}
		values = append(values, v)
		t.work.Replies++
	}
	return values, nil
}

// conclude verifies that the nimber or value of the root is the claimed one, and that the
// claimed winner wins.
func (c *checker) conclude(what, found, claimed string, moverWins bool) error {
	h := c.Header
	switch {
	case found != claimed:
		return fmt.Errorf("the %s of the root is %s, and not %.40q", what, found, claimed)
	case moverWins != (h.ToMove == h.Winner):
		return fmt.Errorf("%s does not win: the %s of the root is %s, and %s is to move", h.Winner, what, found, h.ToMove)
	}
	return nil
}
