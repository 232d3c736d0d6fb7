package puzzle

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"gridlock/solver"
	"gridlock/variants"
)

// daysText has a line for each day: the key of a game, and the position of a puzzle. They are stored, not found: positions
// that ask for a choice at every turn are rare, and everybody has the same ones however solvers change.
//
//go:embed days.txt
var daysText string

// days returns the lines of days.txt.
func days() []string { return strings.Split(strings.TrimSpace(daysText), "\n") }

// firstDay is the day of the first line, a Monday, since 1 January 1970: 23 November 2026.
const firstDay = 20_780

// Day returns the position of the puzzle of a day, which is the date in the time's own zone, and depends on nothing
// else. It has at least five moves, and one of them, or several equivalent ones, win. At each later turn of the line the
// winner has at least three moves. Mondays and Tuesdays are easy, Saturdays and Sundays hard. When all lines have had
// their day, they come again.
func Day(t time.Time) variants.Position {
	year, month, day := t.Date()
	n := int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()/(24*60*60)) - firstDay
	all := days()
	key, position, _ := strings.Cut(all[(n%len(all)+len(all))%len(all)], ": ")
	v, err := variants.ByKey(key, variants.Library()...)
	if err != nil {
		panic(fmt.Sprintf("puzzle: days.txt: %v", err)) // it is in the program
	}
	p, err := v.Parse(position)
	if err != nil {
		panic(fmt.Sprintf("puzzle: days.txt: %v", err))
	}
	return p
}

// dayNodes is more nodes than a position of days.txt takes.
const dayNodes = 100_000

// Of returns the puzzle that a position is. The error is solver.ErrLimit if it is none, or takes too long to see.
func Of(ctx context.Context, p variants.Position) (Puzzle, error) {
	opt := Usual(1, mostDepth, 0)
	opt.Solver.Nodes = dayNodes
	z, ok, err := NewFinder(p, opt).look(ctx, p)
	if err == nil && !ok {
		err = solver.Limited(solver.LimitSearch, "%v is no puzzle", p)
	}
	return z, err
}
