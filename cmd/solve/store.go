package solve

import (
	"context"
	"fmt"
	"io"
	"time"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// openStore opens the store that the flags name. With --stdin it has to be named.
func (opt *options) openStore(errOut io.Writer) (err error) {
	if !opt.stdin || opt.db.Given() {
		opt.kept, err = opt.db.Keeper(opt.stdin, errOut)
	}
	return err
}

// find returns the answer that the store has for a position. Who asks for a certain
// engine wants to see that one at work, unless a store is named, and who asks for a
// search without lemmas wants to check what is known.
func (opt *options) find(ctx context.Context, p variants.Position) (a answer, ok bool) {
	if opt.bare() || !opt.db.Given() && !opt.engine.isDefault() {
		return a, false
	}
	began := time.Now()
	r, origin, ok := opt.kept.Find(ctx, p, opt.distance)
	a = answer{position: p, result: r, more: opt.more(nil), stored: &stored{origin, r.Stats.Nodes}}
	a.result.Stats = solver.Stats{Elapsed: time.Since(began)}
	return a, ok
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
		return cli.Field("engine", a.result.Engine) + cli.Field("nodes", cli.Count(a.result.Stats.Nodes))
	}
	o := a.stored.origin
	return cli.Field("engine", a.result.Engine+", from the store") +
		cli.Field("proven", fmt.Sprintf("%s with %s nodes in %s", o.When.Format(time.DateOnly),
			cli.Count(a.stored.nodes), cli.Seconds(time.Duration(o.Seconds*float64(time.Second)))))
}
