package proof

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/variants"
)

// Method is how a certificate proves its claim.
type Method string

// The eight methods; docs/proof-format.md defines them.
const (
	Strategy   Method = "strategy"   // a move for every position with the winner to move
	Intervals  Method = "intervals"  // a move for many positions at once
	Copying    Method = "copying"    // a permutation of the cells, by which the winner copies
	Matching   Method = "matching"   // pairs of cells, by which the winner answers
	Nimbers    Method = "nimbers"    // a table of nimbers
	Values     Method = "values"     // a table of values
	Bounds     Method = "bounds"     // a table of lower bounds of values
	Exclusions Method = "exclusions" // a table of exact and excluded nimbers of components
)

// format says what a certificate by a method looks like. A format that leaves out a required field counts as unknown. A
// program that only writes certificates links the formats, but no code for reading.
type format struct {
	name      Method
	version   string   // of the format
	need, may []string // fields of the header, besides those of all methods
	least     uint64   // bytes of a record in the body; 0 if there is no body
	end       []byte   // the end of the body, after the last record
	memory    uint64   // about the bytes that a check takes for a record

	agrees func(h Header, root variants.Position) error // verifies the header, beyond the checks for all methods
}

// formats returns the formats of all methods.
func formats() []format {
	return []format{
		strategyFormat(), intervalsFormat(), copyingFormat(), matchingFormat(),
		nimbersFormat(), valuesFormat(), boundsFormat(), exclusionsFormat(),
	}
}

// whole reports whether all required fields are set. Without a least number of bytes there is no body.
func (f format) whole() bool {
	return f.name != "" && f.version != "" && f.memory > 0 && f.agrees != nil
}

// layered reports whether the body is a strategy in layers.
func (f format) layered() bool { return slices.Contains(f.need, "layers") }

// format returns the format of a method. If there is none, the error refuses the certificate.
func (m Method) format() (format, error) { return m.formatAmong(formats()) }

func (m Method) formatAmong(all []format) (format, error) {
	i := slices.IndexFunc(all, func(f format) bool { return f.name == m && f.whole() })
	if i < 0 {
		return format{}, m.unknown()
	}
	return all[i], nil
}

// method has the functions for certificates by a method. A method that lacks one of these functions counts as unknown,
// so that nothing is accepted because a check is missing.
type method struct {
	format

	check    func(c *checker) error                                // verifies the claim by the body
	stats    func(c *checker, shared int) (Stats, error)           // reads the body
	part     func(r *Reader) (Part, error)                         // reads a record of a table
	strategy func(c *checker, layers int) (*StrategyReader, error) // reads a strategy
	player   func(c *checker) (play, error)                        // reads the body
	describe func(r *Reader, work Counts) Description
}

// methods returns all methods.
func methods() []method {
	return []method{
		strategyMethod(), intervalsMethod(), copyingMethod(), matchingMethod(),
		nimbersMethod(), valuesMethod(), boundsMethod(), exclusionsMethod(),
	}
}

// whole reports whether all functions are set.
func (m method) whole() bool {
	return m.format.whole() && m.check != nil && m.stats != nil && m.part != nil && m.strategy != nil && m.player != nil && m.describe != nil
}

// find returns the functions for a method. If there are none, the error says that the certificate is refused.
func (m Method) find() (method, error) { return m.among(methods()) }

func (m Method) among(all []method) (method, error) {
	i := slices.IndexFunc(all, func(found method) bool { return found.name == m && found.whole() })
	if i < 0 {
		return method{}, m.unknown()
	}
	return all[i], nil
}

func (m Method) unknown() error {
	return fmt.Errorf("unknown method %.40q: there are %s", string(m), methodNames())
}

// Methods returns all methods.
func Methods() (all []Method) {
	for _, f := range formats() {
		all = append(all, f.name)
	}
	return all
}

// methodNames returns the methods with commas and "and" between them.
func methodNames() string {
	var names []string
	for _, m := range Methods() {
		names = append(names, string(m))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Description describes a certificate to people.
type Description struct {
	How     string     // the claim is proven
	Checked []Quantity // what was checked

	Records string // what its records are called; empty if it has none
	Each    string // the meaning of a record, if it is not clear
	One     string // what a record of a strategy is called

	Legend string     // how to read the rest: grids, or the records of a table
	Grids  [][]string // a text for each cell
	Note   string     // something else to know about the grids
}

// Quantity is a number of something.
type Quantity struct {
	Number uint64
	Of     string
}

// Describe describes a certificate, and the work of its check.
func (r *Reader) Describe(work Counts) (Description, error) {
	m, err := r.Header.Method.find()
	if err != nil {
		return Description{}, err
	}
	return m.describe(r, work), nil
}

// Part is a record of a table, about one component. One of Nimber, Not, Value and Least is set.
type Part struct {
	Sides               // claim: Left alone
	Nimber, Not *int    // the component has it, or does not
	Value       *Value  // Left is X
	Least       *Value  // a lower bound; Left is the winner
	Reason      *Reason // the reason of Not and Least
}

// Parts reads the records of a table, and calls yield with each. It is an error if there is no table.
func (r *Reader) Parts(yield func(Part) error) error {
	m, err := r.Header.Method.find()
	for i := uint64(0); i < r.Header.Records && err == nil; i++ {
		var p Part
		if p, err = m.part(r); err == nil {
			err = yield(p)
		}
	}
	return err
}

// noTable is for methods without a table.
func noTable(r *Reader) (Part, error) {
	return Part{}, fmt.Errorf("a certificate by %s has no table", r.Header.Method)
}

// noStrategy is for methods without layers.
func noStrategy(c *checker, _ int) (*StrategyReader, error) {
	return nil, fmt.Errorf("a certificate by %s has no strategy", c.Header.Method)
}

// noBody checks the body for methods that have everything in the header.
func noBody(*checker, int) (Stats, error) { return Stats{}, nil }

// agreed checks the header for methods whose headers need no further look.
func agreed(Header, variants.Position) error { return nil }
