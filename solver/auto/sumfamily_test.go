package auto

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// most is the maximum number of positions in a sum here, mostOpen that of cells that are open in all of them.
const (
	most     = 4
	mostOpen = 9
)

// union is positions side by side, all as the next player sees them.
type union struct {
	rules [most]variants.Rules
	n     int
	known map[[most]variants.State]bool
}

func newUnion(positions []variants.Position) (u *union, states [most]variants.State) {
	u = &union{n: len(positions), known: map[[most]variants.State]bool{}}
	for i, p := range positions {
		u.rules[i], states[i] = p.Game().Rules(), p.State()
	}
	return u, states
}

// after returns the states after a move in one of them.
func (u *union) after(states [most]variants.State, part int, m variants.Move) [most]variants.State {
	for i, s := range states[:u.n] {
		if i == part {
			states[i] = u.rules[i].Play(s, m)
		} else {
			states[i].Mine, states[i].Yours = s.Yours, s.Mine
		}
	}
	return states
}

// wins reports whether the player to move wins, by plain recursion.
func (u *union) wins(states [most]variants.State) bool {
	if wins, ok := u.known[states]; ok {
		return wins
	}
	wins := false
	for i, s := range states[:u.n] {
		for m := range u.rules[i].Legal(s).Cells() {
			wins = wins || !u.wins(u.after(states, i, variants.Move(m)))
		}
	}
	u.known[states] = wins
	return wins
}

// summand draws a position of a game for a sum: on 1×1, on a small board, or on one of 63 or 64 cells of which few are no
// holes.
func summand(t *rapid.T, v variants.Variant, open int) (p variants.Position, ok bool) {
	size := rapid.SampledFrom([][2]int{{1, 1}, {0, 0}, {0, 0}, {1, 63}, {7, 9}, {63, 1}, {1, 64}, {8, 8}, {2, 32}}).Draw(t, "size")
	if size == [2]int{} {
		size = [2]int{rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")}
	}
	if f := v.Family(); f.Rows != 0 {
		size = [2]int{f.Rows, f.Cols}
	}
	game, err := v.NewGame(size[0], size[1])
	if err != nil {
		return p, false // joined edges need more columns
	}
	r := randomplay.New(rapid.Uint64().Draw(t, "cells"))
	vertices := game.Start().Empty()
	var cells bitboard.Board
	for range rapid.IntRange(0, open).Draw(t, "open cells") {
		c := r.IntN(game.Grid().Size())
		if rapid.Bool().Draw(t, "beside") && cells != 0 {
			c = (game.Near().Both().Dilate(cells) | cells).First()
		}
		cells |= bitboard.Of(c) & vertices
	}
	if p, err = game.StartWithHoles(vertices &^ cells); err != nil {
		return p, false
	}
	history := randomplay.Game(r, p)
	return history[rapid.IntRange(0, min(2, len(history)-1)).Draw(t, "plies")], true
}

// summed draws a game for a sum, mostly one whose positions can be added.
func summed(t *rapid.T) variants.Variant {
	f := testgames.FamilyOf(t, 8)
	if f.Kind != variants.Place && rapid.IntRange(0, 9).Draw(t, "as it is") > 0 {
		f.Kind, f.Block, f.Ends = variants.Place, false, false
		f.Close = rapid.SampledFrom([]variants.Close{
			variants.CloseNone, variants.CloseOwn, variants.CloseAll, variants.CloseAll, variants.CloseOther,
		}).Draw(t, "closes")
	}
	if f.Graph == nil && !f.Block && rapid.Bool().Draw(t, "directed") {
		f.Near, f.Offsets = variants.ByOffsets, []bitboard.Offset{{Rows: rapid.IntRange(0, 2).Draw(t, "down"), Cols: rapid.IntRange(1, 2).Draw(t, "right")}}
	}
	v, err := variants.Lookup(f.String())
	require.NoError(t, err)
	return v
}

// Sums of random games of the family, the same one or several, are what plain recursion on all positions side by side
// finds, whatever their boards and in any order; or they are refused for a part that has no value.
func TestSumsOfTheFamily(t *testing.T) {
	seen := map[string]int{}
	enough := func() bool {
		return testgames.Seen(seen, 2, "refused for the first: true", "refused for the first: false", "Sprague-Grundy win",
			"Sprague-Grundy loss", "Col value win", "Col value loss", "canonical form win", "canonical form loss")
	}
	testgames.CheckUntil(t, 1500, enough, func(t *rapid.T) {
		v := summed(t)
		several := rapid.Bool().Draw(t, "several games")
		var positions []variants.Position
		left := mostOpen
		for range rapid.IntRange(1, most).Draw(t, "parts") {
			if several && len(positions) > 0 {
				v = summed(t)
			}
			p, ok := summand(t, v, left)
			if !ok {
				return
			}
			if p.Side() == variants.O {
				var err error
				if p, err = p.WithSide(variants.X); err != nil {
					return // the markers say who is to move
				}
			}
			left -= p.Empty().Count()
			positions = append(positions, p)
		}
		slices.Reverse(positions[rapid.IntRange(0, len(positions)-1).Draw(t, "from"):]) // any order
		if rapid.Bool().Draw(t, "O to move") {
			for i, p := range positions {
				var err error
				if positions[i], err = p.WithSide(variants.O); err != nil {
					return
				}
			}
		}
		got, err := SolveSum(t.Context(), positions, solver.Options{Memory: 1 << 24})
		lacking := slices.IndexFunc(positions, func(p variants.Position) bool {
			return p.Game().Variant().Family().Kind != variants.Place
		})
		if lacking >= 0 {
			require.ErrorIs(t, err, ErrNoSum)
			require.Contains(t, err.Error(), fmt.Sprintf("part %d of the sum: ", lacking+1))
			require.Nil(t, got.Total)
			require.Equal(t, solver.Unknown, got.Outcome)
			seen[fmt.Sprint("refused for the first: ", lacking == 0)]++
			return
		}
		require.NoError(t, err)
		u, states := newUnion(positions)
		require.Equal(t, solver.OutcomeOf(u.wins(states)), got.Outcome, "%v", positions)
		turned := states
		for i, s := range states {
			turned[i].Mine, turned[i].Yours = s.Yours, s.Mine
		}
		require.Equal(t, solver.OutcomeOf(u.wins(turned)), got.Other, "%v", positions)
		require.True(t, got.All)
		moves := 0
		for _, p := range positions {
			moves += p.Legal().Count()
		}
		require.Len(t, got.Moves, moves)
		for _, m := range got.Moves {
			require.Equal(t, !u.wins(u.after(states, m.Part, m.Move)), m.Wins, "%v %v", positions, m)
		}
		seen[got.Lemma+" "+got.Outcome.String()]++
		if several {
			seen["several"]++
		}
		if len(positions) > 1 {
			seen["added"]++
		}
	})
	t.Log(seen)
	require.True(t, enough())
}
