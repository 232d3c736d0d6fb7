package auto

import (
	"cmp"
	"slices"
	"strings"

	"gridlock/solver"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
)

// want is a set of facts about a position: what is asked, what is missing, or what a phase finds.
type want uint16

const (
	outcome     want = 1 << iota // who wins
	winningMove                  // a move that wins, if the position is won
	sumValue                     // its nimber or value
	plies                        // its distance
	bestMove                     // a move that achieves the distance
	bestMoves                    // all moves that achieve the distance
	line                         // a line of best play, perhaps incomplete
	wholeLine                    // a line of best play to the end of the game

	lines = line | wholeLine
)

// wantWords are the facts in words, in the order of the constants.
var wantWords = []string{"outcome", "winning move", "value", "plies", "best move", "best moves", "line", "whole line"}

// String returns the facts in words.
func (w want) String() string {
	var all []string
	for i, word := range wantWords {
		if w&(1<<i) != 0 {
			all = append(all, word)
		}
	}
	return cmp.Or(strings.Join(all, ", "), "-")
}

// missing returns the facts that a result lacks. Some facts have no place in a result, such as which slower moves win
// too; they are in [solver.Knowledge.Moves]. [Engine.Exact] and AllMoves look at the result alone.
func missing(r solver.Result) (m want) {
	add := func(w want, lacking bool) {
		if lacking {
			m |= w
		}
	}
	add(outcome, !r.Proven)
	add(winningMove, r.Outcome == solver.Win && r.Best == 0)
	add(sumValue, r.Nimber == nil && r.ColValue == "")
	add(plies, r.Distance == solver.NoDistance)
	add(bestMove, r.Distance != 0 && r.Best == 0)
	add(bestMoves, !r.BestComplete)
	add(line, r.PV == nil)
	add(wholeLine, len(r.PV) != r.Distance)
	return m
}

// phase asks one engine about a position. It runs if a fact that it finds is missing, and each fact that it needs is
// known.
type phase struct {
	name   string
	engine func(a *session, ph phase, q request) solver.Engine
	finds  want
	needs  want
	nodes  uint64    // the nodes that it may take; 0 sets no limit
	sums   uint64    // the nodes if positions are sums, as in duel and claim, where a node takes longer
	share  allowance // the allowance that it takes its nodes from
	lemmas bool      // it is left out with Options.NoLemmas
	brief  bool      // it leaves no checkpoint, and takes from session.looks
}

// allowance names the store of nodes that phases share.
type allowance uint8

const (
	none      allowance = iota
	ofValues            // session.values
	ofCounted           // session.counted
)

// Nodes of phases that may find nothing: a few tenths of a second.
const (
	theoryMoment  = 1 << 16
	valueMoment   = 1 << 14 // nodes for the nimber or value alone
	valueGlance   = 1 << 10 // nodes for it after valueMoment was not enough for one position
	negamaxMoment = 100_000
	sumsMoment    = 20_000
)

// The phases. A table of them is in the package comment.
var (
	theoryValue   = phase{name: "theoryValue", engine: askTheory, finds: winningMove | sumValue, needs: outcome, nodes: valueMoment, sums: valueMoment, share: ofValues, lemmas: true}
	theoryOutcome = phase{name: "theoryOutcome", engine: askTheory, finds: outcome, nodes: theoryMoment, lemmas: true}
	theoryAhead   = phase{name: "theoryAhead", engine: askTheoryAhead, finds: outcome | winningMove, nodes: theoryMoment, sums: theoryMoment, lemmas: true}
	countPlies    = phase{name: "countPlies", engine: askNegamax, finds: plies | bestMove | line, needs: outcome | winningMove, nodes: negamaxMoment, sums: sumsMoment, share: ofCounted, brief: true}
	trial         = phase{name: "trial", engine: askNegamax, finds: outcome | winningMove, nodes: negamaxMoment, sums: sumsMoment, brief: true}
	proof         = phase{name: "proof", engine: askProofNumbers, finds: outcome | winningMove}
	distance      = phase{name: "distance", engine: askNegamax, finds: plies}
	bestPlay      = phase{name: "bestPlay", engine: askNegamax, finds: outcome | winningMove | plies | bestMove | bestMoves | lines}
)

func askTheory(a *session, _ phase, _ request) solver.Engine { return Theory{a.theory} }

func askTheoryAhead(a *session, _ phase, q request) solver.Engine {
	return lemmasAhead{a.theory, q.moves}
}

func askNegamax(a *session, ph phase, q request) solver.Engine {
	e := negamax.Engine{Hint: a.result(q), Moves: q.moves, Lasting: a.Distance || a.Shared != nil, Alone: ph.finds == plies}
	if ph.brief {
		e.Looks = &a.looks
	}
	if a.Shared != nil {
		e.Memory = a.Shared.negamax
	}
	return e
}

func askProofNumbers(a *session, _ phase, q request) solver.Engine {
	e := pn.Engine{Prover: a.Prover, Moves: q.moves}
	if a.Shared != nil {
		e.Prover = a.Shared.pn
	}
	return e
}

// stage runs some phases for the position or, with moves, for each position after a move.
type stage struct {
	moves  bool
	phases []phase
}

func ofPosition(phases ...phase) stage { return stage{false, phases} }
func ofMoves(phases ...phase) stage    { return stage{true, phases} }

// plan returns the stages of Solve or, with all, of AllMoves: with trials, short searches for who wins come before proofs.
// The package comment has all plans.
func (e Engine) plan(all, trials bool) (stages []stage) {
	lemmas := []phase{theoryValue, theoryOutcome, theoryAhead} // whoever is asked first
	then := func(phases ...phase) []phase { return slices.Concat(lemmas, phases) }
	everything := then(countPlies, trial, proof)
	switch {
	case e.Distance && e.Alone:
		everything = append(everything, distance, bestPlay)
	case e.Distance:
		everything = append(everything, bestPlay)
	}
	switch {
	case !all:
		return []stage{ofPosition(everything...)}
	case trials:
		stages = []stage{
			ofPosition(then(countPlies, trial, proof)...),
			ofMoves(lemmas...),
			ofMoves(countPlies, trial),
			ofMoves(proof),
		}
	default:
		stages = []stage{
			ofPosition(then(proof)...),
			ofMoves(lemmas...),
			ofMoves(proof),
			ofPosition(countPlies, trial),
			ofMoves(countPlies, trial),
		}
	}
	if e.Distance {
		stages = append(stages, ofMoves(distance), ofPosition(everything...), ofMoves(everything...))
	}
	return stages
}
