// Package certify finds certificates: the proofs, in the form of package proof, that a player wins a position. Nobody
// needs to trust it: package proof checks its certificates.
//
// Let a search keep its findings in a [pn.Prover], and give that to [Request.Extract] with the
// verdict:
//
//	prover, err := pn.NewProver(game, options)
//	result, err := auto.Engine{Prover: prover}.Solve(ctx, position, options)
//	winner, _ := result.Winner(position)
//	request := certify.Request{Root: position, Winner: winner, Prover: prover, Limits: options}
//	writer, err := request.Extract(ctx, new(bytes.Buffer))
//	err = writer.Finish(file, false)
//
// If a lemma of package theory decides a whole game, the certificate is of the lemma's kind: a matching where marks
// follow each other, a mirror, nimbers where marks close cells to both players, values where marks close cells to their
// owner. If the table is large, excluded nimbers or lower bounds of values take its place. In all other cases it is a
// strategy: layer by layer the positions with the winner to move, and a move for each. If marks close cells, one
// position stands for its images; if markers walk, an interval stands for its positions.
//
// # How they are found
//
// With nimbers and values a certificate follows theory's search, from the question who wins down to single components
// (exclusions.go, bounds.go). Findings that theory remembers cost nothing; it searches for the rest. Each record is
// written after the records that it rests on, and checked at once.
//
// In other games, and for strategies, the search has left its transposition table in the prover. The writer goes
// through the positions of a strategy layer by layer (positions.go). It asks the prover for winning moves, and takes
// the one that adds the fewest positions to the next layer. From package theory it gets the walks and mirrors that end
// a strategy (strategy.go). The prover searches again for results that the table has lost, or never had because another
// engine or the store gave the answer. Nimbers and values say which moves win (sumoracle.go). The move that copies is
// tried first, since it leads to few positions. The next layer is in memory, up to the limit.
//
// If markers walk it first goes depth first (explore.go). Each position yields an interval, which stays in memory; a
// position that an interval covers is not visited. Workers share intervals, and defer positions that another worker is
// searching. With little memory ([Request].Memory) they forget old intervals, but keep them in scratch files for the
// next steps. Then it goes layer by layer over the needed intervals (intervals.go, select.go), divided among workers by
// marker class. The body of a certificate is in a file of its own until it is complete, since the header has its length
// and hash.
//
// All methods that go layer by layer share one loop (layers.go). The positions or intervals to answer are rows of
// numbers, sorted by position or by marker class (package extsort). Workers divide and answer the rows, and so find the
// rows of the next layer.
//
// # How they get small
//
// Certificates for people to read have few records (small.go). For tables it tries several choices, and leaves out
// records that no other record needs (smalltable.go). If markers walk, a search (smallsearch.go) improves a whole
// certificate by intervals (smallintervals.go), in which an interval may have several answers (smallrepertoire.go).
//
// # How they are merged
//
// Certificates of later positions become one of an earlier position ([Merger]). Their answers are rows of numbers, too,
// in sorted runs in memory or in scratch files. They are sorted by turn and marker class (mergeintervals.go) or by
// position (mergepositions.go), so one pass matches them with the rows to answer. climb.go finds the winner's moves
// above the parts. So parts may overlap and be of any depth. A position that no part answers is an error.
package certify

import (
	"context"
	"io"

	"gridlock/bitboard"
	"gridlock/internal/spill"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/theory"
	"gridlock/variants"
)

// Request is what to prove.
type Request struct {
	// Root is the position, and Winner the player who wins it, as proven by an engine.
	Root   variants.Position
	Winner variants.Player

	// Strategy asks for a strategy, by positions or by intervals, even if there are other methods.
	Strategy bool

	// Prover is for the position's game, and has the findings of a search. If positions are sums, and lemmas are
	// allowed, only its limits matter. Nobody else may use it meanwhile.
	Prover *pn.Prover

	// Limits limits and monitors further searches. A node is a position that gets an answer in a strategy, or that is
	// searched for an answer. One worker always writes the same certificate after the same search.
	Limits solver.Options

	// Memory is about the maximum memory of a strategy, in bytes, beside the prover's; 0 for no limit. Three quarters of
	// it are for intervals found, the rest is for rows to answer. Scratch, if not nil, makes files for data beyond that. A
	// layer of intervals, 64 bytes each, and the intervals found with the same markers, about 100 bytes each, are always
	// in memory. Memory makes no difference to the certificate as long as the intervals found take no more than half of
	// their part.
	Memory  int64
	Scratch spill.Scratch

	// Wide asks for intervals as wide as they were found, instead of only as wide as needed. Such a certificate takes more
	// than twice as many bytes, but answers more as a part of a merge.
	Wide bool

	// Small, if not 0, asks for few records, for people to read. Of all methods that apply, the certificate with the
	// fewest records is taken. If markers walk, a search of that many steps looks for fewer still. See [SmallSteps] and
	// [MostSmall]. One worker always finds the same certificate, unless ctx ends. When it ends, or a limit is reached,
	// the best certificate so far is returned, without an error.
	Small int

	// fewer, if not 0, is the number of records at which to give up a strategy by positions.
	fewer uint64

	// tables is the number of further tables that [smallTable] tries; vary makes their choices differ.
	tables int
	vary   variety

	// Program is the version of the program, written to the certificate.
	Program string
}

