package proof

import (
	"fmt"
	"slices"

	"gridlock/variants"
)

// valuesFormat is the format of a table of values.
func valuesFormat() format {
	return format{
		name: Values, version: version,
		need:   []string{"value"},
		least:  4, // three numbers and a byte
		memory: tableBytes,
		agrees: func(h Header, _ variants.Position) error {
			_, err := ParseValue(h.Value)
			return err
		},
	}
}

func valuesMethod() method {
	return method{
		format: valuesFormat(),
		check:  (*checker).values,
		stats:  (*checker).sizes,
		part: func(r *Reader) (Part, error) {
			left, right, v, err := r.Value()
			return Part{Sides: Sides{left, right}, Value: &v}, err
		},
		strategy: noStrategy,
		player: func(c *checker) (play, error) {
			t := c.valueTable()
			_, err := t.read()
			return playTo(func(s variants.State, mover variants.Player) bool {
				v, err := t.sum(t.sides(s, mover))
				return err == nil && !v.moverWins(mover)
			}), err
		},
		describe: func(r *Reader, work Counts) Description {
			return tableDescription("values: a table of components", "components", "", work,
				fmt.Sprintf("The value is %s, X as Left. %s moves to where the other loses, by this table of\n"+
					"components, in which x and o are cells that only X or O may take:", r.Header.Value, r.Header.Winner))
		},
	}
}

// values checks a certificate by a table of values, where marks close cells to their owner. X is Left.
func (c *checker) values() error {
	if !c.family.hasValues() {
		return c.family.refused("values are")
	}
	v, err := c.valueTable().read()
	if err != nil {
		return err
	}
	return c.conclude("value", v.String(), c.Header.Value, v.moverWins(c.Root.Side()))
}

// valueTable returns the table, still to be read.
func (c *checker) valueTable() *table[Value] {
	return &table[Value]{
		checker: c, Splitter: NewSplitter(c.Root.Game()),
		next: func() (Sides, Value, error) {
			left, right, v, err := c.Value()
			return Sides{left, right}, v, err
		},
		plus: Value.Plus,
		follows: func(v Value, lefts, rights []Value) error {
			if !v.follows(lefts, rights) {
				return fmt.Errorf("its value is not %v", v)
			}
			return nil
		},
	}
}

// moverWins reports whether the player to move wins a position of value v.
func (v Value) moverWins(mover variants.Player) bool {
	return v.X > 0 && mover == variants.X || v.X < 0 && mover == variants.O || v.X == 0 && v.Star
}

// follows reports whether v is the value of a game with these options.
//
// A number is right if it fits between the options and neither of its own options does, so it is the simplest that fits
// (ONAG, theorem 11). A number with a star is right if whoever begins loses the game minus this value, since the other
// player has an answer in the game to each move.
func (v Value) follows(lefts, rights []Value) bool {
	if !v.fits(lefts, rights) {
		return false
	}
	x := Value{X: v.X}
	if v.Star {
		return slices.ContainsFunc(lefts, func(l Value) bool { return l.AtLeast(x) }) &&
			slices.ContainsFunc(rights, func(r Value) bool { return x.AtLeast(r) })
	}
	for _, simpler := range v.X.options() {
		if (Value{X: simpler}).fits(lefts, rights) {
			return false
		}
	}
	return true
}

// fits reports whether no option of Left is at least v, and v is not at least any option of Right.
func (v Value) fits(lefts, rights []Value) bool {
	return !slices.ContainsFunc(lefts, func(l Value) bool { return l.AtLeast(v) }) &&
		!slices.ContainsFunc(rights, func(r Value) bool { return v.AtLeast(r) })
}

// Left returns Left's option of a number in its simplest form. ok is false if there is none.
func (x Number) Left() (option Number, ok bool) {
	e := x.exponent()
	return x - one>>e, e > 0 || x > 0
}

// options returns the options of a number in its simplest form.
func (x Number) options() []Number {
	switch e := x.exponent(); {
	case e > 0:
		return []Number{x - one>>e, x + one>>e}
	case x > 0:
		return []Number{x - one}
	case x < 0:
		return []Number{x + one}
	}
	return nil
}
