package proof

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// halfTurns returns the certificate that writes out, move by move, how the second
// player wins duel on an even board by copying with a half turn.
func halfTurns(p variants.Position) certificate {
	keys, rules, n := KeysOf(p.Game()), p.Game().Rules(), p.Game().Grid().Size()
	c := certificate{header: NewHeader(p, p.Side().Opponent(), Strategy)}
	for level := []variants.State{p.State()}; len(level) > 0; {
		known := map[Key]bool{}
		var layer []Record
		var next []variants.State
		for _, s := range level {
			for reply := range moves(rules.Legal(s)) {
				after := rules.Play(s, reply)
				if key := keys.Of(after); !known[key] {
					known[key] = true
					answer := variants.Move(n-1) - reply
					layer = append(layer, Record{key, Answer{Move: answer}})
					next = append(next, rules.Play(after, answer))
				}
			}
		}
		if len(layer) > 0 {
			slices.SortFunc(layer, func(a, b Record) int { return a.Key.Compare(b.Key) })
			c.layers = append(c.layers, layer)
		}
		level = next
	}
	return c
}

// BenchmarkCheckStrategy checks a strategy with many replies.
func BenchmarkCheckStrategy(b *testing.B) {
	v, err := variants.Lookup(variants.Duel)
	require.NoError(b, err)
	game, err := v.NewGame(6, 6)
	require.NoError(b, err)
	file, err := halfTurns(game.Start()).file(false)
	require.NoError(b, err)
	for b.Loop() {
		_, work, err := check(file)
		require.NoError(b, err)
		b.ReportMetric(float64(work.Records), "records")
		b.ReportMetric(float64(work.Replies), "replies")
	}
}
