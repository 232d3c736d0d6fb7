//go:build long

package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// A link leads to the same tree of variations, at the same place; moves of the game lead back
// and forth, and mistakes are marked and can be gone to.
func TestLongVariations(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	v := visit(t, root, s.URL, s.URL+"/#v=lockdown&m=6_11", 1280, "light")
	v.at("..../.X../..O./.... x")
	v.click("7") // goes on
	v.at("..../.xX./..O./.... o")
	v.press("back")
	v.at("..../.X../..O./.... x")
	v.click("1") // a variation
	v.at("X.../.x../..O./.... o")
	v.press("back")
	v.press("back")
	v.at("..../.X../..../.... o")
	v.click("16")
	found := v.at("..../.X../..../...O x")
	// The history is filled, and with it the marks.
	found = v.until(func(s state) bool { return slices.Contains(s.Game, "2. 16??") })
	require.Equal(t, "#v=lockdown&m=6_11_(16)_7_(1)&at=3", found.Address)
	again := visit(t, root, s.URL, s.URL+"/"+found.Address, 400, "dark")
	require.Equal(t, found.Text, again.at(found.Text).Text)
	same := again.until(func(s state) bool { return slices.Contains(s.Game, "2. 16??") })
	require.Equal(t, len(found.Game), len(same.Game))
	require.Equal(t, found.Address, same.Address)
	v.press("promote")
	v.until(func(s state) bool { return s.Address == "#v=lockdown&m=6_16_(11_7_(1))" })
	v.press("remove")
	v.until(func(s state) bool { return s.Address == "#v=lockdown&m=6_11_7_(1)&at=1" })
	v.open("v=lockdown&m=6+16%207") // as programs write blanks that make links
	v.at("..../.xX./..../...O o")
	v.open("v=lockdown&m=6_16_7_15&at=0")
	v.at("..../..../..../.... x")
	v.until(func(s state) bool { return slices.Contains(s.Game, "2. 16??") })
	v.keys("n")
	v.at("..../.X../..../...O x")
	v.keys("N")
	v.until(func(s state) bool { return s.Hint == "No more mistakes in that direction." })
}

// The coach asks before a move that gives the win away; hints come in three steps; the computer
// answers; in the end the game can be reviewed.
func TestLongPlay(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#mode=play&v=claim&s=3x4", 400, "light")
	start := ".../.../... x"
	v.open("mode=play&v=claim&s=3x3")
	v.until(func(s state) bool { return s.Text == start && !s.Searching })
	v.do("document.getElementById('teach').click()")
	found := v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots == 9 })
	require.Zero(t, found.Values)
	require.LessOrEqual(t, found.Overflow, 0.5)
	require.Empty(t, found.Small)
	v.press("clue")
	v.until(func(s state) bool { return s.Hint == "1 of 9 moves wins." })
	v.press("clue")
	v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "The best move is in the ") && s.Drawn > 0 })
	v.press("clue")
	v.until(func(s state) bool { return s.Hint == "Play 5: it wins in 1." && s.Drawn == 1 })
	v.set("side-O", "perfect")
	v.until(func(s state) bool { return s.Text == start && !s.Searching && s.Hint == "" })
	v.click("2")
	v.until(func(s state) bool {
		return strings.HasPrefix(s.Hint, "That gives the win away: 2 loses in 2, and 5 wins in 1.")
	})
	v.offer("Take it back")
	v.until(func(s state) bool { return s.Text == start && s.Hint == "Taken back." })
	v.click("2")
	v.offer("Play it anyway")
	v.until(func(s state) bool {
		return s.Verdict == "You lost" && s.Task == "You have no cell left, so O wins." && s.Offers[0] == "Try again" && slices.Contains(s.Offers, "Review")
	})
	v.offer("Review")
	v.until(func(s state) bool {
		return s.Mode == "review" && s.Verdict == "1 move gave the win away." && strings.HasPrefix(s.Task, "Ply 1 of 2: X played 2, which gave the win away.")
	})
}

// wins returns a move that wins a position.
func (v visitor) wins(s *httptest.Server, variant, position string) string {
	v.t.Helper()
	_, body := ask(v.t, s, "GET", "/api/v1/solve?variant="+variant+"&position="+url.QueryEscape(strings.ReplaceAll(position, " ", "_")))
	var found report.Result
	require.NoError(v.t, json.Unmarshal(body, &found))
	return *found.BestMove
}

