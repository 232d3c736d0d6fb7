// Command fit finds the weights of package territory: it samples leaves of searches, solves them, and
// fits how likely the mover is to win by logistic regression.
//
//	go run ./internal/fit -variant blockade
//
// The same flags find the same weights again. Minutes, most of them spent to solve the leaves.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"gridlock/internal/sweep"
	"gridlock/internal/territory"
	"gridlock/variants"
)

func main() {
	variant := flag.String("variant", "blockade", "game with markers that take steps")
	boards := flag.String("boards", "5..7x5..7,5x8,8x5,5x9,8x6", "boards to fit the weights to")
	held := flag.String("held", "6x8,7x8,9x5,4x10", "other boards, to test the weights on")
	s := sampler{}
	flag.IntVar(&s.leaves, "leaves", 1000, "leaves to sample for each board")
	flag.Uint64Var(&s.nodes, "nodes", 20000, "nodes to solve a leaf with; those that need more are left out")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of the samples")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, s, *variant, *boards, *held); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

// run prints the weights that fit the leaves of a game on some boards, and how well these and
// those in use tell who wins there and on others.
func run(ctx context.Context, out io.Writer, s sampler, variant, boards, held string) error {
	learn, err := s.all(ctx, variant, boards)
	if err != nil {
		return err
	}
	test, err := s.all(ctx, variant, held)
	if err != nil {
		return err
	}
	found := regress(learn)
	for i, name := range territory.Names() {
		fmt.Fprintf(out, "%8.3f %6d  %s\n", float64(found[i])/territory.Unit, found[i], name)
	}
	v, err := variants.Lookup(variant)
	if err != nil {
		return err
	}
	used := territory.WeightsFor(v.Traits().Blocks)
	fmt.Fprintf(out, "\n%-24s %7s  %8s  %5s\n", "", "leaves", "log loss", "AUC")
	for _, c := range []struct {
		name    string
		weights territory.Weights
		leaves  []sample
	}{
		{"found, " + boards, found, learn}, {"in use", used, learn}, {"found, " + held, found, test}, {"in use", used, test},
	} {
		q := judge(c.weights, c.leaves)
		fmt.Fprintf(out, "%-24s %7d  %8.3f  %5.3f\n", c.name, len(c.leaves), q.logLoss, q.auc)
	}
	return nil
}

// all samples leaves of a game on all boards that a list of sizes names.
func (s sampler) all(ctx context.Context, variant, boards string) (all []sample, err error) {
	v, err := variants.Lookup(variant)
	if err != nil {
		return nil, err
	}
	sizes, err := sweep.ParseSizes(boards)
	if err != nil {
		return nil, err
	}
	starts, _, err := sweep.Plan([]variants.Variant{v}, sizes)
	if err != nil {
		return nil, err
	}
	for _, start := range starts {
		some, err := s.of(ctx, start)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}
