package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"regexp"

	"gridlock/analysis"
	"gridlock/internal/report"
	"gridlock/internal/sweep"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// command returns the command that solves a board in the same way, and how it ends.
func (l Limits) command(start variants.Position, nodes uint64, ends string) string {
	return fmt.Sprintf("gridlock sweep %s --boards %v --jobs 1 --workers 1 --memory %s --nodes %d --book off --db none %s --json",
		start.Game().Variant().ID, start.Game().Grid(), memoryText(l.Memory), nodes, ends)
}

// memoryText writes an amount of memory as --memory takes it.
func memoryText(bytes int64) string {
	if bytes%(1<<30) == 0 {
		return fmt.Sprintf("%dGiB", bytes>>30)
	}
	return fmt.Sprint(bytes)
}

// solving has the limits for solving boards, and the version of the program.
type solving struct {
	limits  Limits
	program string
}

// board solves a board: who wins, with a certificate, and then in how many plies, if that is still open. The
// certificate is checked. The error is that of ctx or a failure. A limit that is reached is no error.
func (s solving) board(ctx context.Context, start variants.Position) (fact Fact, err error) {
	dir, err := os.MkdirTemp("", ".atlas-*")
	if err != nil {
		return fact, err
	}
	defer os.RemoveAll(dir)
	row, err := s.ask(ctx, start, sweep.Options{Proofs: dir}, s.limits.Nodes)
	if err != nil {
		return fact, err
	}
	fact = s.fact(row)
	if row.Certificate != nil {
		if fact.Certificate, err = checked(ctx, row); err != nil {
			return fact, fmt.Errorf("%v: the certificate: %w", start.Game(), err)
		}
	}
	if fact.Winner == nil || fact.Plies != nil || s.limits.PliesNodes == 0 {
		return fact, nil
	}
	row, err = s.ask(ctx, start, sweep.Options{Ask: analysis.Options{Auto: auto.Engine{Distance: true, Alone: true}}}, s.limits.PliesNodes)
	if err != nil {
		return fact, err
	}
	second := s.fact(row)
	if differ(fact.Winner, second.Winner) {
		return fact, fmt.Errorf("%v: who wins depends on --distance", start.Game())
	}
	fact.Plies, fact.PliesNodes = second.Plies, &second.Nodes
	fact.PliesCommand = new(s.limits.command(start, s.limits.PliesNodes, "--distance"))
	return fact, nil
}

// ask asks for a board as "gridlock sweep" does, within the limits.
func (s solving) ask(ctx context.Context, start variants.Position, opt sweep.Options, nodes uint64) (sweep.Row, error) {
	opt.Ask.Options = solver.Options{Nodes: nodes, Memory: s.limits.Memory, Workers: 1}
	row := opt.Solve(ctx, start)
	if row.Status() == sweep.Failed {
		return row, fmt.Errorf("%v: %w", start.Game(), row.Err)
	}
	return row, ctx.Err()
}

// fact returns the fact of a row, without its certificate.
func (s solving) fact(row sweep.Row) Fact {
	r := report.NewResult(row.Start, row.Result)
	return Fact{
		Variant: r.Variant, Board: r.Board, Winner: r.Winner, Plies: r.Distance, Nimber: r.Nimber, Value: r.Value, BestMove: r.BestMove,
		Engine: r.Engine, Lemma: r.Lemma, Nodes: r.Nodes, Limits: s.limits, Command: s.limits.command(row.Start, s.limits.Nodes, "--proof-dir ."), Program: s.program,
	}
}

// programName is the name of the program at the end of the header of a certificate.
var programName = regexp.MustCompile(`\A([^\n]*\n[^\n]*),"program":"(?:[^"\\]|\\.)*"\}\n`)

// checked checks the certificate of a row, and describes it.
func checked(ctx context.Context, row sweep.Row) (*Certificate, error) {
	file, err := os.ReadFile(row.Certificate.File)
	if err != nil {
		return nil, err
	}
	r, _, err := proof.Check(ctx, bytes.NewReader(file), proof.Options{})
	if err != nil {
		return nil, err
	}
	h := r.Header
	if winner, _ := row.Result.Winner(row.Start); h.Position != row.Start.String() || h.Winner != winner.String() {
		return nil, fmt.Errorf("it proves something else: %s wins %s", h.Winner, h.Position)
	}
	in, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(in)
	text = programName.ReplaceAll(text, []byte("$1}\n"))
	return &Certificate{h.Method, h.Records, len(text), fmt.Sprintf("%x", sha256.Sum256(text))}, err
}
