package negamax

import (
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// lemmas bounds ranks by the lemmas of package theory. It is not safe for concurrent use.
type lemmas struct {
	game       *variants.Game
	lemmas     theory.Lemmas
	separation *theory.Separation // like the others, nil where it does not apply
	nimbers    *theory.Nimbers
	values     *theory.Values
	before     uint64 // components that earlier nimbers and values have searched
	stop       func() bool
	stopped    bool // stop has returned true: the search is over
}

// distanceWork is the number of positions that the separation lemma may search at one node (docs/tried.md#plies).
const distanceWork = 200

// sumWork is the number of components that theory may search to say who wins a sum (docs/tried.md#plies). Findings are
// remembered.
const sumWork = 30

// sumMemory is the number of components that a worker remembers before it forgets them all: tens
// of megabytes.
const sumMemory = 1 << 17

func newLemmas(game *variants.Game, noLemmas bool) *lemmas {
	l := &lemmas{game: game}
	if noLemmas {
		return l
	}
	l.lemmas = theory.For(game)
	if l.lemmas.Separation != nil {
		l.separation = l.lemmas.Separation()
		l.bound(&l.separation.Budget, distanceWork)
	}
	l.renew()
	return l
}

// until begins a search. Lemmas may search thousands of components at one node, so they call cancelled now and then,
// and end once it reports true.
func (l *lemmas) until(cancelled func() bool) {
	l.stopped = false
	l.stop = func() bool {
		l.stopped = l.stopped || cancelled()
		return l.stopped
	}
	if l.separation != nil {
		l.bound(&l.separation.Budget, distanceWork)
	}
	if l.nimbers != nil {
		l.bound(&l.nimbers.Budget, sumWork)
	}
	if l.values != nil {
		l.bound(&l.values.Budget, sumWork)
	}
}

// bound limits the work of one call of a lemma.
func (l *lemmas) bound(b *theory.Budget, most uint64) {
	b.Most, b.Stop = most, l.stop
	b.Resume()
}

// renew makes room for nimbers and values, if there is none.
func (l *lemmas) renew() {
	if l.lemmas.Nimbers != nil && (l.nimbers == nil || l.nimbers.Work > sumMemory) {
		l.before, l.nimbers = l.looked(), l.lemmas.Nimbers()
		l.bound(&l.nimbers.Budget, sumWork)
	}
	if l.lemmas.Values != nil && (l.values == nil || l.values.Work > sumMemory) {
		l.before, l.values = l.looked(), l.lemmas.Values()
		l.bound(&l.values.Budget, sumWork)
	}
}

// looked returns how many components of sums the lemmas have searched.
func (l *lemmas) looked() uint64 {
	switch {
	case l.nimbers != nil:
		return l.before + l.nimbers.Work
	case l.values != nil:
		return l.before + l.values.Work
	}
	return 0
}

// winning returns the winning moves, if a lemma knows all of them.
func (l *lemmas) winning(s variants.State, legal variants.MoveSet) (wins variants.MoveSet, known bool) {
	if !l.lemmas.Matching {
		return 0, false
	}
	return theory.Inessential(l.game.Near(), s.Free) & legal, true
}

// asked returns the legal moves that have to be searched to find out whether the rank of s is at least g. If the
// question is who wins, it leaves out dominated moves.
func (l *lemmas) asked(s variants.State, legal variants.MoveSet, g search.Rank) variants.MoveSet {
	if l.lemmas.Sure == nil || g != search.LastLoss+1 {
		return legal
	}
	return l.lemmas.Sure.Moves(s)
}

// narrow narrows the known ranks of n, which has a move, by lemmas. It stops as soon as they decide whether the rank is
// at least g.
func (l *lemmas) narrow(n *node, g search.Rank) {
	outcome := func(wins theory.Answer) {
		if wins != theory.Open {
			n.ranks = n.ranks.And(search.OutcomeRanks(wins == theory.Yes)).Within(n.most)
		}
	}
	open := !n.ranks.Decided()
	switch {
	case l.stopped:
	case l.separation != nil && n.apart:
		if open {
			outcome(l.separation.Decide(n.state))
		}
		if !n.ranks.Answer(g) {
			if plies, ok := l.separation.Distance(n.state); ok {
				r := search.RankOf(search.Distance(plies))
				n.ranks = search.Ranks{Low: r, High: r}
			}
		}
	case !open || n.found:
	case l.lemmas.Mirrors != nil && l.lemmas.Mirrors.Lost(n.state):
		outcome(theory.No)
	case l.lemmas.Sure != nil:
		outcome(l.lemmas.Sure.Decide(n.state))
	case l.nimbers != nil:
		outcome(l.nimbers.Is(n.state.Free, 0).Not())
		l.renew()
	case l.values != nil:
		outcome(l.values.LeftWinsFirst(n.state.Mine, n.state.Yours))
		l.renew()
	}
}

// turns narrows ranks by the numbers of turns that players take. All its fields are nil if it is not used.
type turns struct {
	lasting theory.Lasting
	ceiling theory.Ceiling
	plans   *theory.Plans
}

func newTurns(game *variants.Game) (t turns) {
	lemmas := theory.For(game)
	if lemmas.Lasting != nil {
		t.lasting = lemmas.Lasting()
	}
	if lemmas.Ceiling != nil {
		t.ceiling = lemmas.Ceiling()
	}
	if lemmas.Plans != nil {
		t.plans = lemmas.Plans()
	}
	return t
}

// bound narrows the ranks of n by the least number of turns that a player takes, and by the greatest number that the
// loser takes. It reports whether it is decided that the rank is at least g, or less. If the question is who wins (see
// g), these numbers do not help.
func (t *turns) bound(n *node, g search.Rank) bool {
	wins := g > search.LastLoss // the question is whether the mover wins in time
	switch {
	case t.lasting == nil || n.ranks.Answer(g) || g == search.LastLoss || g == search.LastLoss+1:
	case !wins && t.lasting(n.state, true, int(g)):
		n.ranks.Low = max(n.ranks.Low, g)
	case wins && t.lasting(n.state, false, int(search.LastRank-g+1)):
		n.ranks.High = min(n.ranks.High, g-1)
	case t.ceiling == nil:
	default:
		switch most, ok := t.ceiling(n.state, wins); {
		case ok && wins:
			n.ranks.Low = max(n.ranks.Low, search.LastRank-search.Rank(most))
		case ok:
			n.ranks.High = min(n.ranks.High, search.Rank(most))
		}
	}
	n.ranks = n.ranks.Within(n.most)
	return n.ranks.Answer(g)
}

// planned reports whether a plan gives the mover of n a rank of at least g, and if so raises the lower bound of the
// rank to g.
func (t *turns) planned(n *node, g search.Rank) bool {
	g = max(g, search.LastLoss+1)
	if t.plans == nil || !t.plans.Within(n.state, int(search.LastRank-g)) {
		return false
	}
	n.ranks.Low = max(n.ranks.Low, g)
	return true
}
