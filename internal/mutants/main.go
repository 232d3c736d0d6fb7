// Command mutants plants mistakes in the program, one at a time, and checks whether the tests notice. Each mutant in
// mutants.txt names the test that has to fail:
//
//	variants/duel.go
//	-	return open &^ near
//	+	return open
//	by ./variants TestDuelSampleGame
//
// Lines that begin with - occur once in the file, inside the body of a function. Lines that begin with + replace them.
// The source is left alone. With go test -overlay the compiler takes other files, in which a function has one more body
// for each of its mutants. So the tests of a package are compiled once, and run with one mutant after the other, named
// by the environment.
//
//	go run ./internal/mutants          all mutants
//	go run ./internal/mutants theory   those of files whose names contain one of some words
//
// The exit status is 1 if a mutant survives or cannot be planted. Tests that take five minutes have noticed their
// mutant: without one they take seconds.
package main

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
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
	if err := run(ctx, flag.Args(), *jobs); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run plants the mutants of files whose names contain one of the words, or all without words.
func run(ctx context.Context, words []string, jobs int) error {
	all, err := parse(list)
	if err != nil {
		return err
	}
	some := slices.DeleteFunc(all, func(m mutant) bool {
		return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return strings.Contains(m.file, word) })
	})
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	overlay, err := plant(some, dir)
	if err != nil {
		return err
	}
	survived := make([]bool, len(some))
	var group errgroup.Group
	group.SetLimit(jobs)
	for i, p := range packages(some) {
		program := filepath.Join(dir, fmt.Sprint(i, ".test"))
		if err := build(ctx, overlay, p, program); err != nil {
			return errors.Join(err, group.Wait())
		}
		group.Go(func() error { return healthy(ctx, program, p, some) })
		for j, m := range some {
			if m.test[0] == p {
				group.Go(func() (err error) {
					survived[j], err = m.survives(ctx, program)
					return err
				})
			}
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return count(some, survived)
}

// count says how many mutants were killed; it is an error that names them if some were not.
func count(all []mutant, survived []bool) error {
	var alive []string
	for i, s := range survived {
		if s {
			alive = append(alive, fmt.Sprint("mutants.txt:", all[i].line))
		}
	}
	fmt.Printf("%d mutants, %d killed\n", len(all), len(all)-len(alive))
	if len(alive) > 0 {
		return fmt.Errorf("%d of %d were not killed: %s", len(alive), len(all), strings.Join(alive, ", "))
	}
	return nil
}

// packages returns the packages of the tests of mutants, in order, each once.
func packages(all []mutant) (names []string) {
	for _, m := range all {
		if !slices.Contains(names, m.test[0]) {
			names = append(names, m.test[0])
		}
	}
	return names
}

// build compiles the tests of a package.
func build(ctx context.Context, overlay, pkg, program string) error {
	out, err := exec.CommandContext(ctx, "go", "test", "-c", "-overlay="+overlay, "-ldflags=-w", "-o", program, pkg).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s with mutants: %w\n%s", pkg, err, out)
	}
	return nil
}

// healthy makes sure that the tests of a package pass while no mutant is at work.
func healthy(ctx context.Context, program, pkg string, all []mutant) error {
	var names []string
	for _, m := range all {
		if m.test[0] == pkg {
			names = append(names, m.test[1:]...)
		}
	}
	if out, err := test(ctx, program, pkg, names, 0); err != nil {
		return fmt.Errorf("without a mutant: %w\n%s", err, out)
	}
	return nil
}

// mutant is a change of a file that a test has to notice.
type mutant struct {
	line     int // the last line of the list
	file     string
	old, new string   // whole lines
	test     []string // package and names of tests
}

// change describes the first line that differs, new and old.
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

// survives reports whether all tests of a mutant pass while it is at work.
func (m mutant) survives(ctx context.Context, program string) (bool, error) {
	began := time.Now()
	out, err := test(ctx, program, m.test[0], m.test[1:], m.line)
	fate, killer := "SURVIVED", strings.Join(m.test[1:], " ")
	if err != nil {
		failed := regexp.MustCompile(`(?m)^--- FAIL: (\w+)|^(?:panic|fatal error): .*`).FindSubmatch(out)
		if failed == nil {
			return false, fmt.Errorf("mutants.txt:%d: no test has failed: %w\n%s", m.line, err, out)
		}
		fate, killer = "killed", cmp.Or(string(failed[1]), string(failed[0]))
	}
	fmt.Printf("%-8s %5.1f s  mutants.txt:%d: %s: %s: %s of %s\n", fate, time.Since(began).Seconds(), m.line, m.file, m.change(), killer, m.test[0])
	return err == nil, nil
}

// test runs some tests of a package with a mutant, or none. Nothing is shrunk, nor written to the source.
func test(ctx context.Context, program, pkg string, names []string, mutant int) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, "-test.failfast", "-test.timeout=5m", "-test.run=^("+strings.Join(names, "|")+")$")
	cmd.Dir = pkg
	cmd.Env = append(os.Environ(), fmt.Sprint(variable, "=", mutant), "RAPID_NOFAILFILE=true", "RAPID_SHRINKTIME=0s")
	return cmd.CombinedOutput()
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
			m.line = i + 1
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
