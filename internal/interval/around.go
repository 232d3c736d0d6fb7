package interval

import (
	"gridlock/variants"
)

// Around returns an interval around a position s with the winner to move, such that a move wins in all of its positions
// (docs/soundness-search.md). The move is legal in s. prove returns a won interval around the position after a reply;
// Around returns its error. won reports whether an interval is known to be won. later, if not nil, reports replies to
// deal with last.
func Around(game *variants.Game, s variants.State, move variants.Move, prove func(variants.State) (Interval, error),
	won func(Interval) bool, later func(variants.State) bool) (Interval, error) {
	rules := game.Rules()
	after := rules.Play(s, move)
	markers := s.Mine | s.Yours
	i := Of(s)
	i.Need = s.Free &^ after.Free
	i.May = game.Grid().All() &^ markers
	for replies := rules.Legal(after); replies != 0; later = nil {
		var left variants.MoveSet
		for ; replies != 0; replies = replies.Rest() {
			next := rules.Play(after, variants.Move(replies.First()))
			if later != nil && later(next) {
				left = left.With(replies.First())
				continue
			}
			won, err := prove(next)
			if err != nil {
				return i, err
			}
			i.Need |= won.Need &^ markers
			i.May &= won.May | (s.Free|markers)&^next.Free
		}
		replies = left
	}
	return exclude(rules, i, move, after, won), nil
}

// exclude removes cells from May until all replies of the loser are answered. Replies that are legal in after are
// answered already; each other reply has to lead to a position that the winner is known to win.
func exclude(rules variants.Rules, i Interval, move variants.Move, after variants.State, won func(Interval) bool) Interval {
	open := i.May &^ i.Need
	most := rules.Play(i.Most(), move)
	for more := rules.Legal(most) &^ rules.Legal(after); more != 0; more = more.Rest() {
		s := rules.Play(most, variants.Move(more.First()))
		step := s.Yours &^ after.Free
		taken := step | most.Free&^s.Free&^after.Free
		if taken&^i.May != 0 {
			continue // it is impossible now
		}
		reply := Interval{Mine: s.Mine, Yours: s.Yours, Need: s.Free &^ open, May: s.Free & (i.May | i.Mine | i.Yours)}
		if won(reply) {
			continue
		}
		if step == 0 {
			step = taken
		}
		i.May &^= step
	}
	return i
}
