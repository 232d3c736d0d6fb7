package match

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
	"unicode"
)

// Command returns how to start a program, for EngineOptions. What it writes to its standard
// error goes to errOut.
func Command(words []string, errOut io.Writer) func() (*Conn, error) {
	return func() (*Conn, error) {
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Stderr = errOut
		cmd.WaitDelay = time.Second // for what it started itself
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		return &Conn{
			In: in, Out: out, Wait: cmd.Wait,
			Kill: func() {
				cmd.Process.Kill() //nolint:errcheck // it has ended, then
				out.Close()
			},
		}, nil
	}
}

// Words splits a command into words, at spaces outside of single or double quotes.
func Words(command string) (words []string, err error) {
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inWord = r, true
		case quote == 0 && unicode.IsSpace(r):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	case len(words) == 0:
		return nil, errors.New("the command is empty")
	}
	return words, nil
}
