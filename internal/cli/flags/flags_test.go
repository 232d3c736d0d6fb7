package flags

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"gridlock/internal/cli/console"
	"gridlock/solver"
)

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

func TestMachineMemory(t *testing.T) {
	require.GreaterOrEqual(t, MachineMemory(), Memory(leastMemory))
	mib := func(n uint64) func() (uint64, error) { return func() (uint64, error) { return n << 20, nil } }
	gib := func(n uint64) func() (uint64, error) { return func() (uint64, error) { return n << 30, nil } }
	unknown := func() (uint64, error) { return 0, os.ErrNotExist }
	most := Memory(mostMemory())
	require.Equal(t, min(2<<30, most), share(gib(8), unknown))
	require.Equal(t, Memory(1<<30), share(gib(8), gib(4)))
	require.Equal(t, min(2<<30, most), share(gib(8), gib(1<<30)))
	require.Equal(t, Memory(16<<20), share(gib(8), mib(64)), "in a small container, too")
	require.Equal(t, Memory(leastMemory), share(gib(8), mib(1)))
	require.Equal(t, min(solver.DefaultMemory, most), share(unknown, unknown))
	require.Equal(t, most, share(gib(1<<33)))
	limit := int64(256 << 20)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	require.Equal(t, Memory(limit/4), share(runtimeLimit), "of GOMEMLIMIT")
	m := most
	require.NoError(t, m.Set(most.String()))
	require.ErrorContains(t, m.Set("2PiB"), "from 1MiB to ")
}

func TestWorkers(t *testing.T) {
	var w Workers
	require.GreaterOrEqual(t, w.Count(), 1)
	var cmd cobra.Command
	w.AddFlag(&cmd)
	require.NoError(t, cmd.Flags().Set("workers", "3"))
	require.Equal(t, 3, w.Count())
	require.NoError(t, cmd.Flags().Set("workers", "0"))
	require.Equal(t, new(Workers).Count(), w.Count())
	require.Error(t, cmd.Flags().Set("workers", "1025"))
}

func TestNumber(t *testing.T) {
	var cmd cobra.Command
	var small int
	var large uint64
	Number(&cmd, &small, "small", 5, 2, 9, "")
	Number(&cmd, &large, "large", 0, 0, 0, "")
	require.Equal(t, 5, small)
	for _, text := range []string{"2", "9", "0x3"} {
		require.NoError(t, cmd.Flags().Set("small", text))
		require.EqualValues(t, text[len(text)-1]-'0', small)
	}
	for _, text := range []string{"", "-1", "1", "10", "2.5", "few", "18446744073709551615"} {
		require.ErrorContains(t, cmd.Flags().Set("small", text), "write a whole number from 2 to 9", text)
	}
	require.Equal(t, 3, small, "what is wrong changes nothing")
	require.NoError(t, cmd.Flags().Set("large", "18446744073709551615"))
	require.Equal(t, uint64(math.MaxUint64), large)
	require.ErrorContains(t, cmd.Flags().Set("large", "18446744073709551616"), "write a whole number of at least 0")
}

func TestChoice(t *testing.T) {
	var cmd cobra.Command
	var c Choice
	c.AddFlag(&cmd, "size", "SIZE", "", "small", "medium", "large")
	require.Equal(t, "small", c.Value())
	require.NoError(t, cmd.Flags().Set("size", "Large"))
	require.Equal(t, "large", c.Value())
	require.ErrorContains(t, cmd.Flags().Set("size", "huge"), "write small, medium or large")
}

// Formats that differ do not go together, whichever flags name them.
func TestFormat(t *testing.T) {
	for _, c := range []struct {
		args  []string
		want  string
		wrong bool
	}{
		{nil, "text", false}, {[]string{"--json"}, "json", false}, {[]string{"--json", "--format=json"}, "json", false},
		{[]string{"--csv"}, "csv", false}, {[]string{"--csv", "--json"}, "csv", true}, {[]string{"--json=false"}, "text", false},
	} {
		cmd, f := new(cobra.Command), new(Format)
		f.AddFlags(cmd, "", "text", "csv", "json")
		Rename(cmd, "csv", "format csv")
		require.Equal(t, c.wrong, cmd.ParseFlags(c.args) != nil, "%v", c)
		require.Equal(t, c.want, f.Value(), "%v", c)
		require.Equal(t, c.want != "text", cmd.Flags().Changed("format"), "%v", c)
	}
}

// What the program prints of a position is read back: all of it, or the heading and the board.
func TestPasted(t *testing.T) {
	for _, c := range [][2]string{
		{"lockdown", "..../.xX./..O./.... o"}, {"duel", ".X../..../..../.... o"}, {"blockade", ".../X.O/.#. x"}, {"petersen", "##X##/##-##/-.#.-/#.#.#/.###. o"},
	} {
		v, err := ParseVariant(t.Context(), c[0])
		require.NoError(t, err)
		p, err := v.Parse(c[1])
		require.NoError(t, err)
		printed := console.Heading(p) + "\n\n" + p.Render(nil) + "\n\n"
		rest := "Player 2 wins.\n" + console.Verbatim("position", c[1]) + console.Field("nodes", "3")
		for _, text := range []string{printed, printed + rest, "\n" + p.Render(nil) + "\n" + rest, c[1], c[1] + "\n"} {
			flags := &Game{position: text}
			require.False(t, flags.IsSum(), text)
			got, err := flags.fromText(v)
			require.NoError(t, err, text)
			require.Equal(t, c[1], got.String())
		}
		for _, text := range []string{
			printed + "Player 2 wins.", strings.Replace(printed, " on ", " on 7x", 1), printed + rest + console.Verbatim("position", "2/2 x"),
		} {
			_, err = (&Game{position: text}).fromText(v)
			require.Error(t, err, text)
		}
	}
}
