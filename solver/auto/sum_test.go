package auto

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// beside returns two positions as one, on a board with a column of holes between them, and where
// the cells of both are on it.
func beside(t require.TestingT, a, b variants.Position) (p variants.Position, at [2]func(cell int) int) {
	grids := [2]*bitboard.Grid{a.Game().Grid(), b.Game().Grid()}
	cols := grids[0].Cols() + 1 + grids[1].Cols()
	rows := max(grids[0].Rows(), grids[1].Rows())
	text := make([]byte, rows*cols)
	for i := range text {
		text[i] = '#'
	}
	for i, part := range [2]variants.Position{a, b} {
		left := i * (grids[0].Cols() + 1)
		at[i] = func(cell int) int { return cell/grids[i].Cols()*cols + left + cell%grids[i].Cols() }
		cell := 0
		for _, symbol := range part.String() {
			switch {
			case symbol == ' ':
				goto done
			case symbol != '/':
				text[at[i](cell)] = byte(symbol)
				cell++
			}
		}
	done:
	}
	var whole []byte
	for row := range rows {
		if row > 0 {
			whole = append(whole, '/')
		}
		whole = append(whole, text[row*cols:(row+1)*cols]...)
	}
	side := " x"
	if a.Side() == variants.O {
		side = " o"
	}
	p, err := a.Game().Variant().Parse(string(whole) + side)
	require.NoError(t, err)
	return p, at
}

// A sum is the same as both positions on one board, apart from each other.
func TestSumIsBothOnOneBoard(t *testing.T) {
	ctx, opt := context.Background(), solver.Options{Memory: 1 << 20}
	wins := map[string]int{}
	testgames.Check(t, 1200, func(t *rapid.T) {
		games := [2]string{variants.Claim, variants.Duel}
		v, err := variants.Lookup(rapid.SampledFrom(games[:]).Draw(t, "game"))
		require.NoError(t, err)
		a := testgames.Position(t, v, 10)
		b := testgames.Position(t, v, 10)
		if a.Side() != b.Side() {
			return
		}
		if a.Game().Grid().Cols()+b.Game().Grid().Cols()+1 > 64/max(a.Game().Grid().Rows(), b.Game().Grid().Rows()) {
			return
		}
		whole, at := beside(t, a, b)
		want, err := Engine{}.Solve(ctx, whole, opt)
		require.NoError(t, err)
		got, err := SolveSum(ctx, []variants.Position{a, b}, opt)
		require.NoError(t, err)
		require.Equal(t, want.Outcome, got.Outcome)
		turned, err := whole.WithSide(whole.Side().Opponent())
		require.NoError(t, err)
		other, err := Engine{}.Solve(ctx, turned, opt)
		require.NoError(t, err)
		require.Equal(t, other.Outcome, got.Other)
		require.Equal(t, want.Nimber, got.Total.Nimber)
		require.Equal(t, want.ColValue, got.Total.ColValue)
		known, err := Theory{}.Solve(ctx, whole, opt) // all winning moves
		require.NoError(t, err)
		require.Len(t, got.Moves, a.Legal().Count()+b.Legal().Count())
		for _, m := range got.Moves {
			next := whole.Play(variants.Move(at[m.Part](int(m.Move))))
			after, err := Theory{}.Solve(ctx, next, opt)
			require.NoError(t, err)
			require.Equal(t, [2]bool{after.Outcome == solver.Loss, true}, [2]bool{m.Wins, after.Proven})
			require.Equal(t, after.Nimber, m.After.Nimber)
			require.Equal(t, after.ColValue, m.After.ColValue)
		}
		var moves variants.MoveSet
		for _, m := range got.Best {
			moves = moves.With(at[m.Part](int(m.Move)))
		}
		require.Equal(t, known.Best, moves)
		wins[v.ID+got.Outcome.String()]++
	})
	require.Len(t, wins, 4, "each game is won and lost")
}

// Sums that are known from theory: equal positions of claim cancel, negatives of duel too.
func TestSumsThatCancel(t *testing.T) {
	for _, c := range []struct{ variant, a, b string }{
		{variants.Claim, "5/5/5/5/5 x", "5/5/5/5/5 x"},
		{variants.Duel, "3/.X./3 x", "3/.O./3 x"},
		{variants.Duel, "1 x", "1 x"},
		{variants.Duel, "1 o", "1 o"},
	} {
		got, err := SolveSum(t.Context(), []variants.Position{testgames.Parse(t, c.variant, c.a), testgames.Parse(t, c.variant, c.b)}, solver.Options{})
		require.NoError(t, err)
		require.Equal(t, solver.Loss, got.Outcome)
		require.Empty(t, got.Best)
		require.True(t, got.All)
		if c.variant == variants.Claim {
			require.Zero(t, *got.Total.Nimber)
		} else {
			require.Equal(t, "0", got.Total.ColValue)
		}
	}
}

func TestSumStops(t *testing.T) {
	positions := []variants.Position{testgames.Parse(t, variants.Claim, "2/2 x"), testgames.Parse(t, variants.Claim, "8/8/8/8/8/8/8/8 x")}
	got, err := SolveSum(t.Context(), positions, solver.Options{Nodes: 2000})
	require.ErrorIs(t, err, solver.ErrLimit)
	require.Equal(t, 1, *got.Parts[0].Nimber)
	require.Nil(t, got.Parts[1].Nimber)
	require.Nil(t, got.Total)
	require.Equal(t, solver.Unknown, got.Outcome)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = SolveSum(ctx, positions, solver.Options{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = SolveSum(t.Context(), positions, solver.Options{Memory: 1 << 16})
	require.ErrorIs(t, err, solver.ErrLimit)
}

func TestWhatCannotBeAdded(t *testing.T) {
	for _, v := range append(variants.All(), variants.Library()...) {
		p := v.Default().Start()
		err := CheckSum([]variants.Position{p, p})
		require.Equal(t, v.Family().Kind != variants.Place, errors.Is(err, ErrNoSum), v.ID)
	}
	_, err := SolveSum(t.Context(), nil, solver.Options{})
	require.ErrorIs(t, err, ErrNoSum)
	claim := testgames.Parse(t, variants.Claim, "2 x")
	for _, other := range []variants.Position{testgames.Parse(t, variants.Lockdown, "2/2 x"), testgames.Parse(t, variants.Claim, "2 o")} {
		_, err := SolveSum(t.Context(), []variants.Position{claim, other}, solver.Options{})
		require.ErrorIs(t, err, ErrNoSum)
		require.ErrorContains(t, err, "part 2 of the sum: ")
	}
}
