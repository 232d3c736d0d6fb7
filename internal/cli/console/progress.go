package console

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

	"golang.org/x/term"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
	"gridlock/solver"
	"gridlock/variants"
)

// The ways to report on a search: a line on a terminal, elsewhere like Plain; an object each second; a line every half
// minute; no reports.
const (
	Auto  = "auto"
	JSON  = "json"
	Plain = "plain"
	Off   = "off"
)

// How often there is something to see.
const (
	paintAfter = 500 * time.Millisecond // quick answers stay clean
	paintEvery = 200 * time.Millisecond
	jsonEvery  = time.Second
	plainEvery = 30 * time.Second
)

// Start begins to report, on errOut, on searches whose results go to out, until [Display.Stop]. How is one of the ways
// above. With quiet, only errors are written.
//
// In every mode SIGUSR1 prints a snapshot at once, on systems with that signal: JSON with JSON, else a plain line.
func Start(out, errOut io.Writer, how string, quiet bool) *Display {
	d := newDisplay(out, errOut, how, quiet)
	asked := make(chan os.Signal, 1)
	notifyAsked(asked)
	d.start(asked)
	return d
}

// newDisplay returns a display that has not started.
func newDisplay(out, errOut io.Writer, how string, quiet bool) *Display {
	d := &Display{w: errOut, quiet: quiet, json: how == JSON, sharesLine: IsTerminal(out)}
	switch {
	case quiet || how == Off:
	case how == JSON:
		d.every = jsonEvery
	case how == Auto && IsTerminal(errOut) && os.Getenv("TERM") != "dumb":
		d.every, d.width = paintEvery, func() int { return terminalWidth(errOut) }
	default:
		d.every = plainEvery
	}
	return d
}

// terminalWidth returns the number of columns of the terminal that a stream is.
func terminalWidth(stream any) int {
	if columns, _, err := term.GetSize(int(cli.File(stream).Fd())); err == nil && columns > 0 {
		return columns
	}
	return cli.Width // some terminals do not know
}

// Display shows the progress of searches, one after the other. After [Display.Count] it shows the progress of many
// tasks, which may run at the same time. Its methods may be called by several goroutines.
type Display struct {
	w          io.Writer
	json       bool
	width      func() int    // the width of the terminal on which one line stays, or nil
	every      time.Duration // between two snapshots; 0 to show none
	sharesLine bool          // results go to a terminal, too
	quiet      bool          // nothing but errors

	mu      sync.Mutex
	running []*search // the oldest first
	counted *counted  // nil if the searches are not counted
	painted int       // columns of the terminal that the line takes

	quit, gone chan struct{}
}

// counted counts finished things.
type counted struct {
	things          string // "boards"
	total, finished int    // a total of 0 is not known
	begun           time.Time
}

// Watch reports on a search of the position, which has to use the monitor, until done is called. If there are several
// searches, task names this one: "line 3". After the last done it reports nothing until the next call, so that results
// do not mix with the line on the terminal.
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

// Finish counts things as finished that were not watched one by one.
func (d *Display) Finish(things int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.counted.finished += things
}

// end reports that a watched search has ended.
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

// show paints a snapshot of the running searches. If there is no line to paint, or if a user has asked for a snapshot,
// it prints a line. An error of writing does not disturb the search.
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

// paint writes a text over the line on the terminal. The cursor goes back to the beginning of the line, so that the
// terminal's "^C" does not make the line longer.
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

// terminal returns the stream on which the line is painted: [cli.Notes] would escape what moves
// the cursor.
func (d *Display) terminal() io.Writer {
	if notes, ok := d.w.(cli.Notes); ok {
		return notes.W
	}
	return d.w
}
