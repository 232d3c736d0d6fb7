package certify

import (
	"fmt"

	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// judge decides positions of duel by the values of their components: who copies most of the time
// is left with few of them, so that it takes far less than to search. It is not safe for concurrent
// use.
type judge struct {
	lemmas theory.Lemmas
	values *theory.Values
	most   uint64 // components after which it forgets what it knows
	guide  *pn.Guide
	err    error // of the guide, which has limits
}

// judgeBytes is about the memory for a component, fewestComponents what a judge may always know.
const (
	judgeBytes       = 128
	fewestComponents = 1 << 16
)

func newJudge(game *variants.Game, guide *pn.Guide, memory int64) *judge {
	j := &judge{lemmas: theory.For(game), most: max(fewestComponents, uint64(memory)/judgeBytes), guide: guide}
	j.forget()
	return j
}

func (j *judge) forget() {
	j.values = j.lemmas.Values()
	j.values.Stop = func() bool {
		j.err = j.guide.Count()
		return j.err != nil
	}
}

// loses reports whether the player to move loses. The error is that of the guide's limits, or
// solver.ErrLimit if the values are too fine.
func (j *judge) loses(s variants.State) (bool, error) {
	if j.lemmas.Mirrors.Lost(s) {
		return true, nil
	}
	if j.values.Work > j.most {
		j.forget()
	}
	wins, ok := j.values.LeftWinsFirst(s.Mine, s.Yours)
	switch {
	case j.err != nil:
		return false, j.err
	case !ok:
		return false, fmt.Errorf("%w: the values in the position are too fine", solver.ErrLimit)
	}
	return !wins, nil
}
