//go:build long

package serve_test

import (
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
)

// A board and its reasons are a page of A4.
func TestLongPrint(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2})
	root := browsertest.Start(t)
	const values = "document.querySelector('#moves .line') && document.querySelector('#history svg')"
	for _, c := range []struct{ fragment, ready string }{
		{"v=lockdown&m=6_11", values},
		{"mode=play&v=lockdown&m=6_11", "document.querySelector('.dot')"},
		{"mode=review&v=lockdown&m=" + reviewed, "document.querySelector('#worst li') && document.querySelector('#course svg')"},
		{"mode=edit&v=claim&s=6x7", "document.querySelector('.cell')"},
		{"v=claim&s=5x5", values},
	} {
		v := visit(t, root, s.URL, s.URL+"/#"+c.fragment, 1280, "dark")
		v.until(func(s state) bool { return !s.Searching && v.text("!!("+c.ready+")") == "true" })
		pdf := call(v, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69, PrintBackground: new(true)}).Data
		require.Len(t, regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1), 1, c.fragment)
	}
}

// Where a browser has few colours of its own, what is chosen and where one is stand out.
func TestLongForcedColors(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2})
	v := visit(t, browsertest.Start(t), s.URL, "about:blank", 1280, "light")
	call(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}})
	require.NoError(t, chromedp.Do(v.ctx, chromedp.Navigate(s.URL+"/#mode=make&v=place_king_other&s=4x4")))
	v.until(func(s state) bool { return s.Cells == 16 })
	background := func(selector string) string {
		return v.text("getComputedStyle(document.querySelector('" + selector + "')).backgroundColor")
	}
	for _, pair := range [][2]string{
		{"#mode-make", "#mode-play"}, {".chips input:checked + span", ".chips input:not(:checked) + span"}, {"#make-play", "#make-analyse"},
	} {
		require.NotEqual(t, background(pair[0]), background(pair[1]), pair)
	}
	v.open("mode=play&v=claim&s=4x4&m=6_8")
	v.until(func(s state) bool { return s.Mode == "play" && s.Text == "----/-X-O/----/.... x" })
	width := func(cell string) string {
		return v.text("getComputedStyle(document.querySelector('[data-cell=\"" + cell + "\"] .box')).strokeWidth")
	}
	require.NotEqual(t, width("8"), width("6"), "the last move stands out")
}
