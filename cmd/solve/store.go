package solve

import (
	"fmt"
	"io"
	"time"

	"gridlock/internal/cli/console"
	"gridlock/solver"
)

// openStore opens the store that the flags name. With --stdin it has to be named.
func (opt *options) openStore(errOut io.Writer) (err error) {
	if !opt.stdin || opt.db.Given() {
		opt.kept, err = opt.db.Keeper(opt.stdin, errOut)
	}
	return err
}

// fresh reports whether not to look results up, in the opening book or in the store. A user who names
// an engine wants to see it at work, unless a store is named; one who turns lemmas off wants to check what
// is known, and one who begins anew says so.
func (opt *options) fresh() bool {
	return opt.anew || opt.noLemmas() || !opt.db.Named() && !opt.engine.isDefault()
}

// storedReport says in JSON how an answer from the store was found at the time.
type storedReport struct {
	When    time.Time `json:"when"`
	Program string    `json:"program"`
	Nodes   uint64    `json:"nodes"`
	Seconds float64   `json:"seconds"`
}

// stored returns what there is in JSON, nil for an answer that is not from the store.
func stored(o *solver.Origin) *storedReport {
	if o == nil || o.Kind == solver.FromBook {
		return nil
	}
	return &storedReport{o.When, o.Program, o.Nodes, o.Seconds}
}

// engineFields writes which engine found the answer, and with how much work.
func (a answer) engineFields() string {
	switch o := a.origin; {
	case o == nil:
		return console.Field("engine", a.result.Engine) + console.Field("nodes", console.Count(a.result.Stats.Nodes))
	case o.Kind == solver.FromBook:
		return console.Field("engine", "none: from the opening book that comes with the program")
	default:
		return console.Field("engine", a.result.Engine+", from the store") +
			console.Field("proven", fmt.Sprintf("%s with %s nodes in %s", o.When.Format(time.DateOnly),
				console.Count(o.Nodes), console.Seconds(time.Duration(o.Seconds*float64(time.Second)))))
	}
}
