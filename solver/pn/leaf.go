package pn

import (
	"math"
	"sync"

	"gridlock/bitboard"
	"gridlock/internal/territory"
	"gridlock/theory"
	"gridlock/variants"
)

// separationWork is the number of positions that the separation lemma may search at one node.
const separationWork = 1000

// leaf evaluates a position without searching it. It finds who wins by a lemma, or guesses its numbers, which only
// steers the search. It is not safe for concurrent use.
type leaf struct {
	view
	odds       *territory.Odds
	rules      variants.Rules
	separation *theory.Separation // nil where it does not apply
	plans      *theory.Plans      // nil where it does not apply
	mirrors    *theory.Mirrors    // nil where it does not apply
	hard       *hardships
}

func newLeaf(game *variants.Game, noLemmas, plans bool) *leaf {
	l := &leaf{view: newView(game, noLemmas), rules: game.Rules(), hard: hardness()}
	l.odds, _ = territory.NewOdds(game)
	if noLemmas {
		return l
	}
	lemmas := theory.For(game)
	l.mirrors = lemmas.Mirrors
	if lemmas.Separation != nil {
		l.separation = lemmas.Separation()
		l.separation.Most = separationWork
	}
	if plans {
		l.plans = lemmas.Plans()
	}
	return l
}

// numbers returns the numbers of a state with the given territories, mine and yours.
func (l *leaf) numbers(s variants.State, mine, yours bitboard.Board) numbers {
	legal := l.rules.Legal(s)
	if n := l.decided(s, legal, mine, yours); n != (numbers{}) {
		return n
	}
	if l.sure != nil {
		lack, lacks := l.sure.Lacks(s)
		return numbers{uint32(1 + lack), uint32(legal.Count() + 2*lacks)}
	}
	if l.odds == nil || mine == 0 {
		return numbers{1, uint32(legal.Count())}
	}
	n := l.guess(s, legal.Count(), mine, yours)
	if l.plans == nil && n.phi <= nearlyWon && l.separates(s, legal) {
		return won()
	}
	return n
}

// decided returns the numbers of a state that is over or decided by a lemma, and zero numbers otherwise.
func (l *leaf) decided(s variants.State, legal variants.MoveSet, mine, yours bitboard.Board) numbers {
	if legal == 0 || l.mirrors != nil && l.mirrors.Lost(s) {
		return lost()
	}
	switch l.known(s, mine, yours) {
	case theory.Yes:
		return won()
	case theory.No:
		return lost()
	}
	return numbers{}
}

// known reports whether the mover wins a state that sure cells or separation decide.
func (l *leaf) known(s variants.State, mine, yours bitboard.Board) theory.Answer {
	if l.sure != nil {
		return l.sure.Decide(s)
	}
	return l.separated(s, mine, yours)
}

// separated reports whether the mover wins a state that the separation lemma decides. The answer is Open if the lemma
// does not decide it, or if deciding takes too much work.
func (l *leaf) separated(s variants.State, mine, yours bitboard.Board) theory.Answer {
	if l.separation == nil || mine == 0 {
		return theory.Open
	}
	if !l.Apart(s, mine, yours) {
		return l.separation.Withdraw(s)
	}
	return l.separation.Decide(s)
}

// nearlyWon is the greatest phi of a leaf at which to look for a move that wins by separation, if there are no plans
// (docs/tried.md#proof-number-search).
const nearlyWon = 40

// separates reports whether a move of the mover wins by the separation lemma.
func (l *leaf) separates(s variants.State, legal variants.MoveSet) bool {
	if l.separation == nil {
		return false
	}
	for ; legal != 0; legal = legal.Rest() {
		child := l.rules.Play(s, variants.Move(legal.First()))
		mine, yours := l.Prune(&child)
		if l.separated(child, mine, yours) == theory.No {
			return true
		}
	}
	return false
}

// guess estimates the work of proving that the mover wins, and that the mover loses. An outcome that is less likely
// takes more work, and a proof of a loss has to search all moves.
func (l *leaf) guess(s variants.State, moves int, mine, yours bitboard.Board) numbers {
	odds := l.odds.LogOdds(l.odds.Count(s, moves, mine, yours)) / (territory.Unit / oddsSteps)
	odds = max(-mostOdds, min(odds, mostOdds))
	return numbers{
		phi:   1 + l.hard[mostOdds-odds],
		delta: 1 + uint32(8*moves) + l.hard[mostOdds+odds],
	}
}

// Logarithms of odds are looked up in steps of one sixteenth, from −40 to 40.
const (
	oddsSteps = 16
	mostOdds  = 40 * oddsSteps
)

// hardships says how hard it is to prove a win, indexed by mostOdds plus the logarithm of the odds of a loss. The
// number is 0 if a win is certain, and grows by 38 for each factor of e if a loss is likely. Except for the factor 0.3
// it is a logarithm of the probability of a win. So if several positions have to be won, their numbers add up
// (docs/tried.md#proof-number-search).
type hardships [2*mostOdds + 1]uint32

var hardness = sync.OnceValue(func() *hardships {
	var hard hardships
	for i := range hard {
		hard[i] = uint32(128 * math.Log1p(math.Exp(0.3*float64(i-mostOdds)/oddsSteps)))
	}
	return &hard
})
