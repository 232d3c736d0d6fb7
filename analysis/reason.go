package analysis

import (
	"context"

	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Reason is why a position or a move is won or lost. The zero value stands for search: no lemma decides it, only the
// tree of moves.
type Reason struct {
	Lemma theory.Lemma
	Ahead bool   // the lemma decides the positions after the moves instead
	Text  string // how it applies here: "O copies through the centre"
}

// Name returns the name of the lemma as in solver.Result and in JSON, empty for a search.
func (r Reason) Name() string {
	if r.Ahead {
		return r.Lemma.Ahead()
	}
	return string(r.Lemma)
}

// Explain returns the reason why a position is won or lost, and the evidence to draw. The outcome must be known and
// proven. The answer depends only on the position, not on how it was decided. It takes a moment, and less once ctx has
// ended.
func Explain(ctx context.Context, p variants.Position, r solver.Result) (Reason, *Evidence) {
	if !r.Proven {
		return Reason{}, nil
	}
	l := newLemmas(ctx, p.Game())
	return l.ofPosition(p, r), l.evidence(p, r)
}

// lemmas are the parts of theory that explain positions.
type lemmas struct {
	theory.Lemmas
	theory     *theory.Theory
	most       uint64             // the limit of theory's work so far
	separation *theory.Separation // nil where it does not apply
	sums       *sums
}

// newLemmas returns the lemmas for a game. They take no more than a moment, and less once ctx has ended.
func newLemmas(ctx context.Context, game *variants.Game) *lemmas {
	l := &lemmas{Lemmas: theory.For(game)}
	l.theory = theory.New(game, func() bool { return l.theory.Work() > l.most || solver.Poll(ctx) != nil })
	l.sums = newSums(ctx, l.Lemmas)
	if l.Separation != nil {
		l.separation = l.Separation()
		l.separation.Most = explainWork
		l.separation.Stop = func() bool { return solver.Poll(ctx) != nil }
	}
	return l
}

// renew allows the work of one more position.
func (l *lemmas) renew() {
	l.theory.Resume()
	l.sums.renew()
}

// explainWork is the work that theory may do to explain a known result.
const explainWork = 1 << 16

// lemma returns the lemma that decides a position whose winner is known.
func (l *lemmas) lemma(p variants.Position) theory.Lemma {
	l.most = l.theory.Work() + explainWork
	return l.theory.Lemma(p.State())
}

// ofMove says why a move wins or loses, by the position after it and its result.
func (l *lemmas) ofMove(after variants.Position, r solver.Result) Reason {
	lemma := l.lemma(after)
	return Reason{Lemma: lemma, Text: l.moveText(lemma, after, r)}
}

// ofPosition says why a position is won or lost.
func (l *lemmas) ofPosition(p variants.Position, r solver.Result) Reason {
	if lemma := l.lemma(p); lemma != "" {
		return Reason{Lemma: lemma, Text: l.text(lemma, p, r)}
	}
	return l.ahead(p, r.Outcome == solver.Win)
}

// ahead explains a result by the lemmas for the positions after the moves. If the player to move wins, it names the
// lemma of the first move that a lemma shows to win. If not, lemmas must decide all moves, and it names the lemma for
// the first move. Otherwise it returns the zero Reason.
func (l *lemmas) ahead(p variants.Position, won bool) (first Reason) {
	l.most = l.theory.Work() + explainWork
	for m := range p.Legal().Cells() {
		move := variants.Move(m)
		after := p.Play(move)
		found := l.theory.Decide(after.State())
		known := found.Known && found.Wins != won
		if !known && !won {
			return Reason{}
		}
		if known && !first.Ahead {
			r := solver.Result{Outcome: solver.OutcomeOf(found.Wins)}
			first = Reason{found.Lemma, true, aheadText(p, move, won, l.text(found.Lemma, after, r))}
		}
		if known && won {
			break
		}
	}
	return first
}
