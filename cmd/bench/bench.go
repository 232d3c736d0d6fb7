// Package bench is the verb "bench", which measures the program by its fixed suite
// and compares the result with an earlier one. It builds a cobra command; suite and
// comparison are in package gridlock/benchmarks.
package bench

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"gridlock/benchmarks"
	"gridlock/internal/cli"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
)

type options struct {
	version string
	count   int
	run     *regexp.Regexp
	latency bool
	quick   bool
	format  flags.Format
	out     string
	compare string

	progress flags.Progress
}

// New returns the command. version is the version of the program in its results.
func New(version string) *cobra.Command {
	opt := options{version: version, run: regexp.MustCompile("")}
	cmd := &cobra.Command{
		Use:   "bench [flags]",
		Short: "Measure the engines, and compare with an earlier result",
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opt.bench(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags.Number(cmd, &opt.count, "count", 0, 1, 0, fmt.Sprintf("number of times to solve each entry (default: 1; with --compare %d)", benchmarks.MinCount))
	flags.Value(cmd, "run", "REGEXP", "", `only entries whose name matches, as in "blockade 6x6 pn"`, opt.setRun)
	cmd.Flags().BoolVar(&opt.latency, "latency", false, "measure how long the answers about the moves of a position take")
	cmd.Flags().BoolVar(&opt.quick, "quick", false, "give a question up after a second of processor time instead of ten")
	cli.Need(cmd, "latency", "quick")
	opt.format.AddFlags(cmd, "", "text", "json")
	flags.Output(cmd, &opt.out, "out", "o", "write the result to this file")
	flags.Input(cmd, &opt.compare, "compare", "compare with the result in this file")
	opt.progress.AddFlags(cmd)
	return cmd
}

// bench checks flags and files before it begins to measure.
func (opt *options) bench(ctx context.Context, in io.Reader, w, errOut io.Writer) error {
	suite := opt.suite()
	entries := chosen(suite, opt.run)
	switch {
	case len(entries) == 0:
		return cli.Usagef("--run %q matches none of the entries; they have names like %q", opt.run, suite[0])
	case opt.count == 0 && opt.compare != "":
		opt.count = benchmarks.MinCount
	case opt.count == 0:
		opt.count = 1
	}
	before, err := opt.readBaseline(ctx, in, entries)
	if err != nil {
		return fmt.Errorf("--compare: %w", err)
	}
	out, err := stage(opt.out)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer out.Discard()

	report, err := opt.measure(ctx, w, errOut, entries)
	if err != nil {
		return opt.stopped(w, report, err)
	}
	if err := write(ctx, out, report); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return opt.conclude(w, report, before)
}

// measure measures the entries, and prints each as soon as it is done unless the
// output is JSON.
func (opt *options) measure(ctx context.Context, w, errOut io.Writer, entries []benchmarks.Entry) (benchmarks.Report, error) {
	report := benchmarks.Report{
		Format: benchmarks.Format, Time: time.Now().UTC().Truncate(time.Second), Version: opt.version,
		CPUs: runtime.NumCPU(), Count: opt.count, Entries: []benchmarks.Record{},
	}
	batch, stop := opt.progress.Batch(w, errOut, len(entries), "entries")
	defer stop()
	if opt.format.JSON() {
		w = io.Discard
	}
	writeHeader(w)
	for _, e := range entries {
		measured := batch.Step(e.String())
		record, err := benchmarks.Measure(ctx, e, opt.count)
		measured()
		if len(record.Seconds) > 0 {
			report.Add(record)
			_ = batch.Print(func() error { writeRecord(w, record); return nil })
		}
		if err != nil {
			return report, err
		}
	}
	report.Complete = true
	return report, nil
}

// stopped prints the results so far when measuring stopped early.
func (opt *options) stopped(w io.Writer, report benchmarks.Report, err error) error {
	if opt.format.JSON() {
		_ = printable.WriteJSON(w, report) // the stream remembers its error
	} else {
		writeTotal(w, report)
	}
	return err
}

// conclude prints the totals and the comparison. Its error says what got worse.
func (opt *options) conclude(w io.Writer, report benchmarks.Report, before *benchmarks.Report) error {
	var comparison *benchmarks.Comparison
	if before != nil {
		c := benchmarks.Compare(*before, report)
		comparison = &c
	}
	if opt.format.JSON() {
		if err := printable.WriteJSON(w, compared{report, comparison}); err != nil {
			return err
		}
	} else {
		writeTotal(w, report)
	}
	if comparison == nil {
		return nil
	}
	if !opt.format.JSON() {
		writeComparison(w, opt.compare, *before, *comparison)
	}
	return worse(opt.compare, *comparison)
}

// compared is the JSON output: a report and the comparison of --compare.
type compared struct {
	benchmarks.Report
	Comparison *benchmarks.Comparison `json:"comparison,omitempty"`
}
