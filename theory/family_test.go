package theory

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// familyCells is the number of cells on which plain recursion takes no time in any game.
const familyCells = 10

// drawGame draws a game of the family on a board, and a generator.
func drawGame(t *rapid.T) (*variants.Game, *rand.Rand) {
	p := testgames.Start(t, testgames.Family(t, familyCells), familyCells)
	t.Logf("%v", p.Game())
	return p.Game(), randomplay.New(rapid.Uint64().Draw(t, "states"))
}

// drawState draws a state that the traits of a game allow: any cells, any markers. Of some, a symmetry
// of the game exchanges the players or keeps the cells, or nearly so.
func drawState(r *rand.Rand, game *variants.Game) (s variants.State) {
	traits, grid := game.Traits(), game.Grid()
	there := grid.All()
	if graph := game.Variant().Family().Graph; graph != nil {
		there = graph.Vertices
	}
	symmetries := game.Symmetries()
	sym := symmetries[r.IntN(len(symmetries))]
	alike := r.IntN(2) == 0
	set := func(used variants.Field) bitboard.Board {
		switch cells := randomplay.Cells(r, grid, 0.3+0.7*r.Float64()) & there; {
		case used == variants.Cells:
			return cells
		case used == variants.Marker && cells != 0 && r.IntN(8) > 0:
			return bitboard.Of(int(randomplay.Move(r, cells)))
		}
		return 0
	}
	s = variants.State{Free: set(traits.Free), Mine: set(traits.Mine), Yours: set(traits.Yours)}
	if alike {
		s.Free |= grid.Image(sym, s.Free)
		if traits.Yours != variants.Unused && traits.Mine == traits.Yours {
			s.Yours = grid.Image(sym, s.Mine)
		}
		if traits.Yours == variants.Cells {
			s.Yours |= randomplay.Cells(r, grid, 0.1) & there
		}
	}
	if traits.Free != variants.Unused {
		s.Yours &^= s.Mine
		s.Free &^= s.Mine | s.Yours
	}
	if traits.Blocks && (s.Mine == 0 || s.Yours == 0) {
		return drawState(r, game)
	}
	return s
}

// What theory decides is so by plain recursion, in games of any kind, on any neighbourhood, with what it
// remembers; so are nimbers and values by their definitions.
func TestTheFamily(t *testing.T) {
	decided, byLemma, states := map[variants.Kind]int{}, map[Lemma]int{}, 0
	testgames.Check(t, testgames.Of(4500, 9000), func(t *rapid.T) {
		game, r := drawGame(t)
		th, truth, rules, kind := New(game, nil), testgames.NewTruth(game), game.Rules(), game.Variant().Family().Kind
		nimbers := map[variants.State]int{}
		values := newByDefinition(closing(game))
		decide := func(s variants.State) {
			f := th.Decide(s)
			states++
			if For(game).Decides {
				require.True(t, f.Known, "%v %+v", game, s)
			}
			if !f.Known {
				return
			}
			decided[kind]++
			byLemma[f.Lemma]++
			require.Equal(t, truth.Distance(s)%2 == 1, f.Wins, "%v %+v: %s", game, s, f.Lemma)
			require.NotEmpty(t, th.Lemma(s))
			if f.Nimber != nil {
				require.Equal(t, nimberOf(rules, s, nimbers), *f.Nimber, "%v %+v", game, s)
			}
			if f.Value != nil {
				require.Equal(t, values.value(pair{s.Mine, s.Yours}), *f.Value, "%v %+v", game, s)
			}
		}
		for range 3 {
			s := drawState(r, game)
			decide(s)
			for m := range rules.Legal(s).Cells() {
				decide(rules.Play(s, variants.Move(m)))
			}
		}
	})
	t.Logf("%d states: %v, %v", states, decided, byLemma)
	for _, lemma := range []Lemma{NoLegalMove, PerfectMatching, CopiesAll, CopiesAllButOne, MarkersSeparated, CellsToItself, SpragueGrundy, ColValue} {
		require.Greater(t, byLemma[lemma], 5, lemma)
	}
}

