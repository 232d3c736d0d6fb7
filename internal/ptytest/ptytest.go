// Package ptytest is a person who types at a terminal, for tests.
package ptytest

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"gridlock/internal/testgames"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

// What a terminal sends for the arrow keys.
const Up, Down, Right, Left = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"

// Typist is a person at a terminal. Make one with [New].
type Typist struct {
	TTY *os.File // the terminal, as the program knows it

	t        testing.TB
	keyboard *os.File // the other end
	mu       sync.Mutex
	unread   bytes.Buffer // what the program has written, and See has not yet seen
}

// New returns a person at a terminal of some columns, which lasts as long as the test.
func New(t testing.TB, columns int) *Typist {
	t.Helper()
	keyboard, tty, err := pty.Open()
	require.NoError(t, err)
	require.NoError(t, pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: uint16(columns)}))
	x := &Typist{TTY: tty, t: t, keyboard: keyboard}
	go x.read()
	// A program that still reads in the background gets an error. It may be asking for the size of TTY, too, so TTY is
	// closed when the last user has gone.
	t.Cleanup(func() { keyboard.Close() })
	return x
}

// read notes what the program writes.
func (x *Typist) read() {
	buffer := make([]byte, 1024)
	for {
		n, err := x.keyboard.Read(buffer)
		if err != nil {
			return
		}
		x.mu.Lock()
		x.unread.Write(buffer[:n])
		x.mu.Unlock()
	}
}

// See waits until the program has written a text, and returns what came before it.
func (x *Typist) See(text string) string {
	x.t.Helper()
	var before string
	if !testgames.Await(func() (found bool) {
		x.mu.Lock()
		defer x.mu.Unlock()
		if before, _, found = strings.Cut(x.unread.String(), text); found {
			x.unread.Next(len(before) + len(text))
		}
		return found
	}) {
		x.t.Errorf("waiting for %q, the program has written %q", text, before)
		return ""
	}
	return before
}

// Press types keys.
func (x *Typist) Press(keys string) {
	if _, err := io.WriteString(x.keyboard, keys); err != nil {
		x.t.Error(err)
	}
}
