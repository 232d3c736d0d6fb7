package proof

import (
	"errors"
	"fmt"

	"gridlock/bitboard"
	"gridlock/variants"
)

// BoundRecord is a component, a value that it is worth at least to Left, and the reason. Left is the winner. Marks
// close cells to their owner, as in duel.
type BoundRecord struct {
	Part   Sides // the part in the form of [Splitter.Normal]
	Least  Value
	Reason Reason
}

// Reason is why a component is worth at least b. A reason below ByReplies is a cell: Left's move there leaves at least
// b + ∗ or, if Right may not take the cell, at least b - 1.
type Reason uint8

const (
	// ByReplies stands for a number b without ∗: every move of Right leaves at least b + ∗, and if b has a Left option l,
	// the component is known to be worth at least l + ∗.
	ByReplies Reason = 64

	// ByMirror stands for 0: Left copies by the first mirror of the rectangle around the component, see
	// [RectangleMirrors]. ByMirror + 1 stands for the second mirror, and so on.
	ByMirror Reason = 65
)

// RectangleMirrors is the number of mirrors of a rectangle: the half turn; top and bottom exchanged; left and right
// exchanged; on a square, the diagonal from the top left and the one from the top right.
const RectangleMirrors = 5

// boundsFormat is the format of a table of lower bounds of values.
func boundsFormat() format {
	return format{
		name: Bounds, version: version,
		may:    []string{"reduce"},
		least:  5, // a value's, and a reason
		memory: mappedBytes,
		agrees: agreed,
	}
}

func boundsMethod() method {
	return method{
		format: boundsFormat(),
		check:  (*checker).bounds,
		stats:  (*checker).sizes,
		part: func(r *Reader) (Part, error) {
			b, err := r.Bound()
			return Part{Sides: b.Part, Least: &b.Least, Reason: &b.Reason}, err
		},
		strategy: noStrategy,
		player: func(c *checker) (play, error) {
			table, err := c.boundTable()
			return play{
				begin: func(g *course) {
					g.bounds = newBoundPlay(table, winnersSides(c.Root.State(), c.Header.ToMove == c.Header.Winner))
				},
				answer: func(g *course) (variants.Move, bool) { return g.bounds.move() },
			}, err
		},
		describe: func(r *Reader, work Counts) Description {
			return tableDescription("bounds: what components are worth at least", "records", "each that a component is worth at least so much", work,
				fmt.Sprintf("Each component is worth at least so much to %s, as Left, for the reason given\n"+
					"and by the lines before. x and o are cells that only X or O may take.", r.Header.Winner))
		},
	}
}

// bounds checks a certificate by lower bounds, where marks close cells to their owner. The winner is Left.
func (c *checker) bounds() error {
	table, err := c.boundTable()
	if err != nil {
		return err
	}
	winnerMoves := c.Header.ToMove == c.Header.Winner
	if least := (Value{Star: winnerMoves}); !table.Shows(winnersSides(c.Root.State(), winnerMoves), least) {
		return fmt.Errorf("root: it is not known that it is worth at least %v to %s", least, c.Header.Winner)
	}
	return nil
}

// winnersSides returns the cells that the winner and the loser may take.
func winnersSides(s variants.State, winnerMoves bool) Sides {
	if winnerMoves {
		return Sides{s.Mine, s.Yours}
	}
	return Sides{s.Yours, s.Mine}
}

// boundTable reads all records and checks each by the ones before.
func (c *checker) boundTable() (*BoundTable, error) {
	if !c.family.hasValues() {
		return nil, c.family.refused("bounds are")
	}
	table := NewBoundTable(c.Root.Game(), c.Header.Reduce)
	return table, c.eachRecord(mappedBytes, func() (Sides, error) {
		r, err := c.Bound()
		if err == nil {
			err = table.Add(r)
		}
		c.work.Replies = table.moves
		return r.Part, err
	})
}

