//go:build long

package explain

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/explain"
	"gridlock/internal/query"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/variants"
)

// A page can be read on a screen of any width, keeps nobody from using it, and asks nobody for anything. That of
// blockade on 4×4 is printed on one sheet.
func TestLongPages(t *testing.T) {
	script := browsertest.Axe(t)
	root := browsertest.Start(t)
	for _, c := range []struct {
		game  *variants.Game
		small int
		most  int // sheets
	}{
		{testgames.Game(t, variants.Blockade, 4, 4), certify.SmallSteps, 1},
		{testgames.Game(t, variants.Lockdown, 5, 5), 1, 5},
		{testgames.Game(t, variants.Claim, 4, 4), 0, 1},
		{testgames.Game(t, variants.Classic, 4, 4), 0, 1},
		{testgames.Game(t, variants.Duel, 3, 5), 0, 1},
		{testgames.Game(t, "walk hex cylinder", 3, 3), 0, 3},
	} {
		t.Run(c.game.Variant().ID, func(t *testing.T) {
			file, err := query.Certificate(context.Background(), certify.Request{Root: c.game.Start(), Limits: solver.Options{Memory: 1 << 24}, Small: c.small})
			require.NoError(t, err)
			s, err := explain.Read(context.Background(), bytes.NewReader(file), proof.Options{})
			require.NoError(t, err)
			var text bytes.Buffer
			require.NoError(t, newPage(s, true).html(&text))
			name := filepath.Join(t.TempDir(), "page.html")
			require.NoError(t, os.WriteFile(name, text.Bytes(), 0o600))
			address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
			ctx, cancel := chromedp.NewContext(root)
			defer cancel()
			heard := browsertest.Listen(t, ctx, address)
			for _, width := range []int64{390, 1280} {
				require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(address)))
				wider, err := chromedp.Run(ctx, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
				require.NoError(t, err)
				require.LessOrEqual(t, wider, width)
			}
			var pdf []byte
			require.NoError(t, chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
				printed, err := cdp.Call(ctx, target, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PreferCSSPageSize: new(true), PrintBackground: new(true)})
				pdf = printed.Data
				return err
			})))
			sheets := bytes.Count(pdf, []byte("/Type /Page\n"))
			require.Positive(t, sheets)
			require.LessOrEqual(t, sheets, c.most)
			require.Empty(t, heard.All())
			require.Empty(t, browsertest.Violations(t, ctx, script))
		})
	}
}
