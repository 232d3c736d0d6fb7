package cli

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Nearest returns the word that a user may have meant by text, or nothing: as cobra does for the names of commands, one
// that begins with the text or has few other letters, at most one in a short text and two in a longer one.
func Nearest(text string, words []string) string {
	var names cobra.Command
	for _, word := range words {
		names.AddCommand(&cobra.Command{Use: word, Run: func(*cobra.Command, []string) {}})
	}
	most := min(2, len(text)/2)
	for names.SuggestionsMinimumDistance = range most + 1 {
		if near := names.SuggestionsFor(text); text != "" && len(near) > 0 {
			return near[0]
		}
	}
	return ""
}

// DidYouMean returns the end of an error message that names the word a user may have meant,
// as in `; did you mean "solve"?`, or nothing.
func DidYouMean(text string, words []string) string { return meant(Nearest(text, words)) }

// meant is DidYouMean for a word that is known already.
func meant(word string) string {
	if word == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", word)
}

// UnknownCommand returns the error for a name that no command below group has.
func UnknownCommand(group *cobra.Command, name string) error {
	hint := DidYouMean(name, commandNames(group))
	if game := Nearest(name, gameIDs()); hint == "" && game != "" && !group.HasParent() {
		hint = meant(group.Name() + " solve " + game)
	}
	return Usagef("unknown command %q for %q%s", name, group.CommandPath(), hint)
}

// commandNames returns the names of the commands below one.
func commandNames(group *cobra.Command) (names []string) {
	for _, c := range group.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	return names
}

// FlagError adds to the error about a flag that cmd does not have the flag that may have been
// meant. It is for [cobra.Command.SetFlagErrorFunc].
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
	if near := Nearest(name, names); len(name) > 1 && near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return err
}
