package pn

import (
	"math"

	"gridlock/bitboard"
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// separationWork is the number of positions that the separation lemma may look into at one node.
const separationWork = 1000

// leaf evaluates a position without searching it: who wins, by a lemma, or a guess at its
// numbers, which only steers the search. It is not safe for concurrent use.
type leaf struct {
	search.Territory
	rules      variants.Rules
	separation *theory.Separation // nil where it does not apply
	mirrors    *theory.Mirrors    // nil where it does not apply
	hard       [2*mostLead + 1]uint32
}

func newLeaf(game *variants.Game, noLemmas bool) *leaf {
	l := &leaf{Territory: search.NewTerritory(game), rules: game.Rules(), hard: hardness()}
	if noLemmas {
		return l
	}
	lemmas := theory.For(game)
	l.mirrors = lemmas.Mirrors
	if lemmas.Separation != nil {
		l.separation = lemmas.Separation()
		l.separation.Most = separationWork
	}
	return l
}

// numbers returns what is known of a state, whose territory is mine and yours.
func (l *leaf) numbers(s variants.State, mine, yours bitboard.Board) numbers {
	legal := l.rules.Legal(s)
	switch {
	case legal == 0, l.mirrors != nil && l.mirrors.Lost(s):
		return lost()
	case mine == 0:
		return numbers{1, uint32(legal.Count())}
	case l.separation != nil && l.Apart(s, mine, yours):
		if wins, known := l.separation.Decide(s); known && wins {
			return won()
		} else if known {
			return lost()
		}
	}
	return l.guess(s, legal.Count(), mine.Count()-yours.Count())
}

// mostLead is the greatest lead that counts, in half cells.
const mostLead = 2*bitboard.MaxCells + 16

// guess estimates the work of proving that the mover wins, and that the mover loses. To prove a
// loss all moves have to be searched. Whoever reaches fewer of the free cells first, or has
// fewer moves, has more to prove.
func (l *leaf) guess(s variants.State, moves, territory int) numbers {
	replies := l.rules.Legal(variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}).Count()
	lead := max(-mostLead, min(2*territory+moves-replies+1, mostLead))
	return numbers{
		phi:   1 + l.hard[mostLead-lead],
		delta: 1 + uint32(4*moves) + l.hard[mostLead+lead],
	}
}

// hardness returns how hard it is to prove a win, indexed by how many half cells the player is
// behind plus mostLead: 0 when far ahead, about eight a cell when far behind.
//
// On blockade 6×6, 6×7, 5×7 and 7×6 a sharp bend at 0 took 754 k nodes in the geometric mean,
// counting moves for half a cell as well 422 k, this curve 184 k; factors from 12 to 48 and
// rates from 0.25 to 0.5 took up to 1.6 times as many there and on lockdown.
func hardness() (hard [2*mostLead + 1]uint32) {
	for i := range hard {
		behind := float64(i-mostLead) / 2
		hard[i] = uint32(24 * math.Log1p(math.Exp(0.35*behind)))
	}
	return hard
}
