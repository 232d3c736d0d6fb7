package foreign_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/randomplay"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/brute"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// positions returns random positions of a game, with holes and on boards of any shape.
func positions(t testing.TB, v variants.Variant, cells, count int) (all []variants.Position) {
	t.Helper()
	r := randomplay.New(7)
	for range count {
		rows, cols := v.Rows, v.Cols
		if v.Family().Rows == 0 {
			rows = 1 + r.IntN(cells/v.MinCols)
			cols = v.MinCols + r.IntN(cells/rows-v.MinCols+1)
		}
		game, err := v.NewGame(rows, cols)
		require.NoError(t, err)
		history := randomplay.Game(r, randomplay.Start(r, game, 0.15))
		all = append(all, history[r.IntN(len(history))])
	}
	return all
}

// source is a way to find a result. One with an error must still be right.
type source struct {
	name string
	ask  func(ctx context.Context, p variants.Position) (solver.Result, error)
}

// of returns an engine as a source.
func of(name string, e solver.Engine, opt solver.Options) source {
	return source{name, func(ctx context.Context, p variants.Position) (solver.Result, error) { return e.Solve(ctx, p, opt) }}
}

// sources returns all engines, with and without lemmas, what follows from the moves, an image and
// certificates. The limits are those of each source and position.
func sources(limits solver.Options) []source {
	noLemmas := limits
	noLemmas.NoLemmas = true
	return []source{
		of("memo", brute.Memo{}, limits),
		of("naive", brute.Naive{}, limits),
		of("negamax", negamax.Engine{}, limits),
		of("negamax, no lemmas", negamax.Engine{}, noLemmas),
		of("pn", pn.Engine{}, limits),
		of("pn, no lemmas", pn.Engine{}, noLemmas),
		of("retrograde", retrograde.Engine{}, limits),
		of("theory", auto.Theory{}, limits),
		of("auto", auto.Engine{Distance: true}, limits),
		{"all moves", func(ctx context.Context, p variants.Position) (solver.Result, error) {
			known, err := auto.Engine{Distance: true}.AllMoves(ctx, p, limits)
			return known.Result(), errors.Join(err, known.Err())
		}},
		{"an image", func(ctx context.Context, p variants.Position) (solver.Result, error) { return ofImage(ctx, p, limits) }},
		{"certificate", func(ctx context.Context, p variants.Position) (solver.Result, error) {
			return certified(ctx, p, false, limits)
		}},
		{"strategy", func(ctx context.Context, p variants.Position) (solver.Result, error) {
			return certified(ctx, p, true, limits)
		}},
	}
}

// ofImage returns the result of the position's image under the last symmetry, with its best moves
// translated back.
func ofImage(ctx context.Context, p variants.Position, limits solver.Options) (solver.Result, error) {
	syms := p.Game().Symmetries()
	sym := syms[len(syms)-1]
	r, err := negamax.Engine{}.Solve(ctx, p.Image(sym), limits)
	images := r.Best
	r.Best, r.PV = 0, nil
	for m := range p.Legal().Cells() {
		if images.Has(int(p.ImageMove(sym, variants.Move(m)))) {
			r.Best = r.Best.With(m)
		}
	}
	return r, err
}

// certified returns what a certificate proves, by the best method or by a strategy. The checker has to
// accept it.
func certified(ctx context.Context, p variants.Position, strategy bool, limits solver.Options) (solver.Result, error) {
	r := solver.Undecided("certificate")
	prover, err := pn.NewProver(p.Game(), limits)
	if err != nil {
		return r, err
	}
	defer prover.Close()
	found, err := pn.Engine{Prover: prover}.Solve(ctx, p, limits)
	if err != nil {
		return r, err
	}
	winner, _ := found.Winner(p)
	w, err := certify.Request{Root: p, Winner: winner, Strategy: strategy, Prover: prover, Limits: limits}.Extract(ctx, new(bytes.Buffer))
	if err != nil {
		return r, err
	}
	var file bytes.Buffer
	if err := w.Finish(&file, false); err != nil {
		return r, err
	}
	proven, _, err := proof.Check(ctx, &file, proof.Options{Games: []variants.Variant{p.Game().Variant()}})
	if err != nil {
		return r, err
	}
	r.Outcome, r.Nimber = solver.OutcomeOf(proven.Header.WinnerPlayer() == proven.Root.Side()), proven.Header.Nimber
	return r, nil
}

