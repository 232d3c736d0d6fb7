//go:build long

package serve_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
)

// person returns a browser of somebody else, with storage of its own.
func person(t *testing.T, root context.Context, address string, width int64) visitor {
	t.Helper()
	ctx, cancel := chromedp.NewContext(root, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	welcome(t, ctx)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(address)))
	return visitor{t, ctx}
}

// sent presses the button that copies the link, and returns its part behind the #.
func (v visitor) sent() string {
	v.t.Helper()
	v.do("navigator.clipboard.writeText = async text => { window.copied = text }; window.copied = ''")
	v.offer("Copy the link")
	v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "The link is copied. Send it to whoever plays ") })
	_, link, _ := strings.Cut(v.text("window.copied"), "#")
	return link
}

// Two people play with nothing between them but links. Each has one game, which goes on, and only their own side to move;
// older links lead to where the game is, and one that went another way is kept with it.
func TestLongPlayByLink(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	x := person(t, root, s.URL+"/#mode=play&v=duel&s=4x4", 1280)
	x.until(func(s state) bool { return s.Dots == 16 })
	x.set("side-O", "link")
	x.until(func(s state) bool { return s.Verdict == "Your turn" && s.Dots == 16 })
	x.click("6")
	found := x.until(func(s state) bool { return s.Verdict == "Waiting for O" && s.Dots == 0 && len(s.Offers) == 1 })
	require.LessOrEqual(t, found.Overflow, 0.5)
	require.Empty(t, found.Small)
	first := x.sent()
	require.Regexp(t, `^v=duel&mode=play&s=4x4&m=6&g=\w+&you=O$`, first)

	o := person(t, root, s.URL+"/#"+first, 390)
	found = o.until(func(s state) bool {
		return s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "X took 6. ") && s.Dots > 0
	})
	require.Equal(t, "#"+first, found.Address)
	require.LessOrEqual(t, found.Overflow, 0.5)
	o.click("11")
	o.until(func(s state) bool { return s.Verdict == "Waiting for X" && len(s.Offers) == 1 })
	o.click("1")
	require.Equal(t, "..../.X../..O./.... x", o.until(func(state) bool { return true }).Text, "it is not O's turn")
	second := o.sent()
	require.Equal(t, strings.Replace(strings.Replace(first, "m=6", "m=6_11", 1), "you=O", "you=X", 1), second)
	o.reload()
	o.until(func(s state) bool { return s.Verdict == "Waiting for X" && s.Text == "..../.X../..O./.... x" })
	require.Equal(t, "6_11", o.kept())

	x.do("location.hash = '" + second + "'")
	x.until(func(s state) bool {
		return s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "O took 11. ") && s.Dots > 0
	})
	x.click("16")
	found = x.until(func(s state) bool { return s.Verdict == "Waiting for O" && len(s.Offers) == 1 })
	require.Equal(t, "6_11_16", x.kept())
	third := x.sent()

	o = person(t, root, s.URL+"/#"+first, 390) // on another device: the link is the whole game
	o.until(func(s state) bool { return s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "X took 6. ") })
	o.do("location.hash = '" + third + "'")
	o.until(func(s state) bool {
		return s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "X took 16. ") && s.Dots > 0
	})
	require.Equal(t, "6_11_16", o.kept(), "the same game goes on")
	o.do("location.hash = '" + first + "'")
	o.until(func(s state) bool {
		return s.Address == "#"+third && s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "X took 16. ")
	})
	o.do("location.hash = '" + strings.Replace(third, "6_11_16", "6_11_13", 1) + "'")
	o.until(func(s state) bool {
		return s.Hint == "This link has other moves than the game here. Both are kept."
	})
	require.Equal(t, "6_11_13_(16)", o.kept())
	o.do("location.hash = '" + strings.Replace(third, "v=duel", "v=claim", 1) + "'")
	o.until(func(s state) bool { return strings.HasPrefix(s.Address, "#v=claim") && s.Hint != "" })
	require.Equal(t, "6_11_13_(16)", strings.Fields(o.kept())[1], "a game of another kind does not take its place")

	o.do("location.hash = '" + third + "'")
	o.until(func(s state) bool { return s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "X took 16. ") })
	o.press("give")
	o.until(func(s state) bool {
		return s.Verdict == "You gave up" && s.Task == "O gave up, so X wins." && s.Offers[0] == "Copy the link"
	})
	x.do("location.hash = '" + o.sent() + "'")
	x.until(func(s state) bool {
		return s.Verdict == "You win!" && s.Task == "O gave up, so X wins." && s.Offers[0] != "Copy the link"
	})
	x.press("mine-open")
	require.Equal(t, "Duel 4×4, by link, 3 moves, over", x.text("[...document.querySelectorAll('#mine-list strong')].map(e => e.textContent).join('|')"))
	x.do("document.getElementById('mine').close()")
	x.offer("New game")
	x.until(func(s state) bool {
		return s.Verdict == "Your turn" && s.Dots == 16 && !strings.Contains(s.Address, "gave")
	})
	x.set("side-X", "link")
	x.until(func(s state) bool { return s.Verdict == "Waiting for X" && strings.HasSuffix(s.Address, "you=O") })
	x.set("side-O", "casual")
	x.until(func(s state) bool { return s.Verdict == "X’s turn" || s.Verdict == "Your turn" })
}
