package benchmarks

import (
	"context"
	"fmt"

	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Proof says how a search by pn went about its proof.
type Proof struct {
	// Positions is the size of a proof: the root, and after each a winning move, or all replies, as far
	// as neither the end of the game nor a lemma decides without a search.
	Positions uint64 `json:"positions"`

	// Wasted is, for each of the winner's first turns, the part of the nodes below positions of the
	// proof that lies below moves which the search did not end with, from 0 to 1.
	Wasted []float64 `json:"wasted"`
}

// measureProof solves an entry of pn by one worker and looks at its proof.
func measureProof(ctx context.Context, e Entry) (p Proof, nodes uint64, err error) {
	root, err := e.Root()
	if err != nil {
		return p, 0, err
	}
	prover, err := pn.NewMemory(root.Game(), e.options(1))
	if err != nil {
		return p, 0, err
	}
	defer prover.Close()
	var turns []pn.Turn
	r, err := pn.Engine{Prover: prover, Turns: &turns}.Solve(ctx, root, e.options(1))
	if err != nil {
		return p, 0, err
	}
	for _, turn := range turns {
		p.Wasted = append(p.Wasted, float64(turn.Wasted)/float64(max(1, turn.Nodes)))
	}
	prover.Begin(ctx, solver.Options{})
	p.Positions, err = proofSize(prover, root, r.Outcome == solver.Win)
	return p, r.Stats.Nodes, err
}

// proofSize counts the positions of a proof.
func proofSize(prover *pn.Prover, root variants.Position, wins bool) (count uint64, err error) {
	guide, rules := prover.Guide(), root.Game().Rules()
	defer guide.Close()
	seen := map[variants.State]bool{}
	type turn struct {
		state variants.State
		wins  bool // the player to move does
	}
	for todo := []turn{{root.State(), wins}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s, _ := prover.Reduced(at.state)
		if seen[s] || guide.Guess(s).Outcome() != solver.Unknown {
			continue
		}
		seen[s] = true
		moves := rules.Legal(s)
		if at.wins {
			if moves, err = guide.Moves(s); err != nil {
				return 0, err
			}
			moves = variants.MoveSet(0).With(moves.First())
		}
		for m := range moves.Cells() {
			todo = append(todo, turn{rules.Play(s, variants.Move(m)), !at.wins})
		}
	}
	return uint64(len(seen)), nil
}

// AddProof looks at the proof of an entry, if it is one of pn that had its answer.
func (r *Record) AddProof(ctx context.Context, e Entry) error {
	if _, ok := e.Engine.(pn.Engine); !ok || r.Cut {
		return nil
	}
	p, nodes, err := measureProof(ctx, e)
	if err == nil && nodes != r.Nodes {
		err = fmt.Errorf("took %d nodes and then %d; one worker should always take as many", r.Nodes, nodes)
	}
	if err != nil {
		return fmt.Errorf("%v: %w", e, err)
	}
	r.Proof = &p
	return nil
}
