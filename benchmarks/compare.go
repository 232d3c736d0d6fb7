package benchmarks

import (
	"errors"
	"fmt"

	"golang.org/x/perf/benchmath"
)

// Comparison compares a report with an earlier one.
type Comparison struct {
	Entries []Difference `json:"entries"` // entries in both reports
	Total   Shift        `json:"total"`   // time of all entries together
	Added   []string     `json:"added"`   // entries that only the later report has
}

// Difference compares an entry of two reports.
type Difference struct {
	Name          string `json:"entry"`
	NodesBefore   uint64 `json:"nodes_before"`
	Nodes         uint64 `json:"nodes"`
	OutcomeBefore string `json:"outcome_before"`
	Outcome       string `json:"outcome"`
	CutBefore     bool   `json:"cut_before,omitempty"`
	Cut           bool   `json:"cut,omitempty"` // if one of these is set, nodes and outcome depend on the machine
	Time          Shift  `json:"time"`
}

// Worse reports whether a deterministic result got worse: more nodes, or another outcome.
func (d Difference) Worse() bool {
	return !d.CutBefore && !d.Cut && (d.Nodes > d.NodesBefore || d.Outcome != d.OutcomeBefore)
}

// Shift compares a time in two reports. It depends on the machine and its load, and is only
// advice.
type Shift struct {
	Before Interval `json:"before"` // in seconds
	Now    Interval `json:"now"`
	P      float64  `json:"p"`      // probability of such samples if there is no difference
	Change string   `json:"change"` // the change in percent, or "~" if the samples show none
}

// CanCompare returns an error unless the report has some of the entries, with the same positions
// and memory limits as now.
func (r Report) CanCompare(entries []Entry) error {
	common := 0
	for _, e := range entries {
		old, ok := r.find(e.String())
		if !ok {
			continue
		}
		root, err := e.Root()
		switch {
		case err != nil:
			return err
		case old.Position != root.String():
			return fmt.Errorf("%v was another position then: %s", e, old.Position)
		case old.MemoryLimit != e.Memory:
			return fmt.Errorf("%v had other memory then: %d bytes, now %d", e, old.MemoryLimit, e.Memory)
		}
		common++
	}
	if common == 0 {
		return errors.New("it has none of the entries")
	}
	return nil
}

// Compare compares a report with an earlier one, entry by entry.
func Compare(before, now Report) Comparison {
	c := Comparison{Entries: []Difference{}, Added: []string{}}
	var totalBefore, total []float64
	for _, e := range now.Entries {
		old, ok := before.find(e.Name)
		if !ok {
			c.Added = append(c.Added, e.Name)
			continue
		}
		c.Entries = append(c.Entries, Difference{
			e.Name, old.Nodes, e.Nodes, old.Outcome, e.Outcome, old.Cut, e.Cut, shift(old.Seconds, e.Seconds),
		})
		totalBefore, total = addRuns(totalBefore, old.Seconds), addRuns(total, e.Seconds)
	}
	c.Total = shift(totalBefore, total)
	return c
}

// addRuns adds the times of each run to the sums, for the runs that all entries have.
func addRuns(sums, seconds []float64) []float64 {
	if sums == nil {
		return append(sums, seconds...)
	}
	sums = sums[:min(len(sums), len(seconds))]
	for i := range sums {
		sums[i] += seconds[i]
	}
	return sums
}

// shift compares two samples by their medians and the Mann-Whitney U test.
func shift(before, now []float64) Shift {
	s := Shift{Before: interval(before), Now: interval(now)}
	test := benchmath.AssumeNothing.Compare(sampleOf(before), sampleOf(now))
	s.P, s.Change = test.P, test.FormatDelta(s.Before.Median, s.Now.Median)
	return s
}
