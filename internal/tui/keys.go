package tui

import (
	"slices"
	"strings"

	"gridlock/player"
)

// Effect is the effect of a key on the program, beyond the board.
type Effect int

// The effects.
const (
	None Effect = iota
	Quit
	Suspend
	Redraw
)

// Key obeys a key. Its name is a character, or up, down, left, right, enter, space, backspace, tab, shift+tab, esc,
// home, end, pgup, pgdown, ctrl+c, ctrl+l, ctrl+z. Unknown keys do nothing.
func (b *Board) Key(name string) Effect {
	switch name {
	case "ctrl+c":
		return Quit
	case "ctrl+z":
		return Suspend
	case "ctrl+l":
		return Redraw
	}
	if b.help {
		b.help = false
		return None
	}
	if name == "q" {
		return Quit
	}
	b.note = ""
	if act := b.actions()[name]; act != nil {
		act()
	}
	return None
}

// actions returns the effects of keys on the board.
func (b *Board) actions() map[string]func() {
	return map[string]func(){
		"up": func() { b.move(-1, 0) }, "down": func() { b.move(1, 0) },
		"left": func() { b.move(0, -1) }, "right": func() { b.move(0, 1) },
		"enter": b.press, "space": b.press, "esc": b.back,
		"u": b.undo, "backspace": b.undo, "r": b.redo,
		"home": func() { b.jump((*tree).first) }, "end": func() { b.jump((*tree).end) },
		"n": func() { b.next(1) }, "p": func() { b.next(-1) },
		"h": b.hint, "b": b.playBest, "w": func() { b.show(whyTab) },
		"v": b.showValues,
		"d": b.findDistances, "c": b.cancel,
		"tab": func() { b.show((b.tab + 1) % tabs) }, "shift+tab": func() { b.show((b.tab + tabs - 1) % tabs) },
		"pgup": func() { b.scroll -= scrolled }, "pgdown": func() { b.scroll += scrolled },
		"1": func() { b.show(movesTab) }, "2": func() { b.show(whyTab) },
		"3": func() { b.show(gameTab) }, "4": func() { b.show(chartTab) },
		"m": b.nextMode, "s": b.nextSide, "l": b.nextLevel,
		"?": func() { b.help = true },
	}
}

// scrolled is how many lines a key scrolls.
const scrolled = 3

// Click obeys a click on a place of the screen.
func (b *Board) Click(x, y int) {
	if b.help {
		b.help = false
		return
	}
	b.note = ""
	for _, z := range slices.Backward(b.draw().zones) {
		if !z.has(x, y) {
			continue
		}
		switch {
		case z.cell != "":
			b.focus = z.cell
			b.press()
		case z.move != "":
			b.playNamed(z.move)
		case z.node != nil:
			b.moveTo(z.node)
		case z.key != "":
			b.Key(z.key)
		}
		return
	}
}

// Resize says how large the terminal is, in characters.
func (b *Board) Resize(width, height int) { b.width, b.height = Bounded(width, height) }

// Bounded returns how much of a terminal is drawn, which bounds the work for a key. It is more than any board and panel
// need.
func Bounded(width, height int) (int, int) { return min(width, 240), min(height, 120) }

// move moves the cursor to the nearest cell that way, over holes if need be; in a graph it need not lie in
// the same row or column.
func (b *Board) move(down, right int) {
	r := b.at().rules
	at, nearest := cellNamed(r, b.focus), 0
	for _, c := range r.Cells {
		way := (c.Row-at.Row)*down + (c.Col-at.Col)*right
		aside := (c.Row-at.Row)*right + (c.Col-at.Col)*down
		if way <= 0 || c.Content == "hole" || aside != 0 && r.Shape != vertex {
			continue
		}
		if far := way + 2*max(aside, -aside); nearest == 0 || far < nearest {
			b.focus, nearest = c.Name, far
		}
	}
}

// press plays to the cell with the cursor, or takes the first of two steps.
func (b *Board) press() {
	if b.thinks() {
		b.note = turnNote(b.opt.Computer)
		return
	}
	m, ok := b.playable()[b.focus]
	switch {
	case !ok && b.step == b.focus && b.step != "":
		b.step = ""
	case !ok:
		b.note = b.refusal()
	case m.Block != nil && b.step == "":
		b.step = m.To
	default:
		b.play(m)
	}
}

// playNamed plays a move by its name.
func (b *Board) playNamed(name string) {
	if b.thinks() {
		b.note = turnNote(b.opt.Computer)
		return
	}
	all := b.at().moves()
	if i := slices.IndexFunc(all, func(m move) bool { return m.Move == name }); i >= 0 {
		b.play(all[i])
	}
}

