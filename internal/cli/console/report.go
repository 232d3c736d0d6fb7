package console

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gridlock/analysis"
	"gridlock/cgt"
	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// GameText names the game and its board.
func GameText(game *variants.Game) string {
	return fmt.Sprintf("%s on %v", GameName(game.Variant()), game.Grid())
}

// GameName names a game. A game without a name is called by its rules; the rules of a graph are abridged.
func GameName(v variants.Variant) string {
	if v.Title == v.ID {
		return printable.Excerpt(v.ID)
	}
	return fmt.Sprintf("%s (%s)", v.Title, v.ID)
}

// Heading says what game a position is of, and whose turn it is.
func Heading(p variants.Position) string {
	return fmt.Sprintf("%s, %v%s", GameText(p.Game()), p.Side(), toMove)
}

const toMove = " to move"

// positionField is the name of the field with the text of a position.
const positionField = "position"

// Pasted finds a position in the output of this program: the field "position" if there is exactly one, or else the
// board with the side to move below it. It also returns the heading, if there is one. Other texts it returns as they
// are.
func Pasted(text string) (position, heading string) {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	if len(lines) == 1 {
		return text, ""
	}
	var fields []string
	for i, line := range lines {
		if value, isField := strings.CutPrefix(line, positionField+" "); isField {
			fields = append(fields, strings.TrimSpace(value))
		} else if side, found := strings.CutSuffix(strings.TrimSpace(line), toMove); found {
			heading = strings.TrimSpace(line)
			position = strings.Join(lines[i+1:], "\n") + "\n" + side[strings.LastIndexByte(side, ' ')+1:]
		}
	}
	switch fields = slices.Compact(fields); {
	case len(fields) == 1:
		return fields[0], heading
	case len(fields) > 1 || heading == "":
		return text, ""
	}
	return position, heading
}

// Verdict says in a sentence who wins a position, as far as it is known. If more is set, it also says that --distance
// would find the number of plies.
func Verdict(p variants.Position, r solver.Result, more bool) string {
	winner, known := r.Winner(p)
	name := winner.Name()
	switch {
	case !known:
		return "Not decided."
	case p.Over():
		return fmt.Sprintf("The game is over: %v cannot move. %s has won.", p.Side(), name)
	case r.Distance == solver.NoDistance && more:
		return fmt.Sprintf("%s wins with best play; add --distance for the number of plies.", name)
	case r.Distance == solver.NoDistance:
		return fmt.Sprintf("%s wins with best play; the number of plies is not known.", name)
	}
	return fmt.Sprintf("%s wins in %s with best play.", name, Plies(r.Distance))
}

// MoveFields writes moves, best first; those with the same value share a field.
func MoveFields(p variants.Position, moves []analysis.Move) string {
	var b strings.Builder
	for _, group := range analysis.Groups(moves, func(a, b analysis.Move) bool { return a.Label() == b.Label() }) {
		b.WriteString(Field(group[0].Label(), group.Text(p)))
	}
	return b.String()
}

// BestFields writes the best moves of a result, and whether there may be others. If no best move is known, it says so
// for a won position, and writes nothing for a lost one.
func BestFields(p variants.Position, r solver.Result) string {
	name, all, some := "best moves", "", " (others not searched)"
	if r.Distance == solver.NoDistance {
		name, all = "winning", " (all)"
	}
	switch moves := strings.Join(p.MoveTexts(r.Best), " "); {
	case moves == "" && r.Outcome == solver.Win:
		return Field(name, "0 known to win")
	case moves == "":
		return ""
	case r.BestComplete:
		return Field(name, moves+all)
	default:
		return Field(name, moves+some)
	}
}

// LineField writes the principal variation of a result, "" if there is none.
func LineField(p variants.Position, r solver.Result) string {
	if len(r.PV) == 0 {
		return ""
	}
	line := strings.Join(p.Record(r.PV), " ")
	if len(r.PV) < r.Distance {
		line += " ..."
	}
	return Field("line", line)
}

