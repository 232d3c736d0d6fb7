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
	// Put a mark on an empty cell that is not closed to you. A mark closes all cells near it to the opponent; its owner may still take them.
	// The cells are squares; they are near each other if they share a side.
	// Whoever cannot move on their turn has lost.
	//
	// The cells are squares; they are near each other if they share a side or a corner.
	// The left and the right edge of the board are joined, and so are the upper and the lower one.
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
	// place bishop own: Put a mark on an empty cell that is not closed to you. A mark closes all cells near it to its owner; the opponent may still take them. The cells are squares; they are near each other if they share a corner and no side. No edges of the board are joined.
	// place knight other: Put a mark on an empty cell that is not closed to you. A mark closes all cells near it to the opponent; its owner may still take them. Cells are near each other if a knight of chess goes from one to the other. No edges of the board are joined.
	// place hex all torus: Put a mark on an empty cell that is not closed. A mark closes all cells near it, to both players. The cells are hexagons, each row half a cell to the right of the row above; they are near each other if they share a side. The left and the right edge of the board are joined, and so are the upper and the lower one.
	// place queen none: Near a cell are all others in its row, in its column and on its two diagonals, however far away and whatever stands between. No edges of the board are joined.
	// follow king cylinder: The first mark is put on any cell. Each later one is put on an empty cell near the last one, whoever put it. The cells are squares; they are near each other if they share a side or a corner.
	// walk offsets:-2,0;-1,1;2,0: First X puts a marker on any cell, then O puts one on any other cell. Step your marker to a cell near it on which no marker has been. Near a cell are those 2 up, or 1 up and 1 right, or 2 down. A cell need not be near one that is near it. No edges of the board are joined.
	// walk rook ends: The marker of X starts at the left end of the middle row, that of O at its right end; of two middle rows it is the lower one. Step your marker to a cell near it on which no marker has been. The cells are squares; they are near each other if they share a side. No edges of the board are joined.
	// walk rook from:0,1;2,3@3x4: On a board of 3 rows and 4 columns, the marker of X starts at row 1, column 2, that of O at row 3, column 4. Step your marker to a cell near it on which no marker has been. The cells are squares; they are near each other if they share a side. No edges of the board are joined.
	// walk rook block ends: The marker of X starts at the left end of the middle row, that of O at its right end; of two middle rows it is the lower one. Step your marker to an empty cell near it, then block an empty cell near where it is now. The cell it has left is empty again, and may be the one that is blocked. The cells are squares; they are near each other if they share a side. No edges of the board are joined.
	// follow graph:1x3:0,1:0-1: The first mark is put on any cell. Each later one is put on an empty cell near the last one, whoever put it. The cells are the vertices of a graph, 2 vertices with 1 edge; they are near each other if an edge joins them.
}
