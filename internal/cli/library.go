package cli

import (
	"context"
	"errors"

	"gridlock/book"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// Library is where commands look a position up before they search: in the opening book
// that comes with the program, if there is one of the game, and then in the store.
type Library struct {
	*Keeper
	opening *book.Book // or nil
}

// Library returns the library for a game.
func (k *Keeper) Library(game *variants.Game) (Library, error) {
	opening, err := book.Embedded(game)
	if errors.Is(err, book.ErrNone) {
		return Library{Keeper: k}, nil
	}
	return Library{k, opening}, err
}

// Find returns what the library has of a position, with its distance if anybody knows it;
// with distance, only then.
// The origin is that of the store.
func (l Library) Find(ctx context.Context, p variants.Position, distance bool) (r solver.Result, origin tablebase.Origin, ok bool) {
	if l.opening != nil {
		if r, ok = l.opening.Find(p); ok && r.Distance != solver.NoDistance {
			return r, origin, true
		}
	}
	if kept, from, found := l.Keeper.Find(ctx, p, distance || ok); found {
		return kept, from, true
	}
	return r, origin, ok && !distance
}
