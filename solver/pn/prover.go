package pn

import (
	"context"
	"fmt"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/variants"
)

// Prover names winning moves, for writers of proofs. It holds a transposition table: give it to [Engine], or to
// auto.Engine, and their findings stay in it. If the table lacks the answer to a question, the prover searches again.
// Make it with [NewProver].
type Prover struct {
	search   *tree
	noLemmas bool
}

// NewProver returns an empty prover for a game. Of the options it uses Memory and NoLemmas. The
// caller closes it.
//
// Searches with it do without plans ([theory.Plans]), which would make the rest of a proof larger.
func NewProver(game *variants.Game, opt solver.Options) (*Prover, error) {
	return newProver(game, opt, false)
}

// NewMemory is [NewProver] for searches that share their findings, where nobody writes proofs. Searches take the same
// number of nodes as without a prover.
func NewMemory(game *variants.Game, opt solver.Options) (*Prover, error) {
	return newProver(game, opt, true)
}

func newProver(game *variants.Game, opt solver.Options, plans bool) (*Prover, error) {
	t := &tree{game: game, rules: game.Rules(), view: newView(game, opt.NoLemmas)}
	if err := t.remember(opt, plans); err != nil {
		return nil, err
	}
	return &Prover{noLemmas: opt.NoLemmas, search: t}, nil
}

// Close returns the memory to the system. The prover must not be used afterwards.
func (p *Prover) Close() { p.search.table.Release() }

// Shrink leaves the prover at most that many bytes, for good, not counting its intervals. If the table has no room, the
// entries that took the least work are forgotten, and the memory goes back to the system. No search or question may be
// under way. If ctx has ended, it takes less care to forget the right entries.
func (p *Prover) Shrink(ctx context.Context, memory int64) {
	if p.search.won != nil {
		memory = max(0, memory-p.search.won.MostBytes())
	}
	p.search.table.Shrink(memory, func() bool { return solver.Poll(ctx) != nil })
}

// Begin sets the context for the questions that follow, and takes the limit of nodes and the monitor from opt. A node
// is a question, or a position that is searched for a question.
func (p *Prover) Begin(ctx context.Context, opt solver.Options) {
	c := search.NewControl(ctx, "proof", opt)
	c.Table = p.search.table
	p.search.control = c
	c.Publish()
}

// Finish ends the questions and returns their statistics.
func (p *Prover) Finish() solver.Stats { return p.search.control.Finish() }

// Guide returns a new [Guide], for one goroutine.
func (p *Prover) Guide() *Guide {
	r := p.search.leader()
	r.chooses, r.ignores = 0, 0 // it searches many positions briefly
	return &Guide{worker: p.search.newWorker(solver.Options{NoLemmas: p.noLemmas}, r)}
}

// Numbers are the proof numbers of a position: about how many more positions have to be decided to prove that the
// player to move wins, or loses. Proof is 0 if and only if the player is proven to win, Disproof if proven to lose.
type Numbers struct{ Proof, Disproof uint32 }

// Outcome returns the outcome that the numbers prove, solver.Unknown if none.
func (n Numbers) Outcome() solver.Outcome {
	if n.Proof == 0 || n.Disproof == 0 {
		return solver.OutcomeOf(n.Proof == 0)
	}
	return solver.Unknown
}

// Reduced returns the state under which a search remembers a position, and the symmetry sym that takes the position to
// this state. The state lacks free cells that no longer matter. Early in a game it is the same for all images under the
// symmetries of the board. It has the same outcome as the position.
func (p *Prover) Reduced(s variants.State) (reduced variants.State, sym bitboard.Symmetry) {
	p.search.view.Prune(&s)
	return p.search.table.Packing.Reduced(s)
}

// Numbers returns the numbers that searches have left in the table for the root of a search or a
// [Prover.Reduced] state. Known is false if there are none. It may be called while a search runs.
func (p *Prover) Numbers(s variants.State) (n Numbers, known bool) {
	t := p.search.table
	found := unpack(t.Probe(t.Packing.Key(s)))
	if p.search.view.prune(&s); found == (numbers{}) {
		found = unpack(t.Probe(t.Packing.Key(s)))
	}
	return Numbers{found.phi, found.delta}, found != numbers{}
}

// Guide answers questions, for one goroutine. All guides share the table of their [Prover].
type Guide struct {
	worker   *worker
	children frame // by move
}

// Close adds the last counts to the prover's counts.
func (g *Guide) Close() { g.worker.budget.Flush() }

// Guess returns the numbers with which a search begins at a position that the table does not know. If a lemma or the
// end of the game decides the position, the numbers tell the outcome; else they are a guess that steers the search.
func (g *Guide) Guess(s variants.State) Numbers {
	mine, yours := g.worker.view.prune(&s)
	n, plans := g.worker.leaf.numbers(s, mine, yours), g.worker.leaf.plans
	if n.phi != 0 && n.delta != 0 && plans != nil && plans.Wins(s) {
		n = won()
	}
	return Numbers{n.phi, n.delta}
}

