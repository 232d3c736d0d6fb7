package flags

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/internal/cli"
)

// value is the value of a flag, which parse reads and text writes.
type value[T any] struct {
	at    *T
	kind  string // its name in help texts
	parse func(text string) (T, error)
	text  func(T) string
}

// Type names the kind of value in help texts.
func (v *value[T]) Type() string { return v.kind }

// String returns the value as it would be given.
func (v *value[T]) String() string { return v.text(*v.at) }

// Set reads the value. A wrong value changes nothing.
func (v *value[T]) Set(text string) error {
	given, err := v.parse(text)
	if err == nil {
		*v.at = given
	}
	return err
}

// plain writes a value that is a text.
func plain(text string) string { return text }

// Value adds a flag to a command. It calls read with the value each time that the flag is given. kind is the value's
// name in help texts, and usual its default.
func Value(cmd *cobra.Command, name, kind, usual, usage string, read func(text string) error) {
	cmd.Flags().Var(&value[string]{&usual, kind, func(text string) (string, error) { return text, read(text) }, plain}, name, usage)
}

// Number adds a flag for a whole number to a command. The default is usual, and values are from least to most; most 0
// means no limit.
func Number[N int | uint64](cmd *cobra.Command, n *N, flag string, usual, least, most N, usage string) {
	*n = usual
	cmd.Flags().Var(&value[N]{n, "N", func(text string) (N, error) {
		given, err := strconv.ParseUint(text, 0, 64)
		number := N(given)
		switch {
		case err == nil && uint64(number) == given && number >= least && (most == 0 || number <= most):
			return number, nil
		case most == 0:
			return 0, fmt.Errorf("write a whole number of at least %d", least)
		}
		return 0, fmt.Errorf("write a whole number from %d to %d", least, most)
	}, func(n N) string { return fmt.Sprint(n) }}, flag, usage)
}

// Seed adds the flag --seed to a command, with values up to most; 0 means no limit. Without the flag each run has a new
// seed, short to type, and exact in every reader of JSON.
func Seed(cmd *cobra.Command, seed *uint64, most uint64, usage string) {
	Number(cmd, seed, "seed", rand.Uint64N(1_000_000), 0, most, usage+" (default: a new one each time)")
	cmd.Flags().Lookup("seed").DefValue = ""
}

// Holes adds the flag --holes to a command: the probability that a cell of a random position is missing.
func Holes(cmd *cobra.Command, chance *float64) {
	cmd.Flags().Var(&value[float64]{chance, "PROBABILITY", func(text string) (float64, error) {
		given, err := strconv.ParseFloat(text, 64)
		if err != nil || !(given >= 0 && given <= 1) {
			return 0, errors.New("write a probability from 0 to 1")
		}
		return given, nil
	}, func(chance float64) string { return fmt.Sprint(chance) }},
		"holes", "probability that a cell of a random position is missing, from 0 to 1")
}

// Choice is a flag whose value is one of a few words, in upper or lower case.
type Choice struct {
	words []string
	word  string
	given func() bool // whether a second word contradicts the first; nil for never
}

// AddFlag adds the flag to a command, with a choice among the words; the first is the default. The kind is what
// help texts call the value.
func (c *Choice) AddFlag(cmd *cobra.Command, name, kind, usage string, words ...string) {
	*c = Choice{words: words, word: words[0]}
	cmd.Flags().Var(&value[string]{&c.word, kind, c.read, plain}, name, usage)
	cli.Complete(cmd, name, words...)
}

// read reads the value.
func (c *Choice) read(text string) (string, error) {
	word := strings.ToLower(text)
	switch {
	case !slices.Contains(c.words, word):
		return "", fmt.Errorf("write %s%s", cli.Either(c.words), cli.DidYouMean(text, c.words))
	case c.given != nil && c.given() && word != c.word:
		return "", fmt.Errorf("it is %s already; choose one", c.word)
	}
	return word, nil
}

// Value returns the word chosen.
func (c *Choice) Value() string { return c.word }

// Words returns the words to choose from.
func (c *Choice) Words() []string { return c.words }
