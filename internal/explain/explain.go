// Package explain makes rules for people from a certificate: what to look for on the board, what to do then, and which
// rule comes next. For most uses, call [Read], and [Strategy.Follow] for a game that is being played.
//
// All windows make their words and pictures from a [Strategy]. The verb "explain" and the page decide how to print it.
//
// # Rules
//
// A strategy by positions or by intervals has a rule for each record that the winner needs: a picture, a move, and the
// next rule for each of the loser's replies. Rules are in the order in which a reader meets them, and turned as at the
// first meeting. A record of any layer wins in all positions that it covers, so a reply may lead back to an earlier
// rule. Records to which no reply leads are left out. No position comes back in a game, so every game ends.
//
// Copying and matching are one rule each. A table has a rule for each component, with its nimber or value.
package explain

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gridlock/bitboard"
	"gridlock/proof"
	"gridlock/variants"
)

// Strategy is a certificate, which has been checked, as rules. It is safe for concurrent use.
type Strategy struct {
	Header proof.Header
	Root   variants.Position
	Winner variants.Player

	// Opening is the winner's first move, if the rules begin after it.
	Opening *variants.Move

	// Start says with which rule the game begins. If the winner is to move at the root, there is one Reply, whose Move
	// means nothing. Otherwise there is one for each of the loser's moves. Tables, pairs and copying have none.
	Start []Reply

	Rules []Rule // rule number n is at n - 1

	game   *variants.Game
	player *proof.Player // nil for strategies by positions and by intervals
	parts  map[proof.Sides][]int
}

// Rule says what to do in certain positions with the winner to move, or gives the nimber or value of a component.
type Rule struct {
	Number int
	Kind   Kind

	// Pattern is the picture of a rule of a strategy: the positions that the rule is about. [Strategy.Sign] gives the sign
	// of each cell. The moves below are moves in the picture.
	Pattern proof.Interval

	Move    variants.Move      // Moves, Ends, Copies: the winner's move; none if the winner copies from the start
	Walk    []variants.Move    // Walks, Plans: the winner's turns, whatever the loser does
	Replies []Reply            // Moves: all replies of the loser, in the position with the most free cells
	Copy    *proof.Copy        // Copies: how
	Axis    *bitboard.Symmetry // the axis of Copy's mirror, nil if the mirror is no symmetry of the game
	Pairs   [][2]int           // Pairs: the other cell of a pair answers each
	Part    *proof.Part        // Knows: the component, with its nimber or value
}

// Kind is the kind of a rule, which says how the game goes on and why the winner wins.
type Kind uint8

const (
	Moves  Kind = iota + 1 // each of the loser's replies leads to a rule
	Ends                   // the loser has no reply
	Walks                  // the winner takes turns that the loser cannot get in the way of, and the loser has fewer
	Plans                  // the winner takes fixed turns: the loser may get near but prevents none
	Copies                 // the winner answers each move with its image
	Pairs                  // the winner answers each move with its partner
	Knows                  // the nimber or value of a component is known
)

// String returns the name of a kind in answers: moves, ends, walks, plans, copies, pairs or component.
func (k Kind) String() string {
	return [...]string{Moves: "moves", Ends: "ends", Walks: "walks", Plans: "plans", Copies: "copies", Pairs: "pairs", Knows: "component"}[k]
}

// Reply is a move of the loser, and the rule that follows.
type Reply struct {
	Move variants.Move     // the move in the picture of the rule before this one
	Rule int               // its number
	Turn bitboard.Symmetry // turns the picture of the rule before into that of this rule
}

// MostRecords is the maximum number of records of a certificate to explain.
const MostRecords = 100_000

// ErrLarge reports that a certificate has more than [MostRecords] records.
var ErrLarge = errors.New("too large to explain")

// Read reads a certificate, checks it, and makes rules of it. The errors are those of [proof.Check], and
// [ErrLarge]. It takes about a microsecond for each reply, and a kilobyte for each record.
func Read(ctx context.Context, file io.ReadSeeker, opt proof.Options) (*Strategy, error) {
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	r, err := proof.NewReader(ctx, file, opt.Games...)
	if err != nil {
		return nil, err
	}
	if r.Header.Records > MostRecords {
		return nil, fmt.Errorf("%w: %d records, where the most is %d", ErrLarge, r.Header.Records, MostRecords)
	}
	s := &Strategy{Header: r.Header, Root: r.Root, Winner: r.Header.WinnerPlayer(), Opening: r.Header.Opening, game: r.Root.Game()}
	if r.Header.Layered() {
		if err := s.order(ctx, r, opt); err != nil {
			return nil, err
		}
		return s, nil
	}
	for _, read := range []func() error{
		func() (err error) { s.player, err = proof.NewPlayer(ctx, file, opt); return err },
		func() error { return s.read(ctx, file, opt) },
	} {
		if _, err := file.Seek(start, io.SeekStart); err != nil {
			return nil, err
		}
		if err := read(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// read reads the rules of a checked certificate that is no strategy in layers.
func (s *Strategy) read(ctx context.Context, file io.Reader, opt proof.Options) error {
	switch s.Header.Method {
	case proof.Matching:
		s.Rules = []Rule{{Number: 1, Kind: Pairs, Pairs: s.Header.Matching}}
		return nil
	case proof.Copying:
		p, err := s.Header.Opened()
		if err == nil {
			s.Rules = []Rule{{Number: 1, Kind: Copies}}
			s.copies(&s.Rules[0], p.State(), s.Header.Mirrors[0])
		}
		return err
	case proof.Nimbers, proof.Exclusions, proof.Values, proof.Bounds:
	default:
		return fmt.Errorf("a certificate by %s is not explained", s.Header.Method)
	}
	r, err := proof.NewReader(ctx, file, opt.Games...)
	if err == nil {
		err = s.tabulate(r)
	}
	if err == nil {
		err = r.End()
	}
	return err
}

// copies adds to a rule how the winner copies by a mirror, from a state with the loser to move.
func (s *Strategy) copies(r *Rule, after variants.State, mirror []int) {
	r.Copy, r.Axis = new(proof.NewCopy(s.game, after, mirror)), s.axis(mirror)
}

// axis returns the symmetry of the game that agrees with a mirror on the cells that exist; nil if none does, or if the
// mirror moves nothing.
func (s *Strategy) axis(mirror []int) *bitboard.Symmetry {
	grid, cells := s.game.Grid(), s.game.Grid().All()&^s.Root.Holes()
	for _, sym := range s.game.Symmetries() {
		same, moves := true, false
		for cell := range cells.Cells() {
			same = same && grid.Image(sym, bitboard.Of(cell)) == bitboard.Of(mirror[cell])
			moves = moves || mirror[cell] != cell
		}
		if same && moves {
			return &sym
		}
	}
	return nil
}
