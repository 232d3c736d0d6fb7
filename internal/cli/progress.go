package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

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

// Display shows a user the progress of a search, of several, one after the other, or of a
// [Batch].
type Display struct {
	w          io.Writer
	json       bool
	width      func() int    // of the terminal, if it is to show one line that stays; or nil
	every      time.Duration // between two snapshots; 0 to show none
	sharesLine bool          // results go to a terminal, too
	quiet      bool          // nothing but errors

	mu      sync.Mutex
	watched displayed // what is running, or nil
	painted int       // columns of the terminal that the line takes

	quit, gone chan struct{}
}

// displayed is what a display shows.
type displayed interface {
	line(width int) string  // in at most width columns; 0 is for no limit
	snapshot(done bool) any // as JSON
}

// search is a search that is watched.
type search struct {
	task     string // by what the user knows which it is, or nothing
	position variants.Position
	moves    bool // it goes through the positions after the moves of this one
	monitor  *solver.Monitor
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

// line implements [displayed].
func (s *search) line(width int) string { return s.text(s.stats(), width) }

// snapshot implements [displayed].
func (s *search) snapshot(done bool) any {
	return report.NewProgress(s.task, s.position, s.stats(), done)
}

// Watch reports on a search of the position, which is to use the monitor, until
// done is called, and then on nothing until the next call of Watch. Where there are several, task says which it is: "line 3".
//
// Between done and the next Watch results can be printed without getting mixed up
// with the line on the terminal.
func (d *Display) Watch(task string, p variants.Position) (monitor *solver.Monitor, done func()) {
	return d.watch(&search{task: task, position: p, monitor: new(solver.Monitor)})
}

// WatchMoves is Watch for a search that goes through the positions after the moves of
// p, one after the other.
func (d *Display) WatchMoves(task string, p variants.Position) (monitor *solver.Monitor, done func()) {
	return d.watch(&search{task: task, position: p, moves: true, monitor: new(solver.Monitor)})
}

func (d *Display) watch(s *search) (monitor *solver.Monitor, done func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watched = s
	return s.monitor, d.done
}

// done ends what is watched.
func (d *Display) done() {
	d.mu.Lock()
	defer d.mu.Unlock()
	ended := d.watched
	d.watched = nil
	if d.sharesLine {
		d.erase()
	}
	if d.json && d.every > 0 {
		_ = printable.WriteJSON(d.w, ended.snapshot(true))
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
			d.answer()
		case <-tick:
			if d.width == nil || time.Since(begun) >= paintAfter {
				d.show()
			}
		}
	}
}

// show prints or paints a snapshot of what is running.
func (d *Display) show() {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.watched == nil:
		d.erase()
	case d.width == nil:
		d.print(d.watched)
	default:
		d.paint(d.watched.line(max(1, d.width()-1)))
	}
}

// answer prints a snapshot on request.
func (d *Display) answer() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.erase()
	if d.watched == nil {
		d.print(&search{monitor: new(solver.Monitor)})
		return
	}
	d.print(d.watched)
}

// print writes a line with a snapshot. That it cannot be written is no reason to
// disturb the search.
func (d *Display) print(w displayed) {
	if d.json {
		_ = printable.WriteJSON(d.w, w.snapshot(false))
		return
	}
	_, _ = io.WriteString(d.w, "gridlock: "+w.line(0)+"\n")
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
