package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"gridlock/analysis"
	"gridlock/internal/report"
	"gridlock/internal/sweep"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// solving is how boards are solved.
type solving struct {
	limits  Limits
	program string // the version
	code    string // see codeID
	jobs    int
	proofs  string // folder where certificates stay; empty for none
}

// codeID returns an identifier of the code that facts depend on: a hash of the packages of the
// module that solve boards and find certificates.
func codeID(module string) (string, error) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}", "./analysis", "./proof/certify")
	list.Dir = module
	dirs, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("the sources of the module are not here: %w", err)
	}
	hash := sha256.New()
	for dir := range strings.SplitSeq(strings.TrimSpace(string(dirs)), "\n") {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", err
		}
		for _, entry := range entries {
			name := entry.Name()
			if entry.IsDir() || strings.HasSuffix(name, "_test.go") || filepath.Ext(name) == ".md" {
				continue
			}
			content, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:6]), nil
}

// command returns the command that solves a board in the same way, and how it ends.
func (l Limits) command(start variants.Position, nodes uint64, ends string) string {
	return fmt.Sprintf("gridlock sweep %s --boards %v --jobs 1 --workers 1 --memory %s --nodes %d --book off --db none %s --json",
		start.Game().Variant().ID, start.Game().Grid(), memoryText(l.Memory), nodes, ends)
}

// memoryText writes an amount of memory as --memory takes it.
func memoryText(bytes int64) string {
	switch {
	case bytes%(1<<30) == 0:
		return fmt.Sprintf("%dGiB", bytes>>30)
	case bytes%(1<<20) == 0:
		return fmt.Sprintf("%dMiB", bytes>>20)
	}
	return fmt.Sprint(bytes)
}

// board solves a board: who wins, with a certificate, and then, if that is still open, in how many
// plies. The certificate is checked. The error is that of ctx, or of something that failed; a limit
// is none.
func (s solving) board(ctx context.Context, start variants.Position) (Fact, Run, error) {
	dir, err := os.MkdirTemp(s.proofs, ".atlas-*")
	if err != nil {
		return Fact{}, Run{}, err
	}
	defer os.RemoveAll(dir)
	row, err := s.ask(ctx, start, sweep.Options{Proofs: dir}, s.limits.Nodes)
	if err != nil {
		return Fact{}, Run{}, err
	}
	fact, run := s.fact(row), s.run(row)
	if row.Certificate != nil {
		began := time.Now()
		if fact.Certificate, err = s.check(ctx, row); err != nil {
			return fact, run, err
		}
		found := time.Duration(*row.Certificate.Seconds * float64(time.Second))
		run.CertificateSeconds = seconds(found + time.Since(began))
	}
	if fact.Winner == nil || fact.Plies != nil || s.limits.PliesNodes == 0 {
		return fact, run, nil
	}
	row, err = s.ask(ctx, start, sweep.Options{Ask: analysis.Options{Auto: auto.Engine{Distance: true, Alone: true}}}, s.limits.PliesNodes)
	if err != nil {
		return fact, run, err
	}
	second := s.fact(row)
	if differ(fact.Winner, second.Winner) {
		return fact, run, fmt.Errorf("%v: who wins depends on --distance", start.Game())
	}
	fact.Plies, fact.PliesNodes, run.PliesSeconds = second.Plies, &second.Nodes, seconds(row.Result.Stats.Elapsed)
	fact.PliesCommand = new(s.limits.command(start, s.limits.PliesNodes, "--distance"))
	return fact, run, nil
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

// run returns the run of a row.
func (s solving) run(row sweep.Row) Run {
	k, stats := keyOf(row.Start), row.Result.Stats
	return Run{
		Variant: k.variant, Board: k.board, Program: s.program, Code: s.code, Limits: s.limits, Jobs: s.jobs,
		Seconds: seconds(stats.Elapsed), Memory: stats.Memory, Go: runtime.Version(),
		Machine: solver.Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()}, When: time.Now().UTC().Truncate(time.Second),
	}
}

// seconds returns a time in seconds, in full milliseconds.
func seconds(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }

// check checks the certificate of a row and, if it is to stay, moves it to its folder.
func (s solving) check(ctx context.Context, row sweep.Row) (*Certificate, error) {
	name := row.Certificate.File
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, _, err := proof.Check(ctx, bufio.NewReaderSize(file, 1<<16), proof.Options{})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%v: the certificate is wrong: %w", row.Start.Game(), err)
	}
	h := r.Header
	if winner, _ := row.Result.Winner(row.Start); h.Position != row.Start.String() || h.Winner != winner.String() {
		return nil, fmt.Errorf("%v: the certificate proves something else: %s wins %s", row.Start.Game(), h.Winner, h.Position)
	}
	c := &Certificate{Method: h.Method, Records: h.Records}
	if c.Bytes, c.SHA256, err = hashed(file); err != nil {
		return nil, err
	}
	if s.proofs != "" {
		err = os.Rename(name, filepath.Join(s.proofs, filepath.Base(name)))
	}
	return c, err
}

// hashed returns length and SHA-256 of a compressed certificate as it is unpacked, without the
// name of the program.
func hashed(file io.ReadSeeker) (bytes int64, sum string, err error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, "", err
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return 0, "", err
	}
	in, hash := bufio.NewReader(unpacked), sha256.New()
	magic, err := in.ReadString('\n')
	if err != nil {
		return 0, "", err
	}
	header, err := in.ReadString('\n')
	if err != nil {
		return 0, "", err
	}
	header = regexp.MustCompile(`,"program":"([^"\\]|\\.)*"\}\n$`).ReplaceAllString(header, "}\n")
	bytes, err = io.Copy(hash, io.MultiReader(strings.NewReader(magic+header), in))
	return bytes, hex.EncodeToString(hash.Sum(nil)), err
}
