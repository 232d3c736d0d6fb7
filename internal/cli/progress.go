package cli

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

// Progress is the flags by which a user says how to report on a search that
// runs: --progress and --quiet.
type Progress struct {
	how   Choice
	quiet bool
}

// The values of --progress.
const (
	progressAuto  = "auto"
	progressJSON  = "json"
	progressPlain = "plain"
	progressOff   = "off"
)

// AddFlags adds the flags to a command.
func (p *Progress) AddFlags(cmd *cobra.Command) {
	p.how.AddFlag(cmd, "progress", "HOW", "how to report progress on standard error: auto (a status line on a "+
		"terminal, else plain), json (an object per second), plain (a line every 30 s), off",
		progressAuto, progressJSON, progressPlain, progressOff)
	cmd.Flags().BoolVarP(&p.quiet, "quiet", "q", false, "print only errors on standard error")
}

// Quiet reports whether the user wants nothing but errors on standard error.
func (p *Progress) Quiet() bool { return p.quiet }

// How often there is something to see.
const (
	paintAfter = 500 * time.Millisecond // quick answers stay clean
	paintEvery = 200 * time.Millisecond
	jsonEvery  = time.Second
	plainEvery = 30 * time.Second
)

// Start begins to report, on errOut, on searches whose results go to out, as the
// flags say, until [Display.Stop].
//
// Whatever the flags say, SIGUSR1 makes it print a snapshot at once, on systems that
// have that signal: JSON with --progress=json, else a plain line.
func (p *Progress) Start(out, errOut io.Writer) *Display {
	d := p.display(out, errOut)
	asked := make(chan os.Signal, 1)
	notifyAsked(asked)
	d.start(asked)
	return d
}

// Batch begins to report on many searches, as Start and [Display.Count] do, until stop is called.
func (p *Progress) Batch(out, errOut io.Writer, total int, things string) (d *Display, stop func()) {
	d = p.Start(out, errOut)
	done := d.Count(total, things)
	return d, func() { done(); d.Stop() }
}

// display returns a display that shows what the flags say, once it has started.
func (p *Progress) display(out, errOut io.Writer) *Display {
	d := &Display{w: errOut, quiet: p.quiet, json: p.how.Value() == progressJSON, sharesLine: IsTerminal(out)}
	switch {
	case p.quiet || p.how.Value() == progressOff:
	case p.how.Value() == progressJSON:
		d.every = jsonEvery
	case p.how.Value() == progressAuto && IsTerminal(errOut) && os.Getenv("TERM") != "dumb":
		d.every, d.width = paintEvery, func() int { return terminalWidth(errOut) }
	default:
		d.every = plainEvery
	}
	return d
}

// terminalWidth returns the number of columns of the terminal that a stream is.
func terminalWidth(stream any) int {
	if columns, _, err := term.GetSize(int(File(stream).Fd())); err == nil && columns > 0 {
		return columns
	}
	return Width // some terminals do not know
}

// Display shows a user the progress of searches: of one, of several, one after the other, or, after
// [Display.Count], of many, several of which may run at a time. Its methods may be called by several goroutines.
type Display struct {
	w          io.Writer
	json       bool
	width      func() int    // of the terminal, if it is to show one line that stays; or nil
	every      time.Duration // between two snapshots; 0 to show none
	sharesLine bool          // results go to a terminal, too
	quiet      bool          // nothing but errors

	mu      sync.Mutex
	running []*search // the oldest first
	counted *counted  // nil if the searches are not counted
	painted int       // columns of the terminal that the line takes

	quit, gone chan struct{}
}

// counted is how many of many things are finished.
type counted struct {
	things          string // "boards"
	total, finished int    // a total of 0 is not known
	begun           time.Time
}

// Watch reports on a search of the position, which is to use the monitor, until done is called. Where there are
// several, task says which it is: "line 3". After the last done there is nothing to report until the next call, so
// that results can be printed without getting mixed up with the line on the terminal.
func (d *Display) Watch(task string, p variants.Position) (monitor *solver.Monitor, done func()) {
	return d.watch(&search{task: task, position: p})
}

// WatchMoves is Watch for a search that goes through the positions after the moves of
// p, one after the other.
func (d *Display) WatchMoves(task string, p variants.Position) (monitor *solver.Monitor, done func()) {
	return d.watch(&search{task: task, position: p, moves: true})
}

