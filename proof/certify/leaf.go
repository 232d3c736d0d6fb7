package certify

import (
	"slices"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/proof"
	"gridlock/theory"
	"gridlock/variants"
)

// leaves finds positions in which a strategy can end, since the winner only has to copy, or to walk alone. It is not
// safe for concurrent use.
type leaves struct {
	rules      variants.Rules
	grid       *bitboard.Grid
	spans      *interval.Rules // nil where they do not apply, as are the next three
	simple     *theory.Leaves
	mirrors    *theory.Mirrors
	separation *theory.Separation
	moves      []variants.Move // buffer for walks
	trials     *trials         // as is separation
}

const (
	// walkWork is the maximum number of positions to search for a walk.
	walkWork = 1000

	// cheapWalk is the number of tried turns worth spending to need a few free cells less.
	cheapWalk = 30

	// widerTurns is about how many turns to try to find cells that may be free, but need not be (docs/tried.md).
	widerTurns = 3000
)

// newLeaves returns the leaves of a game. Once stop reports true, it finds only leaves that take no time.
func newLeaves(game *variants.Game, stop func() bool) *leaves {
	known := theory.For(game)
	l := &leaves{rules: game.Rules(), grid: game.Grid(), mirrors: known.Mirrors}
	l.spans, _ = interval.RulesOf(game)
	if l.simple, _ = theory.NewLeaves(game); l.simple != nil {
		l.simple.Separation.Stop = stop
	}
	if known.Separation != nil {
		l.separation = known.Separation()
		l.separation.Most, l.separation.Stop = walkWork, stop
		l.trials = &trials{rules: l.rules, separation: l.separation, most: proof.MostTurns, stop: stop}
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
	if l.separation != nil {
		return l.walk(s)
	}
	return a, false
}

// copying returns a move after which the winner can copy. If the loser has no move then, the answer is the move alone,
// which takes fewer bytes.
func (l *leaves) copying(s variants.State) (a proof.Answer, ok bool) {
	for m := range l.rules.Legal(s).Cells() {
		move := variants.Move(m)
		after := l.rules.Play(s, move)
		if l.rules.Legal(after) == 0 {
			return proof.Answer{Move: move}, true
		}
		if c, copied := l.mirrors.Copying(after); copied && !ok {
			a, ok = proof.Answer{Kind: proof.ByCopy, Move: move, Mirror: c.Mirror}, true
		}
	}
	return a, ok
}

// exchanges reports whether a mirror exchanges the players in a game where each has cells.
func (l *leaves) exchanges(s variants.State) bool {
	return l.mirrors != nil && slices.ContainsFunc(l.mirrors.Axes(), func(sym bitboard.Symmetry) bool {
		return l.grid.Image(sym, s.Mine) == s.Yours
	})
}

// walk returns a walk with more turns than the loser can take, if that is easy to check. A walk with more turns than
// the loser has cells is enough.
func (l *leaves) walk(s variants.State) (a proof.Answer, ok bool) {
	own := l.separation.Own(s)
	if own == 0 {
		return a, false
	}
	if cap(l.moves)-len(l.moves) < bitboard.MaxCells {
		l.moves = make([]variants.Move, 0, 1<<12)
	}
	loser := variants.State{Free: s.Free, Mine: s.Yours}
	start := len(l.moves)
	l.moves = l.separation.Walk(variants.State{Free: own, Mine: s.Mine}, l.separation.Room(loser)+1, l.moves)
	walk := l.moves[start:len(l.moves):len(l.moves)]
	if l.mayLast(loser, len(walk)) {
		l.moves = l.moves[:start]
		return a, false
	}
	return proof.Answer{Kind: proof.ByWalk, Walk: walk}, true
}

// mayLast reports whether the player to move can take that many turns alone, or might: showing the opposite takes too
// long.
func (l *leaves) mayLast(s variants.State, turns int) bool {
	lasts, known := l.trials.alone(s, turns)
	return lasts || !known
}

// lasts reports whether it is easy to see that the player to move can take that many turns alone.
func (l *leaves) lasts(s variants.State, turns int) bool {
	lasts, known := l.trials.alone(s, turns)
	return lasts && known
}

// interval returns a leaf for a position with the winner to move, and for all positions that can end in the same way.
func (l *leaves) interval(s variants.State) (f found, ok bool) {
	if i, move, ok := l.simple.Copying(s); ok {
		return found{Interval: i, kind: proof.ByCopy, move: move}, true
	}
	return l.walkAll(s)
}

// walkOver is walkAll for an interval: the walk is possible in the least position, and the loser cannot take as many
// turns in the most.
func (l *leaves) walkOver(i interval.Interval) (f found, ok bool) {
	most := i.Most()
	winner := variants.State{Free: l.separation.Own(most) & i.Need, Mine: i.Mine}
	if winner.Free == 0 {
		return f, false
	}
	return l.walkOf(most, winner)
}

// walkAll returns positions in which the winner can take the same walk as in s, and the loser cannot
// take as many turns.
func (l *leaves) walkAll(s variants.State) (f found, ok bool) {
	winner := variants.State{Free: l.separation.Own(s), Mine: s.Mine}
	if winner.Free == 0 {
		return f, false
	}
	return l.walkOf(s, winner)
}

// walkOf returns positions in which the same walk is possible as in s. winner has the winner's marker and the cells for
// the walk.
func (l *leaves) walkOf(s, winner variants.State) (f found, ok bool) {
	yours := l.separation.Alone(variants.State{Free: s.Free, Mine: s.Yours})
	if f, ok = l.shortWalk(s, winner, yours); ok {
		f.May = l.widen(s, yours.Region, f)
	}
	return f, ok
}

// shortWalk returns the positions in which the winner can take the same walk as in s, and the loser has the same cells
// to reach. It takes the shortest sufficient walk that is cheap to check, since it needs the fewest cells.
func (l *leaves) shortWalk(s, winner variants.State, yours theory.Room) (f found, ok bool) {
	loser := variants.State{Free: s.Free, Mine: s.Yours}
	for turns := yours.Most + 1; ; turns++ {
		if !l.separation.Takes(winner, turns) {
			return f, ok
		}
		if l.mayLast(loser, turns) {
			continue
		}
		walk := l.separation.Walk(winner, turns, l.moves[:0])
		if len(walk) < turns {
			return f, ok
		}
		tried := l.trials.tried
		next := found{Interval: l.simple.Walking(s, walk, yours.Region), kind: proof.ByWalk, turns: uint8(turns)}
		if l.lastsInImages(next) && (!ok || tried <= cheapWalk) {
			f, ok = next, true
		}
		if tried <= cheapWalk {
			return f, ok
		}
	}
}

// widen returns the cells that may be free in a leaf. It adds cells beside the loser's region as long as the loser
// cannot take the turns of the walk, but no cell that leads to further cells.
func (l *leaves) widen(s variants.State, region bitboard.Board, f found) bitboard.Board {
	rim, tried := l.grid.All()&^(s.Mine|s.Yours|f.May), 0
	for cells := rim; cells != 0 && tried < widerTurns; cells = cells.Rest() {
		cell := bitboard.Of(cells.First())
		if l.simple.Rim(cell, region|rim|s.Yours) != 0 {
			continue
		}
		if !l.mayLast(variants.State{Free: region | cell, Mine: s.Yours}, int(f.turns)) {
			region, f.May = region|cell, f.May|cell
		}
		tried += l.trials.tried
	}
	return f.May
}

// undisturbed returns the least position of an interval, without the cells that the loser can reach in its most
// position. A checker looks there for a walk.
func (l *leaves) undisturbed(i interval.Interval) variants.State {
	s := i.Least()
	s.Free &^= l.simple.Reach(i.Yours, i.May)
	return s
}

// lastsInImages reports whether the winner's walk is easy to find in every image that a record can have. The number of
// turns to try depends on the order of the cells.
func (l *leaves) lastsInImages(f found) bool {
	for _, image := range l.spans.Images(f.Interval) {
		if !l.lasts(image.Least(), int(f.turns)) {
			return false
		}
	}
	return true
}