// Values in random games of Col compare as the games do, whatever they are: the difference of two positions,
// played out on two boards by the rules alone, is won as the difference of their values says.
func TestValuesCompareInTheFamily(t *testing.T) {
	pairs, all := 0, map[string]bool{}
	testgames.Check(t, 1500, func(t *rapid.T) {
		f := testgames.FamilyOf(t, 5)
		f.Kind, f.Close, f.Block, f.Ends = variants.Place, variants.CloseOwn, false, false
		v, err := variants.Lookup(f.String())
		require.NoError(t, err)
		game, r := testgames.Start(t, v, 5).Game(), randomplay.New(rapid.Uint64().Draw(t, "states"))
		if For(game).Values == nil {
			return
		}
		values, known := For(game).Values(), map[[2]variants.State]bool{}
		for range 4 {
			s, u := drawState(r, game), drawState(r, game)
			difference := values.Of(s.Mine, s.Yours).Plus(*values.Of(u.Yours, u.Mine))
			pairs++
			all[difference.String()] = true
			negative := variants.State{Mine: u.Yours, Yours: u.Mine}
			require.Equal(t, winsSum(game.Rules(), s, negative, known), difference.LeftWinsFirst(), "%v %+v %+v", game, s, u)
			s.Mine, s.Yours, negative = s.Yours, s.Mine, u
			require.Equal(t, winsSum(game.Rules(), s, negative, known), difference.Minus().LeftWinsFirst(), "%v %+v %+v", game, s, u)
		}
	})
	t.Logf("%d pairs, %d differences", pairs, len(all))
	require.Greater(t, pairs, 500)
	require.Greater(t, len(all), 10)
}

// winsSum reports whether the mover wins two positions side by side.
func winsSum(rules variants.Rules, a, b variants.State, known map[[2]variants.State]bool) (won bool) {
	won, ok := known[[2]variants.State{a, b}]
	if ok {
		return won
	}
	turn := func(s variants.State) variants.State { return variants.State{Mine: s.Yours, Yours: s.Mine} }
	for m := range rules.Legal(a).Cells() {
		won = won || !winsSum(rules, rules.Play(a, variants.Move(m)), turn(b), known)
	}
	for m := range rules.Legal(b).Cells() {
		won = won || !winsSum(rules, turn(a), rules.Play(b, variants.Move(m)), known)
	}
	known[[2]variants.State{a, b}] = won
	return won
}

// nimberOf is the least number that no move leaves.
func nimberOf(rules variants.Rules, s variants.State, known map[variants.State]int) (n int) {
	if n, ok := known[s]; ok {
		return n
	}
	reached := map[int]bool{}
	for m := range rules.Legal(s).Cells() {
		reached[nimberOf(rules, rules.Play(s, variants.Move(m)), known)] = true
	}
	for reached[n] {
		n++
	}
	known[s] = n
	return n
}

// Whoever is said to lose because the opponent copies does, by plain recursion, with the sides as they
// are said to be exchanged.
func TestCopyingInTheFamily(t *testing.T) {
	lost, answered := map[variants.Close]int{}, 0
	testgames.Check(t, 6000, func(t *rapid.T) {
		game, r := drawGame(t)
		mirrors, truth, rules := For(game).Mirrors, testgames.NewTruth(game), game.Rules()
		if mirrors == nil {
			return
		}
		for range 10 {
			s := drawState(r, game)
			if m, ok := mirrors.Find(s); ok {
				require.Equal(t, variants.State{Free: s.Free, Mine: s.Yours, Yours: s.Mine}, s.Image(game.Grid(), mirrors.Axes()[m]))
				require.True(t, mirrors.Lost(s))
			}
			c, ok := mirrors.Copying(s)
			if !ok {
				continue
			}
			require.Zero(t, truth.Distance(s)%2, "%v %+v", game, s)
			if rules.Legal(s) != 0 {
				lost[game.Variant().Family().Close]++
			}
			if c.Cell >= 0 {
				answered++
				after := rules.Play(rules.Play(s, variants.Move(c.Cell)), variants.Move(c.Answer))
				c, ok = mirrors.Copying(after)
				require.True(t, ok && c.Cell < 0, "%v %+v", game, s)
			}
		}
	})
	t.Logf("%v, %d answered", lost, answered)
	for c := variants.CloseNone; c <= variants.CloseAll; c++ {
		require.Greater(t, lost[c], 20, c)
	}
	require.Greater(t, answered, 20)
}

