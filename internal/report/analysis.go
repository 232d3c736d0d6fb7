package report

import (
	"gridlock/analysis"
	"gridlock/solver"
	"gridlock/variants"
)

// Study is the output of analyze: that of solve, and more.
type Study struct {
	Result
	Moves      []MoveAnalysis     `json:"moves"` // best first
	Why        *string            `json:"why"`   // how the lemma applies
	Evidence   *analysis.Evidence `json:"evidence"`
	Facts      analysis.Facts     `json:"facts"`
	Worth      *Worth             `json:"worth"`                  // null in games in which marks are not placed
	Difficulty *Difficulty        `json:"difficulty"`             // null if unknown
	Class      *OutcomeClass      `json:"outcome_class,omitzero"` // the class if it was asked for
	Game       *Game              `json:"game,omitzero"`          // the game if moves were played
	Limit      *string            `json:"limit"`                  // time, nodes, memory, search, or null
}

// MoveAnalysis is a move. Change is how many plies later it wins or sooner it loses than the best move, 0 if that is
// unknown or does not apply.
type MoveAnalysis struct {
	Move
	Mistake  string             `json:"mistake"` // "", "?!" or "??"
	Change   int                `json:"change"`
	Lemma    *string            `json:"lemma"`
	Why      *string            `json:"why"`
	PV       []string           `json:"pv"` // with the move
	Geometry Geometry           `json:"geometry"`
	Evidence *analysis.Evidence `json:"evidence"` // evidence about the position after the move
	Engine   *string            `json:"engine"`   // book, theory, a search, or auto if it follows from others
	Next     *Next              `json:"next,omitempty"`
}

// Next is the winner's next choice after a move: right after the move if it loses, after the best reply if it wins. It
// is present if it was asked for and is known.
type Next struct {
	After []string `json:"after"` // the move and, if it wins, the reply
	analysis.Tally
}

// Game is a review.
type Game struct {
	Start        string    `json:"start"`
	Plies        []Ply     `json:"plies"`
	FirstBlunder *int      `json:"first_blunder"` // ply, from 1
	OnlyMoves    OnlyMoves `json:"only_moves"`
	Difficulty   Sides     `json:"difficulty"` // the difficulty of keeping a win
	Sentences    []string  `json:"sentences"`
}

// Sides is the difficulty for each player, null for a player not known to have had a winning move.
type Sides struct {
	X *Difficulty `json:"X"`
	O *Difficulty `json:"O"`
}

// OnlyMoves lists the plies at which a player had only one winning move, and the most such turns in a row.
type OnlyMoves struct {
	X Streak `json:"X"`
	O Streak `json:"O"`
}

type Streak struct {
	Plies  []int `json:"plies"`
	Streak int   `json:"streak"`
}

// Ply is a move of a game, its value for the player who made it, and the best move.
type Ply struct {
	Ply      int          `json:"ply"`
	Player   string       `json:"player"`
	Mark     string       `json:"mark"` // "", "!", "?!" or "??"
	Played   MoveAnalysis `json:"played"`
	Best     MoveAnalysis `json:"best"`
	Position Result       `json:"position"` // before the move
}

// Reason is why a position is won or lost, as in Study.
type Reason struct {
	Winner   *string            `json:"winner"`
	Lemma    *string            `json:"lemma"`
	Why      *string            `json:"why"`
	Evidence *analysis.Evidence `json:"evidence"`
}

// NewReason returns in JSON why a position is won or lost.
func NewReason(p variants.Position, r solver.Result, why analysis.Reason, e *analysis.Evidence) *Reason {
	return &Reason{NewResult(p, r).Winner, textOrNil(why.Name()), textOrNil(why.Text), e}
}

// NewStudy returns an analysis for JSON, with the limit that err, which may be nil, names.
func NewStudy(g analysis.Review, err error) Study {
	a := g.End
	out := Study{
		Result: NewResult(a.Position, a.Result), Class: classOf(a.Answer), Limit: Limit(err),
		Moves: []MoveAnalysis{}, Why: textOrNil(a.Reason.Text), Evidence: a.Evidence, Facts: a.Facts, Difficulty: newDifficulty(a.Difficulty),
		Worth: NewWorth(a.Position, a.Worth),
	}
	if out.Value == nil && out.Worth != nil {
		out.Value = out.Worth.Value
	}
	out.Facts.Components = append([][]string{}, a.Facts.Components...)
	for _, m := range a.Moves {
		out.Moves = append(out.Moves, newMoveAnalysis(a.Position, m))
	}
	if len(g.Plies) > 0 {
		out.Game = newGame(g)
	}
	return out
}

func newMoveAnalysis(p variants.Position, m analysis.Move) MoveAnalysis {
	out := MoveAnalysis{
		Move: NewMove(p, m), Mistake: m.Mistake.String(), Change: m.Change,
		Lemma: textOrNil(m.Reason.Name()), Why: textOrNil(m.Reason.Text), PV: p.Record(m.Line()),
		Geometry: NewGeometry(p, m.Move), Evidence: m.Evidence,
	}
	if m.After.Proven {
		out.Engine = &m.After.Engine
	}
	if n := m.Next; n != nil {
		out.Next = &Next{p.Record(n.Line), n.Tally}
	}
	return out
}

func newGame(g analysis.Review) *Game {
	out := &Game{Start: g.Position(0).Position.String(), Plies: []Ply{}, Sentences: g.Sentences()}
	for i, p := range g.Plies {
		at := p.Before.Position
		out.Plies = append(out.Plies, Ply{
			Ply: i + 1, Player: at.Side().String(), Mark: p.Mark(),
			Played: newMoveAnalysis(at, p.Played), Best: newMoveAnalysis(at, p.Before.Moves[0]), Position: NewResult(at, p.Before.Result),
		})
	}
	if ply, ok := g.FirstBlunder(); ok {
		out.FirstBlunder = &ply
	}
	streak := func(player variants.Player) Streak {
		plies, streak := g.OnlyMoves(player)
		return Streak{append([]int{}, plies...), streak}
	}
	out.OnlyMoves = OnlyMoves{streak(variants.X), streak(variants.O)}
	task := func(player variants.Player) *Difficulty {
		if d := g.Difficulty(player); len(d.Turns) > 0 {
			return newDifficulty(&d)
		}
		return nil
	}
	out.Difficulty = Sides{task(variants.X), task(variants.O)}
	return out
}
