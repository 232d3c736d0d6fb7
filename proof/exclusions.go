package proof

import (
	"errors"
	"fmt"

	"gridlock/bitboard"
	"gridlock/variants"
)

// ExclusionRecord says that a component of a game such as claim, in which marks close cells to both players, has a
// nimber, or does not have it.
type ExclusionRecord struct {
	Cells  variants.Board // the cells in the form of [Splitter.Normal]
	Nimber int            // the nimber, from 0 to 63
	Not    bool
	Move   variants.Move // leaves the nimber, if Not is set
}

// mostNimber is the greatest nimber of a record. No component of 64 cells has a nimber above 32, the number of moves
// that fit on it, and the XOR of two such numbers is no greater than this constant.
const mostNimber = 63

// ExclusionTable holds nimbers of components, each proven by the records before it. Make it with [NewExclusionTable].
type ExclusionTable struct {
	*Splitter
	known map[variants.Board]knownNimber
	moves uint64 // the number of moves that checks have looked at
}

// knownNimber has the nimber of a component if exact is set, else nimbers that it does not have.
type knownNimber struct {
	exact  bool
	nimber int
	not    uint64
}

// exclusionsFormat is the format of a table of exact and excluded nimbers of components.
func exclusionsFormat() format {
	return format{
		name: Exclusions, version: version,
		least:  2, // two numbers
		memory: mappedBytes,
		agrees: agreed,
	}
}

func exclusionsMethod() method {
	return method{
		format: exclusionsFormat(),
		check:  (*checker).exclusions,
		stats:  (*checker).sizes,
		part: func(r *Reader) (Part, error) {
			e, err := r.Exclusion()
			p := Part{Sides: Sides{Left: e.Cells}, Nimber: &e.Nimber}
			if e.Not {
				p.Nimber, p.Not, p.Reason = nil, &e.Nimber, new(Reason(e.Move))
			}
			return p, err
		},
		strategy: noStrategy,
		player: func(c *checker) (play, error) {
			t, err := c.exclusionTable()
			return playTo(func(s variants.State, _ variants.Player) bool {
				nimber, ok := t.Sum(s.Free)
				return ok && nimber == 0
			}), err
		},
		describe: func(r *Reader, work Counts) Description {
			return tableDescription("exclusions: exact and excluded nimbers of components", "records", "each the exact nimber of a component, or an excluded one", work,
				r.Header.Winner+" moves to nimber 0. Components have these nimbers or, after !, have not, by the\nlines before:")
		},
	}
}

// exclusions checks a certificate by exact and excluded nimbers of components.
func (c *checker) exclusions() error {
	table, err := c.exclusionTable()
	if err != nil {
		return err
	}
	free := c.Root.State().Free
	switch nimber, ok := table.Sum(free); {
	case c.Header.ToMove == c.Header.Winner && !table.Excludes(free, 0):
		return errors.New("root: it is not known that its nimber is not 0")
	case c.Header.ToMove != c.Header.Winner && (!ok || nimber != 0):
		return errors.New("root: it is not known that its nimber is 0")
	}
	return nil
}

// exclusionTable reads all records and checks each by the ones before.
func (c *checker) exclusionTable() (*ExclusionTable, error) {
	if !c.family.places(variants.CloseAll) {
		return nil, c.family.refused("nimbers are")
	}
	table := NewExclusionTable(c.Root.Game())
	return table, c.eachRecord(mappedBytes, func() (Sides, error) {
		r, err := c.Exclusion()
		if err == nil {
			err = table.Add(r)
		}
		c.work.Replies = table.moves
		return Sides{Left: r.Cells}, err
	})
}

// NewExclusionTable returns an empty table for a game in which marks close cells to both players.
func NewExclusionTable(game *variants.Game) *ExclusionTable {
	return &ExclusionTable{Splitter: NewSplitter(game), known: map[variants.Board]knownNimber{}}
}

// After returns the free cells after a move.
func (t *ExclusionTable) After(free variants.Board, cell int) variants.Board {
	return t.game.Rules().Play(variants.State{Free: free}, variants.Move(cell)).Free
}