// Step is Watch for work that is no search.
func (d *Display) Step(task string) (done func()) {
	_, done = d.watch(&search{task: task})
	return done
}

func (d *Display) watch(s *search) (monitor *solver.Monitor, done func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running = append(d.running, s)
	return &s.monitor, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.counted == nil {
			d.end()
		} else {
			d.counted.finished++
		}
		d.running = slices.DeleteFunc(d.running, func(other *search) bool { return other == s })
	}
}

// Count makes it a report on many searches or other steps until done is called: of total boards, if things says so.
// A total of 0 is not known.
func (d *Display) Count(total int, things string) (done func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.counted = &counted{things: things, total: total, begun: time.Now()}
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.end()
		d.counted, d.running = nil, nil
	}
}

// Finish counts things as finished that were not watched by themselves.
func (d *Display) Finish(things int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.counted.finished += things
}

// end says that what is watched has ended.
func (d *Display) end() {
	if d.sharesLine {
		d.erase()
	}
	if d.json && d.every > 0 {
		_ = printable.WriteJSON(d.w, d.snapshot(true))
	}
}

// Stop ends the display and leaves nothing of its line behind. It may be called
// once.
func (d *Display) Stop() {
	close(d.quit)
	<-d.gone
	d.erase()
}

// start begins to show snapshots, by the clock and on request.
func (d *Display) start(asked <-chan os.Signal) {
	d.quit, d.gone = make(chan struct{}), make(chan struct{})
	go d.run(asked)
}

// run shows snapshots until the display is stopped.
func (d *Display) run(asked <-chan os.Signal) {
	defer close(d.gone)
	var tick <-chan time.Time
	if d.every > 0 {
		ticker := time.NewTicker(d.every)
		defer ticker.Stop()
		tick = ticker.C
	}
	begun := time.Now()
	for {
		select {
		case <-d.quit:
			return
		case <-asked:
			d.show(true)
		case <-tick:
			if d.width == nil || time.Since(begun) >= paintAfter {
				d.show(false)
			}
		}
	}
}

// show paints a snapshot of what is running, or prints it where there is no line to paint, or if a user has asked
// for it. That it cannot be written is no reason to disturb the search.
func (d *Display) show(asked bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	idle := d.counted == nil && len(d.running) == 0
	if d.width != nil && !idle && !asked {
		d.paint(d.line(max(1, d.width()-1)))
		return
	}
	d.erase()
	switch {
	case idle && !asked:
	case d.json:
		_ = printable.WriteJSON(d.w, d.snapshot(false))
	default:
		_, _ = io.WriteString(d.w, "gridlock: "+d.line(math.MaxInt)+"\n")
	}
}

// Print calls write, which prints results, without getting them mixed up with the line on the
// terminal, and returns its error.
func (d *Display) Print(write func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.sharesLine {
		d.erase()
	}
	return write()
}

