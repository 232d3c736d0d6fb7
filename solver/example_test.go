package solver_test

import (
	"context"
	"errors"
	"fmt"

	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/variants"
)

// Solve a position: who wins, in how many plies, and how.
func Example() {
	lockdown, err := variants.Lookup("lockdown")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := lockdown.Parse(".xX./..../.oO./.... x")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Outcome, "for", p.Side(), "in", result.Distance, "plies")
	fmt.Println("best:", p.MoveTexts(result.Best))
	fmt.Println("line:", p.Record(result.PV))
	// Output:
	// loss for X in 10 plies
	// best: [6 7]
	// line: [6 16 5 15 9 12 13 7 14 4]
}

// A search that reaches a limit reports it, and never guesses.
func ExampleErrLimit() {
	blockade, _ := variants.Lookup("blockade")
	start := blockade.Default().Start()
	result, err := brute.Memo{}.Solve(context.Background(), start, solver.Options{Nodes: 100_000})
	fmt.Println(result.Outcome, errors.Is(err, solver.ErrLimit), err)
	// Output:
	// unknown true limit reached: node count 100000
}
