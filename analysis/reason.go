package analysis

import (
	"context"
	"fmt"
	"strings"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Reason is why something is won or lost. The zero value stands for search: no lemma
// says so, only the tree of moves.
type Reason struct {
	Lemma string // in a few words, as in solver.Result; empty where it applies only later
	Text  string // how it applies here: "O copies through the centre"
}

// The lemmas, as package theory calls them.
const (
	noMove    = "no legal move"
	matching  = "matching"
	copying   = "the opponent copies every move"
	separated = "the markers are separated"
	withdrawn = "a marker has cells to itself"
	grundy    = "Sprague-Grundy"
	colValue  = "Col value"
)

// lemmas are those parts of theory that explain positions.
type lemmas struct {
	theory.Lemmas
	separation *theory.Separation // nil where it does not apply
	sums       sums
}

// newLemmas returns the lemmas for a game. They take no more than a moment, and less once
// ctx has ended.
func newLemmas(ctx context.Context, game *variants.Game) *lemmas {
	l := &lemmas{Lemmas: theory.For(game)}
	l.sums = newSums(ctx, l.Lemmas)
	if l.Separation != nil {
		l.separation = l.Separation()
		l.separation.Most = explainWork
		l.separation.Stop = func() bool { return ctx.Err() != nil }
	}
	return l
}

// ofMove says why a move wins or loses, by the position after it and its result.
func (l *lemmas) ofMove(after variants.Position, r solver.Result) Reason {
	if reason, ok := l.common(after); ok {
		return reason
	}
	switch {
	case r.Nimber != nil:
		return Reason{grundy, fmt.Sprintf("leaves nimber %d", *r.Nimber)}
	case r.ColValue != "":
		return Reason{colValue, "leaves value " + r.ColValue}
	case l.Lemmas.Matching:
		if partner := l.partner(after); partner != nil {
			return Reason{matching, fmt.Sprintf("%v answers %s, its partner", after.Side(), after.Game().CellText(*partner))}
		}
		return Reason{matching, "every reply has a partner"}
	}
	return Reason{}
}

// common says what holds for the position after a move as for any other.
func (l *lemmas) common(p variants.Position) (Reason, bool) {
	if p.Over() {
		return Reason{noMove, fmt.Sprintf("%v cannot move", p.Side())}, true
	}
	if l.Mirrors != nil {
		if mirror, ok := l.Mirrors.Find(p.State()); ok {
			return Reason{copying, fmt.Sprintf("%v copies %s", p.Side().Opponent(), axisText(l.Mirrors.Axes()[mirror]))}, true
		}
	}
	if rooms := l.rooms(p); rooms != nil {
		return Reason{separated, fmt.Sprintf("separated: X has %s left, O has %s", turnsText(rooms[0]), turnsText(rooms[1]))}, true
	}
	return l.withdraw(p)
}

// withdraw says who lasts longer where the other cannot go, if that is so.
func (l *lemmas) withdraw(p variants.Position) (Reason, bool) {
	if l.separation == nil {
		return Reason{}, false
	}
	wins, known := l.separation.Withdraw(p.State())
	if !known {
		return Reason{}, false
	}
	winner := p.Side()
	if !wins {
		winner = winner.Opponent()
	}
	return Reason{withdrawn, fmt.Sprintf("%v lasts longer on cells that %v cannot reach", winner, winner.Opponent())}, true
}

// ofPosition says why a position is won or lost.
func (l *lemmas) ofPosition(a Position) Reason {
	p, r := a.Position, a.Result
	reason, ok := l.common(p)
	switch {
	case ok:
		return reason
	case r.Nimber != nil:
		return Reason{grundy, nimberText(a)}
	case r.ColValue != "":
		return Reason{colValue, "the value is " + r.ColValue + ": " + valueText(r.ColValue)}
	case l.Lemmas.Matching:
		return Reason{matching, l.matchingText(p)}
	case len(a.Moves) > 0 && a.Moves[0].Outcome == solver.Win && a.Moves[0].Reason.Text != "":
		return Reason{Text: "after " + p.MoveText(a.Moves[0].Move) + ": " + a.Moves[0].Reason.Text}
	}
	return Reason{}
}

// axisText says through what a player copies.
func axisText(sym bitboard.Symmetry) string {
	switch sym {
	case bitboard.HalfTurn:
		return "through the centre"
	case bitboard.MirrorRows:
		return "between top and bottom"
	case bitboard.MirrorCols:
		return "between left and right"
	case bitboard.Transpose:
		return "across the main diagonal"
	}
	return "across the other diagonal"
}

// turnsText says how many turns a room has.
func turnsText(r theory.Room) string {
	switch {
	case r.Least < r.Most:
		return fmt.Sprintf("%d to %d turns", r.Least, r.Most)
	case r.Most == 1:
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", r.Most)
}

// nimberText says what the nimber of a position means.
func nimberText(a Position) string {
	nimber := *a.Result.Nimber
	if nimber == 0 {
		return "the nimber is 0: no move leaves 0"
	}
	for _, m := range a.Moves {
		if m.After.Nimber != nil && *m.After.Nimber == 0 {
			return fmt.Sprintf("the nimber is %d: cell %s leaves nimber 0", nimber, a.Position.MoveText(m.Move))
		}
	}
	return fmt.Sprintf("the nimber is %d, and some move leaves 0", nimber)
}

// valueText says who wins by a value of Col.
func valueText(value string) string {
	switch {
	case value == "0":
		return "whoever begins loses"
	case value == "*":
		return "whoever begins wins"
	case strings.HasPrefix(value, "-"):
		return "O wins, whoever begins"
	}
	return "X wins, whoever begins"
}

// matchingText says who wins in classic and how.
func (l *lemmas) matchingText(p variants.Position) string {
	if partner := l.partner(p); partner != nil {
		return fmt.Sprintf("%v goes to %s, the partner of the last marker, and on like that", p.Side(), p.Game().CellText(*partner))
	}
	switch free := p.State().Free; {
	case p.State().Yours != 0:
		return fmt.Sprintf("%v has a partner for every cell %v can go to", p.Side().Opponent(), p.Side())
	case theory.Inessential(p.Game().Grid(), free) == 0:
		return fmt.Sprintf("the free cells can be matched in pairs, so %v always has a partner to go to", p.Side().Opponent())
	}
	return fmt.Sprintf("the free cells cannot all be matched in pairs; %v begins on one that is left over", p.Side())
}
