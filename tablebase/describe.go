package tablebase

import (
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// Position returns a position that has the key: cells that do not matter any more are
// holes. In duel, where such a position need not exist, it looks for one that can be
// reached, which for a big table takes a while.
func (t *Table) Position(k solver.Key) (p variants.Position, ok bool) {
	if p, ok = t.withHoles(t.keys.State(k)); ok {
		return p, ok
	}
	start, err := t.Start()
	if err != nil {
		return p, false
	}
	return t.walk(start, k, map[solver.Key]bool{})
}

// Start returns the position from which the table was built.
func (t *Table) Start() (variants.Position, error) { return t.game.Variant().Parse(t.info.Start) }

// withHoles writes a state as a position.
func (t *Table) withHoles(s variants.State) (p variants.Position, ok bool) {
	for _, marks := range []string{"XO x", "OX o"} {
		p, err := t.game.Variant().Parse(t.text(s, marks[0], marks[1]) + marks[2:])
		if err == nil && p.State() == s {
			return p, true
		}
	}
	return p, false
}

// text writes the board of a state.
func (t *Table) text(s variants.State, mine, yours byte) string {
	var b strings.Builder
	for c := range t.game.Grid().Size() {
		if _, col := t.game.Grid().RowCol(c); c > 0 && col == 0 {
			b.WriteByte('/')
		}
		switch {
		case s.Mine.Has(c):
			b.WriteByte(mine)
		case s.Yours.Has(c):
			b.WriteByte(yours)
		case s.Free.Has(c):
			b.WriteByte('.')
		default:
			b.WriteByte('#')
		}
	}
	return b.String()
}

// walk looks for a position with the key among those that can be reached from p.
func (t *Table) walk(p variants.Position, k solver.Key, seen map[solver.Key]bool) (variants.Position, bool) {
	at := t.keys.Of(p.State())
	if at == k {
		return p, true
	}
	if seen[at] || t.keys.Layer(at) <= t.keys.Layer(k) {
		return p, false
	}
	seen[at] = true
	for m := range p.Legal().Cells() {
		if found, ok := t.walk(p.Play(variants.Move(m)), k, seen); ok {
			return found, true
		}
	}
	return p, false
}
