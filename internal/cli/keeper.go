package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// Keeper is the store of results for commands that search: they look results up in it, and
// add what they prove. An error of the store is reported once, and the command continues
// without it. A nil Keeper has no store. It may be used by several goroutines.
type Keeper struct {
	mu     sync.Mutex
	store  *tablebase.Store // nil once it is not used any more
	worth  time.Duration    // what took less is not kept
	plies  bool             // distances may lack best moves
	errOut io.Writer
}

// worthKeeping is what a search has to take for its result to be kept in the default
// store. To find out again what takes less costs hardly more than to look it up.
const worthKeeping = 100 * time.Millisecond

// Keeper opens the store that the flag names, and keeps it open between uses if hold is
// set. It is an error when the user has named a directory that holds something else.
func (s *Store) Keeper(hold bool, errOut io.Writer) (*Keeper, error) {
	if err := s.Missing(); err != nil {
		if errors.Is(err, errHomeless) {
			fmt.Fprintf(errOut, "gridlock: %v\n", err)
		}
		return nil, nil
	}
	store, err := s.Open(hold)
	if err != nil && s.Given() && errors.Is(err, tablebase.ErrNotStore) {
		return nil, err
	}
	k := &Keeper{store: store, errOut: errOut}
	if !s.Given() {
		k.worth = worthKeeping
	}
	k.note(err)
	return k, nil
}

// KeepAll makes Save keep what was found out quickly, too, also in the default store.
func (k *Keeper) KeepAll() {
	if k != nil {
		k.worth = 0
	}
}

// TakePlies makes Find return distances of which not all best moves are known, too.
func (k *Keeper) TakePlies() {
	if k != nil {
		k.plies = true
	}
}

// note reports an error of the store, which is not used from then on.
func (k *Keeper) note(err error) {
	if err == nil {
		return
	}
	hint := ""
	if errors.Is(err, tablebase.ErrDamaged) {
		hint = "; damaged files can be deleted and computed again"
	}
	fmt.Fprintf(k.errOut, "gridlock: continuing without the store: %v%s\n", err, hint)
	k.Close()
}

// Close closes the store.
func (k *Keeper) Close() {
	if k == nil {
		return
	}
	k.mu.Lock()
	store := k.store
	k.store = nil
	k.mu.Unlock()
	if store != nil {
		k.note(store.Close())
	}
}

// Store returns the store for a search's checkpoints, nil where there is none.
func (k *Keeper) Store() solver.Store {
	if s := k.Builder(); s != nil {
		return s
	}
	return nil
}

// Builder returns the store for the builds of tables, nil where there is none.
func (k *Keeper) Builder() *tablebase.Store {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.store
}

// Batch is a good place for several calls of Find or, if write is set, of Save: the store is
// opened once for all of them.
func (k *Keeper) Batch(write bool, work func()) {
	store := k.Builder()
	if store == nil {
		work()
		return
	}
	k.note(store.Batch(write, work))
}

// Find returns what the store has of a position, and from where.
func (k *Keeper) Find(ctx context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	store := k.Builder()
	if store == nil {
		return r, origin, false
	}
	find := store.FindWithOrigin
	if k.plies {
		find = store.FindPlies
	}
	r, origin, err := find(ctx, p)
	k.note(err)
	origin.Nodes = r.Stats.Nodes
	return r, origin, err == nil && r.Proven
}

// Save adds a result to the store, also when ctx has ended meanwhile. The error is that
// of the search: of one that was stopped, only who wins is kept, since it may not know
// all best moves.
func (k *Keeper) Save(ctx context.Context, p variants.Position, r solver.Result, err error) {
	store := k.Builder()
	if store == nil || !r.Proven || r.Stats.Elapsed < k.worth {
		return
	}
	if err != nil {
		r = r.Whole()
	}
	k.note(store.Save(context.WithoutCancel(ctx), p, r))
}
