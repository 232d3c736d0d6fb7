package analysis_test

import (
	"context"
	"fmt"

	"gridlock/analysis"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// position returns a position of a game; the text must be right.
func position(id, text string) variants.Position {
	v, err := variants.Lookup(id)
	if err != nil {
		panic(err)
	}
	p, err := v.Parse(text)
	if err != nil {
		panic(err)
	}
	return p
}

// Every move of a position, the best first.
func ExampleAnalyze() {
	p := position("lockdown", "..../.xX./..oO/.... x")
	a, err := analysis.Analyze(context.Background(), p, analysis.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range a.Moves {
		fmt.Printf("%s %s%v\n", p.MoveText(m.Move), m.Label(), m.Mistake)
	}
	// Output:
	// 10 wins in 7
	// 2 wins in 9?!
	// 3 loses in 8??
	// 4 loses in 8??
	// 8 loses in 8??
}

// Who wins, and by what; nothing is known beforehand.
func ExampleAsk() {
	p := position("duel", "4/4/4/4 x")
	a, err := analysis.Ask(context.Background(), p, analysis.Verdict, analysis.Options{
		Auto: auto.Engine{Distance: true},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := a.Result()
	fmt.Println(r.Outcome, "in", r.Distance, "plies:", r.Lemma)
	// Output: loss in 8 plies: the opponent copies every move
}

// A game, and where it was given away.
func ExampleReviewGame() {
	start := position("lockdown", "4/4/4/4 x")
	moves, _, err := start.ParseRecord("6 11 7 12")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := analysis.ReviewGame(context.Background(), start, moves, analysis.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Sentences()[0])
	// Output: Turning point: at ply 4, O threw the win away with 12; 10 wins in 13.
}
