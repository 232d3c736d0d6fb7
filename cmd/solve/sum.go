package solve

import (
	"context"

	"gridlock/internal/cli"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// refuseSum returns what is wrong with the flags where positions are to be added.
func (opt *options) refuseSum() error {
	if !opt.engine.isDefault() && opt.engine.Name() != (auto.Theory{}).Name() {
		return cli.Usagef("--engine %s does not go with a sum of positions, which theory decides", opt.engine.Name())
	}
	return opt.game.RefuseWithSum("distance", "lemmas", "fresh", "resume", "proof")
}

// add solves a sum of positions. The error is a [cli.UsageError] if they cannot be added.
func (opt *options) add(ctx context.Context, display *cli.Display, task string, positions []variants.Position) (auto.Sum, error) {
	if err := opt.refuseSum(); err != nil {
		return auto.Sum{}, err
	}
	ctx, cancel := opt.search.Timeout.Context(ctx)
	defer cancel()
	return cli.AddUp(ctx, display, task, positions, opt.limits())
}