// The editor makes boards of any size with holes, says what is wrong at the cell, and analyses
// what it has made.
func TestLongEdit(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visitEdit(t, s.URL)
	v.set("rows", "3")
	v.until(func(s state) bool { return s.Text == "..../..../.... x" })
	v.set("cols", "5")
	v.until(func(s state) bool { return s.Text == "...../...../..... x" })
	require.Equal(t, "X O x o # .", v.palette())
	v.put("#")
	v.click("3")
	v.until(func(s state) bool { return s.Text == "..#../...../..... x" })
	v.put("X")
	v.click("1")
	found := v.until(func(s state) bool { return strings.Contains(s.Wrong, "cannot be X's turn") })
	require.LessOrEqual(t, found.Overflow, 0.5)
	v.until(func(s state) bool { return s.Cells == 15 })
	at, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](`document.querySelector('.cell.wrong').dataset.cell`))
	require.NoError(t, err)
	require.Equal(t, "1", at)
	require.Equal(t, "true wrong", v.text("['aria-invalid', 'aria-describedby'].map(a => document.querySelector('.cell.wrong').getAttribute(a)).join(' ')"))
	v.set("mover", "o")
	v.until(func(s state) bool { return s.Wrong == "" && s.Text == "X.#../...../..... o" })
	// What was done is undone by keys and buttons, and a position that cannot be is one of its steps.
	undo := func(keys string) {
		t.Helper()
		require.NoError(t, chromedp.Do(v.ctx, chromedp.KeyEvent(keys, chromedp.KeyModifiers(chromedp.ModifierCtrl))))
	}
	v.do("document.querySelector('#palette :checked').focus()")
	undo("z")
	v.until(func(s state) bool { return strings.Contains(s.Wrong, "annot be X's turn") })
	undo("z")
	v.until(func(s state) bool { return s.Wrong == "" && s.Text == "..#../...../..... x" })
	undo("y")
	v.press("edit-redo")
	v.until(func(s state) bool { return s.Wrong == "" && s.Text == "X.#../...../..... o" })
	require.Equal(t, "true", v.text("document.getElementById('edit-redo').disabled"))
	v.press("edit-undo")
	v.until(func(s state) bool { return s.Wrong != "" })
	v.press("edit-undo")
	v.press("edit-undo")
	v.until(func(s state) bool { return s.Wrong == "" && s.Text == "...../...../..... x" })
	v.press("clear")
	v.until(func(s state) bool { return s.Text == "...../...../..... x" })
	v.set("position", "X.#../5/..... o")
	v.until(func(s state) bool { return s.Wrong == "" && s.Text == "X.#../...../..... o" })
	v.set("rows", "64")
	v.until(func(s state) bool { return s.Wrong == "A board has at most 64 cells." })
	v.set("position", "3/3 y")
	v.until(func(s state) bool { return strings.Contains(s.Wrong, `"x" or "o"`) })
	v.set("position", "X.#./.... o")
	v.until(func(s state) bool { return s.Wrong == "" && s.Cells == 8 })
	v.press("analyse")
	found = v.at("X.#./.... o")
	require.Contains(t, found.Verdict, "wins")
	require.Positive(t, found.Values)

	// What can be put is what the game has, and cells that claims block are no part of it.
	v.open("v=claim&mode=edit&p=X-.%2F--.%2F...%20o")
	v.until(func(s state) bool { return s.Text == "X-./--./... o" })
	require.Equal(t, "X O # .", v.palette())
	v.put("O")
	v.click("5")
	v.until(func(s state) bool {
		return strings.HasPrefix(s.Wrong, "Position") && strings.Contains(s.Wrong, "two claims")
	})
	require.Equal(t, "1,5", v.text("[...document.querySelectorAll('.cell.wrong')].map(e => e.dataset.cell)"))
	v.put(".")
	v.click("1")
	v.until(func(s state) bool { return s.Wrong == "" && s.Text == "---/-O-/--- o" })
	v.open("v=blockade&mode=edit&s=2x3")
	v.until(func(s state) bool { return s.Text == ".../X.O x" })
	require.Equal(t, "X O # .", v.palette())
	require.Equal(t, "blocked", v.text("document.querySelector('#palette [value=\"#\"]').ariaLabel"))
}

