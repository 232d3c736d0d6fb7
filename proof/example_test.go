package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
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

// A certificate in a file, compressed or not, is read once, from front to back.
func ExampleCheck() {
	file, err := os.Open("testdata/claim.proof")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	r, work, err := proof.Check(context.Background(), file, proof.Options{Memory: 1 << 30})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v wins %v by %s: %d components\n", r.Header.WinnerPlayer(), r.Root, r.Header.Method, work.Records)
	// Output: O wins ..../..../..../.... x by nimbers: 47 components
}

// O wins duel on 4×4 by copying: the half turn of X's cell is the answer.
func ExamplePlayer() {
	file, err := os.Open("testdata/duel.proof")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	player, err := proof.NewPlayer(context.Background(), file, proof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	first := variants.Move(1) // cell 2
	answer, err := player.Reply([]variants.Move{first})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("X", player.Root.MoveText(first), "O", player.Root.MoveText(answer))
	// Output: X 2 O 15
}
