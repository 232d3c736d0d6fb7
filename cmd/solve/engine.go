package solve

import (
	"fmt"
	"strings"

	"gridlock/solver"
)

// choice is an engine that a user can ask for.
type choice struct {
	solver.Engine
	bare bool // it can search without lemmas as well as with them
}

// engines returns the engines that a user can ask for.
func engines() []choice {
	return []choice{
		{Engine: solver.Memo{}},
		{Engine: solver.Naive{}},
		{Engine: solver.PN{}, bare: true},
		{Engine: solver.Theory{}},
	}
}

// engineNames returns the names of the engines.
func engineNames() (names []string) {
	for _, e := range engines() {
		names = append(names, e.Name())
	}
	return names
}

// bareEngines returns the names of the engines that can search without lemmas.
func bareEngines() (names []string) {
	for _, e := range engines() {
		if e.bare {
			names = append(names, e.Name())
		}
	}
	return names
}

// engineFlag is the value of --engine.
type engineFlag struct{ choice }

// defaultEngine returns the engine that is used unless the user asks for another: the
// first.
func defaultEngine() engineFlag { return engineFlag{engines()[0]} }

func (f *engineFlag) String() string { return f.Name() }
func (f *engineFlag) Type() string   { return "NAME" }

func (f *engineFlag) Set(text string) error {
	for _, e := range engines() {
		if strings.EqualFold(e.Name(), text) {
			f.choice = e
			return nil
		}
	}
	return fmt.Errorf("unknown engine: there are %s", strings.Join(engineNames(), ", "))
}
