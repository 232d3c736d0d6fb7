package theory

import (
	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/variants"
)

// Leaves finds intervals of positions that the player to move wins without a search, by copying or walking alone. It is
// not safe for concurrent use.
type Leaves struct {
	Separation *Separation
	Mirrors    *Mirrors // nil where they do not apply

	rules variants.Rules
	grid  *bitboard.Grid
	near  *bitboard.Near
	moves []variants.Move // buffer for walks
}

// walkWork is the maximum number of positions to look into for a walk.
const walkWork = 1000

// NewLeaves returns the leaves of a game. ok is false if the game has no intervals.
func NewLeaves(game *variants.Game) (l *Leaves, ok bool) {
	known := For(game)
	if !interval.Has(game) || known.Separation == nil {
		return nil, false
	}
	l = &Leaves{
		Separation: known.Separation(), Mirrors: known.Mirrors,
		rules: game.Rules(), grid: game.Grid(), near: game.Steps(),
		moves: make([]variants.Move, 0, bitboard.MaxCells),
	}
	l.Separation.Most = walkWork
	return l, true
}

// Interval returns an interval around a position that the player to move wins by a lemma, if that is easy to see.
func (l *Leaves) Interval(s variants.State) (i interval.Interval, ok bool) {
	if i, _, ok = l.Copying(s); ok {
		return i, ok
	}
	return l.walk(s)
}

// walk returns the positions in which the winner has the same walk as in s, and the loser the same region. The region
// has no walk of that length.
func (l *Leaves) walk(s variants.State) (i interval.Interval, ok bool) {
	winner := variants.State{Free: l.Separation.Own(s), Mine: s.Mine}
	if winner.Free == 0 {
		return i, false
	}
	yours := l.Separation.Alone(variants.State{Free: s.Free, Mine: s.Yours})
	walk := l.Separation.Walk(winner, yours.Most+1, l.moves[:0])
	if len(walk) <= yours.Most {
		return i, false
	}
	return l.Walking(s, walk, yours.Region), true
}

// Walking returns the positions in which the winner can take the same walk as in s, and the loser stays in the given
// region.
func (l *Leaves) Walking(s variants.State, walk []variants.Move, region bitboard.Board) interval.Interval {
	i := interval.Of(s)
	i.Need = l.usedBy(s, walk)
	i.May = l.grid.All() &^ (s.Mine | s.Yours | l.Rim(region|s.Yours, s.Free))
	return i
}

// usedBy returns the cells that must be free for a walk.
func (l *Leaves) usedBy(s variants.State, walk []variants.Move) (used bitboard.Board) {
	was := s.Free
	for _, m := range walk {
		after := l.rules.Play(s, m)
		used |= s.Free &^ after.Free & was
		s = variants.State{Free: after.Free, Mine: after.Yours}
	}
	return used
}

// Rim returns the cells that are not free and beside some of the given cells.
func (l *Leaves) Rim(cells, free bitboard.Board) bitboard.Board {
	return l.near.Dilate(cells) &^ free
}

// Copying returns the positions in which the winner can make the same move as in s, and copy from then on. Free cells
// beyond the reach of both markers do not matter.
func (l *Leaves) Copying(s variants.State) (i interval.Interval, move variants.Move, ok bool) {
	if l.Mirrors == nil {
		return i, 0, false
	}
	for m := range l.rules.Legal(s).Cells() {
		after := l.rules.Play(s, variants.Move(m))
		core := l.Core(after)
		if l.Mirrors.Lost(core) {
			i = interval.Of(s)
			i.Need = core.Free | s.Free&^after.Free
			i.May = i.Need | s.Free
			if core.Mine != 0 && core.Yours != 0 {
				i.May |= l.grid.All() &^ (s.Mine | s.Yours | l.Rim(core.Free|core.Mine|core.Yours, core.Free))
			}
			return i, variants.Move(m), true
		}
	}
	return i, 0, false
}

// Beyond returns i together with positions that have further free cells beyond the reach of any marker. within has all
// cells that markers can reach.
func (l *Leaves) Beyond(i interval.Interval, within bitboard.Board) interval.Interval {
	markers := i.Mine | i.Yours
	i.May = within | l.grid.All()&^(markers|l.Rim(within|markers, within))
	return i
}

// Core returns a position without the free cells that no marker can reach.
func (l *Leaves) Core(s variants.State) variants.State {
	if s.Mine != 0 && s.Yours != 0 {
		s.Free = l.Reach(s.Mine|s.Yours, s.Free)
	}
	return s
}

// Reach returns the free cells that markers can get to.
func (l *Leaves) Reach(markers, free bitboard.Board) bitboard.Board {
	return l.near.Flood(l.near.Dilate(markers), free)
}
