package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"gridlock/analysis"
	"gridlock/internal/printable"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/solver"
)

// Texts about keys that can do nothing now.
const (
	undoNote      = "There is no move to take back."
	redoNote      = "There is no move to play again."
	variationNote = "There are no variations: play another move from an earlier position."
	bestNote      = "No best move is known yet; h searches for one."
	playNote      = "That is for games against the computer: press m."
	blockNote     = "Now the cell to block. Esc takes the step back."
)

// turnNote says whose turn it is.
func turnNote(computer string) string { return "It is the computer's turn: it plays " + computer + "." }

// exactNote says whether numbers of plies are now searched.
func exactNote(exact bool) string {
	if exact {
		return "The number of plies of every move is searched for."
	}
	return "The number of plies is shown where it is quickly found."
}

// helpLines explains keys and signs, in at most 40 columns and 19 lines.
var helpLines = []string{
	"Keys",
	"",
	"arrows     move the cursor",
	"Enter      play there (Space, click)",
	"Esc        take a step back, stop",
	"u r        undo, redo (wheel)",
	"Home End   first, last position",
	"n p        other variation or puzzle",
	"h          hint; again for more",
	"b w        play a best move; why",
	"v d        values; plies of all moves",
	"Tab PgDn   pages of the panel",
	"m s l      mode, side, level",
	"c          stop or start the search",
	"Ctrl-Z q   suspend, quit",
	"",
	"[W7] (L4)  wins in 7 plies, loses in 4",
	"? *        not known yet, best",
	". - #      can be played, not, blocked",
}

// other returns the opponent of a player.
func other(player string) string {
	if player == "X" {
		return "O"
	}
	return "X"
}

// plies writes a number of plies.
func plies(n int) string { return english.Plural(n, "ply", "plies") }

// in writes the number of plies after a verb, "" if it is unknown.
func in(distance *int) string {
	if distance == nil {
		return ""
	}
	return " in " + plies(*distance)
}

// label writes the value of a move as it stands in a cell: W7, L4 or ?.
func label(m move, brackets bool) string {
	text := m.Glyph()
	switch text = cmp.Or(strings.TrimSuffix(text, "?"), text); {
	case !brackets || m.Outcome == solver.Unknown:
		return text
	case m.Outcome == solver.Win:
		return "[" + text + "]"
	}
	return "(" + text + ")"
}

// heading names the game and the board, and says what the board is used for.
func (b *Board) heading() row {
	n := b.at()
	r := row{{text: b.name(), style: Style{Bold: true}}, {text: n.rules.Board + " "}}
	switch b.mode {
	case Analyse:
		r = append(r, word{text: "analyse ", key: "m"})
	case Puzzle:
		r = append(r, word{text: b.quest.name(), key: "m"}, word{text: fmt.Sprintf(" solved %d of %d ", b.quest.solved, b.quest.done)})
	default:
		r = append(r, word{text: "play ", key: "m"}, word{text: b.players() + " ", key: "s"})
	}
	return append(r, word{text: fmt.Sprintf("ply %d", n.ply())})
}

// name returns the game's name for people, shortened if need be.
func (b *Board) name() string {
	const most = 30
	name := cmp.Or(b.opt.Name, b.opt.Variant)
	if len(name) > most {
		name = name[:most-3] + "..."
	}
	return name
}

// players says who plays.
func (b *Board) players() string {
	switch b.opt.Computer {
	case "X":
		return "X: " + b.opt.Level + ", O: you"
	case "O":
		return "X: you, O: " + b.opt.Level
	}
	return "two people"
}

// overText says who has won.
func overText(r report.Rules) string {
	return fmt.Sprintf("%s cannot move: %s has won.", r.ToMove, *r.Winner)
}

// verdict says whose turn it is and, if values are shown, who wins.
func (b *Board) verdict() string {
	n := b.at()
	turn := n.rules.ToMove + " to move"
	switch winner, distance := n.outcome(); {
	case b.tree() == nil && b.stopped:
		return "There is no " + b.quest.name() + "."
	case b.tree() == nil:
		return "Looking for " + b.quest.name() + "."
	case n.rules.Over:
		return overText(n.rules)
	case b.mode == Puzzle && n.parent == nil:
		return turn + " and win in " + plies(b.quest.puzzle.Depth) + "."
	case b.thinks() && b.running.Key == "":
		return turn + ": the computer. c: let it play."
	case b.thinks():
		return turn + ": the computer."
	case !b.values() && b.mode == Play && b.opt.Computer != "":
		return turn + ": you."
	case !b.values():
		return turn + "."
	case winner == "":
		return turn + ". Not decided yet."
	default:
		return turn + ". " + winner + " wins" + in(distance) + "."
	}
}

