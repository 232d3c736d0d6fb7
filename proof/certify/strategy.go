package certify

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"gridlock/internal/interval"
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
	sums := theory.For(r.Root.Game()).Sums() && !limits.NoLemmas
	if !sums {
		if err := r.solve(ctx, limits); err != nil {
			return nil, err
		}
	}
	spans, wide := interval.RulesOf(r.Root.Game())
	w := proof.NewWriter(r.strategyHeader(), body)
	r.Prover.Begin(ctx, limits)
	defer r.Prover.Finish()
	if wide {
		return w, r.intervals(ctx, w, spans)
	}
	s := newStrategyWriter(ctx, r.Root.Game(), r.Prover, r.Limits.Workers)
	defer s.close()
	if sums {
		if err := s.useOracles(ctx, r); err != nil {
			return nil, err
		}
	}
	return w, r.layers(ctx, w, s, s.answer)
}

// solve lets the prover solve the root, which is immediate if it has been solved before.
func (r Request) solve(ctx context.Context, limits solver.Options) error {
	solved, err := pn.Engine{Prover: r.Prover}.Solve(ctx, r.Root, limits)
	if err != nil {
		return err
	}
	if winner, _ := solved.Winner(r.Root); winner != r.Winner {
		return errNotWon(r.Root)
	}
	return nil
}

// strategyHeader returns the header of a strategy: by intervals if the game has them, else with
// images if it has those.
func (r Request) strategyHeader() proof.Header {
	h := r.header(proof.Strategy)
	if interval.Has(r.Root.Game()) {
		h.Method = proof.Intervals
	}
	h.Mirrors = mirrors(r.Root.Game())
	if images, ok := proof.ImagesOf(r.Root.Game()); ok {
		h.Images = images.Count()
	}
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
func (r Request) layers(ctx context.Context, w *proof.Writer, s *strategyWriter, answer func(context.Context, []proof.Key) ([]proof.Answer, *layer, error)) error {
	first, root := newLayer(), r.Root.State()
	if r.wins() {
		first.add([]proof.Key{s.record(root)})
	} else {
		first.add(s.replies(nil, root))
	}
	for keys := first.sorted(); len(keys) > 0; {
		answers, next, err := answer(ctx, keys)
		if err != nil {
			return err
		}
		err = w.Layer(len(keys), polled(ctx, records(keys, answers)))
		if err = cmp.Or(solver.Poll(ctx), err); err != nil {
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

// strategyWriter finds the winner's moves, one layer of positions after the other.
type strategyWriter struct {
	game    *variants.Game
	images  *proof.Images // nil if records do not stand for images
	rules   variants.Rules
	keys    proof.Keys
	workers []*strategyWorker
}

func newStrategyWriter(ctx context.Context, game *variants.Game, prover *pn.Prover, workers int) *strategyWriter {
	s := newPlan(game)
	for range max(1, workers) {
		s.workers = append(s.workers, &strategyWorker{strategyWriter: s, guide: prover.Guide(), leaves: newLeaves(game, ended(ctx))})
	}
	return s
}

// newPlan returns a strategyWriter who knows the form of a strategy, and no moves.
func newPlan(game *variants.Game) *strategyWriter {
	s := &strategyWriter{game: game, rules: game.Rules(), keys: proof.KeysOf(game)}
	s.images, _ = proof.ImagesOf(game)
	return s
}

// useOracles lets oracles say which moves win, which the guides need not know then, and verifies the
// verdict.
func (s *strategyWriter) useOracles(ctx context.Context, r Request) error {
	for _, a := range s.workers {
		a.oracle = newSumOracle(ctx, s.game, a.guide, r.Limits.MemoryLimit()/int64(len(s.workers)))
	}
	lost, err := s.workers[0].oracle.loses(r.Root.State())
	if err == nil && lost == r.wins() {
		err = errNotWon(r.Root)
	}
	return err
}

func (s *strategyWriter) close() {
	for _, a := range s.workers {
		a.guide.Close()
	}
}

// answer returns the answers in the positions of a layer, and the next layer.
func (s *strategyWriter) answer(ctx context.Context, keys []proof.Key) ([]proof.Answer, *layer, error) {
	answers, next := make([]proof.Answer, len(keys)), newLayer()
	err := share(ctx, s.workers, len(keys), atOnce, func(_ context.Context, a *strategyWorker, i int) (err error) {
		answers[i], err = a.answer(keys[i], next)
		return err
	})
	return answers, next, err
}

// atOnce is the number of positions of a layer that a goroutine takes at a time.
const atOnce = 64

// replies appends the records for the positions after the loser's moves.
func (s *strategyWriter) replies(keys []proof.Key, state variants.State) []proof.Key {
	for m := range s.rules.Legal(state).Cells() {
		keys = append(keys, s.record(s.rules.Play(state, variants.Move(m))))
	}
	return keys
}

// record returns the key of the record for a position.
func (s *strategyWriter) record(state variants.State) proof.Key {
	if s.images != nil {
		state, _ = s.images.Normal(state)
	}
	return s.keys.Of(state)
}

// strategyWorker is the strategyWriter's state in one goroutine.
type strategyWorker struct {
	*strategyWriter
	guide  *pn.Guide
	oracle *sumOracle // knows which moves win, if not nil
	leaves *leaves

	after   []proof.Key // the positions after a move
	options []option    // buffer
}

// option is a move of the winner's, and how many positions it adds to the next layer.
type option struct {
	move    variants.Move
	copies  bool // exchanges the players
	missing int
}

// answer returns the winner's move in a position, and adds the positions after the loser's
// replies to the next layer. Of several winning moves it takes one that adds the fewest
// positions, but prefers those that copy.
func (a *strategyWorker) answer(k proof.Key, next *layer) (answer proof.Answer, err error) {
	state, err := a.keys.State(k)
	if err != nil {
		return answer, err
	}
	if leaf, ok := a.leaves.find(state); ok {
		return leaf, a.guide.Count()
	}
	moves := a.rules.Legal(state)
	if a.oracle == nil {
		moves, err = a.guide.Moves(state)
	} else {
		err = a.guide.Count()
	}
	if err != nil {
		return answer, err
	}
	for _, c := range a.inOrder(state, moves, next) {
		after := a.rules.Play(state, c.move)
		wins := a.oracle == nil
		if !wins {
			wins, err = a.oracle.loses(after)
		}
		if err != nil || wins {
			a.after = a.replies(a.after[:0], after)
			next.add(a.after)
			return proof.Answer{Move: c.move}, err
		}
	}
	return answer, fmt.Errorf("certify: no move wins in %s, which should be won", drawn(a.game, state))
}

// inOrder returns moves in the order in which to try them.
func (a *strategyWorker) inOrder(state variants.State, moves variants.MoveSet, next *layer) []option {
	a.options = a.options[:0]
	for ; moves != 0; moves = moves.Rest() {
		move := variants.Move(moves.First())
		after := a.rules.Play(state, move)
		a.after = a.replies(a.after[:0], after)
		a.options = append(a.options, option{move, a.leaves.exchanges(after), next.missing(a.after)})
	}
	slices.SortStableFunc(a.options, func(c, d option) int {
		switch {
		case c.copies && !d.copies:
			return -1
		case d.copies && !c.copies:
			return 1
		}
		return cmp.Compare(c.missing, d.missing)
	})
	return a.options
}
