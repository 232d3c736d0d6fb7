package files

import (
	"context"

	"gridlock/internal/shipped"
	"gridlock/solver"
	"gridlock/variants"
)

// Library is where commands look up a position before they search: first in the results that come with the program,
// then in the store. It may be used by several goroutines.
type Library struct {
	*Keeper
	shipped shipped.Results
}

// Library returns the library with the store of k, which may be nil.
func (k *Keeper) Library() *Library { return &Library{Keeper: k} }

// Find returns the library's result of a position, and its source.
func (l *Library) Find(ctx context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	r, origin, ok = l.shipped.Find(ctx, p)
	if ok && r.Exact() {
		return r, origin, true
	}
	kept, from, found := l.Keeper.Find(ctx, p)
	if !found {
		return r, origin, ok
	}
	joined, err := kept.Join(r)
	l.note(err)
	return joined, from, err == nil
}
