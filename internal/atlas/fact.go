package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"time"

	"gridlock/proof"
	"gridlock/solver"
	"gridlock/variants"
)

// Fact is what is known of a board, a line of atlas.jsonl. Everything in it reproduces: the same
// version, given the same command, finds the same. What is not known is null.
type Fact struct {
	Variant string  `json:"variant"`
	Board   string  `json:"board"`
	Winner  *string `json:"winner"` // X, who moves first, or O

	// Plies is the length of the game with best play by both sides. PliesNodes is the work of
	// a second search for it, null if there was none.
	Plies      *int    `json:"plies"`
	PliesNodes *uint64 `json:"plies_nodes"`

	Nimber   *int    `json:"nimber"`
	Value    *string `json:"value"`
	BestMove *string `json:"best_move"` // that wins or, with Plies, lasts longest

	// Engine is what found the winner, Lemma why without a search. Nodes is the work of one
	// worker; of a board that is open, the work after which it was given up.
	Engine string  `json:"engine"`
	Lemma  *string `json:"lemma"`
	Nodes  uint64  `json:"nodes"`

	Certificate *Certificate `json:"certificate"` // null if none was found within the limits

	Limits       Limits  `json:"limits"`
	Command      string  `json:"command"`       // that finds it
	PliesCommand *string `json:"plies_command"` // the second search, null if there was none
	Program      string  `json:"program"`       // the version that found it
}

// Certificate is what reproduces of a certificate. Bytes and hash are those of the file
// (docs/proof-format.md) as it is unpacked, without the name of the program in its header.
type Certificate struct {
	Method  proof.Method `json:"method"`
	Records uint64       `json:"records"`
	Bytes   int64        `json:"bytes"`
	SHA256  string       `json:"sha256"`
}

// Limits is what a board was solved with.
type Limits struct {
	Nodes      uint64 `json:"nodes"`       // to find the winner, and to find the certificate
	PliesNodes uint64 `json:"plies_nodes"` // of the second search, for the number of plies
	Memory     int64  `json:"memory"`      // bytes
}

// Run is how a board was last solved, a line of runs.jsonl. It does not reproduce.
type Run struct {
	Variant            string         `json:"variant"`
	Board              string         `json:"board"`
	Program            string         `json:"program"`
	Code               string         `json:"code"` // see codeID
	Limits             Limits         `json:"limits"`
	Complete           bool           `json:"complete"` // it left nothing open
	Seconds            float64        `json:"seconds"`  // to find the winner
	PliesSeconds       float64        `json:"plies_seconds"`
	CertificateSeconds float64        `json:"certificate_seconds"` // to find the certificate, and to check it
	Memory             int64          `json:"memory"`              // bytes that the search for the winner had in use
	Jobs               int            `json:"jobs"`                // boards solved at the same time
	Go                 string         `json:"go"`
	Machine            solver.Machine `json:"machine"`
	When               time.Time      `json:"when"`
}

// key names the board of a line.
type key struct{ variant, board string }

func (f Fact) key() key { return key{f.Variant, f.Board} }
func (r Run) key() key  { return key{r.Variant, r.Board} }

func keyOf(start variants.Position) key {
	return key{start.Game().Variant().Key(), start.Game().Grid().String()}
}

// complete reports whether nothing was left open.
func (f Fact) complete() bool { return f.Winner != nil && f.Plies != nil && f.Certificate != nil }

// known counts what is known.
func (f Fact) known() (n int) {
	for _, unknown := range []bool{f.Winner == nil, f.Plies == nil, f.Certificate == nil} {
		if !unknown {
			n++
		}
	}
	return n
}

// same reports whether two facts say the same, perhaps found by other versions with other limits.
func (f Fact) same(g Fact) bool {
	g.Limits, g.Command, g.PliesCommand, g.Program = f.Limits, f.Command, f.PliesCommand, f.Program
	return reflect.DeepEqual(f, g)
}

// update returns what to keep when a board has been solved again: an old fact that says as much
// stays, also if it took another search. The error is a contradiction between the two.
func (f Fact) update(again Fact) (Fact, error) {
	switch {
	case differ(f.Winner, again.Winner), differ(f.Plies, again.Plies), differ(f.Nimber, again.Nimber), differ(f.Value, again.Value):
		return f, fmt.Errorf("%s %s: %s contradicts %s; one of them is wrong", f.Variant, f.Board, again.Program, f.Program)
	case f.known() > again.known(), f.same(again) && (f.complete() || f.Limits == again.Limits):
		return f, nil
	}
	return again, nil
}

// differ reports whether two values are known and not equal.
func differ[T comparable](a, b *T) bool { return a != nil && b != nil && *a != *b }

// readLines reads a file of lines of JSON; one that does not exist has none.
func readLines[T any](name string) (all []T, err error) {
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var line T
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		all = append(all, line)
	}
	return all, lines.Err()
}

// jsonLines writes lines of JSON.
func jsonLines[T any](all []T) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	for _, line := range all {
		if err := out.Encode(line); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
