package crosscheck

import (
	"context"
	"errors"
	"fmt"

	"gridlock/solver"
	"gridlock/variants"
)

// Source answers questions about positions: an engine, an oracle, a file.
type Source struct {
	Name string

	// Applies reports whether it makes sense to ask about a position; nil if always.
	Applies func(variants.Position) bool

	// Ask returns the source's verdict, and solver.ErrLimit if the position is out of its reach.
	// A verdict with an error must still be right.
	Ask func(context.Context, variants.Position) (Verdict, error)
}

// Checker asks sources and compares their verdicts.
type Checker struct {
	Sources []Source

	// Deadline, if not nil, limits the time for all sources to answer for one position. Without it
	// the same positions always give the same report.
	Deadline func(context.Context) (context.Context, context.CancelFunc)

	// Watch, if not nil, is called before a position is checked, and done afterwards.
	Watch func(p variants.Position) (done func())
}

// Report is the result of a check of some positions.
type Report struct {
	Positions     int
	Tallies       []Tally
	Disagreements []Disagreement
}

// Tally counts the answers of one source.
type Tally struct {
	Source   string
	Asked    int // positions that the source applies to
	Answered int
	Beyond   int // positions out of its reach
}

// Disagreement is a field of a position on which two sources contradict each other, or
// one contradicts the rules.
type Disagreement struct {
	Field    Field
	Position variants.Position
	Says     []Statement // all sources that say something

	Minimal     variants.Position // the smallest position found on which the two still do
	MinimalSays []Statement       // what these two say there
}

// Statement is what a source says in a field of a disagreement.
type Statement struct{ Source, Text string }

// Check asks all sources about the positions. It stops when ctx ends, or after a position on
// which a source fails, with that error and the report so far.
func (c *Checker) Check(ctx context.Context, positions []variants.Position) (Report, error) {
	r := Report{Tallies: make([]Tally, len(c.Sources))}
	for i, s := range c.Sources {
		r.Tallies[i].Source = s.Name
	}
	for _, p := range positions {
		if err := c.one(ctx, p, &r); err != nil {
			return r, err
		}
		r.Positions++
	}
	return r, nil
}

// answer is a verdict and its source.
type answer struct {
	source  Source
	verdict Verdict
}

// one checks a position and adds the result to the report.
func (c *Checker) one(ctx context.Context, p variants.Position, r *Report) error {
	if c.Watch != nil {
		defer c.Watch(p)()
	}
	bounded, cancel := c.bound(ctx)
	defer cancel()
	var answers []answer
	var failed error
	for i, s := range c.Sources {
		if s.Applies != nil && !s.Applies(p) {
			continue
		}
		r.Tallies[i].Asked++
		verdict, err := s.Ask(bounded, p)
		switch {
		case err == nil:
			r.Tallies[i].Answered++
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, solver.ErrLimit):
			r.Tallies[i].Beyond++
		default:
			failed = errors.Join(failed, fmt.Errorf("%s: %s %v: %w", s.Name, p.Game().Variant().ID, p, err))
			continue
		}
		answers = append(answers, answer{s, verdict})
	}
	for _, f := range fields() {
		pair := conflict(f, answers, p)
		if pair == nil {
			continue
		}
		d := Disagreement{Field: f, Position: p, Says: statements(f, answers, p)}
		d.Minimal, d.MinimalSays = c.minimise(ctx, f, p, pair)
		r.Disagreements = append(r.Disagreements, d)
	}
	return failed
}

// bound returns a context for one position.
func (c *Checker) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Deadline == nil {
		return context.WithCancel(ctx)
	}
	return c.Deadline(ctx)
}

// conflict returns the first two answers that contradict each other in a field, or the first one
// that contradicts the rules, or nil.
func conflict(f Field, answers []answer, p variants.Position) []answer {
	for i, a := range answers {
		if a.verdict.absurd(f, p) {
			return answers[i : i+1]
		}
		for _, b := range answers[:i] {
			if contradict(f, b.verdict, a.verdict) {
				return []answer{b, a}
			}
		}
	}
	return nil
}

// statements returns what each of the answers says in a field.
func statements(f Field, answers []answer, p variants.Position) (all []Statement) {
	for _, a := range answers {
		if text := a.verdict.text(f, p); text != "" {
			all = append(all, Statement{a.source.Name, text})
		}
	}
	return all
}
