package keys

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// The images of a state have its key, and no other state has; unpacked, a key is one of them.
// Moves lead to lower layers.
func TestKeysAreImages(t *testing.T) {
	games := append(variants.All(), testgames.Foreign(t)...)
	testgames.Check(t, 2000, func(t *rapid.T) {
		p := testgames.Position(t, rapid.SampledFrom(games).Draw(t, "game"), 64)
		keys := New(p.Game())
		grid, s := p.Game().Grid(), p.State()
		key := keys.Of(s)
		images := map[variants.State]bool{}
		for _, sym := range p.Game().Symmetries() {
			image := s.Image(grid, sym)
			images[image] = true
			require.Equal(t, key, keys.Of(image))
			require.GreaterOrEqual(t, keys.join(keys.split(image)).Compare(key), 0)
		}
		require.Len(t, images, keys.Orbit(s))
		require.True(t, images[keys.State(key)])
		require.Equal(t, key.B == 0 || keys.Wide(), true)
		_, valid := keys.Valid(key)
		require.True(t, valid)
		for m := range p.Legal().Cells() {
			drop := keys.Layer(key) - keys.Layer(keys.Of(p.Play(variants.Move(m)).State()))
			require.Positive(t, drop)
			require.LessOrEqual(t, drop, keys.Drop())
		}
	})
}

func TestKeysAllocateNothing(t *testing.T) {
	for _, v := range append(variants.All(), testgames.Foreign(t)...) {
		keys, s := New(v.Default()), v.Default().Start().State()
		require.Zero(t, testing.AllocsPerRun(100, func() { s = keys.State(keys.Of(s)) }))
	}
}
