package solve

import (
	"fmt"
	"strings"

	"gridlock/solver"
)

// engines returns the engines that a user can ask for.
func engines() []solver.Engine {
	return []solver.Engine{solver.Memo{}, solver.Naive{}, solver.PN{}, solver.Theory{}}
}

func engineNames() []string {
	var names []string
	for _, e := range engines() {
		names = append(names, e.Name())
	}
	return names
}

// engineFlag is the value of --engine.
type engineFlag struct{ value solver.Engine }

func (f *engineFlag) String() string { return f.value.Name() }
func (f *engineFlag) Type() string   { return "NAME" }

func (f *engineFlag) Set(text string) error {
	for _, e := range engines() {
		if strings.EqualFold(e.Name(), text) {
			f.value = e
			return nil
		}
	}
	return fmt.Errorf("unknown engine: there are %s", strings.Join(engineNames(), ", "))
}
