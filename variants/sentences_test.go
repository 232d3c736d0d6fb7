package variants_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// Games with the same sentences have the same rules, and what is said to differ is in the sentences of one of
// two games and not of the other.
func TestSentencesSayTheRules(t *testing.T) {
	rules := map[string]string{}
	testgames.Check(t, 6000, func(t *rapid.T) {
		f, other := testgames.FamilyOf(t, 20), testgames.FamilyOf(t, 20)
		all := f.Sentences()
		for _, sentence := range all {
			require.Regexp(t, `^[A-Z][^\n]*\.$`, sentence)
			require.NotContains(t, sentence, "  ")
		}
		require.Empty(t, f.Differences(f))
		if said, theirs := f.Differences(other), other.Differences(f); f.Graph == nil || other.Graph == nil {
			same := f.String() == other.String()
			require.Equal(t, same, len(said)+len(theirs) == 0, "%v and %v", f, other)
		}
		for _, sentence := range f.Differences(other) {
			require.NotEmpty(t, sentence)
			require.NotContains(t, other.Sentences(), sentence)
		}
		if f.Graph != nil {
			return
		}
		text := strings.Join(all, " ")
		if before, ok := rules[text]; ok {
			require.Equal(t, before, f.String())
		}
		rules[text] = f.String()
	})
	require.Greater(t, len(rules), 200)
}

func ExampleFamily_Sentences() {
	snort, _ := variants.ParseRules("place rook other")
	fmt.Println(strings.Join(snort.Sentences(), "\n"))
	kings, _ := variants.ParseRules("place king other torus")
	fmt.Println()
	fmt.Println(strings.Join(kings.Differences(snort), "\n"))
	// Output:
	// X and O take turns, and X begins.
	// Put a mark on an empty cell that is not near your opponent's marks. It may be near your own.
	// Cells are near each other if they share a side.
	// Whoever cannot move on their turn has lost.
	//
	// Cells are near each other if they share a side or a corner.
	// The left and right edges of the board are joined, and so are the top and bottom edges.
}

// What is said of each word; it was compared by hand with [variants.Family] and the words of key.go.
func ExampleFamily_Differences() {
	none, _ := variants.ParseRules("place offsets:0,2 none cylinder")
	for _, words := range []string{
		"place bishop own", "place knight other", "place hex all torus", "place queen none", "follow king cylinder",
		"walk offsets:-2,0;-1,1;2,0", "walk rook ends", "walk rook from:0,1;2,3@3x4", "walk rook block ends", "follow graph:1x3:0,1:0-1",
	} {
		f, err := variants.ParseRules(words)
		fmt.Printf("%s: %s\n", words, strings.Join(f.Differences(none), " "))
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// place bishop own: Put a mark on an empty cell that is not near your own marks. It may be near your opponent's. Cells are near each other if they share a corner and no side. The edges of the board are not joined.
	// place knight other: Put a mark on an empty cell that is not near your opponent's marks. It may be near your own. Cells are near each other if they are a knight's move apart, as in chess. The edges of the board are not joined.
	// place hex all torus: Put a mark on an empty cell that is not near any mark. The cells are hexagons, each row half a cell to the right of the row above. Cells are near each other if they share a side. The left and right edges of the board are joined, and so are the top and bottom edges.
	// place queen none: Cells are near each other if they are in one row, column or diagonal, at any distance and whatever stands between. The edges of the board are not joined.
	// follow king cylinder: The first mark goes on any cell. Each later mark goes on an empty cell near the last one. Cells are near each other if they share a side or a corner.
	// walk offsets:-2,0;-1,1;2,0: First X puts a marker on any cell, then O puts one on any other cell. Step your marker to a cell near it that no marker has visited. Near a cell: 2 up; 1 up and 1 right; 2 down. Near may be one-way: if B is near A, A need not be near B. The edges of the board are not joined.
	// walk rook ends: X's marker starts at the left end of the middle row, and O's at the right end. If there are two middle rows, they start in the lower one. Step your marker to a cell near it that no marker has visited. Cells are near each other if they share a side. The edges of the board are not joined.
	// walk rook from:0,1;2,3@3x4: On a board of 3 rows and 4 columns, X's marker starts at row 1, column 2, and O's at row 3, column 4. Step your marker to a cell near it that no marker has visited. Cells are near each other if they share a side. The edges of the board are not joined.
	// walk rook block ends: X's marker starts at the left end of the middle row, and O's at the right end. If there are two middle rows, they start in the lower one. Step your marker to an empty cell near it, then block an empty cell near its new place. The cell it left is empty again, and you may block it. Cells are near each other if they share a side. The edges of the board are not joined.
	// follow graph:1x3:0,1:0-1: The first mark goes on any cell. Each later mark goes on an empty cell near the last one. The cells are the vertices of a graph, 2 vertices with 1 edge. Cells are near each other if an edge joins them.
}
