package flags

import (
	"io"

	"github.com/spf13/cobra"

	"gridlock/internal/cli/console"
)

// Progress holds the flags for reports on a running search: --progress and --quiet.
type Progress struct {
	how   Choice
	quiet bool
}

// AddFlags adds the flags to a command.
func (p *Progress) AddFlags(cmd *cobra.Command) {
	p.how.AddFlag(cmd, "progress", "HOW", "how to report progress on standard error: auto (a status line on a "+
		"terminal, else plain), json (an object per second), plain (a line every 30 s), off",
		console.Auto, console.JSON, console.Plain, console.Off)
	cmd.Flags().BoolVarP(&p.quiet, "quiet", "q", false, "print only errors on standard error")
}

// Quiet reports whether the user wants nothing but errors on standard error.
func (p *Progress) Quiet() bool { return p.quiet }

// Start begins to report, on errOut, on searches whose results go to out, as the flags say, until [console.Display.Stop].
func (p *Progress) Start(out, errOut io.Writer) *console.Display {
	return console.Start(out, errOut, p.how.Value(), p.quiet)
}

// Batch begins to report on many searches, as Start and [console.Display.Count] do, until stop is called.
func (p *Progress) Batch(out, errOut io.Writer, total int, things string) (d *console.Display, stop func()) {
	d = p.Start(out, errOut)
	done := d.Count(total, things)
	return d, func() { done(); d.Stop() }
}
