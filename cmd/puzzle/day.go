package puzzle

import (
	"fmt"
	"time"
)

// dayFlag is the value of --daily.
type dayFlag struct {
	given bool
	named bool // by a date
	date  time.Time
}

// today is the value of --daily without a value.
const today = "today"

func (d *dayFlag) Type() string { return "DATE" }

func (d *dayFlag) String() string {
	if !d.given {
		return ""
	}
	return d.date.Format(time.DateOnly)
}

func (d *dayFlag) Set(text string) (err error) {
	date := time.Now()
	if text != today {
		if date, err = time.Parse(time.DateOnly, text); err != nil {
			return fmt.Errorf("no such day; write it as in 2026-11-22")
		}
	}
	d.given, d.named, d.date = true, text != today, date
	return nil
}

// beginsWithDigit reports whether an argument is a date, since no game begins with a digit.
func beginsWithDigit(text string) bool { return text != "" && '0' <= text[0] && text[0] <= '9' }

// title returns the line above the puzzle of a day, and nothing where no day was asked for.
func (d *dayFlag) title() string {
	if !d.given {
		return ""
	}
	return "Puzzle of " + d.date.Format("Monday, 2 January 2006") + "\n"
}
