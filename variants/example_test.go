package variants_test

import (
	"context"
	"fmt"
	"strings"

	"gridlock/variants"
)

// List the legal moves of a position, play one, and draw the board.
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
	fmt.Println("X can move to", strings.Join(p.MoveTexts(p.Legal()), ", "))

	move, err := p.ParseMove("8")
	if err != nil {
		fmt.Println(err)
		return
	}
	p = p.Play(move)
	fmt.Println(p)
	fmt.Println(p.Render(nil))
	// Output:
	// X can move to 4, 6, 7, 8
	// .xx./...X/.oO./.... o
	//  1  x  x  4
	//  5  6  7  X
	//  9  o  O 12
	// 13 14 15 16
}

// A move that is not legal comes back with the reason and what is legal.
func ExamplePosition_ParseMove() {
	claim, _ := variants.Lookup("claim")
	p, _ := claim.Parse("X3/4/4/4 o")
	_, err := p.ParseMove("6")
	fmt.Println(err)
	// Output:
	// "6": cell 6 (row 2, column 2) is blocked by the claim at cell 1 (row 1, column 1)
}

func ExamplePerft() {
	blockade, _ := variants.Lookup("blockade")
	count, err := variants.Perft(context.Background(), blockade.Default().Start(), 4, 0)
	fmt.Println(count, err)
	// Output:
	// 7216 <nil>
}

func ExampleVariant_Parse() {
	duel, _ := variants.Lookup("duel")
	_, err := duel.Parse("X3/1X2/4/4 x")
	fmt.Println(err)
	p, _ := duel.Parse("x3/4/3o/4 x")
	fmt.Println(p)
	// Output:
	// position "X3/1X2/4/4 x": X has two markers next to each other, at cell 1 (row 1, column 1) and at cell 6 (row 2, column 2)
	// X.../..../...O/.... x
}
