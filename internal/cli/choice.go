package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Choice is a flag whose value is one of a few words, which it takes in upper or
// lower case.
type Choice struct {
	kind  string
	words []string
	value string
}

// AddFlag adds the flag to a command, with a choice among the words; the first is the default. The kind is what
// help texts call the value.
func (c *Choice) AddFlag(cmd *cobra.Command, name, kind, usage string, words ...string) {
	*c = Choice{kind, words, words[0]}
	addChoice(cmd, name, usage, c, words)
}

// addChoice adds a flag whose value is a choice among the words to a command.
func addChoice(cmd *cobra.Command, name, usage string, value pflag.Value, words []string) {
	cmd.Flags().Var(value, name, usage)
	Complete(cmd, name, words...)
}

// AddValue adds a flag to a command, whose value read takes, every time that it is given. The kind is what
// help texts call it, and usual what it is by default.
func AddValue(cmd *cobra.Command, name, kind, usual, usage string, read func(text string) error) {
	cmd.Flags().Var(&value{kind, usual, read}, name, usage)
}

// value is the value of a flag that something else takes.
type value struct {
	kind, text string
	read       func(text string) error
}

func (v *value) Type() string   { return v.kind }
func (v *value) String() string { return v.text }

func (v *value) Set(text string) error {
	err := v.read(text)
	if err == nil {
		v.text = text
	}
	return err
}

// Value returns the word chosen.
func (c *Choice) Value() string { return c.value }

// Words returns the words to choose from.
func (c *Choice) Words() []string { return c.words }

// Type names the kind of value in help texts.
func (c *Choice) Type() string { return c.kind }

// String returns the value as it would be given.
func (c *Choice) String() string { return c.value }

// Set reads the value.
func (c *Choice) Set(text string) error {
	word := strings.ToLower(text)
	if !slices.Contains(c.words, word) {
		return fmt.Errorf("write %s%s", list(c.words, "or"), DidYouMean(text, c.words))
	}
	c.value = word
	return nil
}

// List writes words as in a sentence: "a, b and c".
func List(words []string) string { return list(words, "and") }

// list is List with another word before the last one.
func list(words []string, last string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
