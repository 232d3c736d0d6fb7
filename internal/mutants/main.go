// Command mutants plants mistakes in the program, one at a time, and sees whether the tests
// notice. Each mutant in mutants.txt names the test that has to fail:
//
//	variants/duel.go
//	-	return open &^ near
//	+	return open
//	by ./variants TestDuelSampleGame
//
// Lines that begin with - stand in the file once, and are replaced by those that begin with +.
// The source is left alone: the compiler is given the changed file by go test -overlay.
//
//	go run ./internal/mutants          all mutants
//	go run ./internal/mutants theory   those of files whose names contain a word
//
// The exit status is 1 if a mutant survives, or cannot be planted.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

//go:embed mutants.txt
var list string

func main() {
	jobs := flag.Int("jobs", 2, "mutants at a time")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, flag.Arg(0), *jobs); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run plants the mutants of files whose names contain word.
func run(ctx context.Context, word string, jobs int) error {
	all, err := parse(list)
	if err != nil {
		return err
	}
	var some []mutant
	for _, m := range all {
		if strings.Contains(m.file, word) {
			some = append(some, m)
		}
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := healthy(ctx, some); err != nil {
		return err
	}
	verdicts := make([]string, len(some))
	var group errgroup.Group
	group.SetLimit(jobs)
	for i, m := range some {
		group.Go(func() error {
			began := time.Now()
			verdicts[i] = m.try(ctx, filepath.Join(dir, fmt.Sprint(i)))
			fmt.Printf("%-10s %5.1f s  %s: %s, by %s\n", verdicts[i], time.Since(began).Seconds(), m.file, m.change(), strings.Join(m.test, " "))
			return nil
		})
	}
	_ = group.Wait()
	return count(verdicts)
}

// count says how many mutants were killed; it is an error if some were not.
func count(verdicts []string) error {
	dead := 0
	for _, v := range verdicts {
		if v == killed {
			dead++
		}
	}
	fmt.Printf("%d mutants, %d killed\n", len(verdicts), dead)
	if dead < len(verdicts) {
		return fmt.Errorf("%d of %d were not killed", len(verdicts)-dead, len(verdicts))
	}
	return nil
}

// healthy makes sure that the tests pass without a mutant.
func healthy(ctx context.Context, all []mutant) error {
	tests := map[string][]string{}
	var packages []string
	for _, m := range all {
		if tests[m.test[0]] == nil {
			packages = append(packages, m.test[0])
		}
		tests[m.test[0]] = append(tests[m.test[0]], m.test[1:]...)
	}
	for _, p := range packages {
		if out, err := goTest(ctx, "", p, tests[p]); err != nil {
			return fmt.Errorf("without a mutant: %w\n%s", err, out)
		}
	}
	return nil
}

// mutant is a change of a file that a test has to notice.
type mutant struct {
	file     string
	old, new string   // whole lines
	test     []string // package and names of tests
}

// The verdicts.
const (
	killed   = "killed"
	survived = "SURVIVED"
	misfit   = "MISFIT" // it cannot be planted or compiled
)

// change returns the first line that differs, as it is and as it was.
func (m mutant) change() string {
	line := func(s string) string {
		s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
		return s
	}
	if m.new == "" {
		return line(m.old) + " → nothing"
	}
	return line(m.old) + " → " + line(m.new)
}

// try plants a mutant and runs its tests. Files beginning with prefix are written.
func (m mutant) try(ctx context.Context, prefix string) string {
	source, err := os.ReadFile(m.file)
	if err != nil || strings.Count(string(source), m.old) != 1 {
		return misfit
	}
	file, err := filepath.Abs(m.file)
	if err != nil {
		return misfit
	}
	changed := strings.Replace(string(source), m.old, m.new, 1)
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: prefix + ".go"}})
	if err != nil || os.WriteFile(prefix+".go", []byte(changed), 0o600) != nil || os.WriteFile(prefix+".json", overlay, 0o600) != nil {
		return misfit
	}
	out, err := goTest(ctx, prefix+".json", m.test[0], m.test[1:])
	switch {
	case err == nil:
		return survived
	case bytes.Contains(out, []byte("--- FAIL")), bytes.Contains(out, []byte("panic: ")):
		return killed
	}
	return misfit
}

// goTest runs some tests of a package.
func goTest(ctx context.Context, overlay, pkg string, names []string) ([]byte, error) {
	args := []string{"test", "-vet=off", "-ldflags=-w", "-count=1", "-failfast", "-timeout=5m", "-run=^(" + strings.Join(names, "|") + ")$", pkg}
	if overlay != "" {
		args = append(args[:1], append([]string{"-overlay=" + overlay}, args[1:]...)...)
	}
	out, err := exec.CommandContext(ctx, "go", args...).CombinedOutput()
	if err == nil && bytes.Contains(out, []byte("[no tests to run]")) {
		return out, fmt.Errorf("%s has no test %s", pkg, strings.Join(names, ", "))
	}
	return out, err
}

// parse reads mutants. Empty lines and lines that begin with # are left out.
func parse(text string) ([]mutant, error) {
	var all []mutant
	var m mutant
	for i, line := range strings.Split(text, "\n") {
		rest := ""
		if line != "" {
			rest = line[1:] + "\n"
		}
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '-':
			m.old += rest
		case line[0] == '+':
			m.new += rest
		case strings.HasPrefix(line, "by "):
			m.test = strings.Fields(line[3:])
			if m.file == "" || m.old == "" || m.old == m.new || len(m.test) < 2 {
				return nil, fmt.Errorf("mutants.txt:%d: a mutant is a file, lines with -, lines with + if any, and by PACKAGE TEST", i+1)
			}
			all = append(all, m)
			m = mutant{file: m.file}
		default:
			m = mutant{file: strings.TrimSpace(line)}
		}
	}
	if m.old != "" || m.new != "" {
		return nil, fmt.Errorf("mutants.txt: the last mutant has no line by PACKAGE TEST")
	}
	return all, nil
}
