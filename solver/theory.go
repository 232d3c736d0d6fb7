package solver

import (
	"context"
	"fmt"

	"gridlock/theory"
	"gridlock/variants"
)

// Theory answers without search, by the lemmas of package theory: outcome, winning
// moves, nimber or value, but no distance. Where no lemma applies it says so with
// ErrLimit. A node is a position that a lemma had to look into.
type Theory struct {
	// Shared, if not nil, is what earlier searches remember, and is added to.
	Shared *Shared
}

// Name returns "theory".
func (Theory) Name() string { return "theory" }

// Solve implements [Engine].
func (e Theory) Solve(ctx context.Context, p variants.Position, opt Options) (result Result, err error) {
	l, w := beginLore(ctx, p, e.Shared, opt)
	th := l.theory
	result = Undecided(Theory{}.Name())
	defer func() {
		l.count()
		result.Stats = w.finish()
	}()
	if w.over {
		return result, w.err()
	}
	finding := th.Decide(p.State())
	switch {
	case w.over:
		return result, w.err()
	case !finding.Known:
		return result, fmt.Errorf("%w: no lemma decides this position, it has to be searched", ErrLimit)
	}
	result.Outcome, result.Proven, result.Lemma = Loss, true, finding.Lemma
	if p.Over() {
		result.Distance, result.BestComplete = 0, true
	}
	result.Nimber = finding.Nimber
	if finding.Value != nil {
		value := *finding.Value
		if p.Side() == variants.O {
			value = value.Minus()
		}
		result.Value = value.String()
	}
	if finding.Wins {
		result.Outcome = Win
		result.Best, result.BestComplete = winningMoves(p, th)
	}
	return result, w.err()
}

// lore is a theory that several calls may use in turn, with what it has found out.
type lore struct {
	game   *variants.Game
	theory *theory.Theory
	watch  *watch // of the call that runs
	before uint64 // work of the calls before it
	memory int64  // bytes that it may take
}

func newLore(game *variants.Game, memory int64) *lore {
	l := &lore{game: game, memory: memory}
	l.renew()
	return l
}

// beginLore begins a call, with the theory that earlier ones share or one of its own.
func beginLore(ctx context.Context, p variants.Position, shared *Shared, opt Options) (l *lore, w *watch) {
	w = newWatch(ctx, Theory{}.Name(), opt)
	if shared != nil {
		l = shared.lore
	} else {
		l = newLore(p.Game(), opt.MemoryLimit())
	}
	l.begin(w)
	return l, w
}

// renew forgets everything.
func (l *lore) renew() {
	l.theory = theory.New(l.game, func() bool {
		l.count()
		l.watch.look()
		l.hold()
		return l.watch.over
	})
}

// begin begins a call, which has at least half of the memory for itself.
func (l *lore) begin(w *watch) {
	if l.theory.Work() > uint64(l.memory)/loreBytes/2 {
		l.renew()
	}
	l.watch, l.before = w, l.theory.Work()
}

// count tells the watch how much work the call has done.
func (l *lore) count() { l.watch.nodes = l.theory.Work() - l.before }

// loreBytes is what a position that theory has looked into takes in its memory at most;
// duel 7×7 took 83 bytes each for 4.8 million.
const loreBytes = 128

// hold stops the call when memory is full.
func (l *lore) hold() {
	if work := l.theory.Work(); work > uint64(l.memory)/loreBytes {
		l.watch.fail(fmt.Errorf("%w: what theory knows fills the %d MiB of memory allowed", ErrLimit, l.memory>>20))
	}
}

// winningMoves returns the moves that theory knows to win, and whether it knows all moves.
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

// ahead is Theory one move ahead: it decides a position by what the lemmas say of the
// positions after its moves. That takes hardly longer, and finds a move that wins.
type ahead struct {
	shared *Shared
	moves  *[]MoveResult // gets what is known of the moves
}

// Name returns "theory".
func (ahead) Name() string { return Theory{}.Name() }

// Solve implements [Engine].
func (e ahead) Solve(ctx context.Context, p variants.Position, opt Options) (Result, error) {
	result := Undecided(Theory{}.Name())
	known := NewKnowledge(p)
	l, w := beginLore(ctx, p, e.shared, opt)
	lemma := ""
	for m := range known.Orbits().Cells() {
		finding := l.theory.Decide(p.Play(variants.Move(m)).State())
		if w.over {
			break
		}
		if finding.Known {
			known.LearnMove(variants.Move(m), Result{
				Outcome: OutcomeOf(finding.Wins), Proven: true, Distance: NoDistance, Lemma: finding.Lemma, Engine: Theory{}.Name(),
			})
		}
		if finding.Known && (lemma == "" || !finding.Wins) {
			lemma = "one move ahead: " + finding.Lemma
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
	result.Stats = w.finish()
	if result.Proven {
		return result, nil
	}
	if err := w.err(); err != nil {
		return result, err
	}
	return result, fmt.Errorf("%w: no lemma decides the positions after the moves", ErrLimit)
}
