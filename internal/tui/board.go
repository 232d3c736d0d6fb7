// Package tui is the board on a terminal: its text, and the effects of keys and clicks. It needs no terminal and starts
// no goroutine; package gridlock/cmd/board connects it with a terminal.
//
// A Board takes the user's input (Key, Click, Resize) and draws itself (Frame). It knows no rules: it asks the service
// for cells, legal moves and the next positions, which takes no time. Questions that take a search go by Job, Event and
// Answer.
//
//	tree.go    the game with its variations
//	keys.go    what keys and clicks do
//	job.go     the search that is wanted now, and its answers
//	moves.go   what is known of the moves of a position
//	layout.go  where things are on the screen
//	cells.go   the cells
//	panel.go   the panel beside the cells, or below them
//	words.go   what is said
//	frame.go   text with styles
package tui

import (
	"context"
	"strconv"

	"gridlock/internal/query"
	"gridlock/internal/report"
)

// Mode is what the board is used for.
type Mode int

// The modes.
const (
	Analyse Mode = iota // all sides are played by the user, and every move shows its value
	Play                // the computer may play a side, and values are hidden at first
	Puzzle              // the move that wins is to be found
)

// modes is the number of modes.
const modes = 3

// Service answers questions. query.Service is one.
type Service interface {
	Ask(ctx context.Context, q query.Question, emit func(query.Event)) (query.Response, *query.Problem)
}

// Options are the options of a board.
type Options struct {
	Service  Service
	Variant  string   // the game, as the service knows it
	Name     string   // its name for people; by default the same
	Position string   // before the moves
	Moves    []string // played from there
	Mode     Mode
	Computer string      // the side that the computer plays in mode Play: X, O, or nothing
	Level    string      // how well it plays
	Values   [modes]bool // whether values are shown, by mode
	Seed     uint64      // seed of the computer's choices and of the first puzzle
	Puzzles  string      // the board of puzzles, as in 5x6; "" for the usual one of the game
}

// Board is the board. Make it with New. It serves one goroutine.
type Board struct {
	opt    Options
	width  int // the width of the terminal, in characters
	height int

	mode  Mode
	game  *tree // the game that is analysed or played
	quest *quest

	focus   string // name of the cell with the cursor
	step    string // the cell that the marker has stepped to, until a block is chosen
	hints   int    // how many hints the user has asked for: up to 3
	tab     tab
	scroll  int // lines of the panel that are above it
	help    bool
	stopped bool   // the user has stopped the search
	due     bool   // the computer is to play, even if the tree has moves here
	made    int    // moves that the computer has made
	exact   bool   // find the number of plies, however long it takes
	note    string // shown once

	running  Job
	progress *report.Progress
}

// New returns a board. The problem says why the position or a move is not accepted.
func New(opt Options) (*Board, *query.Problem) {
	b := &Board{opt: opt, mode: opt.Mode, width: 80, height: 24, quest: &quest{seed: opt.Seed}}
	rules, problem := b.rules(opt.Position)
	if problem != nil {
		return nil, problem
	}
	b.game = newTree(rules)
	for _, move := range opt.Moves {
		if !b.enter(move) {
			return nil, query.BadMoves.Problem(move)
		}
	}
	b.focus = b.firstFocus()
	return b, nil
}

// rules asks for a position by the rules.
func (b *Board) rules(position string) (report.Rules, *query.Problem) {
	q, problem := query.Parse(query.Position, map[string]string{"variant": b.opt.Variant, "position": position})
	if problem != nil {
		return report.Rules{}, problem
	}
	a, problem := b.opt.Service.Ask(context.Background(), q, nil)
	if problem != nil {
		return report.Rules{}, problem
	}
	return a.Value.(report.Rules), nil
}

// tree returns the game on the screen, nil during the search for a puzzle.
func (b *Board) tree() *tree {
	if b.mode == Puzzle {
		return b.quest.tree
	}
	return b.game
}

