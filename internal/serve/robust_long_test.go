//go:build long

package serve_test

import (
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
)

// kept returns the moves of the games that the browser keeps, the last one first.
func (v visitor) kept() string {
	v.t.Helper()
	return v.text("Object.keys(localStorage).filter(k => k.startsWith('gridlock game')).map(k => JSON.parse(localStorage[k])).sort((a, b) => b.changed - a.changed).map(g => g.moves).join(' ')")
}

// Two tabs play on in one game: each is told of the other's moves, and whoever writes last loses none of them. What is
// taken back in one stays taken back.
func TestLongTwoTabs(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	first := visit(t, root, s.URL, s.URL+"/", 1280, "light")
	first.mode("home")
	first.open("v=duel&mode=play")
	first.until(func(s state) bool { return s.Dots == 16 })
	first.set("side-O", "")
	first.click("6")
	first.until(func(s state) bool { return s.Text == "..../.X../..../.... o" })

	second := visit(t, root, s.URL, s.URL+"/", 390, "dark")
	second.mode("home")
	second.do("document.querySelector('[data-to=resume]').click()")
	second.until(func(s state) bool { return s.Text == "..../.X../..../.... o" && s.Dots > 0 })
	first.click("11")
	first.until(func(s state) bool { return s.Text == "..../.X../..O./.... x" })
	found := second.until(func(s state) bool { return strings.HasPrefix(s.Hint, "This game was continued in another window.") })
	require.Equal(t, "..../.X../..../.... o", found.Text, "nobody is taken from where they are")
	require.Equal(t, "6_11", first.kept(), "to look is not to write")
	second.click("16")
	second.until(func(s state) bool { return s.Text == "..../.X../..../...O x" })
	require.Equal(t, "6_11_(16)", second.kept())
	first.until(func(s state) bool { return strings.HasPrefix(s.Hint, "This game was continued") })
	first.offer("Show them")
	first.until(func(s state) bool { return s.Text == "..../.X../..../...O x" && s.Dots > 0 })
	first.press("undo")
	first.until(func(s state) bool { return s.Text == "..../.X../..../.... o" })
	require.Equal(t, "6_11", first.kept())

	// Nobody tells a tab that sleeps.
	second.do("addEventListener('storage', e => e.stopImmediatePropagation(), true)")
	first.click("1")
	first.until(func(s state) bool { return s.Text == "O.../.X../..../.... x" })
	second.press("give")
	second.until(func(s state) bool { return strings.Contains(s.Task, "gave up") })
	require.Equal(t, "6_11_(16)_(1)", second.kept())
}

