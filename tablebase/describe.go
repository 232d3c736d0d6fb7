package tablebase

import (
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Position returns a position that has the key, or one of its images: cells that no longer
// matter are holes. Every position of the table has one.
func (t *Table) Position(k keys.Key) (p variants.Position, ok bool) {
	return t.game.Drawn(t.keys.State(k))
}

// Start returns the position from which the table was built.
func (t *Table) Start() (variants.Position, error) { return t.game.Variant().Parse(t.info.Start) }
