package analysis

import (
	"context"

	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/theory"
	"gridlock/variants"
)

// Next counts the winner's choices after a move: right after the move if it loses, and after the best reply if it wins.
// The share of moves that keep the win says how hard it is to play on.
type Next struct {
	Line  []variants.Move // the line to the position of the choice: the move and, if it wins, the reply
	Tally                 // the counts of the winner's moves in that position
}

// Limits of nodes for the choices after all moves together: a few tenths of a second. In duel and claim, whose
// positions are sums, a node takes longer. Every question counts as a few nodes, since lemmas take time, too.
const (
	nextMoment     = 20_000
	sumsNextMoment = 10_000
	questionMoment = 50
)

// addNext finds the winner's choices after each move, without a long search: it asks the store, theory, and a few nodes
// for each.
func (a *Position) addNext(ctx context.Context, opt Options) error {
	left := a.moment(opt)
	release, err := opt.aside(a.Position.Game())
	if err != nil {
		return err
	}
	defer release()
	for i := range a.Moves {
		m := &a.Moves[i]
		line, known := []variants.Move{m.Move}, m.After
		if m.Outcome == solver.Win {
			reply, ok := m.After.BestMove()
			if !ok {
				continue // the game is over, or the best reply is not known
			}
			line, known = append(line, reply), solver.Undecided("")
		} else if m.Outcome != solver.Loss {
			continue
		}
		p := a.Position
		for _, move := range line {
			p = p.Play(move)
		}
		opt.Nodes = left / uint64(len(a.Moves)-i)
		k, spent, err := choice(ctx, p, known, opt)
		if err != nil {
			return err
		}
		left -= min(left, spent)
		m.Next = &Next{line, TallyOf(k)}
	}
	return nil
}

// moment returns the number of nodes for each extra that is asked for.
func (a *Position) moment(opt Options) uint64 {
	left := uint64(nextMoment)
	if theory.For(a.Position.Game()).Sums() {
		left = sumsNextMoment
	}
	if opt.Nodes != 0 {
		left = min(left, opt.Nodes-min(opt.Nodes, a.Stats.Nodes))
	}
	return left
}

// aside makes opt the options of side questions, which share a memory until release is called.
func (opt *Options) aside(game *variants.Game) (release func(), err error) {
	shared, release := opt.Auto.Shared, func() {}
	if shared == nil {
		if shared, err = auto.NewShared(game, opt.MemoryLimit()); err != nil {
			return nil, err
		}
		release = shared.Release
	}
	opt.Auto, opt.Monitor, opt.Checkpoint, opt.Watch = auto.Engine{Shared: shared}, nil, nil, nil
	return release, nil
}

// choice finds the winning and the losing moves of a position. opt.Nodes is the limit for all moves together, and may
// be 0. The error is a contradiction, or says that ctx has ended.
func choice(ctx context.Context, p variants.Position, known solver.Result, opt Options) (k *solver.Knowledge, spent uint64, err error) {
	k = solver.NewKnowledge(p)
	all := opt.Nodes
	k.Learn(known)
	left := k.Orbits()
	for m := range k.Orbits().Cells() {
		move := variants.Move(m)
		if err := solver.Poll(ctx); err != nil {
			return k, spent, err
		}
		if !k.After(move).Proven {
			question := Verdict
			if opt.Nodes = (all - min(all, spent)) / uint64(left.Count()); opt.Nodes < questionMoment {
				question, opt.NoLemmas = Recall, true // the store alone
			}
			found, _ := Ask(ctx, p.Play(move), question, opt) // a limit leaves it open
			if question == Verdict {
				spent += max(found.Stats.Nodes, questionMoment)
			}
			k.LearnMove(move, found.Result())
		}
		left = left.Without(m)
	}
	return k, spent, k.Err()
}
