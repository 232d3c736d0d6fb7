// Package analyze is the verb "analyze", which says what every move of a position leads
// to and why, and reviews games. It builds a cobra command; the analysis itself is in
// package gridlock/analysis, the drawing in gridlock/internal/draw.
package analyze

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

type options struct {
	game     flags.Game
	last     bool
	distance bool
	class    bool
	lines    int
	depth    int
	search   flags.Limits
	format   flags.Format
	stdin    bool
	pictures pictures
	report   string
	progress flags.Progress
	db       files.Store
	kept     *files.Keeper
	library  *files.Library
}

// New returns the command.
func New() *cobra.Command {
	var opt options
	cmd := &cobra.Command{
		Aliases: []string{"analyse"},
		Use:     "analyze [GAME] [flags]",
		Short:   "Evaluate every move of a position, or review a game",
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if err := opt.pictures.check(opt.game.Given); err != nil {
				return err
			}
			if !opt.stdin || opt.db.Given() {
				if opt.kept, err = opt.db.Keeper(opt.stdin, cmd.ErrOrStderr()); err != nil {
					return err
				}
			}
			defer opt.kept.Close()
			opt.library = opt.kept.Library()
			switch {
			case opt.game.IsSum():
				return opt.sums().Answer(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			case opt.stdin:
				return opt.analyzeLines(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return opt.analyzeOne(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.game.AddFlags(cmd)
	plain := cmd.Flags()
	opt.game.AddRecord(cmd, "review the game in this file")
	plain.BoolVar(&opt.last, "last", false, "analyse only the last position, without a review of the game")
	plain.BoolVar(&opt.distance, "distance", false, "find the number of plies of every move, however long it takes")
	flags.Class(cmd, &opt.class)
	flags.Number(cmd, &opt.lines, "lines", 1, 0, 0, "show a line of best play for each of the best `N` moves")
	flags.Number(cmd, &opt.depth, "depth", 0, 0, 0, "show at most `N` plies of a line (default: all)")
	opt.search.AddFlags(cmd, ", in a review for each ply", "; with --stdin, for each position")
	opt.format.AddFlags(cmd, "", "text", "json")
	flags.Stdin(cmd, &opt.stdin, ", and print a line of JSON for each")
	opt.pictures.addFlags(cmd)
	flags.Output(cmd, &opt.report, "report", "", "write the review as a web page to this file")
	opt.progress.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	cli.Exclude(cmd, "last", "report", "every-ply")
	cli.Exclude(cmd, "stdin", "record", "last", "svg", "every-ply", "report")
	return cmd
}

// analyzeOne analyses the position or the game that the flags name.
func (opt *options) analyzeOne(ctx context.Context, out, errOut io.Writer) error {
	start, moves, err := opt.game.Record()
	if err != nil {
		return err
	}
	if err := flags.CheckClass(opt.class, variants.GameRecord{Start: start, Moves: moves}.Position()); err != nil {
		return err
	}
	files, err := opt.stage(len(moves))
	if err != nil {
		return err
	}
	defer files.discard()
	ctx, cancel := opt.search.Timeout.Context(ctx)
	defer cancel()
	display := opt.progress.Start(out, errOut)
	game, limited := opt.analyze(ctx, display, start, moves)
	display.Stop()
	text := opt.text(game, console.StyleFor(out), console.Columns(out))
	if err := errors.Join(files.write(ctx, game), opt.format.Print(out, report.NewAnalysis(game, limited), text)); err != nil {
		return err
	}
	return limited
}

// analyze analyses a game within the limits of the flags, except the time, and shows how far it is.
func (opt *options) analyze(ctx context.Context, display *console.Display, start variants.Position, moves []variants.Move) (analysis.Review, error) {
	if opt.last {
		for _, m := range moves {
			opt.pictures.before, opt.pictures.skipped = new(start), m
			start = start.Play(m)
		}
		moves = nil
	}
	limits := opt.limits()
	limits.Watch = func(ply int, p variants.Position) (*solver.Monitor, func()) {
		task := ""
		if len(moves) > 0 {
			task = fmt.Sprintf("after ply %d", ply)
		}
		return display.WatchMoves(task, p)
	}
	return analysis.ReviewGame(ctx, start, moves, limits)
}

// limits returns the limits of the flags.
func (opt *options) limits() analysis.Options {
	return analysis.Options{Difficulty: true, Class: opt.class, Store: opt.library, Options: opt.search.Options(), Auto: auto.Engine{Distance: opt.distance}}
}

// sums returns how to answer about sums of positions.
func (opt *options) sums() *flags.Sums {
	return &flags.Sums{
		Game: &opt.game, Search: &opt.search, Progress: &opt.progress, Format: &opt.format, Class: opt.class, Moves: true,
		Without: []string{"distance", "last", "lines", "depth", "record", "svg", "every-ply", "report"},
	}
}

// analyzeLines analyses positions from standard input, one a line.
func (opt *options) analyzeLines(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	lines := flags.Positions{Sums: *opt.sums(), In: in, Out: out, ErrOut: errOut}
	return lines.Each(ctx, func(ctx context.Context, display *console.Display, task string, p variants.Position) error {
		limits := opt.limits()
		monitor, done := display.WatchMoves(task, p)
		limits.Monitor = monitor
		found, limited := analysis.Analyze(ctx, p, limits)
		done()
		return cmp.Or(printable.WriteJSON(out, report.NewAnalysis(analysis.Review{End: found}, limited)), limited)
	})
}
