package auto

import (
	"context"

	"gridlock/solver"
	"gridlock/solver/internal/search"
	"gridlock/theory"
	"gridlock/variants"
)

// Theory answers without search, by the lemmas of package theory: outcome, winning moves, nimber
// or value, but no distance. Where no lemma applies the error is solver.ErrLimit. A node is a
// position that a lemma looks into.
type Theory struct {
	// Shared, if not nil, is the memory that searches of one game share.
	Shared *Shared
}

// Name returns "theory".
func (Theory) Name() string { return "theory" }

// Solve implements [solver.Engine].
func (e Theory) Solve(ctx context.Context, p variants.Position, opt solver.Options) (result solver.Result, err error) {
	result = solver.Undecided(Theory{}.Name())
	if p.Game() == nil {
		return result, solver.ErrNoPosition
	}
	if err := e.Shared.serves(p.Game()); err != nil {
		return result, err
	}
	l, w := beginLemmas(ctx, p, e.Shared, opt)
	th := l.theory
	defer func() {
		l.count()
		result.Stats = w.Finish()
	}()
	if w.Exhausted {
		return result, w.Err()
	}
	finding := th.Decide(p.State())
	switch {
	case w.Exhausted:
		return result, w.Err()
	case !finding.Known:
		return result, solver.Limited(solver.LimitSearch, "no lemma decides this position, it has to be searched")
	}
	result.Outcome, result.Proven, result.Lemma = solver.Loss, true, string(finding.Lemma)
	if p.Over() {
		result.Distance, result.BestComplete = 0, true
	}
	result.Nimber = finding.Nimber
	if finding.Value != nil {
		value := *finding.Value
		if p.Side() == variants.O {
			value = value.Minus()
		}
		result.ColValue = value.String()
	}
	if finding.Wins {
		result.Outcome = solver.Win
		result.Best, result.BestComplete = winningMoves(p, th)
	}
	return result, w.Err()
}

// lemmaMemory is a theory, with its findings, that one call after the other uses. The first call makes it.
type lemmaMemory struct {
	game   *variants.Game
	theory *theory.Theory
	budget *search.Budget // the budget of the current call
	before uint64         // work of earlier calls
	memory int64          // limit in bytes
}

// beginLemmas begins a call, with the shared theory or one of its own.
func beginLemmas(ctx context.Context, p variants.Position, shared *Shared, opt solver.Options) (l *lemmaMemory, w *search.Budget) {
	w = search.NewBudget(ctx, Theory{}.Name(), opt)
	if shared != nil {
		l = shared.lemmas
	} else {
		l = &lemmaMemory{game: p.Game(), memory: opt.MemoryLimit()}
	}
	l.begin(w)
	return l, w
}

// renew forgets everything.
func (l *lemmaMemory) renew() {
	l.theory = theory.New(l.game, func() bool {
		l.count()
		l.budget.Check()
		l.hold()
		return l.budget.Exhausted
	})
}

// begin begins a call, which gets at least half of the memory.
func (l *lemmaMemory) begin(w *search.Budget) {
	if l.theory == nil || l.theory.Work() > l.most()/2 {
		l.renew()
	}
	l.budget, l.before = w, l.theory.Work()
	l.theory.Resume()
}

// count reports the work of the call to the budget.
func (l *lemmaMemory) count() { l.budget.Nodes = l.theory.Work() - l.before }

// lemmaBytes is an upper bound on the memory for a position that theory has looked into: 83 bytes were measured.
const lemmaBytes = 128

// fewestLemmas is the number of positions that a memory may always have.
const fewestLemmas = 1 << 11

// most returns the number of positions that fill the memory.
func (l *lemmaMemory) most() uint64 { return max(fewestLemmas, uint64(l.memory)/lemmaBytes) }

// hold stops the call when memory is full.
func (l *lemmaMemory) hold() {
	if l.theory.Work() > l.most() {
		l.budget.Fail(solver.Limited(solver.LimitMemory, "the findings of theory fill the %d MiB of memory allowed", l.memory>>20))
	}
}

// winningMoves returns the moves that theory knows to win, and whether these are all winning moves.
func winningMoves(p variants.Position, th *theory.Theory) (wins variants.MoveSet, all bool) {
	rules, s := p.Game().Rules(), p.State()
	all = true
	for m := range rules.Legal(s).Cells() {
		f := th.Decide(rules.Play(s, variants.Move(m)))
		if f.Known && !f.Wins {
			wins = wins.With(m)
		}
		all = all && f.Known
	}
	return wins, all
}

// lemmasAhead is Theory one move ahead: it decides a position by lemmas for the positions after its moves. That takes
// hardly longer, and finds a winning move.
type lemmasAhead struct {
	shared *Shared
	moves  *[]solver.MoveResult // receives the known results of the moves
}

// Name returns "theory".
func (lemmasAhead) Name() string { return Theory{}.Name() }

// Solve implements [solver.Engine].
func (e lemmasAhead) Solve(ctx context.Context, p variants.Position, opt solver.Options) (solver.Result, error) {
	result := solver.Undecided(Theory{}.Name())
	known := solver.NewKnowledge(p)
	l, w := beginLemmas(ctx, p, e.shared, opt)
	lemma := ""
	for m := range known.Orbits().Cells() {
		finding := l.theory.Decide(p.Play(variants.Move(m)).State())
		if w.Exhausted {
			break
		}
		if finding.Known {
			known.LearnMove(variants.Move(m), solver.Result{
				Outcome: solver.OutcomeOf(finding.Wins), Proven: true, Distance: solver.NoDistance, Lemma: string(finding.Lemma), Engine: Theory{}.Name(),
			})
		}
		if finding.Known && (lemma == "" || !finding.Wins) {
			lemma = finding.Lemma.Ahead()
		}
	}
	l.count()
	if e.moves != nil {
		*e.moves = append(*e.moves, known.Moves()...)
	}
	if r := known.Result(); r.Proven {
		result.Outcome, result.Proven, result.Lemma = r.Outcome, true, lemma
		result.Distance, result.Best, result.BestComplete = r.Distance, r.Best, r.BestComplete
	}
	result.Stats = w.Finish()
	if result.Proven {
		return result, nil
	}
	if err := w.Err(); err != nil {
		return result, err
	}
	return result, solver.Limited(solver.LimitSearch, "no lemma decides the positions after the moves")
}
