package flags

import (
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
	"gridlock/internal/printable"
)

// Format holds the flags for the form of the output: --format, and --json, short for --format json.
type Format struct{ choice Choice }

// AddFlags adds the flags to a command. The words are its formats, the default first. About explains formats that a
// user cannot guess: "json is an object per line".
func (f *Format) AddFlags(cmd *cobra.Command, about string, words ...string) {
	if about != "" {
		about = "; " + about
	}
	f.choice.AddFlag(cmd, "format", "FORMAT", "print "+cli.Either(words)+about, words...)
	f.choice.given = func() bool { return cmd.Flags().Changed("format") }
	standIn(cmd, "json", "short for --format json", "format", "json")
}

// Value returns the format chosen.
func (f *Format) Value() string { return f.choice.word }

// JSON reports whether to print JSON.
func (f *Format) JSON() bool { return f.choice.word == "json" }

// Print prints an answer, as JSON or as text.
func (f *Format) Print(w io.Writer, asJSON any, text string) error {
	if f.JSON() {
		return printable.WriteJSON(w, asJSON)
	}
	_, err := io.WriteString(w, text)
	return err
}

// Rename keeps the former name of a flag working, hidden. Now is the present name of the flag. If the former flag was a
// switch, now is a flag and its value, as in "format csv".
func Rename(cmd *cobra.Command, former, now string) {
	flag, word, _ := strings.Cut(now, " ")
	standIn(cmd, former, "", flag, word)
	cmd.Flags().Lookup(former).Hidden = true
}

// standIn adds a former flag to a command. It sets the present flag to its own value or, if the former flag was a
// switch, to word.
func standIn(cmd *cobra.Command, name, usage, flag, word string) {
	other := cmd.Flags().Lookup(flag)
	set := func(text string) error {
		err := other.Value.Set(text)
		other.Changed = true
		return err
	}
	if word == "" {
		cmd.Flags().Func(name, usage, set)
		return
	}
	cmd.Flags().BoolFunc(name, usage, func(text string) error {
		on, err := strconv.ParseBool(text)
		if err != nil {
			return cli.ErrSwitch
		}
		if !on {
			return nil
		}
		return set(word)
	})
}
