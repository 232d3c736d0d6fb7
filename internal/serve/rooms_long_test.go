//go:build long

package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// text evaluates an expression of JavaScript that gives a text.
func (v visitor) text(expression string) string {
	v.t.Helper()
	found, err := chromedp.Run(v.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	require.NoError(v.t, err)
	return found
}

// reload loads the page again.
func (v visitor) reload() {
	v.t.Helper()
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.Reload()))
}

// mode waits until a room is shown.
func (v visitor) mode(mode string) state {
	v.t.Helper()
	return v.until(func(s state) bool { return s.Mode == mode && !s.Searching })
}

// back goes back in the history of the browser, forward with a positive number.
func (v visitor) back(steps int) {
	v.t.Helper()
	v.do(fmt.Sprintf("history.go(%d)", steps))
}

// card presses a button on the home page.
func (v visitor) card(to, variant string) {
	v.t.Helper()
	v.do(fmt.Sprintf("document.querySelector('#home [data-to=%s][data-variant=\"%s\"]').click()", to, variant))
}

// tab presses Tab until an element has the focus.
func (v visitor) tab(selector string) {
	v.t.Helper()
	for range 300 {
		v.keys(kb.Tab)
		if v.text("document.activeElement.matches('"+selector+"')") == "true" {
			return
		}
	}
	v.t.Fatalf("no Tab leads to %s", selector)
}

// dotted is the first cell that can be played.
const dotted = `document.querySelector('.cell:has(.dot)')?.dataset.cell ?? ''`

// The picture of a card goes through a game while it is pointed at, but for those who do not want things to move.
func TestLongSamples(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, motion := range []string{"no-preference", "reduce"} {
		v := visit(t, root, s.URL, s.URL+"/", 1280, "light")
		v.mode("home")
		v.media("prefers-reduced-motion", motion)
		marks := func() string { return v.text("document.querySelectorAll('[data-sample=duel] .mark').length") }
		require.Equal(t, "4", marks())
		v.do("document.querySelector('[data-sample=duel]').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
		require.Equal(t, map[string]string{"no-preference": "0", "reduce": "4"}[motion], marks())
		require.True(t, testgames.Await(func() bool { return marks() == "4" }))
	}
}

// media makes the browser one whose user wants something.
func (v visitor) media(name, value string) {
	v.t.Helper()
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: value}}})
		return err
	})))
}

// wholeGames are those that are played from the first move to the last: the five, and three of the library.
var wholeGames = []string{"classic", "duel", "lockdown", "claim", "blockade", "tron", "hexkayles", "nodekayles"}

// A whole game is played from the home page with the mouse, by touch, and with the keyboard alone, which stays where it is: the
// grid is never made anew. What the computer does is said.
func TestLongWholeGame(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, way := range []string{"mouse", "touch", "keys"} {
		for _, game := range wholeGames {
			v := visit(t, root, s.URL, s.URL+"/", map[string]int64{"mouse": 1280, "touch": 390, "keys": 1280}[way], "light")
			v.mode("home")
			if way == "keys" {
				v.tab("[data-to=play][data-variant=" + game + "]")
				v.keys(kb.Enter)
			} else {
				v.card("play", game)
			}
			found := v.until(func(s state) bool { return s.Mode == "play" && strings.HasPrefix(s.Verdict, "Your turn") })
			require.Empty(t, found.Small)
			require.LessOrEqual(t, found.Overflow, 0.5)
			require.Equal(t, fmt.Sprint(way == "mouse"), v.text("document.getElementById('about').open"), "the rules are there the first time")
			if way == "keys" {
				require.Equal(t, "true", v.text("document.activeElement.matches('.cell')"), "the keyboard is on the board")
			}
			v.do("document.querySelector('svg.board').kept = true; window.said = []; new MutationObserver(() => said.push(document.getElementById('verdict').textContent, document.getElementById('task').textContent)).observe(document.getElementById('now'), {childList: true, characterData: true, subtree: true})")
			over := func(s state) bool {
				return strings.HasPrefix(s.Verdict, "You win") || s.Verdict == "You lost" || s.Verdict == "You’re stuck"
			}
			for {
				found = v.until(func(s state) bool { return over(s) || s.Dots > 0 })
				require.Zero(t, found.Values)
				if over(found) {
					break
				}
				cell, before := v.text(dotted), found.Verdict+found.Text
				switch way {
				case "mouse":
					v.click(cell)
				case "touch":
					v.tap(cell)
				case "keys":
					v.walk(cell)
					v.keys(kb.Enter)
					require.Equal(t, cell, v.text("document.activeElement.dataset.cell"))
				}
				v.until(func(s state) bool { return s.Verdict+s.Text != before })
			}
			require.Equal(t, "true", v.text("document.querySelector('svg.board').kept"))
			require.Regexp(t, `(X|O) (went to|took) \d`, v.text("said.join(' ')"))
			require.Contains(t, v.text("said.join(' ')"), "Your turn")
			v.do("document.querySelector('#offers button').click()")
			v.until(func(s state) bool { return strings.HasPrefix(s.Verdict, "Your turn") && s.Text != found.Text })
		}
	}
}

