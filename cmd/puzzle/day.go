package puzzle

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gridlock/internal/cli"
)

// dayFlag is the value of --daily.
type dayFlag struct {
	given bool
	named bool // whether a date, or a word other than today, names the day
	date  time.Time
}

// today is the value of --daily without a value.
const today = "today"

// days returns the words for days, yesterday first.
func days() []string { return []string{"yesterday", today, "tomorrow"} }

func (d *dayFlag) Type() string { return "DATE" }

func (d *dayFlag) String() string {
	if !d.given {
		return ""
	}
	return d.date.Format(time.DateOnly)
}

func (d *dayFlag) Set(text string) (err error) {
	if d.date, err = day(text, time.Now()); err != nil {
		return err
	}
	d.given, d.named = true, text != today
	return nil
}

// day returns the day that a text names, relative to now.
func day(text string, now time.Time) (time.Time, error) {
	if i := slices.Index(days(), strings.ToLower(text)); i >= 0 {
		return now.AddDate(0, 0, i-slices.Index(days(), today)), nil
	}
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return date, fmt.Errorf("no such day; write %s, or a date as in 2026-11-22%s", strings.Join(days(), ", "), cli.DidYouMean(text, days()))
	}
	return date, nil
}

// isDay reports whether an argument is meant for a day: it begins with a digit, as no game does, or is
// nearly a word for one.
func isDay(text string) bool {
	return text != "" && '0' <= text[0] && text[0] <= '9' || len(text) > 2 && cli.Nearest(text, days()) != nil
}

// title returns the line above the puzzle of a day, "" if no day was asked for.
func (d *dayFlag) title() string {
	if !d.given {
		return ""
	}
	return "Puzzle of " + d.date.Format("Monday, 2 January 2006") + "\n"
}
