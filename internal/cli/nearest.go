package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gridlock/variants"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Nearest returns the words that a user may have meant. As in cobra, these begin with the text, or differ from it in
// few letters: one in a short text, two in a longer one.
func Nearest(text string, words []string) []string {
	var names cobra.Command
	for _, word := range words {
		names.AddCommand(&cobra.Command{Use: word, Run: func(*cobra.Command, []string) {}})
	}
	most := min(2, len(text)/2)
	for names.SuggestionsMinimumDistance = range most + 1 {
		if near := names.SuggestionsFor(text); text != "" && len(near) > 0 {
			return near
		}
	}
	return nil
}

// DidYouMean returns the end of an error message that names the words a user may have meant,
// as in `; did you mean "solve"?`, or nothing.
func DidYouMean(text string, words []string) string { return Meant(Nearest(text, words)...) }

// Meant is DidYouMean for given words.
func Meant(words ...string) string {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, strconv.Quote(word))
	}
	if quoted == nil {
		return ""
	}
	return "; did you mean " + Either(quoted) + "?"
}

// UnknownCommand returns the error for a name that no command below group has.
func UnknownCommand(group *cobra.Command, name string) error {
	hint := DidYouMean(name, commandNames(group))
	if games := Nearest(name, GameIDs()); hint == "" && games != nil && !group.HasParent() {
		hint = Meant(group.Name() + " solve " + games[0])
	}
	return Usagef("unknown command %q for %q%s", name, group.CommandPath(), hint)
}

// GameIDs returns the names of the games that the program knows.
func GameIDs() []string { return append(variants.IDs(), variants.LibraryIDs()...) }

// commandNames returns the names of the commands below one.
func commandNames(group *cobra.Command) (names []string) {
	for _, c := range group.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}

// FlagError adds to the error about an unknown flag of cmd the flag that may have been meant. It is for
// [cobra.Command.SetFlagErrorFunc].
func FlagError(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return err
	}
	if args := cmd.Flags().Args(); cmd.HasAvailableSubCommands() && len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	name := cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
	if near := Nearest(name, names); len(name) > 1 && near != nil {
		return fmt.Errorf("%w; did you mean --%s?", err, strings.Join(near, " or --"))
	}
	return err
}

// List writes words as in a sentence: "a, b and c".
func List(words []string) string { return list(words, "and") }

// Either is List with "or": "a, b or c".
func Either(words []string) string { return list(words, "or") }

// list is List with another word before the last one.
func list(words []string, last string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
