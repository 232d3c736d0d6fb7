package tablebase

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"gridlock/internal/cli/flags"
	"gridlock/internal/lines"
	"gridlock/internal/printable"
	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/tablebase"
	"gridlock/variants"
)

// reader looks up positions that come line by line.
type reader struct {
	opt     *options
	store   *tablebase.Store
	variant variants.Variant

	mu     sync.Mutex
	tables map[string][]*tablebase.Table // the tables for each size of board
}

// batch is a number of lines that are looked up together.
type batch struct {
	first int // number of the first line
	lines []input
	out   bytes.Buffer
	bad   int // lines that could not be read, or are in no table
	done  chan struct{}
}

// input is a line, or why it cannot be read.
type input struct {
	text string
	err  error
}

// batchSize is how many lines are looked up together. The first answers come at
// once, so that another program can ask one position after the other.
const batchSize = 512

// run looks up all lines and prints the results, in order.
func (r *reader) run(ctx context.Context, in io.Reader, out io.Writer) error {
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(r.opt.workers.Count() + 2)
	ordered := make(chan *batch, 2*r.opt.workers.Count())
	bad := 0
	work.Go(func() error {
		for b := range ordered {
			select {
			case <-b.done:
			case <-ctx.Done():
				return ctx.Err()
			}
			bad += b.bad
			if _, err := out.Write(b.out.Bytes()); err != nil {
				return err
			}
		}
		return nil
	})
	err := r.read(ctx, in, func(b *batch) {
		work.Go(func() (err error) {
			batchErr := r.store.Batch(false, func() { err = r.probe(ctx, b) })
			return errors.Join(err, batchErr)
		})
		select {
		case ordered <- b:
		case <-ctx.Done():
		}
	})
	close(ordered)
	if err = errors.Join(work.Wait(), err); err == nil && bad > 0 {
		err = fmt.Errorf("standard input: lines without an answer: %d, see \"error\" in the output", bad)
	}
	return err
}

// pause is how long to wait for another line before the lines so far are looked up.
const pause = 100 * time.Microsecond

// read cuts the input into batches. A batch ends when no more input is there at the moment.
func (r *reader) read(ctx context.Context, in io.Reader, hand func(*batch)) error {
	text := lines.Read(ctx, in)
	b := &batch{first: 1, done: make(chan struct{})}
	for number := 1; ; number++ {
		read, err := text.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, lines.ErrLong):
			return err
		}
		b.lines = append(b.lines, input{strings.TrimSpace(read), err})
		if _, more := text.Peek(pause); !more || len(b.lines) == batchSize {
			hand(b)
			b = &batch{first: number + 1, done: make(chan struct{})}
		}
	}
}

// probe looks up the lines of a batch.
func (r *reader) probe(ctx context.Context, b *batch) error {
	defer close(b.done)
	for i, line := range b.lines {
		if line == (input{}) {
			continue
		}
		p, err := variants.Position{}, line.err
		if err == nil {
			p, err = r.variant.Parse(line.text)
		}
		if err == nil {
			err = r.lookup(ctx, &b.out, p)
		}
		if errors.Is(err, tablebase.ErrDamaged) {
			return err
		}
		if err != nil {
			b.bad++
			if err := r.complain(&b.out, b.first+i, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// complain says what is wrong with a line.
func (r *reader) complain(out *bytes.Buffer, line int, err error) error {
	if !r.opt.format.JSON() {
		fmt.Fprintf(out, "error: line %d: %v\n", line, err)
		return nil
	}
	return printable.WriteJSON(out, flags.BadLine{Line: line, Error: err.Error()})
}

// lookup prints the result of a position.
func (r *reader) lookup(ctx context.Context, out *bytes.Buffer, p variants.Position) error {
	tables, err := r.tablesOf(p.Game())
	if err != nil {
		return err
	}
	if !r.opt.format.JSON() {
		for _, t := range tables {
			distance, ok, err := t.Distance(p.State())
			if err != nil {
				return err
			}
			if ok {
				writeLine(out, p, solver.OutcomeIn(distance), distance)
				return nil
			}
		}
	}
	a, err := lookUp(ctx, r.store, tables, p)
	switch {
	case errors.Is(err, tablebase.ErrMissing):
		return fmt.Errorf("%v is neither in a table nor among the solved positions", p)
	case err != nil:
		return err
	case r.opt.format.JSON():
		return printable.WriteJSON(out, report.NewAnswer(a))
	}
	writeLine(out, p, a.Result().Outcome, a.Result().Distance)
	return nil
}

// writeLine writes who wins a position.
func writeLine(out *bytes.Buffer, p variants.Position, outcome solver.Outcome, distance int) {
	if distance == solver.NoDistance {
		fmt.Fprintf(out, "%v %v -\n", p, outcome)
		return
	}
	fmt.Fprintf(out, "%v %v %d\n", p, outcome, distance)
}

// tablesOf returns the tables of a game.
func (r *reader) tablesOf(game *variants.Game) ([]*tablebase.Table, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	size := game.Grid().String()
	if tables, ok := r.tables[size]; ok {
		return tables, nil
	}
	tables, err := r.store.TablesOf(game)
	if err == nil {
		r.tables[size] = tables
	}
	return tables, err
}
