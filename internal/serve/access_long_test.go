//go:build long

package serve_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
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
			"v=place_king_other&mode=make&s=4x4", "v=walk_hex_block_ends_torus&mode=make&s=4x4"} {
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
		v.until(func(state) bool { return v.text("document.querySelectorAll('#home .picture').length") == "8" })
		check("home")
	})
}

// What a screen reader is told of the page is in testdata/tree.txt.
func TestLongAccessibilityTree(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=lockdown&s=3x3&m=5_1", 1280, "light")
	v.at("O../.X./... x")
	v.filled()
	want, err := os.ReadFile("testdata/tree.txt")
	require.NoError(t, err)
	// The browser makes the tree some time after the page.
	var got string
	if !testgames.Await(func() bool { got = tree(t, v); return got == string(want) }) && *update {
		require.NoError(t, os.WriteFile("testdata/tree.txt", []byte(got), 0o644))
		return
	}
	wanted := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		require.True(t, i < len(wanted) && line == wanted[i], "line %d is %s", i+1, line)
	}
	require.Equal(t, len(want), len(got))
}

// tree returns what a screen reader is told, a line for each node, without the games of the library, which
// grows.
func tree(t *testing.T, v visitor) string {
	t.Helper()
	var nodes []*accessibility.Node
	require.NoError(t, chromedp.Do(v.ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		tree, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		nodes = tree.Nodes
		return err
	})))
	children := map[accessibility.NodeID][]*accessibility.Node{}
	for _, n := range nodes {
		children[n.ParentID] = append(children[n.ParentID], n)
	}
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
	write(children[""][0], 0)
	return b.String()
}

func value(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}
