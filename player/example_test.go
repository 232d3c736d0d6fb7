package player_test

import (
	"context"
	"fmt"

	"gridlock/player"
	"gridlock/variants"
)

// The perfect player answers in the middle of a game of lockdown.
func Example() {
	lockdown, err := variants.Lookup("lockdown")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := lockdown.Parse("..../.xX./..oO/.... x")
	if err != nil {
		fmt.Println(err)
		return
	}
	pl := player.New(p.Game(), player.Options{})
	defer pl.Close()
	c, err := pl.Choose(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s wins in %d plies\n", p.MoveText(c.Move), c.AtMost)
	// Output: 10 wins in 7 plies
}
