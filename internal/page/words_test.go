package page_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// content returns a module of the page.
func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("web/" + name)
	require.NoError(t, err)
	return string(text)
}

// The pictures of games go through a game, move by move, of each of the five and of the library.
func TestSamplesAreGames(t *testing.T) {
	list := regexp.MustCompile(`(?s)const samples = \{(.*?)\};`).FindStringSubmatch(content(t, "pictures.js"))
	require.NotNil(t, list)
	whole := regexp.MustCompile(`'\s*\+ '`).ReplaceAllString(list[1], "")
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`(\w+):\s+'([^']*)'`).FindAllStringSubmatch(whole, -1) {
		id := m[1]
		var at variants.Position
		for i, text := range strings.Split(m[2], "|") {
			text = regexp.MustCompile(`\d`).ReplaceAllStringFunc(text, func(n string) string { return strings.Repeat(".", int(n[0]-'0')) })
			text += []string{" x", " o"}[i%2]
			if i == 0 {
				at = testgames.Parse(t, id, text)
				require.Equal(t, at.Game().Start(), at, id)
				continue
			}
			next := at
			for move := range at.Legal().Cells() {
				if p := at.Play(variants.Move(move)); p.String() == text {
					next = p
				}
			}
			require.NotEqual(t, at, next, "%s: no move leads to %s", id, text)
			at = next
		}
		seen[id] = true
	}
	require.Len(t, seen, len(variants.All())+len(variants.Library()))
}

// The page says of claim on 4x4 that every game lasts four moves. It is so.
func TestClaimOnFourByFourLastsFourMoves(t *testing.T) {
	require.Contains(t, content(t, "words-game.js"), `'claim 4x4': 'On 4×4 every game of claim lasts four moves`)
	games := 0
	var play func(p variants.Position, plies int)
	play = func(p variants.Position, plies int) {
		if p.Over() {
			if plies != 4 {
				t.Fatalf("%v after %d plies", p, plies)
			}
			games++
		}
		for m := range p.Legal().Cells() {
			play(p.Play(variants.Move(m)), plies+1)
		}
	}
	play(testgames.Game(t, "claim", 4, 4).Start(), 0)
	require.Positive(t, games)
}