// focused says what is in the cell under the cursor, or what can be done there.
func (b *Board) focused() string {
	c := cellNamed(b.at().rules, b.focus)
	text := map[string]string{"empty": "empty", "blocked": "blocked", "hole": "blocked"}[c.Content]
	switch {
	case c.Content == "mark" && b.left(c):
		text = "empty"
	case c.Content == "mark":
		text = "marker of " + *c.Player
	case c.Content == "used":
		text = "used by " + *c.Player
	}
	if c.Content == "empty" && len(c.Closed) > 0 {
		text += ", closed to " + strings.Join(c.Closed, " and ")
	}
	if c.Name == b.step {
		text = "marker of " + b.at().rules.ToMove + " after the step"
	}
	m, ok := b.playable()[c.Name]
	switch {
	case !ok:
	case b.step != "" && b.values() && m.Outcome != solver.Unknown:
		text = "blocking it " + m.Words()
	case b.step != "":
		text = "can be blocked"
	case b.values() && m.Outcome != solver.Unknown:
		text = m.Words()
	default:
		text = "can be played"
	}
	return c.Name + ": " + text
}

// refusal says why no move can be played at the cell with the cursor.
func (b *Board) refusal() string {
	switch {
	case b.tree() == nil:
		return "The puzzle is not there yet."
	case b.at().rules.Over:
		return "The game is over. u takes moves back."
	case b.step != "":
		return b.focus + " cannot be blocked."
	}
	return b.focus + " cannot be played."
}

// messages returns the texts to show now, besides the verdict.
func (b *Board) messages() (all []string) {
	say := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	n := b.at()
	say(b.note)
	if b.tree() == nil {
		if b.stopped {
			say("n: look for another.")
		}
		return all
	}
	if b.step != "" {
		say(blockNote)
	}
	say(b.puzzleText(n))
	if b.mode == Play {
		say(playText(n))
	}
	say(b.hintText(n))
	return all
}

// playText says what the computer played, and what you can do after the game.
func playText(n *node) (text string) {
	if n.choice != nil {
		text = fmt.Sprintf("%s played %s.", n.parent.rules.ToMove, n.move)
		if n.choice.Limit != nil && n.choice.AtMost == nil {
			text += " That was a guess: it had not searched everything."
		}
	}
	if n.rules.Over {
		text += " m: see the values of the game. Home: play again."
	}
	return strings.TrimSpace(text)
}

// puzzleText says whether the move tried solves the puzzle.
func (b *Board) puzzleText(n *node) string {
	if b.mode != Puzzle || n.parent == nil || n.parent.parent != nil {
		return ""
	}
	z := b.quest.puzzle
	if slices.Contains(z.Moves, n.move) {
		return fmt.Sprintf("Right: %s wins in %s. n: next puzzle.", n.move, plies(z.Depth))
	}
	text := fmt.Sprintf("Wrong: %s loses.", n.move)
	for _, m := range n.parent.moves() {
		if m.Move == n.move && m.found != nil && len(m.found.PV) > 1 {
			text = fmt.Sprintf("Wrong: %s loses%s. The answer is %s.", n.move, in(m.found.Distance), strings.Join(m.found.PV[1:], " "))
		}
	}
	return text + " u: try again."
}

// hintText says how many moves win, where a best move is, or names it.
func (b *Board) hintText(n *node) string {
	if b.hints == 0 || n.rules.Over {
		return ""
	}
	all := n.moves()
	m, ok := best(all)
	switch {
	case !ok:
		return waiting(b.running.Key != "")
	case b.hints == 1:
		return "Hint: " + tally(all).HowMany() + " (h: more)"
	case b.hints == 2:
		return fmt.Sprintf("Hint: a best move is %s. (h: more)", m.Where)
	}
	how := m.Move
	if m.Block != nil {
		how = fmt.Sprintf("%s (go to %s, block %s)", m.Move, m.To, *m.Block)
	}
	return fmt.Sprintf("Hint: %s %s.", how, m.Words())
}

