// Command artifact reproduces the claims of artifact/README.md: it runs the commands of the table there
// and looks for the lines that each has to print.
//
//	go run ./internal/artifact
//
// It prints a table of what passed and what failed, and fails if anything did.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// claim is a row of the table.
type claim struct {
	text    string
	steps   []step
	minutes float64 // of processor time, about
}

// step is a command, and the line that it has to print, in which … stands for any text and blanks for
// any number of blanks.
type step struct{ command, line string }

func main() {
	program := flag.String("program", "", "the gridlock to ask (default: build it)")
	minutes := flag.Float64("minutes", 30, "leave out claims that take more")
	flag.Parse()
	if err := run(*program, *minutes); err != nil {
		fmt.Fprintln(os.Stderr, "artifact:", err)
		os.Exit(1)
	}
}

// run reproduces the claims of the README in the folder artifact that take no more minutes than so many.
func run(program string, minutes float64) error {
	text, err := os.ReadFile("artifact/README.md")
	if err != nil {
		return err
	}
	claims, err := parse(string(text))
	if err != nil {
		return err
	}
	work := filepath.Join("dist", "artifact") // where the commands write
	if err := os.RemoveAll(work); err != nil {
		return err
	}
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	if program == "" {
		program = filepath.Join(work, "gridlock")
		if out, err := exec.Command("go", "build", "-trimpath", "-o", program, ".").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %w\n%s", err, out)
		}
	}
	if program, err = filepath.Abs(program); err != nil {
		return err
	}
	return reproduce(os.Stdout, claims, minutes, func(command string) (string, error) {
		words := strings.Fields(command)
		if words[0] == "gridlock" {
			words[0] = program
		}
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Env = append(os.Environ(), "GRIDLOCK_DB=none")
		out, err := cmd.CombinedOutput()
		return string(out), err
	})
}

// parse returns the claims of a document: the rows of its table, which have a number, a claim, commands and
// lines, separated by <br>, and minutes.
func parse(text string) ([]claim, error) {
	var claims []claim
	for _, row := range regexp.MustCompile(`(?m)^\| \d+ \|.*$`).FindAllString(text, -1) {
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		if len(cells) != 5 {
			return nil, fmt.Errorf("a row has %d cells, not 5: %s", len(cells), row)
		}
		c := claim{text: cells[0] + ". " + cells[1]}
		commands, lines := strings.Split(cells[2], "<br>"), strings.Split(cells[3], "<br>")
		if len(commands) != len(lines) {
			return nil, fmt.Errorf("a row has %d commands and %d lines: %s", len(commands), len(lines), row)
		}
		for i := range commands {
			s := step{strings.Trim(commands[i], "`"), strings.Trim(lines[i], "`")}
			if s.command == "" || s.line == "" {
				return nil, fmt.Errorf("a command or its line is empty: %s", row)
			}
			c.steps = append(c.steps, s)
		}
		var err error
		if c.minutes, err = strconv.ParseFloat(cells[4], 64); err != nil {
			return nil, fmt.Errorf("minutes of a row: %w: %s", err, row)
		}
		claims = append(claims, c)
	}
	if claims == nil {
		return nil, errors.New("no table of claims")
	}
	return claims, nil
}

// reproduce runs the commands of claims, and prints which of these hold.
func reproduce(w io.Writer, claims []claim, minutes float64, run func(command string) (string, error)) error {
	var table bytes.Buffer
	failed, left := 0, 0
	for _, c := range claims {
		if c.minutes > minutes {
			left++
			continue
		}
		fmt.Fprintf(w, "%s\n", c.text)
		began, verdict := time.Now(), "pass"
		for _, s := range c.steps {
			fmt.Fprintf(w, "  $ %s\n", s.command)
			out, err := run(s.command)
			if line, ok := s.find(out); err == nil && ok {
				fmt.Fprintf(w, "  %s\n", line)
				continue
			}
			fmt.Fprintf(w, "%s\n  FAIL: no line %q, status: %v\n", out, s.line, err)
			verdict = "FAIL"
			failed++
			break
		}
		fmt.Fprintf(&table, "%s  %5.1f min  %s\n", verdict, time.Since(began).Minutes(), c.text)
	}
	fmt.Fprintf(w, "\n%s", &table)
	switch {
	case failed > 0:
		return fmt.Errorf("%d of %d claims failed", failed, len(claims)-left)
	case left == len(claims):
		return fmt.Errorf("no claim takes %g minutes or less", minutes)
	}
	fmt.Fprintf(w, "all of %d claims hold, %d left out\n", len(claims)-left, left)
	return nil
}

// find returns the line of an output that the command has to print.
func (s step) find(out string) (string, bool) {
	parts := strings.Split(strings.Join(strings.Fields(s.line), " "), "…")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	want := regexp.MustCompile("^" + strings.Join(parts, ".*") + "$")
	for line := range strings.Lines(out) {
		if line = strings.Join(strings.Fields(line), " "); want.MatchString(line) {
			return line, true
		}
	}
	return "", false
}
