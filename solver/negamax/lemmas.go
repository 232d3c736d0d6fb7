package negamax

import (
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// lemmas bounds ranks by the lemmas of package theory. One serves one goroutine.
type lemmas struct {
	game       *variants.Game
	lemmas     theory.Lemmas
	separation *theory.Separation // like the others, nil where it does not apply
	nimbers    *theory.Nimbers
	values     *theory.Values
}

// distanceWork is how many positions the separation lemma may look into at one node.
// For the outcome of blockade 7×7, 50 took 1.02 M nodes, 200 took 0.99 M and 1000 took
// 0.98 M.
const distanceWork = 200

// sumWork is how many components theory may look into to find one nimber or value.
// The time that more take is not made up for by the nodes they save: on duel 5×6, 1
// took 36 k nodes and 0.13 s, 5 took 25 k and 0.5 s, 300 took 13 k and 6.8 s; on claim
// 7×8, 1 took 24 k and 0.3 s, 300 took 1.6 k and 2.7 s. What is found out stays known.
const sumWork = 1

// sumMemory is how many components a worker remembers before it begins anew, some
// tens of megabytes.
const sumMemory = 1 << 17

func newLemmas(game *variants.Game, noLemmas bool) *lemmas {
	l := &lemmas{game: game}
	if noLemmas {
		return l
	}
	l.lemmas = theory.For(game)
	if l.lemmas.Separation != nil {
		l.separation = l.lemmas.Separation()
		l.separation.Most = distanceWork
	}
	l.renew()
	return l
}

// renew makes place for nimbers and values, when there is none or it is full.
func (l *lemmas) renew() {
	if l.lemmas.Nimbers != nil && (l.nimbers == nil || l.nimbers.Work > sumMemory) {
		l.nimbers = l.lemmas.Nimbers()
		l.nimbers.Most = sumWork
	}
	if l.lemmas.Values != nil && (l.values == nil || l.values.Work > sumMemory) {
		l.values = l.lemmas.Values()
		l.values.Most = sumWork
	}
}

// winning returns the moves that win, where a lemma knows them all.
func (l *lemmas) winning(s variants.State, legal variants.MoveSet) (wins variants.MoveSet, known bool) {
	if !l.lemmas.Matching {
		return 0, false
	}
	return theory.Inessential(l.game.Grid(), s.Free) & legal, true
}

// narrow adds what the lemmas say to what is known of the ranks of n, in which there
// is a move. It goes only as far as it takes to tell whether the rank is at least g.
func (l *lemmas) narrow(n *node, g search.Rank) {
	outcome := func(wins bool) { n.ranks = n.ranks.And(search.OutcomeRanks(wins)).Within(n.most) }
	open := !n.ranks.Decided()
	switch {
	case l.separation != nil && n.apart:
		if open {
			if wins, ok := l.separation.Decide(n.state); ok {
				outcome(wins)
			}
		}
		if !n.ranks.Answer(g) {
			if plies, ok := l.separation.Distance(n.state); ok {
				r := search.RankOf(search.Distance(plies))
				n.ranks = search.Ranks{Low: r, High: r}
			}
		}
	case !open || n.found:
	case l.lemmas.Mirrors != nil && l.lemmas.Mirrors.Lost(n.state):
		outcome(false)
	case l.nimbers != nil:
		if nimber, ok := l.nimbers.Of(n.state.Free); ok {
			outcome(nimber != 0)
		}
		l.renew()
	case l.values != nil:
		if value, ok := l.values.Of(n.state.Mine, n.state.Yours); ok {
			outcome(value.LeftWinsFirst())
		}
		l.renew()
	}
}
