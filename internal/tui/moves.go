package tui

import (
	"cmp"
	"slices"

	"gridlock/internal/report"
)

// move is a legal move with what is known of it.
type move struct {
	report.LegalMove
	outcome  string // for the player who makes it: win, loss, or nothing
	distance *int   // plies from the position before it
	found    *report.MoveAnalysis
}

// winner returns who wins after the move.
func (m move) winner(mover string) string {
	if m.outcome == "win" {
		return mover
	}
	return other(mover)
}

// moves returns the legal moves, the best first.
func (n *node) moves() []move {
	known := map[string]move{}
	if n.study != nil {
		for i, v := range n.study.Moves {
			known[v.Move.Move] = move{outcome: deref(v.Outcome), distance: v.Distance, found: &n.study.Moves[i]}
		}
	}
	for _, v := range n.partial {
		m := known[v.Move]
		m.outcome = cmp.Or(m.outcome, deref(v.Outcome))
		if m.distance == nil {
			m.distance = v.Distance
		}
		known[v.Move] = m
	}
	var all []move
	for _, legal := range n.rules.Moves {
		m := known[legal.Move]
		m.LegalMove = legal
		all = append(all, m)
	}
	slices.SortStableFunc(all, better)
	return all
}

// deref returns the text, nothing for nil.
func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// better compares moves: the one that wins is better, sooner or, if it loses, later.
func better(a, b move) int {
	rank := func(m move) int {
		return map[string]int{"win": 0, "": 1, "loss": 2}[m.outcome]
	}
	const far = 1 << 20 // an unknown number of plies
	plies := func(m move) int {
		switch {
		case m.distance == nil:
			return far
		case m.outcome == "loss":
			return -*m.distance
		}
		return *m.distance
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(plies(a), plies(b)))
}

// decided counts the moves whose outcome is known.
func decided(all []move) (wins, losses int) {
	for _, m := range all {
		switch m.outcome {
		case "win":
			wins++
		case "loss":
			losses++
		}
	}
	return wins, losses
}

// best returns a best move, if it is known that there is no better one.
func best(all []move) (move, bool) {
	if len(all) == 0 || all[0].outcome == "" {
		return move{}, false
	}
	return all[0], true
}

// playable returns the moves that a cell stands for, by its name: the best of those that go
// there or, after a step, of those that block it.
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
