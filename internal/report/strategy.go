package report

import (
	"gridlock/analysis"
	"gridlock/internal/explain"
	"gridlock/proof"
	"gridlock/variants"
)

// Strategy is a certificate as rules. Fields that do not apply are null.
type Strategy struct {
	Named
	Board    string         `json:"board"`
	Position string         `json:"position"`
	ToMove   string         `json:"to_move"`
	Winner   string         `json:"winner"`
	Method   proof.Method   `json:"method"`
	Records  uint64         `json:"records"` // of the certificate
	Opening  *string        `json:"opening"` // the winner's first move, if the rules begin after it
	Start    []RuleReply    `json:"start"`   // the first rules of a strategy
	Rules    []StrategyRule `json:"rules"`
}

// StrategyRule is a rule of a strategy, or the nimber or value of a component.
type StrategyRule struct {
	Number  int         `json:"number"`
	Kind    string      `json:"kind"`   // moves, ends, walks, plans, copies, pairs or component
	Cells   [][]string  `json:"cells"`  // the picture, in rows: gone, free, any, winner, loser, for-winner, for-loser; null if there is none
	Move    *string     `json:"move"`   // the winner's
	To      *string     `json:"to"`     // the cell that it goes to
	Block   *string     `json:"block"`  // the one that it blocks
	Walk    []string    `json:"walk"`   // the winner's turns
	Images  []string    `json:"images"` // copies: the answer to each cell, row by row
	Mirror  *string     `json:"mirror"` // the name of a mirror of the board
	Pairs   [][]string  `json:"pairs"`
	Replies []RuleReply `json:"replies"`
	Known   *string     `json:"known"` // of a component
	Does    string      `json:"does"`
	Why     string      `json:"why"`
}

// RuleReply is a move of the loser's, and the rule for the position after it.
type RuleReply struct {
	Move *string `json:"move"` // the move in the picture of the rule before; null if the winner begins
	Rule int     `json:"rule"`
	Turn string  `json:"turn"` // the board, for it to look like the picture: "as it is", "half turn" …
}

// NewStrategy returns a strategy in JSON.
func NewStrategy(s *explain.Strategy) Strategy {
	out := Strategy{
		Named: NewNamed(s.Root.Game().Variant()), Board: s.Header.Board, Position: s.Header.Position, ToMove: s.Header.ToMove,
		Winner: s.Header.Winner, Method: s.Header.Method, Records: s.Header.Records,
		Start: ruleReplies(s, nil, s.Start), Rules: []StrategyRule{},
	}
	if s.Opening != nil {
		out.Opening = new(s.Root.MoveText(*s.Opening))
	}
	for i := range s.Rules {
		out.Rules = append(out.Rules, NewStrategyRule(s, &s.Rules[i]))
	}
	return out
}

// NewStrategyRule returns a rule in JSON.
func NewStrategyRule(s *explain.Strategy, r *explain.Rule) StrategyRule {
	game := s.Root.Game()
	out := StrategyRule{
		Number: r.Number, Kind: r.Kind.String(), Does: s.Does(r), Why: s.Why(r), Replies: ruleReplies(s, r, r.Replies),
	}
	switch r.Kind {
	case explain.Knows:
		out.Known = new(s.Known(r))
		out.Cells = signs(s, func(c int) explain.Sign { return s.PartSign(r, c) })
	case explain.Pairs:
		out.Pairs = game.PairTexts(r.Pairs)
	}
	if s.Header.Layered() {
		out.Cells = signs(s, func(c int) explain.Sign { return s.Sign(r, c) })
		if r.Walk == nil {
			step := s.StepOf(r.Pattern.Least(), r.Move)
			out.Move, out.To, out.Block = new(s.MoveText(r.Pattern.Least(), r.Move)), new(game.CellText(step.To)), cellOrNil(game, step.Block)
		}
		out.Walk = s.WalkOf(r)
	}
	if r.Copy != nil {
		for cell := range game.Grid().Size() {
			out.Images = append(out.Images, game.CellText(int(r.Copy.Answer(variants.Move(cell)))))
		}
		if r.Axis != nil {
			out.Mirror = new(analysis.SymmetryName(*r.Axis))
		}
	}
	return out
}

// signs returns the signs of a picture.
func signs(s *explain.Strategy, sign func(c int) explain.Sign) (rows [][]string) {
	grid := s.Root.Game().Grid()
	for c := range grid.Size() {
		if c%grid.Cols() == 0 {
			rows = append(rows, nil)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], sign(c).String())
	}
	return rows
}

func ruleReplies(s *explain.Strategy, r *explain.Rule, replies []explain.Reply) []RuleReply {
	out := []RuleReply{}
	for _, reply := range replies {
		to := RuleReply{Rule: reply.Rule, Turn: explain.TurnText(reply.Turn)}
		if r != nil || s.Root.Side() != s.Winner {
			to.Move = new(s.ReplyText(r, reply))
		}
		out = append(out, to)
	}
	return out
}
