package estimate

import (
	"context"
	"errors"

	"gridlock/solver"
	"gridlock/variants"
)

// Cost is what it takes to solve a position by an engine that leaves nothing out.
type Cost struct {
	Engine  string
	Nodes   float64 // that it visits
	Memory  float64 // bytes at the most
	Disk    float64 // bytes of the table that it builds, 0 where it builds none
	Seconds float64 // at the speed measured here, on smaller work of the same kind
}

// tableBytes is how many bytes of memory a position of a table takes while retrograde builds
// it: one for its key and one for its distance.
const tableBytes = 2

// diskBytes returns how many bytes of the store a position takes, as measured for the
// tables in docs/results.md.
func diskBytes(id string) float64 {
	return map[string]float64{
		variants.Classic: 1.8, variants.Duel: 3.65, variants.Lockdown: 1.5, variants.Claim: 3.3, variants.Blockade: 1.6,
	}[id]
}

// speedNodes is for how many nodes the searches run to measure their speed.
const speedNodes = 200_000

// Costs says what it takes naive to walk through the tree, memo to visit every state, and
// retrograde, with so many workers, to build the table. The engines run for some tenths of
// a second each to measure their speed. The error is that of ctx.
func Costs(ctx context.Context, p variants.Position, t Tree, s States, workers int) ([]Cost, error) {
	naive, err := speed(ctx, solver.Naive{}, p, solver.Options{Nodes: speedNodes})
	if err != nil {
		return nil, err
	}
	memo, err := speed(ctx, solver.Memo{}, p, solver.Options{Nodes: speedNodes})
	if err != nil {
		return nil, err
	}
	small, err := smallGame(p.Game().Variant())
	if err != nil {
		return nil, err
	}
	retrograde, err := speed(ctx, solver.Retrograde{}, small.Start(), solver.Options{Workers: workers})
	if err != nil {
		return nil, err
	}
	return []Cost{
		{Engine: "naive", Nodes: t.Nodes, Seconds: t.Nodes / naive},
		{Engine: "memo", Nodes: s.States, Memory: s.States * solver.MemoEntryBytes, Seconds: s.States / memo},
		{
			Engine: "retrograde", Nodes: s.Positions, Memory: s.Positions*tableBytes + s.lookup()*solver.NewKeys(p.Game()).LookupBytes(),
			Disk: s.Positions * diskBytes(p.Game().Variant().ID), Seconds: s.Positions / retrograde,
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

// smallGame returns a game on a board whose table takes some tenths of a second.
func smallGame(v variants.Variant) (*variants.Game, error) {
	switch v.ID {
	case variants.Classic, variants.Duel:
		return v.NewGame(5, 5)
	case variants.Claim:
		return v.NewGame(6, 6)
	}
	return v.NewGame(4, 4)
}

// lookup returns the positions of the layers in which positions are looked up at a time:
// the largest, or the ten that follow each other and are largest together.
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
