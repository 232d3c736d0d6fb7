package variants_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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
		start := game(t, c.variant, c.rows, c.cols).Start()
		require.Equal(t, c.want, reachable(start, variants.Position.State), c.variant)
	}
	stones := func(p variants.Position) [2]variants.Board {
		return [2]variants.Board{p.Marks(p.Side()), p.Marks(p.Side().Opponent())}
	}
	require.Equal(t, 28117, reachable(lookup(t, "duel").Default().Start(), stones))
}