// Back and Forward go through the rooms; neither the puzzle nor the editor touches the game; moves are no steps.
func TestLongBackAndForward(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1280, "light")
	v.mode("home")
	v.open("v=lockdown&mode=play")
	v.until(func(s state) bool { return s.Mode == "play" && s.Dots == 16 })
	v.set("side-O", "")
	v.until(func(s state) bool { return s.Verdict == "X’s turn" && s.Dots == 16 })
	const game = "..../.X../..O./.... x"
	v.click("6")
	v.until(func(s state) bool { return s.Text == "..../.X../..../.... o" })
	v.click("11")
	v.until(func(s state) bool { return s.Text == game })
	v.press("mode-analyse")
	v.at(game)
	v.click("7")
	v.at("..../.xX./..O./.... o")
	v.press("mode-puzzle")
	v.until(func(s state) bool {
		return s.Mode == "puzzle" && s.Verdict == find && !s.Searching
	})
	puzzle := v.text("location.hash")
	v.press("mode-play")
	v.until(func(s state) bool { return s.Mode == "play" && s.Text == "..../.xX./..O./.... o" })
	v.press("mode-edit")
	v.until(func(s state) bool {
		return s.Verdict == "Edit the position. O is to move." && s.Text == "..../.xX./..O./.... o"
	})
	v.put("#")
	v.click("1")
	v.until(func(s state) bool { return s.Text == "#.../.xX./..O./.... o" })
	v.press("mode-review")
	v.until(func(s state) bool {
		return s.Mode == "review" && strings.HasPrefix(s.Task, "Ply ") && strings.HasPrefix(s.Address, "#v=lockdown&mode=review&m=6_11_7")
	})
	v.press("mode-make")
	v.until(func(s state) bool { return s.Mode == "make" && s.Cells > 0 && s.Text != "" })
	v.press("mode-home")
	v.mode("home")
	for _, step := range []struct{ mode, position string }{
		{"make", ""}, {"review", ""}, {"edit", "#.../.xX./..O./.... o"}, {"play", "..../.xX./..O./.... o"}, {"puzzle", ""},
		{"analyse", "..../.xX./..O./.... o"}, {"play", game}, {"home", ""},
	} {
		v.back(-1)
		found := v.until(func(s state) bool {
			return s.Mode == step.mode && !s.Searching && (step.position == "" || s.Text == step.position)
		})
		if step.mode == "puzzle" {
			require.Equal(t, puzzle, found.Address)
		}
	}
	for _, mode := range []string{"play", "analyse", "puzzle", "play", "edit", "review", "make", "home"} {
		v.back(1)
		v.mode(mode)
	}
	v.back(-6)
	v.until(func(s state) bool { return s.Mode == "analyse" && len(s.Game) == 3 })
}

