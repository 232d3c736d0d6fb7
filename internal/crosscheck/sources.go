package crosscheck

import (
	"context"
	"slices"

	"gridlock/interchange"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// Sources returns all engines, with and without lemmas where they support both, certificates,
// and all oracles of this package. The limits apply to each source and position; for
// reproducible results, set a limit of nodes and one worker.
func Sources(limits solver.Options) []Source {
	noLemmas := limits
	noLemmas.NoLemmas = true
	return []Source{
		Engine("memo", brute.Memo{}, limits),
		Engine("naive", brute.Naive{}, limits),
		Engine("negamax", negamax.Engine{}, limits),
		Engine("negamax, no lemmas", negamax.Engine{}, noLemmas),
		Engine("pn", pn.Engine{}, limits),
		Engine("pn, no lemmas", pn.Engine{}, noLemmas),
		Engine("retrograde", retrograde.Engine{}, limits),
		Engine("theory", auto.Theory{}, limits),
		Engine("auto", auto.Engine{Distance: true}, limits),
		AllMoves(limits),
		Images(negamax.Engine{}, limits),
		Certificates("certificate", false, limits),
		Certificates("certificate, strategy", true, limits),
		Mex(),
		Comparison(),
	}
}

// Engine returns an engine as a source, with the given options.
func Engine(name string, e solver.Engine, opt solver.Options) Source {
	return Source{Name: name, Ask: func(ctx context.Context, p variants.Position) (Verdict, error) {
		r, err := e.Solve(ctx, p, opt)
		return Verdict{Result: r}, err
	}}
}

// AllMoves returns the verdicts of auto.Engine on all moves, from which distance and best moves
// of the position follow.
func AllMoves(opt solver.Options) Source {
	return Source{Name: "all moves", Ask: func(ctx context.Context, p variants.Position) (Verdict, error) {
		known, err := auto.Engine{Distance: true}.AllMoves(ctx, p, opt)
		return ofMoves(p, interchange.Values(known.Moves())), err
	}}
}

// Images returns an engine that is asked about an image of the position, under the last symmetry
// of the game, and whose best moves are translated back. It applies if the game has a symmetry.
func Images(e solver.Engine, opt solver.Options) Source {
	return Source{
		Name:    e.Name() + ", an image",
		Applies: func(p variants.Position) bool { return len(p.Game().Symmetries()) > 1 },
		Ask: func(ctx context.Context, p variants.Position) (Verdict, error) {
			syms := p.Game().Symmetries()
			sym := syms[len(syms)-1]
			r, err := e.Solve(ctx, p.Image(sym), opt)
			images := r.Best
			r.Best, r.PV = 0, nil
			for m := range p.Legal().Cells() {
				if images.Has(int(p.ImageMove(sym, variants.Move(m)))) {
					r.Best = r.Best.With(m)
				}
			}
			return Verdict{Result: r}, err
		},
	}
}

// File returns a source with the verdicts of a file.
func File(name string, entries []interchange.Entry) Source {
	said := map[string]Verdict{}
	text := func(p variants.Position) string { return p.Game().Variant().Key() + " " + p.String() }
	for _, e := range entries {
		c := ofMoves(e.Position, e.Moves)
		c.Outcome, c.Nimber, c.ColValue = e.Outcome(), e.Nimber, e.Value
		said[text(e.Position)] = c
	}
	return Source{
		Name:    name,
		Applies: func(p variants.Position) bool { _, ok := said[text(p)]; return ok },
		Ask: func(_ context.Context, p variants.Position) (Verdict, error) {
			return said[text(p)], nil
		},
	}
}

// ofMoves returns the verdict that follows from the values of the moves of a position.
func ofMoves(p variants.Position, moves []interchange.MoveValue) Verdict {
	c := Nothing()
	c.Moves = moves
	c.Outcome = interchange.Entry{Position: p, Moves: moves}.Outcome()
	var legal variants.MoveSet
	for _, m := range moves {
		legal = legal.With(int(m.Move))
		if m.Distance == solver.NoDistance && m.Outcome != solver.Loss || c.Outcome == solver.Loss && m.Distance == solver.NoDistance {
			return c // it may be better than the others
		}
	}
	if legal != p.Legal() {
		return c
	}
	if len(moves) == 0 {
		c.Distance = 0
		return c
	}
	best := slices.MinFunc(moves, func(a, b interchange.MoveValue) int { return a.Compare(b.Score) })
	c.Distance = best.Distance
	for _, m := range moves {
		if m.Score == best.Score {
			c.Best = c.Best.With(int(m.Move))
		}
	}
	return c
}
