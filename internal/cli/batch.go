package cli

import (
	"fmt"
	"io"
	"slices"
	"time"

	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

// Batch shows a user the progress of many searches, or other steps, several of which may run at a time. Make it
// with [Display.WatchBatch]. Its methods may be called by several goroutines.
type Batch struct {
	display *Display
	things  string // what is searched: "boards"
	total   int    // 0 if it is not known
	begun   time.Time

	finished int
	running  []*search // the oldest first
}

// Batch begins to report on many searches, as [Progress.Start] and [Display.WatchBatch] do, until stop is called.
func (p *Progress) Batch(out, errOut io.Writer, total int, things string) (b *Batch, stop func()) {
	display := p.Start(out, errOut)
	b, done := display.WatchBatch(total, things)
	return b, func() { done(); display.Stop() }
}

// WatchBatch reports on many searches, until done is called: of total boards, if things says so.
func (d *Display) WatchBatch(total int, things string) (b *Batch, done func()) {
	b = &Batch{display: d, things: things, total: total, begun: time.Now()}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watched = b
	return b, d.done
}

// Watch adds a search of the position, which is to use the monitor. Done is called when it has
// ended, with an answer or without.
func (b *Batch) Watch(task string, p variants.Position) (monitor *solver.Monitor, done func()) {
	s := &search{task: task, position: p, monitor: new(solver.Monitor)}
	b.display.mu.Lock()
	defer b.display.mu.Unlock()
	b.running = append(b.running, s)
	return s.monitor, func() {
		b.display.mu.Lock()
		defer b.display.mu.Unlock()
		b.running = slices.DeleteFunc(b.running, func(other *search) bool { return other == s })
		b.finished++
	}
}

// Step is Watch for work that is no search.
func (b *Batch) Step(task string) (done func()) {
	_, done = b.Watch(task, variants.Position{})
	return done
}

// Finish counts things as finished that were not watched by themselves.
func (b *Batch) Finish(things int) {
	b.display.mu.Lock()
	defer b.display.mu.Unlock()
	b.finished += things
}

// Print is [Display.Print].
func (b *Batch) Print(write func() error) error { return b.display.Print(write) }

// line implements [displayed].
func (b *Batch) line(width int) string {
	of := ""
	if b.total > 0 {
		of = "of " + Count(b.total) + " "
	}
	all := []piece{
		{text: fmt.Sprintf("%s %s%s", Count(b.finished), of, b.things)},
		{text: " in " + Seconds(time.Since(b.begun)), rank: 2},
	}
	for i, s := range b.running {
		stats, name := s.stats(), "; "+s.task
		if stats.Phase != "" {
			name += " " + Seconds(stats.Elapsed)
		}
		all = append(all, piece{text: name, rank: 1 + 2*i})
		if stats.Nodes != 0 {
			all = append(all, piece{text: fmt.Sprintf(", %s nodes", amount(float64(stats.Nodes))), rank: 4 + 2*i})
		}
	}
	return fit(all, width)
}

// snapshot implements [displayed].
func (b *Batch) snapshot(done bool) any {
	out := report.Batch{
		Total: b.total, Finished: b.finished, Seconds: time.Since(b.begun).Seconds(), Running: []report.Progress{}, Done: done,
	}
	for _, s := range b.running {
		out.Running = append(out.Running, report.NewProgress(s.task, s.position, s.stats(), false))
	}
	return out
}
