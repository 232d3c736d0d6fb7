package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

func TestLegalAndPlayDoNotAllocate(t *testing.T) {
	for _, v := range variants.All() {
		start := v.Default().Start()
		rules, root := v.Default().Rules(), start.State()
		require.Zero(t, testing.AllocsPerRun(100, func() {
			s := root
			for moves := rules.Legal(s); moves != 0; moves = rules.Legal(s) {
				s = rules.Play(s, variants.Move(moves.First()))
			}
		}), v.ID)
		require.Zero(t, testing.AllocsPerRun(100, func() {
			for p := start; !p.Over(); {
				p = p.Play(variants.Move(p.Legal().First()))
			}
		}), v.ID)
	}
}

// The States drawn at the top of each game's file.
func TestStatesAsDrawn(t *testing.T) {
	for _, c := range []struct{ variant, position, free, mine, yours string }{
		{"classic", "1x2/1oX1/4/4 o", "#.##/#..#/####/####", "", "..../..#./..../...."},
		{"duel", "1X2/3O/4/4 x", "", "...#/..../####/####", "#.../##../##../####"},
		{"lockdown", "1xX1/4/1oO1/4 x", "#..#/####/#..#/####", "..#./..../..../....", "..../..../..#./...."},
		{"claim", "4/1X2/4/4 o", "...#/...#/...#/####", "", ""},
		{"blockade", "1#1/X1O/3 x", "#.#/.#./###", ".../#../...", ".../..#/..."},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		require.Equal(t, variants.State{Free: cells(c.free), Mine: cells(c.mine), Yours: cells(c.yours)}, p.State(), c.variant)
	}
}

// cells returns the set of cells drawn as #.
func cells(drawing string) variants.Board {
	var set variants.Board
	for i, symbol := range strings.ReplaceAll(drawing, "/", "") {
		if symbol == '#' {
			set = set.With(i)
		}
	}
	return set
}

// reachable counts the distinct values of view over all positions that a game
// can reach from the position.
func reachable[K comparable](p variants.Position, view func(variants.Position) K) int {
	seen := map[K]bool{view(p): true}
	layer := []variants.Position{p}
	for len(layer) > 0 {
		var next []variants.Position
		for _, p := range layer {
			for m := range p.Legal().Cells() {
				if child := p.Play(variants.Move(m)); !seen[view(child)] {
					seen[view(child)] = true
					next = append(next, child)
				}
			}
		}
		layer = next
	}
	return len(seen)
}

// The numbers of positions in the mover's view, without symmetry, come from an
// independent brute force (ground truth of the project). duel is counted there
// by stones, not by what they still bar.
func TestReachablePositions(t *testing.T) {
	for _, c := range []struct {
		variant    string
		rows, cols int
		want       int
	}{
		{"classic", 4, 4, 13717},
		{"claim", 4, 4, 92},
		{"blockade", 3, 3, 267},
		{"blockade", 4, 4, 115046},
	} {
		start := testgames.Game(t, c.variant, c.rows, c.cols).Start()
		require.Equal(t, c.want, reachable(start, variants.Position.State), c.variant)
	}
	stones := func(p variants.Position) [2]variants.Board {
		return [2]variants.Board{p.Marks(p.Side()), p.Marks(p.Side().Opponent())}
	}
	require.Equal(t, 28117, reachable(lookup(t, "duel").Default().Start(), stones))
	require.Equal(t, 720644, reachable(testgames.Game(t, "duel", 3, 7).Start(), stones))
}
