//go:build long

package serve_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// choice is what is chosen in the room where games are made, and what it shows of that.
type choice struct {
	Chosen string   // the values, in the order of the groups
	Rules  string   // the sentences
	Words  string   // of the game
	Near   []string // in the picture: what is drawn, by its classes and place
	Locked bool     // whether the game cannot be played
}

// choice returns what is chosen.
func (v visitor) choice() choice {
	v.t.Helper()
	found, err := chromedp.Run(v.ctx, chromedp.Evaluate[choice](`({
		Chosen: [...document.querySelectorAll('#make-words input:checked')].map(e => e.value).join(' '),
		Rules: document.getElementById('rules').textContent, Words: document.getElementById('key').textContent,
		Near: [...document.querySelectorAll('.overlay.near > *')].map(e => (e.getAttribute('class') ?? 'frame') + ' ' + (e.getAttribute('d') ?? [e.getAttribute('cx'), e.getAttribute('x')].join(' '))),
		Locked: document.getElementById('make-play').disabled,
	})`))
	require.NoError(v.t, err)
	return found
}

// chooses waits until the room says and draws a game with some words, and returns what it shows.
func (v visitor) chooses(words string) choice {
	v.t.Helper()
	var found choice
	require.True(v.t, testgames.Await(func() bool { found = v.choice(); return found.Words == words && !found.Locked && len(found.Near) > 0 }), "%s: %+v", words, &found)
	return found
}

// make opens the room where games are made, as a visitor whose browser may complain of refusals.
func (v visitor) make(root context.Context, server, fragment string, width int64, scheme string) visitor {
	v.t.Helper()
	ctx, cancel := chromedp.NewContext(root)
	welcome(v.t, ctx)
	v.t.Cleanup(cancel)
	require.NoError(v.t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), prefers(scheme), chromedp.Navigate(server+"/"+fragment)))
	return visitor{v.t, ctx}
}

// A game is made by the keyboard alone; sentences and picture follow, and it is played against the computer at once.
// It is there after the page is loaded again, and a link opens it.
func TestLongMakeAGame(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	v := visitor{t, nil}.make(root, s.URL, "", 390, "light")
	v.mode("home")
	v.tab("[data-to=make]")
	v.keys(kb.Enter)
	v.mode("make")
	first := v.chooses("place king other")
	require.Equal(t, "place king other ", first.Chosen)
	require.Contains(t, first.Rules, "not near your opponent's marks")
	require.Len(t, first.Near, 8*2+2)

	v.tab("[name=make-near]")
	v.keys(kb.ArrowRight + kb.ArrowRight) // over bishop, by whose time there is another focus if it was made anew
	knight := v.chooses("place knight other")
	require.Contains(t, knight.Rules, "a knight's move apart")
	require.NotEqual(t, first.Near, knight.Near)
	require.Equal(t, "knight", v.text("document.activeElement.value"))
	v.tab("[name=make-shape]")
	v.keys(kb.ArrowRight + kb.ArrowRight)
	torus := v.chooses("place knight other torus")
	require.Contains(t, torus.Rules, "edges of the board are joined")

	v.tab(".cell")
	middle := v.choice().Near
	v.keys(kb.ArrowDown)
	require.NotEqual(t, middle, v.choice().Near, "the picture follows the focus")
	v.keys(kb.Enter)
	found := v.until(func(s state) bool { return strings.Count(s.Text, "#") == 1 })
	require.Empty(t, found.Small)
	require.LessOrEqual(t, found.Overflow, 0.5)
	hole := found.Text
	v.tab("#make-name")
	v.keys("Ärger")
	v.until(func(s state) bool { return s.Verdict == "Ärger" })
	made := v.text("location.hash")
	v.tab("#make-play")
	v.keys(kb.Enter)
	v.until(func(s state) bool {
		return s.Mode == "play" && strings.HasPrefix(s.Verdict, "Your turn") && s.Text == hole
	})
	require.Equal(t, "Rules of Ärger", v.text("document.getElementById('title').textContent"))
	v.tab(".cell")
	v.walk(v.text(dotted))
	v.keys(kb.Enter)
	played := v.until(func(s state) bool {
		return strings.Contains(s.Text, "X") && strings.Contains(s.Text, "O") && strings.Contains(s.Verdict, "Your turn")
	})
	v.reload()
	again := v.until(func(s state) bool { return s.Mode == "play" && s.Text == played.Text })
	require.Equal(t, played.Address, again.Address)
	require.Equal(t, "Rules of Ärger", v.text("document.getElementById('title').textContent"))

	other := visitor{t, nil}.make(root, s.URL, made, 1280, "dark")
	found = other.until(func(s state) bool { return s.Mode == "make" && s.Text == hole && s.Verdict == "Ärger" })
	require.Equal(t, torus.Words, other.chooses(torus.Words).Words)
	other.do("document.querySelector('[name=make-shape][value=\"\"]').click()")
	other.chooses("place knight other")
	other.until(func(s state) bool { return s.Text == hole })
	for _, mode := range []string{"analyse", "puzzle"} {
		if mode == "puzzle" {
			other.back(-1)
			other.until(func(s state) bool { return s.Mode == "make" && s.Text == hole && s.Drawn > 0 })
			other.chooses("place knight other")
			other.click(other.text("document.querySelector('.has-hole').dataset.cell"))
			other.until(func(s state) bool { return !strings.Contains(s.Text, "#") })
		}
		other.press("make-" + mode)
		other.until(func(s state) bool {
			return s.Mode == mode && s.Text != "" && strings.Contains(s.Address, "place_knight_other")
		})
	}
}

