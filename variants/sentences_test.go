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
