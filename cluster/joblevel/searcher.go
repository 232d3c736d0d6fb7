package joblevel

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Searcher searches positions of one game for workers, one at a time. It remembers its findings, so a search profits
// from earlier ones. Make it with [NewSearcher].
type Searcher struct {
	game   *variants.Game
	prover *pn.Prover
	guide  *pn.Guide
}

// NewSearcher returns a searcher that takes about that many bytes. The caller closes it.
func NewSearcher(game *variants.Game, memory int64) (*Searcher, error) {
	prover, err := pn.NewProver(game, solver.Options{Memory: memory})
	if err != nil {
		return nil, err
	}
	prover.Begin(context.Background(), solver.Options{})
	return &Searcher{game, prover, prover.Guide()}, nil
}

// Close returns the memory to the system.
func (s *Searcher) Close() {
	s.guide.Close()
	s.prover.Close()
}

// Children returns the reduced states after the moves of a state, each once, in the order of the
// moves.
func (s *Searcher) Children(state variants.State) (children []variants.State) {
	rules := s.game.Rules()
	for m := range rules.Legal(state).Cells() {
		child, _ := s.prover.Reduced(rules.Play(state, variants.Move(m)))
		if !slices.Contains(children, child) {
			children = append(children, child)
		}
	}
	return children
}

// Search searches a reduced state. The limits are those of a proof-number search. If a limit or ctx ends it, the result
// is undecided, and there is no error.
func (s *Searcher) Search(ctx context.Context, state variants.State, limits solver.Options) (Result, error) {
	p, err := s.position(state)
	if err != nil {
		return Result{}, err
	}
	found, err := pn.Engine{Prover: s.prover}.Solve(ctx, p, limits)
	if err != nil && !errors.Is(err, solver.ErrLimit) && !errors.Is(err, context.Canceled) {
		return Result{}, err
	}
	r := Result{State: state, Nodes: found.Stats.Nodes, Numbers: Decided(found.Outcome)}
	if found.Outcome == solver.Unknown {
		r.Children = s.numbers(state)
	}
	return r, nil
}

// position returns a position that has the state.
func (s *Searcher) position(state variants.State) (variants.Position, error) {
	p, ok := s.game.Drawn(state)
	if !ok {
		return p, fmt.Errorf("joblevel: no position of %s has the state %+v", s.game.Variant().ID, state)
	}
	return p, nil
}

// Expand returns an undecided result without a search.
func (s *Searcher) Expand(state variants.State) Result {
	return Result{State: state, Children: s.numbers(state)}
}

// numbers returns the known or guessed numbers of the children of a state.
func (s *Searcher) numbers(state variants.State) (all []pn.Numbers) {
	for _, child := range s.Children(state) {
		n, known := s.prover.Numbers(child)
		if !known {
			n = s.guide.Guess(child)
		}
		all = append(all, n)
	}
	return all
}
