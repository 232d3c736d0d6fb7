package proof

import (
	"errors"
	"fmt"
	"math/bits"

	"gridlock/variants"
)

// MostTurns is the maximum number of turns to try, for one leaf, to see how long a player lasts alone
// (docs/proof-format.md). Where that takes more, a certificate has to continue the game instead of ending in a leaf.
const MostTurns = 100_000

// walk checks a leaf in which the winner, to move, takes the given turns, the loser cannot affect them, and the loser
// cannot take as many.
func (c *checker) walk(s variants.State, turns []variants.Move) error {
	winner, err := c.secluded(s, s)
	if err != nil {
		return err
	}
	for i, m := range turns {
		if !c.rules.Legal(winner).Has(int(m)) {
			return fmt.Errorf("turn %d of the walk, %s, is not legal, or the loser can get in its way", i+1, c.moveText(m))
		}
		winner = passed(c.rules.Play(winner, m))
	}
	if err := c.fallsShort(passed(s), len(turns)); err != nil {
		return fmt.Errorf("a walk of %d turns: %w", len(turns), err)
	}
	return nil
}

// secluded removes from the position least, with the winner to move, the free cells that the loser can reach in the
// position most. Both positions have the same markers, and most has more free cells. With blocks, where cells become
// free again, it is an error if the markers are not separated.
func (c *checker) secluded(least, most variants.State) (variants.State, error) {
	switch {
	case c.family.Kind != variants.Walk || most.Mine == 0 || most.Yours == 0:
		return least, errors.New("a walk is for two markers on the board")
	case !c.family.Block:
		least.Free &^= c.around(passed(most))
	case c.family.near.Flood(most.Mine, most.Free|most.Mine|most.Yours)&most.Yours != 0:
		return least, errors.New("the markers are not separated")
	}
	return least, nil
}

// passed returns the position after the player to move has passed.
func passed(s variants.State) variants.State {
	return variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}
}

// around returns the free cells that the marker of the player to move can reach over free cells.
func (c *checker) around(s variants.State) variants.Board {
	return c.family.near.Flood(c.family.near.At(s.Mine.First()), s.Free)
}

// fallsShort verifies that the player to move, alone, cannot take that many turns.
func (c *checker) fallsShort(s variants.State, turns int) error {
	walk, err := c.alone(s, turns, c.work.Turns+MostTurns)
	if err == nil && walk != nil {
		err = errors.New("the loser can take as many turns as the winner")
	}
	return err
}

// alone returns turns that the player to move can take alone, in reverse order: the wanted number, or nil if that is
// impossible. It tries moves in their order, depth first; each turn takes one of the cells around permanently. If there
// are none it remembers, for a while, how many turns it has tried, and counts them each time. The error is the
// context's, or reports that too many turns would have to be tried.
func (c *checker) alone(s variants.State, turns int, allowed uint64) ([]variants.Move, error) {
	if turns == 0 {
		return []variants.Move{}, nil
	}
	around := c.around(s)
	if around.Count() < turns {
		return nil, nil
	}
	short, before := c.shortfall(around, s.Mine, turns), c.work.Turns
	if short.around == around && short.marker == s.Mine && short.turns == turns {
		if c.work.Turns += short.tried; c.work.Turns > allowed {
			c.work.Turns = allowed + 1
			return nil, errTooManyTurns
		}
		return nil, nil
	}
	for moves := c.rules.Legal(s); moves != 0; moves = moves.Rest() {
		if c.work.Turns++; c.work.Turns > allowed {
			return nil, errTooManyTurns
		}
		if c.work.Turns%4096 == 0 && c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		m := variants.Move(moves.First())
		walk, err := c.alone(passed(c.rules.Play(s, m)), turns-1, allowed)
		if err != nil {
			return nil, err
		}
		if walk != nil {
			return append(walk, m), nil
		}
	}
	*short = shortfall{around, s.Mine, turns, c.work.Turns - before}
	return nil, nil
}

var errTooManyTurns = fmt.Errorf("to check it takes more than %d turns", MostTurns)

// shortfall is a marker that cannot take a number of turns alone, and the number of turns that were tried to show this.
// It depends only on the free cells that the marker can reach (docs/soundness-certificates.md).
type shortfall struct {
	around, marker variants.Board
	turns          int
	tried          uint64
}

// shortfallBits is the binary logarithm of the number of shortfalls that are remembered.
const shortfallBits = 14

// shortfall returns the place for remembering that a marker cannot take that many turns. It may hold another shortfall.
func (c *checker) shortfall(around, marker variants.Board, turns int) *shortfall {
	if c.shortfalls == nil {
		c.shortfalls = make([]shortfall, 1<<shortfallBits)
	}
	hash := (uint64(around) ^ bits.RotateLeft64(uint64(marker), turns)) * 0x9e3779b97f4a7c15
	return &c.shortfalls[hash>>(64-shortfallBits)%uint64(len(c.shortfalls))]
}

