package solve

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
)

// choice is an engine that a user can ask for, and the flags that go with it.
type choice struct {
	solver.Engine
	flags []string // lemmas (off as well as on), distance, resume, all-moves
}

// engines are the engines that a user can ask for, the default one first.
var engines = []choice{
	{auto.Engine{}, []string{"lemmas", "distance", "resume", "all-moves"}},
	{brute.Memo{}, []string{"distance"}},
	{brute.Naive{}, []string{"distance"}},
	{negamax.Engine{}, []string{"lemmas", "distance", "resume"}},
	{pn.Engine{}, []string{"lemmas", "resume"}},
	{retrograde.Engine{}, []string{"distance", "resume"}},
	{auto.Theory{}, nil},
}

// engineNames returns the names of the engines that go with a flag, or of all engines.
func engineNames(flag string) (names []string) {
	for _, e := range engines {
		if flag == "" || slices.Contains(e.flags, flag) {
			names = append(names, e.Name())
		}
	}
	return names
}

// setEngine chooses an engine by its name.
func (opt *options) setEngine(text string) error {
	for _, e := range engines {
		if strings.EqualFold(e.Name(), text) {
			opt.engine = e
			return nil
		}
	}
	return fmt.Errorf("unknown engine; the engines are %s%s", cli.List(engineNames("")), cli.DidYouMean(text, engineNames("")))
}
