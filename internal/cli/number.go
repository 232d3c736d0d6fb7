package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/spf13/cobra"
)

// Number adds a flag for a whole number, at least 0, to a command: usual unless it is given, and from least to
// most, where 0 is for no limit.
func Number[N int | uint64](cmd *cobra.Command, n *N, flag string, usual, least, most N, usage string) {
	*n = usual
	cmd.Flags().Var(&number[N]{n, least, most}, flag, usage)
}

// Seed adds the flag --seed to a command, of at most most, where 0 is for no limit. Without it each run has another
// one, short to type, and exact in any JSON reader.
func Seed(cmd *cobra.Command, seed *uint64, most uint64, usage string) {
	Number(cmd, seed, "seed", rand.Uint64N(1_000_000), 0, most, usage+" (default: a new one each time)")
	cmd.Flags().Lookup("seed").DefValue = ""
}

// Holes adds the flag --holes to a command: the probability that a cell of a random position is missing.
func Holes(cmd *cobra.Command, chance *float64) {
	AddValue(cmd, "holes", "PROBABILITY", "0", "probability that a cell of a random position is missing, from 0 to 1", func(text string) error {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil || !(value >= 0 && value <= 1) {
			return errors.New("write a probability from 0 to 1")
		}
		*chance = value
		return nil
	})
}

// number is the value of a flag for a whole number.
type number[N int | uint64] struct {
	value       *N
	least, most N
}

// Type names the kind of value in help texts.
func (n *number[N]) Type() string { return "N" }

// String returns the value as it would be given.
func (n *number[N]) String() string { return fmt.Sprint(*n.value) }

// Set reads the value.
func (n *number[N]) Set(text string) error {
	given, err := strconv.ParseUint(text, 0, 64)
	value := N(given)
	switch {
	case err == nil && uint64(value) == given && value >= n.least && (n.most == 0 || value <= n.most):
		*n.value = value
		return nil
	case n.most == 0:
		return fmt.Errorf("write a whole number of at least %d", n.least)
	}
	return fmt.Errorf("write a whole number from %d to %d", n.least, n.most)
}
