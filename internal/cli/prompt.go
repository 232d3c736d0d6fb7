package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"gridlock/internal/printable"
)

// Prompter asks a person for lines of input.
type Prompter struct {
	lines *Lines
	out   io.Writer
	echo  bool // write what is read, since no terminal shows it
}

// NewPrompter returns a prompter that writes to out and reads from in, as long as ctx lasts.
func NewPrompter(ctx context.Context, in io.Reader, out io.Writer) *Prompter {
	return &Prompter{ReadLines(ctx, in), out, !IsTerminal(in)}
}

// Ask writes the prompt and returns the line entered, without spaces around it. The errors
// are those of [Lines.Next].
func (p *Prompter) Ask(prompt string) (string, error) {
	fmt.Fprint(p.out, prompt)
	line, err := p.lines.Next()
	if err != nil {
		return "", err
	}
	if p.echo {
		fmt.Fprintln(p.out, printable.Printable(line))
	}
	return strings.TrimSpace(line), nil
}