// at returns the position on the screen. During the search for a puzzle it is the one where the game was left.
func (b *Board) at() *node {
	if t := b.tree(); t != nil {
		return t.at
	}
	return b.game.at
}

// values reports whether values are shown.
func (b *Board) values() bool { return b.opt.Values[b.mode] }

// thinks reports whether it is the computer's turn.
func (b *Board) thinks() bool {
	r := b.at().rules
	return b.mode == Play && r.ToMove == b.opt.Computer && !r.Over
}

// enter plays a move in the position on the screen, and reports whether it is legal. A move that was played there
// before leads to the same node again.
func (b *Board) enter(move string) bool {
	n := b.at()
	for _, m := range n.rules.Moves {
		if m.Move == move {
			rules, problem := b.rules(m.Child)
			if problem != nil {
				b.note = problem.Detail
				return false
			}
			b.moveTo(n.child(move, rules))
			return true
		}
	}
	return false
}

// moveTo shows a position of the tree.
func (b *Board) moveTo(n *node) {
	b.tree().show(n)
	b.settle()
	b.follow()
}

// settle forgets state that was only about the previous position.
func (b *Board) settle() {
	b.step, b.hints, b.scroll, b.stopped, b.due, b.note = "", 0, 0, false, false, ""
	b.progress = nil
}

// firstFocus returns the first cell for the cursor: the cell of the marker to step, or a cell in the middle that can be
// played.
func (b *Board) firstFocus() string {
	r := b.at().rules
	middle := cellAt(r, (r.Rows-1)/2, (r.Cols-1)/2).Name
	for _, m := range r.Moves {
		if m.From != nil {
			return *m.From
		}
		if m.To == middle {
			return middle
		}
	}
	if len(r.Moves) > 0 {
		return r.Moves[0].To
	}
	return middle
}

// follow moves the cursor to the marker that is to step next, if there is one.
func (b *Board) follow() {
	for _, m := range b.at().rules.Moves {
		if m.From != nil {
			b.focus = *m.From
			return
		}
	}
}

// Say shows a text once.
func (b *Board) Say(text string) { b.note = text }

// cellAt returns the cell at a place.
func cellAt(r report.Rules, row, col int) report.Cell { return r.Cells[row*r.Cols+col] }

// cellNamed returns the cell with a name.
func cellNamed(r report.Rules, name string) report.Cell {
	for _, c := range r.Cells {
		if c.Name == name {
			return c
		}
	}
	return r.Cells[0]
}

// Record returns the first position of the game, and the moves to the position on the screen.
func (b *Board) Record() (start string, moves []string) {
	t := b.tree()
	if t == nil {
		t = b.game
	}
	for n := t.at; n.parent != nil; n = n.parent {
		moves = append([]string{n.move}, moves...)
	}
	return t.root.rules.Position, moves
}

// quest is the puzzle on the screen, and the counts of puzzles tried and solved.
type quest struct {
	seed   uint64
	tree   *tree // the puzzle; nil during the search for it
	puzzle report.Puzzle
	tried  bool // a move has been tried, or the solution shown
	solved int  // puzzles solved at once
	done   int  // puzzles tried
}

// begin sets a puzzle.
func (q *quest) begin(z report.Puzzle, rules report.Rules) {
	q.puzzle, q.tree, q.tried = z, newTree(rules), false
}

// try counts the first attempt at a puzzle.
func (q *quest) try(right bool) {
	if q.tried {
		return
	}
	q.tried = true
	q.done++
	if right {
		q.solved++
	}
}

// other goes to the next puzzle or the previous one. The first puzzle has no previous one.
func (q *quest) other(by int) {
	if by > 0 || q.seed > 0 {
		q.seed, q.tree = q.seed+uint64(by), nil
	}
}

// name names the puzzle.
func (q *quest) name() string { return "puzzle " + strconv.FormatUint(q.seed, 10) }