// Words that do not go together are explained by the rules, and cannot be played; what is chosen next is.
func TestLongMakeIsRefused(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visitor{t, nil}.make(browsertest.Start(t), s.URL, "#v=follow_king&mode=make&s=4x4", 390, "light")
	v.chooses("follow king")
	choose := func(key, value string) {
		v.do("document.querySelector('[name=make-" + key + "][value=\"" + value + "\"]').click()")
	}
	refused := func(text string) {
		t.Helper()
		found := v.until(func(s state) bool { return strings.Contains(s.Wrong, text) })
		require.Empty(t, found.Small)
		require.True(t, v.choice().Locked)
		require.Empty(t, v.choice().Near)
		require.Equal(t, "This is no game yet", found.Verdict)
		require.Equal(t, "none", v.text("getComputedStyle(document.getElementById('about')).display"))
	}
	choose("near", "queen")
	refused("queen is for place: a step along a line would depend on what stands between")
	choose("move", "place")
	v.chooses("place queen all")
	choose("near", "rook")
	v.chooses("place rook all")
	choose("move", "walk")
	v.chooses("walk rook")
	choose("block", "block")
	refused("block needs a start: it is for markers that are on the board")
	choose("start", "ends")
	require.Contains(t, v.chooses("walk rook block ends").Rules, "left end of the middle row")
	require.Equal(t, "Make your own game. Now it is Blockade.", v.text("document.getElementById('verdict').textContent"))
	v.set("cols", "20")
	refused("a board of 4x20 is too large: at most 64 cells fit")
	v.set("cols", "6")
	v.until(func(s state) bool { return s.Text == "....../....../X....O/...... x" && s.Wrong == "" })
	v.click("2,0") // where a marker starts
	refused2 := v.until(func(s state) bool { return s.Wrong != "" })
	require.Contains(t, refused2.Wrong, "marker")
	require.True(t, v.choice().Locked)
}

// The rule file of a game is one that the program reads, with its name.
func TestLongMakeARuleFile(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for _, c := range []struct{ fragment, file, key, title, board string }{
		{"v=place_hex_own_torus&s=4x6&n=L%C3%A4nder%20%26%20Riders", "lander-riders.toml", "place hex own torus", "Länder & Riders", "4x6"},
		{"v=walk_king_block_ends&s=3x5", "my-game.toml", "walk king block ends", "my-game", "3x5"},
		{"v=duel&s=5x5&n=Claim", "my-claim.toml", "duel", "Claim", "5x5"},
		{"v=follow_graph:2x2:0,1,2:0-1;0-2&n=%3F%3F", "my-game.toml", "follow graph:2x2:0,1,2:0-1;0-2", "??", "2x2"},
	} {
		v := visitor{t, nil}.make(root, s.URL, "#mode=make&"+c.fragment, 1280, "light")
		dir := t.TempDir()
		require.NoError(t, chromedp.Do(v.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
				Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
			})
			return err
		})))
		v.until(func(s state) bool { return s.Mode == "make" && s.Cells > 0 })
		v.press("make-file")
		var text []byte
		require.True(t, testgames.Await(func() bool {
			var err error
			text, err = os.ReadFile(filepath.Join(dir, c.file))
			return err == nil && len(text) > 0
		}), c.file)
		read, err := variants.ParseFamily(text, c.file)
		require.NoError(t, err, "%s", text)
		require.Equal(t, []string{c.key, c.title, c.board}, []string{read.Key(), read.Title, read.Default().Grid().String()})
	}
}

