package benchmarks

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// ReadHistory reads a history: reports in JSON, one on each line, the oldest first. Its
// error names the line.
func ReadHistory(in io.Reader) (runs []Report, err error) {
	r := bufio.NewReader(in)
	for number := 1; ; number++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			run, err := ReadReport(bytes.NewReader(line))
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number, err)
			}
			runs = append(runs, run)
		}
		if err != nil {
			return runs, nil
		}
	}
}

// Change is how many times as many nodes, and how many times as long, something takes as it
// took at first. Both are NaN where it was not measured.
type Change struct{ Nodes, Seconds float64 }

// Trend is how an entry changed in the course of a history.
type Trend struct {
	Last    Record   // of the last run that has the entry
	Changes []Change // for each run, since the first that has the entry
}

// Trends returns how each entry changed, those of the last run first. Runs in which an entry
// was another position, or had other memory, do not count.
func Trends(runs []Report) (all []Trend) {
	seen := map[string]bool{}
	for _, run := range slices.Backward(runs) {
		for _, e := range run.Entries {
			if !seen[e.Name] {
				seen[e.Name] = true
				all = append(all, trend(runs, e))
			}
		}
	}
	return all
}

// trend returns how an entry changed. Last is what its last run found.
func trend(runs []Report, last Record) Trend {
	t := Trend{Last: last}
	var first *Record
	for _, run := range runs {
		e, ok := run.find(last.Name)
		if !ok || !e.sameQuestion(last) {
			t.Changes = append(t.Changes, Change{math.NaN(), math.NaN()})
			continue
		}
		if first == nil {
			first = &e
		}
		t.Changes = append(t.Changes, e.since(*first))
	}
	return t
}

// sameQuestion reports whether two records are of the same position and memory limit.
func (r Record) sameQuestion(other Record) bool {
	return r.Position == other.Position && r.MemoryLimit == other.MemoryLimit
}

// since returns the change since an earlier record. No nodes count as one.
func (r Record) since(first Record) Change {
	return Change{
		Nodes:   float64(max(1, r.Nodes)) / float64(max(1, first.Nodes)),
		Seconds: r.Time().Median / first.Time().Median,
	}
}

// Mean returns the geometric mean of the changes of all entries, for each of a number of
// runs. An entry that a run leaves out counts as unchanged, and one that is new does not
// move the mean.
func Mean(trends []Trend, runs int) []Change {
	mean := make([]Change, runs)
	var level struct{ nodes, seconds float64 } // logarithms
	known := map[int]Change{}                  // by the entry's place, when it was last measured
	for run := range runs {
		before, nodes, seconds := len(known), 0.0, 0.0
		for i, t := range trends {
			now := t.Changes[run]
			if math.IsNaN(now.Nodes) {
				continue
			}
			if last, ok := known[i]; ok {
				nodes += math.Log(now.Nodes / last.Nodes)
				seconds += math.Log(now.Seconds / last.Seconds)
			}
			known[i] = now
		}
		if before > 0 {
			level.nodes += nodes / float64(before)
			level.seconds += seconds / float64(before)
		}
		mean[run] = Change{math.Exp(level.nodes), math.Exp(level.seconds)}
	}
	return mean
}
