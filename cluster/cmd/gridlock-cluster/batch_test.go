//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/cli"
	"gridlock/internal/sample"
	"gridlock/variants"
)

// buildGridlock builds the program gridlock and puts it in PATH.
func buildGridlock(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("go", "build", "-C", "../../..", "-o", filepath.Join(dir, "gridlock"), ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("GRIDLOCK_DB", "none")
}

// with runs the program in this process, with something on standard input.
func with(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	status = cli.NewProgram(newRoot()).Run(args, strings.NewReader(stdin), &out, &errOut)
	return status, out.String(), errOut.String()
}

// withoutTimes parses lines of answers, and removes what differs from one run to the next.
func withoutTimes(t *testing.T, text string) (all []map[string]any) {
	t.Helper()
	for line := range strings.Lines(text) {
		var a map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		delete(a, "seconds")
		all = append(all, a)
	}
	return all
}

// somePositions returns positions of blockade, by random moves, some of them twice, and empty lines.
func somePositions(t *testing.T, lines int) string {
	var text strings.Builder
	random := rand.New(rand.NewPCG(1, 0))
	for range lines {
		p := sample.Game(t, variants.Blockade, 5, 5).Start()
		for range random.IntN(4) {
			moves := p.Legal()
			for range random.IntN(moves.Count()) {
				moves = moves.Rest()
			}
			p = p.Play(variants.Move(moves.First()))
		}
		text.WriteString(p.String() + "\n")
		if random.IntN(5) == 0 {
			text.WriteString("\n")
		}
	}
	return text.String()
}

// A batch has the answers that one process would have given, in order, also if parts were killed and
// files end in the middle of a line; and each position is solved once.
func TestBatch(t *testing.T) {
	buildGridlock(t)
	positions := somePositions(t, 80)
	solve := exec.Command("gridlock", "solve", "blockade", "--stdin", "--engine", "pn", "--workers", "1")
	solve.Stdin = strings.NewReader(positions)
	want, err := solve.Output()
	require.NoError(t, err)

	dir := filepath.Join(t.TempDir(), "work")
	status, out, errOut := with(positions, "batch", "split", "blockade", "--dir", dir, "--parts", "3", "--flags", "--engine pn --workers 1")
	require.Zero(t, status, errOut)
	require.Empty(t, out)
	require.Regexp(t, `has [0-9]+ positions in 3 parts, from 80 lines`, errOut)

	status, out, errOut = run("batch", "collect", "--dir", dir)
	require.Equal(t, cli.ExitError, status)
	require.Empty(t, out)
	require.Contains(t, errOut, "positions have no answer yet, in part 1, 2, 3;")

	killed := (&cast{T: t}).begin("batch", "run", "--dir", dir, "--part", "1")
	first := filepath.Join(dir, "part-1.jsonl")
	require.Eventually(t, func() bool { text, err := os.ReadFile(first); return err == nil && len(text) > 0 }, time.Minute, time.Millisecond)
	killed.kill()
	for _, part := range []string{"1", "2", "3"} {
		status, _, errOut = run("batch", "run", "--dir", dir, "--part", part)
		require.Zero(t, status, errOut)
		require.Contains(t, errOut, "; 0 positions are left")
	}
	second := filepath.Join(dir, "part-2.jsonl")
	text, err := os.ReadFile(second)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(second, text[:len(text)/2], 0o666))
	status, _, errOut = run("batch", "collect", "--dir", dir)
	require.Equal(t, cli.ExitError, status)
	require.Contains(t, errOut, "in part 2;")
	status, _, errOut = run("batch", "run", "--dir", dir, "--part", "2")
	require.Zero(t, status, errOut)
	again, err := os.ReadFile(second)
	require.NoError(t, err)
	require.Equal(t, withoutTimes(t, string(text)), withoutTimes(t, string(again)))
	_, _, errOut = run("batch", "run", "--dir", dir, "--part", "2")
	require.Contains(t, errOut, " 0 of them new;")

	status, out, errOut = run("batch", "collect", "--dir", dir)
	require.Zero(t, status, errOut)
	require.Equal(t, withoutTimes(t, string(want)), withoutTimes(t, out))
	different := map[string]bool{}
	for line := range strings.Lines(positions) {
		different[line] = line != "\n"
	}
	answers := 0
	for _, part := range []string{"1", "2", "3"} {
		text, err := os.ReadFile(filepath.Join(dir, "part-"+part+".jsonl"))
		require.NoError(t, err)
		answers += strings.Count(string(text), "\n")
	}
	require.Equal(t, len(different)-1, answers, "each position once")

	require.NoError(t, os.WriteFile(second, append([]byte("{}\n"), again...), 0o666))
	for _, args := range [][]string{{"batch", "collect", "--dir", dir}, {"batch", "run", "--dir", dir, "--part", "2"}} {
		status, _, errOut = run(args...)
		require.Equal(t, cli.ExitError, status)
		require.Contains(t, errOut, "part-2.jsonl, line 1: no answer about")
	}
}

