package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"slices"

	"gridlock/proof"
	"gridlock/variants"
)

// Claim on 1×3: X claims the middle, and O cannot move.
func Example() {
	v, err := variants.Lookup(variants.Claim)
	if err != nil {
		log.Fatal(err)
	}
	root, err := v.Parse("... x")
	if err != nil {
		log.Fatal(err)
	}
	key := proof.KeysOf(root.Game()).Of(root.State())
	layer := []proof.Record{{Key: key, Answer: proof.Answer{Move: 1}}}

	w := proof.NewWriter(proof.NewHeader(root, variants.X, proof.Strategy), new(bytes.Buffer))
	if err := w.Layer(len(layer), slices.Values(layer)); err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := w.Finish(&file, false); err != nil {
		log.Fatal(err)
	}

	r, work, err := proof.Check(context.Background(), &file, proof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v wins %v: %d position, %d replies\n", r.Header.WinnerPlayer(), r.Root, work.Records, work.Replies)
	// Output: X wins ... x: 1 position, 0 replies
}
