package certify

import (
	"context"
	"fmt"
	"io"
	"slices"

	"gridlock/internal/interval"
	"gridlock/proof"
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
	sums := theory.For(r.Root.Game()).Sums() && !r.Limits.NoLemmas
	if !sums {
		if err := r.solve(ctx); err != nil {
			return nil, err
		}
	}
	spans, wide := interval.RulesOf(r.Root.Game())
	w := proof.NewWriter(r.strategyHeader(), body)
	r.Prover.Begin(ctx, r.Limits)
	defer r.Prover.Finish()
	if wide {
		return w, r.intervals(ctx, w, spans)
	}
	s := newStrategyWriter(ctx, r)
	defer s.close()
	if sums {
		if err := s.useOracles(ctx, r); err != nil {
			return nil, err
		}
	}
	return w, s.write(ctx, w, r, newSorting(MergeOptions{Memory: (r.Memory + 1) / 2, Workers: len(s.workers), Scratch: r.Scratch}), s.begin)
}

// solve lets the prover solve the root, which is immediate if it has been solved before.
func (r Request) solve(ctx context.Context) error {
	solved, err := pn.Engine{Prover: r.Prover}.Solve(ctx, r.Root, r.Limits)
	if err != nil {
		return err
	}
	if winner, _ := solved.Winner(r.Root); winner != r.Winner {
		return errNotWon(r.Root)
	}
	return nil
}

// strategyHeader returns the header of a strategy: by intervals if the game has them, else with images if it has any.
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

// strategyWriter finds the winner's moves, one layer of positions after the other.
type strategyWriter struct {
	*plan
	game    *variants.Game
	workers []*strategyWorker
	memory  int64
	next    *positionSet // positions due after the answers of the layer
}

func newStrategyWriter(ctx context.Context, r Request) *strategyWriter {
	game := r.Root.Game()
	s := &strategyWriter{plan: newPlan(game), game: game, memory: r.Memory - r.Memory/4}
	for range max(1, r.Limits.Workers) {
		s.workers = append(s.workers, &strategyWorker{strategyWriter: s, guide: r.Prover.Guide(), leaves: newLeaves(game, ended(ctx))})
	}
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

// begin begins a layer.
func (s *strategyWriter) begin() (workers []answering) {
	s.next = newPositionSet(s.memory)
	for _, a := range s.workers {
		workers = append(workers, a.answer)
	}
	return workers
}

// strategyWorker is the strategyWriter's state in one goroutine.
type strategyWorker struct {
	*strategyWriter
	guide  *pn.Guide
	oracle *sumOracle // if not nil, it knows which moves win
	leaves *leaves

	after   []position // the positions after a move
	options []option   // buffer
}

// option is a move of the winner's and its cost as one number, so the lesser of two options is better. Its highest bit
// is set if the move does not exchange the players; then comes the number of positions that it adds to the next layer;
// the lowest byte is the move.
type option uint64

func newOption(move variants.Move, exchanges bool, missing int) option {
	o := option(missing)<<8 | option(move)
	if !exchanges {
		o |= 1 << 63
	}
	return o
}

func (o option) move() variants.Move { return variants.Move(uint8(o)) }

// answer does what answering says. Of several winning moves it takes one that adds the fewest positions to the next
// layer. It prefers moves that copy.
func (a *strategyWorker) answer(state variants.State) (answer proof.Answer, due []position, err error) {
	if leaf, ok := a.leaves.find(state); ok {
		return leaf, nil, a.guide.Count()
	}
	moves := a.rules.Legal(state)
	if a.oracle == nil {
		moves, err = a.guide.Moves(state)
	} else {
		err = a.guide.Count()
	}
	if err != nil {
		return answer, nil, err
	}
	for _, c := range a.inOrder(state, moves) {
		after := a.rules.Play(state, c.move())
		wins := a.oracle == nil
		if !wins {
			wins, err = a.oracle.loses(after)
		}
		if err != nil || wins {
			a.after = a.replies(a.after[:0], after)
			return proof.Answer{Move: c.move()}, a.next.add(a.after), err
		}
	}
	return answer, nil, fmt.Errorf("certify: no move wins in %s, which should be won", drawn(a.game, state))
}

// inOrder returns moves in the order of trying.
func (a *strategyWorker) inOrder(state variants.State, moves variants.MoveSet) []option {
	a.options = a.options[:0]
	for ; moves != 0; moves = moves.Rest() {
		move := variants.Move(moves.First())
		after := a.rules.Play(state, move)
		a.after = a.replies(a.after[:0], after)
		a.options = append(a.options, newOption(move, a.leaves.exchanges(after), a.next.missing(a.after)))
	}
	slices.Sort(a.options)
	return a.options
}
