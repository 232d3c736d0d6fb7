package solve

import (
	"fmt"
	"strings"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
)

// choice is an engine that a user can ask for.
type choice struct {
	solver.Engine
	noLemmas bool // it can search without lemmas as well as with them
	distance bool // it can find in how many plies the winner wins
	resume   bool // it can resume a stopped search
}

// engines are the engines that a user can ask for, the default one first.
var engines = []choice{
	{Engine: auto.Engine{}, noLemmas: true, distance: true, resume: true},
	{Engine: brute.Memo{}, distance: true},
	{Engine: brute.Naive{}, distance: true},
	{Engine: negamax.Engine{}, noLemmas: true, distance: true, resume: true},
	{Engine: pn.Engine{}, noLemmas: true, resume: true},
	{Engine: retrograde.Engine{}, distance: true, resume: true},
	{Engine: auto.Theory{}},
}

// engineNames returns the names of the engines that can do something.
func engineNames(can func(choice) bool) (names []string) {
	for _, e := range engines {
		if can(e) {
			names = append(names, e.Name())
		}
	}
	return names
}

// anything is what every engine is able to do; those below are what some are.
func anything(choice) bool         { return true }
func searchNoLemmas(e choice) bool { return e.noLemmas }
func findDistance(e choice) bool   { return e.distance }
func goOn(e choice) bool           { return e.resume }

// setEngine chooses an engine by its name.
func (opt *options) setEngine(text string) error {
	for _, e := range engines {
		if strings.EqualFold(e.Name(), text) {
			opt.engine = e
			return nil
		}
	}
	return fmt.Errorf("unknown engine; the engines are %s%s", cli.List(engineNames(anything)), cli.DidYouMean(text, engineNames(anything)))
}
