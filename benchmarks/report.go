package benchmarks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"
)

// Format is the version of the JSON format of a [Report]. Other versions are not read.
const Format = 1

// Report is the result of a run of the suite, and the content of a file of results.
type Report struct {
	Format   int       `json:"format"`
	Time     time.Time `json:"time"`    // start of the run
	Version  string    `json:"version"` // the version of the program, with its commit and platform
	CPUs     int       `json:"cpus"`
	Count    int       `json:"count"`    // solves of each entry asked for
	Complete bool      `json:"complete"` // false if the run was cancelled

	Nodes   uint64   `json:"nodes"`   // sum over the entries
	Seconds float64  `json:"seconds"` // sum of their median times
	Memory  int64    `json:"memory"`  // maximum of the entries' peaks, in bytes
	Entries []Record `json:"entries"`
}

// Record is the result of a run for one entry.
type Record struct {
	Name        string    `json:"entry"`
	Variant     string    `json:"variant"`
	Board       string    `json:"board"`
	Position    string    `json:"position"`
	Engine      string    `json:"engine"`
	MemoryLimit int64     `json:"memory_limit"`
	Outcome     string    `json:"outcome"`
	Limit       float64   `json:"limit,omitempty"` // seconds of processor time, as in Entry
	Cut         bool      `json:"cut,omitempty"`   // the limit was reached: nodes and seconds are those until then
	Nodes       uint64    `json:"nodes"`
	Seconds     []float64 `json:"seconds"` // of each solve
	Memory      int64     `json:"memory"`  // peak, as in Measurement
}

// Measure solves the entry count times by one worker. If that fails or is cancelled it returns
// an error and the results of the finished solves.
func Measure(ctx context.Context, e Entry, count int) (Record, error) {
	root, err := e.Root()
	if err != nil {
		return Record{}, fmt.Errorf("%v: %w", e, err)
	}
	r := Record{
		Name: e.String(), Variant: e.Variant, Board: e.Board, Position: root.String(),
		Engine: e.Engine.Name(), MemoryLimit: e.Memory, Limit: e.Limit.Seconds(),
	}
	for range count {
		m, err := Run(ctx, e, 1)
		if err != nil {
			return r, err
		}
		if len(r.Seconds) > 0 && r.Nodes != m.Nodes && !r.Cut && !m.Cut {
			return r, fmt.Errorf("%v took %d nodes and then %d; one worker should always take the same number", e, r.Nodes, m.Nodes)
		}
		r.Outcome, r.Nodes, r.Memory = m.Outcome.String(), m.Nodes, max(r.Memory, m.Memory)
		r.Seconds, r.Cut = append(r.Seconds, m.Elapsed.Seconds()), r.Cut || m.Cut
	}
	return r, nil
}

// Add adds an entry to the report and its totals.
func (r *Report) Add(record Record) {
	r.Entries = append(r.Entries, record)
	r.Nodes += record.Nodes
	r.Seconds += record.Time().Median
	r.Memory = max(r.Memory, record.Memory)
}

// Time returns the time that the entry took.
func (r Record) Time() Interval { return interval(r.Seconds) }

// Interval is a median and the confidence interval around it.
type Interval struct {
	Median float64  `json:"median"`
	Low    *float64 `json:"low"` // nil if there are too few values for an interval
	High   *float64 `json:"high"`
}

// Confidence is the probability that an [Interval] covers the true median. It takes at least
// MinCount values.
const (
	Confidence = 0.95
	MinCount   = 6
)

func sampleOf(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}

func interval(values []float64) Interval {
	s := benchmath.AssumeNothing.Summary(sampleOf(values), Confidence)
	i := Interval{Median: s.Center}
	if len(values) >= MinCount {
		i.Low, i.High = &s.Lo, &s.Hi
	}
	return i
}

// errForeign is the error of a text that is not a report.
var errForeign = errors.New("not a result of gridlock bench")

// ReadReport reads and validates a report in JSON.
func ReadReport(in io.Reader) (Report, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return Report{}, err
	}
	var head struct {
		Format *int `json:"format"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return Report{}, fmt.Errorf("%w: %w", errForeign, err)
	}
	switch {
	case head.Format == nil:
		return Report{}, fmt.Errorf("%w: it has no \"format\"", errForeign)
	case *head.Format != Format:
		return Report{}, fmt.Errorf("a result in format %d, and this program reads format %d", *head.Format, Format)
	}
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return Report{}, fmt.Errorf("%w: %w", errForeign, err)
	}
	return r, r.check()
}

// check returns an error that names what a report lacks.
func (r Report) check() error {
	if len(r.Entries) == 0 {
		return fmt.Errorf("damaged: it has no entries")
	}
	seen := map[string]bool{}
	for i, e := range r.Entries {
		switch {
		case e.Name == "":
			return fmt.Errorf("damaged: entry %d has no name", i+1)
		case seen[e.Name]:
			return fmt.Errorf("damaged: %q is there twice", e.Name)
		case len(e.Seconds) == 0 || slices.Min(e.Seconds) <= 0:
			return fmt.Errorf("damaged: %q has no times", e.Name)
		}
		seen[e.Name] = true
	}
	return nil
}

// find returns the record of an entry.
func (r Report) find(name string) (Record, bool) {
	i := slices.IndexFunc(r.Entries, func(e Record) bool { return e.Name == name })
	if i < 0 {
		return Record{}, false
	}
	return r.Entries[i], true
}
