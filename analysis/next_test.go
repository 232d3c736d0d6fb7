package analysis

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// The choice after a move is that of the winner, and is counted right: wholly on small boards, and in part, or not at
// all, with few nodes.
func TestNextChoice(t *testing.T) {
	counted, partly := 0, 0
	testgames.Check(t, 300, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 9)
		opt := Options{Options: solver.Options{Memory: 1 << 20, Nodes: rapid.SampledFrom([]uint64{0, 0, 20, 200}).Draw(t, "nodes")}, Next: true}
		a, err := Analyze(context.Background(), p, opt)
		if opt.Nodes == 0 {
			require.NoError(t, err)
		}
		for _, m := range a.Moves {
			if m.Next == nil {
				require.True(t, opt.Nodes != 0 || m.Outcome == solver.Win && m.Distance == 1, "%v: %s", p, p.MoveText(m.Move))
				continue
			}
			at := p
			for _, move := range m.Next.Line {
				at = at.Play(move)
			}
			require.Equal(t, m.Move, m.Next.Line[0])
			require.Equal(t, map[solver.Outcome]int{solver.Win: 2, solver.Loss: 1}[m.Outcome], len(m.Next.Line))
			require.Equal(t, m.Outcome == solver.Win, at.Side() == p.Side(), "the winner is to move")
			wins := 0
			for reply := range at.Legal().Cells() {
				if naive(t, at.Play(variants.Move(reply))).Outcome == solver.Loss {
					wins++
				}
			}
			require.Positive(t, wins)
			n, legal := *m.Next, at.Legal().Count()
			require.Equal(t, legal, n.Legal)
			require.LessOrEqual(t, n.Winning, wins)
			require.LessOrEqual(t, n.Losing, legal-wins)
			if n.Winning+n.Losing < legal {
				require.NotZero(t, opt.Nodes, "%v: %s", p, p.MoveText(m.Move))
				partly++
			}
			counted++
		}
	})
	t.Logf("%d choices, %d in part", counted, partly)
	require.Positive(t, counted)
}

// Nobody who has not asked for the choices waits for them, and they end with the time.
func TestNextChoiceEndsInTime(t *testing.T) {
	p := testgames.Game(t, "lockdown", 4, 4).Start()
	opt := Options{Options: solver.Options{Memory: 1 << 20}}
	for _, next := range []bool{false, true} {
		opt.Next = next
		a, err := Analyze(t.Context(), p, opt)
		require.NoError(t, err)
		for _, m := range a.Moves {
			require.Equal(t, next, m.Next != nil)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := Analyze(ended, testgames.Parse(t, "claim", "..../..../..../.... x"), opt)
	require.ErrorIs(t, err, context.Canceled)
	for _, m := range a.Moves {
		require.Nil(t, m.Next)
	}
}
