package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest line of input that is read, far more than any position
// or move needs.
const maxLine = 1 << 16

// Lines reads a stream line by line and can be called off while it waits for
// input, which a plain read cannot.
type Lines struct {
	lines chan string
	err   error // why lines is closed, if not at the end of input
	ctx   context.Context
}

// ReadLines begins to read a stream. The reading ends with ctx at the latest.
func ReadLines(ctx context.Context, r io.Reader) *Lines {
	l := &Lines{lines: make(chan string), ctx: ctx}
	go l.read(r)
	return l
}

func (l *Lines) read(r io.Reader) {
	defer close(l.lines)
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 0, 4096), maxLine)
	for scanner.Scan() {
		select {
		case l.lines <- scanner.Text():
		case <-l.ctx.Done():
			return
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		l.err = fmt.Errorf("standard input: a line of more than %d bytes", maxLine)
	} else if err != nil {
		l.err = fmt.Errorf("standard input: %w", err)
	}
}

// Next returns the next line without its line break. At the end of input the
// error is io.EOF; when the context ends first, it is the context's.
func (l *Lines) Next() (string, error) {
	if err := l.ctx.Err(); err != nil {
		return "", err
	}
	select {
	case line, ok := <-l.lines:
		switch {
		case ok:
			return line, nil
		case l.ctx.Err() != nil:
			return "", l.ctx.Err()
		case l.err != nil:
			return "", l.err
		}
		return "", io.EOF
	case <-l.ctx.Done():
		return "", l.ctx.Err()
	}
}
