//go:build unix

package cli

import (
	"io"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"gridlock/internal/ptytest"
)

// A terminal has one line that stays, unless it is dumb; what the flags silence is silent.
func TestHowProgressIsShown(t *testing.T) {
	tty := ptytest.New(t, 70).TTY
	for _, c := range []struct {
		flags   []string
		term    string
		errOut  io.Writer
		every   time.Duration
		columns int // of the line, or 0
	}{
		{nil, "xterm", tty, paintEvery, 70},
		{nil, "dumb", tty, plainEvery, 0},
		{nil, "xterm", io.Discard, plainEvery, 0},
		{[]string{"--progress=plain"}, "xterm", tty, plainEvery, 0},
		{[]string{"--progress=json"}, "xterm", tty, jsonEvery, 0},
		{[]string{"--progress=off"}, "xterm", tty, 0, 0},
		{[]string{"--quiet"}, "xterm", tty, 0, 0},
		{[]string{"--quiet", "--progress=json"}, "xterm", tty, 0, 0},
	} {
		t.Setenv("TERM", c.term)
		var p Progress
		cmd := new(cobra.Command)
		p.AddFlags(cmd)
		require.NoError(t, cmd.ParseFlags(c.flags))
		d := p.display(tty, c.errOut)
		require.Equal(t, c.every, d.every, "%v", c)
		require.Equal(t, c.columns > 0, d.width != nil, "%v", c)
		if d.width != nil {
			require.Equal(t, c.columns, d.width())
		}
		require.True(t, d.sharesLine)
		require.False(t, p.display(io.Discard, c.errOut).sharesLine)
	}
}
