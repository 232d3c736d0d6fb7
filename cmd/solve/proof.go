package solve

import (
	"context"
	"fmt"
	"math"

	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/report"
	"gridlock/proof/certify"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// newCertificate prepares to write what --proof asks for; nil if it does not.
func (opt *options) newCertificate(game *variants.Game) (*files.Certificate, error) {
	if opt.proof == "" {
		return nil, nil
	}
	c, err := files.StageCertificate(opt.proof, game, opt.limits())
	if err != nil {
		return nil, fmt.Errorf("--proof: %w", err)
	}
	return c, nil
}

// prove writes the certificate of an answer, and shows its progress.
func (opt *options) prove(ctx context.Context, display *console.Display, c *files.Certificate, a answer) (*report.Certificate, error) {
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
	request := certify.Request{Root: a.position, Winner: winner, Strategy: opt.wantsStrategy(), Limits: limits}
	switch {
	case opt.small && opt.search.Timeout.Given():
		request.Small = math.MaxInt
	case opt.small:
		request.Small = certify.SmallSteps
	}
	written, err := c.Write(ctx, request)
	if err == nil && opt.small && written.Records > certify.MostSmall && !opt.progress.Quiet() {
		fmt.Fprintf(opt.errOut, "gridlock: --small has not looked for fewer than %s records: it does up to %s\n",
			console.Count(written.Records), console.Count(certify.MostSmall))
	}
	return written, err
}

// wantsStrategy reports whether the user has asked for an engine that searches.
func (opt *options) wantsStrategy() bool {
	return opt.noLemmas() || !opt.engine.isDefault() && opt.engine.Name() != auto.Theory{}.Name()
}