// Whatever room is loaded again, it is the same one with the same position, and the game behind it is the same.
func TestLongReload(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1280, "light")
	v.mode("home")
	v.reload()
	v.mode("home")
	v.open("v=duel&mode=play")
	v.until(func(s state) bool { return s.Dots == 16 })
	v.set("side-O", "")
	v.until(func(s state) bool { return s.Verdict == "X’s turn" && s.Dots == 16 })
	v.click("6")
	played := v.until(func(s state) bool { return s.Text == "..../.X../..../.... o" })
	for _, mode := range []string{"play", "analyse", "edit", "puzzle", "review", "make"} {
		v.press("mode-" + mode)
		shown := v.until(func(s state) bool {
			own := mode == "puzzle" || mode == "make" // these have positions of their own
			return s.Mode == mode && !s.Searching && s.Text != "" && own == (s.Text != played.Text) && s.Verdict != "Looking at every move of the game."
		})
		v.reload()
		again := v.until(func(s state) bool { return s.Mode == mode && !s.Searching && s.Text == shown.Text })
		require.Equal(t, shown.Address, again.Address)
		v.press("mode-play")
		v.until(func(s state) bool { return s.Mode == "play" && s.Text == played.Text && s.Verdict == "O’s turn" })
	}
	v.press("mode-atlas")
	v.mode("atlas")
	v.reload()
	v.mode("atlas")
	v.press("mode-play")
	v.until(func(s state) bool { return s.Mode == "play" && s.Text == played.Text })
}

// A click on a cell that cannot be played is answered with the reason, and changes nothing.
func TestLongIllegalClick(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 400, "dark")
	v.mode("home")
	v.open("v=lockdown&mode=play")
	v.until(func(s state) bool { return s.Mode == "play" && s.Dots == 16 })
	v.do("localStorage.level = ''") // two people
	for _, c := range []struct{ address, position, cell, reason string }{
		{"v=lockdown&mode=play&m=6_11_7", "..../.xX./..O./.... o", "6", "6 is used: a marker of X has been there."},
		{"v=lockdown&mode=play&m=6_11", "..../.X../..O./.... x", "11", "11 has a marker of O."},
		{"v=lockdown&mode=play&m=6_11_1", "X.../.x../..O./.... o", "4", "4 is not near the marker of O, which is on 11."},
		{"v=classic&mode=play&m=2,2_2,3", "..../.xO./..../.... x", "4,1", "4,1 is not near the last mark."},
		{"v=duel&mode=play&m=6_11", "..../.X../..O./.... x", "2", "2 is closed to X: only O can take it."},
		{"v=claim&mode=play&m=6", "---./-X-./---./.... o", "1", "1 is blocked."},
	} {
		v.do("location.hash = '" + c.address + "'")
		v.until(func(s state) bool { return s.Text == c.position })
		v.click(c.cell)
		found := v.until(func(s state) bool { return s.Hint != "" })
		require.Equal(t, c.reason, found.Hint)
		require.Equal(t, c.position, found.Text)
	}
	v.do("location.hash = 'v=blockade&s=4x4&mode=play'")
	v.until(func(s state) bool { return s.Text == "..../..../X..O/.... x" })
	v.click("1,0")
	v.until(func(s state) bool {
		return s.Verdict == "X: now block a cell" && strings.Contains(s.Task, "beside the X")
	})
	v.click("3,3")
	v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "3,3 is not near 1,0") })
	v.click("1,0")
	v.until(func(s state) bool { return s.Verdict == "X’s turn" })
}

