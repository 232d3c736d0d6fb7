package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/variants"
)

// kept returns the data of the repository.
func kept(t *testing.T) []edition {
	t.Helper()
	all, err := readKept()
	require.NoError(t, err)
	return all
}

// readKept reads the data, once for all tests.
var readKept = sync.OnceValues(func() ([]edition, error) { return editions(filepath.Join(module, "docs")) })

// What depends on the data only is what the data says: "go run ./internal/atlas -pages" writes it.
func TestPublished(t *testing.T) {
	all, err := published(filepath.Join(module, "docs"), kept(t))
	require.NoError(t, err)
	for name, want := range all {
		got, err := os.ReadFile(filepath.Join(module, "docs", filepath.FromSlash(name)))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), `docs/%s is not what follows from the data; write it with "go run ./internal/atlas -pages"`, name)
	}
	entries, err := os.ReadDir(filepath.Join(module, "docs", "atlas"))
	require.NoError(t, err)
	for _, e := range entries {
		require.Contains(t, all, "atlas/"+e.Name(), "docs/atlas has a file that does not follow from the data")
	}
}

// Whoever wants to find a fact again has to know the version of the program that found it.
func TestFactsNameVersions(t *testing.T) {
	const described = `^(v[0-9.]+|(v[0-9.]+-[0-9]+-g)?[0-9a-f]{7,40})$` // as git describes a commit without changes
	found := facts(kept(t))
	require.Len(t, found, len(kept(t)[0].Boards())+len(kept(t)[1].Boards()))
	for k, f := range found {
		require.Regexp(t, described, f.Program, "%v", k)
	}
}

// redo solves boards again and compares the facts.
func redo(t *testing.T, wanted func(Fact) bool) (redone int) {
	t.Helper()
	for _, e := range kept(t) {
		for _, b := range e.Boards() {
			if !wanted(b.Fact) {
				continue
			}
			again, err := (solving{b.Limits, b.Program}).board(t.Context(), b.start)
			require.NoError(t, err)
			again, err = b.update(again) // which may know less than a row that has been kept
			require.NoError(t, err)
			require.Equal(t, b.Fact, again, `the facts have changed; "make atlas ATLAS=-all" finds them again`)
			redone++
		}
	}
	return redone
}

// work returns about how many positions a fact took.
func (f Fact) work() uint64 {
	n := f.Nodes
	if f.PliesNodes != nil {
		n += *f.PliesNodes
	}
	if f.Certificate != nil {
		n += f.Certificate.Records
	}
	return n
}

// Boards that take little are solved again, with their certificates, and give the same facts.
func TestFactsReproduce(t *testing.T) {
	n := 0
	redone := redo(t, func(f Fact) bool {
		n++
		return f.work() <= uint64(testgames.Of(100, 1000)) && n%testgames.Of(5, 1) == 0
	})
	require.Greater(t, redone, testgames.Of(20, 100))
}

// A certificate that is not small has no more records than the search has nodes. One that has more may be
// that of an older version of the program: a row is kept where a new one would know fewer plies.
func TestCertificatesNoLargerThanTheSearch(t *testing.T) {
	const small, most = 1000, 1940 // blockade 18x3, for 444 nodes
	large := 0
	for key, f := range facts(kept(t)) {
		if f.Certificate == nil || f.Certificate.Records <= small || !slices.Contains(variants.IDs(), f.Variant) {
			continue
		}
		require.LessOrEqual(t, f.Certificate.Records, max(f.Nodes, most), "%v", key)
		large++
	}
	require.Greater(t, large, 50)
}

