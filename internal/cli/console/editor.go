package console

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"unicode"

	"golang.org/x/term"

	"gridlock/internal/cli"
)

// editor reads lines from a terminal that a person can edit, by the library's [term.Terminal]. While it waits for a
// line, the terminal is in raw mode, so the editor itself handles Ctrl-C and Ctrl-Z. Between lines the terminal is as
// it was.
type editor struct {
	ctx    context.Context
	in     *os.File
	out    io.Writer
	term   *term.Terminal
	cooked *term.State // the state of the terminal when it is not in raw mode
}

// newEditor returns an editor, or nil if lines cannot be edited: in and out have to be a terminal that can move its
// cursor. On Windows it is always nil, since consoles have their own editor.
func newEditor(ctx context.Context, in io.Reader, out io.Writer) *editor {
	if !IsTerminal(in) || !IsTerminal(out) || os.Getenv("TERM") == "dumb" || runtime.GOOS == "windows" {
		return nil
	}
	e := &editor{ctx: ctx, in: cli.File(in), out: out}
	if _, err := term.GetState(int(e.in.Fd())); err != nil {
		return nil
	}
	e.term = term.NewTerminal(e, "")
	e.term.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		return line, pos, !unicode.IsPrint(key) // keeps terminal control characters out of the line
	}
	return e
}

// ask shows the prompt, of one line, and returns the line entered. The error of a person who enters Ctrl-C is
// context.Canceled.
func (e *editor) ask(prompt string) (_ string, err error) {
	if e.cooked, err = term.MakeRaw(int(e.in.Fd())); err != nil {
		return "", err
	}
	defer e.restore()
	if columns, rows, err := term.GetSize(int(e.in.Fd())); err == nil && columns > 0 {
		_ = e.term.SetSize(columns, rows)
	}
	e.term.SetPrompt(prompt)
	var line string
	var failed error
	read := make(chan struct{})
	go func() {
		defer close(read)
		line, failed = e.term.ReadLine()
	}()
	select {
	case <-read:
		return line, failed
	case <-e.ctx.Done():
		return "", e.ctx.Err()
	}
}

// restore ends raw mode.
func (e *editor) restore() { _ = term.Restore(int(e.in.Fd()), e.cooked) }

// Read is for the terminal library: it returns the input without Ctrl-C and Ctrl-Z.
func (e *editor) Read(p []byte) (int, error) {
	const ctrlC, ctrlZ = "\x03", "\x1a"
	n, err := e.in.Read(p)
	if typed := p[:n]; bytes.Contains(typed, []byte(ctrlC)) {
		fmt.Fprint(e.out, "^C\r\n")
		return 0, context.Canceled
	} else if rest := bytes.ReplaceAll(typed, []byte(ctrlZ), nil); len(rest) < n {
		e.restore()
		fmt.Fprint(e.out, "^Z\n")
		stop()
		if _, err := term.MakeRaw(int(e.in.Fd())); err != nil {
			return 0, err
		}
		_, err = e.term.Write(nil) // shows the prompt again
		return copy(p, rest), err
	}
	return n, err
}

// Write passes on the output of the terminal library.
func (e *editor) Write(p []byte) (int, error) { return e.out.Write(p) }
