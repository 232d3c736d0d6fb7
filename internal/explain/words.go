package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/variants"
)

// The words of rules. Every window prints these.

// TurnText says how to turn the board to get the picture that the doc of the symmetry shows.
func TurnText(sym bitboard.Symmetry) string {
	return [...]string{
		bitboard.Identity: "as it is", bitboard.HalfTurn: "half turn",
		bitboard.MirrorRows: "flip up-down", bitboard.MirrorCols: "flip left-right",
		bitboard.Transpose: `flip along \`, bitboard.AntiTranspose: "flip along /",
		bitboard.QuarterTurnLeft: "turn left", bitboard.QuarterTurnRight: "turn right",
	}[sym]
}

// Step is what a move does: the cell that it goes to, and the blocked cell, or -1.
type Step struct{ To, Block int }

// StepOf returns what a legal move does in a state.
func (s *Strategy) StepOf(at variants.State, m variants.Move) Step {
	step := Step{int(m), -1}
	if s.game.Traits().Blocks {
		after := s.game.Rules().Play(at, m)
		step.To = after.Yours.First() // the other player is to move
		if block := (at.Free | at.Mine) &^ (after.Free | after.Yours); block != 0 {
			step.Block = block.First()
		}
	}
	return step
}

// MoveText writes a move in a state, as positions do.
func (s *Strategy) MoveText(at variants.State, m variants.Move) string {
	if s.game.CellMoves() {
		return s.game.CellText(int(m))
	}
	if p, ok := s.game.Drawn(at); ok && p.Legal().Has(int(m)) {
		return p.MoveText(m)
	}
	return fmt.Sprintf("move %d", m)
}

// After returns the state after the winner's move in the picture of a rule, where most cells are free.
func (s *Strategy) After(r *Rule) variants.State {
	return s.game.Rules().Play(r.Pattern.Most(), r.Move)
}

// ReplyText writes a reply to the winner's move in a rule or, where the rule is nil, a move of the loser's at the root.
func (s *Strategy) ReplyText(r *Rule, reply Reply) string {
	if r == nil {
		return s.Root.MoveText(reply.Move)
	}
	return s.MoveText(s.After(r), reply.Move)
}

// Loser returns the other player.
func (s *Strategy) Loser() variants.Player { return s.Winner.Opponent() }

// Join joins names of cells or moves with commas, or with semicolons if names have commas.
func Join(texts []string) string {
	if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, ",") }) {
		return strings.Join(texts, "; ")
	}
	return strings.Join(texts, ", ")
}

// Verb is the verb for a player's move to a cell: "goes to" or "takes".
func (s *Strategy) Verb() string {
	if s.game.Variant().Family().Kind == variants.Place {
		return "takes"
	}
	return "goes to"
}

// WalkOf returns the winner's walk of a rule, as texts.
func (s *Strategy) WalkOf(r *Rule) (texts []string) {
	for n, at := range s.Line(r) {
		texts = append(texts, s.MoveText(at, r.Walk[n]))
	}
	return texts
}

// Line returns the positions of a rule's walk, in which the winner takes the turns one after the other. The loser
// stands still or, against a plan, plays so that all turns are needed.
func (s *Strategy) Line(r *Rule) (line []variants.State) {
	if r.Kind == Plans {
		return s.longest(r.Pattern.Most(), r.Walk)
	}
	at := r.Pattern.Least()
	for _, m := range r.Walk {
		line = append(line, at)
		at = s.game.Rules().Play(at, m)
		at.Mine, at.Yours = at.Yours, at.Mine
	}
	return line
}

// longest returns the positions of a line that uses all turns of a plan; nil if there is none.
func (s *Strategy) longest(at variants.State, turns []variants.Move) []variants.State {
	rules := s.game.Rules()
	if len(turns) == 1 {
		return []variants.State{at}
	}
	after := rules.Play(at, turns[0])
	for cell := range rules.Legal(after).Cells() {
		if line := s.longest(rules.Play(after, variants.Move(cell)), turns[1:]); line != nil {
			return append([]variants.State{at}, line...)
		}
	}
	return nil
}

// Does says what the winner plays by a rule of a strategy.
func (s *Strategy) Does(r *Rule) string {
	switch r.Kind {
	case Walks, Plans:
		if len(r.Walk) == 1 {
			return s.plays(r, r.Walk[0])
		}
		verb := "plays"
		if s.game.CellMoves() {
			verb = s.Verb()
		}
		return fmt.Sprintf("%v %s %s, in this order, whatever %v does", s.Winner, verb, Join(s.WalkOf(r)), s.Loser())
	case Copies:
		if !s.Header.Layered() {
			return fmt.Sprintf("%v answers each move of %v's with its image", s.Winner, s.Loser())
		}
		if sum, ok := s.Opposite(r); ok {
			return fmt.Sprintf("%s, and from then on answers with the cell opposite %v's: %d minus its number", s.plays(r, r.Move), s.Loser(), sum)
		}
		return fmt.Sprintf("%s, and then answers each move of %v's with its image", s.plays(r, r.Move), s.Loser())
	case Pairs:
		return fmt.Sprintf("%v answers each move of %v's with its partner", s.Winner, s.Loser())
	case Knows:
		return ""
	}
	return s.plays(r, r.Move)
}

// Opposite returns the sum of the numbers of a cell and its image, if the winner copies by a half turn and cells are
// numbered. With it the reader need not turn the board, since opposite cells stay opposite.
func (s *Strategy) Opposite(r *Rule) (sum int, ok bool) {
	if r.Axis == nil || *r.Axis != bitboard.HalfTurn || r.Copy.Unmoved >= 0 || !s.Named() {
		return 0, false
	}
	for cell, image := range r.Copy.Mirror {
		a, errA := strconv.Atoi(s.game.CellText(cell))
		b, errB := strconv.Atoi(s.game.CellText(image))
		if errA != nil || errB != nil || cell > 0 && a+b != sum {
			return 0, false
		}
		sum = a + b
	}
	return sum, true
}

// plays says which move the winner plays.
func (s *Strategy) plays(r *Rule, m variants.Move) string {
	step := s.StepOf(r.Pattern.Least(), m)
	switch {
	case step.Block >= 0:
		return fmt.Sprintf("%v goes to %s and blocks %s", s.Winner, s.game.CellText(step.To), s.game.CellText(step.Block))
	case s.game.CellMoves():
		return fmt.Sprintf("%v %s %s", s.Winner, s.Verb(), s.game.CellText(step.To))
	}
	return fmt.Sprintf("%v plays %s", s.Winner, s.MoveText(r.Pattern.Least(), m))
}

// Why says why a rule wins.
func (s *Strategy) Why(r *Rule) string {
	switch r.Kind {
	case Moves:
		replies, most := "replies", ""
		if len(r.Replies) == 1 {
			replies = "reply"
		}
		if r.Pattern.May != r.Pattern.Need {
			most = " at most"
		}
		return fmt.Sprintf("%v then has %d %s%s", s.Loser(), len(r.Replies), replies, most)
	case Ends:
		return fmt.Sprintf("%v then cannot move, and has lost", s.Loser())
	case Walks, Plans:
		if len(r.Walk) == 1 {
			return fmt.Sprintf("%v cannot prevent it, and then cannot move", s.Loser())
		}
		if r.Kind == Plans {
			return fmt.Sprintf("%v can prevent none of these moves, and is stuck after the last one at the latest", s.Loser())
		}
		if len(r.Walk) == 2 {
			return fmt.Sprintf("%v cannot get in the way, and has at most 1 turn left", s.Loser())
		}
		return fmt.Sprintf("%v cannot get in the way, and has at most %d turns left", s.Loser(), len(r.Walk)-1)
	case Copies:
		text := fmt.Sprintf("after each answer the board looks the same from both sides, so %v always has an answer", s.Winner)
		if r.Axis != nil {
			text = fmt.Sprintf("%v copies %s: %s", s.Winner, analysis.AxisText(*r.Axis), text)
		}
		if c := r.Copy; c.Unmoved >= 0 {
			text += fmt.Sprintf("; %s is its own image, and the answer to it is %s", s.game.CellText(c.Unmoved), s.game.CellText(c.Instead))
		}
		return text
	case Pairs:
		return fmt.Sprintf("each cell that %v can go to has a partner beside it, which is free", s.Loser())
	}
	return s.Known(r)
}

// Known describes the nimber or value of a component: "nimber 2", "value -1/2", "at least 1*".
func (s *Strategy) Known(r *Rule) string {
	switch p := r.Part; {
	case p.Nimber != nil:
		return fmt.Sprintf("nimber %d", *p.Nimber)
	case p.Not != nil:
		return fmt.Sprintf("not nimber %d", *p.Not)
	case p.Value != nil:
		return fmt.Sprintf("value %v", p.Value)
	default:
		return fmt.Sprintf("at least %v", p.Least)
	}
}
