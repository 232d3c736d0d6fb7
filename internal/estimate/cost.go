package estimate

import (
	"context"
	"errors"

	"gridlock/bitboard"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/keys"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// Cost is the cost of solving a position with an exhaustive engine.
type Cost struct {
	Engine  string
	Nodes   float64 // visited by the engine
	Memory  float64 // maximum, in bytes
	Disk    float64 // bytes of the table that the engine builds, 0 if none
	Seconds float64 // at the speed measured here, on smaller work of the same kind
}

// tableBytes is the number of bytes of memory for a position of a table while retrograde builds
// it: one for its key and one for its distance.
const tableBytes = 2

// diskBytes returns the number of bytes of the store for a position, as measured for the tables
// of the five games in docs/results.md. For another game it uses the game whose States are most
// similar.
func diskBytes(t variants.Traits) float64 {
	switch {
	case t.Sets():
		return 3.65 // duel
	case t.TwoMarkers() && !t.Blocks:
		return 1.5 // lockdown
	case t.TwoMarkers():
		return 1.6 // blockade
	case t.Mine == variants.Marker || t.Yours == variants.Marker:
		return 1.8 // classic
	}
	return 3.3 // claim
}

// speedNodes is the number of nodes for which the searches run to measure their speed.
const speedNodes = 200_000

// Costs returns the cost for brute.Naive to walk the tree, for brute.Memo to visit every state,
// and for retrograde, with the given number of workers, to build the table. The engines run for
// a few tenths of a second each to measure their speed. The error is that of ctx.
func Costs(ctx context.Context, p variants.Position, t Tree, s States, workers int) ([]Cost, error) {
	naive, err := speed(ctx, brute.Naive{}, p, solver.Options{Nodes: speedNodes})
	if err != nil {
		return nil, err
	}
	memo, err := speed(ctx, brute.Memo{}, p, solver.Options{Nodes: speedNodes})
	if err != nil {
		return nil, err
	}
	table, err := tableSpeed(ctx, p.Game().Variant(), workers)
	if err != nil {
		return nil, err
	}
	return []Cost{
		{Engine: "naive", Nodes: t.Nodes, Seconds: t.Nodes / naive},
		{Engine: "memo", Nodes: s.States, Memory: s.States * brute.MemoEntryBytes, Seconds: s.States / memo},
		{
			Engine: "retrograde", Nodes: s.Positions, Memory: s.Positions*tableBytes + s.lookup()*retrograde.LookupBytes(keys.New(p.Game())),
			Disk: s.Positions * diskBytes(p.Game().Traits()), Seconds: s.Positions / table,
		},
	}, nil
}

// speed returns how many nodes an engine visits in a second.
func speed(ctx context.Context, e solver.Engine, p variants.Position, opt solver.Options) (float64, error) {
	r, err := e.Solve(ctx, p, opt)
	if err != nil && (ctx.Err() != nil || !errors.Is(err, solver.ErrLimit)) {
		return 0, err
	}
	return max(1, float64(r.Stats.Nodes)) / max(r.Stats.Elapsed.Seconds(), 1e-6), nil
}

// To measure the speed of retrograde, tables of increasingly large boards are built until one
// has enough positions, or too many.
const (
	enoughPositions = 3_000
	mostPositions   = 250_000
)

// tableSpeed returns how many positions of a table of the game retrograde computes in a second.
func tableSpeed(ctx context.Context, v variants.Variant, workers int) (perSecond float64, err error) {
	all, err := boards(v)
	if err != nil {
		return 0, err
	}
	for _, game := range all {
		r, err := retrograde.Engine{}.Solve(ctx, game.Start(), solver.Options{Workers: workers, Nodes: mostPositions})
		switch {
		case ctx.Err() != nil:
			return 0, err
		case err == nil || perSecond == 0:
			perSecond = max(1, float64(r.Stats.Nodes)) / max(r.Stats.Elapsed.Seconds(), 1e-6)
		}
		switch {
		case errors.Is(err, solver.ErrLimit) || err == nil && r.Stats.Nodes >= enoughPositions:
			return perSecond, nil
		case err != nil:
			return 0, err
		}
	}
	return perSecond, nil
}

// boards returns square boards of a game, the small ones first; the only board of one whose rules say it.
func boards(v variants.Variant) (all []*variants.Game, err error) {
	if v.Family().Rows != 0 {
		return []*variants.Game{v.Default()}, nil
	}
	for side := max(2, v.MinCols); side*side <= bitboard.MaxCells; side++ {
		game, err := v.NewGame(side, side)
		if err != nil {
			return nil, err
		}
		all = append(all, game)
	}
	return all, nil
}

// lookup returns the number of positions in the layers in which positions are looked up at a
// time: the largest layer, or the ten consecutive ones that are largest together.
func (s States) lookup() (most float64) {
	for i, first := range s.Layers {
		sum := 0.0
		for _, l := range s.Layers[i:] {
			if first.Cells-l.Cells >= 10 || l.Cells < first.Cells && !s.Sums {
				break
			}
			sum += l.Positions
		}
		most = max(most, sum)
	}
	return most
}