// Links that are far too long show what they can, and a sentence; nothing is asked that no server would answer.
func TestLongLongLinks(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	long := strings.Repeat("7", 100_000)
	var variations strings.Builder
	for i := range 12_000 {
		fmt.Fprintf(&variations, "_(%d)", 2+i)
	}
	for _, c := range []struct{ fragment, position, says string }{
		{"v=lockdown&m=" + strings.Repeat("6_11_", 6000), "..../.X../..O./.... x", "The game is shown up to move 2, 11."}, // 12,000 moves
		{"v=lockdown&m=6_11_7_" + long, "..../.xX./..O./.... o", "more moves than a game can have"},
		{"v=lockdown&mode=play&m=6_(" + long, "", "more moves than a game can have"}, // the computer moves at once
		{"v=lockdown&mode=play&m=6_11_(" + long, "..../.X../..O./.... x", "more moves than a game can have"},
		{"v=lockdown&m=1" + variations.String(), "X.../..../..../.... o", "more moves than a game can have"},
		{"v=" + long, "..../..../..../.... x", "too long"},
		{"v=lockdown&s=" + long, "..../..../..../.... x", "too long"},
		{"v=lockdown&mode=edit&p=" + long, "..../..../..../.... x", "too long"},
		{"v=lockdown&mode=make&n=" + long, "..../..../..../.... x", ""},
		{"v=lockdown&mode=puzzle&depth=" + long, "", "The game is shown from its start."},
		{"v=lockdown&mode=puzzle&seed=" + long, "", "The game is shown from its start."},
		{"v=lockdown&mode=" + long, "..../..../..../.... x", ""},
		{long, "..../..../..../.... x", ""},
	} {
		ctx, closeTab := chromedp.NewContext(root)
		welcome(t, ctx)
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/")))
		v := visitor{t, ctx}
		v.mode("home")
		v.do("location.hash = '" + c.fragment + "'")
		found := v.until(func(s state) bool {
			return s.Mode != "home" && (c.position == "" || s.Text == c.position) && strings.Contains(s.Hint, c.says) && s.Verdict != ""
		})
		require.False(t, found.Gone, c.fragment[:20])
		require.Equal(t, "true", v.text("performance.getEntriesByType('resource').every(e => e.name.length < 9000)"), c.fragment[:20])
		closeTab()
	}
	v := visit(t, root, s.URL, s.URL+"/#v=lockdown", 1280, "light")
	v.at("..../..../..../.... x")
	for _, given := range []string{long, "gridlock-game 1\nvariant " + long, "./" + long} {
		v.press("mine-open")
		v.do(fmt.Sprintf("document.getElementById('mine-text').value = %q", given))
		v.press("mine-take")
		v.until(func(state) bool {
			return v.text("document.getElementById('mine-wrong').textContent") == "This is longer than any game can be."
		})
	}
}

// What the browser keeps under the page's names need not be what the page has written.
func TestLongBrokenStorage(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#mode=puzzle&v=duel&seed=3", 1280, "light")
	v.until(func(s state) bool { return s.Dots > 0 })
	for i, broken := range []string{"", "{", "5", "null", "[]", `{"id":"x","plies":3}`} {
		v.do(fmt.Sprintf("localStorage['gridlock game %d'] = localStorage['gridlock puzzle %[1]d'] = localStorage['gridlock puzzle duel|||3'] = localStorage.streak = %q", i, broken))
		v.reload()
		v.until(func(s state) bool {
			return s.Mode == "puzzle" && s.Dots > 0 && s.Verdict == find
		})
		v.press("mode-home")
		v.mode("home")
		v.press("mine-open")
		require.Equal(t, "No games yet.", v.text("document.getElementById('mine-none').textContent.slice(0, 13)"))
		v.do("document.getElementById('mine').close()")
		v.press("mode-play")
		v.until(func(s state) bool { return s.Mode == "play" && s.Dots > 0 })
		v.back(-2)
		v.until(func(s state) bool { return s.Mode == "puzzle" && s.Dots > 0 })
	}
}

// A server ends in the middle of a search; the page says so, and goes on with its question when another one is there.
func TestLongServerKilled(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	address := s.Listener.Addr().String()
	ctx, closeTab := chromedp.NewContext(browsertest.Start(t)) // it complains of answers that do not come, as browsers do
	t.Cleanup(closeTab)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/#v=blockade&s=8x8&m=4,1@4,2")))
	v := visitor{t, ctx}
	searching := v.until(func(s state) bool { return s.Searching && strings.HasPrefix(s.Progress, "Searching: ") })
	s.CloseClientConnections()
	s.Close()
	found := v.until(func(s state) bool { return s.Gone })
	require.Equal(t, searching.Text, found.Text)

	listener, err := net.Listen("tcp", address)
	require.NoError(t, err)
	again := httptest.NewUnstartedServer(s.Config.Handler)
	require.NoError(t, again.Listener.Close())
	again.Listener = listener
	again.Start()
	t.Cleanup(again.Close)
	t.Cleanup(again.CloseClientConnections)
	found = v.until(func(s state) bool { return !s.Gone && s.Searching && strings.HasPrefix(s.Progress, "Searching: ") })
	require.Equal(t, searching.Text, found.Text)
	require.Equal(t, searching.Address, found.Address)
}