// palette returns what the editor can put on the board.
func (v visitor) palette() string {
	v.t.Helper()
	return v.text("[...document.querySelectorAll('#palette input')].map(e => e.value).join(' ')")
}

// put chooses what the editor puts on the board.
func (v visitor) put(symbol string) {
	v.t.Helper()
	v.do("document.querySelector('#palette [value=\"" + symbol + "\"]').click()")
}

// filled waits until the history is there.
func (v visitor) filled() {
	v.t.Helper()
	_, err := chromedp.Run(v.ctx, chromedp.Poll[bool](`document.querySelector('svg.chart:not([aria-label*="not known"])') != null`))
	require.NoError(v.t, err)
}

// visitEdit opens the editor; it complains of problems, as a browser does of every answer 400.
func visitEdit(t *testing.T, server string) visitor {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(400, 900), chromedp.Navigate(server+"/#mode=edit&v=lockdown")))
	v := visitor{t, ctx}
	v.until(func(s state) bool { return s.Text == "..../..../..../.... x" })
	return v
}

// A search shows its progress and the moves that are decided, and can be stopped and gone on
// with.
func TestLongSearch(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=blockade&s=8x8", 1280, "light")
	v.until(func(s state) bool { return s.Searching })
	begin := "document.getElementById('progress').textContent.startsWith('Searching: ')"
	_, err := chromedp.Run(v.ctx, chromedp.Poll[bool](begin))
	require.NoError(t, err)
	v.press("stop")
	v.until(func(s state) bool {
		return s.Hint == "Stopped." && !s.Searching && slices.Contains(s.Offers, "Search on")
	})
	v.offer("Search on")
	v.until(func(s state) bool { return s.Searching })
	v.open("v=claim&s=1x40")
	v.until(func(s state) bool { return s.Text == strings.Repeat(".", 40)+" x" && s.Searching && s.Values > 0 }) // some are decided
	v.open("v=claim")
	v.at("..../..../..../.... x")
}

// When the server goes, the page says so, and goes on when it is back.
func TestLongServerGone(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2})
	var gone atomic.Bool
	answers := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			panic(http.ErrAbortHandler) // closes the connection without an answer
		}
		answers.ServeHTTP(w, r)
	})
	ctx, cancel := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/#v=claim")))
	v := visitor{t, ctx}
	v.at("..../..../..../.... x")
	gone.Store(true)
	s.CloseClientConnections()
	v.click("6")
	v.until(func(s state) bool { return s.Gone })
	gone.Store(false)
	v.until(func(s state) bool { return !s.Gone && s.Text == "---./-X-./---./.... o" && s.Values > 0 })
}

// A page of another origin gets no answer.
func TestLongOtherOrigin(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1})
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!doctype html><title>other</title>")
	}))
	defer other.Close()
	ctx, cancel := chromedp.NewContext(browsertest.Start(t))
	defer cancel()
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(other.URL)))
	for _, script := range []string{
		fmt.Sprintf(`fetch('%s/api/v1/solve?variant=claim').then(() => 'answered', e => 'refused')`, s.URL),
		fmt.Sprintf(`new Promise(done => { const i = new Image(); i.onload = () => done('answered'); i.onerror = () => done('refused'); i.src = '%s/api/v1/board.svg?variant=claim'; })`, s.URL),
	} {
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		require.NoError(t, err)
		require.Equal(t, "refused", got)
	}
}

// Every export gives a file.
func TestLongExports(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=lockdown&m=6_11_7", 1280, "light")
	v.at("..../.xX./..O./.... o")
	v.do("window.files = []; URL.createObjectURL = b => { b.text().then(text => files.push(b.type + ' ' + b.size + ' ' + text.slice(0, 40))); return 'data:,'; }; URL.revokeObjectURL = () => {}")
	for i, c := range []struct{ id, want string }{
		{"save-svg", "image/svg+xml"}, {"save-png", "image/png"}, {"save-record", "moves 6 11 7"},
		{"save-json", `"variant": "lockdown"`}, {"save-proof", "gridlock-proof"},
	} {
		v.press(c.id)
		var files []string
		require.True(t, testgames.Await(func() (made bool) {
			var err error
			files, err = chromedp.Run(v.ctx, chromedp.Evaluate[[]string]("files"))
			require.NoError(t, err)
			return len(files) == i+1
		}), c.id)
		require.NotContains(t, files[i], " 0 ", c.id)
	}
}

