package sweep

import (
	"fmt"
	"strings"

	"gridlock/internal/cli"
	"gridlock/variants"
)

// Games is a flag for games, with commas between them. Where a game is named by its rules and those
// have commas, it is named alone.
type Games struct{ Chosen []variants.Variant }

// Type names the kind of value in help texts.
func (f *Games) Type() string { return "GAME,..." }

// String returns the value as it would be given.
func (f *Games) String() string {
	var ids []string
	for _, v := range f.Chosen {
		ids = append(ids, v.ID)
	}
	return strings.Join(ids, ",")
}

// Set adds games.
func (f *Games) Set(text string) error {
	if v, err := variants.Lookup(text); err == nil {
		return f.add(v)
	}
	for name := range strings.SplitSeq(text, ",") {
		v, err := cli.ParseVariant(strings.TrimSpace(name))
		if err == nil {
			err = f.add(v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds a game.
func (f *Games) add(v variants.Variant) error {
	for _, other := range f.Chosen {
		if other.Key() == v.Key() && other.ID == v.ID {
			return fmt.Errorf("%s is named twice", v.ID)
		}
		if other.Key() == v.Key() {
			return fmt.Errorf("%s and %s have the same rules", other.ID, v.ID)
		}
	}
	f.Chosen = append(f.Chosen, v)
	return nil
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
