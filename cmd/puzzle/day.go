package puzzle

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
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

// takeArgument lets the date follow --daily as an argument of its own. A flag that may stand
// without a value does not take the next argument.
func (d *dayFlag) takeArgument(cmd *cobra.Command) {
	others := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		i := slices.IndexFunc(args, beginsWithDigit) // as no game does
		if i < 0 {
			return others(cmd, args)
		}
		switch date := args[i]; {
		case !d.given:
			return cli.Usagef("%q: no such game; did you mean --daily %[1]q?", date)
		case d.named:
			return cli.Usagef("%q: there is a day already, %v", date, d)
		default:
			if err := d.Set(date); err != nil {
				return cli.Usagef("--daily %q: %w", date, err)
			}
		}
		return others(cmd, slices.Delete(slices.Clone(args), i, i+1))
	}
}

func beginsWithDigit(text string) bool { return text != "" && '0' <= text[0] && text[0] <= '9' }

// title returns the line above the puzzle of a day, and nothing where no day was asked for.
func (d *dayFlag) title() string {
	if !d.given {
		return ""
	}
	return "Puzzle of " + d.date.Format("Monday, 2 January 2006") + "\n"
}
