package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gridlock/analysis"
	"gridlock/internal/cli/flags"
	"gridlock/internal/lines"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// analyst finds the facts for the coach, the hints and the review.
type analyst struct {
	store    analysis.Store
	shared   *auto.Shared // the memory of its searches
	workers  int
	moveTime flags.Timeout
}

// coachTime is the longest that the coach delays a move.
const coachTime = time.Second

// options returns how to search.
func (a analyst) options() analysis.Options {
	return analysis.Options{Store: a.store, Options: solver.Options{Workers: a.workers}, Auto: auto.Engine{Shared: a.shared}}
}

// ask finds who wins a position and then, if asked, in how many plies. It is no error if the time is up.
func (a analyst) ask(ctx context.Context, k *solver.Knowledge, q analysis.Question) error {
	opt := a.options()
	opt.Auto.Known, opt.Auto.Distance = k, q == analysis.Verdict
	if _, err := analysis.Ask(ctx, k.Position(), q, opt); err != nil && !errors.Is(err, solver.ErrLimit) {
		return err
	}
	return nil
}

// count counts the moves of a position.
func (a analyst) count(ctx context.Context, p variants.Position) (analysis.Tally, error) {
	ctx, cancel := a.moveTime.Context(ctx)
	defer cancel()
	k := solver.NewKnowledge(p)
	err := a.ask(ctx, k, analysis.EveryMove)
	return analysis.TallyOf(k), err
}

// blunder reports whether a move is known to give a win away, and returns the results of the move and of the position,
// from the side of the player to move. It takes at most coachTime, so it may miss blunders.
func (a analyst) blunder(ctx context.Context, p variants.Position, m variants.Move) (played solver.Score, best solver.Result, known bool, err error) {
	ctx, cancel := a.moveTime.Context(ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, coachTime)
	defer cancel()
	k, next := solver.NewKnowledge(p), solver.NewKnowledge(p.Play(m))
	err = a.ask(ctx, next, analysis.Verdict)
	after := next.Result()
	if err != nil || after.Outcome != solver.Win {
		return played, best, false, err
	}
	k.LearnMove(m, after)
	err = a.ask(ctx, k, analysis.Verdict)
	return after.MoveScore(), k.Result(), k.Result().Outcome == solver.Win, err
}

// warn asks whether to take a move back that gives a win away. On a pipe it warns if there is more
// to read, and asks if that is an answer.
func (m *match) warn(ctx context.Context, p variants.Position, move variants.Move) (back bool, err error) {
	if !m.coach {
		return false, nil
	}
	played, best, known, err := m.analyst.blunder(ctx, p, move)
	if err != nil || !known {
		return false, err
	}
	warning := fmt.Sprintf("That gives the win away (%s %s; there was a %s).", p.MoveText(move),
		inPlies("loses", played.Distance), inPlies("win", best.Distance))
	const question = "Take it back? (yes/no) "
	first := question
	if m.in.Terminal() {
		m.tell(warning + "\n")
	} else {
		next, ok := m.in.Peek()
		if _, answer := yesOrNo(next); !answer {
			if ok {
				m.tell(warning + "\n")
			}
			return false, nil
		}
		first = warning + " " + question
	}
	return m.yes(first, question)
}

// yes asks until there is an answer: first with one prompt, and then with another.
func (m *match) yes(prompt, then string) (yes bool, err error) {
	for ; ; prompt = then {
		entry, err := m.in.Ask(prompt)
		if err != nil && !errors.Is(err, lines.ErrLong) {
			return false, err
		}
		switch strings.ToLower(entry) {
		case "quit", "exit":
			return false, errQuit
		case "undo":
			return true, nil
		}
		if yes, answer := yesOrNo(entry); answer {
			return yes, nil
		}
	}
}

// inPlies says in how many plies something happens, if that is known.
func inPlies(what string, distance int) string {
	if distance == solver.NoDistance {
		return what
	}
	return fmt.Sprintf("%s in %d", what, distance)
}

// yesOrNo reads an answer.
func yesOrNo(entry string) (yes, ok bool) {
	switch strings.ToLower(entry) {
	case "yes", "y":
		return true, true
	case "no", "n":
		return false, true
	}
	return false, false
}
