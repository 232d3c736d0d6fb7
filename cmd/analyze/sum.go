package analyze

import (
	"context"

	"gridlock/internal/cli"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// add solves a sum of positions. The error is a [cli.UsageError] if they cannot be added.
func (opt *options) add(ctx context.Context, display *cli.Display, task string, positions []variants.Position) (auto.Sum, error) {
	if err := opt.game.RefuseWithSum("distance", "last", "lines", "depth", "record", "svg", "every-ply", "report"); err != nil {
		return auto.Sum{}, err
	}
	ctx, cancel := opt.search.Timeout.Context(ctx)
	defer cancel()
	return cli.AddUp(ctx, display, task, positions, opt.search.Options())
}
