// Package openings looks positions up in the opening books that come with the program.
package openings

import (
	"context"
	"errors"
	"sync"

	"gridlock/book"
	"gridlock/solver"
	"gridlock/variants"
)

// Books are the opening books that come with the program. They are a store (analysis.Store) that
// keeps nothing. The zero value is ready, and may be used by several goroutines.
type Books struct {
	mu    sync.Mutex
	books map[string]*book.Book // by game and board; nil where there is none
}

// Find returns what the book of the game has of a position.
func (b *Books) Find(_ context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	if opening := b.of(p.Game()); opening != nil {
		r, ok = opening.Find(p)
	}
	return r, solver.Origin{Kind: solver.FromBook}, ok
}

// Save does nothing.
func (b *Books) Save(context.Context, variants.Position, solver.Result, error) {}

// Batch calls work.
func (b *Books) Batch(_ bool, work func()) { work() }

// of returns the book of a game, nil where there is none.
func (b *Books) of(game *variants.Game) *book.Book {
	b.mu.Lock()
	defer b.mu.Unlock()
	name := game.String()
	opening, known := b.books[name]
	if known {
		return opening
	}
	opening, err := book.Embedded(game)
	if err != nil && !errors.Is(err, book.ErrNone) {
		panic("openings: " + err.Error()) // it is in the program, and tested
	}
	if b.books == nil {
		b.books = map[string]*book.Book{}
	}
	b.books[name] = opening
	return opening
}
