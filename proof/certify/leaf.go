package certify

import (
	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/theory"
	"gridlock/variants"
)

// leaves finds the positions in which a strategy can end: where the winner only has to copy, or
// to walk alone. It is not safe for concurrent use.
type leaves struct {
	rules      variants.Rules
	mirrors    *theory.Mirrors    // nil where they do not apply
	separation *theory.Separation // nil where it does not apply
	moves      []variants.Move    // buffer for walks
	tried      int                // turns of the loser, for one walk
}

const (
	// walkWork is the maximum number of positions to look into for a walk.
	walkWork = 1000

	// walkTurns is the maximum number of turns of the loser that a checker has to try to see
	// that a walk is long enough. If there would be more, the game is continued instead.
	walkTurns = 2000
)

func newLeaves(game *variants.Game) *leaves {
	known := theory.For(game)
	l := &leaves{rules: game.Rules(), mirrors: known.Mirrors}
	if known.Separation != nil {
		l.separation = known.Separation()
		l.separation.Most = walkWork
	}
	return l
}

// find returns the answer in a leaf, whose player to move is the winner.
func (l *leaves) find(s variants.State) (a proof.Answer, ok bool) {
	if l.mirrors != nil {
		if a, ok = l.copying(s); ok {
			return a, ok
		}
	}
	if l.separation != nil && l.separation.Apart(s) {
		return l.walk(s)
	}
	return a, false
}

// copying returns a move after which the winner can copy.
func (l *leaves) copying(s variants.State) (a proof.Answer, ok bool) {
	for m := range l.rules.Legal(s).Cells() {
		if i, ok := l.mirrors.Find(l.rules.Play(s, variants.Move(m))); ok {
			return proof.Answer{Kind: proof.ByCopy, Move: variants.Move(m), Mirror: i}, true
		}
	}
	return a, false
}

// walk returns a walk that is longer than the loser can last, if that is easy to check. A walk
// of more turns than the loser has cells is enough.
func (l *leaves) walk(s variants.State) (a proof.Answer, ok bool) {
	if cap(l.moves)-len(l.moves) < bitboard.MaxCells {
		l.moves = make([]variants.Move, 0, 1<<12)
	}
	loser := variants.State{Free: s.Free, Mine: s.Yours}
	start := len(l.moves)
	l.moves = l.separation.Walk(s, l.separation.Room(loser)+1, l.moves)
	walk := l.moves[start:len(l.moves):len(l.moves)]
	l.tried = 0
	if l.outlasts(loser, len(walk)) {
		l.moves = l.moves[:start]
		return a, false
	}
	return proof.Answer{Kind: proof.ByWalk, Walk: walk}, true
}

// outlasts reports whether the player to move can take that many turns alone, or whether it
// takes too many to see that. It tries those that a checker tries (docs/proof-format.md).
func (l *leaves) outlasts(s variants.State, turns int) bool {
	if turns == 0 {
		return true
	}
	if l.separation.Room(s) < turns {
		return false
	}
	for moves := l.rules.Legal(s); moves != 0; moves = moves.Rest() {
		if l.tried++; l.tried > walkTurns {
			return true
		}
		after := l.rules.Play(s, variants.Move(moves.First()))
		if l.outlasts(variants.State{Free: after.Free, Mine: after.Yours}, turns-1) {
			return true
		}
	}
	return false
}
