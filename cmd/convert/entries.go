package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"gridlock/internal/interchange"
	"gridlock/internal/lines"
)

// badLine says which line of a file cannot be read, and why.
type badLine struct {
	Line int // number of the line, from 1; 0 for the end of the file
	Err  error
}

// Error names the line and the reason.
func (b *badLine) Error() string {
	if b.Line == 0 {
		return b.Err.Error()
	}
	return fmt.Sprintf("line %d: %v", b.Line, b.Err)
}

// Unwrap returns the reason.
func (b *badLine) Unwrap() error { return b.Err }

// entriesOf reads the entries of a stream with a decoder, as long as ctx lasts. Each line that cannot be read gives a
// *badLine, and reading continues after it. Any other error comes last.
func entriesOf(ctx context.Context, r io.Reader, d interchange.Decoder) iter.Seq2[interchange.Entry, error] {
	return func(yield func(interchange.Entry, error) bool) {
		in := lines.Read(ctx, r)
		for number := 1; ; number++ {
			line, err := in.Next()
			switch {
			case errors.Is(err, io.EOF):
				if err := d.End(); err != nil {
					yield(interchange.Entry{}, &badLine{Err: err})
				}
				return
			case err != nil && !errors.Is(err, lines.ErrLong):
				yield(interchange.Entry{}, err)
				return
			}
			var entries []interchange.Entry
			if err == nil {
				entries, err = d.Line(number, line)
			}
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
			}
			if err != nil && !yield(interchange.Entry{}, &badLine{number, err}) {
				return
			}
		}
	}
}
