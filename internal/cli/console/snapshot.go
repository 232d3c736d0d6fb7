package console

import (
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/variants"
)

// search is a search that is watched.
type search struct {
	task     string // how the user knows it; may be empty
	position variants.Position
	moves    bool // it goes through the positions after the moves of this one
	monitor  solver.Monitor
}

// stats returns the statistics so far. It leaves out the proof numbers of a position after a move, since a reader would
// not know which move.
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

// current returns the oldest running search, an empty one if there is none.
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

// text returns the pieces of a line about a search, the most important first.
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