// What is answered late is for the position that was asked about, and does nothing to another one.
func TestLongLateAnswers(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	answers := s.Config.Handler
	var held atomic.Value // the questions whose answers wait
	held.Store("")
	var asked atomic.Int32
	release := make(chan bool, 10)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if kind := held.Load().(string); kind != "" && strings.HasPrefix(r.URL.Path, "/api/v1/"+kind) {
			asked.Add(1)
			<-release
			r = r.WithContext(context.WithoutCancel(r.Context()))
		}
		answers.ServeHTTP(w, r)
	})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=claim&s=3x3&mode=play", 1280, "light")
	v.until(func(s state) bool { return s.Dots == 9 })
	// A browser drops what it has given up, so the page is given answers that cannot be given up.
	v.do("const real = fetch; window.fetch = (address, options) => real(address, {...options, signal: undefined})")
	for _, c := range []struct {
		kind string
		ask  func()
	}{
		{"move", func() { v.click("6") }},
		{"analysis", func() { v.press("clue") }},
		{"position", func() { v.click("6") }},
	} {
		v.open("v=duel&s=4x4&mode=play")
		v.until(func(s state) bool { return s.Address == "#v=duel&mode=play&s=4x4" && s.Dots == 16 && s.Hint == "" })
		before := asked.Load()
		held.Store(c.kind)
		c.ask()
		require.True(t, testgames.Await(func() bool { return asked.Load() == before+1 }), c.kind)
		held.Store("")
		v.open("v=claim&s=3x3&mode=play")
		found := v.until(func(s state) bool { return s.Address == "#v=claim&mode=play&s=3x3" && s.Dots == 9 })
		release <- true
		v.do("window.settled = false; fetch('/api/v1/variants').then(() => setTimeout(() => { window.settled = true }))")
		_, err := chromedp.Run(v.ctx, chromedp.Poll[bool]("window.settled"))
		require.NoError(t, err)
		require.Equal(t, found, v.until(func(state) bool { return true }), c.kind)
	}
}

// A server that has no place for a question takes no move out of a game.
func TestLongBusyServerLosesNothing(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	answers := s.Config.Handler
	var busy atomic.Bool
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if busy.Load() && strings.HasPrefix(r.URL.Path, "/api/v1/position") {
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, `{"type":"urn:gridlock:problem:busy","status":503,"title":"Busy","detail":"there is no place"}`)
			return
		}
		answers.ServeHTTP(w, r)
	})
	ctx, closeTab := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(closeTab)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/#v=duel")))
	v := visitor{t, ctx}
	v.at("..../..../..../.... x")
	v.click("6")
	v.at("..../.X../..../.... o")
	busy.Store(true)
	v.click("11")
	v.until(func(s state) bool { return s.Hint == "There is no place." })
	busy.Store(false)
	v.offer("Search on")
	require.Equal(t, "#v=duel&m=6_11", v.at("..../.X../..O./.... x").Address)
}

// No room is wider than its window, from telephones to large screens, and everything can be touched; the room that is
// shown can be seen where colours are forced, too.
func TestLongWidths(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for i, width := range []int64{390, 640, 768, 1280, 1920} { // 640 are 1280 at a zoom of 200 %
		v := visit(t, root, s.URL, s.URL+"/", width, []string{"light", "dark"}[i%2])
		for _, fragment := range []string{"", "v=blockade&mode=play", "v=knightgeography&m=4,4", "v=lockdown&mode=puzzle&seed=5", "v=dawson&mode=edit", "v=blockade&s=4x4&mode=review&m=1,0@2,0_1,3@1,2_1,1@0,1_0,3@0,2_2,1@2,2", "v=kingsnort&mode=make",
			"v=hexblockade&mode=make", "v=icosian&mode=play"} {
			v.do("location.hash = '" + fragment + "'")
			found := v.until(func(s state) bool {
				return s.Mode == "home" && fragment == "" || fragment != "" && s.Text != "" && s.Cells > 0 && strings.HasPrefix(fragment, "v="+v.text("document.getElementById('variant').value"))
			})
			require.LessOrEqual(t, found.Overflow, 0.5, "%d %s", width, fragment)
			require.Empty(t, found.Small, "%d %s", width, fragment)
		}
		v.media("forced-colors", "active")
		ground := func(id string) string {
			return v.text("getComputedStyle(document.getElementById('" + id + "')).backgroundColor")
		}
		require.NotEqual(t, ground("mode-play"), ground("mode-edit"))
	}
}

