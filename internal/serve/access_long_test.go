//go:build long

package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// axe-core finds nothing wrong with the page, in any mode and with evidence drawn.
func TestLongAccessible(t *testing.T) {
	script := browsertest.Axe(t)
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/#v=lockdown&m=6_11", width, scheme)
		v.at("..../.X../..O./.... x")
		check := func(what string) {
			t.Helper()
			require.Empty(t, browsertest.Violations(t, v.ctx, script), what)
		}
		check("analyse")
		v.press("show")
		check("evidence")
		for _, fragment := range []string{"v=duel&m=6", "v=claim&m=6_8", "v=classic&s=3x4", "v=blockade&s=3x4", "v=lockdown&mode=play", "v=lockdown&mode=edit",
			"v=walk_hex_torus&s=3x3", "v=place_graph:2x2:0,1,2:0-1;0-2_own",
			"v=kingsnort&mode=make&s=4x4", "v=place_graph:2x2:0,1,2:0-1;0-2_own&mode=make&s=2x2", "v=walk_hex_block_ends_torus&mode=make&s=4x4"} {
			v.open(fragment)
			v.until(func(s state) bool { return s.Address == "#"+fragment && !s.Searching && s.Text != "" })
			check(fragment)
		}
		v.open("mode=review&v=lockdown&at=4&m=" + reviewed)
		v.until(func(s state) bool { return s.Verdict == reviewedSays && s.Drawn == 1 })
		check("review")
		v.open("mode=puzzle&v=lockdown&depth=3&seed=5")
		v.until(func(s state) bool { return s.Verdict == find })
		check("puzzle")
		v.press("keys")
		check("help")
		v.do("document.getElementById('help').close()")
		v.open("v=duel&m=6")
		v.at("..../.X../..../.... o")
		v.click("11") // it is kept
		v.at("..../.X../..O./.... x")
		v.press("mine-open")
		v.until(func(state) bool { return v.text("document.querySelectorAll('#mine-list li').length") != "0" })
		check("my games")
		v.do("document.getElementById('mine').close()")
		v.press("mode-play")
		v.mode("play")
		v.press("mode-home")
		v.until(func(state) bool {
			return v.text("document.querySelectorAll('#home .picture').length == 28 && "+todaysPuzzle) == "true"
		})
		check("home")
		for _, game := range variants.IDs() {
			v.open("mode=atlas&v=" + game)
			v.atlas(game)
			check("atlas of " + game)
		}
	})
}

// A screen reader is told what each room is for: its board, what one does there, and what has happened.
func TestLongAccessibilityTree(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2})
	root := browsertest.Start(t)
	for _, room := range []struct {
		name, fragment, ready string
		told                  []string
	}{
		{"home", "", "document.querySelectorAll('#home .picture').length >= 8 && " + todaysPuzzle, []string{`heading "Whoever cannot move loses."`, `region "Games"`, `button "Play Classic"`}},
		{"play", "mode=play&v=lockdown&s=3x3&m=5_1", "document.querySelectorAll('.dot').length == 7", []string{`grid "lockdown on 3x3"`, `button "Take back"`, `region "Moves"`}},
		{"analyse", "v=lockdown&s=3x3&m=5_1", "document.querySelector('svg.chart:not([aria-label*=\"not known\"])') && document.getElementById('facts').textContent", []string{`navigation "Rooms"`, `gridcell "9: empty, wins in 7"`, `button "My games"`}},
		{"review", "mode=review&v=lockdown&m=" + reviewed, "document.querySelector('#worst li') && document.querySelector('#course svg')", []string{`grid "lockdown on 4x4"`, `region "Mistakes, the worst first"`, `button "4. O 10??"`}},
		{"puzzle", "mode=puzzle&v=lockdown&s=4x4&depth=3&seed=5", "document.querySelectorAll('.dot').length", []string{`grid "lockdown on 4x4"`, `button "Hint"`, `button "Show the solution"`}},
		{"make", "mode=make&v=place_graph:2x2:0,1,2:0-1;0-2_own&s=2x2", "document.querySelectorAll('.edge').length == 2 && document.querySelectorAll('[role=gridcell]').length == 4", []string{`grid "graph on 2x2"`, `spinbutton "Rows"`, `button "Save as rule file"`}},
		{"proof", "mode=proof&v=lockdown&s=3x3", "document.querySelector('#proof-replies button') && document.querySelectorAll('.dot').length", []string{`grid "lockdown on 3x3"`, `image "must be free: 1 2 3 4 5 6 7 8 9"`, `region "Where your moves lead"`}},
		{"edit", "mode=edit&v=claim&p=X-.%2F--.%2F...%20o", "document.querySelectorAll('[role=gridcell]').length == 9 && document.querySelector('#palette input')", []string{`grid "claim on 3x3"`, `alert ""`, `button "Analyse this"`}},
		{"edit-wrong", "mode=edit&v=lockdown&s=2x2", "document.querySelectorAll('[role=gridcell]').length == 4", []string{`grid "lockdown on 2x2"`, `gridcell "1: marker of X"`, `button "Play from here"`}},
	} {
		ctx, closeTab := chromedp.NewContext(root)
		v := visitor{t, ctx}
		call(v, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: clock + seenTour})
		require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900), prefers("light"), chromedp.Navigate(s.URL+"/#"+room.fragment)))
		v.until(func(s state) bool { return !s.Searching && v.text("!!("+room.ready+")") == "true" })
		if room.name == "edit-wrong" {
			v.click("1") // a marker of X, with X to move
			v.until(func(s state) bool { return s.Wrong != "" })
		}
		var told []string
		all := func() bool { // the browser makes the tree some time after the page
			told = tree(v)
			return !slices.ContainsFunc(room.told, func(line string) bool { return !slices.Contains(told, line) })
		}
		require.True(t, testgames.Await(all), "%s: %q", room.name, told)
		closeTab()
	}
}

// tree returns what a screen reader is told of the page: the role and the name of each node.
func tree(v visitor) (told []string) {
	v.t.Helper()
	for _, n := range call(v, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if !n.Ignored {
			told = append(told, fmt.Sprintf("%s %q", value(n.Role), value(n.Name)))
		}
	}
	return told
}

func value(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}
