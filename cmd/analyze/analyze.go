// Package analyze is the verb "analyze", which gives the result of every move of a position, with a reason, and reviews
// games. It builds a cobra command; the analysis itself is in package gridlock/analysis, the drawing in
// gridlock/internal/draw.
package analyze

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

type options struct {
	flags.Positions
	last     bool
	distance bool
	lines    int
	depth    int
	pictures pictures
	report   string
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Aliases: []string{"analyse"},
		Use:     "analyze [GAME] [flags]",
		Short:   "Evaluate every move of a position, or review a game",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opt.pictures.check(opt.Game.Given); err != nil {
				return err
			}
			return opt.Run(cmd, flags.Answers{
				One: opt.analyzeOne, Line: opt.analyzeLine, Moves: true,
				Without: []string{"distance", "last", "lines", "depth", "record", "svg", "every-ply", "report"},
			})
		},
	}
	opt.AddFlags(cmd, ", in a review for each ply")
	plain := cmd.Flags()
	opt.Game.AddRecord(cmd, "review the game in this file")
	plain.BoolVar(&opt.last, "last", false, "analyse only the last position, without a review of the game")
	plain.BoolVar(&opt.distance, "distance", false, "find the number of plies of every move, however long it takes")
	flags.Number(cmd, &opt.lines, "lines", 1, 0, 0, "show a line of best play for each of the best `N` moves")
	flags.Number(cmd, &opt.depth, "depth", 0, 0, 0, "show at most `N` plies of a line (default: all)")
	opt.pictures.addFlags(cmd)
	flags.Output(cmd, &opt.report, "report", "", "write the review as a web page to this file")
	cli.Exclude(cmd, "last", "report", "every-ply")
	cli.Exclude(cmd, "stdin", "record", "last", "svg", "every-ply", "report")
	return cmd
}

// analyzeOne analyses the position or the game that the flags name.
func (opt *options) analyzeOne(ctx context.Context) error {
	start, moves, err := opt.Game.Record()
	if err != nil {
		return err
	}
	if err := opt.CheckClass(variants.GameRecord{Start: start, Moves: moves}.Position()); err != nil {
		return err
	}
	files, err := opt.stage(len(moves))
	if err != nil {
		return err
	}
	defer files.discard()
	ctx, cancel := opt.Search.Timeout.Context(ctx)
	defer cancel()
	display := opt.Start()
	game, limited := opt.analyze(ctx, display, "", start, moves)
	display.Stop()
	text := opt.text(game, console.StyleFor(opt.Out), console.Columns(opt.Out))
	if err := errors.Join(files.write(ctx, game), opt.Format.Print(opt.Out, report.NewStudy(game, limited), text)); err != nil {
		return err
	}
	return limited
}

// analyze analyses a game within the limits of the flags, except the time, and shows its progress. The parameter task
// is the position's name in the display.
func (opt *options) analyze(ctx context.Context, display *console.Display, task string, start variants.Position, moves []variants.Move) (analysis.Review, error) {
	if opt.last {
		for _, m := range moves {
			opt.pictures.before, opt.pictures.skipped = new(start), m
			start = start.Play(m)
		}
		moves = nil
	}
	watch := func(ply int, p variants.Position) (*solver.Monitor, func()) {
		if len(moves) > 0 {
			task = fmt.Sprintf("after ply %d", ply)
		}
		return display.WatchMoves(task, p)
	}
	return analysis.ReviewGame(ctx, start, moves, analysis.Options{
		Options: opt.Search.Options(), Auto: auto.Engine{Distance: opt.distance}, Store: opt.Library, Difficulty: true, Worth: true, Class: opt.Class, Watch: watch,
	})
}

// analyzeLine analyses a position of standard input.
func (opt *options) analyzeLine(ctx context.Context, display *console.Display, task string, p variants.Position) error {
	game, limited := opt.analyze(ctx, display, task, p, nil)
	return cmp.Or(printable.WriteJSON(opt.Out, report.NewStudy(game, limited)), limited)
}