// BoundTable holds bounds of components, each proven by the records before it. Make it with [NewBoundTable].
type BoundTable struct {
	*Splitter
	family *family
	reduce int // cells
	bounds map[Sides]Bound
	moves  uint64 // the number of moves that checks have looked at

	around [bitboard.MaxCells]variants.Board // each cell and its neighbours
	blocks [4][]variants.Board               // ways to lay out blocks of cells that are all near each other
}

// NewBoundTable returns an empty table for a game in which marks close cells to their owner, and near is symmetric. In
// components of at most reduce cells, cells of no use are closed.
func NewBoundTable(game *variants.Game, reduce int) *BoundTable {
	t := &BoundTable{Splitter: NewSplitter(game), family: familyOf(game), reduce: reduce, bounds: map[Sides]Bound{}}
	for cell := range t.grid.Size() {
		t.around[cell] = t.family.closed(cell)
	}
	if t.hasKings() {
		t.layOut()
	}
	return t
}

// hasKings reports whether all cells are near those that touch them, on a board without joined edges. Only then are
// blocks of 2×2 laid out in rows and columns.
func (t *BoundTable) hasKings() bool {
	for cell := range t.grid.Size() {
		if t.grid.KingAt(cell)&^t.around[cell] != 0 {
			return false
		}
	}
	return true
}

// layOut lays blocks of 2×2 out.
func (t *BoundTable) layOut() {
	across := t.grid.Cols()/2 + 1
	for layout := range t.blocks {
		t.blocks[layout] = make([]variants.Board, (t.grid.Rows()/2+1)*across)
		for cell := range t.grid.Size() {
			row, col := t.grid.RowCol(cell)
			block := &t.blocks[layout][(row+layout/2)/2*across+(col+layout%2)/2]
			*block = block.With(cell)
		}
	}
}

// Left returns the sides after Left's move to a cell.
func (t *BoundTable) Left(s Sides, cell int) Sides {
	after := t.game.Rules().Play(variants.State{Mine: s.Left, Yours: s.Right}, variants.Move(cell))
	return Sides{after.Yours, after.Mine}
}

// Right returns the sides after Right's move to a cell.
func (t *BoundTable) Right(s Sides, cell int) Sides {
	after := t.game.Rules().Play(variants.State{Mine: s.Right, Yours: s.Left}, variants.Move(cell))
	return Sides{after.Mine, after.Yours}
}

// Replies returns the cells that Right may take, without dominated ones. A cell c that is closed to Left is dominated
// if another cell takes no cell of Right's that c does not take. Of several such cells with the same effect, those open
// to Left remain or, if none is open to Left, the first one.
func (t *BoundTable) Replies(s Sides) variants.Board {
	replies := s.Right
	for cell := range (s.Right &^ s.Left).Cells() {
		if _, ok := t.better(s, cell); ok {
			replies = replies.Without(cell)
		}
	}
	return replies
}

// better returns a cell that is as good for Right as another one, closed to Left, as in
// [BoundTable.Replies].
func (t *BoundTable) better(s Sides, cell int) (other int, ok bool) {
	taken := t.around[cell] & s.Right
	for other := range taken.Without(cell).Cells() {
		also := t.around[other] & s.Right
		if also&^taken == 0 && (also != taken || s.Left.Has(other) || other < cell) {
			return other, true
		}
	}
	return 0, false
}

// useless returns the cells of no use to a player: only that player may take them, and another such cell takes a proper
// subset of the player's cells that they take. closed, if not nil, is called with each useless cell and the other cell.
func (t *BoundTable) useless(mine, yours variants.Board, closed func(cell, other int)) (cells variants.Board) {
	only := mine &^ yours
	if only.Rest() == 0 {
		return 0
	}
	for all := only; all != 0; all = all.Rest() {
		cell := all.First()
		other, least := -1, t.around[cell]&mine
		for beside := least & only; beside != 0; beside = beside.Rest() {
			d := beside.First()
			if taken := t.around[d] & mine; taken != least && taken&^least == 0 {
				other, least = d, taken
			}
		}
		if other < 0 {
			continue
		}
		cells = cells.With(cell)
		if closed != nil {
			closed(cell, other)
		}
	}
	return cells
}

