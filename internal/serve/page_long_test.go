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
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/chrome"
	"gridlock/internal/desk"
	"gridlock/internal/serve"
)

// state is what the page shows, as the script reads it.
type state struct {
	Verdict, Why, Text, Hint string
	Cells, Values, Drawn     int
	Overflow                 float64
	Small                    []string // buttons that are too small to touch
}

const read = `(() => ({
	Verdict: document.getElementById('verdict').textContent, Why: document.getElementById('why').textContent,
	Text: document.getElementById('text').textContent, Hint: document.getElementById('hint').textContent,
	Cells: document.querySelectorAll('[role=gridcell]').length, Values: document.querySelectorAll('text.value').length,
	Drawn: document.querySelectorAll('.why > *').length,
	Overflow: document.documentElement.scrollWidth - innerWidth,
	Small: [...document.querySelectorAll('nav button, header select')].filter(e => !e.hidden && e.getBoundingClientRect().height < 44).map(e => e.id),
}))()`

// visitor drives the page.
type visitor struct {
	t   *testing.T
	ctx context.Context
}

func (v visitor) do(script string) {
	v.t.Helper()
	_, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool]("(() => { "+script+"; return true; })()"))
	require.NoError(v.t, err)
}

// until waits until the page is as wanted.
func (v visitor) until(want func(state) bool) state {
	v.t.Helper()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		s, err := chromedp.Run(v.ctx, chromedp.Evaluate[state](read))
		require.NoError(v.t, err)
		if want(s) {
			return s
		}
		require.Less(v.t, time.Since(began), 20*time.Second, "%+v", s)
	}
}

// decided waits until the analysis is there.
func (v visitor) decided() state {
	v.t.Helper()
	return v.until(func(s state) bool { return s.Why != "" && s.Hint == "" })
}

// click clicks on a cell.
func (v visitor) click(cell string) {
	v.t.Helper()
	v.do(fmt.Sprintf(`document.querySelector('[data-cell="%s"] rect').dispatchEvent(new MouseEvent('click', {bubbles: true}))`, cell))
}

// key presses a key where the focus is.
func (v visitor) key(name string) {
	v.t.Helper()
	v.do(fmt.Sprintf(`(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true, cancelable: true}))`, name))
}

// Every game can be opened, shows values and why, and fits the window; lockdown is played by
// mouse and by keyboard, blockade in two steps; nothing is written to the console, and nothing
// is asked of others.
func TestLongPage(t *testing.T) {
	s := server(t, serve.Options{}, desk.Options{Searches: 2, Queue: 10})
	root := chrome.Start(t)
	for _, width := range []int64{1280, 400} {
		for _, scheme := range []string{"light", "dark"} {
			ctx, cancel := chromedp.NewContext(root)
			heard := chrome.Listen(t, ctx, s.URL)
			ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
			v := visitor{t, ctx}
			require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), prefers(scheme), chromedp.Navigate(s.URL+"/#v=classic&s=3x4")))
			for game, drawn := range map[string]bool{"classic&s=3x4": true, "duel&s=4x4": true, "lockdown&s=4x4": true, "claim&s=4x4": true, "blockade&s=4x4": false, "lockdown&p=X%23..%2F.%23O.%20x": true} {
				v.do("location.hash = 'v=" + game + "'")
				v.until(func(s state) bool { return s.Text != "" })
				found := v.decided()
				require.Contains(t, found.Verdict, "wins", game)
				require.Positive(t, found.Values, game)
				require.LessOrEqual(t, found.Overflow, 0.5, game)
				require.Empty(t, found.Small)
				if drawn {
					v.do("document.getElementById('show').click()")
					v.until(func(s state) bool { return s.Drawn > 0 })
					v.do("document.getElementById('show').click()")
				}
			}
			v.do("location.hash = 'v=lockdown'")
			v.until(func(s state) bool { return s.Text == "..../..../..../.... x" })
			v.decided()
			v.click("6")
			v.until(func(s state) bool { return s.Text == "..../.X../..../.... o" })
			v.decided()
			v.do(`document.querySelector('[data-cell="6"]').focus()`)
			v.key("ArrowRight")
			v.key("Enter")
			v.until(func(s state) bool { return s.Text == "..../.XO./..../.... x" })
			v.do("document.activeElement.blur()")
			v.key("ArrowLeft")
			v.until(func(s state) bool { return s.Text == "..../.X../..../.... o" })
			v.do(`const level = document.getElementById('level'), side = document.getElementById('computer');
				level.value = 'random'; side.value = 'X'; side.dispatchEvent(new Event('change'))`)
			v.decided()
			v.do(`document.querySelector('.playable rect').dispatchEvent(new MouseEvent('click', {bubbles: true}))`)
			v.until(func(s state) bool {
				return strings.Contains(s.Text, "x") && strings.Contains(s.Text, "O") && strings.HasSuffix(s.Text, " o")
			}) // X has moved on
			v.do(`const side = document.getElementById('computer'); side.value = ''; side.dispatchEvent(new Event('change'))`)
			v.do("location.hash = 'v=blockade&s=4x4'")
			v.until(func(s state) bool { return s.Cells == 16 && s.Text == "..../..../X..O/.... x" })
			v.decided()
			v.click("2,1")
			v.until(func(s state) bool { return s.Hint != "" })
			v.key("Escape")
			v.until(func(s state) bool { return s.Hint == "" })
			v.click("2,1")
			v.click("2,2")
			v.until(func(s state) bool { return s.Text == "..../..../.X#O/.... o" })
			require.Empty(t, heard.All(), "%d %s", width, scheme)
			stop()
			cancel()
		}
	}
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
