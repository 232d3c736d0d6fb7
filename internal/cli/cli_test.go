package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

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

func TestTimeout(t *testing.T) {
	for text, want := range map[string]time.Duration{"90s": 90 * time.Second, "1.5": 1500 * time.Millisecond, "0": 0, "2m1s": 121 * time.Second} {
		var limit Timeout
		require.NoError(t, limit.Set(text))
		require.Equal(t, want, limit.limit)
		ctx, cancel := limit.Context(context.Background())
		_, limited := ctx.Deadline()
		require.True(t, limited)
		cancel()
	}
	for _, text := range []string{"", "soon", "-1s", "-3", "NaN", "1e300", "inf"} {
		require.Error(t, new(Timeout).Set(text), text)
	}
	ctx, cancel := new(Timeout).Context(context.Background())
	defer cancel()
	_, limited := ctx.Deadline()
	require.False(t, limited)
}

func TestMemory(t *testing.T) {
	var m Memory
	require.NoError(t, m.Set("1GiB"))
	require.Equal(t, Memory(1<<30), m)
	require.Equal(t, "1.0 GiB", m.String())
	for _, text := range []string{"", "-1", "1", "1EB", "lots"} {
		require.Error(t, m.Set(text), text)
	}
}

func TestTextKeepsWithinWidth(t *testing.T) {
	words := strings.Repeat("é22,3@44 ", 40)
	for _, text := range []string{Field("name", words), Wrap(words)} {
		for _, line := range strings.Split(text, "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), Width)
		}
		require.Equal(t, 40, strings.Count(text, "é22,3@44"))
	}
	require.Equal(t, "a           b c\n", Field("a", " b  c "))
	require.Equal(t, "a           b\n", Verbatim("a", "b"))
	require.Equal(t, "a\n  "+words+"\n", Verbatim("a", words))
}

func TestSuggestions(t *testing.T) {
	for text, want := range map[string]string{
		"lock": "lockdown", "blokade": "blockade", "Obstruction": "claim", "dirt": "lockdown", "snrot": "snort", "isola": "blockade", "go": "", "": "",
	} {
		require.Contains(t, append(suggestions(text), ""), want, text)
	}
}

func TestCheckMemory(t *testing.T) {
	meminfo := "MemTotal:       24000000 kB\nMemFree:          100 kB\nMemAvailable:    4096 kB\n"
	require.NoError(t, checkMemory(4<<20, meminfo))
	require.EqualError(t, checkMemory(4<<20+1, meminfo),
		"not enough memory: 4.0 MiB free, 4.0 MiB needed; free some, or use less with --memory")
	require.NoError(t, checkMemory(1<<40, "MemTotal: 1 kB\n"), "nobody knows")
	require.NoError(t, CheckMemory(1))
	require.Equal(t, runtime.GOOS == "linux", CheckMemory(1<<62) != nil)
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
