package interchange_test

import (
	"context"
	"fmt"

	"gridlock/interchange"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// Read a position with the values of some moves, and see who wins by them.
func ExampleParseOBF() {
	duel, err := variants.Lookup("duel")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := interchange.ParseOBF(duel, "X.. o; 3:+1 2:-2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range e.Moves {
		fmt.Println(e.Position.MoveText(m.Move), m.Outcome, m.Distance)
	}
	fmt.Println("the player to move:", e.Outcome())
	// Output:
	// 3 win 1
	// 2 loss 2
	// the player to move: win
}

// Write the values of all moves of a position in two formats.
func ExampleEncode() {
	duel, err := variants.Lookup("duel")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := duel.Parse("X.. o")
	if err != nil {
		fmt.Println(err)
		return
	}
	all, err := auto.Engine{}.AllMoves(context.Background(), p, solver.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := interchange.Entry{Position: p, Moves: interchange.Values(all.Moves())}
	for _, format := range []string{interchange.OBF, interchange.JSONL} {
		line, err := interchange.Encode(format, e)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(line)
	}
	// Output:
	// X.. o; 3:+1 2:-2
	// {"variant":"duel","board":"1x3","position":"X.. o","outcome":"win","moves":[{"move":"3","outcome":"win","distance":1},{"move":"2","outcome":"loss","distance":2}]}
}