// split appends the components of a position, without cells of no use. closed, if not nil, is called with each cell of
// no use to Right, and with another cell that takes fewer cells and remains for now.
func (t *BoundTable) split(s Sides, parts []Sides, closed func(cell, other int)) []Sides {
	for s != (Sides{}) {
		part := t.Component(s)
		s = s.Without(part)
		if part.Size() <= t.reduce {
			if less := part.Without(Sides{t.useless(part.Left, part.Right, nil), t.useless(part.Right, part.Left, closed)}); less != part {
				s = Sides{s.Left | less.Left, s.Right | less.Right}
				continue
			}
		}
		parts = append(parts, part)
	}
	return parts
}

// Parts appends the components of a position in normal form, without cells of no use. Single cells are left out, and
// their value is returned.
func (t *BoundTable) Parts(s Sides, parts []Sides) (all []Sides, singles Value) {
	first := len(parts)
	all = t.split(s, parts, nil)
	rest := all[:first]
	for _, part := range all[first:] {
		if part.Size() == 1 {
			singles = singles.Plus(single(part))
		} else {
			rest = append(rest, t.Normal(part))
		}
	}
	return rest, singles
}

// single returns the value of a component of one cell.
func single(part Sides) Value {
	switch {
	case part.Left == part.Right:
		return Value{Star: true}
	case part.Left != 0:
		return Value{X: one}
	}
	return Value{X: -one}
}

// Of returns the bound of a component in normal form. Without a record it is minus a bound on Right's moves: one for
// each of Right's cells, or for each block in a cover of them.
func (t *BoundTable) Of(part Sides) Bound {
	if b, ok := t.bounds[part]; ok {
		return b
	}
	return BoundOf(Value{X: -one * Number(t.covering(part.Right))})
}

// covering returns how many blocks it takes to cover a set, in the best of the layouts in t.blocks; without layouts,
// the number of cells.
func (t *BoundTable) covering(b variants.Board) int {
	least := b.Count()
	for _, layout := range t.blocks {
		if layout == nil {
			break
		}
		met := 0
		for _, block := range layout {
			if block&b != 0 {
				met++
			}
		}
		least = min(least, met)
	}
	return least
}

// Sum returns the bound of a position: the sum of the bounds of its components.
func (t *BoundTable) Sum(s Sides) Bound {
	var room [bitboard.MaxCells]Sides
	parts, singles := t.Parts(s, room[:0])
	sum := BoundOf(singles)
	for _, part := range parts {
		sum = sum.Plus(t.Of(part))
	}
	return sum
}

// Shows reports whether the table shows that a position is worth at least a value.
func (t *BoundTable) Shows(s Sides, least Value) bool { return t.Sum(s).Shows(least) }

// Add verifies a record by the ones before, and adds it.
func (t *BoundTable) Add(r BoundRecord) error {
	if err := t.check(r); err != nil {
		return err
	}
	t.bounds[r.Part] = t.Of(r.Part).With(r.Least)
	return nil
}

// check verifies a record.
func (t *BoundTable) check(r BoundRecord) error {
	switch {
	case r.Part.Size() < 2:
		return errors.New("less than two cells")
	case t.Component(r.Part) != r.Part:
		return errors.New("not one component")
	case t.Normal(r.Part) != r.Part:
		return errors.New("not the least image, moved up and left")
	case t.Of(r.Part).Shows(r.Least):
		return fmt.Errorf("that it is worth at least %v is known", r.Least)
	case r.Reason < ByReplies:
		return t.checkMove(r, int(r.Reason))
	case r.Reason == ByReplies:
		return t.checkReplies(r)
	case r.Reason < ByMirror+RectangleMirrors:
		return t.checkMirror(r, int(r.Reason-ByMirror))
	}
	return fmt.Errorf("reason %d, where the greatest is %d", r.Reason, ByMirror+RectangleMirrors-1)
}

