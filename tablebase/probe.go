package tablebase

import (
	"context"
	"time"

	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// MoveDistance is a move and the distance after it.
type MoveDistance struct {
	Move     variants.Move
	Distance int // the distance of the position after the move
}

// Values returns the distances after all moves of a position, in the order of moves. Ok is false
// if the table does not have the position, which may be of another game.
func (t *Table) Values(p variants.Position) (distance int, values []MoveDistance, ok bool, err error) {
	if p.Game().String() != t.game.String() {
		return 0, nil, false, nil
	}
	s := p.State()
	distance, ok, err = t.Distance(s)
	if err != nil || !ok {
		return 0, nil, false, err
	}
	values, err = t.derived(s, distance)
	return distance, values, err == nil, err
}

// derived returns the distances after all moves of a state. The distance of the state follows from them.
func (t *Table) derived(s variants.State, distance int) (values []MoveDistance, err error) {
	rules := t.game.Rules()
	for m := range rules.Legal(s).Cells() {
		d, found, err := t.Distance(rules.Play(s, variants.Move(m)))
		if err == nil && !found {
			err = damagedf(t.v.dir, "%+v is there, but not what comes after its move %d", s, m)
		}
		if err != nil {
			return nil, err
		}
		values = append(values, MoveDistance{variants.Move(m), d})
	}
	if want := fromChildren(values); want != distance {
		return nil, damagedf(t.v.dir, "the distance of %+v is %d, by its moves %d", s, distance, want)
	}
	return values, nil
}

// fromChildren returns the distance of a position from the distances after its moves. A winner takes the shortest way
// to a position that the opponent loses, and a loser takes the longest way.
func fromChildren(values []MoveDistance) int {
	win, loss := -1, -1
	for _, v := range values {
		if solver.OutcomeIn(v.Distance) == solver.Win {
			loss = max(loss, v.Distance)
		} else if win < 0 || v.Distance < win {
			win = v.Distance
		}
	}
	if win >= 0 {
		return win + 1
	}
	return loss + 1
}

// best returns the moves that achieve a distance.
func best(distance int, values []MoveDistance) (moves variants.MoveSet) {
	for _, v := range values {
		if v.Distance == distance-1 {
			moves |= 1 << v.Move
		}
	}
	return moves
}

// Moves returns outcome, distance and best moves of a position. Ok is false if the table does not have it.
func (t *Table) Moves(p variants.Position) (r solver.Result, ok bool, err error) {
	distance, values, ok, err := t.Values(p)
	if err != nil || !ok {
		return nothing(), false, err
	}
	return solver.Result{
		Outcome: solver.OutcomeIn(distance), Proven: true, Distance: distance, Best: best(distance, values), BestComplete: true,
		Engine: retrograde.Engine{}.Name(),
	}, true, nil
}

// Result is [Table.Moves] and also returns the principal variation, which is cut short if ctx ends.
func (t *Table) Result(ctx context.Context, p variants.Position) (r solver.Result, ok bool, err error) {
	began := time.Now()
	if r, ok, err = t.Moves(p); !ok || err != nil {
		return r, ok, err
	}
	if r.PV, err = t.line(ctx, p, r.Distance); err != nil {
		return nothing(), false, err
	}
	r.Stats.Elapsed = time.Since(began)
	return r, true, nil
}

// line returns the principal variation of a position at a distance: distance moves, each to the next lower distance, or
// fewer if ctx ends first.
func (t *Table) line(ctx context.Context, p variants.Position, distance int) (line []variants.Move, err error) {
	for left := distance; ctx.Err() == nil; left-- {
		d, values, ok, err := t.Values(p)
		if err != nil {
			return nil, err
		}
		if !ok || d != left {
			return nil, damagedf(t.v.dir, "%v at the end of %d moves has the distance %d, not %d", p, len(line), d, left)
		}
		if d == 0 {
			break
		}
		m := variants.Move(best(d, values).First())
		line, p = append(line, m), p.Play(m)
	}
	return line, nil
}