// copies verifies that the winner, who is not to move, can answer every move with its mirror
// image, to the end of the game. Where marks close cells to their owner, one cell that is its own image
// may have another answer.
func (f *family) copies(s variants.State, mirror []int) error {
	switch {
	case f.Kind == variants.Walk && !f.Block && imageOf(s.Mine, mirror) != s.Yours:
		return errors.New("the mirror does not take the loser's marker to the winner's")
	case f.Kind == variants.Walk && !f.Block:
		return f.copiesKept(s, s.Free, s.Free, s.Free|s.Mine, mirror)
	case f.places(variants.CloseOwn) && f.symmetric:
		return f.copiesKept(s, s.Mine, s.Yours, s.Yours, mirror)
	case f.places(variants.CloseAll):
		return f.copiesOpen(s.Free, s.Free, mirror)
	case f.places(variants.CloseOther) || f.places(variants.CloseNone):
		return f.copiesOpen(s.Mine, s.Yours, mirror)
	}
	return f.refused("copying is")
}

// paired verifies that the mirror takes each cell that the loser may ever take to a cell that the winner may take, and
// back.
func paired(taken, answers variants.Board, mirror []int) error {
	for cell := range taken.Cells() {
		switch other := mirror[cell]; {
		case !answers.Has(other):
			return fmt.Errorf("the mirror takes cell %d to %d, which the winner may not take (counted from 0)", cell, other)
		case mirror[other] != cell:
			return fmt.Errorf("the mirror takes cell %d to %d, but that cell to %d, not back (counted from 0)", cell, other, mirror[other])
		}
	}
	return nil
}

// copiesKept verifies that a mirror keeps the neighbourhood of the cells of a set. Then a winner who takes the images
// of the loser's cells is as free as the loser.
func (f *family) copiesKept(s variants.State, taken, answers, near variants.Board, mirror []int) error {
	if err := paired(taken, answers, mirror); err != nil {
		return err
	}
	var fixed variants.Board
	for cell := range taken.Cells() {
		if mirror[cell] == cell {
			fixed = fixed.With(cell)
		}
	}
	for cell := range near.Cells() {
		if imageOf(f.near.At(cell)&answers, mirror)&^f.near.At(mirror[cell]) != 0 {
			return fmt.Errorf("the mirror does not keep the neighbours of cell %d (counted from 0)", cell)
		}
	}
	if fixed == 0 {
		return nil
	}
	if _, ok := f.answer(s, fixed.First(), imageOf(s.Mine, mirror)); ok && f.Kind == variants.Place && fixed.Rest() == 0 {
		return nil
	}
	return fmt.Errorf("the mirror leaves cell %d (counted from 0) where it is", fixed.First())
}

// copiesOpen verifies two things of each of the loser's moves: the image of its cell stays open to the winner, and the
// move closes only images of cells that the winner's answer closes.
func (f *family) copiesOpen(taken, answers variants.Board, mirror []int) error {
	if err := paired(taken, answers, mirror); err != nil {
		return err
	}
	for cell := range taken.Cells() {
		closed := f.closed(cell)
		if closed.Has(mirror[cell]) {
			return fmt.Errorf("a move to cell %d (counted from 0) closes its image, cell %d", cell, mirror[cell])
		}
		if extra := imageOf(closed&imageOf(taken, mirror), mirror) &^ f.closed(mirror[cell]); extra != 0 {
			return fmt.Errorf("a move to cell %d (counted from 0) closes the image of cell %d, and its answer does not close that", cell, extra.First())
		}
	}
	return nil
}

// closed returns a cell, and the cells that a mark there closes.
func (f *family) closed(cell int) variants.Board { return f.near.At(cell).With(cell) }

// imageOf returns the image of some cells.
func imageOf(b variants.Board, mirror []int) (image variants.Board) {
	for ; b != 0; b = b.Rest() {
		image = image.With(mirror[b.First()])
	}
	return image
}

// answer returns the winner's answer to a cell that is its own image, with the loser to move. The answer is a cell of
// the winner's that is beside it or not open to the loser. The answer closes only images of those of the loser's cells
// that the cell itself closes. ok is false if there is no answer.
func (f *family) answer(s variants.State, fixed int, images variants.Board) (cell int, ok bool) {
	near := f.near.At(fixed)
	for cell := range (s.Yours & (near | ^s.Mine)).Cells() {
		if f.closed(cell)&images&^(near.With(fixed)) == 0 {
			return cell, true
		}
	}
	return -1, false
}