// AfterMove returns the bound that the position after Left's move to a cell must have to show that the sides are worth
// at least a value.
func (s Sides) AfterMove(cell int, least Value) Value {
	if s.Right.Has(cell) {
		return least.PlusStar()
	}
	return least.Plus(Value{X: -one})
}

// checkMove verifies that a move of Left's leaves enough.
func (t *BoundTable) checkMove(r BoundRecord, cell int) error {
	t.moves++
	switch least := r.Part.AfterMove(cell, r.Least); {
	case !r.Part.Left.Has(cell):
		return fmt.Errorf("cell %d (counted from 0) is not open to Left", cell)
	case !t.Shows(t.Left(r.Part, cell), least):
		return fmt.Errorf("it is not known that Left's move to cell %d (counted from 0) leaves at least %v", cell, least)
	}
	return nil
}

// checkReplies verifies that Left has an answer to every move of Right's.
func (t *BoundTable) checkReplies(r BoundRecord) error {
	if r.Least.Star {
		return fmt.Errorf("replies show no value with a star, such as %v", r.Least)
	}
	if l, ok := r.Least.X.Left(); ok && !t.Of(r.Part).Shows(Value{l, true}) {
		return fmt.Errorf("it is not known that it is worth at least %v", Value{l, true})
	}
	least := r.Least.PlusStar()
	for cell := range t.Replies(r.Part).Cells() {
		t.moves++
		if !t.Shows(t.Right(r.Part, cell), least) {
			return fmt.Errorf("it is not known that Right's move to cell %d (counted from 0) leaves at least %v", cell, least)
		}
	}
	return nil
}

// checkMirror verifies that Left can copy.
func (t *BoundTable) checkMirror(r BoundRecord, index int) error {
	mirror, ok := t.mirror(r.Part, index)
	switch {
	case r.Least != Value{}:
		return fmt.Errorf("copying shows at least 0, and not %v", r.Least)
	case !ok:
		return errors.New("only a square has this mirror")
	}
	return t.family.copies(variants.State{Mine: r.Part.Right, Yours: r.Part.Left}, mirror)
}

// mirror returns a mirror of the rectangle around a component, as a permutation of the cells that fixes cells outside.
// ok is false if there is none of this number.
func (t *BoundTable) mirror(part Sides, index int) (images []int, ok bool) {
	top, left, bottom, right := t.grid.Rows(), t.grid.Cols(), 0, 0
	for cell := range part.Cells().Cells() {
		row, col := t.grid.RowCol(cell)
		top, left, bottom, right = min(top, row), min(left, col), max(bottom, row), max(right, col)
	}
	if index >= 3 && bottom-top != right-left {
		return nil, false
	}
	for cell := range t.grid.Size() {
		if row, col := t.grid.RowCol(cell); top <= row && row <= bottom && left <= col && col <= right {
			back, across := top+bottom-row, left+right-col
			to := [RectangleMirrors][2]int{{back, across}, {back, col}, {row, across},
				{top + col - left, left + row - top}, {top + right - col, left + bottom - row}}[index]
			cell = t.grid.Cell(to[0], to[1])
		}
		images = append(images, cell)
	}
	return images, true
}

// Mirrored returns the first mirror, as a reason, that shows a component to be worth at least 0. ok is false if there
// is none.
func (t *BoundTable) Mirrored(part Sides) (reason Reason, ok bool) {
	if part.Right.Count() > part.Left.Count() {
		return 0, false
	}
	for i := range RectangleMirrors {
		r := BoundRecord{Part: part, Reason: ByMirror + Reason(i)}
		if t.checkMirror(r, i) == nil {
			return r.Reason, true
		}
	}
	return 0, false
}