// A graph is drawn with a mouse or with the keyboard alone; what is drawn twice is gone. It is played, is there after
// the page is loaded again, and has a rule file.
func TestLongMakeAGraph(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	const words = "place graph:3x4:0,1,4,6:0-1;0-4;1-4;1-6 all" // a triangle with a tail
	for _, c := range []struct {
		way    string
		width  int64
		scheme string
	}{{"mouse", 1280, "light"}, {"keys", 390, "dark"}} {
		v := visitor{t, nil}.make(root, s.URL, "#v=place_king_all&mode=make&s=3x4", c.width, c.scheme)
		v.chooses("place king all")
		v.do("document.querySelector('[name=make-near][value=graph]').click()")
		v.until(func(s state) bool { return strings.HasPrefix(s.Wrong, "Draw a graph") && s.Cells == 12 })
		require.True(t, v.choice().Locked)
		cell := func(name string) {
			t.Helper()
			if c.way == "mouse" {
				v.click(name)
				return
			}
			v.do("document.querySelector('.cell[tabindex=\"0\"]').focus()")
			v.walk(name)
			v.keys(kb.Enter)
		}
		is := func(words string) {
			t.Helper()
			var found choice
			require.True(t, testgames.Await(func() bool { found = v.choice(); return found.Words == words && !found.Locked }), "%+v", &found)
		}
		for _, name := range []string{"1", "2", "5", "9", "7"} {
			cell(name)
		}
		is("place graph:3x4:0,1,4,6,8: all")
		if c.way == "keys" {
			require.Equal(t, "7", v.text("document.activeElement.dataset.cell"), "the keyboard stays where it was")
			v.tab("[name=make-draw]")
			v.keys(kb.ArrowRight)
		} else {
			v.do("document.querySelector('[name=make-draw][value=edges]').click()")
		}
		edge := func(from, to string) {
			t.Helper()
			cell(from)
			require.Equal(t, from, v.text("document.querySelector('[aria-selected=true]').dataset.cell"))
			require.Equal(t, "why link overlay", v.text("document.querySelector('.overlay').getAttribute('class')"))
			cell(to)
			require.Equal(t, "null", v.text("document.querySelector('[aria-selected=true]')"))
		}
		edge("1", "2")
		edge("5", "1")
		edge("2", "5")
		edge("7", "9")
		is("place graph:3x4:0,1,4,6,8:0-1;0-4;1-4;6-8 all")
		edge("9", "7") // and away again
		is("place graph:3x4:0,1,4,6,8:0-1;0-4;1-4 all")
		cell("12")
		v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "There is no vertex") })
		if c.way == "mouse" {
			v.drag("2", "7")
		} else {
			edge("2", "7")
		}
		is("place graph:3x4:0,1,4,6,8:0-1;0-4;1-4;1-6 all")
		v.do("document.querySelector('[name=make-draw][value=vertices]').click()")
		cell("9")
		is(words)
		require.Contains(t, v.choice().Rules, "4 vertices with 4 edges")
		require.Equal(t, "2: empty, joined to 1, 5, 7", v.text("document.querySelector('[data-cell=\"2\"]').getAttribute('aria-label')"))
		require.LessOrEqual(t, v.until(func(s state) bool { return s.Cells == 12 && s.Wrong == "" }).Overflow, 0.5)

		v.do("document.querySelector('[name=make-move][value=walk]').click()")
		v.do("document.querySelector('[name=make-block][value=block]').click()")
		v.until(func(s state) bool { return strings.Contains(s.Wrong, "block needs a start") && s.Cells == 12 })
		v.do("document.querySelector('[name=make-move][value=place]').click()")
		is(words)
		v.set("rows", "30")
		v.until(func(s state) bool { return s.Wrong == "A board has at most 64 cells." })
		v.set("rows", "2") // which has all of it
		is("place graph:2x4:0,1,4,6:0-1;0-4;1-4;1-6 all")
		v.set("rows", "3")
		is(words)

		v.press("make-analyse")
		found := v.at("..##/.#.#/#### x")
		require.Equal(t, 4, found.Cells)
		require.Equal(t, 4, v.drawing().Edges)
		v.click("5")
		v.at("--##/X#.#/#### o")
		v.reload()
		found = v.at("--##/X#.#/#### o")
		require.Contains(t, found.Verdict, "O wins in 1 ply.")
		v.back(-1)
		v.mode("make")
		is(words)
		v.press("make-play")
		v.until(func(s state) bool {
			return s.Mode == "play" && strings.HasPrefix(s.Verdict, "Your turn") && s.Dots == 4
		})
	}
}

// drag moves the mouse from one cell to another with the button down.
func (v visitor) drag(from, to string) {
	v.t.Helper()
	a, b := v.place(to)
	x, y := v.place(from)
	a, b = v.place(to) // it may have been scrolled
	x, y = v.place(from)
	require.NoError(v.t, chromedp.Do(v.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		for _, e := range []input.DispatchMouseEventParams{
			{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y}, {Type: input.DispatchMouseEventTypeMouseMoved, X: a, Y: b}, {Type: input.DispatchMouseEventTypeMouseReleased, X: a, Y: b},
		} {
			e.Button, e.ClickCount = input.MouseButtonLeft, 1
			if _, err := cdp.Call(ctx, target, input.DispatchMouseEvent, e); err != nil {
				return err
			}
		}
		return nil
	})))
}
