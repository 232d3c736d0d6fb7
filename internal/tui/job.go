package tui

import (
	"strconv"
	"time"

	"gridlock/internal/query"
	"gridlock/internal/report"
)

// Job is a question that takes a search.
type Job struct {
	Question query.Question
	Key      string // tells jobs apart; "" for no job

	node *node
}

// Limits of searches that start by themselves.
const (
	moveTime    = 2 * time.Second // the time of the computer for a move
	historyTime = 5 * time.Second // the time to find who wins an earlier position
)

// Job returns the search that is wanted now; its Key is empty if there is none. The caller cancels the earlier
// question, passes on its events (Event), and in the end the answer (Answer).
func (b *Board) Job() Job {
	kind, n, params := b.wanted()
	if kind == "" {
		b.running, b.progress = Job{}, nil
		return b.running
	}
	params["variant"] = b.opt.Variant
	q, problem := query.Parse(kind, params)
	if problem != nil {
		b.stopped, b.note = true, problem.Detail
		return Job{}
	}
	if key := q.Key(); key != b.running.Key || n != b.running.node {
		b.running, b.progress = Job{q, key, n}, nil
	}
	return b.running
}

// wanted returns the question to search now, and its position.
func (b *Board) wanted() (kind query.Kind, n *node, params map[string]string) {
	n = b.at()
	position := map[string]string{"position": n.rules.Position}
	switch {
	case b.stopped:
		return "", n, nil
	case b.mode == Puzzle && b.quest.tree == nil:
		return query.Puzzle, nil, map[string]string{"board": b.opt.Puzzles, "seed": strconv.FormatUint(b.quest.seed, 10)}
	case b.thinks() && (b.due || len(n.children) == 0):
		position["level"], position["timeout"] = b.opt.Level, moveTime.String()
		position["seed"] = strconv.FormatUint(b.opt.Seed+uint64(b.made), 10)
		return query.Move, n, position
	case b.studies(n):
		position["distance"] = strconv.FormatBool(b.exact)
		return query.Analysis, n, position
	case b.mode != Analyse && b.tab != chartTab:
		return "", n, nil
	}
	for _, n := range b.tree().line() {
		if winner, _ := n.outcome(); winner == "" && !n.asked {
			return query.Solve, n, map[string]string{"position": n.rules.Position, "timeout": historyTime.String()}
		}
	}
	return "", n, nil
}

// studies reports whether the moves of a position are to be analysed.
func (b *Board) studies(n *node) bool {
	switch {
	case n.rules.Over || n.study != nil && (n.exact || !b.exact):
		return false
	case b.mode == Analyse || b.mode == Puzzle && n.parent == nil:
		return true
	}
	return b.values() || b.hints > 0 || b.tab == whyTab
}

// Event takes an event before an answer.
func (b *Board) Event(key string, e query.Event) {
	switch {
	case key == "" || key != b.running.Key:
	case e.Progress != nil:
		b.progress = e.Progress
	case e.Moves != nil && b.running.node != nil:
		b.running.node.partial = e.Moves
	}
}

// Answer takes the answer to a job, or the problem.
func (b *Board) Answer(key string, a query.Response, problem *query.Problem) {
	if key == "" || key != b.running.Key {
		return
	}
	n, exact := b.running.node, b.running.Question.Distance
	b.running, b.progress = Job{}, nil
	if problem != nil {
		b.stopped, b.note = true, problem.Detail
		return
	}
	switch v := a.Value.(type) {
	case report.Study:
		n.study, n.exact = &v, exact
	case report.Solution:
		n.result, n.asked = &v.Result, true
	case query.Choice:
		b.reply(n, v)
	case report.Puzzle:
		b.pose(v)
	}
}

// reply plays the computer's move.
func (b *Board) reply(n *node, c query.Choice) {
	if c.Move == nil || n != b.at() {
		return
	}
	b.focus = c.Geometry.To // the cursor stays there if there is no marker to follow
	if b.enter(*c.Move) {
		b.at().choice = &c
		b.made++
	}
}

// pose sets a puzzle.
func (b *Board) pose(z report.Puzzle) {
	rules, problem := b.rules(z.Position)
	if problem != nil {
		b.stopped, b.note = true, problem.Detail
		return
	}
	b.quest.begin(z, rules)
	b.settle()
	b.show(movesTab)
	if b.values() {
		b.giveUp()
	}
	b.focus = b.firstFocus()
}
