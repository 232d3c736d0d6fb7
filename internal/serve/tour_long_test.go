//go:build long

package serve_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// Who comes for the first time is shown what this is in three steps, in any window, once; Esc and Skip end it, the help
// has it again, and its last button begins the easiest game on the side that can win.
func TestLongTour(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	axe := browsertest.Axe(t)
	for _, size := range [][2]int64{{390, 844}, {844, 390}, {320, 640}, {1280, 800}} {
		ctx, cancel := chromedp.NewContext(root, chromedp.WithNewBrowserContext())
		t.Cleanup(cancel)
		v := visitor{t, ctx}
		v.size(size[0], size[1])
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/")))
		open := func(want string) {
			t.Helper()
			require.True(t, testgames.Await(func() bool { return v.text("!!document.getElementById('tour')?.open") == want }), size)
		}
		open("true")
		for _, title := range []string{"Two players: X and O", "If you cannot move, you lose", "See what each move is worth"} {
			require.Equal(t, title, v.text("document.getElementById('h-tour').textContent"))
			require.True(t, v.whole("#tour") && v.whole("#tour-next") && v.whole("#tour-skip"), "%v %s", size, title)
			require.Equal(t, "false", v.text("document.getElementById('tour-text').scrollHeight > document.getElementById('tour').clientHeight + 1"), "%v %s", size, title)
			require.Empty(t, browsertest.Violations(t, v.ctx, axe), "%v %s", size, title)
			if title[0] != 'S' {
				v.keys(kb.Enter)
			}
		}
		v.press("tour-back")
		require.Equal(t, "If you cannot move, you lose", v.text("document.getElementById('h-tour').textContent"))
		v.keys(kb.Escape)
		open("false")
		v.reload()
		v.until(func(s state) bool { return s.Mode == "home" })
		open("false")
		v.press("keys")
		v.press("tour-again")
		open("true")
		for range 3 {
			v.press("tour-next")
		}
		v.until(func(s state) bool { return s.Mode == "play" && s.Verdict == "Your turn" && s.Dots > 0 })
		require.Equal(t, "random O", v.text("[...document.querySelectorAll('#choices [aria-pressed=true]')].map(e => e.dataset.value).join(' ')"))
	}
}

// After a game it is said how many were won like it, who was winning, and which moves changed that; none of it is left in
// the next game. Both players' ways out are counted on the way.
func TestLongAfterAGame(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := person(t, browsertest.Start(t), s.URL+"/#v=lockdown&mode=play&m=6_11_7_15", 1280)
	v.until(func(s state) bool { return s.Dots == 6 })
	exits := func() string {
		return v.text("[...document.querySelectorAll('#people .exits')].map(e => e.textContent).join(', ')")
	}
	require.Equal(t, "6 ways out, 4 ways out", exits())
	v.open("v=lockdown&mode=play&s=3x3&m=5_1_2_4_3_7_6_8")
	v.until(func(s state) bool { return s.Dots == 1 })
	v.click("9")
	v.until(func(s state) bool { return s.Verdict == "You win!" })
	require.True(t, testgames.Await(func() bool {
		return v.text("document.getElementById('turned').textContent") != "" && v.text("document.getElementById('course-of').checkVisibility()") == "true"
	}))
	require.Equal(t, "Lockdown against Casual: 1 1 1 1", v.text("document.getElementById('h-score').textContent + ': ' + [...document.querySelectorAll('#games-score dd')].map(e => e.textContent).join(' ')"))
	require.Equal(t, "10", v.text("document.querySelectorAll('#who-won circle:not(.mark)').length"))
	require.Equal(t, "You let the win go with your 2nd move. O let the win go with its 3rd move.", v.text("document.getElementById('turned').textContent"))
	require.Empty(t, browsertest.Violations(t, v.ctx, browsertest.Axe(t)))
	v.do("document.querySelector('#offers button').click()")
	v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots > 1 })
	require.Equal(t, "false", v.text("document.getElementById('after').checkVisibility()"))
}
