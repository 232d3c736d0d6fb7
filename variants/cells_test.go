package variants

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// splitMoves does what these regular expressions say. With package regexp in them, programs for
// browsers would be a tenth larger.
func TestSplitMoves(t *testing.T) {
	at, inParentheses := regexp.MustCompile(`\s*@\s*`), regexp.MustCompile(`\([^()]*\)`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("12,@() \n")), 0, 20, -1).Draw(t, "text")
		want := inParentheses.ReplaceAllStringFunc(at.ReplaceAllString(text, "@"), func(cell string) string {
			return strings.Join(strings.Fields(cell), "")
		})
		require.Equal(t, strings.Fields(want), splitMoves(text))
	})
}
