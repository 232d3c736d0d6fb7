package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/dustin/go-humanize"

	"gridlock/internal/report"
	"gridlock/solver"
)

// text returns what the statistics say of the search in one line of at most width
// columns, for which it leaves out what matters least; 0 is for no limit.
func (s *search) text(stats solver.Stats, width int) string {
	if stats.Phase == "" {
		return fit([]piece{{text: "no search is running"}}, width)
	}
	return fit(s.pieces(stats), width)
}

// piece is a piece of a line of text. Where there is not enough room, those of
// lower rank go first, and one of rank 0 is always there.
type piece struct {
	text string
	rank int
	move bool // of the principal variation, which may be cut short
}

// pieces returns the pieces of a snapshot, in order.
func (s *search) pieces(stats solver.Stats) []piece {
	begin := stats.Phase + " " + Seconds(stats.Elapsed)
	if s.task != "" {
		begin = s.task + ": " + begin
	}
	all := []piece{{text: begin}}
	add := func(rank int, format string, args ...any) {
		all = append(all, piece{text: fmt.Sprintf(format, args...), rank: rank})
	}
	add(1, ", %s nodes", amount(float64(stats.Nodes)))
	add(3, ", %s/s", amount(report.Rate(stats)))
	switch {
	case stats.Proof != 0 && stats.Disproof != 0:
		add(2, ", proof %d/%d", stats.Proof, stats.Disproof)
	case stats.Proof != 0:
		add(2, ", proven to lose")
	case stats.Disproof != 0:
		add(2, ", proven to win")
	}
	if stats.Depth != 0 {
		add(2, ", depth %d", stats.Depth)
	}
	if stats.Capacity != 0 {
		add(5, ", table %.0f%%", 100*report.Part(stats.Stored, stats.Capacity))
	}
	if stats.Probes != 0 {
		add(7, ", hits %.0f%%", 100*report.Part(stats.Hits, stats.Probes))
	}
	if stats.Memory != 0 {
		add(6, ", %s", humanize.IBytes(uint64(stats.Memory)))
	}
	return append(all, movePieces(s.position.Record(stats.PV))...)
}

// movePieces returns the pieces of the principal variation: the first move matters
// more than what is in memory, the others less.
func movePieces(moves []string) (all []piece) {
	for i, move := range moves {
		if i == 0 {
			all = append(all, piece{", best " + move, 4, true})
		} else {
			all = append(all, piece{" " + move, 8, true})
		}
	}
	return all
}

// fit joins pieces, or as many as there is room for, to a line of at most width
// columns.
func fit(pieces []piece, width int) string {
	if width <= 0 {
		width = math.MaxInt
	}
	byRank := make([]int, len(pieces))
	for i := range byRank {
		byRank[i] = i
	}
	slices.SortStableFunc(byRank, func(i, j int) int { return pieces[i].rank - pieces[j].rank })
	keep, cut := make([]bool, len(pieces)), false
	for _, i := range byRank {
		if cut && pieces[i].move {
			continue
		}
		keep[i] = true
		if pieces[i].rank > 0 && utf8.RuneCountInString(join(pieces, keep)) > width {
			keep[i], cut = false, cut || pieces[i].move
		}
	}
	line := []rune(join(pieces, keep))
	return string(line[:min(len(line), width)])
}

// join joins the pieces to keep, with dots where the line of moves is cut short.
func join(pieces []piece, keep []bool) string {
	var b strings.Builder
	begun, cut := false, false
	for i, p := range pieces {
		if keep[i] {
			b.WriteString(p.text)
		}
		begun = begun || p.move && keep[i]
		cut = cut || p.move && !keep[i]
	}
	if begun && cut {
		b.WriteString(" ...")
	}
	return b.String()
}

// amount writes a number shortly: "231", "4.2 M".
func amount(n float64) string {
	if n < 1000 {
		return fmt.Sprintf("%.0f", n)
	}
	value, prefix := humanize.ComputeSI(n)
	return fmt.Sprintf("%.1f %s", value, prefix)
}
