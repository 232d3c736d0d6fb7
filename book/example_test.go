package book_test

import (
	"fmt"
	"strings"

	"gridlock/book"
	"gridlock/variants"
)

// Look a position up in the opening book that comes with the program.
func Example() {
	blockade, err := variants.Lookup("blockade")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := book.Embedded(blockade.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	_, p, err := blockade.Default().Start().ParseRecord("3,1@3,0")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, ok := b.Find(p)
	if !ok {
		fmt.Println("not in the book")
		return
	}
	fmt.Println(r.Outcome, "in", r.Distance, "plies, by", strings.Join(p.MoveTexts(r.Best), " "))
	// Output:
	// loss in 42 plies, by 3,5@2,5 3,5@4,5
}