// SolutionText writes who wins a position, and by which moves. Moves are nil unless all are asked for. More says that
// the distance could have been asked for.
func SolutionText(a analysis.Answer, moves []analysis.Move, more bool, style Style) string {
	p, r := a.Position(), a.Result()
	best := MoveFields(p, moves)
	if moves == nil {
		best = BestFields(p, r)
	}
	text := Opening(p, r, more, style) + best + LineField(p, r) + WorthFields(a, cli.Width)
	field := func(name, value string) {
		if value != "" {
			text += Field(name, value)
		}
	}
	field("lemma", a.Reason.Text)
	if s := r.Stats; r.Outcome == solver.Unknown { // how far the search has come
		if s.Proof != 0 && s.Disproof != 0 {
			field("proof", fmt.Sprintf("%d/%d", s.Proof, s.Disproof))
		}
		if s.Depth != 0 {
			field("depth", fmt.Sprint(s.Depth))
		}
		field("best so far", strings.Join(p.Record(s.PV), " "))
	}
	text += Verbatim(positionField, p.String())
	switch o := a.Origin; {
	case o == nil:
		field("engine", r.Engine)
		field("nodes", Count(r.Stats.Nodes))
	case o.Kind == solver.FromBook:
		field("engine", "none: from the opening book that comes with the program")
	default:
		field("engine", r.Engine+", from the store")
		field("proven", fmt.Sprintf("%s with %s nodes in %s", o.When.Format(time.DateOnly),
			Count(o.Nodes), Seconds(time.Duration(o.Seconds*float64(time.Second)))))
	}
	field("time", Seconds(r.Stats.Elapsed))
	return text
}

// WorthFields writes nimber, value and class of a position within width columns, as far as they are known.
func WorthFields(a analysis.Answer, width int) (text string) {
	r := a.Result()
	if name, worth := worthText(auto.SumPart{Nimber: r.Nimber, ColValue: r.ColValue}); worth != "" {
		text = FieldTo(name, worth, width)
	}
	if class, ok := a.Class(); ok {
		text += FieldTo("class", class.Text(), width)
	}
	return text
}

// HeatFields writes the worth of a position that has no nimber or value of [WorthFields]. Positions that have one are
// not hot.
func HeatFields(a analysis.Position, width int) (text string) {
	w, r := a.Worth, a.Result
	if w == nil || r.ColValue != "" || r.Nimber != nil {
		return ""
	}
	field := func(name, value string) { text += FieldTo(name, value, width) }
	if w.Known() {
		value, _ := w.Value.Text(mostText)
		field("value", value)
	} else {
		field("value", "not found: there are more canonical forms than a look allows; --nodes allows more")
	}
	if w.Low != nil {
		field("heat", heatText(w.Heat))
	}
	if len(w.Components) > 1 {
		for _, c := range w.Components {
			what := ""
			switch {
			case c.Known():
				what, _ = c.Value.Text(mostText)
			case c.Low != nil:
				what = heatText(c.Heat)
			default:
				continue
			}
			field("part", fmt.Sprintf("%s at %s", what, strings.Join(a.Position.Game().CellTexts(c.Cells), " ")))
		}
	}
	for _, player := range []variants.Player{variants.X, variants.O} {
		var moves []string
		var temperature cgt.Dyadic
		for _, m := range w.Moves {
			if m.Player == player && m.Hottest {
				moves, temperature = append(moves, a.Position.Game().CellText(m.Cell)), m.Temperature
			}
		}
		if len(moves) > 0 {
			field(fmt.Sprintf("hottest %v", player), fmt.Sprintf("%s (temperature %v)", strings.Join(moves, " "), temperature))
		}
	}
	return text
}

// heatText says how hot something is.
func heatText(h analysis.Heat) string {
	text := fmt.Sprintf("temperature %v", h.Hottest)
	if h.Coolest != h.Hottest {
		text = fmt.Sprintf("temperature at most %v", h.Hottest)
	}
	mean, ok := h.Mean()
	if text += fmt.Sprintf(", mean %v", mean); !ok {
		text += fmt.Sprintf(" to %v", h.High.Mean)
	}
	if g := h.Thermograph(); g != nil {
		left, right := g.Stops()
		text += fmt.Sprintf(", stops %v and %v", left.At, right.At)
	}
	return text
}

// mostText is about the most bytes of a value in a text for people, for which a line has room.
const mostText = 60

// AnswerText writes what is known of a position and its moves.
func AnswerText(a analysis.Answer, style Style) string {
	p, r := a.Position(), a.Result()
	return Opening(p, r, false, style) + MoveFields(p, analysis.Moves(a.Knowledge)) + LineField(p, r) +
		Verbatim(positionField, p.String()) + Field("from", sourceText(a))
}

// Opening is the beginning of an answer about a position: the heading, the board, and the verdict.
func Opening(p variants.Position, r solver.Result, more bool, style Style) string {
	return fmt.Sprintf("%s\n\n%s\n\n%s\n\n", Heading(p), style.Board(p), style.Bold(Verdict(p, r, more)))
}

// sourceText says where an answer comes from.
func sourceText(a analysis.Answer) string {
	o := a.Origin
	switch {
	case o == nil:
		return "the results after its moves"
	case o.Kind == solver.FromBook:
		return "the opening book"
	case o.Kind == solver.FromTable:
		return fmt.Sprintf("the table %s, %s", o.Table, o.When.Format(time.DateOnly))
	}
	return fmt.Sprintf("a position solved by %s, %s", a.Result().Engine, o.When.Format(time.DateOnly))
}
