package certify

import (
	"context"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// errNotWon is the error of a verdict that is wrong.
func errNotWon(p variants.Position) error {
	return fmt.Errorf("certify: no certificate of %v: the player said to win does not", p)
}

// strategy returns a certificate by a strategy.
func (r Request) strategy(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	if game := r.Root.Game(); !proof.KeysOf(game).Fit() {
		return nil, fmt.Errorf("certify: no strategy for %s on %v: its positions take more than the 128 bits of a key", game.Variant().ID, game.Grid())
	}
	limits := r.Limits
	limits.Checkpoint = nil
	solved, err := pn.Engine{Prover: r.Prover}.Solve(ctx, r.Root, limits) // immediate if it has been solved before
	if err != nil {
		return nil, err
	}
	if winner, _ := solved.Winner(r.Root); winner != r.Winner {
		return nil, errNotWon(r.Root)
	}
	spans, wide := proof.IntervalRulesOf(r.Root.Game())
	w := proof.NewWriter(r.strategyHeader(), body)
	r.Prover.Begin(ctx, limits)
	defer r.Prover.Finish()
	if wide {
		return w, r.intervals(ctx, w, spans)
	}
	s := newStrategist(r.Root.Game(), r.Prover, r.Limits.Workers)
	defer s.close()
	return w, r.layers(ctx, w, s, s.answer)
}

// strategyHeader returns the header of a strategy: by intervals if the game has them.
func (r Request) strategyHeader() proof.Header {
	h := r.header(proof.Strategy)
	if _, wide := proof.IntervalRulesOf(r.Root.Game()); wide {
		h.Method = proof.Intervals
	}
	h.Mirrors = mirrors(r.Root.Game())
	return h
}

// mirrors returns the mirrors by which the winner may copy in a strategy of a game.
func mirrors(game *variants.Game) (all [][]int) {
	if known := theory.For(game).Mirrors; known != nil {
		for _, sym := range known.Axes() {
			all = append(all, images(game.Grid(), sym))
		}
	}
	return all
}

// layers writes the layers of a strategy. Answer returns the answers in the positions of a layer,
// and the next layer.
func (r Request) layers(ctx context.Context, w *proof.Writer, s *strategist, answer func(context.Context, []proof.Key) ([]proof.Answer, *layer, error)) error {
	first, root := newLayer(), r.Root.State()
	if r.wins() {
		first.add([]proof.Key{s.keys.Of(root)})
	} else {
		first.add(s.replies(nil, root))
	}
	for keys := first.sorted(); len(keys) > 0; {
		answers, next, err := answer(ctx, keys)
		if err != nil {
			return err
		}
		if err := w.Layer(len(keys), records(keys, answers)); err != nil {
			return err
		}
		keys = next.sorted()
	}
	return nil
}

// records iterates over positions with their answers.
func records(keys []proof.Key, answers []proof.Answer) iter.Seq[proof.Record] {
	return func(yield func(proof.Record) bool) {
		for i, k := range keys {
			if !yield(proof.Record{Key: k, Answer: answers[i]}) {
				return
			}
		}
	}
}

// strategist finds the winner's moves, one layer of positions after the other.
type strategist struct {
	rules    variants.Rules
	keys     proof.Keys
	advisors []*advisor
}

func newStrategist(game *variants.Game, prover *pn.Prover, workers int) *strategist {
	s := &strategist{rules: game.Rules(), keys: proof.KeysOf(game)}
	for range max(1, workers) {
		s.advisors = append(s.advisors, &advisor{strategist: s, guide: prover.Guide(), leaves: newLeaves(game)})
	}
	return s
}

func (s *strategist) close() {
	for _, a := range s.advisors {
		a.guide.Close()
	}
}

// answer returns the answers in the positions of a layer, and the next layer.
func (s *strategist) answer(ctx context.Context, keys []proof.Key) ([]proof.Answer, *layer, error) {
	answers, next := make([]proof.Answer, len(keys)), newLayer()
	var (
		group errgroup.Group
		taken atomic.Int64 // keys that a goroutine has taken
	)
	for _, a := range s.advisors {
		group.Go(func() error {
			for ctx.Err() == nil {
				from := int(taken.Add(atOnce)) - atOnce
				for i := from; i < min(from+atOnce, len(keys)); i++ {
					var err error
					if answers[i], err = a.answer(keys[i], next); err != nil {
						return err
					}
				}
				if from >= len(keys) {
					return nil
				}
			}
			return solver.Stopped(ctx)
		})
	}
	return answers, next, group.Wait()
}

// atOnce is the number of positions of a layer that a goroutine takes at a time.
const atOnce = 64

// replies appends the positions after the loser's moves.
func (s *strategist) replies(keys []proof.Key, state variants.State) []proof.Key {
	for m := range s.rules.Legal(state).Cells() {
		keys = append(keys, s.keys.Of(s.rules.Play(state, variants.Move(m))))
	}
	return keys
}

// advisor is the strategist's state in one goroutine.
type advisor struct {
	*strategist
	guide  *pn.Guide
	leaves *leaves

	after, best []proof.Key // the positions after moves
}

// answer returns the winner's move in a position, and adds the positions after the loser's
// replies to the next layer. Of several winning moves it takes one that adds the fewest
// positions.
func (a *advisor) answer(k proof.Key, next *layer) (answer proof.Answer, err error) {
	state, err := a.keys.State(k)
	if err != nil {
		return answer, err
	}
	if leaf, ok := a.leaves.find(state); ok {
		return leaf, nil
	}
	moves, err := a.guide.Moves(state)
	if err != nil {
		return answer, err
	}
	least := -1
	for rest := moves; rest != 0 && least != 0; rest = rest.Rest() {
		move := variants.Move(rest.First())
		a.after = a.replies(a.after[:0], a.rules.Play(state, move))
		if n := next.missing(a.after); least < 0 || n < least {
			least, answer.Move = n, move
			a.after, a.best = a.best, a.after
		}
	}
	next.add(a.best)
	return answer, nil
}
