package files

import (
	"cmp"
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

// Keeper is the store of results for commands that search: they look results up, and add results that they prove. An
// error of the store is reported once, and the command continues without it. A nil Keeper has no store. It may be used
// by several goroutines.
//
// A goroutine saves results, so that an answer does not wait for the disk. A look-up waits for all earlier results to
// be saved, and Close waits for all results, but neither waits long.
type Keeper struct {
	mu     sync.Mutex
	store  *tablebase.Store // nil once it is no longer used
	worth  time.Duration    // results that took less are not kept
	plies  bool             // distances may lack best moves
	errOut io.Writer
	wait   time.Duration // the longest wait for results that are being saved
	queue  []result      // to be saved
	saved  chan struct{} // closed when everything is saved; nil if nothing is being saved
}

// result is a result to be saved.
type result struct {
	position variants.Position
	result   solver.Result
}

// savingTime is how long to wait for results to be saved.
const savingTime = 10 * time.Second

// errSlow reports that results are not saved in time.
var errSlow = errors.New("the disk does not answer, so the last results are not kept")

// worthKeeping is the least time of a search whose result is kept in the default store. Repeating a shorter search
// costs hardly more than looking it up.
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
	k := &Keeper{store: store, errOut: errOut, wait: savingTime}
	if !s.Given() {
		k.worth = worthKeeping
	}
	k.note(err)
	return k, nil
}

// KeepAll makes Save also keep quick results, even in the default store.
func (k *Keeper) KeepAll() {
	if k != nil {
		k.worth = 0
	}
}

// TakePlies makes Find also return distances without all best moves.
func (k *Keeper) TakePlies() {
	if k != nil {
		k.plies = true
	}
}

// note reports an error of the store, and ends its use.
func (k *Keeper) note(err error) {
	if err == nil {
		return
	}
	hint := ""
	if errors.Is(err, tablebase.ErrDamaged) {
		hint = "; damaged files can be deleted and computed again"
	}
	fmt.Fprintf(k.errOut, "gridlock: continuing without the store: %v%s\n", err, hint)
	if store := k.drop(); store != nil && !errors.Is(err, errSlow) {
		k.note(store.Close())
	}
}

// drop ends the use of the store, and returns it.
func (k *Keeper) drop() *tablebase.Store {
	k.mu.Lock()
	defer k.mu.Unlock()
	store := k.store
	k.store = nil
	return store
}

// Close waits until everything is saved, and closes the store.
func (k *Keeper) Close() {
	if k == nil {
		return
	}
	k.settle()
	if store := k.drop(); store != nil {
		k.note(store.Close())
	}
}

// settle waits until all results are saved.
func (k *Keeper) settle() {
	if k == nil {
		return
	}
	k.mu.Lock()
	saved := k.saved
	k.mu.Unlock()
	if saved == nil {
		return
	}
	select {
	case <-saved:
	case <-time.After(k.wait):
		k.note(errSlow)
	}
}

// Store returns the store for a search's checkpoints, nil if there is none.
func (k *Keeper) Store() solver.Store {
	if s := k.Builder(); s != nil {
		return s
	}
	return nil
}

// Builder returns the store for the builds of tables, nil if there is none.
func (k *Keeper) Builder() *tablebase.Store {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.store
}

// Batch opens the store once for several calls, by work, of Find or, if write is set, of Save.
func (k *Keeper) Batch(write bool, work func()) {
	if !write {
		k.settle()
	}
	store := k.Builder()
	if store == nil || write {
		work()
		return
	}
	k.note(store.Batch(false, work))
}

// Find returns the store's result of a position, and its source.
func (k *Keeper) Find(ctx context.Context, p variants.Position) (r solver.Result, origin solver.Origin, ok bool) {
	k.settle()
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

// Save adds a result to the store soon, also when ctx has ended meanwhile. err is the error of the search. If it was
// stopped, only the winner is kept, since best moves may be missing.
func (k *Keeper) Save(_ context.Context, p variants.Position, r solver.Result, err error) {
	if k == nil || !r.Proven || r.Stats.Elapsed < k.worth {
		return
	}
	if err != nil {
		r = r.Whole()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.store == nil {
		return
	}
	k.queue = append(k.queue, result{p, r})
	if k.saved == nil {
		k.saved = make(chan struct{})
		go k.save(k.saved)
	}
}

// save saves results until none are left, and then closes the channel.
func (k *Keeper) save(saved chan struct{}) {
	defer close(saved)
	for store, queue := k.take(); len(queue) > 0; store, queue = k.take() {
		var failed error
		err := store.Batch(true, func() {
			for _, r := range queue {
				if failed = store.Save(context.Background(), r.position, r.result); failed != nil {
					return
				}
			}
		})
		k.note(cmp.Or(failed, err))
	}
}

// take takes the results that are to be saved. If there are none, or no store, saving ends.
func (k *Keeper) take() (*tablebase.Store, []result) {
	k.mu.Lock()
	defer k.mu.Unlock()
	queue := k.queue
	k.queue = nil
	if k.store == nil {
		queue = nil
	}
	if len(queue) == 0 {
		k.saved = nil
	}
	return k.store, queue
}
