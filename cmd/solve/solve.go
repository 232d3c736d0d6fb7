// Package solve is the verb "solve", which finds who wins a position. It builds
// a cobra command; the solving itself is in package gridlock/solver.
package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

type options struct {
	game     flags.Game
	engine   choice
	lemmas   flags.Choice
	distance bool
	allMoves bool
	class    bool
	search   flags.Limits
	format   flags.Format
	stdin    bool
	progress flags.Progress
	db       files.Store
	anew     bool // --fresh
	resume   bool
	proof    string
	small    bool
	kept     *files.Keeper
	library  *files.Library
	errOut   io.Writer
}

// New returns the command.
func New() *cobra.Command {
	opt := options{engine: defaultEngine()}
	cmd := &cobra.Command{
		Use:   "solve [GAME] [flags]",
		Short: "Find who wins a position, in how many plies, and how",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opt.check(); err != nil {
				return err
			}
			opt.errOut = cmd.ErrOrStderr()
			if err := opt.openStore(opt.errOut); err != nil {
				return err
			}
			defer opt.kept.Close()
			opt.library = opt.kept.Library()
			switch {
			case opt.game.IsSum():
				return opt.sums().Answer(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			case opt.stdin:
				return opt.solveLines(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return opt.solveOne(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	opt.game.AddFlags(cmd)
	plain := cmd.Flags()
	flags.Value(cmd, "engine", "NAME", opt.engine.Name(), "the engine: "+strings.Join(engineNames(anything), ", "), opt.setEngine)
	plain.BoolVar(&opt.distance, "distance", false, "find the number of plies, however long it takes")
	plain.BoolVar(&opt.allMoves, "all-moves", false, "evaluate every legal move")
	flags.Class(cmd, &opt.class)
	opt.lemmas.AddFlag(cmd, "lemmas", "on|off", "whether to use lemmas; off searches by the rules alone; for "+strings.Join(engineNames(searchNoLemmas), ", "),
		lemmasOn, lemmasOff)
	opt.search.AddFlags(cmd, "", "; with --stdin, for each position")
	opt.format.AddFlags(cmd, "", "text", "json")
	flags.Stdin(cmd, &opt.stdin, ", and print a line of JSON for each")
	opt.progress.AddFlags(cmd)
	opt.db.AddFlag(cmd)
	opt.addResume(plain)
	flags.Output(cmd, &opt.proof, "proof", "", "write a certificate of the verdict to this file")
	plain.BoolVar(&opt.small, "small", false, "with --proof, look for a certificate with few records, for people to read")
	for _, flag := range []string{"proof", "resume"} {
		cli.Exclude(cmd, flag, "stdin", "all-moves")
	}
	cli.Exclude(cmd, "fresh", "resume")
	cli.Complete(cmd, "engine", engineNames(anything)...)
	return cmd
}

// The values of --lemmas.
const (
	lemmasOn  = "on"
	lemmasOff = "off"
)

// check looks whether the flags go together.
func (opt *options) check() error {
	switch name := opt.engine.Name(); {
	case opt.game.IsSum():
		return nil
	case opt.noLemmas() && !opt.engine.noLemmas:
		return cli.Usagef("--lemmas=off does not go with --engine %s: only %s can search with lemmas or without",
			name, cli.List(engineNames(searchNoLemmas)))
	case opt.small && opt.proof == "":
		return cli.Usagef("--small is about the certificate of --proof, and there is none")
	case opt.distance && !opt.engine.distance:
		return cli.Usagef("--distance does not go with --engine %s, which never finds a number of plies: only %s do",
			name, cli.List(engineNames(findDistance)))
	case opt.allMoves && !opt.engine.isDefault():
		return cli.Usagef("--all-moves does not go with --engine %s: only %v answers for all moves at once",
			name, defaultEngine().Name())
	}
	return opt.checkResume()
}

// noLemmas reports whether to search without lemmas.
func (opt *options) noLemmas() bool { return opt.lemmas.Value() == lemmasOff }

// sums returns how to answer about sums of positions.
func (opt *options) sums() *flags.Sums {
	without := []string{"distance", "lemmas", "fresh", "resume", "proof"}
	if opt.wantsStrategy() {
		without = append(without, "engine "+opt.engine.Name())
	}
	return &flags.Sums{
		Game: &opt.game, Search: &opt.search, Progress: &opt.progress, Format: &opt.format,
		Class: opt.class, Moves: opt.allMoves, Without: without,
	}
}

// solveLines solves positions from standard input, one a line, and writes a line of JSON
// for each, in order, as soon as it is known.
func (opt *options) solveLines(ctx context.Context, in io.Reader, out, errOut io.Writer) error {
	lines := flags.Positions{Sums: *opt.sums(), In: in, Out: out, ErrOut: errOut}
	return lines.Each(ctx, func(ctx context.Context, display *console.Display, task string, p variants.Position) error {
		found, solveErr := opt.solveBoth(ctx, display, task, p, nil)
		return cmp.Or(found.writeJSON(out), solveErr)
	})
}

// solveOne solves the position that the flags name.
func (opt *options) solveOne(ctx context.Context, out, errOut io.Writer) error {
	p, err := opt.game.Position()
	if err != nil {
		return err
	}
	if err := flags.CheckClass(opt.class, p); err != nil {
		return err
	}
	certificate, err := opt.newCertificate(p.Game())
	if err != nil {
		return err
	}
	defer certificate.Discard()
	interrupted := ctx
	ctx, cancel := opt.search.Timeout.Context(ctx)
	defer cancel()
	display := opt.progress.Start(out, errOut)
	found, err := opt.solveBoth(ctx, display, "", p, certificate)
	if !opt.format.JSON() {
		err = errors.Join(found.writeText(out, console.StyleFor(out)), err)
	}
	if certificate != nil {
		var failed error
		found.proof, failed = opt.prove(ctx, display, certificate, found)
		err = errors.Join(err, failed, interrupted.Err())
		found.limit = cmp.Or(found.limit, report.Limit(err))
	}
	display.Stop()
	if found.proof != nil && !opt.progress.Quiet() {
		files.SayCertificate(errOut, found.proof)
	}
	if opt.format.JSON() {
		err = errors.Join(found.writeJSON(out), err)
	}
	return err
}

// limits returns the limits of the flags.
func (opt *options) limits() solver.Options {
	limits := opt.search.Options()
	limits.NoLemmas = opt.noLemmas()
	return limits
}

// solveBoth solves a position and, if its class was asked for, the one with the other player to move.
func (opt *options) solveBoth(ctx context.Context, display *console.Display, task string, p variants.Position, certificate *files.Certificate) (answer, error) {
	found, err := opt.solve(ctx, display, task, p, certificate)
	if !opt.class {
		return found, err
	}
	q, none := analysis.OtherBegins(p)
	if none != nil {
		return found, cmp.Or(err, none)
	}
	other := solver.Undecided("")
	if q != p {
		second := *opt
		second.allMoves = false
		answer, failed := second.solve(ctx, display, cmp.Or(task+" ", "")+fmt.Sprintf("with %v to move", q.Side()), q, nil)
		other, err = answer.result, cmp.Or(err, failed)
		found.limit = cmp.Or(found.limit, answer.limit)
	}
	found.class, found.other = new(analysis.NewClass(p, found.result.Outcome, other.Outcome)), other.Stats
	return found, err
}

// solve solves a position within the limits of the flags, except the time, and shows how
// far it is. What it finds out is left to a certificate that is to be written.
func (opt *options) solve(ctx context.Context, display *console.Display, task string, p variants.Position, certificate *files.Certificate) (answer, error) {
	watch := display.Watch
	if opt.allMoves {
		watch = display.WatchMoves
	}
	monitor, done := watch(task, p)
	defer done()
	limits := opt.limits()
	limits.Monitor = monitor
	how := analysis.Options{Options: limits, Auto: auto.Engine{Distance: opt.distance}, Store: opt.library, Fresh: opt.fresh()}
	if certificate != nil {
		how.Auto.Prover = certificate.Prover
	}
	began := time.Now()
	if opt.allMoves {
		found, err := analysis.Analyze(ctx, p, how)
		a := opt.answer(p, found.Answer, began, found.Moves, err)
		opt.explain(&a, found.Reason)
		return a, err
	}
	var kept resumable
	how.Checkpoint = opt.checkpoint(ctx, display, &kept)
	end := func(error) {}
	if !opt.engine.isDefault() {
		how.Engine, end = opt.engineFor(display, p, how.Auto.Prover, &kept)
	}
	found, err := analysis.Ask(ctx, p, analysis.Verdict, how)
	end(err)
	if !opt.progress.Quiet() {
		defer kept.say(opt.errOut, err)
	}
	a := opt.answer(p, found, began, nil, err)
	reason, _ := analysis.Explain(ctx, p, found.Result())
	opt.explain(&a, reason)
	return a, err
}

// explain adds by which lemma the position is decided, unless an engine was asked for that has
// used none.
func (opt *options) explain(a *answer, reason analysis.Reason) {
	if opt.noLemmas() || !opt.engine.isDefault() && a.result.Lemma == "" {
		return
	}
	a.why, a.result.Lemma = reason.Text, cmp.Or(reason.Name(), a.result.Lemma)
}

// answer returns what was found, and the time it took.
func (opt *options) answer(p variants.Position, found analysis.Answer, began time.Time, moves []analysis.Move, err error) answer {
	a := answer{position: p, result: found.Result(), origin: found.Origin, more: opt.more(err), limit: report.Limit(err)}
	a.result.Stats = found.Stats
	if found.Origin != nil {
		a.result.Stats.Elapsed = time.Since(began)
	}
	if opt.allMoves {
		a.moves = append([]analysis.Move{}, moves...)
	}
	return a
}

// more reports whether the distance could be asked for after a search that ended with
// the error.
func (opt *options) more(err error) bool {
	return err == nil && opt.engine.isDefault() && !opt.distance
}
