//go:build long

package serve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
)

// Analyse says in a panel what a position of marks is worth, draws how hot it is, and has no such panel elsewhere.
func TestLongWorth(t *testing.T) {
	script := browsertest.Axe(t)
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/#v=snort&p=X..%23..%20x", width, scheme)
		said := func() string { return v.text("document.getElementById('worth').textContent") }
		v.until(func(s state) bool { return !s.Searching && strings.HasPrefix(said(), "{2|1||0|-1}") })
		require.Equal(t, "true", v.text("document.getElementById('h-worth').checkVisibility()"))
		v.press("h-worth")
		require.Equal(t, "Thermograph: mean 1/2, temperature 1", v.text("document.querySelector('#heat svg').ariaLabel"))
		for _, sentence := range []string{
			"If X moves first, X is 1 ahead, in moves; if O does, nobody is ahead. On average X is 1/2 ahead; the hottest move gains 1.",
			"Hottest for O: 5 6 (temperature 1).", "2 3: {1|0}, temperature 1/2", "5 6: +-1, temperature 1",
		} {
			require.Contains(t, said(), sentence)
		}
		require.LessOrEqual(t, v.until(func(state) bool { return true }).Overflow, 0.5)
		require.Empty(t, browsertest.Violations(t, v.ctx, script))
		v.open("v=snort&s=5x5")
		v.until(func(s state) bool {
			return !s.Searching && strings.HasPrefix(said(), "Its canonical form takes longer to find.")
		})
		require.Equal(t, "0", v.text("document.querySelectorAll('#heat svg').length"))
		v.open("v=lockdown&s=3x3")
		v.until(func(s state) bool { return !s.Searching && s.Facts != "" && s.Text == ".../.../... x" })
		require.Equal(t, "false", v.text("document.getElementById('h-worth').checkVisibility()"))
	})
}
