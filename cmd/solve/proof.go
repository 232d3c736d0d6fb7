package solve

import (
	"context"
	"fmt"

	"gridlock/internal/cli"
	"gridlock/internal/report"
	"gridlock/proof/certify"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// newCertificate prepares to write what --proof asks for; nil if it does not.
func (opt *options) newCertificate(game *variants.Game) (*cli.Certificate, error) {
	if opt.proof == "" {
		return nil, nil
	}
	c, err := cli.StageCertificate(opt.proof, game, opt.limits())
	if err != nil {
		return nil, fmt.Errorf("--proof: %w", err)
	}
	return c, nil
}

// prove writes the certificate of an answer, and shows its progress.
func (opt *options) prove(ctx context.Context, display *cli.Display, c *cli.Certificate, a answer) (*report.Certificate, error) {
	winner, ok := a.result.Winner(a.position)
	if !ok {
		if !opt.progress.Quiet() {
			fmt.Fprintf(opt.errOut, "gridlock: %s is not written: nothing has been proven\n", c.Name())
		}
		return nil, nil
	}
	monitor, done := display.Watch("", a.position)
	defer done()
	limits := opt.limits()
	limits.Monitor = monitor
	return c.Write(ctx, certify.Request{Root: a.position, Winner: winner, Strategy: opt.wantsStrategy(), Limits: limits})
}

// wantsStrategy reports whether the user has asked for an engine that searches.
func (opt *options) wantsStrategy() bool {
	return opt.noLemmas() || !opt.engine.isDefault() && opt.engine.Name() != auto.Theory{}.Name()
}
