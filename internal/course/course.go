// Package course walks through certificates: it gives the winner's move, its rule, the positions that the rule is
// about, and the rest of the proof. The service of package query uses it. So does a separate program for browsers, the
// only one that contains the checker of certificates.
//
// Its rules are those of package explain.
package course

import (
	"gridlock/bitboard"
	"gridlock/internal/explain"
	"gridlock/variants"
)

// Course is the answer to Walk: a game in which the winner plays by a checked certificate.
type Course struct {
	Claim    Claim    `json:"claim"`
	Moves    []string `json:"moves"`    // of the question
	Position string   `json:"position"` // after them
	ToMove   string   `json:"to_move"`
	Over     bool     `json:"over"`

	Answer  *string `json:"answer"`  // the winner's move; null if the loser is to move
	Rule    *Rule   `json:"rule"`    // the rule of this answer, or of the last one; null before it, or if components have the rules
	Parts   []Part  `json:"parts"`   // components, if these have the rules: after the answer, or now
	Replies []Reply `json:"replies"` // the loser's moves, after the answer, or now
	Left    Left    `json:"left"`
}

// Claim is the claim of a checked certificate.
type Claim struct {
	Variant  string `json:"variant"` // its name, see [variants.Variant.Name]
	Words    string `json:"words"`   // the words of its rules; "" if it is not of the family
	Board    string `json:"board"`
	Position string `json:"position"` // the position in which the game begins
	Usual    bool   `json:"usual"`    // whether games on this board usually begin in Position
	Winner   string `json:"winner"`
	Method   string `json:"method"`
	Records  uint64 `json:"records"`
	Rules    int    `json:"rules"` // number of rules that the records come from
	Turns    int    `json:"turns"` // maximum number of the winner's turns
}

// Rule is a rule of the winner's, turned to the board on the screen. Cells are numbered from 0, row by row.
type Rule struct {
	Number int      `json:"number"`
	Turn   int      `json:"turn"`   // number of the winner's turn by this rule, from 1; above 1 in walks, plans, copying
	Does   string   `json:"does"`   // what the winner plays
	Why    string   `json:"why"`    // why that wins
	Kind   string   `json:"kind"`   // how it goes on: moves, ends, walks, plans, copies or pairs
	Signs  []string `json:"signs"`  // the condition for each cell: gone, free, any, winner, loser, for-winner or for-loser; none without a condition
	Answer *string  `json:"answer"` // null if it depends on the loser's last move
	Walk   []string `json:"walk"`   // in walks and plans: all moves of the winner
	Pairs  [][]int  `json:"pairs"`  // copies and pairs: cells that answer each other
	Turned bool     `json:"turned"` // the board is another image of the rule's picture
	Either int      `json:"either"` // cells that may be free or not: the rule is about two to the power of this positions, and their images
	Some   []string `json:"some"`   // examples: the position with the fewest free cells first, that with the most last; none if there is only one
}

// Part is a component, with its known nimbers or values. Cells are numbered from 0, row by row.
type Part struct {
	Cells []int    `json:"cells"`
	Rules []int    `json:"rules"` // numbers
	Known []string `json:"known"` // what each of these rules says, as in "nimber 2", "not nimber 1", "value -1/2*" and "at least 0"
}

// Reply is a move of the loser's.
type Reply struct {
	Move string `json:"move"`
	Rule *int   `json:"rule"` // number of the next rule; null if rules are about components
}

// Left is the rest of a proof.
type Left struct {
	Rules int `json:"rules"` // rules that may still apply, including this one
	Turns int `json:"turns"` // maximum number of the winner's turns, including the answer
}

// Through returns the course of a game in a strategy after a line. The errors are those of [explain.Strategy.Follow].
func Through(s *explain.Strategy, line []variants.Move) (Course, error) {
	at, err := s.Follow(line)
	if err != nil {
		return Course{}, err
	}
	p := at.Position
	w := walker{Strategy: s, grid: p.Game().Grid()}
	out := Course{
		Claim: Claim{
			Variant: p.Game().Variant().Name(), Words: p.Game().Variant().Words(), Board: w.grid.String(), Position: s.Root.String(), Usual: s.Root == p.Game().Start(),
			Winner: s.Winner.String(), Method: string(s.Header.Method), Records: s.Header.Records, Rules: len(s.Rules), Turns: w.left(w.begin()).Turns,
		},
		Moves: s.Root.Record(line), Position: p.String(), ToMove: p.Side().String(), Over: p.Over(), Left: w.left(at),
	}
	if at.Move != nil {
		out.Answer = new(p.MoveText(*at.Move))
		line = append(line[:len(line):len(line)], *at.Move)
		if at, err = s.Follow(line); err != nil {
			return out, err
		}
	}
	out.Rule, out.Parts = w.rule(at), w.parts(at.Position)
	out.Replies, err = w.replies(at, line)
	if len(out.Replies) == 0 { // whatever the rule knows
		out.Left = Left{}
		if out.Answer != nil {
			out.Left = Left{1, 1}
		}
	}
	return out, err
}

// walker finds the course of a game in a strategy.
type walker struct {
	*explain.Strategy
	grid *bitboard.Grid
}

// begin returns the place where a game begins.
func (w walker) begin() explain.Stand {
	at, err := w.Follow(nil)
	if err != nil {
		panic(err) // the certificate has been checked
	}
	return at
}

// replies returns the loser's moves after a line.
func (w walker) replies(at explain.Stand, line []variants.Move) ([]Reply, error) {
	all := []Reply{}
	for cell := range at.Position.Legal().Cells() {
		m := variants.Move(cell)
		next := at
		if w.Header.Layered() {
			var err error
			if next, err = w.Follow(append(line[:len(line):len(line)], m)); err != nil {
				return nil, err
			}
		}
		r := Reply{Move: at.Position.MoveText(m)}
		if next.Rule != nil {
			r.Rule = &next.Rule.Number
		}
		all = append(all, r)
	}
	return all, nil
}

// parts returns the components of a position, if these have the rules.
func (w walker) parts(p variants.Position) []Part {
	all := []Part{}
	for _, c := range w.Components(p) {
		part := Part{Cells: []int{}, Rules: []int{}, Known: []string{}}
		for cell := range c.Cells.Cells().Cells() {
			part.Cells = append(part.Cells, cell)
		}
		for _, n := range c.Rules {
			part.Rules, part.Known = append(part.Rules, n), append(part.Known, w.Known(&w.Rules[n-1]))
		}
		all = append(all, part)
	}
	return all
}