// A state without its dead cells has the distance of the state, no game takes more plies than the bound,
// and markers that are said to be apart are; what separation says of distances is so.
func TestAliveInTheFamily(t *testing.T) {
	dead, apart, short := 0, 0, 0
	testgames.Check(t, 6000, func(t *rapid.T) {
		game, r := drawGame(t)
		lemmas, truth, longest := For(game), testgames.NewTruth(game), map[variants.State]int{}
		separation, _ := NewSeparation(game)
		for range 4 {
			s := drawState(r, game)
			alive := lemmas.Alive(s)
			require.Equal(t, truth.Distance(s), truth.Distance(alive.State), "%v %+v", game, s)
			most := plies(game.Rules(), s, longest)
			require.GreaterOrEqual(t, alive.Most, most, "%v %+v", game, s)
			if alive.State != s {
				dead++
			}
			if alive.Most < (s.Free | s.Mine | s.Yours).Count() {
				short++
			}
			require.Equal(t, separation != nil && separation.Apart(s), alive.Apart, "%v %+v", game, s)
			if !alive.Apart {
				continue
			}
			apart++
			if d, known := separation.Distance(s); known {
				require.Equal(t, truth.Distance(s), d, "%v %+v", game, s)
			}
			rooms := separation.Rooms(s)
			require.Equal(t, truth.Distance(s)%2 == 1, rooms[0].Most > rooms[1].Most, "%v %+v", game, s)
		}
	})
	t.Logf("%d with dead cells, %d apart, %d short", dead, apart, short)
	require.Greater(t, dead, 100)
	require.Greater(t, apart, 100)
	require.Greater(t, short, 500)
}

// What happens in a component changes nothing in the others, and where each mark is near the last one the
// game stays in it.
func TestComponentsOfTheFamily(t *testing.T) {
	several := 0
	testgames.Check(t, 3000, func(t *rapid.T) {
		game, r := drawGame(t)
		lemmas, rules := For(game), game.Rules()
		s := drawState(r, game)
		cells := func(s variants.State) bitboard.Board {
			if game.Traits().Blocks {
				return s.Free | s.Mine | s.Yours
			}
			if game.Traits().Free != variants.Unused {
				return s.Free
			}
			return s.Mine | s.Yours
		}
		for rules.Legal(s) != 0 {
			parts, all := lemmas.Components(s), bitboard.Board(0)
			for _, part := range parts {
				require.Zero(t, all&part)
				all |= part
			}
			require.Equal(t, cells(s), all)
			if len(parts) > 1 {
				several++
			}
			m := randomplay.Move(r, rules.Legal(s))
			after := rules.Play(s, m)
			for _, part := range parts {
				if game.Traits().Blocks || part.Has(int(m)) {
					continue
				}
				require.Equal(t, s.Free&part, after.Free&part, "%v %+v", game, s)
				if game.Traits().Mine == variants.Cells {
					require.Equal(t, [2]bitboard.Board{s.Mine & part, s.Yours & part}, [2]bitboard.Board{after.Yours & part, after.Mine & part}, "%v %+v", game, s)
				}
				if game.Variant().Family().Kind == variants.Follow {
					require.Zero(t, rules.Legal(after)&part, "%v %+v", game, s)
				}
			}
			s = after
		}
	})
	t.Logf("%d with several components", several)
	require.Greater(t, several, 200)
}

// A maximum matching of any graph has as many pairs as trying everything finds, and the cells that some
// maximum matching misses are those without which there is one as large.
func TestMatchingInGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	grid := testgames.Game(t, variants.Classic, 8, 8).Grid()
	blossoms := 0
	for range testgames.Of(6000, 30000) {
		cells := bitboard.Board(0)
		for n := 2 + r.IntN(11); cells.Count() < n; {
			cells = cells.With(r.IntN(bitboard.MaxCells))
		}
		edges, chance := [bitboard.MaxCells]bitboard.Board{}, r.Float64()*0.7
		for a := range cells.Cells() {
			for b := range cells.Cells() {
				if a < b && r.Float64() < chance {
					edges[a], edges[b] = edges[a].With(b), edges[b].With(a)
				}
			}
		}
		near := bitboard.NewNear(grid, func(c int) bitboard.Board { return edges[c] })
		most := pairsOf(near, cells)
		pairs, left := Matching(near, cells), cells
		for _, pair := range pairs {
			require.True(t, near.At(pair[0]).Has(pair[1]) && left.Has(pair[0]) && left.Has(pair[1]))
			left = left.Without(pair[0]).Without(pair[1])
		}
		require.Len(t, pairs, most)
		missed := bitboard.Board(0)
		for c := range cells.Cells() {
			if pairsOf(near, cells.Without(c)) == most {
				missed = missed.With(c)
			}
		}
		require.Equal(t, missed, Inessential(near, cells))
		if _, ok := colours(near); !ok {
			blossoms++
		}
	}
	require.Greater(t, blossoms, 1000)
}