// Count counts a question answered without the guide, or a part of a long one. The error is that of [Guide.Moves] if
// the search had to stop.
func (g *Guide) Count() error {
	if g.worker.budget.Visit() {
		return nil
	}
	return g.worker.budget.Err()
}

// Moves returns winning moves of the player to move. It asks in this order until one gives moves: lemmas, whose moves
// mostly decide the game soon; the table; the table for images; intervals; a search.
//
// The error is solver.ErrLimit or context.Canceled if the search had to stop. A player who does
// not win is an error, too.
func (g *Guide) Moves(s variants.State) (variants.MoveSet, error) {
	if err := g.Count(); err != nil {
		return 0, err
	}
	w := g.worker
	w.view.prune(&s)
	stored := g.stored(s)
	if moves := g.byLemma(s); moves != 0 {
		return moves, nil
	}
	if stored != 0 {
		return stored, nil
	}
	if moves := g.storedOfImage(s); moves != 0 {
		return moves, nil
	}
	if w.won != nil {
		if _, move, ok := w.won.Find(interval.Of(s)); ok {
			return variants.MoveSet(0).With(int(move)), nil
		}
	}
	n := w.expand(s, w.table.Packing.Key(s), 0, numbers{infinite, infinite})
	switch {
	case n == won():
		return g.leadingTo(s, w.path[0][0].state), nil
	case n == lost():
		return 0, fmt.Errorf("solver: no move wins in %+v, which should be won", s)
	}
	return 0, w.budget.Err()
}

// Outcome returns the outcome of a position for the player to move, by a lemma, the table, or a search. It is
// solver.Unknown if the search gives up because a proof number reaches most. The error is that of [Guide.Moves] if the
// search had to stop.
func (g *Guide) Outcome(s variants.State, most uint32) (solver.Outcome, error) {
	if err := g.Count(); err != nil {
		return solver.Unknown, err
	}
	w := g.worker
	mine, yours := w.view.prune(&s)
	key := w.table.Packing.Key(s)
	n := unpack(w.table.Probe(key))
	if n == (numbers{}) {
		n = w.leaf.numbers(s, mine, yours)
	}
	if n != won() && n != lost() {
		n = w.expand(s, key, 0, numbers{most, most})
	}
	if n == won() || n == lost() {
		return solver.OutcomeOf(n == won()), nil
	}
	return solver.Unknown, w.budget.Err()
}

// stored returns the moves that win according to the table, and leaves their children in the
// frame.
func (g *Guide) stored(s variants.State) (moves variants.MoveSet) {
	w, legal := g.worker, g.worker.rules.Legal(s)
	for m := range legal.Cells() {
		c := &g.children[m]
		c.state = w.rules.Play(s, variants.Move(m))
		c.mine, c.yours = w.view.prune(&c.state)
		c.key = w.table.Packing.Key(c.state)
		w.table.Prefetch(c.key)
	}
	for m := range legal.Cells() {
		c := &g.children[m]
		if c.numbers = unpack(w.table.Probe(c.key)); c.numbers == lost() {
			moves = moves.With(m)
		}
	}
	return moves
}

// byLemma returns the moves that win by a lemma. The frame must hold the children of the state.
func (g *Guide) byLemma(s variants.State) (moves variants.MoveSet) {
	for m := range g.worker.rules.Legal(s).Cells() {
		c := &g.children[m]
		if c.numbers == won() {
			continue
		}
		legal := g.worker.rules.Legal(c.state)
		if g.worker.leaf.decided(c.state, legal, c.mine, c.yours) == lost() {
			moves = moves.With(m)
		}
	}
	return moves
}

// storedOfImage returns the moves that win according to the table for an image of the state. Of several images that
// occur early, a search visits one, but a proof needs all. If images share keys, stored has found them.
func (g *Guide) storedOfImage(s variants.State) (moves variants.MoveSet) {
	w, pack := g.worker, &g.worker.table.Packing
	if pack.Symmetric(s) {
		return 0
	}
	for i := range pack.Automorphisms {
		a := &pack.Automorphisms[i]
		known := g.stored(a.Image(s))
		for m := range w.rules.Legal(s).Cells() {
			if known&a.Of(bitboard.Of(m)) != 0 {
				moves = moves.With(m)
			}
		}
	}
	if pack.Automorphisms != nil {
		return moves
	}
	for _, sym := range pack.Symmetries {
		for m := range g.stored(s.Image(pack.Grid, sym)).Cells() {
			moves = moves.With(int(w.game.ImageMove(sym.Inverse(), variants.Move(m))))
		}
	}
	return moves
}

// leadingTo returns the moves that lead to a child.
func (g *Guide) leadingTo(s, child variants.State) (moves variants.MoveSet) {
	for m := range g.worker.rules.Legal(s).Cells() {
		next := g.worker.rules.Play(s, variants.Move(m))
		if g.worker.view.prune(&next); next == child {
			moves = moves.With(m)
		}
	}
	return moves
}
