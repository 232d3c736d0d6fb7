//go:build unix

package console

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/ptytest"
)

// A terminal has one line that stays, unless it is dumb; what the flags silence is silent.
func TestHowProgressIsShown(t *testing.T) {
	tty := ptytest.New(t, 70).TTY
	for _, c := range []struct {
		how     string
		quiet   bool
		term    string
		errOut  io.Writer
		every   time.Duration
		columns int // of the line, or 0
	}{
		{Auto, false, "xterm", tty, paintEvery, 70},
		{Auto, false, "dumb", tty, plainEvery, 0},
		{Auto, false, "xterm", io.Discard, plainEvery, 0},
		{Plain, false, "xterm", tty, plainEvery, 0},
		{JSON, false, "xterm", tty, jsonEvery, 0},
		{Off, false, "xterm", tty, 0, 0},
		{Auto, true, "xterm", tty, 0, 0},
		{JSON, true, "xterm", tty, 0, 0},
	} {
		t.Setenv("TERM", c.term)
		d := newDisplay(tty, c.errOut, c.how, c.quiet)
		require.Equal(t, c.every, d.every, "%v", c)
		require.Equal(t, c.columns > 0, d.width != nil, "%v", c)
		if d.width != nil {
			require.Equal(t, c.columns, d.width())
		}
		require.True(t, d.sharesLine)
		require.False(t, newDisplay(io.Discard, c.errOut, c.how, c.quiet).sharesLine)
	}
}
