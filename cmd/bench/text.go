package bench

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"gridlock/benchmarks"
	"gridlock/internal/cli/console"
	"gridlock/internal/printable"
)

func writeHeader(w io.Writer) {
	writeRow(w, "entry", "nodes", "nodes/s", "time", "memory")
}

func writeRow(w io.Writer, name, nodes, rate, time, memory string) {
	fmt.Fprintf(w, "%-26s %13s %12s %15s %10s\n", name, nodes, rate, time, memory)
}

func writeRecord(w io.Writer, r benchmarks.Record) {
	time := interval(r.Time())
	if r.Cut {
		time = "> " + seconds(r.Limit)
	}
	writeRow(w, r.Name, console.Count(r.Nodes), rate(r.Nodes, r.Time().Median), time, size(r.Memory))
}

func writeTotal(w io.Writer, r benchmarks.Report) {
	writeRow(w, fmt.Sprintf("total of %d", len(r.Entries)), console.Count(r.Nodes), rate(r.Nodes, r.Seconds),
		seconds(r.Seconds), size(r.Memory))
	writeShares(w, r.Shares())
}

// writeShares prints how many answers came within which time.
func writeShares(w io.Writer, shares []benchmarks.Share) {
	if len(shares) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-26s %7s", "known within", "of")
	for i := range shares[0].Within {
		fmt.Fprintf(w, " %7s", []string{"0.1 s", "1 s", "10 s"}[i])
	}
	fmt.Fprintln(w)
	for _, s := range shares {
		fmt.Fprintf(w, "%-26s %7d", s.Name, s.Count)
		for _, share := range s.Within {
			fmt.Fprintf(w, " %5.0f %%", 100*share)
		}
		fmt.Fprintln(w)
	}
}

// writeComparison prints how the report differs from an earlier one.
func writeComparison(w io.Writer, file string, before benchmarks.Report, c benchmarks.Comparison) {
	fmt.Fprintf(w, "\nAgainst %s of %s\n", printable.Printable(file), before.Time.Format(time.DateTime))
	if len(c.Added) > 0 {
		fmt.Fprintln(w, console.Wrap("Not in that file: "+strings.Join(c.Added, ", ")))
	}
	fmt.Fprintln(w)
	writeNodes(w, c.Entries)
	fmt.Fprintf(w, "\n%-26s %16s %16s %9s %9s\n", "time (for information)", "before", "now", "change", "p")
	for _, d := range c.Entries {
		writeShift(w, d.Name, d.Time)
	}
	writeShift(w, "total", c.Total)
	if c.Total.Before.Low == nil || c.Total.Now.Low == nil {
		fmt.Fprintf(w, "\nConfidence intervals need --count %d or more in both results.\n", benchmarks.MinCount)
	}
}

// writeNodes prints the entries whose nodes have changed.
func writeNodes(w io.Writer, entries []benchmarks.Difference) {
	same := 0
	for _, d := range entries {
		if alike(d) {
			same++
		}
	}
	if same == len(entries) {
		fmt.Fprintf(w, "nodes: the same in all %d entries\n", same)
		return
	}
	fmt.Fprintf(w, "%-26s %16s %16s %9s\n", "nodes", "before", "now", "change")
	for _, d := range entries {
		if !alike(d) {
			fmt.Fprintf(w, "%-26s %16s %16s %9s%s\n", d.Name, console.Count(d.NodesBefore), console.Count(d.Nodes), change(d), remark(d))
		}
	}
	if same > 0 {
		fmt.Fprintf(w, "the same in the other %d\n", same)
	}
}

// alike reports whether two runs agree about an entry, except for the time.
func alike(d benchmarks.Difference) bool {
	return d.CutBefore && d.Cut || d.CutBefore == d.Cut && d.Nodes == d.NodesBefore && !d.Worse()
}

// change writes the change of the nodes, in percent unless it is too small for that.
func change(d benchmarks.Difference) string {
	more := int64(d.Nodes - d.NodesBefore)
	percent := 100 * float64(more) / float64(d.NodesBefore)
	if d.NodesBefore == 0 || math.Abs(percent) < 0.01 {
		return fmt.Sprintf("%+d", more)
	}
	return fmt.Sprintf("%+.2f%%", percent)
}

func remark(d benchmarks.Difference) string {
	switch {
	case d.Cut:
		return "  given up"
	case d.CutBefore:
		return "  was given up"
	case d.Outcome != d.OutcomeBefore:
		return fmt.Sprintf("\n  the outcome was %s and is now %s", printable.Printable(d.OutcomeBefore), d.Outcome)
	case d.Worse():
		return "  worse"
	}
	return ""
}

func writeShift(w io.Writer, name string, s benchmarks.Shift) {
	fmt.Fprintf(w, "%-26s %16s %16s %9s %9.3f\n", name, interval(s.Before), interval(s.Now), s.Change, s.P)
}

// worse is the error of a comparison in which nodes or outcomes got worse.
func worse(file string, c benchmarks.Comparison) error {
	var outcomes, nodes []string
	for _, d := range c.Entries {
		switch {
		case d.CutBefore || d.Cut:
		case d.Outcome != d.OutcomeBefore:
			outcomes = append(outcomes, d.Name)
		case d.Worse():
			nodes = append(nodes, d.Name)
		}
	}
	var all []error
	if len(outcomes) > 0 {
		all = append(all, fmt.Errorf("outcomes differ from %s: %s", file, strings.Join(outcomes, ", ")))
	}
	if len(nodes) > 0 {
		all = append(all, fmt.Errorf("more nodes than in %s: %s", file, strings.Join(nodes, ", ")))
	}
	return errors.Join(all...)
}

func size(n int64) string { return humanize.IBytes(uint64(max(0, n))) }

// rate writes nodes per second.
func rate(nodes uint64, seconds float64) string {
	if nodes == 0 || seconds <= 0 {
		return "-"
	}
	return console.Count(uint64(float64(nodes) / seconds))
}

func seconds(s float64) string { return console.Seconds(time.Duration(s * float64(time.Second))) }

// interval writes a median with the half width of its confidence interval.
func interval(i benchmarks.Interval) string {
	if i.Low == nil || i.Median <= 0 {
		return seconds(i.Median)
	}
	half := max(*i.High-i.Median, i.Median-*i.Low) / i.Median
	return fmt.Sprintf("%s ±%3.0f%%", seconds(i.Median), half*100)
}
