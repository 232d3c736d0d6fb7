package negamax

import (
	"gridlock/internal/territory"
	"gridlock/solver/internal/table"
	"gridlock/theory"
	"gridlock/variants"
)

// view simplifies the positions of a game for negamax: it removes cells that cannot matter any more, and replaces all
// images of a position by one. It is immutable.
type view struct {
	pack     table.Packing
	images   table.Images
	noLemmas bool // keep positions as they are
	foldable int  // positions with at least so many cells left are seen as their least image

	territory territory.Territory
	odds      *territory.Odds // nil without two markers that step
	alive     func(variants.State) theory.Alive
	parts     *theory.Arrangement
}

// foldableSet is foldable in games without two markers. On larger boards a search hardly ever finds two images of a
// position with fewer cells left. In games with markers that ends even sooner.
const foldableSet = 10

func newView(game *variants.Game, noLemmas bool) *view {
	v := &view{
		pack: table.PackingFor(game), images: table.ImagesBy(game.Symmetries()[1:]), noLemmas: noLemmas,
		foldable: foldableSet, territory: territory.New(game),
	}
	v.odds, _ = territory.NewOdds(game)
	if v.odds != nil {
		v.foldable = 2 * game.Grid().Size() / 3
	}
	if !noLemmas {
		lemmas := theory.For(game)
		v.alive, v.parts = lemmas.Alive, lemmas.Arrangement
	}
	return v
}

// seen is a position as negamax sees it.
type seen struct {
	state variants.State
	most  int  // maximum number of plies until the game is over
	apart bool // the markers can never meet
}

// see returns the view of a state: without cells that lemmas know to be dead, and with a bound on the length of the
// game. kept may have some of its parts.
func (v *view) see(s variants.State, kept *theory.Kept) seen {
	n := seen{state: s}
	if v.alive == nil {
		n.most = (s.Free | s.Mine | s.Yours).Count()
	} else {
		alive := v.alive(s)
		n = seen{alive.State, alive.Most, alive.Apart}
	}
	if v.parts != nil {
		if state, ok := v.parts.Of(n.state, kept); ok {
			n.state = state
			return n
		}
	}
	if !v.noLemmas && n.state.Free.Count()+(n.state.Mine|n.state.Yours).Count() >= v.foldable {
		n.state, _ = v.pack.Least(n.state, v.images)
	}
	return n
}

// prospects estimates how well the player to move in n stands: by the odds, with markers that step,
// and by the number of moves (docs/tried.md#plies).
func (v *view) prospects(n *node) int {
	switch {
	case v.odds == nil:
		return n.legal.Count() << 16
	case n.state.Mine == 0 || n.state.Yours == 0:
		return n.legal.Count() << 7
	}
	state := n.state
	mine, yours := v.territory.Prune(&state)
	return n.legal.Count()<<9 + v.odds.LogOdds(v.odds.Count(state, n.legal.Count(), mine, yours))<<3
}
