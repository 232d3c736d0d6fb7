package theory

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// sureCells is the number of cells on which plain recursion knows every position of Snort at once.
const sureCells = 8

// sureCounts counts what was compared with plain recursion.
type sureCounts struct{ positions, directed, cancelled, dominated, won, lost, close int }

// compare compares what is said of positions with who wins them: what is decided, what is left when sure cells cancel, and
// whether one of the moves that remain wins.
func (n *sureCounts) compare(
	t require.TestingT, sure *Sure, rules variants.Rules, won func(variants.State) bool, all []variants.State,
) {
	for _, s := range all {
		n.positions++
		if !sure.near.Symmetric() {
			n.directed++
		}
		wins := won(s)
		switch sure.Decide(s) {
		case Yes:
			require.True(t, wins, "%+v", s)
			n.won++
		case No:
			require.False(t, wins, "%+v", s)
			n.lost++
		case Open:
			n.close++
		}
		less := sure.Without(s)
		require.Equal(t, wins, won(less), "%+v without sure cells: %+v", s, less)
		if less != s {
			n.cancelled++
			require.Equal(t, s.Mine.Count()-less.Mine.Count(), s.Yours.Count()-less.Yours.Count())
		}
		moves, legal := sure.Moves(s), rules.Legal(s)
		require.Zero(t, moves&^legal)
		require.Equal(t, legal == 0, moves == 0)
		if moves != legal {
			n.dominated++
		}
		some := false
		for m := range moves.Cells() {
			some = some || !won(rules.Play(s, variants.Move(m)))
		}
		require.Equal(t, wins, some, "%+v: one of %#x wins", s, moves)
	}
}

// What is said of cells that can never be closed, and of dominated moves, is so in every position that any
// marks can lead to, in random games of the family: on planes, cylinders and tori, on one-sided neighbourhoods, in
// graphs.
func TestSure(t *testing.T) {
	var n sureCounts
	testgames.Check(t, testgames.Of(600, 12000), func(t *rapid.T) {
		game := testgames.Start(t, testgames.LikeSnort(t, sureCells), sureCells).Game()
		t.Logf("%v", game)
		truth := testgames.NewTruth(game)
		won := func(s variants.State) bool { return truth.Distance(s)%2 == 1 }
		for r := randomplay.New(rapid.Uint64().Draw(t, "states")); len(truth.Known) < 500 && r.IntN(20) > 0; {
			won(drawState(r, game))
		}
		n.compare(t, For(game).Sure, game.Rules(), won, slices.Collect(maps.Keys(truth.Known)))
	})
	t.Logf("%+v", n)
	for _, count := range []int{n.positions / 20, n.directed, n.cancelled, n.dominated, n.won, n.lost, n.close} {
		require.Greater(t, count, 20)
	}
}

// digraph is Snort where a mark closes any cells to the opponent.
type digraph struct{ near *bitboard.Near }

func (d digraph) Legal(s variants.State) variants.MoveSet { return s.Mine }

func (d digraph) Play(s variants.State, m variants.Move) variants.State {
	c := int(m)
	return variants.State{Mine: s.Yours &^ d.near.At(c).With(c), Yours: s.Mine.Without(c)}
}

// The same in random graphs, half of them directed, at any positions.
func TestSureInGraphs(t *testing.T) {
	var n sureCounts
	r := rand.New(rand.NewPCG(41, 42))
	grid := testgames.Game(t, variants.Classic, 1, sureCells).Grid()
	for range testgames.Of(50, 5000) {
		var edges [bitboard.MaxCells]bitboard.Board
		chance, both := r.Float64()*0.6, r.IntN(2) == 0
		for a := range sureCells {
			for b := range sureCells {
				if r.Float64() < chance {
					edges[a] = edges[a].With(b)
					if both {
						edges[b] = edges[b].With(a)
					}
				}
			}
		}
		rules := digraph{bitboard.NewNear(grid, func(c int) bitboard.Board { return edges[c] })}
		known := map[variants.State]bool{}
		var won func(s variants.State) bool
		won = func(s variants.State) bool {
			wins, ok := known[s]
			if ok {
				return wins
			}
			for m := range rules.Legal(s).Cells() {
				wins = wins || !won(rules.Play(s, variants.Move(m)))
			}
			known[s] = wins
			return wins
		}
		for len(known) < 1000 {
			won(variants.State{Mine: randomplay.Cells(r, grid, r.Float64()), Yours: randomplay.Cells(r, grid, r.Float64())})
		}
		n.compare(t, &Sure{rules.near}, rules, won, slices.Collect(maps.Keys(known)))
	}
	t.Logf("%+v", n)
	require.Greater(t, n.directed, n.positions/4)
}

// A cell that the opponent cannot close is not worth a move if it closes cells itself: O would win here if only the
// cells mattered that marks of O's close. So do marks that close the cell to the right alone.
func TestSureCellsCloseNothing(t *testing.T) {
	p := testgames.Parse(t, "place offsets:0,1;1,0 other", "X.#X.#O./O.#O.### o")
	game, s := p.Game(), p.State()
	truth := testgames.NewTruth(game)
	require.Zero(t, truth.Distance(s)%2, "X wins")
	sure := For(game).Sure
	require.Zero(t, truth.Distance(sure.Without(s))%2)
	near := game.Near()
	mine, yours := s.Mine&^near.Dilate(s.Yours), s.Yours&^near.Dilate(s.Mine)
	require.NotZero(t, mine)
	require.NotZero(t, yours)
	half := variants.State{Mine: s.Mine.Without(mine.First()), Yours: s.Yours.Without(yours.First())}
	require.Equal(t, 1, truth.Distance(half)%2, "without one of each, closed by none, it would be O")
}
