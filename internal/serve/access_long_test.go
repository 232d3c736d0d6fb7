//go:build long

package serve_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
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
			"v=place_king_other&mode=make&s=4x4", "v=place_graph:2x2:0,1,2:0-1;0-2_own&mode=make&s=2x2", "v=walk_hex_block_ends_torus&mode=make&s=4x4"} {
			v.open(fragment)
			v.until(func(s state) bool { return s.Address == "#"+fragment && !s.Searching && s.Text != "" })
			check(fragment)
		}
		v.open("mode=review&v=lockdown&at=4&m=" + reviewed)
		v.until(func(s state) bool { return s.Verdict == reviewedSays && s.Drawn == 1 })
		check("review")
		v.open("mode=puzzle&v=lockdown&depth=3&seed=5")
		v.until(func(s state) bool { return strings.Contains(s.Hint, "Find the move.") })
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
		v.until(func(state) bool { return v.text("document.querySelectorAll('#home .picture').length") == "9" })
		check("home")
		for _, game := range variants.IDs() {
			v.open("mode=atlas&v=" + game)
			v.atlas(game)
			check("atlas of " + game)
		}
	})
}

// What a screen reader is told of each room is in testdata/trees: of Analyse all of the page, of others what is in main.
// In Play the computer has just moved, and says so.
func TestLongAccessibilityTree(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2})
	root := browsertest.Start(t)
	for _, room := range []struct{ name, fragment, ready string }{
		{"home", "", "document.querySelectorAll('#home .picture').length >= 8 && !document.querySelector('#today-card p').textContent.includes('There is one way')"},
		{"play", "mode=play&v=lockdown&s=3x3&m=5_1", "document.querySelectorAll('.dot').length == 7"},
		{"analyse", "v=lockdown&s=3x3&m=5_1", "document.querySelector('svg.chart:not([aria-label*=\"not known\"])') && document.getElementById('facts').textContent"},
		{"review", "mode=review&v=lockdown&m=" + reviewed, "document.querySelector('#worst li') && document.querySelector('#course svg')"},
		{"puzzle", "mode=puzzle&v=lockdown&s=4x4&depth=3&seed=5", "document.querySelectorAll('.dot').length"},
		{"make", "mode=make&v=place_graph:2x2:0,1,2:0-1;0-2_own&s=2x2", "document.querySelectorAll('.edge').length == 2 && document.querySelectorAll('[role=gridcell]').length == 4"},
		{"proof", "mode=proof&v=lockdown&s=3x3", "document.querySelector('#proof-replies button') && document.querySelectorAll('.dot').length"},
		{"edit", "mode=edit&v=claim&p=X-.%2F--.%2F...%20o", "document.querySelectorAll('[role=gridcell]').length == 9 && document.querySelector('#palette input')"},
		{"edit-wrong", "mode=edit&v=lockdown&s=2x2", "document.querySelectorAll('[role=gridcell]').length == 4"},
	} {
		ctx, closeTab := chromedp.NewContext(root)
		v := visitor{t, ctx}
		call(v, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: clock})
		require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900), prefers("light"), chromedp.Navigate(s.URL+"/#"+room.fragment)))
		v.until(func(s state) bool { return !s.Searching && v.text("!!("+room.ready+")") == "true" })
		if room.name == "edit-wrong" {
			v.click("1") // a marker of X, with X to move
			v.until(func(s state) bool { return s.Wrong != "" })
		}
		whole := room.name == "analyse"
		name, last := "testdata/trees/"+room.name+".txt", ""
		want, err := os.ReadFile(name)
		require.True(t, err == nil || *update, "%v", err)
		// The browser makes the tree some time after the page. What is written is one that did not change.
		var got string
		if *update {
			for got = tree(v, whole); got != last; got = tree(v, whole) {
				last = got
				v.keys(kb.Shift)
			}
			require.NoError(t, os.WriteFile(name, []byte(got), 0o644))
			closeTab()
			continue
		}
		same := testgames.Await(func() bool { got = tree(v, whole); return got == string(want) })
		wanted := strings.Split(string(want), "\n")
		for i, line := range strings.Split(got, "\n") {
			require.True(t, same || i < len(wanted) && line == wanted[i], "%s: line %d is %s", name, i+1, line)
		}
		require.True(t, same, "%s has more", name)
		closeTab()
	}
}

// tree returns what a screen reader is told, of the whole page or what is in main: a line for each node, without the
// games of the library, which grows.
func tree(v visitor, whole bool) string {
	v.t.Helper()
	children := map[accessibility.NodeID][]*accessibility.Node{}
	var top *accessibility.Node
	for _, n := range call(v, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		children[n.ParentID] = append(children[n.ParentID], n)
		if value(n.Role) == "main" {
			top = n
		}
	}
	if whole {
		top = children[""][0]
	}
	require.NotNil(v.t, top)
	var b strings.Builder
	var write func(n *accessibility.Node, depth int)
	write = func(n *accessibility.Node, depth int) {
		role, name := value(n.Role), value(n.Name)
		if !n.Ignored && role != "InlineTextBox" && role != "none" && role != "generic" {
			fmt.Fprintf(&b, "%s%s %q\n", strings.Repeat("  ", depth), role, name)
			depth++
		}
		if name == "Library" {
			return
		}
		for _, c := range children[n.NodeID] {
			write(c, depth)
		}
	}
	write(top, 0)
	return b.String()
}

func value(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}