// Extract finds a certificate and returns a writer that has everything except the file: call
// Finish. Until then it keeps the body in body, see [proof.NewWriter].
//
// The error is solver.ErrLimit or context.Canceled if it had to stop, an error of body or of a scratch file, or
// proof.ErrMemory if there are no scratch files and too little memory. Any other error says that r.Winner does not win
// the position r.Root.
func (r Request) Extract(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	r.Limits.Checkpoint = nil // it belongs to the search
	w, err := r.extract(ctx, body)
	if stopped := solver.Stopped(ctx); err != nil && stopped != nil {
		return nil, stopped // the cause, instead of the error of a layer that was cut short
	}
	return w, err
}

// extract is Extract; once ctx has ended, its error may be of any kind.
func (r Request) extract(ctx context.Context, body io.ReadWriter) (*proof.Writer, error) {
	if r.Small > 0 {
		return r.small(ctx, body)
	}
	if r.Strategy {
		return r.strategy(ctx, body)
	}
	known := theory.For(r.Root.Game())
	if known.Matching {
		if h, ok, err := r.matching(); ok || err != nil {
			return proof.NewWriter(h, body), err
		}
	}
	if w, ok := r.copying(known.Mirrors, body); ok {
		return w, nil
	}
	switch {
	case known.Nimbers != nil:
		return r.nimbers(ctx, body)
	case known.Values != nil:
		return r.values(ctx, body)
	}
	return r.strategy(ctx, body)
}

// wins reports whether the player to move at the root is the winner.
func (r Request) wins() bool { return r.Root.Side() == r.Winner }

// header returns the header of a certificate.
func (r Request) header(method proof.Method) proof.Header {
	h := proof.NewHeader(r.Root, r.Winner, method)
	h.Program = r.Program
	return h
}

// opening returns the opening of a method that needs the loser to move. If the loser is to move at the root, there is
// none. Otherwise it is a move to a position that lost reports as lost; ok is false if there is no such move.
func (r Request) opening(lost func(variants.State) bool) (opening *variants.Move, ok bool) {
	s := r.Root.State()
	if !r.wins() {
		return nil, lost(s)
	}
	rules := r.Root.Game().Rules()
	for m := range rules.Legal(s).Cells() {
		if move := variants.Move(m); lost(rules.Play(s, move)) {
			return &move, true
		}
	}
	return nil, false
}

// copying returns a certificate by copying, if the winner can copy from the root or after the
// first move.
func (r Request) copying(mirrors *theory.Mirrors, body io.ReadWriter) (w *proof.Writer, ok bool) {
	if mirrors == nil {
		return nil, false
	}
	h := r.header(proof.Copying)
	h.Opening, ok = r.opening(func(s variants.State) (lost bool) {
		c, lost := mirrors.Copying(s)
		if lost {
			h.Mirrors = [][]int{images(r.Root.Game().Grid(), mirrors.Axes()[c.Mirror])}
		}
		return lost
	})
	return proof.NewWriter(h, body), ok
}

// images returns a symmetry as a permutation of the cells.
func images(g *bitboard.Grid, sym bitboard.Symmetry) []int {
	var all []int
	for c := range g.Size() {
		all = append(all, g.Image(sym, bitboard.Of(c)).First())
	}
	return all
}

// matching returns the header of a certificate by a matching of the free cells. There is one if near cells have two
// colours. The winner's first move is to a cell that some maximum matching misses, and a maximum matching of the other
// cells then answers every move. With odd cycles the check may refuse a matching, since it does not remember taken
// cells. ok is false if it refuses one for every first move.
func (r Request) matching() (h proof.Header, ok bool, err error) {
	near, free := r.Root.Game().Near(), r.Root.State().Free
	good := theory.Inessential(near, free) & r.Root.Legal()
	if (good != 0) != r.wins() {
		return h, false, errNotWon(r.Root)
	}
	h = r.header(proof.Matching)
	if !r.wins() {
		h.Matching = theory.Matching(near, free)
		_, err := h.CheckMatching()
		return h, err == nil, nil
	}
	for m := range good.Cells() {
		opening := variants.Move(m)
		h.Opening, h.Matching = &opening, theory.Matching(near, free.Without(m))
		if _, err := h.CheckMatching(); err == nil {
			return h, true, nil
		}
	}
	return h, false, nil
}
