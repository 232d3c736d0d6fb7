package explain

import (
	"fmt"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Stand is the place of a game in a strategy.
type Stand struct {
	Position variants.Position

	// Rule is the rule of the position. If the loser is to move, it is the rule of the winner's last move. It is nil
	// before the first move, and in tables, whose rules are about components.
	Rule *Rule
	Turn bitboard.Symmetry // turns the board into the picture of the rule

	Taken int            // the winner's moves so far by this rule: more than one if the rule is a walk, or copying
	Move  *variants.Move // the winner's answer; nil if the loser is to move

	reply []Reply // the rules to which the loser's moves lead
	last  variants.Move
}

// Follow goes along a line of moves from the root. The winner's moves must be those of the strategy; the error names a
// move that is not.
func (s *Strategy) Follow(line []variants.Move) (Stand, error) {
	at := s.begin()
	for i, m := range line {
		var err error
		if at, err = s.next(at, line[:i], m); err != nil {
			return at, fmt.Errorf("move %d of the line: %w", i+1, err)
		}
	}
	if at.Position.Side() != s.Winner {
		return at, nil
	}
	return at, s.answer(&at, line)
}

// begin returns the root.
func (s *Strategy) begin() Stand {
	at := Stand{Position: s.Root, reply: s.Start}
	switch {
	case s.Header.Layered() && s.Root.Side() == s.Winner:
		at.Rule, at.Turn = &s.Rules[s.Start[0].Rule-1], s.Start[0].Turn
	case s.parts == nil && !s.Header.Layered():
		at.Rule = &s.Rules[0]
	}
	return at
}

// next returns the place after one more move of a line.
func (s *Strategy) next(at Stand, line []variants.Move, m variants.Move) (Stand, error) {
	if m >= bitboard.MaxCells || !at.Position.Legal().Has(int(m)) {
		return at, fmt.Errorf("%s is not legal in %v", at.Position.MoveText(m), at.Position)
	}
	mine := at.Position.Side() == s.Winner
	if mine {
		if err := s.answer(&at, line); err != nil {
			return at, err
		}
		if *at.Move != m {
			return at, fmt.Errorf("it is %s, but the strategy plays %s in %v", at.Position.MoveText(m), at.Position.MoveText(*at.Move), at.Position)
		}
	}
	before := at
	at = Stand{Position: at.Position.Play(m), Rule: at.Rule, Turn: at.Turn, Taken: at.Taken, reply: at.reply, last: m}
	switch {
	case mine:
		at.Taken++
		if at.Rule != nil {
			at.reply = at.Rule.Replies
		}
	case s.Header.Layered() && (before.Rule == nil || before.Rule.Kind == Moves):
		return at, s.enter(&at, m)
	}
	return at, nil
}

// enter enters the rule that follows a move of the loser.
func (s *Strategy) enter(at *Stand, m variants.Move) error {
	m = s.game.ImageMove(at.Turn, m)
	for _, r := range at.reply {
		if r.Move == m {
			at.Rule, at.Turn, at.Taken = &s.Rules[r.Rule-1], at.Turn.Then(r.Turn), 0
			return nil
		}
	}
	return fmt.Errorf("no rule is about %v", at.Position)
}

// answer sets the winner's answer after a line.
func (s *Strategy) answer(at *Stand, line []variants.Move) error {
	m, ok := variants.Move(0), true
	switch r := at.Rule; {
	case s.player != nil:
		var err error
		if m, err = s.player.Reply(line); err != nil {
			return err
		}
	case at.Taken < len(r.Walk):
		m = s.game.ImageMove(at.Turn.Inverse(), r.Walk[at.Taken])
	case r.Walk != nil:
		ok = false
	case r.Kind == Copies && at.Taken > 0:
		m = s.game.ImageMove(at.Turn.Inverse(), r.Copy.Answer(s.game.ImageMove(at.Turn, at.last)))
	default:
		m = s.game.ImageMove(at.Turn.Inverse(), r.Move)
	}
	if !ok || !at.Position.Legal().Has(int(m)) {
		return fmt.Errorf("the strategy has no answer in %v", at.Position)
	}
	at.Move = &m
	return nil
}
