package theory_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/docs"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/theory"
	"gridlock/variants"
)

// Every theorem about all boards says what plain recursion finds on small ones, in the games with named
// neighbourhoods and in random ones.
func TestTheoremsOnSmallBoards(t *testing.T) {
	used := map[string]int{}
	agree := func(t require.TestingT, v variants.Variant, most int) {
		for rows := 1; rows <= most; rows++ {
			for cols := 1; rows*cols <= most; cols++ {
				theorem, ok := theory.OnBoard(v.Family(), rows, cols)
				if !ok {
					continue
				}
				used[theorem.Name]++
				game, err := v.NewGame(rows, cols)
				require.NoError(t, err)
				want := solver.Loss
				if theorem.First {
					want = solver.Win
				}
				require.Equal(t, want, naive(t, game.Start()), "%s on %dx%d, by %s", v.Key(), rows, cols, theorem.Name)
			}
		}
	}
	for _, kind := range []variants.Kind{variants.Place, variants.Follow, variants.Walk} {
		for near := variants.Rook; near <= variants.Queen; near++ {
			for closes := variants.CloseNone; closes <= variants.CloseAll; closes++ {
				for wrap := bitboard.Plane; wrap <= bitboard.Torus; wrap++ {
					f := variants.Family{Kind: kind, Near: near, Close: closes, Wrap: wrap}
					for _, f.Ends = range []bool{false, true} {
						if v, err := variants.Lookup(f.String()); err == nil {
							agree(t, v, 8)
						}
					}
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := testgames.FamilyOf(t, 8)
		if len(theory.OnEveryBoard(f)) > 0 {
			v, err := variants.Lookup(f.String())
			require.NoError(t, err)
			agree(t, v, 8)
		}
	})
	agree(t, must(variants.Lookup("claim")), 12)
	for _, f := range []string{"place offsets:0,1 own cylinder", "place offsets:0,1 own torus"} { // which no half turn keeps
		agree(t, must(variants.Lookup(f)), 8)
	}
	t.Log(used)
	for _, theorem := range names(t) {
		require.Positive(t, used[theorem], theorem)
	}
}

// names returns the names of the theorems of Every.v that are about boards of a kind.
func names(t *testing.T) (all []string) {
	t.Helper()
	text, err := os.ReadFile("../proof/verified/Every.v")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "Parameter "); ok {
			switch name, _, _ = strings.Cut(name, " "); name {
			case "copying", "pairs_cover", "pairs_cover_but_one": // which the others follow from
			case "follow_is_not_copied", "second_nimber", "as_claimed": // no boards
			default:
				all = append(all, name)
			}
		}
	}
	require.NotEmpty(t, all)
	return all
}

// The theorems that the program knows are those that are proven, and each is told in the documents.
func TestTheoremsAreProvenAndTold(t *testing.T) {
	proven, known := names(t), map[string]bool{}
	page, err := os.ReadFile("../docs/theorems.md")
	require.NoError(t, err)
	for _, f := range []string{
		"classic", "duel", "lockdown", "claim", "place rook other", "follow king", "place hex none torus", "place king other",
		"place knight all torus", "walk hex cylinder", "walk king ends",
	} {
		for _, theorem := range theory.OnEveryBoard(must(variants.Lookup(f)).Family()) {
			require.Contains(t, proven, theorem.Name)
			known[theorem.Name] = true
		}
	}
	for _, name := range proven {
		require.Contains(t, known, name)
		require.Contains(t, string(page), "`"+name+"`")
	}
	require.Empty(t, theory.OnEveryBoard(must(variants.Lookup("blockade")).Family()))
	require.Empty(t, theory.OnEveryBoard(variants.Family{}))
}

// Beyond 64 cells, and at the edges.
func TestTheoremsOnLargeBoards(t *testing.T) {
	for _, c := range []struct {
		game       string
		rows, cols int
		want       string
	}{
		{"lockdown", 20, 20, "lockdown_even"}, {"lockdown", 21, 21, ""}, {"lockdown", 0, 2, ""}, {"lockdown", -2, 2, ""},
		{"claim", 101, 1_000_001, "claim_odd"}, {"claim", 4, 2_000_000_000, "claim_four_rows"}, {"claim", 6, 100, ""},
		{"duel", 3, 99, "duel_three_rows"}, {"duel", 99, 3, "duel_three_cols"}, {"duel", 99, 5, ""},
		{"blockade", 20, 20, ""}, {"snort", 9, 10, "snort_odd"}, {"classic", 9, 11, "classic_odd"},
	} {
		theorem, ok := theory.OnBoard(must(variants.Lookup(c.game)).Family(), c.rows, c.cols)
		require.Equal(t, c.want, theorem.Name, "%v", c)
		require.Equal(t, c.want != "", ok)
	}
}

// On all boards of the atlas the theorems say what search found, and so the boards of the library.
func TestTheoremsAgreeWithTheAtlas(t *testing.T) {
	by := map[string]int{}
	agree := func(game string, rows, cols int, winner string) {
		theorem, ok := theory.OnBoard(must(variants.Lookup(game)).Family(), rows, cols)
		if !ok || winner == "" {
			return
		}
		by[theorem.Name]++
		require.Equal(t, theorem.First, winner == "X", "%s on %dx%d, by %s", game, rows, cols, theorem.Name)
	}
	table, err := csv.NewReader(strings.NewReader(docs.Atlas)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"variant", "rows", "cols", "winner"}, table[0][:4])
	for _, row := range table[1:] {
		agree(row[0], must(strconv.Atoi(row[1])), must(strconv.Atoi(row[2])), row[3])
	}
	for _, name := range names(t)[:9] {
		require.Positive(t, by[name], name)
	}
	all := 0
	for _, n := range by {
		all += n
	}
	page, err := os.ReadFile("../docs/theorems.md")
	require.NoError(t, err)
	require.Contains(t, string(page), fmt.Sprintf("The theorems decide %d of the %d boards of the [atlas](atlas.md): %d of classic, %d of duel, %d of lockdown, %d of\nclaim,",
		all, len(table)-1, by["classic_even"]+by["classic_odd"], by["duel_even"]+by["duel_three_rows"]+by["duel_three_cols"],
		by["lockdown_even"], by["claim_odd"]+by["claim_four_rows"]+by["claim_four_cols"]))
	library, err := os.ReadFile("../docs/atlas/library.jsonl")
	require.NoError(t, err)
	for line := range strings.Lines(string(library)) {
		var row struct {
			Variant, Board string
			Winner         *string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		rows, cols, ok := strings.Cut(row.Board, "x")
		require.True(t, ok)
		if row.Winner != nil {
			agree(row.Variant, must(strconv.Atoi(rows)), must(strconv.Atoi(cols)), *row.Winner)
		}
	}
	t.Log(by)
	require.Positive(t, by["snort_odd"])
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
