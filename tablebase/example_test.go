package tablebase_test

import (
	"context"
	"fmt"
	"os"

	"gridlock/solver"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// Build the table of a small game, and look up the result of each first move.
func Example() {
	dir, err := os.MkdirTemp("", "gridlock")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	store, err := tablebase.Open(dir, tablebase.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	lockdown, err := variants.Lookup("lockdown")
	if err != nil {
		fmt.Println(err)
		return
	}
	start, err := lockdown.Parse(".../... x")
	if err != nil {
		fmt.Println(err)
		return
	}

	info, err := store.Build(start, func(w retrograde.TableWriter) (retrograde.Built, error) {
		return retrograde.Engine{Writer: w}.Build(context.Background(), start, solver.Options{})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(info.Positions, "positions")

	table, err := store.Table(start)
	if err != nil {
		fmt.Println(err)
		return
	}
	distance, moves, ok, err := table.Values(start)
	if err != nil || !ok {
		fmt.Println("not in the table", err)
		return
	}
	fmt.Println("the game lasts", distance, "plies; after each move:")
	for _, m := range moves {
		fmt.Println(start.MoveText(m.Move), m.Distance)
	}
	// Output:
	// 104 positions
	// the game lasts 6 plies; after each move:
	// 1 5
	// 2 3
	// 3 5
	// 4 5
	// 5 3
	// 6 5
}
