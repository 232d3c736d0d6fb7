//go:build long

package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// size gives the window another size.
func (v visitor) size(width, height int64) {
	v.t.Helper()
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.EmulateViewport(width, height)))
}

// top returns how far below the top of the window an element begins.
func (v visitor) top(selector string) float64 {
	v.t.Helper()
	y, err := chromedp.Run(v.ctx, chromedp.Evaluate[float64](fmt.Sprintf("document.querySelector(%q).getBoundingClientRect().top", selector)))
	require.NoError(v.t, err)
	return y
}

// whole reports whether all of an element is in the window.
func (v visitor) whole(selector string) bool {
	v.t.Helper()
	return v.text(fmt.Sprintf(`(() => {
		const { left, top, right, bottom } = document.querySelector(%q).getBoundingClientRect();
		return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
	})()`, selector)) == "true"
}

// On a telephone a room begins at its top, wherever the one before was scrolled to; and what a press changes is in view:
// the board of a mistake that was pressed far below it.
func TestLongRoomsBeginAtTheirTop(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=lockdown&mode=make", 390, "light")
	v.size(390, 844)
	v.until(func(s state) bool { return s.Mode == "make" && s.Cells > 0 })
	v.do("scrollTo(0, 9999)")
	v.press("mode-play")
	v.until(func(s state) bool { return s.Mode == "play" && s.Dots > 0 })
	require.True(t, v.whole("svg.board"))
	v.press("mode-atlas")
	v.until(func(state) bool { return v.text("document.querySelectorAll('.strip a').length > 99") == "true" })
	v.do("const all = document.querySelectorAll('.strip a'); all[all.length - 1].scrollIntoView(); all[40].click()")
	v.until(func(s state) bool { return s.Mode == "analyse" && s.Cells > 0 })
	require.GreaterOrEqual(t, v.top("svg.board"), 0.0)

	v.open("mode=review&v=lockdown&m=" + reviewed)
	v.until(func(s state) bool { return s.Verdict == reviewedSays })
	v.do("const all = document.querySelectorAll('#worst [data-does=look]'), last = all[all.length - 1]; last.scrollIntoView({block: 'end'}); last.click()")
	v.until(func(s state) bool { return s.Drawn > 0 })
	require.True(t, v.whole("svg.board"))
	require.True(t, v.whole("#back"), "steps are at the thumb")

	v.open("mode=edit&v=lockdown")
	v.until(func(s state) bool {
		return s.Mode == "edit" && s.Cells > 0 && v.text("document.querySelectorAll('#palette input').length") != "0"
	})
	v.do("document.getElementById('edit-undo').scrollIntoView({block: 'end'}); document.querySelector('#palette input[value=\"#\"]').click()")
	require.True(t, v.whole("svg.board"))
	v.do("document.querySelector('.cell[data-cell=\"6\"]').dispatchEvent(new MouseEvent('click', {bubbles: true})); document.getElementById('position').scrollIntoView({block: 'end'})")
	v.until(func(state) bool {
		return v.text("document.querySelector('.cell[data-cell=\"6\"]').ariaLabel") == "6: no cell"
	})
	require.True(t, v.whole("svg.board"))
}

// In a window that is low, a telephone that lies or a zoom of 200 %, the board is in it as a whole, beside what is said.
func TestLongLowWindows(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, size := range [][2]int64{{844, 390}, {640, 400}} {
		v := visit(t, root, s.URL, s.URL+"/#v=blockade&mode=play", size[0], "light")
		v.size(size[0], size[1])
		for _, fragment := range []string{"v=blockade&mode=play", "v=lockdown&m=6_11", "v=lockdown&mode=puzzle&seed=5", "mode=review&v=lockdown&m=" + reviewed, "v=duel&mode=edit"} {
			v.open(fragment)
			found := v.until(func(s state) bool {
				return s.Cells > 0 && s.Text != "" && strings.Contains(s.Address, fragment[:6]) && !s.Searching
			})
			require.True(t, v.whole("svg.board"), "%v %s", size, fragment)
			require.True(t, v.whole("#verdict"), "%v %s", size, fragment)
			require.LessOrEqual(t, found.Overflow, 0.5, "%v %s", size, fragment)
			require.Empty(t, found.Small, "%v %s", size, fragment)
		}
	}
}

// held is a handler that answers questions of a kind only when it is told to, and none when it is gone.
type held struct {
	http.Handler
	kind    atomic.Value
	release chan bool
	gone    atomic.Bool
}

func (h *held) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if kind, _ := h.kind.Load().(string); kind != "" && strings.HasPrefix(r.URL.Path, kind) {
		select {
		case <-h.release:
		case <-r.Context().Done():
			return
		}
	}
	if h.gone.Load() {
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}
	h.Handler.ServeHTTP(w, r)
}

