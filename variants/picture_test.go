package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// What a board is drawn as is read back, in the five games, in the library and in random games of the
// family; nothing else is.
func TestPicture(t *testing.T) {
	games := append(variants.All(), variants.Library()...)
	testgames.Check(t, 100, func(t *rapid.T) {
		v := games[rapid.IntRange(0, len(games)-1).Draw(t, "game")]
		if rapid.Bool().Draw(t, "of the family") {
			v = testgames.Family(t, 12)
		}
		p := testgames.Position(t, v, 16)
		side := rapid.SampledFrom([]string{"\n" + p.Side().String(), " " + strings.ToLower(p.Side().String()), "\n77\nx"}).Draw(t, "side")
		draw := variants.Position.Render
		if rapid.Bool().Draw(t, "plain") {
			draw = variants.Position.Plain
		}
		text := "\n" + draw(p, nil) + side
		if !strings.Contains(strings.TrimSpace(text), "\n") {
			return // a line is no picture
		}
		got, err := v.Parse(text)
		if strings.Contains(side, "77") {
			require.Error(t, err, "%s: a line is passed over: %s", v.Key(), text)
			return
		}
		require.NoError(t, err, "%s\n%s", v.Key(), text)
		require.Equal(t, p.String(), got.String(), "%s\n%s", v.Key(), text)
	})
}

// The empty vertex "o" of a graph is not drawn as a used mark of O.
func TestPictureOfVertexO(t *testing.T) {
	v, err := variants.Lookup("icosian")
	require.NoError(t, err)
	for _, text := range []string{
		"####.####/####.####/x#o###.#./#x#X#.#.#/###.#.###/#o##.##.#/ox######. o",
		"####.####/####.####/x#o###.#./#x#X#.#.#/###.#.###/#.##.##.#/ox######. o",
	} {
		p, err := v.Parse(text)
		require.NoError(t, err)
		for _, drawn := range []string{p.Render(nil), p.Plain(nil)} {
			again, err := v.Parse(drawn + "\no")
			require.NoError(t, err, drawn)
			require.Equal(t, p.String(), again.String(), drawn)
		}
	}
}
