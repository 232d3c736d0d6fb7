package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// move is a legal move and what is known of it, from the side of the mover.
type move struct {
	variants.Move
	outcome  solver.Outcome // for the mover
	distance int            // plies from the position before the move, or NoDistance
	after    solver.Result  // of the position after the move
}

// newMove turns a result to the mover's side.
func newMove(m solver.MoveResult) move {
	out := move{Move: m.Move, distance: solver.NoDistance, after: m.After}
	switch m.After.Outcome {
	case solver.Loss:
		out.outcome = solver.Win
	case solver.Win:
		out.outcome = solver.Loss
	}
	if m.After.Distance != solver.NoDistance {
		out.distance = m.After.Distance + 1
	}
	return out
}

// bestFirst sorts moves: wins, the quickest first; what is not known; losses, the
// longest first. Where the distance is not known a move stands behind those that do as
// well and whose distance is known.
func bestFirst(moves []move) {
	slices.SortStableFunc(moves, func(a, b move) int {
		return cmp.Or(cmp.Compare(class(a.outcome), class(b.outcome)), cmp.Compare(a.length(), b.length()))
	})
}

// class orders outcomes, the best for the mover first.
func class(o solver.Outcome) int {
	switch o {
	case solver.Win:
		return 0
	case solver.Loss:
		return 2
	}
	return 1
}

// length orders moves with the same outcome by their distance, the best first.
func (m move) length() int {
	const unknown = 1 << 10 // more plies than any game has
	switch {
	case m.distance == solver.NoDistance:
		return unknown
	case m.outcome == solver.Loss:
		return -m.distance
	}
	return m.distance
}

// label says in a few words what comes of a move: "wins in 7", "loses in ?".
func (m move) label() string {
	plies := "?"
	if m.distance != solver.NoDistance {
		plies = fmt.Sprint(m.distance)
	}
	switch m.outcome {
	case solver.Win:
		return "wins in " + plies
	case solver.Loss:
		return "loses in " + plies
	}
	return "not known"
}

// fields writes the moves, best first, those of which the same is known in one field.
func fields(p variants.Position, moves []move) string {
	var b strings.Builder
	for len(moves) > 0 {
		label, same := moves[0].label(), []string{}
		for len(moves) > 0 && moves[0].label() == label {
			same = append(same, p.MoveText(moves[0].Move))
			moves = moves[1:]
		}
		b.WriteString(cli.Field(label, strings.Join(same, " ")))
	}
	return b.String()
}

// overall returns what the moves of a position, best first, say of the position.
func overall(p variants.Position, moves []move) solver.Result {
	r := solver.Result{Distance: solver.NoDistance, Engine: solver.Auto{}.Name()}
	switch {
	case p.Over():
		r.Outcome, r.Distance = solver.Loss, 0
	case len(moves) > 0 && moves[0].outcome == solver.Win:
		r.Outcome = solver.Win
	case len(moves) > 0 && moves[0].outcome == solver.Loss:
		r.Outcome = solver.Loss
	}
	r.Proven = r.Outcome != solver.Unknown
	if r.Proven && distanceKnown(moves) {
		r.Distance = moves[0].distance
		r.PV = append([]variants.Move{moves[0].Move}, moves[0].after.PV...)
	}
	for _, m := range moves {
		if isBest(m, r) {
			r.Best = r.Best.With(int(m.Move))
		}
	}
	r.Nimber = mex(moves)
	return r
}

// isBest reports whether a move belongs to the best moves of a result: those by which the
// winner wins, and where the distance is known, those that go with it.
func isBest(m move, r solver.Result) bool {
	if r.Distance == solver.NoDistance {
		return m.outcome == solver.Win
	}
	return m.outcome == r.Outcome && m.distance == r.Distance
}

// distanceKnown reports whether the distance of the first of the moves, which are best
// first, is that of their position: if there is none that might turn out better.
func distanceKnown(moves []move) bool {
	if len(moves) == 0 || moves[0].distance == solver.NoDistance {
		return false
	}
	for _, m := range moves {
		worse := moves[0].outcome == solver.Win && (m.outcome == solver.Loss || moves[0].distance == 1)
		if m.distance == solver.NoDistance && !worse {
			return false
		}
	}
	return true
}

// mex returns the nimber of a position: the least that none of its moves leads to, nil
// where those are not known.
func mex(moves []move) *int {
	reached := map[int]bool{}
	for _, m := range moves {
		if m.after.Nimber == nil {
			return nil
		}
		reached[*m.after.Nimber] = true
	}
	if len(moves) == 0 {
		return nil
	}
	least := 0
	for reached[least] {
		least++
	}
	return &least
}