// Parts appends the components of a position in normal form, without pairs of equal ones, which add up to 0.
func (t *ExclusionTable) Parts(free variants.Board, parts []variants.Board) []variants.Board {
	first := len(parts)
next:
	for free != 0 {
		part := t.near.Flood(free&-free, free)
		free &^= part
		part = t.Normal(Sides{Left: part}).Left
		for i := first; i < len(parts); i++ {
			if parts[i] == part {
				parts[i] = parts[len(parts)-1]
				parts = parts[:len(parts)-1]
				continue next
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// Of returns the nimber of a component in normal form. ok is false if it is not known.
func (t *ExclusionTable) Of(part variants.Board) (nimber int, ok bool) {
	e := t.known[part]
	return e.nimber, e.exact
}

// Sum returns the nimber of a position. ok is false if it is not known.
func (t *ExclusionTable) Sum(free variants.Board) (nimber int, ok bool) {
	var room [bitboard.MaxCells]variants.Board
	for _, part := range t.Parts(free, room[:0]) {
		n, ok := t.Of(part)
		if !ok {
			return 0, false
		}
		nimber ^= n
	}
	return nimber, true
}

// Excludes reports whether the table shows that a position does not have a nimber. Either the position's nimber is
// known to be another number, or a single component has an unknown nimber, and this nimber is known not to be the XOR
// of nimber and the other components' nimbers.
func (t *ExclusionTable) Excludes(free variants.Board, nimber int) bool {
	var room [bitboard.MaxCells]variants.Board
	var unknown variants.Board
	for _, part := range t.Parts(free, room[:0]) {
		switch n, ok := t.Of(part); {
		case ok:
			nimber ^= n
		case unknown != 0:
			return false
		default:
			unknown = part
		}
	}
	if unknown == 0 {
		return nimber != 0
	}
	return t.ExcludesOf(unknown, nimber)
}

// ExcludesOf is Excludes for a component in normal form.
func (t *ExclusionTable) ExcludesOf(part variants.Board, nimber int) bool {
	e := t.known[part]
	return e.exact && e.nimber != nimber || e.not>>nimber&1 != 0
}

// Add verifies a record by the ones before, and adds it.
func (t *ExclusionTable) Add(r ExclusionRecord) error {
	if err := t.check(r); err != nil {
		return err
	}
	e := t.known[r.Cells]
	if r.Not {
		e.not |= 1 << r.Nimber
	} else {
		e.exact, e.nimber = true, r.Nimber
	}
	t.known[r.Cells] = e
	return nil
}

// check verifies a record.
func (t *ExclusionTable) check(r ExclusionRecord) error {
	part := Sides{Left: r.Cells}
	_, exact := t.Of(r.Cells)
	switch {
	case r.Cells == 0:
		return errors.New("no cells")
	case t.near.Flood(r.Cells&-r.Cells, r.Cells) != r.Cells:
		return errors.New("not one component")
	case t.Normal(part) != part:
		return errors.New("not the least image, moved up and left")
	case r.Nimber < 0 || r.Nimber > mostNimber:
		return fmt.Errorf("a nimber %d, where the greatest is %d", r.Nimber, mostNimber)
	case exact:
		return errors.New("its nimber is known")
	case r.Not && t.ExcludesOf(r.Cells, r.Nimber):
		return fmt.Errorf("that its nimber is not %d is known", r.Nimber)
	case r.Not:
		return t.checkMove(r)
	}
	for k := range r.Nimber {
		if !t.ExcludesOf(r.Cells, k) {
			return fmt.Errorf("its nimber may also be %d", k)
		}
	}
	for cell := range r.Cells.Cells() {
		t.moves++
		if !t.Excludes(t.After(r.Cells, cell), r.Nimber) {
			return fmt.Errorf("it is not known that a move to cell %d (counted from 0) leaves another nimber than %d", cell, r.Nimber)
		}
	}
	return nil
}

// checkMove verifies that a move leaves a nimber, so the component does not have it.
func (t *ExclusionTable) checkMove(r ExclusionRecord) error {
	t.moves++
	if !r.Cells.Has(int(r.Move)) {
		return fmt.Errorf("cell %d (counted from 0) is not one of its cells", r.Move)
	}
	if nimber, ok := t.Sum(t.After(r.Cells, int(r.Move))); !ok || nimber != r.Nimber {
		return fmt.Errorf("it is not known that a move to cell %d (counted from 0) leaves nimber %d", r.Move, r.Nimber)
	}
	return nil
}