// What can be seen of a room stays where it is when more of it comes, so that a click does not miss; and the board and
// the buttons of Play do, whatever is said above them.
func TestLongNothingMoves(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	const course = `document.querySelector("svg.chart:not([aria-label*='not known'])") != null && document.getElementById('stop').hidden`
	for fragment, whole := range map[string]string{
		"":                        "document.querySelector('#today-card h3') != null",
		"v=lockdown&mode=play":    "document.querySelectorAll('#place .dot').length == 16",
		"v=lockdown&m=6_11_7":     course + " && document.getElementById('came').textContent != ''",
		"v=blockade&mode=analyse": course,
		"v=lockdown&mode=puzzle":  "document.querySelectorAll('#place .dot').length > 0",
		"v=lockdown&mode=edit":    "document.querySelectorAll('#palette input').length > 0",
		"mode=make":               "document.querySelectorAll('#place .near').length > 0",
		"mode=atlas&v=lockdown":   "document.querySelectorAll('#atlas-map a').length > 0",
		"mode=proof":              "document.getElementById('proof-file') != null",
		"v=lockdown&mode=review&m=" + "6_11_7_10_8_9_12_13": "document.querySelectorAll('#worst li').length == 3",
	} {
		for _, width := range []int64{390, 1280} {
			v := visit(t, root, s.URL, s.URL+"/#"+fragment, width, "light")
			require.True(t, testgames.Await(func() bool { return v.text(whole) == "true" }), "%d %s", width, fragment)
			moved, err := chromedp.Run(v.ctx, chromedp.Evaluate[float64](browsertest.Shifts, chromedp.EvalAwaitPromise))
			require.NoError(t, err)
			require.Less(t, moved, browsertest.FewShifts, "%d %s", width, fragment)
			t.Logf("%d %s: %.4f", width, fragment, moved)
		}
	}
	for _, width := range []int64{390, 1280} {
		v := visit(t, root, s.URL, s.URL+"/#v=lockdown&mode=play", width, "light")
		v.until(func(s state) bool { return s.Dots == 16 })
		places := func() string {
			return v.text("['place', 'undo'].map(id => document.getElementById(id).getBoundingClientRect().top + scrollY)")
		}
		before := places()
		v.click("6")
		v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots > 0 })
		require.Equal(t, before, places())
		v.click("16")
		v.until(func(s state) bool { return s.Hint != "" })
		require.Equal(t, before, places())
		v.press("clue")
		v.until(func(s state) bool { return strings.Contains(s.Hint, "win") })
		require.Equal(t, before, places())
	}
}

// On a board that is a list one can play in any window: its cells are as large as fingers, a sign says which part is
// seen, and what the computer plays and where the keyboard goes comes into view.
func TestLongLists(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, c := range []struct {
		board, arrow, sign string
		width              int64
	}{
		{"1x64", kb.ArrowRight, `^◂ columns \d+ to \d+ of 64( ▸)?$`, 390}, {"1x64", kb.ArrowRight, `^◂ columns \d+ to \d+ of 64( ▸)?$`, 1280},
		{"64x1", kb.ArrowDown, `^▴ rows \d+ to \d+ of 64( ▾)?$`, 390}, {"64x1", kb.ArrowDown, `^▴ rows \d+ to \d+ of 64( ▾)?$`, 1280},
	} {
		v := visit(t, root, s.URL, s.URL+"/#v=dawson&mode=play&s="+c.board, c.width, "light")
		found := v.until(func(s state) bool { return s.Dots == 64 })
		require.LessOrEqual(t, found.Overflow, 0.5)
		require.Empty(t, found.Small)
		sign := func() string { return v.text("document.getElementById('place').dataset.part") }
		require.Regexp(t, `^(columns|rows) 1 to \d+ of 64 [▸▾]$`, sign())
		inside := func(what string) bool {
			return v.text(`(() => {
				const a = document.querySelector("`+what+`").getBoundingClientRect(), b = document.getElementById('place').getBoundingClientRect();
				return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom && Math.min(a.width, a.height) > 38;
			})()`) == "true"
		}
		v.tap("60")
		v.until(func(s state) bool {
			return s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "O took ")
		})
		require.True(t, inside(".cell.last"), "%s %d", c.board, c.width)
		v.do("document.getElementById('place').scrollTo(0, 0); document.querySelector('.cell[data-cell=\"1\"]').focus()")
		v.keys(c.arrow)
		require.True(t, testgames.Await(func() bool { return v.text("document.activeElement.dataset.cell") == "2" }))
		v.keys(strings.Repeat(c.arrow, 39))
		require.True(t, testgames.Await(func() bool { return v.text("document.activeElement.dataset.cell") == "41" }))
		require.True(t, inside(".cell:focus"), "%s %d", c.board, c.width)
		require.True(t, testgames.Await(func() bool { return regexp.MustCompile(c.sign).MatchString(sign()) }), sign())
	}
}

