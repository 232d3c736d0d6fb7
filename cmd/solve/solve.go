// Package solve is the verb "solve", which finds who wins a position. It builds
// a cobra command; the solving itself is in package gridlock/solver.
package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/console"
	"gridlock/internal/cli/files"
	"gridlock/internal/cli/flags"
	"gridlock/internal/report"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

type options struct {
	flags.Positions
	engine   choice
	lemmas   flags.Choice
	distance bool
	allMoves bool
	fresh    bool
	resume   bool
	proof    string
	small    bool
}

// New returns the command.
func New() *cobra.Command {
	opt := options{engine: engines[0]}
	cmd := &cobra.Command{
		Use:   "solve [GAME] [flags]",
		Short: "Find who wins a position, in how many plies, and how",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opt.check(); err != nil {
				return err
			}
			without := []string{"distance", "lemmas", "fresh", "resume", "proof"}
			if opt.wantsStrategy() {
				without = append(without, "engine "+opt.engine.Name())
			}
			return opt.Run(cmd, flags.Answers{One: opt.solveOne, Line: opt.solveLine, Moves: opt.allMoves, Without: without})
		},
	}
	opt.AddFlags(cmd, "")
	plain := cmd.Flags()
	flags.Value(cmd, "engine", "NAME", opt.engine.Name(), "the engine: "+strings.Join(engineNames(""), ", "), opt.setEngine)
	plain.BoolVar(&opt.distance, "distance", false, "find the number of plies, however long it takes")
	plain.BoolVar(&opt.allMoves, "all-moves", false, "evaluate every legal move")
	opt.lemmas.AddFlag(cmd, "lemmas", "on|off", "whether to use lemmas; off searches by the rules alone; for "+strings.Join(engineNames("lemmas"), ", "),
		"on", lemmasOff)
	plain.BoolVar(&opt.fresh, "fresh", false, "start over: use no result and no stopped search from the store")
	plain.BoolVar(&opt.resume, "resume", false, "continue a stopped search of the position")
	_ = plain.MarkHidden("resume") // it has no effect any more
	flags.Output(cmd, &opt.proof, "proof", "", "write a certificate of the verdict to this file")
	plain.BoolVar(&opt.small, "small", false, "with --proof, look for a certificate with few records, for people to read")
	for _, flag := range []string{"proof", "resume"} {
		cli.Exclude(cmd, flag, "stdin", "all-moves")
	}
	cli.Exclude(cmd, "fresh", "resume")
	cli.Complete(cmd, "engine", engineNames("")...)
	return cmd
}

// lemmasOff is the value of --lemmas for none.
const lemmasOff = "off"

// check verifies that the flags go together.
func (opt *options) check() error {
	switch {
	case opt.Game.IsSum():
		return nil
	case opt.small && opt.proof == "":
		return cli.Usagef("--small is about the certificate of --proof, and there is none")
	case opt.resume && opt.DB.Missing() != nil:
		return cli.Usagef("--resume needs the store where the search was kept: %w", opt.DB.Missing())
	}
	for _, with := range []struct {
		asked        bool
		flag, format string
	}{
		{opt.noLemmas(), "lemmas", "--lemmas=off does not go with --engine %s: only %s can search with lemmas or without"},
		{opt.distance, "distance", "--distance does not go with --engine %s, which never finds a number of plies: only %s do"},
		{opt.allMoves, "all-moves", "--all-moves does not go with --engine %s: only %s answers for all moves at once"},
		{opt.resume, "resume", "--resume does not go with --engine %s: only %s can resume a search"},
	} {
		if with.asked && !slices.Contains(opt.engine.flags, with.flag) {
			return cli.Usagef(with.format, opt.engine.Name(), cli.List(engineNames(with.flag)))
		}
	}
	return nil
}

// noLemmas reports whether to search without lemmas.
func (opt *options) noLemmas() bool { return opt.lemmas.Value() == lemmasOff }

// usual reports whether the engine is the default one.
func (opt *options) usual() bool { return opt.engine.Name() == engines[0].Name() }

// wantsStrategy reports whether the user has asked for an engine that searches.
func (opt *options) wantsStrategy() bool {
	return opt.noLemmas() || !opt.usual() && opt.engine.Name() != auto.Theory{}.Name()
}

// anew reports whether not to look up results. A user who names an engine wants to see it at work, unless they also
// name a store. With --lemmas=off the answers check known results; with --fresh the search begins anew.
func (opt *options) anew() bool {
	return opt.fresh || opt.noLemmas() || !opt.DB.Named() && !opt.usual()
}

// solveLine solves a position of standard input.
func (opt *options) solveLine(ctx context.Context, display *console.Display, task string, p variants.Position) error {
	found, err := opt.solve(ctx, display, task, p, nil)
	return cmp.Or(found.writeJSON(opt.Out), err)
}

