package book

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// Book is what has been proven of the opening of a game. It is immutable and safe for concurrent
// use.
type Book struct {
	info    Info
	game    *variants.Game
	keys    keys.Keys
	entries []entry // by key
}

// Info describes a book.
type Info struct {
	Variant  string `json:"variant"`
	Board    string `json:"board"`    // "7x7"
	Position string `json:"position"` // from which the plies count

	// Full is the number of plies in which every move was followed.
	Full int `json:"full"`

	// Layers counts the positions after each number of plies, from 0 on.
	Layers []Layer `json:"layers"`

	// Program is the version of the program that made the book.
	Program string `json:"program"`
}

// Layer counts the entries of positions a number of plies after the first one. A position that
// is reachable in several numbers of plies is in the first.
type Layer struct {
	Won       int `json:"won"`  // by the player to move
	Lost      int `json:"lost"` // by the player to move
	Distances int `json:"distances"`
}

// Positions returns the number of entries.
func (l Layer) Positions() int { return l.Won + l.Lost }

// entry is a position of a book.
type entry struct {
	key   keys.Key
	value value
	best  variants.MoveSet // of the image that has the key
}

// value is a distance, whose parity is the outcome, or one of the constants below.
type value uint8

const (
	wonSomehow  value = 0x80 // the distance is not known
	lostSomehow value = 0x81
)

// valueOf returns the value of a result that is proven.
func valueOf(r solver.Result) value {
	switch {
	case r.Distance != solver.NoDistance:
		return value(r.Distance)
	case r.Outcome == solver.Win:
		return wonSomehow
	}
	return lostSomehow
}

// valid reports whether v is a value.
func (v value) valid() bool { return v <= bitboard.MaxCells || v == wonSomehow || v == lostSomehow }

// outcome returns who wins.
func (v value) outcome() solver.Outcome {
	if v == wonSomehow || v < wonSomehow && v%2 == 1 {
		return solver.Win
	}
	return solver.Loss
}

// distance returns the distance, or NoDistance.
func (v value) distance() int {
	if v >= wonSomehow {
		return solver.NoDistance
	}
	return int(v)
}

// Info returns a description of the book.
func (b *Book) Info() Info { return b.info }

// Game returns the game.
func (b *Book) Game() *variants.Game { return b.game }

// Positions returns the number of positions in the book; images count as one.
func (b *Book) Positions() int { return len(b.entries) }

// Find returns what the book has of a position: outcome, distance if known, best moves. In a won
// position all of these win; in a lost one all of them last longest, and there are none if the
// distance is unknown. It takes a binary search.
func (b *Book) Find(p variants.Position) (r solver.Result, ok bool) {
	if p.Game().String() != b.game.String() {
		return solver.Result{Distance: solver.NoDistance}, false
	}
	c := b.keys.Canonical(p)
	i, ok := slices.BinarySearchFunc(b.entries, c.Key, func(e entry, k keys.Key) int { return e.key.Compare(k) })
	if !ok {
		return solver.Result{Distance: solver.NoDistance}, false
	}
	best, _ := c.Original(b.entries[i].best)
	v := b.entries[i].value
	return solver.Result{
		Outcome: v.outcome(), Proven: true, Distance: v.distance(), Best: best, BestComplete: v.distance() != solver.NoDistance, Engine: "book",
	}, true
}

// data holds the books that come with the program, "data/GAME-BOARD.book".
//
//go:embed data
var data embed.FS

// ErrNone is the error of Embedded if there is no such book.
var ErrNone = errors.New("no book of this game comes with the program")

// Embedded returns the book of a game that is embedded in the program. If there is none, the
// error is ErrNone.
func Embedded(game *variants.Game) (*Book, error) {
	name := fmt.Sprintf("data/%s-%v.book", game.Variant().FileName(), game.Grid())
	file, err := data.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s on %v: %w", game.Variant().ID, game.Grid(), ErrNone)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}
