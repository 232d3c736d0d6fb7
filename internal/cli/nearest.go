package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	edlib "github.com/hbollon/go-edlib"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Nearest returns the word that a user may have meant by text, or nothing: the one with the
// fewest letters to change, at most one in a short text and two in a longer one, where two
// neighbours exchanged are one change; or else the first that begins with the text. Upper and lower
// case count as the same.
func Nearest(text string, words []string) string {
	text = strings.ToLower(text)
	limit := 2
	if len(text) < 5 {
		limit = 1
	}
	begins := func(w string) bool { return text != "" && strings.HasPrefix(strings.ToLower(w), text) }
	best, least := "", limit+1
	for _, w := range words {
		d := edlib.OSADamerauLevenshteinDistance(text, strings.ToLower(w))
		if d < len(w) && d <= limit && (d < least || d == least && begins(w) && !begins(best)) {
			best, least = w, d
		}
	}
	if i := slices.IndexFunc(words, begins); best == "" && i >= 0 {
		return words[i]
	}
	return best
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

// UnknownCommand returns the error for a name that no command below group has. The others
// are what it may have been meant for besides.
func UnknownCommand(group *cobra.Command, name string, others ...string) error {
	names := commandNames(group)
	hint := DidYouMean(name, append(names, others...))
	if group.HasParent() {
		return Usagef("unknown command %q: %s has %s%s", name, group.CommandPath(), List(names), hint)
	}
	if id := Nearest(name, gameIDs()); id != "" && hint == "" {
		hint = fmt.Sprintf("; did you mean \"%s solve %s\"?", group.Name(), id)
	}
	return Usagef("unknown command %q%s", name, hint)
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
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	if args := cmd.Flags().Args(); cmd.HasAvailableSubCommands() && len(args) > 0 {
		return UnknownCommand(cmd, args[0])
	}
	dash, name := "--", unknown.GetSpecifiedName()
	if short := unknown.GetSpecifiedShortnames(); short != "" {
		dash, name = "-", short
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	hint := ""
	if verb := verbWith(cmd, name); verb != "" {
		hint = fmt.Sprintf("; it comes after a command that has it, as in \"%s %s%s\"", verb, dash, name)
	} else if near := Nearest(name, names); len(name) > 1 && near != "" {
		hint = fmt.Sprintf("; did you mean --%s?", near)
	}
	return fmt.Errorf("unknown flag: %s%s%s", dash, name, hint)
}

// verbWith returns the command below cmd that has a flag, given by its name or its letter, "solve" rather
// than others, or nothing.
func verbWith(cmd *cobra.Command, flag string) (path string) {
	for _, c := range Verbs(cmd) {
		f := c.Flags().Lookup(flag)
		if len(flag) == 1 {
			f = c.Flags().ShorthandLookup(flag)
		}
		if f != nil && !f.Hidden && (path == "" || c.Name() == "solve") {
			path = c.CommandPath()
		}
	}
	return path
}
