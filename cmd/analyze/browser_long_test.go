//go:build long

package analyze

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/browsertest"
	"gridlock/internal/page"
	"gridlock/internal/testgames"
)

// unsolved are reviews in which much is not known.
func unsolved(t testing.TB) map[string]analysis.Review {
	return map[string]analysis.Review{
		"vague": review(t, "classic", 8, 8, 1000, "1,1 1,2 1,3 1,4 1,5 1,6 1,7 1,8 2,8 2,7 2,6 2,5"),
		"unknown": review(t, "blockade", 7, 7, 20000, "3,1@2,1 3,5@4,5 3,2@3,1 3,4@4,4 2,2@2,3 3,3@3,4 1,2@0,2 3,2@2,2 "+
			"1,1@0,1 3,3@3,2 1,0@0,0 4,3@3,3 2,0@3,0 4,2@4,1 1,0@2,0 4,3@4,2"),
	}
}

// layout is what a page looks like, as the script finds it.
type layout struct {
	Values   map[string]string // on the board, by the name of the cell
	Overflow float64           // pixels that the page is wider than the window
	Wrong    []string          // what cannot be read, in words
}

// script measures the page. A text is readable if it is in the window and has enough contrast
// (WCAG: 4.5 to 1) with what is behind it.
const script = `(() => {
  const wrong = [], seen = r => r.width > 0 && r.height > 0;
  const pixel = document.createElement('canvas').getContext('2d', {willReadFrequently: true}), colours = new Map();
  const draw = c => { pixel.clearRect(0, 0, 1, 1); pixel.fillStyle = c; pixel.fillRect(0, 0, 1, 1); return [...pixel.getImageData(0, 0, 1, 1).data]; };
  const rgb = c => { if (!colours.has(c)) colours.set(c, draw(c)); return colours.get(c); };
  const light = c => { const [r, g, b] = rgb(c).slice(0, 3).map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (rgb(c)[3]) return c; } return '#fff'; };
  const values = {};
  for (const cell of document.querySelectorAll('[role=gridcell]')) {
    const value = document.querySelector('.value[data-of="' + cell.dataset.cell + '"]'), ground = getComputedStyle(cell.querySelector('.box')).fill;
    if (!value) continue;
    values[cell.dataset.cell] = value.textContent;
    if (!seen(value.getBoundingClientRect())) wrong.push('unseen value of ' + cell.dataset.cell);
    if (contrast(getComputedStyle(value).fill, ground) < 4.5) wrong.push('faint value of ' + cell.dataset.cell);
  }
  for (const e of document.querySelectorAll('p, li, td, th, h1, h2')) {
    const r = e.getBoundingClientRect();
    if (!seen(r)) continue;
    if (r.right > innerWidth + 0.5) wrong.push('outside of the window: ' + e.textContent);
    if (contrast(getComputedStyle(e).color, behind(e)) < 4.5) wrong.push('faint: ' + e.textContent);
  }
  return { Values: values, Overflow: document.documentElement.scrollWidth - innerWidth, Wrong: wrong };
})()`

// reader reads a report in a browser.
type reader struct {
	t   *testing.T
	ctx context.Context
}

// at opens a ply of the game in a report by a link of its table; the start is ply 0.
func (r reader) at(ply int) {
	r.t.Helper()
	_, err := chromedp.Run(r.ctx, chromedp.Evaluate[bool](fmt.Sprintf(`(document.querySelectorAll('section.report a')[%d].click(), true)`, ply)))
	require.NoError(r.t, err)
}

// layout returns what the page looks like.
func (r reader) layout() layout {
	r.t.Helper()
	found, err := chromedp.Run(r.ctx, chromedp.Evaluate[layout](script))
	require.NoError(r.t, err)
	return found
}

// shows waits until the board has the values of an analysis, and checks that they can be read.
func (r reader) shows(a analysis.Position) {
	r.t.Helper()
	want := layout{Values: map[string]string{}, Wrong: []string{}}
	for cell, m := range a.Cells() {
		value := m.Glyph()
		if len(value) > 1 {
			value = strings.TrimSuffix(value, "?") // the page leaves it out
		}
		want.Values[a.Position.Game().CellText(cell)] = value
	}
	if !testgames.Await(func() bool { return reflect.DeepEqual(want, r.layout()) }) {
		require.Equal(r.t, want, r.layout(), "%v", a.Position)
	}
}

// text returns the text that a script finds.
func (r reader) text(script string) string {
	r.t.Helper()
	found, err := chromedp.Run(r.ctx, chromedp.Evaluate[string](script))
	require.NoError(r.t, err)
	return found
}

// says waits until a text can be read on the page.
func (r reader) says(text string) {
	r.t.Helper()
	read := func() string { return r.text(`document.body.innerText`) }
	require.True(r.t, testgames.Await(func() bool { return strings.Contains(read(), text) }), "%s is not in %s", text, read())
}

// written returns the address of a file with the report of a game.
func written(t *testing.T, g analysis.Review) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, page.Report(&text, g))
	file := filepath.Join(t.TempDir(), "a report, 100%.html")
	require.NoError(t, os.WriteFile(file, text.Bytes(), 0o666))
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// opened opens the report of a game, which complains of nothing until the test ends, and returns its address, too.
func opened(t *testing.T, g analysis.Review) (r reader, address string) {
	t.Helper()
	address = written(t, g)
	ctx, cancel := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(cancel)
	heard := browsertest.Listen(t, ctx, address)
	t.Cleanup(func() { require.Empty(t, heard.All()) })
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(address)))
	return reader{t, ctx}, address
}