// What the words of the page say holds.
func TestWords(t *testing.T) {
	games := map[string]game{}
	for _, g := range kept(t)[0].Games {
		games[g.ID] = g
		for _, b := range g.Boards {
			if b.Plies != nil {
				require.Equal(t, *b.Plies%2 == 1, b.wins(variants.X), b.key())
			}
			if b.Nimber != nil {
				require.Equal(t, *b.Nimber != 0, b.wins(variants.X), b.key())
			}
		}
	}
	second := func(id string, wins func(rows, cols int) bool) {
		for _, b := range games[id].Boards {
			if b.Winner != nil {
				require.Equal(t, wins(b.Rows, b.Cols), b.wins(variants.O), b.key())
			}
		}
	}
	second(variants.Classic, func(rows, cols int) bool { return rows*cols%2 == 0 })
	second(variants.Duel, func(rows, cols int) bool { return rows*cols > 1 })
	second(variants.Lockdown, func(rows, cols int) bool { return rows*cols%2 == 0 })
	for _, b := range games[variants.Lockdown].Boards {
		if b.Plies != nil && (b.Rows == 1 || b.Rows == 3) {
			require.Equal(t, b.Rows*b.Cols, *b.Plies, b.key())
		}
	}
	for _, b := range games[variants.Duel].Boards {
		if b.Value != nil && b.Rows*b.Cols > 1 {
			require.Equal(t, "0", *b.Value, b.key())
		}
	}
	second(variants.Blockade, func(rows, cols int) bool {
		switch {
		case cols == 2:
			return true
		case cols <= 5:
			return false
		case rows <= 2:
			return cols%2 == 0
		case rows == 3:
			return cols%4 == 3
		}
		return games[variants.Blockade].secondWins(rows, cols)
	})
	requireNimbers(t, games[variants.Claim])
}

// secondWins reports whether the second player is known to win a board.
func (g game) secondWins(rows, cols int) bool {
	for _, b := range g.Boards {
		if b.Rows == rows && b.Cols == cols {
			return b.wins(variants.O)
		}
	}
	return false
}

// requireNimbers compares the nimbers of claim with what is known of them. Those of one row are
// computed here: a claim leaves two rows of cells, which are shorter by the cell and its
// neighbours.
func requireNimbers(t *testing.T, g game) {
	row := []int{0}
	for n := 1; n <= 64; n++ {
		leaves := map[int]bool{}
		for c := range n {
			leaves[row[max(0, c-1)]^row[max(0, n-c-2)]] = true
		}
		nimber := 0
		for leaves[nimber] {
			nimber++
		}
		row = append(row, nimber)
	}
	for _, b := range g.Boards {
		if b.Nimber == nil {
			continue
		}
		switch nimber := *b.Nimber; {
		case b.Rows <= 2:
			require.Equal(t, row[b.Cols], nimber, b.key())
		case b.Rows == 4 || b.Cols == 4, b.Rows == 8 || b.Cols == 8:
			require.Zero(t, nimber, b.key())
		case b.Rows == 6:
			require.Equal(t, row[b.Cols], nimber, b.key())
		case b.Rows%2 == 1 && b.Cols%2 == 1:
			require.NotZero(t, nimber, b.key())
		}
	}
}

// datapackage.json describes the table as it is: the columns, their types and their values.
func TestDataPackage(t *testing.T) {
	all, err := published(filepath.Join(module, "docs"), kept(t))
	require.NoError(t, err)
	var p struct {
		Resources []struct {
			Name, Path string
			Schema     struct {
				Fields []struct {
					Name, Type  string
					Constraints map[string][]string
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal(all["datapackage.json"], &p))
	names := map[string]bool{}
	for _, r := range p.Resources {
		require.Regexp(t, `^[a-z0-9-]+$`, r.Name)
		require.False(t, names[r.Name], r.Name)
		names[r.Name] = true
		require.NotEmpty(t, all[r.Path], r.Path)
	}
	rows, err := csv.NewReader(bytes.NewReader(all["atlas.csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 792+1)
	fields := p.Resources[0].Schema.Fields
	require.Equal(t, variants.IDs(), fields[0].Constraints["enum"])
	require.Equal(t, fmt.Sprint(proof.Methods()), fmt.Sprint(fields[12].Constraints["enum"]))
	require.Len(t, rows[0], len(fields))
	for i, f := range fields {
		require.Equal(t, f.Name, rows[0][i])
		filled := 0
		for _, row := range rows[1:] {
			cell := row[i]
			if cell == "" {
				continue
			}
			filled++
			if _, err := strconv.ParseInt(cell, 10, 64); f.Type == "integer" && err != nil {
				t.Errorf("%s is no integer: %q", f.Name, cell)
			}
			if allowed, ok := f.Constraints["enum"]; ok {
				require.Contains(t, allowed, cell, f.Name)
			}
		}
		require.NotZero(t, filled, f.Name)
	}
}
