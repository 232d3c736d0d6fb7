package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gridlock/solver"
)

func TestExitStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, ExitOK},
		{errors.New("any"), ExitError},
		{fmt.Errorf("flag: %w", Usagef("wrong")), ExitUsage},
		{fmt.Errorf("%w: time is up", solver.ErrLimit), ExitLimit},
		{errors.Join(nil, context.Canceled), ExitInterrupted},
	} {
		require.Equal(t, c.want, ExitStatus(c.err), "%v", c.err)
	}
}

// A reader has a moment to read what is written after an interruption, and holds the program no longer.
func TestWriterEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		read, write := io.Pipe()
		out := &Writer{W: write, Ctx: ctx}
		failed := make(chan error, 1)
		go func() {
			_, err := io.WriteString(out, "what is known")
			failed <- err
		}()
		synctest.Wait() // nobody reads
		require.NoError(t, ctx.Err())
		cancel()
		text := make([]byte, 13)
		_, err := io.ReadFull(read, text) // a moment later
		require.NoError(t, err)
		require.NoError(t, <-failed)
		require.Equal(t, "what is known", string(text))

		for range 2 {
			_, err := io.WriteString(out, "nobody reads")
			require.ErrorIs(t, err, context.Canceled)
		}
		require.ErrorIs(t, out.Err(), context.Canceled)
		require.Equal(t, ExitInterrupted, ExitStatus(out.Err()))
		require.NoError(t, read.Close()) // for what still writes
	})
}

func TestNearest(t *testing.T) {
	words := []string{"solve", "analyze", "pn", "negamax", "text", "naive", "stats", "tablebase", "on", "off"}
	for text, want := range map[string]string{
		"solve": "solve", "solv": "solve", "slove": "solve", "Analyse": "analyze", "po": "pn", "nagemax": "negamax",
		"txt": "text", "table": "tablebase", "stat": "stats", "o": "on off", "magic": "", "maybe": "", "": "", "xy": "", "lockdown": "",
	} {
		require.Equal(t, want, strings.Join(Nearest(text, words), " "), text)
	}
	require.Equal(t, `; did you mean "off"?`, DidYouMean("of", words[8:]))
	require.Empty(t, DidYouMean("perhaps", words))
}
func TestList(t *testing.T) {
	require.Equal(t, "", List(nil))
	require.Equal(t, "a", List([]string{"a"}))
	require.Equal(t, "a and b", List([]string{"a", "b"}))
	require.Equal(t, "a, b and c", List([]string{"a", "b", "c"}))
}
