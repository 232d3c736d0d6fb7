package variants

import (
	"errors"
	"fmt"
	"strings"

	"gridlock/bitboard"
)

// Reason is why a move is refused.
type Reason uint8

const (
	Unreadable  Reason = iota // not in the notation
	OffBoard                  // no such cell
	Missing                   // the cell is a hole
	Occupied                  // a mark or block stands there
	NotAdjacent               // too far from the last marker, your own marker, or the marker's new cell
	NextToOwn                 // duel: next to a marker of your own
	Blocked                   // claim: next to a claim
	Over                      // the game is over
	NoPosition                // the zero Position has no moves
	Forbidden                 // the rules do not allow it, and give no reason
)

// MoveError is the error of a text, or a number, that is not a legal move of a position.
type MoveError struct {
	Text   string   // the input
	Reason Reason   // the kind of reason
	Detail string   // the reason in words, with the row and column of the cells concerned
	Legal  []string // the legal moves
}

// Error returns the text and the reason.
func (e *MoveError) Error() string { return quoted(e.Text) + ": " + e.Detail }

// refusal makes a MoveError with a reason; ParseMove adds the text and the legal moves.
func refusal(reason Reason, format string, args ...any) *MoveError {
	return &MoveError{Reason: reason, Detail: fmt.Sprintf(format, args...)}
}

// Refused returns the error of a text that is not a legal move, for [Definition.ParseMove].
func Refused(reason Reason, detail string) error { return &MoveError{Reason: reason, Detail: detail} }

// CellMoves reports whether a move is the number of the cell that is played to. If not, the game's rules define moves.
func (g *Game) CellMoves() bool { return g.variant.cellMoves }

// MoveText returns the canonical text of a move, see docs/rules.md. An illegal move has a text if its cells are on the
// board. Other numbers give a text like "move 64?", which is no move's text.
func (p Position) MoveText(m Move) string {
	if p.game.hasMove(m) {
		if text := p.game.variant.def.MoveText(p, m); text != "" {
			return text
		}
	}
	return fmt.Sprintf("move %d?", m)
}

// hasMove reports whether the number is a move in any position. A nil game has no moves.
func (g *Game) hasMove(m Move) bool {
	if g == nil {
		return false
	}
	most := g.variant.def.Moves
	switch {
	case g.siege != nil:
		most = int(g.siege.count * g.siege.count)
	case most == 0:
		most = g.grid.Size()
	}
	return int(m) < most
}

// legal reports whether the move is legal. The MoveSet alone does not suffice: it counts modulo
// 64.
func (p Position) legal(m Move) bool { return m < bitboard.MaxCells && p.Legal().Has(int(m)) }

// CheckMove returns nil if the move is legal in the position, and otherwise a *[MoveError]. Use
// it for moves from outside the program before [Position.Play].
func (p Position) CheckMove(m Move) error {
	if p.legal(m) {
		return nil
	}
	return p.complete(p.refuse(m), p.MoveText(m))
}

// refuse returns why a move is not legal.
func (p Position) refuse(m Move) error {
	switch {
	case p.Over():
		return p.refuseAll()
	case !p.game.hasMove(m):
		return refusal(OffBoard, "there is no such move on a board of %v", p.game.grid)
	}
	return p.game.variant.def.RefuseMove(p, m)
}

// refuseAll returns why there is no move at all.
func (p Position) refuseAll() *MoveError {
	if p.game == nil {
		return refusal(NoPosition, "there is no position to move in")
	}
	return refusal(Over, "the game is over: %v has no legal move and has lost", p.side)
}

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

// ParseStep reads the first half of a move in blockade, the cell or direction to which the
// marker goes, and returns the cell. In the other games, whose moves have no halves, it reads a
// move. The error is a *[MoveError].
func (p Position) ParseStep(text string) (cell int, err error) {
	if p.Over() || p.game.variant.def.ParseStep == nil {
		m, err := p.ParseMove(text)
		return int(m), err
	}
	to, err := p.game.variant.def.ParseStep(p, text)
	if err != nil {
		return 0, p.complete(err, text)
	}
	return to, nil
}

// complete adds to a refusal the fields that every MoveError has.
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
		return 0, p.refuseAll()
	}
	return p.game.variant.def.ParseMove(p, text)
}

// refuseCell returns why the cell cannot be played to, in the games whose moves are cells.
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

// RecordError is the error of a game record with a move that is not legal.
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

// ParseRecord reads a game record, moves separated by white space, played from the position, and returns the moves and
// the position they lead to. Move numbers, comments, marks and a result are read as docs/rules.md says. If a word is no
// move, or an illegal one, the error is a *[RecordError].
func (p Position) ParseRecord(text string) ([]Move, Position, error) {
	r := moveReader{first: p.side, at: p}
	if err := r.read(text); err != nil {
		return nil, r.at, err
	}
	return r.moves, r.at, nil
}

// Record returns the canonical texts of moves played one after the other from the position. It
// ends at the first move that is not legal, with a text such as "6?", which no record can have there.
func (p Position) Record(moves []Move) []string {
	texts := make([]string, 0, len(moves))
	for _, m := range moves {
		if !p.legal(m) {
			return append(texts, strings.TrimSuffix(p.MoveText(m), "?")+"?")
		}
		texts = append(texts, p.MoveText(m))
		p = p.Play(m)
	}
	return texts
}