// A position that is not solved within a limit counts as answered, and one that is being solved when
// the program is told to end does not.
func TestBatchLimits(t *testing.T) {
	buildGridlock(t)
	dir := filepath.Join(t.TempDir(), "work")
	status, _, errOut := with("8/8/8/8/X6O/8/8/8 x\n7/7/7/X5O/7/7/7 x\n", "batch", "split", "blockade", "--dir", dir, "--parts", "1", "--flags", "--engine pn")
	require.Zero(t, status, errOut)
	p := (&cast{T: t}).begin("batch", "run", "--dir", dir, "--part", "1")
	require.Eventually(t, func() bool { _, err := os.Stat(filepath.Join(dir, "part-1.jsonl")); return err == nil }, time.Minute, time.Millisecond)
	require.NoError(t, p.Process.Signal(syscall.SIGTERM))
	<-p.ended
	require.Equal(t, cli.ExitInterrupted, p.ProcessState.ExitCode(), p.errOut.String())
	text, err := os.ReadFile(filepath.Join(dir, "part-1.jsonl"))
	require.NoError(t, err)
	require.Empty(t, string(text))

	status, _, errOut = run("batch", "run", "--dir", dir, "--part", "1", "--flags", "--timeout 0")
	require.Equal(t, cli.ExitLimit, status, errOut)
	require.Contains(t, errOut, "positions not solved: 2")
	status, out, errOut := run("batch", "collect", "--dir", dir)
	require.Zero(t, status, errOut)
	require.Len(t, withoutTimes(t, out), 2)
}

// What is wrong with a batch is said before anything is done.
func TestBatchRefuses(t *testing.T) {
	buildGridlock(t)
	dir := t.TempDir()
	for _, test := range []struct{ stdin, args, want string }{
		{"4/4 x\n4/5 x\n", "split claim --dir " + dir, "standard input, line 2: "},
		{"", "split claim --dir " + dir, "no positions on standard input"},
		{"4/4 x\n", "split claim --parts 0 --dir " + dir, "from 1 to 10000"},
		{"4/4 x\n", "split claim", "with --dir"},
		{"4/4 x\n", "split --dir " + dir, "no game given"},
		{"4/4 x\n", "split claim --flags --engin --dir " + dir, `unknown flag: --engin`},
		{"4/4 x\n", "split claim --flags --board=3x3 --dir " + dir, `--stdin does not go with --board`},
		{"", "run --part 1 --dir " + dir, "there is no batch in"},
		{"", "collect --dir " + dir, "there is no batch in"},
		{"", "sbatch --dir " + dir, "there is no batch in"},
		{"", "collect", "with --dir"},
		{"", "", "batch has collect, run, sbatch and split"},
	} {
		status, out, errOut := with(test.stdin, append([]string{"batch"}, strings.Fields(test.args)...)...)
		require.NotZero(t, status, test)
		require.Empty(t, out, test)
		require.Contains(t, errOut, test.want, test)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
	status, _, errOut := with("4/4 x\n", "batch", "split", "claim", "--dir", dir)
	require.Zero(t, status, errOut)
	for args, want := range map[string]string{
		"split claim --dir " + dir:       "has a batch already",
		"run --part 9 --dir " + dir:      "the batch has parts 1 to 8",
		"run --dir " + dir:               "the batch has parts 1 to 8",
		"sbatch --cpus 0 --dir " + dir:   "at least 1",
		"sbatch --time 1;2 --dir " + dir: "no spaces or quotes",
	} {
		status, out, errOut := with("4/4 x\n", append([]string{"batch"}, strings.Fields(args)...)...)
		require.NotZero(t, status, args)
		require.Empty(t, out, args)
		require.Contains(t, errOut, want, args)
	}
	status, out, errOut := run("batch", "sbatch", "--dir", dir, "--cpus", "2")
	require.Zero(t, status, errOut)
	require.Equal(t, `#!/bin/sh
#SBATCH --job-name=gridlock-batch
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=4608M
#SBATCH --time=24:00:00
#SBATCH --requeue
exec gridlock-cluster batch run --dir `+dir+` --part "$SLURM_ARRAY_TASK_ID" --flags "--workers $SLURM_CPUS_PER_TASK --memory 4096MiB"
`, out)
}
