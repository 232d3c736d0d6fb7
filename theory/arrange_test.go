package theory

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// In games of marks, on any neighbourhood, an arranged state has the distance of the state, its images are
// arranged in the same way, and so is what is arranged already.
func TestArranged(t *testing.T) {
	several := 0
	testgames.Check(t, 6000, func(t *rapid.T) {
		game, r := drawGame(t)
		if game.Variant().Family().Kind == variants.Place {
			for range 10 {
				several += arrangedParts(t, game, drawState(r, game))
			}
		}
	})
	t.Logf("%d states of several parts", several)
	require.Greater(t, several, testgames.Of(300, 2000))
}

// So it is on long and wide boards, of which few cells are left.
func TestArrangedOnLargeBoards(t *testing.T) {
	several := 0
	testgames.Check(t, 3000, func(t *rapid.T) {
		near := rapid.SampledFrom([]string{"rook", "king", "hex", "knight", "bishop", "queen"}).Draw(t, "near")
		v, err := variants.Lookup("place " + near + " " + rapid.SampledFrom([]string{"none", "own", "other", "all"}).Draw(t, "close"))
		require.NoError(t, err)
		size := rapid.SampledFrom([][2]int{{1, 40}, {40, 1}, {2, 15}, {15, 2}, {3, 21}, {21, 3}, {4, 9}, {5, 12}, {12, 5}, {5, 7}, {8, 6}, {8, 8}}).Draw(t, "board")
		game, err := v.NewGame(size[0], size[1])
		require.NoError(t, err)
		r, all := randomplay.New(rapid.Uint64().Draw(t, "states")), game.Grid().Size()
		for range 5 {
			var s variants.State
			first := r.IntN(all)
			for range 8 { // cells in one half of the board, of which some are near each other
				set := &s.Free
				if v.Family().Close != variants.CloseAll {
					set = []*bitboard.Board{&s.Mine, &s.Yours}[r.IntN(2)]
				}
				*set = set.With((first + r.IntN(all/2+1)) % all)
			}
			several += arrangedParts(t, game, s)
		}
	})
	t.Logf("%d states of several parts", several)
	require.Greater(t, several, testgames.Of(500, 3000))
}

// arrangedParts compares a state with its arrangement, and returns 1 if there are several parts of it that fit.
func arrangedParts(t *rapid.T, game *variants.Game, s variants.State) int {
	p, f := partsOf(game), game.Variant().Family()
	arrange := newArrangement(game, p)
	require.Equal(t, f.Wrap == bitboard.Plane && f.Graph == nil, arrange != nil)
	if arrange == nil {
		return 0
	}
	now, ok := arrange.Of(s, nil)
	if !ok {
		return 0
	}
	truth := testgames.NewTruth(game)
	require.Equal(t, truth.Distance(s), truth.Distance(now), "%v %+v", game, s)
	alike := []variants.State{now}
	for _, sym := range game.Symmetries() {
		if f.Near != variants.ByOffsets { // else it may be one of the board alone
			alike = append(alike, s.Image(game.Grid(), sym))
		}
	}
	for _, image := range alike {
		again, ok := arrange.Of(image, nil)
		require.True(t, ok, "%v %+v", game, s)
		require.Equal(t, now, again, "%v %+v", game, s)
	}
	keptParts(t, game, arrange, s, now)
	if len(p.of(s)) < 2 {
		return 0
	}
	return 1
}

// keptParts compares positions after the moves of a state with what they are where parts of it are kept, or of another.
func keptParts(t *rapid.T, game *variants.Game, arrange *Arrangement, s, other variants.State) {
	var kept, others Kept
	arrange.Keep(s, &kept)
	arrange.Keep(other, &others)
	for m := range game.Rules().Legal(s).Cells() {
		child := game.Rules().Play(s, variants.Move(m))
		want, fits := arrange.Of(child, nil)
		for _, k := range []*Kept{&kept, &others} {
			got, ok := arrange.Of(child, k)
			require.Equal(t, fits, ok, "%v %+v %d", game, s, m)
			require.Equal(t, want, got, "%v %+v %d", game, s, m)
		}
	}
}
