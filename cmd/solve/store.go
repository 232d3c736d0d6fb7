package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/dustin/go-humanize"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// kept is the store of results as solve uses it: what is there need not be searched for,
// and what has been proven is added. The zero value is no store at all. Whatever goes
// wrong with the store is said once, and the search goes on without it.
type kept struct {
	store   *tablebase.Store
	consult bool          // look there before searching
	worth   time.Duration // what took less is not kept
	errOut  io.Writer
}

// worthKeeping is what a search has to take for its result to be kept in the default
// store. To find out again what takes less costs hardly more than to look it up.
const worthKeeping = 100 * time.Millisecond

// openStore opens the store that the flags name. With --stdin and with --all-moves it
// has to be named, and who asks for a certain engine wants to see that one at work,
// unless a store is named.
func (opt *options) openStore(errOut io.Writer) error {
	if opt.db.Dir() == "" || opt.allMoves || opt.stdin && !opt.db.Given() {
		return nil
	}
	store, err := opt.db.Open(opt.stdin)
	if err != nil && opt.db.Given() && errors.Is(err, tablebase.ErrNotStore) {
		return err
	}
	opt.kept = kept{store: store, consult: !opt.bare() && (opt.db.Given() || opt.engine.isDefault()), errOut: errOut}
	if !opt.db.Given() {
		opt.kept.worth = worthKeeping
	}
	opt.kept.note(err)
	return nil
}

// note says what is wrong with the store, and does without it from now on.
func (k *kept) note(err error) {
	if err == nil {
		return
	}
	fmt.Fprintf(k.errOut, "gridlock: going on without the store: %v\n", err)
	k.close()
}

// close closes the store.
func (k *kept) close() {
	if k.store != nil {
		store := k.store
		k.store = nil
		k.note(store.Close())
	}
}

// find returns what the store has of a position, if that is an answer.
func (k *kept) find(ctx context.Context, p variants.Position, distance bool) (a answer, ok bool) {
	if k.store == nil || !k.consult {
		return a, false
	}
	began := time.Now()
	r, origin, err := k.store.FindWithOrigin(ctx, p)
	if err != nil {
		k.note(err)
		return a, false
	}
	if !r.Proven || distance && r.Distance == solver.NoDistance {
		return a, false
	}
	a = answer{position: p, result: r, stored: &stored{origin, r.Stats.Nodes}}
	a.result.Stats = solver.Stats{Elapsed: time.Since(began)}
	return a, true
}

// save adds a result to the store.
func (k *kept) save(ctx context.Context, p variants.Position, r solver.Result) {
	if k.store != nil && r.Proven && r.Stats.Elapsed >= k.worth {
		k.note(k.store.Save(context.WithoutCancel(ctx), p, r))
	}
}

// stored says how an answer from the store was found at the time.
type stored struct {
	origin tablebase.Origin
	nodes  uint64
}

// storedReport is stored in JSON.
type storedReport struct {
	When    time.Time `json:"when"`
	Program string    `json:"program"`
	Nodes   uint64    `json:"nodes"`
	Seconds float64   `json:"seconds"`
}

// report returns what there is in JSON, nil for an answer that is not from the store.
func (s *stored) report() *storedReport {
	if s == nil {
		return nil
	}
	return &storedReport{s.origin.When, s.origin.Program, s.nodes, s.origin.Seconds}
}

// engineFields writes which engine found the answer, and with how much work.
func (a answer) engineFields() string {
	if a.stored == nil {
		return cli.Field("engine", a.result.Engine) + cli.Field("nodes", humanize.Comma(int64(a.result.Stats.Nodes)))
	}
	o := a.stored.origin
	return cli.Field("engine", a.result.Engine+", from the store") +
		cli.Field("proven", fmt.Sprintf("%s with %s nodes in %s", o.When.Format(time.DateOnly),
			humanize.Comma(int64(a.stored.nodes)), cli.Seconds(time.Duration(o.Seconds*float64(time.Second)))))
}
