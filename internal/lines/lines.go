// Package lines reads text from people and other programs line by line, in UTF-8 or UTF-16.
package lines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"
	"time"
)

// maxLine is the longest line of input that is read, far more than any position
// or move needs.
const maxLine = 1 << 16

// ErrLong says that a line of input is too long. The rest of the line is skipped, and reading can continue with the
// next one. The text of the error has the limit of [Read].
var ErrLong = fmt.Errorf("a line of more than %d bytes", maxLine)

// Reader reads a stream of text (see [Text]) line by line and can be cancelled while it waits for input, which a plain
// read cannot. It touches the stream only when the first line is asked for.
type Reader struct {
	ctx   context.Context
	in    io.Reader
	most  int // bytes of a line
	start sync.Once
	lines chan line
	ahead *line // the line that Peek has read
}

// line is a line of input, or the error instead.
type line struct {
	text string
	err  error
}

// Read returns the lines of a stream, as long as ctx lasts.
func Read(ctx context.Context, r io.Reader) *Reader {
	return ReadLong(ctx, r, maxLine)
}

// ReadLong is Read for lines of at most the given number of bytes.
func ReadLong(ctx context.Context, r io.Reader, most int) *Reader {
	return &Reader{ctx: ctx, in: r, most: most, lines: make(chan line)}
}

// Next returns the next line without its line break. The error is ErrLong for a line that is too long, io.EOF at the
// end of input, and the context's error if the context ends first. Then the current read cannot be cancelled: it goes
// on in the background, and its input is lost.
func (l *Reader) Next() (string, error) {
	if err := l.ctx.Err(); err != nil {
		return "", err
	}
	if next := l.ahead; next != nil {
		l.ahead = nil
		return next.text, next.err
	}
	l.start.Do(func() { go l.read() })
	select {
	case next := <-l.lines:
		return next.text, next.err
	case <-l.ctx.Done():
		return "", l.ctx.Err()
	}
}

// Peek returns the line that Next will return, if there is one and it comes within a time. It waits in steps. Between
// them the reader has its turn, even on a machine so busy that the time is over at once.
func (l *Reader) Peek(wait time.Duration) (text string, ok bool) {
	const steps = 20
	l.start.Do(func() { go l.read() })
	for step := 0; l.ahead == nil; step++ {
		select {
		case next := <-l.lines:
			l.ahead = &next
		case <-time.After(wait / steps):
			if step == steps {
				return "", false
			}
		case <-l.ctx.Done():
			return "", false
		}
	}
	return l.ahead.text, l.ahead.err == nil
}

// read hands out lines until the context ends; at the end of input it repeats
// that there are no more.
func (l *Reader) read() {
	r := bufio.NewReader(Text(l.in))
	for {
		var next line
		next.text, next.err = readLine(r, l.most)
		if next.err != nil && next.err != io.EOF && !errors.Is(next.err, ErrLong) && !named(next.err) {
			next.err = fmt.Errorf("standard input: %w", next.err)
		}
		select {
		case l.lines <- next:
		case <-l.ctx.Done():
			return
		}
	}
}

// named reports whether an error names its file.
func named(err error) bool {
	path := new(fs.PathError)
	return errors.As(err, &path) && path.Path != "/dev/stdin"
}

// readLine reads a line, and keeps no more than most bytes of it.
func readLine(r *bufio.Reader, most int) (string, error) {
	var text []byte
	long := false
	for begun := false; ; begun = true {
		part, more, err := r.ReadLine()
		if err != nil && !(err == io.EOF && begun) {
			return "", err
		}
		if long = long || len(text)+len(part) > most; !long {
			text = append(text, part...)
		}
		switch {
		case more:
		case long:
			return "", ErrLong
		default:
			return string(text), nil
		}
	}
}