// play plays a move of the user.
func (b *Board) play(m move) {
	puzzle := b.mode == Puzzle && b.at().parent == nil
	b.focus = m.To
	if !b.enter(m.Move) {
		return
	}
	if puzzle {
		b.quest.try(slices.Contains(b.quest.puzzle.Moves, m.Move))
	}
	b.due = true
}

// back takes back a step, or else stops the search.
func (b *Board) back() {
	switch {
	case b.step != "":
		b.step = ""
	case b.running.Key != "":
		b.stopped = true
	}
}

// cancel stops the search, or starts it again.
func (b *Board) cancel() {
	b.stopped = b.running.Key != ""
	b.due = !b.stopped && b.thinks()
}

// undo takes back a step or a move; against the computer, the user's own last move.
func (b *Board) undo() {
	if b.step != "" {
		b.step = ""
		return
	}
	if b.tree() == nil {
		return
	}
	n := b.at().parent
	for n != nil && n.parent != nil && b.mode == Play && n.rules.ToMove == b.opt.Computer {
		n = n.parent
	}
	if n == nil || b.mode == Play && n.rules.ToMove == b.opt.Computer {
		b.note = undoNote
		return
	}
	b.moveTo(n)
}

// redo plays again the moves that were taken back.
func (b *Board) redo() {
	if b.tree() == nil {
		return
	}
	n := b.at().chosen
	for n != nil && n.chosen != nil && b.mode == Play && n.rules.ToMove == b.opt.Computer {
		n = n.chosen
	}
	if n == nil {
		b.note = redoNote
		return
	}
	b.moveTo(n)
}

func (t *tree) first() *node { return t.root }
func (t *tree) end() *node   { return t.at.last() }

// jump shows another position of the line.
func (b *Board) jump(to func(*tree) *node) {
	if t := b.tree(); t != nil {
		b.moveTo(to(t))
	}
}

// next shows the next or previous variation or puzzle.
func (b *Board) next(by int) {
	if b.mode == Puzzle {
		b.quest.other(by)
		b.settle()
		return
	}
	n := b.tree().variation(by)
	if n == nil {
		b.note = variationNote
		return
	}
	b.moveTo(n)
}

// hint says more about the best moves each time.
func (b *Board) hint() {
	switch {
	case b.thinks():
		b.note = turnNote(b.opt.Computer)
		return
	case b.tree() == nil || b.at().rules.Over:
		return
	}
	b.stopped = false
	m, ok := best(b.at().moves())
	if !ok && b.hints > 0 {
		return // the answer is not known yet
	}
	b.hints = min(b.hints+1, 3)
	if b.hints < 3 {
		return
	}
	b.step, b.focus = "", m.To
	b.giveUp()
}

// giveUp counts a puzzle as not solved, when the solution is shown.
func (b *Board) giveUp() {
	if b.mode == Puzzle && b.tree() != nil && b.at().parent == nil {
		b.quest.try(false)
	}
}

// showValues shows the values of moves, or hides them.
func (b *Board) showValues() {
	b.opt.Values[b.mode] = !b.opt.Values[b.mode]
	if b.values() {
		b.giveUp()
	}
}

// playBest plays a best move, for the user.
func (b *Board) playBest() {
	if b.thinks() {
		b.note = turnNote(b.opt.Computer)
		return
	}
	m, ok := best(b.at().moves())
	switch {
	case b.tree() == nil || b.at().rules.Over:
		b.note = b.refusal()
	case !ok:
		b.note = bestNote
	default:
		b.giveUp()
		b.play(m)
	}
}

// show shows a page of the panel.
func (b *Board) show(t tab) {
	b.tab, b.scroll = t, 0
	if t == whyTab || t == chartTab {
		b.giveUp()
	}
}

// findDistances asks for the number of plies of every move, or stops doing so.
func (b *Board) findDistances() {
	b.exact, b.stopped = !b.exact, false
	b.note = exactNote(b.exact)
}

// nextMode goes from analysis to a game, to puzzles, and back to the game.
func (b *Board) nextMode() {
	b.mode = (b.mode + 1) % modes
	b.settle()
	b.due = true
}

// nextSide lets the computer play O, X, or nothing.
func (b *Board) nextSide() {
	if b.mode != Play {
		b.note = playNote
		return
	}
	b.opt.Computer = map[string]string{"O": "X", "X": "", "": "O"}[b.opt.Computer]
	b.settle()
	b.due = true
}

// nextLevel changes how well the computer plays.
func (b *Board) nextLevel() {
	if b.mode != Play {
		b.note = playNote
		return
	}
	levels := player.Levels()
	b.opt.Level = levels[(slices.Index(levels, strings.ToLower(b.opt.Level))+1)%len(levels)]
}
