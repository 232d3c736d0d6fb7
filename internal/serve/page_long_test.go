//go:build long

package serve_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// While a search runs, and while a question waits for its first turn, the page says so in a line, on
// a telephone and on a desk, and complains of nothing.
func TestLongPageWhileSearching(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1, Queue: 20, Memory: 32 << 20, Timeout: 2 * time.Minute})
	root := browsertest.Start(t)
	hold(t, s, blockade(""), blockade("3,0@3,1")) // there is memory for two
	for width, board := range map[int64]string{390: "7x8", 1280: "8x7"} {
		searching := visit(t, root, s.URL, s.URL+"/#v=blockade&s=8x8", width, "light")
		searching.says("Searching: ")
		waiting := visit(t, root, s.URL, s.URL+"/#v=blockade&s="+board, width, "dark")
		waiting.says("Waiting: ")
	}
}

// says waits until the line of progress begins with a text, and looks whether it has room.
func (v visitor) says(text string) {
	v.t.Helper()
	s := v.until(func(s state) bool { return s.Searching && strings.HasPrefix(s.Progress, text) })
	require.LessOrEqual(v.t, s.Overflow, 0.0)
	v.t.Logf("%s", s.Progress)
}

// state is what the page shows, as the script reads it.
type state struct {
	Verdict, Why, Text, Hint, Address, Wrong, Facts, Progress string
	Mode, Task                                                string
	Cells, Values, Drawn, Rows, Dots                          int
	Searching                                                 bool
	Offers                                                    []string
	Game                                                      []string // the moves of the game, with marks
	Overflow                                                  float64
	Small                                                     []string // controls that are too small to touch
	Gone                                                      bool
}

const read = `(() => {
	const $ = id => document.getElementById(id), text = id => $(id).textContent;
	const seen = e => e.checkVisibility();
	return {
		Verdict: text('verdict'), Why: text('why'), Text: text('text'), Hint: text('hint'), Address: location.hash, Wrong: text('wrong'), Facts: text('facts'), Progress: text('progress'),
		Mode: document.body.dataset.mode, Task: text('task'), Dots: document.querySelectorAll('.dot').length,
		Cells: document.querySelectorAll('[role=gridcell]').length, Values: document.querySelectorAll('text.value').length,
		Drawn: document.querySelectorAll('.overlay > *').length, Rows: document.querySelectorAll('#moves tbody tr').length,
		Searching: !$('stop').hidden, Offers: [...$('offers').children].map(e => e.textContent), Game: [...document.querySelectorAll('#game button')].map(e => e.textContent),
		Overflow: document.documentElement.scrollWidth - innerWidth,
		Small: [...document.querySelectorAll('button, select, textarea, input:not([type=checkbox]), .check')].filter(e => seen(e) && e.getBoundingClientRect().height < 44).map(e => e.id || e.outerHTML),
		Gone: !$('gone').hidden,
	};
})()`

// visitor drives the page.
type visitor struct {
	t   *testing.T
	ctx context.Context
}

// visit opens a page in a window, as a visitor who prefers a scheme of colours. What the page
// complains of fails the test in the end.
func visit(t *testing.T, root context.Context, own, address string, width int64, scheme string) visitor {
	t.Helper()
	ctx, cancel := chromedp.NewContext(root)
	t.Cleanup(cancel)
	welcome(t, ctx)
	heard := browsertest.Listen(t, ctx, own)
	t.Cleanup(func() { require.Empty(t, heard.All(), "%s %d %s", address, width, scheme) })
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), prefers(scheme), chromedp.Navigate(address)))
	return visitor{t, ctx}
}

// seenTour is what the page keeps once its tour was seen, which would be before all else.
const seenTour = "try { localStorage.setItem('tour', 'shown') } catch {}"

// welcome makes a visitor one who has seen the tour.
func welcome(t *testing.T, ctx context.Context) {
	t.Helper()
	call(visitor{t, ctx}, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: seenTour})
}

func (v visitor) do(script string) {
	v.t.Helper()
	_, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool]("(() => { "+script+"; return true; })()"))
	require.NoError(v.t, err)
}

// until waits until the page is as wanted.
func (v visitor) until(want func(state) bool) state {
	v.t.Helper()
	var s state
	require.True(v.t, testgames.Await(func() bool {
		var err error
		s, err = chromedp.Run(v.ctx, chromedp.Evaluate[state](read))
		require.NoError(v.t, err)
		return want(s)
	}), "%+v", &s)
	return s
}

// at waits until the page shows a position, analysed.
func (v visitor) at(position string) state {
	v.t.Helper()
	return v.until(func(s state) bool { return s.Text == position && !s.Searching && s.Facts != "" })
}

// open goes to an address.
func (v visitor) open(fragment string) {
	v.t.Helper()
	v.do("document.getElementById('facts').replaceChildren(); location.hash = '" + fragment + "'")
}