// A report can be read in a browser, in the light and in the dark, on a wide screen and on a
// narrow one: it has the values of every ply, and asks nobody for anything. To see it as well,
// run the test with -artifacts.
func TestLongReport(t *testing.T) {
	root := browsertest.Start(t)
	all := games(t)
	maps.Copy(all, unsolved(t))
	for name, g := range all {
		t.Run(name, func(t *testing.T) {
			address := written(t, g)
			ctx, cancel := chromedp.NewContext(root)
			defer cancel()
			heard := browsertest.Listen(t, ctx, address)
			r := reader{t, ctx}
			for _, width := range []int64{1280, 400} {
				for _, scheme := range []string{"light", "dark"} {
					require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), prefer(scheme), chromedp.Navigate("about:blank"), chromedp.Navigate(address)))
					first := g.End
					if g.End.Position.Over() {
						first = g.Position(0)
					}
					r.shows(first)
					require.Equal(t, strings.Join(g.Sentences(), "|"), r.text(`[...document.querySelectorAll('#notes li')].map(e => e.textContent).join('|')`))
					for ply := range len(g.Plies) + 1 {
						r.at(ply)
						r.shows(g.Position(ply))
					}
					r.at(len(g.Plies) / 2)
					r.shows(g.Position(len(g.Plies) / 2))
					if flag.Lookup("test.artifacts").Value.String() == "true" { // for people to look at
						picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
						require.NoError(t, err)
						require.NoError(t, os.WriteFile(filepath.Join(t.ArtifactDir(), fmt.Sprintf("%d-%s.png", width, scheme)), picture, 0o666))
					}
				}
			}
			require.Empty(t, heard.All())
		})
	}
}

// The mistakes of a report are those of its game, and lead to its plies; nothing can be played from there.
func TestLongReportIsReviewed(t *testing.T) {
	g := games(t)["lockdown"]
	r, _ := opened(t, g)
	r.shows(g.End)
	require.Equal(t, "Review Analyse", r.text(`[...document.querySelectorAll('header nav button')].filter(e => e.checkVisibility()).map(e => e.textContent).join(' ')`))
	r.text(`document.getElementById('mode-review').click(), ''`)
	mistakes := 0
	for i, p := range g.Plies {
		if p.Played.Mistake != analysis.Good {
			mistakes++
			r.says(fmt.Sprintf("%d. %v %s%v", i+1, p.Before.Position.Side(), p.Before.Position.MoveText(p.Played.Move), p.Played.Mistake))
		}
	}
	require.Positive(t, mistakes)
	require.Equal(t, fmt.Sprint(mistakes), r.text(`String(document.querySelectorAll('#worst li').length)`))
	require.Equal(t, "0", r.text(`String(document.querySelectorAll('#worst [data-does=again]').length)`))
	last := r.text(`[...document.querySelectorAll('#worst [data-does=show]')].at(-1).dataset.ply`)
	r.text(`[...document.querySelectorAll('#worst [data-does=show]')].at(-1).click(), ''`)
	ply, err := strconv.Atoi(last)
	require.NoError(t, err)
	r.shows(g.Position(ply))
}

// A click plays the move of the game. What is not in the report is refused in words, and the
// page stays where it is.
func TestLongReportIsPlayed(t *testing.T) {
	g := games(t)["lockdown"]
	r, address := opened(t, g)
	click := func(cell string) {
		_, err := chromedp.Run(r.ctx, chromedp.Evaluate[bool](fmt.Sprintf(`document.querySelector('[data-cell="%s"] rect').dispatchEvent(new MouseEvent('click', {bubbles: true}))`, cell)))
		require.NoError(t, err)
	}
	r.shows(g.End)
	r.at(0)
	r.shows(g.Position(0))
	click("1")
	r.says("gridlock serve")
	r.shows(g.Position(0))
	click("6")
	r.shows(g.Position(1))
	require.NoError(t, chromedp.Do(r.ctx, chromedp.Navigate(address+"#v=lockdown&p="+url.PathEscape(g.Position(3).Position.String()))))
	r.shows(g.Position(3))
	for _, elsewhere := range []string{"s=3x3", "s=4x4&m=6_12", "p=.../.X./..O%20x", "m=99"} {
		require.NoError(t, chromedp.Do(r.ctx, chromedp.Navigate(address+"#v=lockdown&"+elsewhere)))
		r.says("gridlock serve")
		require.NoError(t, chromedp.Do(r.ctx, chromedp.Navigate(address+"#v=lockdown&m=6")))
		r.shows(g.Position(1))
	}
}

// Without JavaScript a report is a table of the moves, without a board that does not work.
func TestLongReportWithoutJavaScript(t *testing.T) {
	g := games(t)["lockdown"]
	address := written(t, g)
	ctx, cancel := chromedp.NewContext(browsertest.Start(t))
	defer cancel()
	heard := browsertest.Listen(t, ctx, address)
	scriptless := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	})
	require.NoError(t, chromedp.Do(ctx, scriptless, chromedp.Navigate(address)))
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "GridLockdown on 4x4\n"), "header and board are gone: %s", text)
	for _, sentence := range g.Sentences() {
		require.Contains(t, text, sentence)
	}
	require.Contains(t, text, "X 2 !\tX wins in 6\twins in 7, the only move that does")
	require.Empty(t, heard.All())
}

// prefer makes the browser one whose user prefers light or dark pages.
func prefer(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}
