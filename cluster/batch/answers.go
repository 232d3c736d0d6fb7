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
	"strings"
)

// answer is what matters here of a line that "gridlock solve --stdin" prints.
type answer struct {
	Position string  `json:"position"`
	Outcome  *string `json:"outcome"` // nil if a limit was reached first
}

// read reads an answer about a position.
func read(line, position string) (a answer, err error) {
	if err := json.Unmarshal([]byte(line), &a); err != nil || a.Position == "" {
		return a, fmt.Errorf("no answer about %s: %.200q", position, line)
	}
	if a.Position != position {
		return a, fmt.Errorf("an answer about %s, where one about %s belongs", a.Position, position)
	}
	return a, nil
}

// place is where a line is in a file.
type place struct {
	at   int64
	size int32
}

// answered reads the answers that a part has, of which the last may be incomplete, and returns their
// places. An answer about another position is an error. Next returns the positions.
func (b *Batch) answered(part int, next func() (string, error, bool)) (all []place, err error) {
	f, err := os.Open(b.answersPath(part))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for at := int64(0); ; {
		line, err := lines.ReadString('\n')
		if err == io.EOF { // what comes after the last line break was not written to its end
			return all, nil
		}
		if err != nil {
			return all, err
		}
		position, err, ok := next()
		if err == nil && !ok {
			err = errors.New("more answers than positions")
		}
		if err == nil {
			_, err = read(line, position)
		}
		if err != nil {
			return all, fmt.Errorf("%s, line %d: %w; delete the file, and solve part %d again", b.answersPath(part), len(all)+1, err, part)
		}
		all = append(all, place{at, int32(len(line))})
		at += int64(len(line))
	}
}

// Collect writes the answers of all lines, in order; those of lines with the same position are the
// same. If some are missing it writes nothing, and the error names the parts.
func (b *Batch) Collect(out io.Writer) error {
	places := make([][]place, b.Parts)
	var missing []string
	count := 0
	for part := range b.Parts {
		next, stop := iter.Pull2(b.of(part + 1))
		all, err := b.answered(part+1, next)
		stop()
		if err != nil {
			return err
		}
		places[part] = all
		if left := b.size(part+1) - len(all); left > 0 {
			missing = append(missing, fmt.Sprint(part+1))
			count += left
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%d of %d positions have no answer yet, in part %s; \"gridlock-cluster batch run\" solves the rest of a part",
			count, b.Positions, shortened(missing))
	}
	return b.write(out, places)
}

// shortened lists numbers, but not too many.
func shortened(all []string) string {
	if len(all) > 10 {
		return strings.Join(all[:10], ", ") + " …"
	}
	return strings.Join(all, ", ")
}

// write writes the answers of all lines.
func (b *Batch) write(out io.Writer, places [][]place) error {
	files := make([]*os.File, b.Parts)
	for i := range files {
		if len(places[i]) == 0 {
			continue
		}
		f, err := os.Open(b.answersPath(i + 1))
		if err != nil {
			return err
		}
		defer f.Close()
		files[i] = f
	}
	buffered := bufio.NewWriter(out)
	var line []byte
	for number, err := range b.numbers() {
		if err != nil {
			return err
		}
		at := places[number%b.Parts][number/b.Parts]
		line = append(line[:0], make([]byte, at.size)...)
		if _, err := files[number%b.Parts].ReadAt(line, at.at); err != nil {
			return err
		}
		if _, err := buffered.Write(line); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