// A person's mark is drawn at once, whatever the line, and it is said who is thinking; when the line is gone it is said,
// the mark stays, and the game goes on when it is back.
func TestLongOwnMarkAtOnce(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	h := &held{Handler: s.Config.Handler, release: make(chan bool)}
	s.Config.Handler = h
	ctx, closeTab := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(closeTab)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/#v=lockdown&mode=play")))
	v := visitor{t, ctx}
	v.until(func(s state) bool { return s.Dots == 16 })
	h.kind.Store("/api/v1/")
	took, err := chromedp.Run(v.ctx, chromedp.Evaluate[float64](`(() => {
		const began = performance.now();
		document.querySelector('[data-cell="6"]').dispatchEvent(new MouseEvent('click', {bubbles: true}));
		return document.querySelector('[data-cell="6"] .mark.X') ? performance.now() - began : -1;
	})()`))
	require.NoError(t, err)
	require.Positive(t, took, "the mark is not there")
	t.Logf("the mark was drawn after %.1f ms", took)
	found := v.until(func(s state) bool { return s.Verdict == "O is thinking…" })
	require.Zero(t, found.Dots)
	h.kind.Store("")
	close(h.release)
	v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots > 0 })

	cut := func(off bool) {
		h.gone.Store(off)
		call(v, network.Enable, network.EnableParams{})
		call(v, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: off})
	}
	cut(true)
	cell := v.text(dotted)
	v.click(cell)
	v.until(func(s state) bool {
		return s.Gone && v.text("document.getElementById('gone').textContent") == "You are offline. Your game is kept, and continues when you are online again."
	})
	require.Equal(t, "1", v.text("document.querySelectorAll('[data-cell=\""+cell+"\"] .mark.X').length"))
	cut(false)
	v.until(func(s state) bool { return !s.Gone && s.Verdict == "Your turn" && s.Dots > 0 })
}

// What was to be drawn of a cell that is pointed at is not drawn on the next position.
func TestLongHoverEndsWithItsPosition(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=lockdown&m=6_11", 1280, "light")
	v.at("..../.X../..O./.... x")
	for range 3 {
		v.do("document.querySelector('[data-cell=\"7\"]').dispatchEvent(new PointerEvent('pointermove', {bubbles: true, pointerType: 'mouse'})); document.querySelector('[data-cell=\"7\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
		v.at("..../.xX./..O./.... o")
		_, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool]("new Promise(done => setTimeout(() => done(true), 400))", chromedp.EvalAwaitPromise)) // nothing says that nothing comes
		require.NoError(t, err)
		require.Zero(t, v.until(func(state) bool { return true }).Drawn)
		v.press("back")
		v.at("..../.X../..O./.... x")
	}
}

// The end of a game: a headline, who is stuck and why, and the next step as the one big button; motion only for those who
// want it, and no sound.
func TestLongMomentOfWinning(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, c := range []struct{ fragment, headline, says, first string }{
		{"v=lockdown&mode=play&s=3x3&m=5_1_2_4_3_7_6_8_9", "You win!", "O has no free cell beside it, so X wins.", "Next: play Strong"},
		{"v=lockdown&mode=play&s=3x3&m=5_1_2_4_3_7_6_8_9&you=O", "You’re stuck", "Your O has no free cell beside it, so X wins.", "Try again"},
	} {
		v := visit(t, root, s.URL, s.URL+"/#"+c.fragment, 390, "dark")
		v.size(390, 844)
		v.media("prefers-reduced-motion", "reduce")
		found := v.until(func(s state) bool { return len(s.Offers) > 2 })
		require.Equal(t, c.headline, found.Verdict)
		require.Equal(t, c.says, found.Task)
		require.Equal(t, c.first, found.Offers[0])
		require.Equal(t, "4", v.text("document.querySelectorAll('.gates line').length"))
		require.True(t, v.whole("svg.board") && v.whole("#verdict") && v.whole("#offers button"))
		require.Equal(t, "none", v.text("getComputedStyle(document.querySelector('.gates line')).animationName"))
		require.Equal(t, "false", v.text("document.getElementById('sound').getAttribute('aria-pressed')"))
		require.Empty(t, browsertest.Violations(t, v.ctx, browsertest.Axe(t)))
		v.do("document.querySelector('#offers button').click()")
		v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots > 0 })
	}
}

