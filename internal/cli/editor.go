package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// editor reads lines from a terminal that a person can edit. While it waits for a line, the
// terminal is in raw mode, so the editor does what the terminal does otherwise on Ctrl-C and
// Ctrl-Z. In between the terminal is as it was.
type editor struct {
	ctx   context.Context
	in    *os.File
	out   io.Writer
	term  *term.Terminal
	words [4]string // what the arrow keys enter on an empty line, if anything

	cooked  *term.State // of the terminal when it is not in raw mode
	typed   []byte      // read from the terminal, and not processed
	entered bool        // an arrow key has entered a word
}

// newEditor returns an editor, or nil where lines cannot be edited: in and out have to be a
// terminal that moves its cursor. The consoles of Windows have an editor of their own.
func newEditor(ctx context.Context, in io.Reader, out io.Writer) *editor {
	if !IsTerminal(in) || !IsTerminal(out) || os.Getenv("TERM") == "dumb" || runtime.GOOS == "windows" {
		return nil
	}
	e := &editor{ctx: ctx, in: File(in), out: out}
	if _, err := term.GetState(int(e.in.Fd())); err != nil {
		return nil
	}
	e.term = term.NewTerminal(e, "")
	e.term.History = new(history)
	e.term.AutoCompleteCallback = e.key
	return e
}

// ask shows the prompt, of one line, and returns the line entered.
func (e *editor) ask(prompt string) (string, error) {
	if err := e.raw(); err != nil {
		return "", fmt.Errorf("standard input: %w", err)
	}
	defer e.restore()
	e.resize()
	e.term.SetPrompt(prompt)
	type line struct {
		text string
		err  error
	}
	read := make(chan line, 1)
	go func() {
		text, err := e.term.ReadLine()
		read <- line{text, err}
	}()
	select {
	case l := <-read:
		if l.err != nil && l.err != io.EOF && !errors.Is(l.err, context.Canceled) {
			l.err = fmt.Errorf("standard input: %w", l.err)
		}
		return l.text, l.err
	case <-e.ctx.Done():
		return "", e.ctx.Err()
	}
}

// raw puts the terminal into raw mode.
func (e *editor) raw() (err error) {
	e.cooked, err = term.MakeRaw(int(e.in.Fd()))
	return err
}

// restore ends raw mode.
func (e *editor) restore() { _ = term.Restore(int(e.in.Fd()), e.cooked) }

// resize takes over the size of the terminal.
func (e *editor) resize() {
	if columns, rows, err := term.GetSize(int(e.in.Fd())); err == nil && columns > 0 {
		_ = e.term.SetSize(columns, rows)
	}
}

// The keys that the editor handles itself, as the terminal sends them.
const (
	ctrlC = 0x03
	ctrlZ = 0x1a
)

// arrows returns what the terminal sends for the arrow keys, in the order of the words.
func arrows() [4]string { return [4]string{"\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C"} }

// arrowKey stands for the first arrow key in what the terminal library reads, and the runes
// behind it for the others. They are of a range for private use.
const arrowKey = '\ue000'

// Read is what the terminal library reads: what is typed, except the keys that the editor
// handles. After an arrow key has entered a word, it is the enter key.
func (e *editor) Read(p []byte) (int, error) {
	for {
		if e.entered {
			e.entered = false
			return copy(p, "\r"), nil
		}
		if len(e.typed) == 0 {
			var buffer [256]byte
			n, err := e.in.Read(buffer[:])
			if err != nil {
				return 0, err
			}
			e.typed = bytes.ReplaceAll(buffer[:n], []byte("\x1bO"), []byte("\x1b[")) // keys in the other of two modes
			e.resize()
		}
		switch e.typed[0] {
		case ctrlC:
			fmt.Fprint(e.out, "^C\r\n")
			return 0, context.Canceled
		case ctrlZ:
			e.typed = e.typed[1:]
			if err := e.suspend(); err != nil {
				return 0, err
			}
			continue
		}
		return e.pass(p), nil
	}
}

// pass copies what is typed up to the next key that the editor handles, which comes first if it
// is an arrow key.
func (e *editor) pass(p []byte) int {
	if e.words[0] != "" {
		for i, sent := range arrows() {
			if bytes.HasPrefix(e.typed, []byte(sent)) {
				e.typed = e.typed[len(sent):]
				return utf8.EncodeRune(p, arrowKey+rune(i))
			}
		}
	}
	end := len(e.typed)
	for i, c := range e.typed {
		if i > 0 && (c == ctrlC || c == ctrlZ || c == '\x1b') {
			end = i
			break
		}
	}
	n := copy(p, e.typed[:end])
	e.typed = e.typed[n:]
	return n
}

// suspend stops the program as Ctrl-Z does elsewhere, and shows the prompt again when it
// continues.
func (e *editor) suspend() error {
	e.restore()
	fmt.Fprint(e.out, "^Z\n")
	stop()
	if err := e.raw(); err != nil {
		return err
	}
	_, err := e.term.Write(nil)
	return err
}

// key handles the arrow keys, and keeps what a terminal could obey out of the line.
func (e *editor) key(line string, pos int, key rune) (newLine string, newPos int, ok bool) {
	switch arrow := key - arrowKey; {
	case arrow < 0 || int(arrow) >= len(e.words):
		return line, pos, !unicode.IsPrint(key)
	case line == "":
		e.entered = true
		return e.words[arrow], len(e.words[arrow]), true
	case arrow == 2:
		_, size := utf8.DecodeLastRuneInString(line[:pos])
		return line, pos - size, true
	case arrow == 3:
		_, size := utf8.DecodeRuneInString(line[pos:])
		return line, pos + size, true
	}
	return line, pos, true
}

// Write is what the terminal library writes.
func (e *editor) Write(p []byte) (int, error) { return e.out.Write(p) }

// history is the lines entered, the last one at the end. It implements [term.History].
type history []string

// Add adds a line, unless it is empty or the last one again.
func (h *history) Add(line string) {
	if strings.TrimSpace(line) != "" && (h.Len() == 0 || h.At(0) != line) {
		*h = append(*h, line)
	}
}

// Len returns the number of lines.
func (h *history) Len() int { return len(*h) }

// At returns a line; that at 0 is the last one.
func (h *history) At(i int) string { return (*h)[len(*h)-1-i] }