// solveOne solves the position that the flags name.
func (opt *options) solveOne(ctx context.Context) error {
	if board, theorem, ok := opt.Game.Theorem(); ok {
		return opt.writeTheorem(board, theorem)
	}
	p, err := opt.Game.Position()
	if err != nil {
		return err
	}
	if err := opt.CheckClass(p); err != nil {
		return err
	}
	var certificate *files.Certificate
	if opt.proof != "" {
		if certificate, err = files.StageCertificate(opt.proof, p.Game(), opt.limits()); err != nil {
			return fmt.Errorf("--proof: %w", err)
		}
	}
	defer certificate.Discard()
	interrupted := ctx
	ctx, cancel := opt.Search.Timeout.Context(ctx)
	defer cancel()
	display := opt.Start()
	found, err := opt.solve(ctx, display, "", p, certificate)
	if !opt.Format.JSON() {
		more := err == nil && opt.usual() && !opt.distance
		_, failed := io.WriteString(opt.Out, console.SolutionText(found.Answer, found.moves, more, console.StyleFor(opt.Out)))
		err = errors.Join(failed, err)
	}
	if certificate != nil {
		var failed error
		found.proof, failed = opt.prove(ctx, display, certificate, found)
		err = errors.Join(err, failed, interrupted.Err())
		found.limit = cmp.Or(found.limit, err)
	}
	display.Stop()
	if found.proof != nil && !opt.Progress.Quiet() {
		files.SayCertificate(opt.ErrOut, found.proof)
	}
	if opt.Format.JSON() {
		err = errors.Join(found.writeJSON(opt.Out), err)
	}
	return err
}

// prove writes the certificate of an answer, and shows its progress.
func (opt *options) prove(ctx context.Context, display *console.Display, c *files.Certificate, a answer) (*report.Certificate, error) {
	winner, ok := a.Result().Winner(a.Position())
	if !ok {
		if !opt.Progress.Quiet() {
			fmt.Fprintf(opt.ErrOut, "gridlock: %s is not written: nothing has been proven\n", c.Name())
		}
		return nil, nil
	}
	monitor, done := display.Watch("", a.Position())
	defer done()
	limits := opt.limits()
	limits.Monitor = monitor
	request := certify.Request{Root: a.Position(), Winner: winner, Strategy: opt.wantsStrategy(), Limits: limits}
	switch {
	case opt.small && opt.Search.Timeout.Given():
		request.Small = math.MaxInt
	case opt.small:
		request.Small = certify.SmallSteps
	}
	written, err := c.Write(ctx, request)
	if err == nil && opt.small && written.Records > certify.MostSmall && !opt.Progress.Quiet() {
		fmt.Fprintf(opt.ErrOut, "gridlock: --small has not looked for fewer than %s records: it does up to %s\n",
			console.Count(written.Records), console.Count(certify.MostSmall))
	}
	return written, err
}

// limits returns the limits of the flags, except the time.
func (opt *options) limits() solver.Options {
	limits := opt.Search.Options()
	limits.NoLemmas = opt.noLemmas()
	return limits
}

// solve solves a position within the limits of the flags, except the time, and shows its progress. If a certificate is
// to be written, the certificate's prover keeps the findings.
func (opt *options) solve(ctx context.Context, display *console.Display, task string, p variants.Position, certificate *files.Certificate) (a answer, err error) {
	how := analysis.Options{
		Options: opt.limits(), Auto: auto.Engine{Distance: opt.distance}, Store: opt.Library, Fresh: opt.anew(), Class: opt.Class,
	}
	how.Watch = func(_ int, at variants.Position) (*solver.Monitor, func()) {
		switch {
		case at != p:
			return display.Watch(strings.TrimSpace(fmt.Sprintf("%s with %v to move", task, at.Side())), at)
		case opt.allMoves:
			return display.WatchMoves(task, p)
		}
		return display.Watch(task, p)
	}
	if certificate != nil {
		how.Auto.Prover = certificate.Prover
	}
	kept := files.Resumable{
		Engine: opt.engine.Engine, Fresh: opt.fresh, Display: display, Root: p, Prover: how.Auto.Prover, Memory: flags.CheckMemory,
	}
	if !opt.Stdin {
		kept.Keeper = opt.Kept
	}
	how.Checkpoint = kept.Checkpoint(ctx)
	if !opt.usual() {
		how.Engine = &kept
	}
	began := time.Now()
	if opt.allMoves {
		var all analysis.Position
		all, err = analysis.Analyze(ctx, p, how)
		a = answer{Answer: all.Answer, moves: append([]analysis.Move{}, all.Moves...)}
	} else {
		a.Answer, err = analysis.Solve(ctx, p, how)
	}
	if !opt.Progress.Quiet() {
		kept.Report(opt.ErrOut, err)
	}
	if a.Origin != nil {
		a.Stats.Elapsed = time.Since(began)
	}
	a.limit = err
	return a, err
}