// agree asks all sources about a position. No two of them may contradict each other, nor any the rules, in
// what it says before a limit either. It counts the answers of each source.
func agree(t require.TestingT, ctx context.Context, p variants.Position, all []source, answers map[string]int) {
	said := map[string]solver.Result{}
	for _, s := range all {
		r, err := s.ask(ctx, p)
		if err == nil {
			answers[s.name]++
		} else {
			require.ErrorIs(t, err, solver.ErrLimit, "%s: %s %v", s.name, p.Game().Variant().Key(), p)
		}
		require.Empty(t, absurd(p, r), "%s: %s %v", s.name, p.Game().Variant().Key(), p)
		for name, other := range said {
			require.Empty(t, contradiction(r, other), "%s and %s: %s %v", s.name, name, p.Game().Variant().Key(), p)
		}
		said[s.name] = r
	}
}

// contradiction says in what two results of a position cannot both be right, "" for nothing.
func contradiction(a, b solver.Result) string {
	exact := a.Distance != solver.NoDistance && b.Distance != solver.NoDistance
	switch {
	case a.Outcome != solver.Unknown && b.Outcome != solver.Unknown && a.Outcome != b.Outcome:
		return "outcome"
	case exact && a.Distance != b.Distance:
		return "distance"
	case exact && a.Best != b.Best:
		return "best moves"
	case a.Outcome == solver.Win && a.BestComplete && a.Distance == solver.NoDistance && b.Best&^a.Best != 0:
		return "winning moves"
	case b.Outcome == solver.Win && b.BestComplete && b.Distance == solver.NoDistance && a.Best&^b.Best != 0:
		return "winning moves"
	case a.Nimber != nil && b.Nimber != nil && *a.Nimber != *b.Nimber:
		return "nimber"
	case a.ColValue != "" && b.ColValue != "" && a.ColValue != b.ColValue:
		return "value"
	}
	return ""
}

// absurd says in what the rules alone show that a result is wrong, "" for nothing.
func absurd(p variants.Position, r solver.Result) string {
	exact := r.Distance != solver.NoDistance
	switch {
	case r.Outcome == solver.Win && p.Over():
		return "outcome"
	case exact && ((r.Distance%2 == 1) != (r.Outcome == solver.Win) || (r.Distance == 0) != p.Over()):
		return "distance"
	case r.Best&^p.Legal() != 0 || exact && r.Best == 0 && !p.Over():
		return "best moves"
	case len(r.PV) > 0 && (!r.Best.Has(int(r.PV[0])) || exact && len(r.PV) > r.Distance):
		return "line"
	}
	at := p
	for _, m := range r.PV {
		if at.CheckMove(m) != nil {
			return "line"
		}
		at = at.Play(m)
	}
	if exact && len(r.PV) == r.Distance && !at.Over() {
		return "line"
	}
	return ""
}

// Contradictions and what the rules refute are noticed.
func TestDisagreements(t *testing.T) {
	v, err := variants.Lookup(variants.Lockdown)
	require.NoError(t, err)
	p, err := v.Parse("X../.../..O x")
	require.NoError(t, err)
	right, err := brute.Memo{}.Solve(t.Context(), p, solver.Options{})
	require.NoError(t, err)
	require.Empty(t, absurd(p, right))
	require.Empty(t, contradiction(right, right))
	require.Empty(t, contradiction(right, solver.Undecided("nobody")))
	for want, change := range map[string]func(*solver.Result){
		"outcome":    func(r *solver.Result) { r.Outcome, r.Distance = solver.Loss, solver.NoDistance },
		"distance":   func(r *solver.Result) { r.Distance += 2 },
		"best moves": func(r *solver.Result) { r.Best = p.Legal() },
		"winning moves": func(r *solver.Result) {
			r.Best, r.Distance, r.BestComplete = p.Legal()&^r.Best, solver.NoDistance, true
		},
		"nimber": func(r *solver.Result) { r.Nimber = new(2) },
		"value":  func(r *solver.Result) { r.ColValue = "1/2" },
	} {
		known, wrong := right, right
		known.Nimber, known.ColValue = new(1), "1"
		change(&wrong)
		require.Equal(t, want, contradiction(known, wrong))
		require.Equal(t, want, contradiction(wrong, known))
	}
	for want, change := range map[string]func(*solver.Result){
		"distance":   func(r *solver.Result) { r.Distance++ },
		"best moves": func(r *solver.Result) { r.Best = r.Best.With(0) },
		"line":       func(r *solver.Result) { r.PV = append([]variants.Move{r.PV[0]}, r.PV[:len(r.PV)-1]...) },
	} {
		wrong := right
		change(&wrong)
		require.Equal(t, want, absurd(p, wrong))
	}
}
