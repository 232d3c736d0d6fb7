package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridlock/internal/printable"
)

// Format is the flags by which a user says in which form a verb prints its answer: --format, and --json,
// which is short for --format json.
type Format struct {
	Choice
	chosen bool
}

// AddFlags adds the flags to a command. The words are its formats, the default first. About says of them
// what a user cannot guess: "json is an object per line".
func (f *Format) AddFlags(cmd *cobra.Command, about string, words ...string) {
	f.Choice = Choice{"FORMAT", words, words[0]}
	if about != "" {
		about = "; " + about
	}
	addChoice(cmd, "format", "print "+list(words, "or")+about, f, words)
	standIn(cmd, "json", "format json").Usage = "short for --format json"
}

// Set reads the value. Formats that differ do not go together.
func (f *Format) Set(text string) error {
	before := f.value
	if err := f.Choice.Set(text); err != nil {
		return err
	}
	if f.chosen && f.value != before {
		return fmt.Errorf("the format is %s already; choose one", before)
	}
	f.chosen = true
	return nil
}

// JSON reports whether to print JSON.
func (f *Format) JSON() bool { return f.value == "json" }

// Print prints an answer, as JSON or as text.
func (f *Format) Print(w io.Writer, asJSON any, text string) error {
	if f.JSON() {
		return printable.WriteJSON(w, asJSON)
	}
	_, err := io.WriteString(w, text)
	return err
}

// nowCalled marks flags that are called something else now, which is its value.
const nowCalled = "now called"

// Rename makes the former name of a flag go on working. It is hidden, and a note says what to write now: the name
// of the flag, or with a word for which the former one was a switch, as in "format csv".
func Rename(cmd *cobra.Command, former, now string) {
	f := standIn(cmd, former, now)
	f.Hidden, f.Annotations = true, map[string][]string{nowCalled: {now}}
}

// noteRenamed says which flags of a command a user has called by former names, and what to write now.
func noteRenamed(c *cobra.Command) {
	c.Flags().Visit(func(f *pflag.Flag) {
		for _, now := range f.Annotations[nowCalled] {
			fmt.Fprintf(c.ErrOrStderr(), "%s: --%s is called --%s now\n", c.Root().Name(), f.Name, now)
		}
	})
}

// standIn adds a flag to a command that stands for another one or, with a word, a switch that gives the other
// one that word.
func standIn(cmd *cobra.Command, name, other string) *pflag.Flag {
	other, word, isSwitch := strings.Cut(other, " ")
	f := cmd.Flags().VarPF(&substitute{cmd.Flags().Lookup(other), word}, name, "", "")
	if isSwitch {
		f.NoOptDefVal = "true"
	}
	return f
}

// substitute is the value of a flag that stands for another one.
type substitute struct {
	flag *pflag.Flag
	word string // for which it is a switch, or nothing
}

// Type names the kind of value in help texts.
func (s *substitute) Type() string {
	if s.word != "" {
		return "bool"
	}
	return s.flag.Value.Type()
}

// String returns nothing: the other flag has the value.
func (s *substitute) String() string { return "" }

// Set reads the value.
func (s *substitute) Set(text string) error {
	if s.word != "" {
		if on, err := strconv.ParseBool(text); err != nil || !on {
			return err
		}
		text = s.word
	}
	s.flag.Changed = true
	return s.flag.Value.Set(text)
}
