package estimate_test

import (
	"context"
	"fmt"

	"gridlock/internal/estimate"
	"gridlock/variants"
)

// Estimate the size of a search: the nodes of the tree of all games, from random games, and the
// reachable positions, which are so few here that they are counted.
func Example() {
	lockdown, err := variants.Lookup("lockdown")
	if err != nil {
		fmt.Println(err)
		return
	}
	start := lockdown.Default().Start()
	tree, err := estimate.ProbeTree(context.Background(), start, 10_000, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	states, err := estimate.CountStates(context.Background(), start, estimate.Options{Exact: 1_000_000, Samples: 1000, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("tree: %.1e nodes, standard error %.0e\n", tree.Nodes, tree.Error)
	fmt.Printf("positions: %.0f, %s\n", states.Positions, states.How)
	// Output:
	// tree: 5.0e+07 nodes, standard error 7e+05
	// positions: 171328, counted
}