// pairsOf tries every partner of the first cell, and none.
func pairsOf(near *bitboard.Near, free bitboard.Board) int {
	if free == 0 {
		return 0
	}
	most := pairsOf(near, free.Rest())
	for c := range (near.At(free.First()) & free).Cells() {
		most = max(most, 1+pairsOf(near, free.Rest().Without(c)))
	}
	return most
}

// Large graphs with odd cycles: a maximum matching leaves as many cells over as the formula of Tutte and
// Berge says, by the cells that it misses and those near them.
func TestMatchingOfLargeGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	for range testgames.Of(2000, 10000) {
		game := testgames.Game(t, []string{"follow king", "follow hex", "follow knight torus"}[r.IntN(3)], 5+r.IntN(4), 5+r.IntN(4))
		near, cells := game.Near(), randomplay.Cells(r, game.Grid(), 0.2+0.8*r.Float64())
		missed := Inessential(near, cells)
		around := near.Of(missed) & cells &^ missed
		odd := 0
		for part := range near.Components(missed) {
			require.Equal(t, 1, part.Count()%2, "%v %#x", game, cells)
			odd++
		}
		require.Equal(t, cells.Count()-2*len(Matching(near, cells)), odd-around.Count(), "%v %#x", game, cells)
	}
}

// Where a mark closes all cells on one side of it, a line is a heap of as many cells: the greatest nimbers.
func TestLargeNimbers(t *testing.T) {
	for _, cells := range []int{61, 62, 63, 64} {
		var offsets []string
		for n := range cells - 1 {
			offsets = append(offsets, fmt.Sprintf("0,%d", n+1))
		}
		game := testgames.Game(t, "place offsets:"+strings.Join(offsets, ";")+" all", 1, cells)
		nimbers := NewNimbers(game)
		for _, cell := range []int{-1, 0, 1, cells / 2, cells - 1} { // that a mark is on, to its right all is closed
			open := game.Grid().All()
			if cell >= 0 {
				open &= bitboard.Of(cell) - 1
			}
			nimber, ok := nimbers.Of(open)
			require.True(t, ok)
			require.Equal(t, open.Count(), nimber)
			for k := range 64 {
				require.Equal(t, yesOrNo(k == nimber), nimbers.Is(open, k))
				require.Equal(t, yesOrNo(k == nimber), NewNimbers(game).Is(open, k))
			}
		}
	}
}

// Matchings decide nothing where steps go one way: from a mark on a line, each further move is forced.
func TestLinesOfOneWay(t *testing.T) {
	for cells := 2; cells <= 64; cells++ {
		game := testgames.Game(t, "follow offsets:0,1", 1, cells)
		th := New(game, nil)
		for cell := range cells {
			mark := bitboard.Of(cell)
			f := th.Decide(variants.State{Free: game.Grid().All() &^ mark, Yours: mark})
			if f.Known {
				require.Equal(t, (cells-1-cell)%2 == 1, f.Wins, "%d of %d cells: %s", cell, cells, f.Lemma)
			}
		}
	}
}

// A board of 63 or 64 cells is as wide as its components: columns are heaps of Dawson's kind, each like a line alone.
func TestDirectedComponentsOfLargeBoards(t *testing.T) {
	for _, c := range []struct{ rows, cols int }{{7, 9}, {9, 7}, {8, 8}, {16, 4}, {21, 3}, {63, 1}, {64, 1}} {
		column := testgames.Game(t, "place offsets:1,0 all", c.rows, 1)
		of, ok := NewNimbers(column).Of(column.Grid().All())
		require.True(t, ok)
		game := testgames.Game(t, "place offsets:1,0 all", c.rows, c.cols)
		nimber, ok := NewNimbers(game).Of(game.Grid().All())
		require.True(t, ok)
		require.Equal(t, of*(c.cols%2), nimber)
	}
}
