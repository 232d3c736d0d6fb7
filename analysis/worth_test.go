package analysis

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// What a position is worth says who wins it, whoever begins, by plain recursion; its components add up, and a hottest
// move is as hot as its component.
func TestWorthOfTheFamily(t *testing.T) {
	known, several, exact, classes := 0, 0, 0, 0
	enough := func() bool { return several > 5 && exact > 5 }
	testgames.CheckUntil(t, testgames.Of(300, 1000), enough, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Family(t, 10), 10)
		w := WorthOf(t.Context(), p, solver.Options{})
		require.Equal(t, p.Game().Variant().Family().Kind == variants.Place, w != nil)
		if w == nil {
			return
		}
		known++
		require.False(t, w.Limited)
		outcome := w.Value.Outcome().String()
		winner := map[bool]variants.Player{true: p.Side(), false: p.Side().Opponent()}
		won := winner[testgames.NewTruth(p.Game()).Distance(p.State())%2 == 1]
		require.Equal(t, map[string]variants.Player{
			"N": p.Side(), "P": p.Side().Opponent(), "L": variants.X, "R": variants.O,
		}[outcome], won, "%v: %v", p, w.Value)
		mean := w.Thermograph().Mean * 0
		for _, c := range w.Components {
			mean += c.Thermograph().Mean
			hottest := map[variants.Player]bool{}
			for _, m := range w.Moves {
				if c.Cells.Has(m.Cell) {
					require.LessOrEqual(t, m.Temperature, max(c.Thermograph().Temperature, 0))
					hottest[m.Player] = hottest[m.Player] || m.Temperature == c.Thermograph().Temperature
				}
			}
			if c.Thermograph().Temperature > 0 {
				require.Equal(t, map[variants.Player]bool{variants.X: true, variants.O: true}, hottest, "%v", p)
			}
		}
		if len(w.Components) > 1 {
			several++
		}
		require.Equal(t, w.Thermograph().Mean, mean)
		h := sumBounds(w.Components)
		found, ok := h.Mean()
		require.True(t, ok)
		require.Equal(t, mean, found)
		require.LessOrEqual(t, w.Thermograph().Temperature, h.Hottest)
		require.GreaterOrEqual(t, w.Thermograph().Temperature, h.Coolest)
		if h.Coolest == h.Hottest {
			exact++
		}
		if class, ok := h.Outcome(); ok {
			classes++
			require.Equal(t, w.Value.Outcome(), class)
		}
	})
	t.Log(known, several, exact, classes)
	require.True(t, enough())
}

// A look ends at its limits, and says so.
func TestWorthIsLimited(t *testing.T) {
	p := testgames.Parse(t, "snort", "7/7/7/7/7/7/6#/7 x")
	w := WorthOf(t.Context(), p, solver.Options{})
	require.True(t, w.Limited)
	require.Nil(t, w.Thermograph())
	p = testgames.Parse(t, "snort", "3/3/3 x")
	require.True(t, WorthOf(t.Context(), p, solver.Options{Nodes: 3}).Limited)
	w = WorthOf(t.Context(), p, solver.Options{Nodes: 1000})
	require.Equal(t, "+-{3|2}", w.Value.String())
	w = WorthOf(t.Context(), testgames.Parse(t, "snort", "4#3/4#3/3#4/########/o3#3/4#1x1/3#4/x2#4 x"), solver.Options{})
	require.True(t, w.Limited) // their sum has too many forms
	mean, ok := w.Bounds.Mean()
	require.Equal(t, "19/8 true 49/16 49/16", fmt.Sprint(mean, ok, w.Bounds.Coolest, w.Bounds.Hottest))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.True(t, WorthOf(ctx, testgames.Parse(t, "snort", "4/4/3# x"), solver.Options{}).Limited)
}

// A move may be worth exactly its tax at all taxes: it is a best one at the temperature.
func TestWorthOfEqualMoves(t *testing.T) {
	w := WorthOf(t.Context(), testgames.Parse(t, "snort", "..X...... o"), solver.Options{})
	var hottest string
	for _, m := range w.Moves {
		if m.Temperature == w.Components[0].Thermograph().Temperature {
			hottest += fmt.Sprint(m.Player, m.Cell, " ")
		}
	}
	require.Equal(t, "X 5 X 7 O 4 O 5 O 6 O 7 ", hottest)
}
