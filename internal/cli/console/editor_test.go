//go:build unix

package console_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
	"golang.org/x/term"

	"gridlock/internal/cli/console"
	"gridlock/internal/ptytest"
)

func TestEditor(t *testing.T) {
	t.Setenv("TERM", "xterm")
	x := ptytest.New(t, 80)
	in := console.NewPrompter(context.Background(), x.TTY, x.TTY)
	require.True(t, in.Terminal())
	_, ok := in.Peek()
	require.False(t, ok, "a person is asked")
	for _, c := range []struct{ name, keys, want string }{
		{"as it is", "hint\r", "hint"},
		{"corrected at the end", "hunt\x7f\x7f\x7fint\r", "hint"},
		{"corrected inside", "het" + ptytest.Left + "lp" + ptytest.Left + ptytest.Left + "\x7fh" + "\r", "hhlpt"},
		{"an earlier line", ptytest.Up + ptytest.Up + "\r", "hint"},
		{"before that", ptytest.Up + ptytest.Up + ptytest.Down + "s\r", "hints"},
		{"an empty one", "  \r", ""},
		{"back to what was typed", "new" + ptytest.Up + ptytest.Down + "er\r", "newer"},
		{"unknown keys", "a\x1b[15~\x1b[Pb\tc\u009bd\u202ee\r", "abcde"},
		{"deleted", "abc\x15de\r", "de"},
	} {
		go func() {
			x.See("first\r\n> ")
			x.Press(c.keys)
		}()
		got, err := in.Ask("first\n> ")
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, got, c.name)
	}
}

// However a question ends, the terminal is as it was before.
func TestTerminalIsRestored(t *testing.T) {
	for name, c := range map[string]struct {
		keys string
		want error
	}{
		"a line":         {"x\r", nil},
		"Ctrl-C":         {"x\x03y", context.Canceled},
		"Ctrl-D":         {"\x04", io.EOF},
		"called off":     {"x", context.Canceled},
		"called off too": {"", context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TERM", "xterm")
			x := ptytest.New(t, 80)
			before, err := term.GetState(int(x.TTY.Fd()))
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			in := console.NewPrompter(ctx, x.TTY, x.TTY)
			go func() {
				x.See("name: ")
				during, _ := term.GetState(int(x.TTY.Fd()))
				if x.Press(c.keys); strings.HasPrefix(name, "called off") {
					cancel()
				}
				require.NotEqual(t, before, during)
			}()
			_, err = in.Ask("name: ")
			require.ErrorIs(t, err, c.want)
			after, err := term.GetState(int(x.TTY.Fd()))
			require.NoError(t, err)
			require.Equal(t, before, after)
			x.Press("\r") // what reads in the background ends
		})
	}
}

// A terminal that cannot move its cursor has plain lines.
func TestDumbTerminal(t *testing.T) {
	x := ptytest.New(t, 80)
	t.Setenv("TERM", "dumb")
	in := console.NewPrompter(context.Background(), x.TTY, x.TTY)
	x.Press("6\r")
	got, err := in.Ask("cell: ")
	require.NoError(t, err)
	require.Equal(t, "6", got)
	require.NotContains(t, x.See("cell: "), "\x1b")
}

func TestColumns(t *testing.T) {
	for columns, want := range map[int]int{0: 80, 20: 40, 40: 40, 73: 73, 100: 100, 200: 100} {
		require.Equal(t, want, console.Columns(ptytest.New(t, columns).TTY), columns)
	}
	require.Equal(t, 80, console.Columns(new(bytes.Buffer)))
}

// A script is asked what it answers: Peek waits for no more than a moment.
func TestPeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // so that the moment is not over before the line is there
		var out bytes.Buffer
		r, w := io.Pipe()
		in := console.NewPrompter(t.Context(), r, &out)
		_, ok := in.Peek()
		require.False(t, ok)
		go func() { _, _ = io.WriteString(w, " yes \nno\n"); w.Close() }()
		line, err := in.Ask("1 ")
		require.NoError(t, err)
		require.Equal(t, "yes", line)
		for range 2 {
			line, ok = in.Peek()
			require.True(t, ok)
			require.Equal(t, "no", line)
		}
		line, err = in.Ask("2 ")
		require.NoError(t, err)
		require.Equal(t, "no", line)
		_, ok = in.Peek()
		require.False(t, ok)
		_, err = in.Ask("3 ")
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, "1  yes \n2 no\n3 ", out.String())
	})
}
