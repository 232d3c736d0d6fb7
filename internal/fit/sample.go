package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gridlock/internal/random"
	"gridlock/internal/territory"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// sample is a leaf of a search that no lemma decides.
type sample struct {
	terms territory.Terms
	wins  bool // the player to move does
}

// sampler samples leaves.
type sampler struct {
	leaves int    // for each board
	nodes  uint64 // to solve one of them with
	seed   uint64
}

// The searches whose leaves are sampled.
const (
	memory    = 64 << 20
	mostNodes = 500 // from one leaf to the next
	opening   = 5   // random moves before a search, fewer than that
	perSearch = 50  // leaves
)

// of samples leaves on the board of a position. Searches from there, and from positions a few
// random moves on, go a random number of nodes; then a random position of the line that they
// look at, and a random child of it, which was a leaf once, is the next one.
func (s sampler) of(ctx context.Context, start variants.Position) (samples []sample, err error) {
	o, ok := territory.NewOdds(start.Game())
	if !ok {
		return nil, fmt.Errorf("%s: it has no markers that take steps; the weights are for those", start.Game().Variant().ID)
	}
	r := random.New(s.seed)
	for len(samples) < s.leaves {
		p := start
		for range r.IntN(opening) {
			if !p.Over() {
				p = p.Play(random.Move(r, p.Legal()))
			}
		}
		some, err := s.search(ctx, o, r, p)
		if err != nil {
			return nil, err
		}
		samples = append(samples, some...)
	}
	return samples[:s.leaves], nil
}

// search samples leaves of one search.
func (s sampler) search(ctx context.Context, o *territory.Odds, r *rand.Rand, p variants.Position) (samples []sample, err error) {
	opt := solver.Options{Memory: memory}
	prover, err := pn.NewProver(p.Game(), opt)
	if err != nil {
		return nil, err
	}
	defer prover.Close()
	for len(samples) < perSearch {
		opt.Nodes = 1 + r.Uint64N(mostNodes)
		result, err := pn.Engine{Prover: prover}.Solve(ctx, p, opt)
		if err == nil {
			return samples, nil // decided
		}
		if !errors.Is(err, solver.ErrLimit) {
			return nil, err
		}
		if leaf, ok := child(r, p, result.Stats.PV); ok {
			one, ok, err := s.solve(ctx, o, leaf)
			if err != nil {
				return nil, err
			}
			if ok {
				samples = append(samples, one)
			}
		}
	}
	return samples, nil
}

// child returns a random child of a random position of a line. ok is false if it has none.
func child(r *rand.Rand, p variants.Position, line []variants.Move) (_ variants.Position, ok bool) {
	p = variants.GameRecord{Start: p, Moves: line[:r.IntN(len(line)+1)]}.Position()
	if p.Over() {
		return p, false
	}
	return p.Play(random.Move(r, p.Legal())), true
}

// solve makes a sample of a leaf. ok is false if a lemma decides it, or if it takes too long.
func (s sampler) solve(ctx context.Context, o *territory.Odds, p variants.Position) (one sample, ok bool, err error) {
	state := p.State()
	if state.Mine == 0 || state.Yours == 0 || p.Over() {
		return one, false, nil
	}
	if l, ok := theory.NewSeparation(p.Game()); ok {
		if _, known := l.Decide(state); known {
			return one, false, nil
		}
	}
	result, err := pn.Engine{}.Solve(ctx, p, solver.Options{Nodes: s.nodes, Memory: int64(s.nodes) * 64})
	if errors.Is(err, solver.ErrLimit) {
		return one, false, nil
	}
	if err != nil {
		return one, false, err
	}
	mine, yours := territory.New(p.Game()).Prune(&state)
	one = sample{o.Count(state, p.Legal().Count(), mine, yours), result.Outcome == solver.Win}
	return one, true, nil
}