// A game outlives its tab, without being saved by anyone, and is gone on with; it can be named, deleted and brought
// back. Games come from outside as links, records, positions and moves.
func TestLongNeverLosesAGame(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	ctx, closeTab := chromedp.NewContext(root)
	defer closeTab()
	welcome(t, ctx)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/")))
	first := visitor{t, ctx}
	first.mode("home")
	first.open("v=duel&mode=play")
	first.until(func(s state) bool { return s.Dots > 0 })
	first.set("side-O", "")
	first.until(func(s state) bool { return s.Verdict == "X’s turn" })
	first.click("6")
	first.until(func(s state) bool { return s.Text == "..../.X../..../.... o" })
	first.click("11")
	first.until(func(s state) bool { return s.Text == "..../.X../..O./.... x" })
	closeTab()

	v := visit(t, root, s.URL, s.URL+"/", 390, "light")
	v.mode("home")
	require.Contains(t, v.text("document.getElementById('continue-card').textContent"), "Duel 4×4, two people, 2 moves")
	v.do("document.querySelector('[data-to=resume]').click()")
	v.until(func(s state) bool {
		return s.Mode == "play" && s.Text == "..../.X../..O./.... x" && s.Verdict == "X’s turn"
	})
	v.press("mode-home")
	v.mode("home")
	v.reload()
	v.mode("home")
	require.Equal(t, "false", v.text("document.getElementById('continue-card').hidden"), "home keeps no game")
	v.do("document.querySelector('[data-to=resume]').click()")
	v.until(func(s state) bool { return s.Mode == "play" && s.Text == "..../.X../..O./.... x" })
	v.press("undo")
	v.until(func(s state) bool { return s.Text == "..../.X../..../.... o" && s.Address == "#v=duel&mode=play&m=6" })
	v.press("give")
	v.until(func(s state) bool { return s.Verdict == "X wins" })

	v.press("mine-open")
	names := func() string {
		return v.text("[...document.querySelectorAll('#mine-list strong')].map(e => e.textContent).join('|')")
	}
	does := func(what string) { v.do("document.querySelector('#mine-list [data-does=" + what + "]').click()") }
	require.Equal(t, "Duel 4×4, two people, 1 move, over", names())
	require.LessOrEqual(t, v.until(func(state) bool { return true }).Overflow, 0.5)
	does("rename")
	v.do("document.getElementById('mine-name').value = 'the first'")
	v.keys(kb.Enter)
	require.Equal(t, "the first", names())
	does("rename")
	does("leave")
	require.Equal(t, "the first", names())
	require.Equal(t, "rename", v.text("document.activeElement.dataset.does"))
	does("remove")
	require.Empty(t, names())
	v.press("mine-undo")
	require.Equal(t, "the first", names())
	for _, c := range []struct{ given, position string }{
		{"6 11 7", "..../.xX./..O./.... o"}, // of the game that is shown
		{"X#../..#O x", "X#../..#O x"},
		{"gridlock-game 1\nvariant claim\nstart ..../..../..../.... x\nmoves 6\nresult unfinished\n", "---./-X-./---./.... o"},
		{"https://example.org/#v=snort&s=3x3&m=1", "X../.../... o"},
	} {
		v.do("location.hash = 'v=lockdown'")
		v.until(func(s state) bool {
			return s.Text == "..../..../..../.... x" && strings.HasPrefix(s.Address, "#v=lockdown")
		})
		v.press("mine-open")
		v.do(fmt.Sprintf("document.getElementById('mine-text').value = %q", c.given))
		v.press("mine-take")
		v.until(func(s state) bool { return s.Text == c.position })
	}
	v.press("mine-open")
	require.Contains(t, names(), "the first")
	does("open")
	v.until(func(s state) bool { return s.Mode == "analyse" })
}

