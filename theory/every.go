package theory

import (
	"fmt"
	"slices"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Theorem says who wins a game from the empty board on all boards of a kind, of any size. Each theorem is proven in
// Coq, from the rules of the proven checker. proof/verified/Every.v states it under the same name, and docs/theorems.md
// explains it.
type Theorem struct {
	Name  string // in Every.v
	When  string // the boards, as in "a side is even"
	First bool   // the player who begins wins

	of func(f variants.Family) bool
	on func(f variants.Family, rows, cols int) bool
}

// Winner returns who wins, "X" or "O"; X begins.
func (t Theorem) Winner() string {
	if t.First {
		return "X"
	}
	return "O"
}

// String says the theorem in a sentence, without its full stop.
func (t Theorem) String() string {
	player := 2
	if t.First {
		player = 1
	}
	return fmt.Sprintf("Player %d (%s) wins on every board where %s (theorem %s)", player, t.Winner(), t.When, t.Name)
}

// OnEveryBoard returns the theorems about a game, or about games like it if there are none about it alone. A game that
// is not of the family has none.
func OnEveryBoard(f variants.Family) []Theorem {
	if f.Near == variants.ByGraph || f.From != nil {
		return nil
	}
	for _, table := range [][]Theorem{ofOneGame, ofManyGames} {
		var of []Theorem
		for _, t := range table {
			if t.of(f) {
				of = append(of, t)
			}
		}
		if of != nil {
			return of
		}
	}
	return nil
}

// OnBoard returns the first theorem that says who wins a game from an empty board of this size, and false if there is
// none. It takes time proportional to the number of offsets.
func OnBoard(f variants.Family, rows, cols int) (Theorem, bool) {
	for _, t := range OnEveryBoard(f) {
		if rows > 0 && cols > 0 && t.on(f, rows, cols) {
			return t, true
		}
	}
	return Theorem{}, false
}

// ofOneGame and ofManyGames are the theorems of Every.v that name boards. For a game in ofOneGame, ofManyGames adds
// nothing.
var ofOneGame = []Theorem{
	{"classic_even", "a side is even", false, is(variants.Follow, variants.Rook, variants.CloseNone), aSideEven},
	{"classic_odd", "both sides are odd", true, is(variants.Follow, variants.Rook, variants.CloseNone), bothOdd},
	{"lockdown_even", "a side is even", false, is(variants.Walk, variants.King, variants.CloseNone), aSideEven},
	{"duel_even", "a side is even", false, is(variants.Place, variants.King, variants.CloseOwn), aSideEven},
	{"duel_three_rows", "there are 3 rows", false, is(variants.Place, variants.King, variants.CloseOwn), rowsAre(3)},
	{"duel_three_cols", "there are 3 columns", false, is(variants.Place, variants.King, variants.CloseOwn), colsAre(3)},
	{"claim_odd", "both sides are odd", true, is(variants.Place, variants.King, variants.CloseAll), bothOdd},
	{"claim_four_rows", "there are 4 rows", false, is(variants.Place, variants.King, variants.CloseAll), rowsAre(4)},
	{"claim_four_cols", "there are 4 columns", false, is(variants.Place, variants.King, variants.CloseAll), colsAre(4)},
	{"snort_even", "both sides are even", false, is(variants.Place, variants.Rook, variants.CloseOther), bothEven},
	{"snort_odd", "a side is odd", true, is(variants.Place, variants.Rook, variants.CloseOther), aSideOdd},
}

var ofManyGames = []Theorem{
	{"dominoes_even", "a side is even", false, hasDominoes, aSideEven},
	{"dominoes_odd", "both sides are odd", true, hasDominoes, bothOdd},
	{"half_turn_even", "a side is even", false, func(f variants.Family) bool { return copied(f) && central(f) }, aSideEven},
	{"cylinder_even", "the number of columns is even", false,
		func(f variants.Family) bool { return copied(f) && f.Wrap != bitboard.Plane }, colsEven},
	{"torus_even", "the number of rows is even", false,
		func(f variants.Family) bool { return copied(f) && f.Wrap == bitboard.Torus }, rowsEven},
	{"half_turn_parity", "a side is even, and no cell is near its image by half a turn", false,
		func(f variants.Family) bool { return copiedApart(f) && central(f) && f.Wrap == bitboard.Plane }, turnedApart},
	{"cylinder_apart", "the number of columns is even, and no cell is near the one half the way round", false,
		func(f variants.Family) bool { return copiedApart(f) && f.Wrap != bitboard.Plane }, colsApart},
	{"torus_apart", "the number of rows is even, and no cell is near the one half the way round", false,
		func(f variants.Family) bool { return copiedApart(f) && f.Wrap == bitboard.Torus }, rowsApart},
	{"ends_mirrored", "the number of columns is even", false,
		func(f variants.Family) bool { return fromEnds(f) && lateral(f) }, colsEven},
	{"ends_turned", "the number of columns is even, and that of rows odd", false,
		func(f variants.Family) bool { return fromEnds(f) && central(f) },
		func(f variants.Family, rows, cols int) bool { return rowsOdd(f, rows, cols) && colsEven(f, rows, cols) }},
}

// Conditions on the game of a theorem.

func is(kind variants.Kind, near variants.Near, closes variants.Close) func(variants.Family) bool {
	return func(f variants.Family) bool {
		return f.Kind == kind && f.Near == near && f.Close == closes && !f.Block && !f.Ends && f.Wrap == bitboard.Plane
	}
}

// hasDominoes reports whether marks follow one another, and cells that share a side are near each other.
func hasDominoes(f variants.Family) bool {
	around := f.Around()
	for _, o := range (variants.Family{Near: variants.Rook}).Around() {
		if !slices.Contains(around, o) {
			return false
		}
	}
	return f.Kind == variants.Follow
}

// copied reports whether copying wins wherever a symmetry can exchange cells in pairs.
func copied(f variants.Family) bool {
	switch f.Kind {
	case variants.Place:
		return f.Close == variants.CloseNone || f.Close == variants.CloseOwn
	case variants.Walk:
		return !f.Block && !f.Ends
	}
	return false
}

// fromEnds reports whether markers walk from the ends of the middle row, and steps block nothing.
func fromEnds(f variants.Family) bool { return f.Kind == variants.Walk && f.Ends && !f.Block }

// copiedApart reports whether copying wins wherever a symmetry exchanges cells that are not near each other, and the
// neighbourhood is a list of offsets.
func copiedApart(f variants.Family) bool {
	return f.Kind == variants.Place && (f.Close == variants.CloseOther || f.Close == variants.CloseAll) && f.Near != variants.Queen
}

// central reports whether the neighbourhood of a cell stays the same under a half turn.
func central(f variants.Family) bool {
	around := f.Around()
	return !slices.ContainsFunc(around, func(o bitboard.Offset) bool {
		return !slices.Contains(around, bitboard.Offset{Rows: -o.Rows, Cols: -o.Cols})
	})
}

// lateral reports whether the neighbourhood of a cell stays the same if left and right are exchanged.
func lateral(f variants.Family) bool {
	around := f.Around()
	return !slices.ContainsFunc(around, func(o bitboard.Offset) bool {
		return !slices.Contains(around, bitboard.Offset{Rows: o.Rows, Cols: -o.Cols})
	})
}

// Conditions on the board of a theorem.

func rowsEven(_ variants.Family, rows, _ int) bool     { return rows%2 == 0 }
func rowsOdd(_ variants.Family, rows, _ int) bool      { return rows%2 != 0 }
func colsEven(_ variants.Family, _, cols int) bool     { return cols%2 == 0 }
func aSideEven(_ variants.Family, rows, cols int) bool { return rows%2 == 0 || cols%2 == 0 }
func aSideOdd(_ variants.Family, rows, cols int) bool  { return rows%2 != 0 || cols%2 != 0 }
func bothEven(_ variants.Family, rows, cols int) bool  { return rows%2 == 0 && cols%2 == 0 }
func bothOdd(_ variants.Family, rows, cols int) bool   { return rows%2 != 0 && cols%2 != 0 }

func rowsAre(n int) func(variants.Family, int, int) bool {
	return func(_ variants.Family, rows, _ int) bool { return rows == n }
}

func colsAre(n int) func(variants.Family, int, int) bool {
	return func(_ variants.Family, _, cols int) bool { return cols == n }
}

// turnedApart reports whether a side is even and no cell of the plane is near its image by half a turn. If the number
// of rows is even, the image is an odd number of rows away; columns are alike.
func turnedApart(f variants.Family, rows, cols int) bool {
	return aSideEven(f, rows, cols) && !slices.ContainsFunc(f.Around(), func(o bitboard.Offset) bool {
		return (o.Rows%2 != 0) == (rows%2 == 0) && (o.Cols%2 != 0) == (cols%2 == 0)
	})
}

// colsApart reports whether the number of columns, which are joined, is even and no cell is near the one half the way
// round in its row.
func colsApart(f variants.Family, rows, cols int) bool {
	return cols%2 == 0 && !slices.ContainsFunc(f.Around(), func(o bitboard.Offset) bool {
		sameRow := o.Rows == 0 || f.Wrap == bitboard.Torus && o.Rows%rows == 0
		return sameRow && (o.Cols-cols/2)%cols == 0
	})
}

// rowsApart reports whether a torus has an even number of rows and no cell is near the cell half the way round in its
// column.
func rowsApart(f variants.Family, rows, cols int) bool {
	return rows%2 == 0 && !slices.ContainsFunc(f.Around(), func(o bitboard.Offset) bool {
		return o.Cols%cols == 0 && (o.Rows-rows/2)%rows == 0
	})
}
