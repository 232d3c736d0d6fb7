package estimate

import (
	"context"
	"math"

	"gridlock/internal/random"
	"gridlock/variants"
)

// Tree is the size of a game tree, estimated by random probing.
type Tree struct {
	Samples int
	Nodes   float64 // of the tree, including the root; unbiased
	Error   float64 // standard error of Nodes
	Plies   []Ply   // Plies[d] counts the nodes d plies below the root
	Length  float64 // mean length of the games probed, in plies
}

// Ply counts the nodes of one depth: the perft of that depth.
type Ply struct {
	Nodes float64
	Error float64 // standard error
}

// ProbeTree estimates the size of the tree of all games from a position by random probing
// (Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29, 1975):
// it plays random games, and takes the product of the numbers of moves on the way to a node for
// the number of nodes of that depth. The estimate is unbiased for any tree; the standard error
// is that of the mean of the samples, and is itself too small if few games carry most of the
// weight.
//
// The same seed gives the same estimate. It makes at least two samples. The error is that of
// ctx, which is checked before each.
func ProbeTree(ctx context.Context, p variants.Position, samples int, seed uint64) (Tree, error) {
	r := random.New(seed)
	rules := p.Game().Rules()
	var total moments
	var plies []moments
	length := 0
	for range max(samples, 2) {
		if err := ctx.Err(); err != nil {
			return Tree{}, err
		}
		nodes, product := 1.0, 1.0
		s := p.State()
		for depth := 1; ; depth++ {
			moves := rules.Legal(s)
			if moves == 0 {
				break
			}
			product *= float64(moves.Count())
			nodes += product
			if depth > len(plies) {
				plies = append(plies, moments{})
			}
			plies[depth-1].add(product)
			length++
			s = rules.Play(s, random.Move(r, moves))
		}
		total.add(nodes)
	}
	t := Tree{Samples: max(samples, 2), Plies: []Ply{{Nodes: 1}}}
	t.Nodes, t.Error = total.mean(t.Samples)
	for _, m := range plies {
		nodes, failure := m.mean(t.Samples)
		t.Plies = append(t.Plies, Ply{nodes, failure})
	}
	t.Length = float64(length) / float64(t.Samples)
	return t, nil
}

// moments adds numbers up. Games that end before a depth count as 0 there, and need not be
// added.
type moments struct{ sum, squares float64 }

func (m *moments) add(x float64) {
	m.sum += x
	m.squares += x * x
}

// mean returns the mean of n numbers and its standard error.
func (m *moments) mean(n int) (mean, failure float64) {
	mean = m.sum / float64(n)
	variance := (m.squares - mean*m.sum) / float64(n-1)
	return mean, math.Sqrt(max(variance, 0) / float64(n))
}
