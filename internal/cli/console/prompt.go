package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gridlock/internal/lines"
	"gridlock/internal/printable"
)

// Prompter asks a person, or a script on a pipe, for lines of input. On a terminal the line can
// be edited, and the arrow keys bring earlier ones back.
type Prompter struct {
	lines    *lines.Reader
	editor   *editor // nil where lines cannot be edited
	out      io.Writer
	terminal bool // a terminal shows typed text itself
}

// NewPrompter returns a prompter that writes to out and reads from in, as long as ctx lasts.
func NewPrompter(ctx context.Context, in io.Reader, out io.Writer) *Prompter {
	return &Prompter{lines.Read(ctx, in), newEditor(ctx, in, out), out, IsTerminal(in)}
}

// Terminal reports whether the lines come from a terminal, and not from a pipe or a file.
func (p *Prompter) Terminal() bool { return p.terminal }

// Ask writes the prompt and returns the line entered, without spaces around it. The errors are those of
// [lines.Reader.Next]. After Ctrl-C the error is context.Canceled.
func (p *Prompter) Ask(prompt string) (string, error) {
	if p.editor != nil {
		last := strings.LastIndexByte(prompt, '\n') + 1
		fmt.Fprint(p.out, prompt[:last])
		line, err := p.editor.ask(prompt[last:])
		if err != nil && err != io.EOF && !errors.Is(err, context.Canceled) {
			err = fmt.Errorf("standard input: %w", err)
		}
		return strings.TrimSpace(line), err
	}
	fmt.Fprint(p.out, prompt)
	line, err := p.lines.Next()
	if err != nil {
		return "", err
	}
	if !p.terminal {
		fmt.Fprintln(p.out, printable.Printable(line))
	}
	return strings.TrimSpace(line), nil
}

// peekTime is how long [Prompter.Peek] waits for a line.
const peekTime = 200 * time.Millisecond

// Peek returns the line that the next call of Ask will return, if it is there already. So a script is asked only
// questions that it answers. On a terminal ok is false.
func (p *Prompter) Peek() (line string, ok bool) {
	if p.terminal {
		return "", false
	}
	line, ok = p.lines.Peek(peekTime)
	return strings.TrimSpace(line), ok
}