// press presses a button.
func (v visitor) press(id string) {
	v.t.Helper()
	v.do("document.getElementById('" + id + "').click()")
}

// offer takes the offer with a text.
func (v visitor) offer(text string) {
	v.t.Helper()
	v.do("[...document.querySelectorAll('#offers button')].find(b => b.textContent == '" + text + "').click()")
}

// set sets a control.
func (v visitor) set(id, value string) {
	v.t.Helper()
	v.do(fmt.Sprintf("const e = document.getElementById('%s'); e.value = '%s'; e.dispatchEvent(new Event('change'))", id, value))
}

// place returns the middle of a cell on the screen, once it stays where it is: after a step back the browser scrolls on its own.
func (v visitor) place(cell string) (x, y float64) {
	v.t.Helper()
	at, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(async () => {
		for (let at = '', same = 0; ; ) {
			const e = document.querySelector('[data-cell="%s"]');
			e.scrollIntoView({block: 'center'});
			const r = e.getBoundingClientRect(), now = [r.x + r.width / 2, r.y + r.height / 2];
			same = at == String(now) ? same + 1 : 0;
			if (same == 2) return now;
			at = String(now);
			await new Promise(requestAnimationFrame);
		}
	})()`, cell), chromedp.EvalAwaitPromise))
	require.NoError(v.t, err)
	return at[0], at[1]
}

// click clicks on a cell with a mouse.
func (v visitor) click(cell string) {
	v.t.Helper()
	x, y := v.place(cell)
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.MouseClickXY(x, y)))
}

// tap touches a cell.
func (v visitor) tap(cell string) {
	v.t.Helper()
	x, y := v.place(cell)
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, e := range []input.DispatchTouchEventParams{
			{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}},
			{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
		} {
			if _, err := cdp.Call(ctx, target, input.DispatchTouchEvent, e); err != nil {
				return err
			}
		}
		return nil
	})))
}

// keys presses keys where the focus is.
func (v visitor) keys(keys string) {
	v.t.Helper()
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.KeyEvent(keys)))
}

// prefers makes the browser one whose user prefers light or dark pages.
func prefers(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

// looks are the windows that every page is looked at in.
func looks(t *testing.T, look func(t *testing.T, width int64, scheme string)) {
	for _, width := range []int64{1280, 400} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%d-%s", width, scheme), func(t *testing.T) { look(t, width, scheme) })
		}
	}
}

// Every game can be opened, shows values and why, and fits the window; each is played by mouse,
// by keyboard and by touch; nothing is written to the console, and nothing is asked of others.
func TestLongPage(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	games := []struct {
		fragment, start string
		moves           []string // each a click, or two
		after           string
	}{
		{"v=classic&s=3x4", "..../..../.... x", []string{"2,2", "2,3"}, "..../.xO./.... x"},
		{"v=duel&s=4x4", "..../..../..../.... x", []string{"6", "11"}, "..../.X../..O./.... x"},
		{"v=lockdown&s=4x4", "..../..../..../.... x", []string{"6", "7"}, "..../.XO./..../.... x"},
		{"v=claim&s=4x4", "..../..../..../.... x", []string{"6", "8"}, "----/-X-O/----/.... x"},
		{"v=place_hex_other&s=3x3", ".../.../... x", []string{"5", "9"}, ".../.X./..O x"},
		{"v=walk_king_torus&s=3x3", ".../.../... x", []string{"5", "9"}, ".../.X./..O x"},
		{"v=blockade&s=4x4", "..../..../X..O/.... x", []string{"2,1", "2,2"}, "..../..../.X#O/.... o"},
	}
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/#v=lockdown&p=X%23../.%23O.%20x", width, scheme)
		v.at("X#../.#O. x")
		v.press("show")
		v.until(func(s state) bool { return s.Drawn > 0 && strings.HasPrefix(s.Why, "Separated") })
		for _, g := range games {
			for _, way := range []string{"mouse", "keys", "touch"} {
				v.open(g.fragment + "&why=all")
				found := v.at(g.start)
				require.Contains(t, found.Verdict, "wins", g.fragment)
				require.Positive(t, found.Values, g.fragment)
				require.Positive(t, found.Drawn, g.fragment)
				require.LessOrEqual(t, found.Overflow, 0.5, g.fragment)
				require.Empty(t, found.Small, g.fragment)
				for i, move := range g.moves {
					switch way {
					case "mouse":
						v.click(move)
					case "touch":
						v.tap(move)
					case "keys":
						if i == 0 {
							v.do(`document.querySelector('.cell[tabindex="0"]').focus()`)
						}
						v.walk(move)
						v.keys(kb.Enter)
					}
					if strings.Contains(g.fragment, "blockade") && i == 0 {
						v.until(func(s state) bool { return strings.Contains(s.Hint, "block") })
					} else if i == 0 {
						v.until(func(s state) bool { return s.Text != g.start && !s.Searching && s.Facts != "" })
					}
				}
				v.at(g.after)
				v.do("document.activeElement.blur()")
				v.keys(kb.Home)
				v.at(g.start)
			}
		}
	})
}

// drawing is what the board shows of how cells lie.
type drawing struct {
	Edges, Ghosts, Only int
	Focus               string   // the cell that has the keyboard
	Groups              []string // of the list of games
	Game, Rules         string
	Boards              int
}

func (v visitor) drawing() drawing {
	v.t.Helper()
	d, err := chromedp.Run(v.ctx, chromedp.Evaluate[drawing](`(() => {
		const count = what => document.querySelectorAll('svg.board ' + what).length;
		return {
			Edges: count('.edge'), Ghosts: count('.ghost'), Only: count('.mark.only'), Focus: document.activeElement.dataset.cell ?? '',
			Groups: [...document.querySelectorAll('#variant optgroup')].map(e => e.label + ' ' + e.children.length),
			Game: document.getElementById('variant').selectedOptions[0].textContent, Rules: document.getElementById('rules').textContent,
			Boards: document.getElementById('board').length,
		};
	})()`))
	require.NoError(v.t, err)
	return d
}

// Games of the family come by links, by their names in the library or by their rules, and are drawn as
// their cells lie; a link that names no game says what is wrong with it.
func TestLongFamily(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	library := fmt.Sprintf("Library %d", len(variants.Library()))
	for _, width := range []int64{390, 1280} {
		v := visit(t, root, s.URL, s.URL+"/#v=snort&s=3x3&m=1", width, "light")
		found := v.at("X../.../... o")
		require.Equal(t, "#v=snort&s=3x3&m=1", found.Address)
		d := v.drawing()
		require.Equal(t, []string{library}, d.Groups)
		require.Equal(t, "Snort", d.Game)
		require.Equal(t, 2, d.Only, "the cells beside the mark are X's alone")
		require.Contains(t, d.Rules, "not near your opponent's marks")

		v.open("v=follow_graph:3x3:0,1,2,3,5,6,7,8:0-1;0-2;0-3;0-8;1-2;1-3;1-5;2-5;3-7;5-7;6-7;7-8")
		found = v.at(".../.#./... x")
		require.Equal(t, 8, found.Cells)
		require.LessOrEqual(t, found.Overflow, 0.5)
		d = v.drawing()
		require.Equal(t, []string{library, "Other rules 1"}, d.Groups)
		require.Equal(t, 12, d.Edges)
		require.Equal(t, 2, d.Boards, "the one of the graph, and a way to the editor")
		v.do(`document.querySelector('.cell[data-cell="4"]').focus()`)
		v.keys(kb.ArrowRight)
		require.Equal(t, "6", v.drawing().Focus, "there is no cell 5")
		v.keys(kb.Enter)
		v.at(".../.#X/... o")
		v.click("8")
		v.at(".../.#x/.O. x")

		v.open("v=walk_rook_torus&s=3x3&m=1_5")
		found = v.at("X../.O./... x")
		require.LessOrEqual(t, found.Overflow, 0.5)
		require.Equal(t, 16, v.drawing().Ghosts)
		v.do(`document.querySelector('.ghost[data-cell="3"] rect').dispatchEvent(new MouseEvent('click', {bubbles: true}))`)
		v.at("x.X/.O./... o") // over the edge
	}
	wrong, cancel := chromedp.NewContext(root)
	defer cancel()
	require.NoError(t, chromedp.Do(wrong, chromedp.Navigate(s.URL+"/#v=place_rock_other")))
	v := visitor{t, wrong}
	v.until(func(s state) bool {
		return strings.Contains(s.Hint, `"rock" is no neighbourhood`) && s.Text == "..../..../..../.... x" && s.Address == "#v=lockdown"
	})
}

// walk moves the focus on the board to a cell by arrows.
func (v visitor) walk(cell string) {
	v.t.Helper()
	way, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]int](fmt.Sprintf(`(() => {
		const cells = [...document.querySelectorAll('.cell')], width = document.querySelector('[role=row]').children.length;
		const from = cells.indexOf(document.activeElement), to = cells.findIndex(c => c.dataset.cell == '%s');
		return [Math.floor(to / width) - Math.floor(from / width), to %% width - from %% width];
	})()`, cell)))
	require.NoError(v.t, err)
	for i, keys := range [][2]string{{kb.ArrowUp, kb.ArrowDown}, {kb.ArrowLeft, kb.ArrowRight}} {
		if way[i] < 0 {
			v.keys(strings.Repeat(keys[0], -way[i]))
		} else {
			v.keys(strings.Repeat(keys[1], way[i]))
		}
	}
}