// A game with rules of its own is gone on with from all places where the page does not know them yet.
func TestLongKeptRules(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#mode=play&v=place_offsets:0,1;0,2_all&s=3x3", 1280, "light")
	v.until(func(s state) bool { return s.Mode == "play" && s.Dots == 9 })
	v.set("side-O", "")
	v.click("4")
	played := v.until(func(s state) bool { return s.Text == ".../X--/... o" })
	for _, way := range []string{
		"document.querySelector('#home [data-to=resume]').click()", "document.getElementById('mode-play').click()",
		"document.getElementById('mine-open').click(); document.querySelector('#mine-list [data-does=open]').click()",
	} {
		require.NoError(t, chromedp.Do(v.ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(s.URL+"/")))
		v.mode("home")
		v.do(way)
		again := v.until(func(s state) bool { return s.Mode == "play" && s.Text == played.Text && s.Dots == played.Dots })
		require.Equal(t, played.Address, again.Address)
	}
}

// Where the browser keeps nothing, one can play all the same, and the page says that the game goes with it.
func TestLongBrowserKeepsNothing(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=duel&mode=play", 1280, "light")
	v.until(func(s state) bool { return s.Dots == 16 })
	v.do("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }")
	v.click("6")
	v.until(func(s state) bool {
		return s.Verdict == "Your turn" && s.Text != "..../..../..../.... x"
	})
	require.Contains(t, v.text("document.getElementById('saved').textContent"), "does not keep this game")
	v.press("mine-open")
	require.Equal(t, "1", v.text("document.querySelectorAll('#mine-list li').length"))
}

// A link that is broken shows the game as far as it goes, and says so; nothing is asked that no server would answer.
func TestLongBrokenLinks(t *testing.T) {
	var asked []string
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, c := range []struct{ fragment, position, says string }{
		{"v=lockdown&m=6_11_99_7", "..../.X../..O./.... x", "The game is shown up to move 2, 11."},
		{"v=lockdown&mode=play&m=6_11_6_7", "..../.X../..O./.... x", "The game is shown up to move 2, 11."},
		{"v=lockdown&mode=review&m=6_11_99_7", "..../.X../..O./.... x", "The game is shown up to move 2, 11."},
		{"v=lockdown&mode=review&p=hello", "..../..../..../.... x", "The game is shown from its start."},
		{"v=lockdown&m=99", "..../..../..../.... x", "The game is shown from its start."},
		{"v=lockdown&p=X..%2F&m=1", "..../..../..../.... x", "The game is shown from its start."},
		{"v=lockdown&mode=puzzle&depth=many", "", "The game is shown from its start."},
		{"v=lockdown&s=99x99", "..../..../..../.... x", "The game is shown from its start."},
		{"v=lockdown&mode=edit&p=hello", "..../..../..../.... x", "The game is shown from its start."},
		{"v=lockdown&m=" + strings.Repeat("6_11_", 4000), "..../.X../..O./.... x", "The game is shown up to move 2, 11."},
		{"v=lockdown&p=" + strings.Repeat(".", 20000), "..../..../..../.... x", "too long"},
		{"v=" + strings.Repeat("place_", 4000), "..../..../..../.... x", "too long"},
		{"v=lockdown&m=6_" + strings.Repeat("1", 20000), "..../.X../..../.... o", "more moves than a game can have"},
	} {
		ctx, closeTab := chromedp.NewContext(root)
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/#"+c.fragment)))
		v := visitor{t, ctx}
		found := v.until(func(s state) bool {
			return (c.position == "" || s.Text == c.position) && strings.Contains(s.Hint, c.says) && s.Verdict != ""
		})
		require.False(t, found.Gone, c.fragment)
		asked = append(asked, v.text("performance.getEntriesByType('resource').map(e => e.name.length).sort((a, b) => b - a)[0]"))
		closeTab()
	}
	require.False(t, slices.ContainsFunc(asked, func(length string) bool { return len(length) > 4 }), "%v", asked)
}
