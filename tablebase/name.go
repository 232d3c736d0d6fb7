package tablebase

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"gridlock/solver"
	"gridlock/variants"
)

// place is the place of a volume in a store, which says what the volume must hold. Blocks of a table and parts of a
// checkpoint hardly identify themselves, so a volume under a wrong name would be believed. The complete record of a
// volume prevents that: it describes the content.
type place struct{ kind, name string }

// String returns a description of the place for people.
func (p place) String() string {
	switch p.kind {
	case tablesName:
		return "the table " + p.name
	case checkpointName:
		return "the checkpoint " + p.name
	}
	return "solved positions"
}

// thePositions is the place of solved positions.
func thePositions() place { return place{name: positionsName} }

// holding is the part of a complete record that says what its volume holds.
type holding struct {
	Positions any           `json:"positions"` // "solved", or the number of positions of a table
	Name      string        `json:"name"`      // of a checkpoint
	Game      string        `json:"game"`      // the game of a table, as are the fields below
	Rows      int           `json:"rows"`
	Cols      int           `json:"cols"`
	Start     string        `json:"start"`
	Origin    solver.Origin `json:"origin"`
}

// place returns where the volume belongs.
func (h holding) place(games []variants.Variant) (place, error) {
	switch {
	case h.Game != "":
		start, err := h.start(games)
		if err != nil {
			return place{}, err
		}
		return place{tablesName, tableName(start)}, nil
	case h.Name != "":
		return place{checkpointName, checkpointDir(h.Name)}, nil
	case h.Positions == "solved":
		return thePositions(), nil
	}
	return place{}, errors.New("its complete record does not say what it holds")
}

// start returns the position from which a table was built.
func (h holding) start(games []variants.Variant) (p variants.Position, err error) {
	variant, err := variants.ByKey(h.Game, games...)
	if err != nil {
		return p, err
	}
	p, err = variant.Parse(h.Start)
	if err == nil && (p.Game().Grid().Rows() != h.Rows || p.Game().Grid().Cols() != h.Cols) {
		err = fmt.Errorf("its first position %v is not on a board of %dx%d", p, h.Rows, h.Cols)
	}
	return p, err
}

// openNamed opens a volume and verifies that it belongs in a place. All volumes of a store are
// opened with it.
func openNamed(dir string, at place, how access) (*volume, error) {
	v, err := openVolume(dir, how)
	if err != nil {
		return nil, err
	}
	if err := v.checkPlace(at, how.games); err != nil {
		return nil, errors.Join(err, v.close())
	}
	return v, nil
}

// checkPlace verifies that the content of a volume matches its name.
func (v *volume) checkPlace(want place, games []variants.Variant) error {
	var h holding
	if err := v.complete(&h); err != nil {
		return err
	}
	if h.Game != "" && h.Origin.Rules != RulesVersion {
		return fmt.Errorf("%s: %w: its rules are version %d, not %d; build it again", v.dir, ErrVersion, h.Origin.Rules, RulesVersion)
	}
	got, err := h.place(games)
	if err != nil {
		return damagedf(v.dir, "%w", err)
	}
	if got == want {
		return nil
	}
	root := filepath.Dir(filepath.Dir(v.dir))
	if want.kind == "" {
		root = filepath.Dir(v.dir)
	}
	right := filepath.Join(root, got.kind, got.name)
	if got.kind != "" {
		_, n, _ := splitGeneration(filepath.Base(v.dir))
		right = filepath.Join(root, got.kind, fmt.Sprintf("%s@%06d", got.name, max(1, n)))
	}
	return fmt.Errorf("%s: %w: it holds %v; rename it to %s, or delete it", v.dir, ErrMisnamed, got, right)
}

// splitGeneration splits the name of a directory into the name of the content and the generation.
func splitGeneration(dir string) (name string, n int, ok bool) {
	name, number, ok := strings.Cut(dir, "@")
	if !ok {
		return name, 0, false
	}
	n, err := strconv.Atoi(number)
	return name, n, err == nil
}
