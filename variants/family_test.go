package variants_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// reading plays a game of the family by a plain reading of its words, from the cells and the moves that
// were made.
type reading struct {
	variants.Family
	grid  *bitboard.Grid
	there bitboard.Board // cells that exist
	moves []int          // cells, from the first of X on
	ends  [2]int         // where the markers start, with Ends
}

// near reports whether two cells are neighbours.
func (r reading) near(a, b int) bool {
	row, col := r.grid.RowCol(a)
	rows, cols := r.grid.RowCol(b)
	rows, cols = max(row-rows, rows-row), max(col-cols, cols-col)
	if r.Near == variants.King {
		return a != b && rows <= 1 && cols <= 1
	}
	return rows+cols == 1
}

// legal reports whether the next player may go to a cell.
func (r reading) legal(c int) bool {
	mover, at := len(r.moves)%2, -1
	if !r.there.Has(c) {
		return false
	}
	if r.Ends {
		at = r.ends[mover]
		if c == r.ends[0] || c == r.ends[1] {
			return false
		}
	}
	for i, m := range r.moves {
		own := i%2 == mover
		closes := r.Close == variants.CloseAll || r.Close == variants.CloseOwn && own || r.Close == variants.CloseOther && !own
		if m == c || closes && r.near(m, c) {
			return false
		}
		if own || r.Kind == variants.Follow {
			at = m
		}
	}
	return r.Kind == variants.Place || at < 0 || r.near(at, c)
}

// Every game of the family is what its words say, for whole games on odd boards with holes.
func TestFamilyIsWhatItsWordsSay(t *testing.T) {
	for _, v := range testgames.Families(t) {
		if !v.Family().Block { // whose moves are not cells; rules_test.go has blockade
			testgames.Check(t, 300, func(t *rapid.T) { playAndRead(t, v) })
		}
	}
}

func playAndRead(t *rapid.T, v variants.Variant) {
	p := testgames.Start(t, v, 20)
	grid := p.Game().Grid()
	r := reading{Family: v.Family(), grid: grid, there: grid.All() &^ p.Holes()}
	r.ends = [2]int{grid.Cell(grid.Rows()/2, 0), grid.Cell(grid.Rows()/2, grid.Cols()-1)}
	for {
		var want bitboard.Board
		for c := range grid.Size() {
			if r.legal(c) {
				want = want.With(c)
			}
		}
		require.Equal(t, want, p.Legal(), "%v", p)
		again, err := v.Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p.State(), again.State())
		drawn, ok := p.Game().Drawn(p.State())
		require.True(t, ok, "%v", p)
		require.Equal(t, p.State(), drawn.State())
		for c := range (grid.All() &^ want).Cells() {
			require.Error(t, p.CheckMove(variants.Move(c)))
		}
		if want == 0 {
			return
		}
		m := testgames.Move(t, p)
		r.moves = append(r.moves, int(m))
		p = p.Play(m)
	}
}

// The five games, and two others of which there are rules of their own, are values of the family.
func TestGamesAreFamilies(t *testing.T) {
	for _, d := range []struct {
		own variants.Definition
		as  variants.Family
	}{
		{testgames.Snort(), variants.Family{Kind: variants.Place, Near: variants.Rook, Close: variants.CloseOther}},
		{testgames.KingSnort(), variants.Family{Kind: variants.Place, Near: variants.King, Close: variants.CloseOther}},
	} {
		own, err := variants.New(d.own)
		require.NoError(t, err)
		as, err := variants.New(variants.Definition{ID: "same", Family: d.as})
		require.NoError(t, err)
		testgames.Check(t, 30, func(t *rapid.T) {
			p := testgames.Position(t, own, 12)
			q, err := as.Parse(p.String())
			require.NoError(t, err)
			require.Equal(t, p.State(), q.State())
			for depth := range 5 {
				want, err := variants.Perft(context.Background(), p, depth, 1)
				require.NoError(t, err)
				got, err := variants.Perft(context.Background(), q, depth, 1)
				require.NoError(t, err)
				require.Equal(t, want, got)
			}
		})
	}
	for _, v := range variants.All() {
		require.NotZero(t, v.Family(), v.ID)
	}
	_, err := variants.Lookup("snort")
	require.Error(t, err)
}

// What the words do not say is refused.
func TestFamilyRefusesWhatItDoesNotKnow(t *testing.T) {
	place := variants.Family{Kind: variants.Place, Near: variants.Rook}
	for want, d := range map[string]variants.Definition{
		"Rules is missing":              {},
		"Kind is Place, Follow or Walk": {Family: variants.Family{Near: variants.Rook}},
		"Near is Rook or King":          {Family: variants.Family{Kind: variants.Place}},
		"Close is none of":              {Family: variants.Family{Kind: variants.Place, Near: variants.Rook, Close: 9}},
		"Close is for Place":            {Family: variants.Family{Kind: variants.Walk, Near: variants.Rook, Close: variants.CloseAll}},
		"Block and Ends are for Walk":   {Family: variants.Family{Kind: variants.Follow, Near: variants.Rook, Ends: true}},
		"Block is for Rook and Ends":    {Family: variants.Family{Kind: variants.Walk, Near: variants.King, Block: true, Ends: true}},
		"it says all of the rules":      {Family: place, Traits: variants.Traits{MaxDrop: 1}},
	} {
		d.ID = "odd"
		_, err := variants.New(d)
		require.ErrorContains(t, err, want)
	}
	_, err := variants.New(variants.Definition{ID: "odd", Family: place, Check: func(variants.Position) error { return nil }})
	require.ErrorContains(t, err, "it says all of the rules")
}
