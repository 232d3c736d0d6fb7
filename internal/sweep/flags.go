package sweep

import (
	"fmt"
	"slices"
	"strings"

	"gridlock/internal/cli"
	"gridlock/variants"
)

// Games is a flag for games, by their ids with commas between them.
type Games struct{ Chosen []variants.Variant }

// Type names the kind of value in help texts.
func (f *Games) Type() string { return "ID,..." }

// String returns the value as it would be given.
func (f *Games) String() string { return strings.Join(f.ids(), ",") }

// Set adds games.
func (f *Games) Set(text string) error {
	for id := range strings.SplitSeq(text, ",") {
		v, err := cli.ParseVariant(strings.TrimSpace(id))
		if err != nil {
			return err
		}
		if slices.Contains(f.ids(), v.ID) {
			return fmt.Errorf("%s is named twice", v.ID)
		}
		f.Chosen = append(f.Chosen, v)
	}
	return nil
}

// ids returns the ids of the games.
func (f *Games) ids() (all []string) {
	for _, v := range f.Chosen {
		all = append(all, v.ID)
	}
	return all
}

// Boards is a flag for sizes of boards, as [ParseSizes] reads them.
type Boards struct {
	text   string
	Chosen []Sizes
}

// Type names the kind of value in help texts.
func (f *Boards) Type() string { return "SIZES" }

// String returns the value as it was given.
func (f *Boards) String() string { return f.text }

// Set reads the value.
func (f *Boards) Set(text string) (err error) {
	f.text = text
	f.Chosen, err = ParseSizes(text)
	return err
}

// ColumnNames is a flag for columns, as [ParseColumns] reads them.
type ColumnNames struct{ Chosen []string }

// Type names the kind of value in help texts.
func (f *ColumnNames) Type() string { return "NAME,..." }

// String returns the value as it would be given.
func (f *ColumnNames) String() string { return strings.Join(f.Chosen, ",") }

// Set reads the value.
func (f *ColumnNames) Set(text string) (err error) {
	f.Chosen, err = ParseColumns(text)
	return err
}
