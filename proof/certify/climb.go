package certify

import (
	"context"
	"fmt"

	"gridlock/solver"
	"gridlock/variants"
)

// mostClimbs is the maximum number of positions above the parts that a merger visits.
const mostClimbs = 200_000

// Proves returns an error unless the parts prove that the player wins the position. The winner's moves above the parts
// may be missing ([Merger.Move] adds them); a few missing moves are found. The error names a position that no part
// proves.
func (m *Merger) Proves(ctx context.Context, root variants.Position, winner variants.Player) error {
	if err := m.rows.Seal(); err != nil {
		return err
	}
	c := climber{Merger: m, ctx: ctx, has: m.pool.finder(), won: map[variants.State]variants.Move{}, lost: map[variants.State]bool{}}
	if err := c.climb(root.State(), root.Side() == winner); err != nil {
		return err
	}
	return m.addMoves(c.won)
}

// climber finds moves of the winner above the parts.
type climber struct {
	*Merger
	ctx    context.Context
	has    func(s variants.State) (bool, error)
	won    map[variants.State]variants.Move // moves that were found
	lost   map[variants.State]bool          // positions without a visible win for the winner
	tried  int
	failed error // the error of a scratch file
}

// climb finds moves of the winner from the root down to the parts.
func (c *climber) climb(root variants.State, wins bool) error {
	rules := c.game.Rules()
	var open []variants.State
	switch {
	case !wins:
		open = c.open(root)
	case !c.wins(root):
		open = []variants.State{root}
		fewest := -1
		for m := range rules.Legal(root).Cells() {
			after := rules.Play(root, variants.Move(m))
			if left := c.open(after); len(left) < rules.Legal(after).Count() && (fewest < 0 || len(left) < fewest) {
				open, fewest = left, len(left)
			}
		}
	}
	switch {
	case c.failed != nil:
		return c.failed
	case len(open) == 0:
		return nil
	case c.ctx.Err() != nil:
		return solver.Stopped(c.ctx)
	case c.tried > mostClimbs:
		return fmt.Errorf("%w: more than %d positions lie between the root and the parts", errMissing(c.game, open[0]), mostClimbs)
	}
	return errMissing(c.game, open[0])
}

// open returns the positions after the moves of the loser, who is to move, except those seen to be won.
func (c *climber) open(s variants.State) (all []variants.State) {
	rules := c.game.Rules()
	for m := range rules.Legal(s).Cells() {
		if next := rules.Play(s, variants.Move(m)); !c.wins(next) {
			all = append(all, next)
		}
	}
	return all
}

// wins reports whether a part proves that the player to move wins, or whether some move, which it notes, leads only to
// positions that such parts prove.
func (c *climber) wins(s variants.State) bool {
	if _, ok := c.won[s]; ok || c.proven(s) {
		return true
	}
	if c.lost[s] || c.room(s) <= c.least || c.tried > mostClimbs || solver.Poll(c.ctx) != nil || c.failed != nil {
		return false
	}
	c.tried++
	rules := c.game.Rules()
	for m := range rules.Legal(s).Cells() {
		if c.loses(rules.Play(s, variants.Move(m))) {
			c.won[s] = variants.Move(m)
			return true
		}
	}
	c.lost[s] = true
	return false
}

// proven reports whether a part proves that the player to move wins.
func (c *climber) proven(s variants.State) bool {
	if c.failed != nil {
		return false
	}
	ok, err := c.has(s)
	c.failed = err
	return ok
}

// loses reports whether the player to move loses because the other player wins after every move.
func (c *climber) loses(s variants.State) bool {
	rules := c.game.Rules()
	for m := range rules.Legal(s).Cells() {
		if !c.wins(rules.Play(s, variants.Move(m))) {
			return false
		}
	}
	return true
}

// errMissing is the error of a position, with the winner to move, that no part proves.
func errMissing(game *variants.Game, s variants.State) error {
	return fmt.Errorf("certify: no part proves that the player to move wins %s", drawn(game, s))
}

// drawn returns the text of a position with a state.
func drawn(game *variants.Game, s variants.State) string {
	if p, ok := game.Drawn(s); ok {
		return p.String()
	}
	return fmt.Sprintf("%+v", s)
}
