package variants

import (
	"errors"
	"fmt"
	"strings"
)

// Reason is why a move is refused.
type Reason uint8

const (
	Unreadable  Reason = iota // not in the notation
	OffBoard                  // no such cell
	Missing                   // the cell is a hole
	Occupied                  // a mark or block stands there
	NotAdjacent               // too far from the last marker, one's own marker, or the marker's new cell
	NextToOwn                 // duel: next to a marker of one's own
	Blocked                   // claim: next to a claim
	Over                      // the game is over
	Forbidden                 // the rules do not allow it, and do not say why
)

// MoveError says that a text is not a legal move of a position, and why.
type MoveError struct {
	Text   string   // what was given
	Reason Reason   // the kind of reason
	Detail string   // the reason in words, with the row and column of the cells concerned
	Legal  []string // the moves that are legal
}

// Error returns the text and the reason.
func (e *MoveError) Error() string { return quoted(e.Text) + ": " + e.Detail }

// refusal makes a MoveError from what a game's file knows; ParseMove adds the rest.
func refusal(reason Reason, format string, args ...any) *MoveError {
	return &MoveError{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// Refused returns the error of a text that is not a legal move, for [Definition.ParseMove].
func Refused(reason Reason, detail string) error { return &MoveError{Reason: reason, Detail: detail} }

// CellMoves reports whether a move is the number of the cell that is played to. Else it is
// whatever the game's rules say.
func (g *Game) CellMoves() bool { return g.variant.cellMoves }

// MoveText returns the canonical text of a legal move, see docs/rules.md.
func (p Position) MoveText(m Move) string { return p.game.variant.def.MoveText(p, m) }

// MoveTexts returns the canonical texts of a set of legal moves, in order.
func (p Position) MoveTexts(moves MoveSet) []string {
	texts := make([]string, 0, moves.Count())
	for m := range moves.Cells() {
		texts = append(texts, p.MoveText(Move(m)))
	}
	return texts
}

// ParseMove reads a legal move of the position. The error of any other text is
// a *[MoveError].
func (p Position) ParseMove(text string) (Move, error) {
	m, err := p.parseMove(text)
	if err != nil {
		return 0, p.complete(err, text)
	}
	return m, nil
}

// ParseStep reads the first half of a move in blockade, the cell or direction to
// which the marker goes, and returns the cell. In the other games, whose moves
// have no halves, it reads a move. The error is a *[MoveError].
func (p Position) ParseStep(text string) (cell int, err error) {
	parse := p.game.variant.def.ParseStep
	if parse == nil || p.Over() {
		m, err := p.ParseMove(text)
		return int(m), err
	}
	to, err := parse(p, text)
	if err != nil {
		return 0, p.complete(err, text)
	}
	return to, nil
}

// complete adds to a refusal what every MoveError has.
func (p Position) complete(err error, text string) error {
	var refused *MoveError
	if !errors.As(err, &refused) {
		refused = refusal(Unreadable, "%v", err)
	}
	refused.Text = strings.TrimSpace(text)
	refused.Legal = p.MoveTexts(p.Legal())
	return refused
}

func (p Position) parseMove(text string) (Move, error) {
	if p.Over() {
		return 0, refusal(Over, "the game is over: %v has no legal move and has lost", p.side)
	}
	return p.game.variant.def.ParseMove(p, text)
}

// refuseCell says why the cell cannot be played to, in the games whose moves
// are cells.
func (p Position) refuseCell(c int) *MoveError {
	where := p.game.describe(c)
	switch {
	case p.holes.Has(c):
		return refusal(Missing, "%s is a hole in the board", where)
	case p.marks[X].Has(c):
		return refusal(Occupied, "%s is occupied by X", where)
	case p.marks[O].Has(c):
		return refusal(Occupied, "%s is occupied by O", where)
	}
	reason, detail := p.game.variant.def.Refuse(p, c)
	return &MoveError{Reason: reason, Detail: detail}
}

// RecordError says which move of a game record is wrong.
type RecordError struct {
	Ply  int        // the number of the move, from 1
	Move *MoveError // what is wrong with it
}

// Error names the move, the reason and the legal moves.
func (e *RecordError) Error() string {
	msg := fmt.Sprintf("move %d, %v", e.Ply, e.Move)
	if len(e.Move.Legal) > 0 {
		msg += "; legal: " + strings.Join(e.Move.Legal, " ")
	}
	return msg
}

// Unwrap returns the MoveError.
func (e *RecordError) Unwrap() error { return e.Move }

// ParseRecord reads a game record, moves separated by white space, played from
// the position, and returns the moves and the position they lead to. The error
// of a record with an illegal move is a *[RecordError].
func (p Position) ParseRecord(text string) ([]Move, Position, error) {
	var moves []Move
	for i, word := range splitMoves(text) {
		m, err := p.ParseMove(word)
		if err != nil {
			return nil, p, &RecordError{Ply: i + 1, Move: err.(*MoveError)}
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves, p, nil
}

// Record returns the canonical texts of moves played one after the other from
// the position.
func (p Position) Record(moves []Move) []string {
	texts := make([]string, 0, len(moves))
	for _, m := range moves {
		texts = append(texts, p.MoveText(m))
		p = p.Play(m)
	}
	return texts
}