// A stranger has the side that can win, is told what levels do and who can win, and gets a hint that helps when behind.
func TestLongStrangers(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for game, side := range map[string]string{"classic": "O", "duel": "O", "lockdown": "O", "claim": "X", "blockade": "X"} {
		v := person(t, root, s.URL+"/", 1280)
		v.mode("home")
		v.card("play", game)
		v.until(func(s state) bool { return s.Mode == "play" && s.Verdict == "Your turn" && s.Dots > 0 })
		require.Equal(t, side, v.text("document.querySelector('#seats [aria-pressed=true]').dataset.value"), game)
		require.Equal(t, "Looks a little ahead, and often slips.", v.text("document.getElementById('level-note').textContent"))
		if side == "O" {
			require.Contains(t, v.text("location.hash"), "you=O")
			v.reload()
			v.until(func(s state) bool { return s.Mode == "play" && s.Verdict == "Your turn" && s.Dots > 0 })
			require.Equal(t, side, v.text("document.querySelector('#seats [aria-pressed=true]').dataset.value"), game)
		}
	}
	v := person(t, root, s.URL+"/#v=lockdown&mode=play", 390)
	v.until(func(state) bool {
		return strings.HasPrefix(v.text("document.getElementById('side-note').textContent"), "On 4×4 the second player can always win.")
	})
	v.press("clue")
	v.until(func(s state) bool {
		return strings.HasPrefix(s.Hint, "O can win from here. ") && strings.Contains(s.Hint, " makes it hardest: ") && s.Drawn == 1
	})
	v.click("6")
	v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots > 0 && s.Text != "..../..../..../.... x" })
	v.do("document.querySelector('#seats [data-value=O]').click()")
	v.until(func(s state) bool { return s.Hint == "Start a new game as O?" })
	v.offer("Go on with this one")
	v.until(func(s state) bool { return s.Hint == "" && s.Dots > 0 })
	v.do("document.querySelector('#seats [data-value=O]').click()")
	v.offer("Start it")
	v.until(func(s state) bool { return s.Verdict == "Your turn" && strings.Contains(s.Address, "you=O") })
}

// Choices belong to a game: what was chosen for one does not play the next one by itself, and a game that has ended keeps
// its players. Who opens an own invitation stays who they are.
func TestLongChoicesBelongToAGame(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=lockdown&mode=play&s=3x3", 1280, "light")
	v.until(func(s state) bool { return s.Dots == 9 })
	v.set("side-X", "perfect")
	v.until(func(s state) bool { return s.Verdict == "X wins" || s.Verdict == "O wins" })
	v.press("mode-home")
	v.mode("home")
	v.card("play", "claim")
	v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots == 25 })

	v.open("v=lockdown&mode=play&s=3x3&m=5_1_2_4_3_7_6_8")
	v.until(func(s state) bool { return s.Dots == 1 })
	v.click("9")
	v.until(func(s state) bool { return s.Verdict == "You win!" })
	players := func() string {
		return v.text("Object.keys(localStorage).filter(n => n.startsWith('gridlock game ')).map(n => JSON.parse(localStorage[n])).filter(g => g.over && g.moves.startsWith('5_1_2')).map(g => g.sides.X + '/' + g.sides.O)")
	}
	require.Equal(t, "/casual", players())
	v.do("document.querySelector('#levels [data-value=perfect]').click()")
	v.until(func(s state) bool { return s.Dots == 9 })
	require.Equal(t, "/casual", players())

	v.open("v=duel&mode=play&s=4x4")
	v.until(func(s state) bool { return s.Dots == 16 })
	v.set("side-O", "link")
	v.click("6")
	v.until(func(s state) bool { return s.Verdict == "Waiting for O" && len(s.Offers) == 1 })
	invitation := v.sent()
	v.do("location.hash = '" + invitation + "'")
	found := v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "This is your own invitation.") })
	require.Equal(t, "Waiting for O", found.Verdict)
}

// One odd game among those that are kept breaks nothing.
func TestLongOddSavedGames(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1280, "light")
	v.mode("home")
	const good = `{id: 'good', name: '', variant: 'duel', board: '', start: '', moves: '6', at: 1, plies: 1, mode: 'play', sides: {X: '', O: 'casual'}, given: '', position: '..../.X../..../.... o', over: false, changed: 1}`
	v.do("localStorage['gridlock game good'] = JSON.stringify(" + good + ")")
	for _, odd := range []string{"position: 5", "position: null", "changed: 1e300", "name: {}", "mode: 'nowhere'", "sides: {X: 3, O: []}", "sides: null", "moves: 7", "at: 'x'", "board: []", "variant: 'nosuchgame'", "plies: {}", "comments: 3"} {
		v.do("localStorage['gridlock game odd'] = JSON.stringify({..." + good + ", id: 'odd', changed: 2, " + odd + "})")
		require.NoError(t, chromedp.Do(v.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(s.URL+"/")))
		v.mode("home")
		require.True(t, testgames.Await(func() bool { return v.text("document.querySelectorAll('#library h3').length > 9") == "true" }), odd)
		v.press("mine-open")
		require.Contains(t, v.text("document.getElementById('mine-list').textContent"), "Duel", odd)
		v.do("document.getElementById('mine').close()")
		v.press("mode-play")
		v.until(func(s state) bool { return s.Mode == "play" && s.Cells > 0 && s.Text != "" })
	}
}

// What is wrong with the page itself is called that, not a server that does not answer.
func TestLongOwnFaults(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	ctx, closeTab := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(closeTab)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/#v=duel")))
	v := visitor{t, ctx}
	v.at("..../..../..../.... x")
	v.do("document.createElementNS = () => { throw new TypeError('odd') }")
	v.click("6")
	found := v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "Something is wrong with this page: odd.") })
	require.False(t, found.Gone)
	require.Equal(t, []string{"Reload the page"}, found.Offers)
}