// Frames while the mouse moves over 8×8 cells, also during a search. The times are printed, not
// judged: machines differ.
func TestLongFrames(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=claim&s=8x8", 1280, "light")
	v.until(func(s state) bool { return s.Cells == 64 })
	for _, what := range []string{"during a search", "afterwards"} {
		if what == "afterwards" {
			v.until(func(s state) bool { return !s.Searching })
		}
		times, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]float64](`(async () => {
			const cells = [...document.querySelectorAll('.cell')], times = [], place = document.getElementById('place'), long = [];
			new PerformanceObserver(list => long.push(...list.getEntries())).observe({entryTypes: ['longtask']});
			for (const c of cells) {
				const began = performance.now();
				document.querySelector('[data-cell="' + c.dataset.cell + '"]').dispatchEvent(new PointerEvent('pointermove', {bubbles: true, pointerType: 'mouse'}));
				times.push(performance.now() - began);
				await new Promise(requestAnimationFrame);
			}
			const began = performance.now();
			document.getElementById('values').onchange();
			times.push(performance.now() - began);
			times.sort((a, b) => a - b);
			return [times[times.length >> 1], times.at(-1), long.length];
		})()`, chromedp.EvalAwaitPromise))
		require.NoError(t, err)
		t.Logf("%s: a hover over 8x8 takes %.2f ms (median) of script, at most %.2f ms with a redraw, %v tasks over 50 ms", what, times[0], times[1], times[2])
		require.Len(t, times, 3)
	}
}

// The pictures of the page in the documentation are of this page: `make pictures` takes them
// anew, by running this test with -update. What they show is looked at here.
func TestLongPictures(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, c := range []struct {
		file, fragment, verdict string
		width, height           int64
		scheme                  string
	}{
		{"page.png", "v=lockdown&m=6_11_7_10_3_5_(13)_4_9&at=6", "X to move. X wins in 7 plies.", 1180, 860, "light"},
		{"page-phone.png", "v=classic&m=2,2_1,2", "X to move. O wins in 10 plies.", 400, 790, "dark"},
	} {
		v := visit(t, root, s.URL, s.URL+"/#"+c.fragment, c.width, c.scheme)
		require.NoError(t, chromedp.Do(v.ctx, chromedp.EmulateViewport(c.width, c.height)))
		v.filled()
		found := v.until(func(s state) bool { return s.Facts != "" && !s.Searching })
		require.Equal(t, c.verdict, found.Verdict)
		if c.scheme == "dark" {
			v.press("show")
			require.Equal(t, 7, v.until(func(s state) bool { return s.Drawn > 0 }).Drawn, "each pair is a piece")
		}
		path := filepath.Join("..", "..", "docs", c.file)
		v.picture(path)
	}
}

// picture writes a picture of the page, with -update; there is one, and it is small.
func (v visitor) picture(path string) {
	v.t.Helper()
	if *update {
		picture, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
		require.NoError(v.t, err)
		require.NoError(v.t, os.WriteFile(path, picture, 0o644))
	}
	info, err := os.Stat(path)
	require.NoError(v.t, err)
	require.Less(v.t, info.Size(), int64(120<<10))
}

// todaysPuzzle says whether the home page has today's puzzle.
const todaysPuzzle = `document.querySelector('#today-card p')?.textContent.startsWith('There is one way') == false`

// The picture that is shown beside links to the page is one of the home page; make pictures takes it anew, too.
func TestLongPicturesOfLinks(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1200, "light")
	require.NoError(t, chromedp.Do(v.ctx, chromedp.EmulateViewport(1200, 630)))
	v.until(func(state) bool { return v.text(todaysPuzzle) == "true" })
	path := filepath.Join("..", "page", "preview.png")
	v.picture(path)
}