// Note writes a line to errOut, unless the user wants nothing but errors there.
func (d *Display) Note(format string, args ...any) {
	if d.quiet {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.erase()
	_, _ = fmt.Fprintf(d.w, "gridlock: "+format+"\n", args...)
}

// paint writes a text over the line on the terminal. The cursor goes back to
// where the line begins, so that what the terminal itself shows for Ctrl-C does not
// make the line longer.
func (d *Display) paint(text string) {
	text = printable.Printable(text)
	columns := utf8.RuneCountInString(text)
	_, _ = io.WriteString(d.terminal(), "\r"+text+strings.Repeat(" ", max(0, d.painted-columns))+"\r")
	d.painted = columns
}

// erase leaves the terminal as it was before the first paint.
func (d *Display) erase() {
	if d.painted > 0 {
		_, _ = io.WriteString(d.terminal(), "\r"+strings.Repeat(" ", d.painted)+"\r")
		d.painted = 0
	}
}

// terminal returns the stream on which the line is painted: [Notes] would escape what moves
// the cursor.
func (d *Display) terminal() io.Writer {
	if notes, ok := d.w.(Notes); ok {
		return notes.W
	}
	return d.w
}

// search is a search that is watched.
type search struct {
	task     string // by what the user knows which it is, or nothing
	position variants.Position
	moves    bool // it goes through the positions after the moves of this one
	monitor  solver.Monitor
}

// stats returns the statistics so far, without what they say of a position after a
// move, since it would not be clear after which.
func (s *search) stats() solver.Stats {
	stats := s.monitor.Snapshot()
	if s.moves {
		stats.Proof, stats.Disproof, stats.Depth, stats.PV = 0, 0, 0, nil
	}
	return stats
}

// snapshot returns how far the searches are, as JSON.
func (d *Display) snapshot(done bool) any {
	c := d.counted
	if c == nil {
		s := d.current()
		return report.NewProgress(s.task, s.position, s.stats(), done)
	}
	out := report.Batch{
		Total: c.total, Finished: c.finished, Seconds: time.Since(c.begun).Seconds(), Running: []report.Progress{}, Done: done,
	}
	for _, s := range d.running {
		out.Running = append(out.Running, report.NewProgress(s.task, s.position, s.stats(), false))
	}
	return out
}

// current returns the oldest search that is running, an empty one if none is.
func (d *Display) current() *search {
	if len(d.running) == 0 {
		return new(search)
	}
	return d.running[0]
}

// line returns how far the searches are, as text of at most width columns.
func (d *Display) line(width int) string {
	if d.counted != nil {
		return fit(width, d.countedText(d.counted))
	}
	s := d.current()
	return fit(width, s.text(s.stats()))
}

// fit joins the first pieces of a line, as many as there is room for in so many columns.
func fit(width int, pieces []string) string {
	line := pieces[0]
	for _, piece := range pieces[1:] {
		if utf8.RuneCountInString(line+piece) > width {
			break
		}
		line += piece
	}
	runes := []rune(line)
	return string(runes[:min(len(runes), width)])
}

// countedText returns the pieces of a line about many searches.
func (d *Display) countedText(c *counted) []string {
	begin := Count(c.finished) + " "
	if c.total > 0 {
		begin += "of " + Count(c.total) + " "
	}
	pieces := []string{begin + c.things, " in " + Seconds(time.Since(c.begun))}
	for _, s := range d.running {
		stats := s.stats()
		pieces = append(pieces, "; "+s.task)
		if stats.Phase != "" {
			pieces = append(pieces, " "+Seconds(stats.Elapsed))
		}
		if stats.Nodes != 0 {
			pieces = append(pieces, fmt.Sprintf(", %s nodes", amount(float64(stats.Nodes))))
		}
	}
	return pieces
}

// text returns the pieces of a line about a search, what matters most first.
func (s *search) text(stats solver.Stats) (pieces []string) {
	if stats.Phase == "" {
		return []string{"no search is running"}
	}
	add := func(there bool, format string, args ...any) {
		if there {
			pieces = append(pieces, fmt.Sprintf(format, args...))
		}
	}
	begin := stats.Phase
	if s.task != "" {
		begin = s.task + ": " + begin
	}
	add(true, "%s %s", begin, Seconds(stats.Elapsed))
	add(true, ", %s nodes", amount(float64(stats.Nodes)))
	add(stats.Proof != 0 && stats.Disproof != 0, ", proof %d/%d", stats.Proof, stats.Disproof)
	add(stats.Proof != 0 && stats.Disproof == 0, ", proven to lose")
	add(stats.Proof == 0 && stats.Disproof != 0, ", proven to win")
	add(stats.Depth != 0, ", depth %d", stats.Depth)
	add(true, ", %s/s", amount(report.Rate(stats)))
	add(stats.Capacity != 0, ", table %.0f%%", 100*report.Part(stats.Stored, stats.Capacity))
	add(stats.Probes != 0, ", hits %.0f%%", 100*report.Part(stats.Hits, stats.Probes))
	add(stats.Memory != 0, ", %s", humanize.IBytes(uint64(stats.Memory)))
	for i, move := range s.position.Record(stats.PV) {
		add(i == 0, ", best %s", move)
		add(i > 0, " %s", move)
	}
	return pieces
}

// amount writes a number shortly: "231", "4.2 M".
func amount(n float64) string {
	if n < 1000 {
		return fmt.Sprintf("%.0f", n)
	}
	value, prefix := humanize.ComputeSI(n)
	return fmt.Sprintf("%.1f %s", value, prefix)
}