// waiting says that the answer is not there yet.
func waiting(searching bool) string {
	if searching {
		return "The search is not finished."
	}
	return "Not known; c starts the search."
}

// reason says why a position is won: by the lemma that applies, or by the line of best play.
func reason(winner, why *string, line []string) string {
	switch {
	case winner == nil:
		return "Not decided."
	case why != nil:
		return printable.Sentence(*why)
	case len(line) == 0:
		return "By search: no lemma applies."
	}
	return "By search: no lemma applies. Best play: " + strings.Join(line, " ")
}

// moveReason says why a move wins or loses.
func moveReason(m move) string {
	if m.Outcome == solver.Unknown {
		return m.Move + ": not decided."
	}
	text := fmt.Sprintf("%s %s.", m.Move, m.Words())
	if m.found.Why != nil {
		text += " " + printable.Sentence(*m.found.Why)
	}
	if len(m.found.PV) > 1 {
		text += " Line: " + strings.Join(m.found.PV, " ")
	}
	return text
}

// facts lists the facts about the position.
func facts(s report.Study) string {
	f := s.Facts
	text := f.HowMany
	if n := len(f.Components); n > 1 {
		text += fmt.Sprintf(" Components: %d.", n)
	}
	if s.Nimber != nil {
		text += fmt.Sprintf(" Nimber: %d.", *s.Nimber)
	}
	if s.Value != nil {
		text += fmt.Sprintf(" Value: %s.", *s.Value)
	}
	if f.Partner != nil {
		text += fmt.Sprintf(" Partner of the last cell: %s.", *f.Partner)
	}
	if r := f.Rooms; r != nil {
		text += fmt.Sprintf(" Moves alone: X %s, O %s.", span(r.X), span(r.O))
	}
	return text
}

// span writes bounds on a number of moves.
func span(r analysis.Room) string {
	if r.Least == r.Most {
		return fmt.Sprint(r.Least)
	}
	return fmt.Sprintf("%d to %d", r.Least, r.Most)
}

// footer shows the progress of a search, or as many keys as have room.
func (b *Board) footer() (r row) {
	if b.running.Key != "" {
		return append(b.searching(), word{text: " c", key: "c", style: Style{Bold: true}}, word{text: "stop", key: "c"})
	}
	hints := [][2]string{{"?", "help"}, {"h", "hint"}, {"u", "undo"}, {"v", "values"}, {"q", "quit"}, {"w", "why"}, {"m", "mode"}, {"b", "best"}}
	switch {
	case b.stopped:
		hints = slices.Insert(hints, 0, [2]string{"c", "continue"})
	case b.mode == Puzzle:
		hints = slices.Insert(hints, 1, [2]string{"n", "next"})
	}
	room := b.width - 2*edge
	for _, hint := range hints {
		if room -= len(hint[0]) + 1 + len(hint[1]); room < 0 {
			break
		}
		room -= 2
		r = append(r, word{text: hint[0], key: hint[0], style: Style{Bold: true}},
			word{text: hint[1] + " ", key: hint[0], style: Style{Ink: Faint}})
	}
	return r
}

// searching says how far the search is, as fully as the line has room.
func (b *Board) searching() row {
	doing := map[query.Kind]string{query.Move: "Thinking", query.Puzzle: "Looking for a puzzle", query.Solve: "Looking back"}
	what := cmp.Or(doing[b.running.Question.Kind], "Searching")
	p := b.progress
	if p == nil {
		return words(what+"...", Style{})
	}
	nodes, seconds := humanize.Comma(int64(p.Nodes)), fmt.Sprintf("%.1f s", p.Seconds)
	of, short := "", ""
	if b.running.Question.Kind == query.Analysis {
		all := b.running.node.moves()
		t := tally(all)
		of, short = fmt.Sprintf(", %d of %d moves decided", t.Winning+t.Losing, t.Legal), fmt.Sprintf(" %d/%d", t.Winning+t.Losing, t.Legal)
	}
	texts := []string{
		fmt.Sprintf("%s: %s positions in %s%s", what, nodes, seconds, of),
		fmt.Sprintf("%s positions in %s%s", nodes, seconds, short),
	}
	const stop = 9 // characters for the name of the key that stops it
	for _, text := range texts {
		if utf8.RuneCountInString(text)+stop <= b.width-2*edge {
			return words(text, Style{})
		}
	}
	return words(nodes+" "+seconds+short, Style{})
}
