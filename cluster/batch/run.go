package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"gridlock/internal/cli"
	"gridlock/solver"
	"gridlock/variants"
)

// Try returns an error if "gridlock solve" does not take some flags for a game.
func Try(ctx context.Context, program string, v variants.Variant, flags []string) error {
	child := exec.CommandContext(ctx, program, append([]string{"solve", v.ID, "--stdin"}, flags...)...)
	var said bytes.Buffer
	child.Stderr = &said
	err := child.Run()
	if err == nil {
		return nil
	}
	if line, _, _ := strings.Cut(said.String(), "\n"); line != "" {
		return errors.New(strings.TrimPrefix(line, "gridlock: "))
	}
	return err
}

// RunOptions are the options of running a part.
type RunOptions struct {
	Program string    // gridlock
	Flags   []string  // of "gridlock solve", besides those of the batch
	ErrOut  io.Writer // where the program reports to
}

// Report is what running a part has done.
type Report struct {
	Before int // answers there were
	New    int // answers since then
	Open   int // of these, without an outcome, since a limit was reached first
	Left   int // positions without an answer
}

// patience is how long the program may take to end after a signal.
const patience = 10 * time.Second

// Run solves the positions of a part, from 1 on, that have no answer yet. Each answer is written as
// soon as it is there, so however a run ends, another one can continue it. Two must not run the same
// part at a time. It keeps the positions of the part in memory.
func (b *Batch) Run(ctx context.Context, part int, opt RunOptions) (r Report, err error) {
	if part < 1 || part > b.Parts {
		return r, fmt.Errorf("there is no part %d: the batch has parts 1 to %d", part, b.Parts)
	}
	next, stop := iter.Pull2(b.of(part))
	defer stop()
	places, err := b.answered(part, next)
	if err != nil {
		return r, err
	}
	s := solving{Report: Report{Before: len(places)}}
	for p, err, ok := next(); ok; p, err, ok = next() {
		if err != nil {
			return r, err
		}
		s.rest = append(s.rest, p)
	}
	s.Left = len(s.rest)
	if s.Left == 0 {
		return s.Report, nil
	}
	if s.out, err = os.OpenFile(b.answersPath(part), os.O_CREATE|os.O_RDWR, 0o666); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.out.Close()) }()
	end := int64(0)
	if n := len(places); n > 0 {
		end = places[n-1].at + int64(places[n-1].size)
	}
	if _, err := s.out.Seek(end, io.SeekStart); err != nil {
		return r, err
	}
	if err := s.out.Truncate(end); err != nil {
		return r, err
	}
	err = s.solve(ctx, opt.Program, slices.Concat([]string{"solve", b.Variant, "--stdin"}, b.Flags, opt.Flags), opt.ErrOut)
	return s.Report, err
}

// solving is a run of the program.
type solving struct {
	Report
	rest []string // positions
	out  *os.File
	held string // the last answer, if it has no outcome: perhaps only because the program was stopped
}

// solve runs the program on the positions, and writes its answers.
func (s *solving) solve(ctx context.Context, program string, args []string, errOut io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	child := exec.CommandContext(ctx, program, args...)
	child.Stdin, child.Stderr = strings.NewReader(strings.Join(s.rest, "\n")+"\n"), errOut
	child.Cancel = func() error { return child.Process.Signal(syscall.SIGTERM) }
	child.WaitDelay = patience
	answers, err := child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	wrong := s.take(answers)
	if wrong != nil {
		cancel()
	}
	err = child.Wait()
	limited := child.ProcessState.ExitCode() == cli.ExitLimit
	if s.held != "" && wrong == nil && (err == nil || limited) {
		s.Open++
		wrong = s.write(s.held)
	}
	switch {
	case wrong != nil:
		return wrong
	case ctx.Err() != nil:
		return solver.Stopped(ctx)
	case err != nil && !(limited && s.Left == 0):
		return fmt.Errorf("gridlock solve: %w", err)
	case s.Left > 0:
		return fmt.Errorf("gridlock solve: %d positions were not answered", s.Left)
	}
	return nil
}

// take writes answers to the end, except the last one if it has no outcome, which it holds.
func (s *solving) take(answers io.Reader) error {
	lines := bufio.NewReader(answers)
	for k := 0; ; k++ {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err == nil && s.held != "" {
			s.Open++
			err = s.write(s.held)
		}
		s.held = ""
		if err != nil {
			return err
		}
		if k == len(s.rest) {
			return errors.New("gridlock solve: more answers than positions")
		}
		a, err := read(line, s.rest[k])
		if err != nil {
			return fmt.Errorf("gridlock solve: %w", err)
		}
		if a.Outcome == nil {
			s.held = line
		} else if err := s.write(line); err != nil {
			return err
		}
	}
}

// write writes an answer.
func (s *solving) write(line string) error {
	_, err := io.WriteString(s.out, line)
	if err == nil {
		s.New, s.Left = s.New+1, s.Left-1
	}
	return err
}
