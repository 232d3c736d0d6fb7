package pn

import (
	"gridlock/bitboard"
	"gridlock/internal/territory"
	"gridlock/theory"
	"gridlock/variants"
)

// view simplifies positions for a search: it removes cells that cannot change who wins. It is immutable.
type view struct {
	territory.Territory
	sure *theory.Sure // nil where it does not apply
}

func newView(game *variants.Game, noLemmas bool) view {
	v := view{Territory: territory.New(game)}
	if !noLemmas {
		v.sure = theory.For(game).Sure
	}
	return v
}

// prune removes cells that cannot change who wins from a child's state. Its results are those of territory.Prune.
func (v view) prune(s *variants.State) (mine, yours bitboard.Board) {
	if v.sure != nil {
		*s = v.sure.Without(*s)
	}
	return v.Prune(s)
}

// moves returns those of the legal moves that have to be searched.
func (v view) moves(s variants.State, legal variants.MoveSet) variants.MoveSet {
	if v.sure == nil {
		return legal
	}
	return v.sure.Moves(s)
}
