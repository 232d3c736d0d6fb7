package sweep

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/internal/cli"
	"gridlock/internal/sweep"
	"gridlock/variants"
)

// gamesFlag is the value of --variant.
type gamesFlag struct{ games []variants.Variant }

func (f *gamesFlag) Type() string   { return "ID,..." }
func (f *gamesFlag) String() string { return strings.Join(ids(f.games), ",") }

// Set adds games.
func (f *gamesFlag) Set(text string) error {
	for id := range strings.SplitSeq(text, ",") {
		v, err := cli.ParseVariant(strings.TrimSpace(id))
		if err != nil {
			return err
		}
		if slices.Contains(ids(f.games), v.ID) {
			return fmt.Errorf("%s is named twice", v.ID)
		}
		f.games = append(f.games, v)
	}
	return nil
}

// ids returns the ids of games.
func ids(games []variants.Variant) (all []string) {
	for _, v := range games {
		all = append(all, v.ID)
	}
	return all
}

// boardsFlag is the value of --boards.
type boardsFlag struct {
	text  string
	sizes []sweep.Sizes
}

func (f *boardsFlag) Type() string   { return "SIZES" }
func (f *boardsFlag) String() string { return f.text }

func (f *boardsFlag) Set(text string) (err error) {
	f.text = text
	f.sizes, err = sweep.ParseSizes(text)
	return err
}

// columnsFlag is the value of --columns.
type columnsFlag struct{ names []string }

func (f *columnsFlag) Type() string   { return "NAME,..." }
func (f *columnsFlag) String() string { return strings.Join(f.names, ",") }

func (f *columnsFlag) Set(text string) (err error) {
	f.names, err = sweep.ParseColumns(text)
	return err
}
