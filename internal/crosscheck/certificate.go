package crosscheck

import (
	"bytes"
	"context"
	"fmt"

	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/variants"
)

// Certificates returns a source that proves its answers, by the best method or by strategies
// only: who wins, and nimbers. Package certify finds the certificates, and they count only if
// the checker of package proof accepts them. If it does not, that is an error.
func Certificates(name string, strategy bool, limits solver.Options) Source {
	return Source{Name: name, Ask: func(ctx context.Context, p variants.Position) (Verdict, error) {
		c := Nothing()
		file, err := certified(ctx, p, strategy, limits)
		if err != nil {
			return c, err
		}
		r, _, err := proof.Check(ctx, file, proof.Options{Games: []variants.Variant{p.Game().Variant()}})
		switch {
		case ctx.Err() != nil:
			return c, solver.Stopped(ctx)
		case err != nil:
			return c, fmt.Errorf("refused: %w", err)
		}
		c.Nimber = r.Header.Nimber
		c.Outcome = solver.Loss
		if r.Header.WinnerPlayer() == r.Root.Side() {
			c.Outcome = solver.Win
		}
		return c, nil
	}}
}

// certified solves a position and returns the certificate of who wins it.
func certified(ctx context.Context, p variants.Position, strategy bool, limits solver.Options) (*bytes.Buffer, error) {
	prover, err := pn.NewProver(p.Game(), limits)
	if err != nil {
		return nil, err
	}
	defer prover.Close()
	result, err := pn.Engine{Prover: prover}.Solve(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	winner, _ := result.Winner(p)
	w, err := certify.Request{
		Root: p, Winner: winner, Strategy: strategy, Prover: prover, Limits: limits,
	}.Extract(ctx, new(bytes.Buffer))
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	return &file, w.Finish(&file, false)
}
