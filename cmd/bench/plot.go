package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"gridlock/benchmarks"
	"gridlock/internal/cli"
	"gridlock/internal/draw"
	"gridlock/internal/printable"
)

// plotBegin is how the files of --plot begin.
const plotBegin = `<svg xmlns="http://www.w3.org/2000/svg" class="drawing history" `

// plot is the file of --plot, and the runs to draw in it. The zero value is none.
type plot struct {
	file   *cli.StagedFile
	runs   []benchmarks.Report
	chosen *regexp.Regexp
}

// stagePlot reads the history and prepares to draw it.
func (opt *options) stagePlot() (plot, error) {
	if opt.plot == "" {
		return plot{}, nil
	}
	runs, err := readHistory(opt.history)
	if err != nil {
		return plot{}, fmt.Errorf("--history: %w", err)
	}
	file, err := cli.StageFile(opt.plot, cli.WrittenBy("bench", plotBegin))
	if err != nil {
		return plot{}, fmt.Errorf("--plot: %w", err)
	}
	return plot{file, runs, opt.run}, nil
}

// readHistory returns the runs in a file, none where there is no file.
func readHistory(name string) ([]benchmarks.Report, error) {
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	runs, err := benchmarks.ReadHistory(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return runs, nil
}

// replot draws the runs that are there already.
func (opt *options) replot(ctx context.Context) error {
	if opt.plot == "" || opt.history == "" || opt.format.JSON() || opt.out != "" || opt.compare != "" || opt.proofs {
		return cli.Usagef("--count 0 measures nothing: it goes with --history, --plot and --run only")
	}
	if err := opt.checkFiles(); err != nil {
		return err
	}
	p, err := opt.stagePlot()
	if err != nil {
		return err
	}
	defer p.discard()
	if len(p.runs) == 0 {
		return fmt.Errorf("--history: there are no runs in %s", opt.history)
	}
	return p.write(ctx)
}

// write draws the runs of the history and those that came after, and puts the file in its
// place.
func (p plot) write(ctx context.Context, after ...benchmarks.Report) error {
	if p.file == nil {
		return nil
	}
	h := chart(append(p.runs, after...), p.chosen)
	if len(h.Entries) == 0 {
		return fmt.Errorf("--run %q matches none of the entries in the history", p.chosen)
	}
	_, err := io.WriteString(p.file, draw.Plot(h).File())
	if err == nil {
		err = p.file.Commit(ctx)
	}
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	return nil
}

// discard removes what is not in its place.
func (p plot) discard() { p.file.Discard() }

// chart returns what to draw of the entries whose names match.
func chart(runs []benchmarks.Report, chosen *regexp.Regexp) draw.History {
	var h draw.History
	for _, run := range runs {
		h.Runs = append(h.Runs, draw.Run{Name: shortVersion(run.Version), When: run.Time.Format(time.DateOnly)})
	}
	var trends []benchmarks.Trend
	for _, t := range benchmarks.Trends(runs) {
		if !chosen.MatchString(t.Last.Name) {
			continue
		}
		trends = append(trends, t)
		note := fmt.Sprintf("%s nodes, %s", cli.Count(t.Last.Nodes), seconds(t.Last.Time().Median))
		h.Entries = append(h.Entries, lines(t.Last.Name, note, t.Changes))
	}
	h.Mean = lines("geometric mean of "+english.Plural(len(h.Entries), "entry", "entries"), "", benchmarks.Mean(trends, len(runs)))
	return h
}

// lines returns the two series of changes.
func lines(name, note string, changes []benchmarks.Change) draw.Lines {
	l := draw.Lines{Name: name, Note: note}
	for _, c := range changes {
		l.Nodes, l.Time = append(l.Nodes, c.Nodes), append(l.Time, c.Seconds)
	}
	return l
}

// shortVersion returns what is short of what "gridlock version" prints: the version that was
// released, or else the commit, with a plus sign where there were changes on top of it.
func shortVersion(text string) string {
	text = printable.Printable(text)
	if m := regexp.MustCompile(`^gridlock (v\d+\.\d+\.\d+) `).FindStringSubmatch(text); m != nil {
		return m[1]
	}
	m := regexp.MustCompile(`^gridlock (\S+) ([0-9a-f]{7})[0-9a-f]* `).FindStringSubmatch(text)
	switch {
	case m == nil:
		return "no version"
	case strings.HasSuffix(m[1], "+dirty"):
		return m[2] + "+"
	}
	return m[2]
}
