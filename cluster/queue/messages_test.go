package queue

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/cluster/joblevel"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

var update = flag.Bool("update", false, "write the golden file again")

// The messages are what processes of different versions have in common: a change of one needs
// another Protocol. Write the file again with -update.
func TestMessages(t *testing.T) {
	when := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	p := testgames.Game(t, "blockade", 4, 4).Start()
	c := newCodec(p.Game())
	undecided := joblevel.Result{State: p.State(), Children: []pn.Numbers{{Proof: 3, Disproof: 4}, {Disproof: 1 << 30}}, Nodes: 17}
	progress := Progress{Coordinator: "c", Seconds: 1.5, Jobs: 2, Nodes: 3, Out: 4, Tree: 5, Slots: 6, Proof: 7, Disproof: 8, Leaves: 9, Proven: 10, Refused: 11, Published: 12}
	answer := JobResult{Protocol: Protocol, Begun: when, ID: c.id(p.State()), Worker: "w"}
	var text strings.Builder
	for _, m := range []any{
		Config{Protocol: Protocol, Program: "v1", Variant: "blockade", Position: p.String(), Begun: when},
		Verdict{Outcome: "win", Ended: when, Progress: progress, Certificates: 3},
		Verdict{Ended: when},
		Presence{Name: "w", Program: "v1", Run: "r", Slots: 2, Jobs: 3, Nodes: 4},
		Job{Protocol: Protocol, Begun: when, ID: c.id(p.State()), Nodes: 1000},
		Job{Protocol: Protocol, Begun: when, ID: c.id(p.State()), Prove: true, Wins: true},
		c.fill(answer, undecided),
		c.fill(answer, joblevel.Result{State: p.State(), Numbers: joblevel.Decided(solver.Loss), Nodes: 18}),
		JobResult{Protocol: Protocol, Begun: when, ID: c.id(p.State()), Worker: "w", Outcome: "win", Object: "o"},
		JobResult{Protocol: Protocol, Begun: when, ID: c.id(p.State()), Worker: "w", Failed: true},
	} {
		text.Write(encode(m))
		text.WriteByte('\n')
	}
	const file = "testdata/messages.json"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text.String()), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), text.String())
}

// A result and its message say the same.
func TestMessagesKeepResults(t *testing.T) {
	testgames.Check(t, 100, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 14)
		searcher, err := joblevel.NewSearcher(p.Game(), 1)
		require.NoError(t, err)
		defer searcher.Close()
		tree := joblevel.New(searcher, p.State())
		leaf, ok := tree.Pick()
		if !ok {
			return
		}
		r, err := searcher.Search(t.Context(), leaf, solver.Options{Nodes: rapid.Uint64Range(1, 50).Draw(t, "nodes")})
		require.NoError(t, err)
		c := newCodec(p.Game())
		a, err := decode[JobResult](encode(c.fill(JobResult{ID: c.id(leaf)}, r)))
		require.NoError(t, err)
		got, err := c.result(a)
		require.NoError(t, err)
		require.Equal(t, r, got)
	})
}

// Messages that are none are refused, whatever is in them.
func TestMessagesAreValidated(t *testing.T) {
	c := newCodec(testgames.Game(t, "blockade", 4, 4).Start().Game())
	for _, id := range []string{"", "0", strings.Repeat("f", 32), strings.Repeat("0", 31) + "g", strings.Repeat("0", 31) + "/", "+" + strings.Repeat("0", 31), strings.Repeat("0", 33)} {
		_, err := c.state(id)
		require.Error(t, err, id)
	}
	_, err := c.result(JobResult{ID: c.id(testgames.Game(t, "blockade", 4, 4).Start().State()), Outcome: "draw"})
	require.ErrorContains(t, err, "draw")
	_, err = decode[JobResult]([]byte(`{"children":[[1,-3]]}`))
	require.Error(t, err)
	_, err = decode[JobResult](make([]byte, 1<<21))
	require.ErrorContains(t, err, "bytes")
	for _, run := range []string{"", "a.b", "a b", "*", ">", strings.Repeat("a", 65), "a_b"} {
		require.Error(t, CheckRun(run), run)
	}
	for _, v := range append(variants.All(), variants.Library()...) {
		require.NoError(t, CheckRun(DefaultRun(v.Default().Start())))
	}
	rapid.Check(t, func(t *rapid.T) {
		start := testgames.Start(t, testgames.Family(t, 64), 64)
		require.NoError(t, CheckRun(DefaultRun(start)))
		root, err := Config{Protocol: Protocol, Variant: start.Game().Variant().Key(), Position: start.String()}.Root()
		if proof.KeysOf(start.Game()).Fit() {
			require.NoError(t, err)
			require.Equal(t, start.Game().String(), root.Game().String())
		}
	})
	config := Config{Protocol: Protocol + 1, Program: "v9", Variant: "claim", Position: "4/4/4/4 x"}
	_, err = config.Root()
	require.ErrorContains(t, err, "v9")
	config.Protocol, config.Variant = Protocol, "chess"
	_, err = config.Root()
	require.Error(t, err)
}

// FuzzMessages looks for answers that make the coordinator panic.
func FuzzMessages(f *testing.F) {
	data, err := os.ReadFile("testdata/messages.json")
	require.NoError(f, err)
	for line := range strings.Lines(string(data)) {
		f.Add([]byte(line))
	}
	game := testgames.Game(f, "blockade", 4, 4)
	searcher, err := joblevel.NewSearcher(game, 1)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := decode[JobResult](data)
		if err != nil {
			return
		}
		r, err := newCodec(game).result(a)
		if err != nil {
			return
		}
		tree := joblevel.New(searcher, game.Start().State())
		if tree.Apply(r) == nil && tree.Outcome() != solver.Unknown {
			tree.Solution()
		}
		var again JobResult
		require.NoError(t, json.Unmarshal(encode(a), &again))
	})
}
