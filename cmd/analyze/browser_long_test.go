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
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/chrome"
)

// unsolved are reviews in which much is not known.
func unsolved(t testing.TB) map[string]analysis.Game {
	return map[string]analysis.Game{
		"vague": review(t, "classic", 8, 8, 1000, "1,1 1,2 1,3 1,4 1,5 1,6 1,7 1,8 2,8 2,7 2,6 2,5"),
		"unknown": review(t, "blockade", 7, 7, 20000, "3,1@2,1 3,5@4,5 3,2@3,1 3,4@4,4 2,2@2,3 3,3@3,4 1,2@0,2 3,2@2,2 "+
			"1,1@0,1 3,3@3,2 1,0@0,0 4,3@3,3 2,0@3,0 4,2@4,1 1,0@2,0 4,3@4,2"),
	}
}

// layout is what a page looks like, as the script finds it.
type layout struct {
	Boards, Plots int      // drawings that can be seen
	Overflow      float64  // pixels that the page is wider than the window
	Wrong         []string // what cannot be read, in words
}

// script measures the page. A text is readable if it is not too small, inside of its
// drawing, and has enough contrast (WCAG: 4.5 to 1) with what is behind it.
const script = `(() => {
  const wrong = [], seen = r => r.width > 0 && r.height > 0;
  const rgb = c => { const e = document.createElement('canvas').getContext('2d'); e.fillStyle = c; e.fillRect(0, 0, 1, 1); return [...e.getImageData(0, 0, 1, 1).data]; };
  const light = c => { const [r, g, b] = rgb(c).slice(0, 3).map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (rgb(c)[3]) return c; } return '#fff'; };
  for (const svg of document.querySelectorAll('svg')) {
    const box = svg.getBoundingClientRect(), name = (svg.closest('figure') || svg.closest('section')).id || 'plot';
    if (!svg.getAttribute('aria-label')) wrong.push(name + ': no text alternative');
    if (box.left < -0.5 || box.right > innerWidth + 0.5) wrong.push(name + ': outside of the window');
    let at = behind(svg);
    for (const e of svg.children) {
      const r = e.getBoundingClientRect();
      if (e.tagName == 'rect' && e.classList.contains('cell')) at = getComputedStyle(e).fill;
      if (e.tagName != 'text') continue;
      if (!seen(r) || r.height < 9) wrong.push(name + ': tiny text ' + e.textContent + ' ' + r.height);
      if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1) wrong.push(name + ': text leaves the drawing: ' + e.textContent);
      const ground = svg.classList.contains('board') && !e.classList.contains('name') ? at : behind(svg);
      if (contrast(getComputedStyle(e).fill, ground) < 4.5) wrong.push(name + ': faint text ' + e.textContent + ' ' + contrast(getComputedStyle(e).fill, ground));
    }
  }
  for (const e of document.querySelectorAll('p, li, td, th, h1, h2')) {
    const r = e.getBoundingClientRect();
    if (!e.closest('.scroll') && r.right > innerWidth + 0.5) wrong.push('outside of the window: ' + e.textContent);
    if (contrast(getComputedStyle(e).color, behind(e)) < 4.5) wrong.push('faint: ' + e.textContent);
  }
  const count = s => [...document.querySelectorAll(s)].filter(e => seen(e.getBoundingClientRect())).length;
  return { Boards: count('figure svg.board'), Plots: count('svg.course'), Overflow: document.documentElement.scrollWidth - innerWidth, Wrong: wrong };
})()`

// The page can be read in a browser, in the light and in the dark, on a wide screen and on
// a narrow one. To see it as well, run the test with -artifacts.
func TestPageInBrowser(t *testing.T) {
	root := chrome.Start(t)
	all := games(t)
	maps.Copy(all, unsolved(t))
	for name, g := range all {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := chromedp.NewContext(root)
			defer cancel()
			heard := chrome.Listen(t, ctx, "file:")
			ctx, stop := context.WithTimeout(ctx, time.Minute)
			defer stop()

			var page bytes.Buffer
			require.NoError(t, writePage(&page, g))
			file := filepath.Join(t.TempDir(), "page.html")
			require.NoError(t, os.WriteFile(file, page.Bytes(), 0o666))
			address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
			for _, width := range []int64{1280, 400} {
				for _, scheme := range []string{"light", "dark"} {
					require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), prefer(scheme), chromedp.Navigate(address)))
					found, err := chromedp.Run(ctx, chromedp.Evaluate[layout](script))
					require.NoError(t, err)
					require.Equal(t, layout{Boards: len(g.Plies) + 1, Plots: 1, Wrong: []string{}}, found, "%d pixels, %s", width, scheme)
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

// prefer makes the browser one whose user prefers light or dark pages.
func prefer(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}
