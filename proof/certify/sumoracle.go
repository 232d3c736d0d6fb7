package certify

import (
	"context"

	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// sumOracle decides positions of games that are sums, by the values or nimbers of their components. Many positions have
// the same components, so this takes far less work than a search for each. It is not safe for concurrent use.
type sumOracle struct {
	lemmas  theory.Lemmas
	values  *theory.Values // one of values and nimbers is set
	nimbers *theory.Nimbers
	most    uint64 // the number of components after which it forgets all components
	ctx     context.Context
	guide   *pn.Guide
	err     error // the error of the guide, which has limits
}

// oracleBytes is about the memory for a component; fewestComponents may always be remembered.
const (
	oracleBytes      = 128
	fewestComponents = 1 << 16
)

// errTooFine is the error of values that theory cannot represent.
var errTooFine = solver.Limited(solver.LimitSearch, "the values in the position are too fine")

func newSumOracle(ctx context.Context, game *variants.Game, guide *pn.Guide, memory int64) *sumOracle {
	j := &sumOracle{lemmas: theory.For(game), most: max(fewestComponents, uint64(memory)/oracleBytes), ctx: ctx, guide: guide}
	j.forget()
	return j
}

// forget makes the memory empty.
func (j *sumOracle) forget() {
	if j.lemmas.Nimbers != nil {
		j.nimbers = j.lemmas.Nimbers()
		j.nimbers.Stop = func() bool { return j.stop(j.nimbers.Work) }
	} else {
		j.values = j.lemmas.Values()
		j.values.Stop = func() bool { return j.stop(j.values.Work) }
	}
}

// stop counts a node for every 1024 components, and reports whether to give up.
func (j *sumOracle) stop(work uint64) bool {
	if j.err = solver.Poll(j.ctx); j.err == nil && work%1024 == 0 {
		j.err = j.guide.Count()
	}
	return j.err != nil
}

// loses reports whether the player to move loses. The error is that of the guide's limits, or
// solver.ErrLimit if a value is too fine.
func (j *sumOracle) loses(s variants.State) (lost bool, err error) {
	var ok bool
	switch {
	case j.lemmas.Mirrors != nil && j.lemmas.Mirrors.Lost(s):
		return true, nil
	case j.nimbers != nil:
		lost, ok = j.byNimber(s)
	default:
		lost, ok = j.byValue(s)
	}
	if !ok && j.err == nil {
		return false, errTooFine
	}
	return lost, j.err
}

func (j *sumOracle) byNimber(s variants.State) (lost, ok bool) {
	if j.nimbers.Work > j.most {
		j.forget()
	}
	nimber, ok := j.nimbers.Of(s.Free)
	return nimber == 0, ok
}

func (j *sumOracle) byValue(s variants.State) (lost, ok bool) {
	if j.values.Work > j.most {
		j.forget()
	}
	wins := j.values.LeftWinsFirst(s.Mine, s.Yours)
	return wins == theory.No, wins != theory.Open
}
