package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"strings"

	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// A search finds out who wins, a certificate proves it, and the checker, which trusts
// neither, reads it.
func Example() {
	v, err := variants.Lookup(variants.Blockade)
	if err != nil {
		log.Fatal(err)
	}
	root, err := v.Parse("..../..../X..O/.... x")
	if err != nil {
		log.Fatal(err)
	}

	// What the search learns is kept for the certificate.
	ctx, opt := context.Background(), solver.Options{Memory: 1 << 24}
	prover, err := pn.NewProver(root.Game(), opt)
	if err != nil {
		log.Fatal(err)
	}
	defer prover.Close()
	result, err := pn.Engine{Prover: prover}.Solve(ctx, root, opt)
	if err != nil {
		log.Fatal(err)
	}
	winner, _ := result.Winner(root)

	request := certify.Request{Root: root, Winner: winner, Prover: prover, Limits: opt}
	writer, err := request.Extract(ctx, new(bytes.Buffer))
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer // or a file
	if err := writer.Finish(&file, true); err != nil {
		log.Fatal(err)
	}

	r, work, err := proof.Check(ctx, &file, proof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v wins %v by %s: %d records, %d replies\n",
		r.Header.WinnerPlayer(), r.Root, r.Header.Method, work.Records, work.Replies)
	// Output: X wins ..../..../X..O/.... x by intervals: 29 records, 35 replies
}

// Where a lemma decides the game, the certificate is what the lemma is about, and there is
// nothing to search: here a matching of the empty cells, by which the second player wins.
func ExampleRequest_Extract() {
	v, err := variants.Lookup(variants.Classic)
	if err != nil {
		log.Fatal(err)
	}
	root, err := v.Parse("../.. x")
	if err != nil {
		log.Fatal(err)
	}
	request := certify.Request{Root: root, Winner: variants.O}
	writer, err := request.Extract(context.Background(), new(bytes.Buffer))
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := writer.Finish(&file, false); err != nil {
		log.Fatal(err)
	}
	_, header, _ := strings.Cut(file.String(), "\n")
	fmt.Println(header[:strings.Index(header, `,"records"`)])

	r, _, err := proof.Check(context.Background(), &file, proof.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("proven:", r.Header.WinnerPlayer(), "wins")
	// Output:
	// {"variant":"classic","board":"2x2","position":"../.. x","to_move":"X","winner":"O","method":"matching","matching":[[0,1],[2,3]]
	// proven: O wins
}
