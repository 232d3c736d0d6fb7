// Package batch divides positions into parts, which machines solve independently of each other, and
// puts the answers together. A batch is a directory that all of them see: [Split] makes it,
// [Batch.Run] solves a part with the program gridlock, [Batch.Collect] writes all answers.
//
//	batch.json      a Plan
//	positions.txt   the positions, each once, as they are printed; the k-th is of part k mod parts
//	lines.txt       for each line of the input, the number of its position, from 0
//	part-N.jsonl    the answers of part N so far, from 1 on, in the order of its positions
package batch

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"

	"gridlock/internal/cli"
	"gridlock/internal/staged"
	"gridlock/variants"
)

// Plan is what a batch is about. It never changes.
type Plan struct {
	Variant   string   `json:"variant"`
	Flags     []string `json:"flags"` // of "gridlock solve"
	Parts     int      `json:"parts"`
	Lines     int      `json:"lines"`
	Positions int      `json:"positions"` // different ones
}

// Batch is a directory with a batch.
type Batch struct {
	Plan
	dir string
}

// MostParts is the maximum number of parts.
const MostParts = 10_000

const (
	planName      = "batch.json"
	positionsName = "positions.txt"
	linesName     = "lines.txt"
)

// Split makes a batch of positions, one on a line, in a directory that has none yet. A line that is
// no position is an error, and leaves no batch behind. It needs about 100 bytes of memory for each
// position.
func Split(dir string, v variants.Variant, parts int, flags []string, lines *cli.Lines) (*Batch, error) {
	if parts < 1 || parts > MostParts {
		return nil, fmt.Errorf("%d parts: from 1 to %d are possible", parts, MostParts)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	b := &Batch{Plan{Variant: v.ID, Flags: append([]string{}, flags...), Parts: parts}, dir}
	if _, err := os.Stat(b.path(planName)); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, fmt.Errorf("%s has a batch already; name another directory", dir))
	}
	if err := b.divide(v, lines); err != nil {
		return nil, errors.Join(err, os.RemoveAll(b.path(positionsName)), os.RemoveAll(b.path(linesName)))
	}
	plan, err := json.Marshal(b.Plan)
	if err != nil {
		return nil, err
	}
	return b, staged.Write(b.path(planName), append(plan, '\n'), 0o666)
}

// divide writes the positions and the lines.
func (b *Batch) divide(v variants.Variant, lines *cli.Lines) (err error) {
	positions, err := create(b.path(positionsName))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, positions.close()) }()
	numbers, err := create(b.path(linesName))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, numbers.close()) }()
	known := map[string]int{}
	for at := 1; ; at++ {
		line, err := lines.Next()
		switch {
		case errors.Is(err, io.EOF) && b.Lines == 0:
			return errors.New("no positions on standard input")
		case errors.Is(err, io.EOF):
			return nil
		case err == nil && line == "":
			continue
		}
		var p variants.Position
		if err == nil {
			p, err = v.Parse(line)
		}
		if err != nil {
			return fmt.Errorf("standard input, line %d: %w", at, err)
		}
		text := p.String()
		number, old := known[text]
		if !old {
			number = len(known)
			known[text] = number
			fmt.Fprintln(positions, text)
		}
		fmt.Fprintln(numbers, number)
		b.Lines, b.Positions = b.Lines+1, len(known)
	}
}

// file is a file that is written.
type file struct {
	*bufio.Writer
	file *os.File
}

func create(name string) (*file, error) {
	f, err := os.Create(name)
	return &file{bufio.NewWriter(f), f}, err
}

func (f *file) close() error { return errors.Join(f.Flush(), f.file.Close()) }

// Open opens a batch.
func Open(dir string) (*Batch, error) {
	b := &Batch{dir: dir}
	text, err := os.ReadFile(b.path(planName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no batch in %s; \"gridlock-cluster batch split\" makes one", dir)
	}
	if err == nil {
		err = json.Unmarshal(text, &b.Plan)
	}
	if err == nil && (b.Parts < 1 || b.Parts > MostParts) {
		err = fmt.Errorf("%s: %d parts", b.path(planName), b.Parts)
	}
	return b, err
}

func (b *Batch) path(name string) string { return filepath.Join(b.dir, name) }

// answersPath returns the path of the answers of a part.
func (b *Batch) answersPath(part int) string { return b.path(fmt.Sprintf("part-%d.jsonl", part)) }

// size returns the number of positions of a part.
func (b *Batch) size(part int) int { return (b.Positions - part + b.Parts) / b.Parts }

// of iterates over the positions of a part, or of all parts if part is 0. After an error there are
// no more.
func (b *Batch) of(part int) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		k := 0
		for line, err := range linesOf(b.path(positionsName)) {
			if here := part == 0 || k%b.Parts == part-1; (here || err != nil) && !yield(line, err) {
				return
			}
			k++
		}
	}
}

// numbers iterates over the numbers of the lines' positions. After an error there are no more.
func (b *Batch) numbers() iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for line, err := range linesOf(b.path(linesName)) {
			number := 0
			if err == nil {
				number, err = strconv.Atoi(line)
			}
			if err == nil && (number < 0 || number >= b.Positions) {
				err = fmt.Errorf("%s: %d is the number of no position", b.path(linesName), number)
			}
			if !yield(number, err) || err != nil {
				return
			}
		}
	}
}

// linesOf iterates over the lines of a file. After an error there are no more.
func linesOf(name string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		f, err := os.Open(name)
		if err != nil {
			yield("", err)
			return
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			if !yield(lines.Text(), nil) {
				return
			}
		}
		if lines.Err() != nil {
			yield("", lines.Err())
		}
	}
}
