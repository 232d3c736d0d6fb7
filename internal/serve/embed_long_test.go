//go:build long

package serve_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// shown is the controls of the page that can be seen, by what they say.
func (v visitor) shown() []string {
	return strings.Split(v.text("[...document.querySelectorAll('button, a, select, input, summary')].filter(e => e.checkVisibility()).map(e => e.textContent || e.id).join()"), ",")
}

// Embedded, the page is a board with a line of text and two controls, in any frame that is not tiny; it is played on,
// and the link leads to the same game on the whole page. It has no history and keeps no game.
func TestLongEmbedded(t *testing.T) {
	script := browsertest.Axe(t)
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for width, height := range map[int64]int64{320: 420, 500: 300, 1280: 900} {
		v := visit(t, root, s.URL, s.URL+"/?embed#v=lockdown&mode=play&s=4x4", width, map[bool]string{true: "dark", false: "light"}[width == 500])
		require.NoError(t, chromedp.Do(v.ctx, chromedp.EmulateViewport(width, height)))
		found := v.until(func(s state) bool { return s.Mode == "play" && s.Verdict == "Your turn" && s.Dots == 16 })
		require.Equal(t, []string{"Take back", "Open in Gridlock"}, v.shown())
		require.LessOrEqual(t, found.Overflow, 0.5)
		require.Equal(t, fmt.Sprint(height), v.text("document.documentElement.scrollHeight"), "nothing is scrolled")
		require.Equal(t, "true", v.text("document.querySelector('svg.board').getBoundingClientRect().bottom <= document.getElementById('undo').getBoundingClientRect().top"))
		require.Empty(t, browsertest.Violations(t, v.ctx, script))
		length := v.text("history.length")
		v.click("6")
		found = v.until(func(s state) bool {
			return strings.HasPrefix(s.Task, "O went to ") || strings.HasPrefix(s.Task, "O took ")
		})
		require.Equal(t, length, v.text("history.length"))
		require.Equal(t, s.URL+"/"+found.Address, v.text("document.getElementById('outside').href"))
		require.Equal(t, "0", v.text("Object.keys(localStorage).filter(name => name.startsWith('gridlock game')).length"))
	}
	v := visit(t, root, s.URL, s.URL+"/?embed#v=classic&s=1x1&mode=play", 400, "light")
	v.until(func(s state) bool { return s.Dots == 1 })
	v.click("1,1")
	v.until(func(s state) bool { return s.Verdict == "You win!" })
	require.Equal(t, []string{"New game", "Open in Gridlock"}, v.shown())
	v.press("new")
	v.until(func(s state) bool { return s.Dots == 1 })
	require.Equal(t, []string{"Take back", "Open in Gridlock"}, v.shown())
	v.open("v=lockdown&m=6_11_7")
	v.at("..../.xX./..O./.... o")
	require.Len(t, v.shown(), 2)
	v.press("back")
	v.at("..../.X../..O./.... x")
	v = visit(t, root, s.URL, s.URL+"/?embed", 400, "light")
	v.until(func(s state) bool { return s.Mode == "play" && s.Dots == 16 })
}

// A page elsewhere can show the page in a frame if the server is told so, and otherwise cannot.
func TestLongFrameAncestors(t *testing.T) {
	root := browsertest.Start(t)
	var address string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<!doctype html><title>other</title><script>window.frames = 0</script><iframe onload='frames++' src='%s/?embed#v=lockdown&mode=play'></iframe>", address)
	}))
	defer other.Close()
	for _, allowed := range []bool{true, false} {
		var asked atomic.Int64 // how often the page in the frame has asked the API
		opt := serve.Options{Service: query.New(query.Options{Memory: 32 << 20, Searches: 1})}
		if allowed {
			opt.Ancestors = []string{other.URL}
		}
		handler := serve.New(opt)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/api/v1/position") {
				asked.Add(1)
			}
			handler.ServeHTTP(w, r)
		}))
		address = s.URL
		ctx, cancel := chromedp.NewContext(root)
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(other.URL)))
		v := visitor{t, ctx}
		if allowed {
			require.True(t, testgames.Await(func() bool { return asked.Load() > 0 }))
		} else {
			require.True(t, testgames.Await(func() bool { return v.text("window.frames") == "1" }), "the frame is there, with an error in it")
			require.Zero(t, asked.Load())
		}
		cancel()
		s.Close()
		opt.Service.Close()
	}
}
