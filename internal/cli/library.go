package cli

import (
	"context"
	"errors"
	"sync"

	"gridlock/book"
	"gridlock/solver"
	"gridlock/variants"
)

// Library is where commands look a position up before they search: in the opening book
// that comes with the program, if there is one of the game, and then in the store. It may be
// used by several goroutines.
type Library struct {
	*Keeper
	mu    sync.Mutex
	books map[string]*book.Book // by game and board; nil where there is none
}

// Library returns the library with the store of k, which may be nil.
func (k *Keeper) Library() *Library { return &Library{Keeper: k, books: map[string]*book.Book{}} }

// Find returns what the library has of a position, and from where.
func (l *Library) Find(ctx context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	if opening := l.opening(p.Game()); opening != nil {
		if r, ok = opening.Find(p); ok && r.Exact() {
			return r, solver.Origin{Kind: solver.FromBook}, true
		}
	}
	kept, from, found := l.Keeper.Find(ctx, p)
	if !found {
		return r, solver.Origin{Kind: solver.FromBook}, ok
	}
	joined, err := kept.Join(r)
	l.note(err)
	return joined, from, err == nil
}

// opening returns the book of a game, nil where there is none.
func (l *Library) opening(game *variants.Game) *book.Book {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := game.Variant().ID + " " + game.Grid().String()
	b, known := l.books[name]
	if !known {
		var err error
		if b, err = book.Embedded(game); err != nil && !errors.Is(err, book.ErrNone) {
			panic("cli: " + err.Error()) // it is in the program, and tested
		}
		l.books[name] = b
	}
	return b
}
