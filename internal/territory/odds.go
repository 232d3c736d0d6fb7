package territory

import (
	"gridlock/bitboard"
	"gridlock/theory"
	"gridlock/variants"
)

// Odds estimates who wins a position with two markers that take steps. It is safe for concurrent
// use.
type Odds struct {
	territory Territory
	rules     variants.Rules
	turns     theory.Turns
	odd       bitboard.Board // the cells of one colour
	weights   Weights
}

// Terms are the numbers counted in a position: 1; by how many cells reached first the mover leads, and by how many if
// the opponent began; pairs of neighbours among the mover's cells, and among the opponent's; the most turns that the
// mover, and the opponent, can take there; 1 if the markers are on cells of different colours; the number of legal
// moves of the mover, and of the opponent if it were their turn.
type Terms [10]int32

// NewOdds returns the Odds of a game. ok is false if it has no markers that take steps.
func NewOdds(game *variants.Game) (o *Odds, ok bool) {
	if game.Steps() == nil {
		return nil, false
	}
	o = &Odds{territory: New(game), rules: game.Rules(), turns: theory.TurnsOf(game), weights: weightsFor(game.Traits().Blocks)}
	for c := range game.Grid().Size() {
		if row, col := game.Grid().RowCol(c); (row+col)%2 != 0 {
			o.odd = o.odd.With(c)
		}
	}
	return o, true
}

// Count returns the terms of a state with both markers placed. legal is the mover's number of legal moves; mine and
// yours are the cells that each player reaches first, as [Territory.Prune] returns them.
func (o *Odds) Count(s variants.State, legal int, mine, yours bitboard.Board) Terms {
	other := variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}
	yours2, mine2 := o.territory.divide(other)
	my, your := mine&^s.Mine, yours&^s.Yours
	t := Terms{
		1,
		int32(mine.Count() - yours.Count()),
		int32(mine2.Count() - yours2.Count()),
		o.territory.pairs(my),
		o.territory.pairs(your),
		int32(o.turns.Most(s.Mine.First(), my)),
		int32(o.turns.Most(s.Yours.First(), your)),
		0,
		int32(legal),
		int32(o.rules.Legal(other).Count()),
	}
	if (s.Mine&o.odd == 0) != (s.Yours&o.odd == 0) {
		t[7] = 1
	}
	return t
}

// pairs returns the number of pairs of cells in a set between which a marker can step.
func (t Territory) pairs(b bitboard.Board) int32 {
	return int32(t.near.Pairs(b))
}

// LogOdds returns the logarithm of the odds that the mover wins, in parts of [Unit].
func (o *Odds) LogOdds(t Terms) int {
	sum := int32(0)
	for i, w := range o.weights {
		sum += w * t[i]
	}
	return int(sum)
}
