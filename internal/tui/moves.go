package tui

import (
	"slices"

	"gridlock/analysis"
	"gridlock/internal/report"
	"gridlock/solver"
)

// move is a legal move and its result.
type move struct {
	report.LegalMove
	solver.Score
	found *report.MoveAnalysis
}

// winner returns who wins after the move.
func (m move) winner(mover string) string {
	if m.Outcome == solver.Win {
		return mover
	}
	return other(mover)
}

// moves returns the legal moves, the best first.
func (n *node) moves() []move {
	known := map[string]move{}
	if n.study != nil {
		for i, v := range n.study.Moves {
			known[v.Move.Move] = move{Score: v.Score(), found: &n.study.Moves[i]}
		}
	}
	for _, v := range n.partial {
		m, ok := known[v.Move]
		if now := v.Score(); !ok || m.Outcome == solver.Unknown || m.Distance == solver.NoDistance && now.Outcome == m.Outcome {
			m.Score = now
		}
		known[v.Move] = m
	}
	var all []move
	for _, legal := range n.rules.Moves {
		m, ok := known[legal.Move]
		if !ok {
			m.Score = solver.UnknownScore()
		}
		m.LegalMove = legal
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b move) int { return a.Compare(b.Score) })
	return all
}

// deref returns the text, nothing for nil.
func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// tally counts the moves.
func tally(all []move) (t analysis.Tally) {
	t.Legal = len(all)
	for _, m := range all {
		switch m.Outcome {
		case solver.Win:
			t.Winning++
		case solver.Loss:
			t.Losing++
		}
	}
	return t
}

// best returns a best move, if it is known that no other is better.
func best(all []move) (move, bool) {
	if len(all) == 0 || all[0].Outcome == solver.Unknown {
		return move{}, false
	}
	return all[0], true
}

// playable returns, by name of cell, the best move that goes there or, after a step, the best move that blocks it.
func (b *Board) playable() map[string]move {
	cells := map[string]move{}
	if b.mode == Puzzle && b.quest.tree == nil {
		return cells
	}
	for _, m := range b.at().moves() {
		cell := m.To
		if b.step != "" {
			if m.To != b.step || m.Block == nil {
				continue
			}
			cell = *m.Block
		}
		if _, taken := cells[cell]; !taken {
			cells[cell] = m
		}
	}
	return cells
}
