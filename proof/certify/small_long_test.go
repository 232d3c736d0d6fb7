//go:build long

package certify

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/proof"
)

var (
	update = flag.Bool("update", false, "add the boards that docs/small.csv lacks")
	all    = flag.Bool("all", false, "find all certificates of docs/small.csv again")
	kept   = flag.String("kept", "", "`folder` for certificates: those that it has are not found again")
)

// quick is the number of records up to which small certificates are found again without -update or -all.
const quick = 40

// The table of small certificates fits the atlas, and those that take a second or so are found again. Three
// checkers accept them. With -all this is so of all of the table; with -update it finds all that docs/small.csv lacks of
// the boards that have from 20 to 1,000 records otherwise. With -kept it can be done in parts.
func TestLongSmallTable(t *testing.T) {
	atlas, err := os.Open("../../docs/atlas.csv")
	require.NoError(t, err)
	defer atlas.Close()
	boards, err := csv.NewReader(atlas).ReadAll()
	require.NoError(t, err)
	boards = slices.DeleteFunc(boards[1:], func(b []string) bool {
		before, err := strconv.Atoi(b[13])
		return err != nil || before < 20 || before > 1000
	})
	known := map[string][]string{}
	if _, err := os.Stat(smallFile); err == nil {
		for _, row := range readSmall(t) {
			known[row[0]+" "+row[1]] = row
		}
	}
	dir := *kept
	if dir == "" {
		dir = t.TempDir()
	}
	var names []string
	for _, b := range boards {
		board := b[1] + "x" + b[2]
		row, before := known[b[0]+" "+board], number(t, b[13])
		if row == nil && !*update {
			continue
		}
		if row != nil {
			require.Equal(t, b[12:14], row[2:4], "%s %s is not as in the atlas: take its row out, and run make small", b[0], board)
		}
		if row != nil && !*all && (before > quick || *update) {
			continue
		}
		name := filepath.Join(dir, b[0]+board+".proof")
		h := smallFrom(t, name, b[0], board)
		ratio := float64(max(1, h.Records)) / float64(before)
		now := []string{b[0], board, b[12], b[13], string(h.Method), fmt.Sprint(h.Records), fmt.Sprintf("%.3f", ratio),
			fmt.Sprintf("gridlock solve %s --board %s --workers 1 --proof FILE --small", b[0], board)}
		names = append(names, name)
		if row != nil {
			if !slices.Equal(row, now) {
				t.Errorf("the table has %v, and now it is %v", row, now)
			}
			continue
		}
		known[b[0]+" "+board] = now
		writeSmall(t, boards, known)
	}
	rows := readSmall(t)
	logs := 0.0
	for _, row := range rows {
		logs += math.Log(float64(max(1, number(t, row[5]))) / float64(number(t, row[3])))
	}
	mean := math.Exp(logs / float64(len(rows)))
	t.Logf("%d boards, geometric mean of the ratios %.3f", len(rows), mean)
	require.Less(t, mean, 0.5)
	others(t, names)
}

// number reads a number of a table.
func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// smallFrom reads a small certificate, or finds it and keeps it; the checker accepts it.
func smallFrom(t *testing.T, name, variant, board string) proof.Header {
	file, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		var h proof.Header
		file, h = smallest(t, variant, board, SmallSteps)
		t.Logf("%s %s: %d records", variant, board, h.Records)
		require.NoError(t, os.WriteFile(name+".part", file, 0o600))
		require.NoError(t, os.Rename(name+".part", name))
		return h
	}
	require.NoError(t, err)
	r, _, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{variant, board}, []string{r.Root.Game().Variant().Key(), r.Root.Game().Grid().String()})
	return r.Header
}

// writeSmall writes the rows that are known.
func writeSmall(t *testing.T, boards [][]string, known map[string][]string) {
	table := [][]string{{"variant", "board", "method", "records", "small_method", "small_records", "ratio", "command"}}
	for _, b := range boards {
		if row := known[b[0]+" "+b[1]+"x"+b[2]]; row != nil {
			table = append(table, row)
		}
	}
	out, err := os.Create(smallFile)
	require.NoError(t, err)
	require.NoError(t, csv.NewWriter(out).WriteAll(table))
	require.NoError(t, out.Close())
}

// others asks the two other checkers about files: the one in Python, and the one that is proven, if it has been
// built (proof/verified). It returns how many are by methods that the proven one lacks.
func others(t *testing.T, names []string) int {
	require.Zero(t, lacking(t, names, "python3", "-B", "../check.py"))
	return lacking(t, names, "../verified/build/checker")
}
