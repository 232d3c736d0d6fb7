package variants

import "fmt"

// guarded checks every move of a game that was made with [New] against the traits, on which searches and tables rely. A
// violation is a panic, since no result computed from the position would mean anything. The check takes a few
// nanoseconds a move.
type guarded struct {
	rules Rules
	game  *Game
}

// Legal implements [Rules].
func (g guarded) Legal(s State) MoveSet { return g.rules.Legal(s) }

// Play implements [Rules].
func (g guarded) Play(s State, m Move) State {
	next := g.rules.Play(s, m)
	if err := g.game.Traits().follows(s, next, g.game.grid.All()); err != nil {
		panic(fmt.Sprintf("variants: the definition of %s: move %d in %+v on %v: %v", g.game.variant.ID, m, s, g.game.grid, err))
	}
	return next
}

// disagreement returns why next is not the position that the rules make of move m in p, or nil.
func disagreement(p Position, m Move, next Position) error {
	want := p.game.rules.Play(p.State(), m)
	if got := next.State(); got != want {
		return fmt.Errorf("board and state disagree after move %d in %v: by State, which sees %v, it is %+v; by Rules.Play %+v",
			m, p, next, got, want)
	}
	return nil
}
