//go:build long

package serve_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/serve"
)

// A game on which the tests of the review agree. Three moves give the win away.
const (
	reviewed       = "8_11_4_10_7_15_2_16_1_12_6"
	reviewedAfter4 = "...X/...x/.Oo./.... x"
	reviewedSays   = "3 moves gave the win away, 3 cost plies."
)

// worst returns the list of mistakes of a room of review, with what it says of each.
func (v visitor) worst() (list []string) {
	v.t.Helper()
	found, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]string]("[...document.querySelectorAll('#worst li')].map(e => e.querySelector('[data-does=look]').textContent + ' ' + e.lastChild.textContent)"))
	require.NoError(v.t, err)
	return found
}

// enter goes to an element with Tab, and presses Enter.
func (v visitor) enter(selector string) {
	v.t.Helper()
	v.tab(selector)
	v.keys(kb.Enter)
}

// A game is played to its end, reviewed, and played again from its worst mistake, with the keyboard alone; Back and
// loading again keep the room; the game stays as it was. The mistakes are those that the API tells.
func TestLongReview(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	_, body := ask(t, s, "GET", "/api/v1/review?variant=lockdown&moves="+reviewed)
	var study struct {
		Game struct{ Plies []report.Ply }
	}
	require.NoError(t, json.Unmarshal(body, &study))
	mistakes := slices.DeleteFunc(study.Game.Plies, func(p report.Ply) bool { return p.Played.Mistake == "" })
	slices.SortStableFunc(mistakes, func(a, b report.Ply) int {
		return cmp.Or(-cmp.Compare(a.Played.Mistake, b.Played.Mistake), -cmp.Compare(max(a.Played.Change, -a.Played.Change), max(b.Played.Change, -b.Played.Change)))
	})
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/", width, scheme)
		v.mode("home")
		v.do("localStorage.clear(); location.hash = 'v=lockdown&mode=play&m=" + strings.TrimSuffix(reviewed, "_6") + "'")
		v.until(func(s state) bool { return s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "O went to 12. ") })
		v.tab(".cell")
		v.walk("6")
		v.keys(kb.Enter)
		v.until(func(s state) bool { return slices.Contains(s.Offers, "Review") })
		v.enter("#offers button:nth-child(3)")
		found := v.until(func(s state) bool {
			return s.Mode == "review" && s.Verdict == reviewedSays && s.Text == reviewedAfter4 && s.Drawn == 1
		})
		require.Equal(t, "Ply 4 of 11: O played 10, which gave the win away. What was better is framed.", found.Task)
		require.Equal(t, "#v=lockdown&mode=review&m="+reviewed+"&at=4", found.Address)
		require.Zero(t, found.Values+found.Dots)
		require.LessOrEqual(t, found.Overflow, 0.5)
		require.Empty(t, found.Small)
		list := v.worst()
		require.Equal(t, "4. O 10?? It gave the win away: it loses in 12. Better: 7 (wins in 7).", list[0])
		require.Contains(t, list, "7. X 2?! It wins in 7, 2 plies later than the best. Better: 6 (wins in 5).")
		require.Len(t, list, len(mistakes))
		for i, p := range mistakes {
			require.Regexp(t, fmt.Sprintf(`^%d\. %s %s%s It .*%s`, p.Ply, p.Player, p.Played.Move.Move, strings.ReplaceAll(p.Mark, "?", `\?`), p.Position.BestMoves[0]), list[i])
		}
		v.reload()
		again := v.until(func(s state) bool { return s.Mode == "review" && s.Verdict == reviewedSays && s.Drawn == 1 })
		require.Equal(t, found.Address, again.Address)
		require.Equal(t, list, v.worst())

		v.tab("#course")
		v.keys(kb.ArrowDown)
		v.until(func(s state) bool { return strings.HasPrefix(s.Task, "Ply 5 of 11: X played 7") && s.Drawn == 1 })
		require.Equal(t, "5 of 11", v.text("document.activeElement.ariaValueNow + ' of ' + document.activeElement.ariaValueMax"))
		v.keys(kb.End)
		v.until(func(s state) bool {
			return s.Task == "Ply 11 of 11: X played 6. X wins." && s.Drawn == 0
		})
		v.keys(kb.Home)
		v.until(func(s state) bool { return s.Task == "The start of the game." })
		v.keys(kb.ArrowRight + kb.ArrowRight + kb.ArrowLeft)
		v.until(func(s state) bool { return s.Task == "Ply 1 of 11: X played 8." })
		v.keys(kb.Enter)
		v.until(func(s state) bool { return s.Mode == "analyse" && s.Text == "..../...X/..../.... o" && s.Facts != "" })
		v.back(-1)
		v.until(func(s state) bool { return s.Mode == "review" && s.Task == "Ply 1 of 11: X played 8." })
		v.enter(`[data-does=show][data-ply="6"]`)
		v.until(func(s state) bool {
			return s.Mode == "analyse" && s.Facts != "" && strings.HasSuffix(s.Address, "&at=6")
		})
		v.back(-1)
		v.until(func(s state) bool { return s.Mode == "review" && s.Verdict == reviewedSays })

		v.enter(`[data-does=again][data-ply="4"]`)
		found = v.until(func(s state) bool {
			return s.Mode == "play" && s.Verdict == "Your turn" && strings.HasPrefix(s.Task, "X went to 4. ")
		})
		require.Equal(t, "...X/...x/..O./.... o", found.Text)
		require.Equal(t, "#v=lockdown&mode=play&m=8_11_4&you=O", found.Address)
		require.Equal(t, "true", v.text("document.activeElement.matches('.cell')"))
		v.reload()
		v.until(func(s state) bool { return s.Verdict == "Your turn" && s.Text == found.Text })
		require.Equal(t, "casual and you", v.text("document.getElementById('side-X').value + ' and ' + (document.getElementById('side-O').value || 'you')"))
		if width < 600 { // where the other rooms are behind a button
			v.enter("#more")
		}
		v.enter("#mine-open")
		require.Equal(t, "Lockdown 4×4 against casual, 3 moves|Lockdown 4×4 against casual, 11 moves, over", v.text("[...document.querySelectorAll('#mine-list strong')].map(e => e.textContent).join('|')"))
		v.enter("#mine-list li:last-child [data-does=review]")
		v.until(func(s state) bool { return s.Mode == "review" && s.Verdict == reviewedSays && s.Text == reviewedAfter4 })
		v.back(-1)
		v.until(func(s state) bool { return s.Mode == "play" && s.Text == found.Text })
	})
}

// What is not known is said to be unknown, and can be looked for; a game without mistakes is said to be one.
func TestLongReviewSaysWhatItDoesNotKnow(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=claim&s=3x3&mode=review&m=5", 390, "light")
	found := v.until(func(s state) bool { return s.Verdict == "Nobody made a mistake." })
	require.Empty(t, found.Hint)
	require.Empty(t, v.worst())
	v.do("location.hash = 'v=lockdown&mode=review'")
	v.until(func(s state) bool {
		return s.Verdict == "No game to look at yet" && slices.Contains(s.Offers, "Play")
	})
	v.do("const f = fetch; window.fetch = (address, how) => f(String(address).replace('timeout=20', 'timeout=0'), how)")
	v.do("location.hash = 'v=lockdown&mode=review&m=" + reviewed + "'")
	found = v.until(func(s state) bool { return slices.Contains(s.Offers, "Search on") })
	require.Contains(t, found.Hint, "It is not known who wins at plies ")
	require.NotEqual(t, reviewedSays, found.Verdict)
	v.offer("Search on")
	v.until(func(s state) bool { return s.Verdict == reviewedSays && s.Hint == "" })
	require.Len(t, v.worst(), 6)

	v.do("const g = window.fetch; window.fetch = (address, how) => String(address).includes('/review/') && !window.answers ? Promise.reject(new TypeError('gone')) : g(address, how)")
	v.do("location.hash = 'v=lockdown&mode=review&m=8_11_4_10'")
	v.until(func(s state) bool { return s.Gone })
	v.do("window.answers = true")
	v.until(func(s state) bool { // the server may have found out by now
		return !s.Gone && (s.Verdict == "No mistake is known." || strings.Contains(s.Verdict, " gave the win away"))
	})
}

// A game that was given up is reviewed, too, and n leads to its mistakes. A game that came by a link, and is kept
// nowhere, is kept before another one begins; without a level for the other side, the computer is casual.
func TestLongReviewKeepsTheGame(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1280, "light")
	v.mode("home")
	v.do("localStorage.level = ''; location.hash = 'v=lockdown&mode=play&m=8_11_4_10_7'")
	v.until(func(s state) bool { return s.Verdict == "O’s turn" && s.Dots > 0 })
	v.press("give")
	v.until(func(s state) bool { return s.Verdict == "X wins" })
	v.offer("Review")
	v.until(func(s state) bool { return s.Drawn == 1 && strings.HasPrefix(s.Task, "Ply 4 of 5: O played 10") })
	v.keys("n")
	v.until(func(s state) bool {
		return s.Drawn == 1 && s.Task == "Ply 5 of 5: X played 7, which gave the win away. What was better is framed. O gave up, so X wins."
	})
	v.reload()
	v.until(func(s state) bool { return s.Drawn == 1 && strings.HasSuffix(s.Task, "O gave up, so X wins.") })

	kept := func() string {
		return v.text("Object.keys(localStorage).filter(k => k.startsWith('gridlock game')).map(k => JSON.parse(localStorage[k])).map(g => `${g.moves} ${g.mode}, X ${g.sides.X || 'you'}, O ${g.sides.O || 'you'}`).sort().join('; ')")
	}
	require.Equal(t, "8_11_4_10_7 play, X you, O you", kept())
	v.do("localStorage.clear(); location.hash = 'v=lockdown&mode=review&m=8_11_4_10'")
	v.until(func(s state) bool { return s.Drawn == 1 && strings.HasPrefix(s.Task, "Ply 4 of 4: O played 10") })
	require.Empty(t, kept())
	v.do("document.querySelector('#worst [data-does=again]').click()")
	v.until(func(s state) bool { return s.Mode == "play" && s.Dots > 0 })
	require.Equal(t, "8_11_4 play, X casual, O you; 8_11_4_10 analyse, X you, O casual", kept())
}

// What the review shows in the room of values is the game itself, with what is tried and said of it; but the game stays
// where it is.
func TestLongReviewLeavesTheGame(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1280, "light")
	v.mode("home")
	v.do("localStorage.level = ''; location.hash = 'v=lockdown&mode=play&m=8_11_4_10'")
	v.until(func(s state) bool { return s.Verdict == "X’s turn" && s.Dots > 0 })
	v.click("7")
	played := v.until(func(s state) bool { return s.Verdict == "O’s turn" && s.Dots > 0 })
	place := func() string {
		return v.text("Object.keys(localStorage).filter(k => k.startsWith('gridlock game')).map(k => JSON.parse(localStorage[k])).map(g => `${g.moves} at ${g.at}, ${g.mode}, ${g.position}`).join()")
	}
	before := place()
	require.Equal(t, "8_11_4_10_7 at 5, play, "+played.Text, before)
	for _, reload := range []bool{false, true} {
		v.press("mode-review")
		v.until(func(s state) bool { return s.Mode == "review" && strings.HasPrefix(s.Task, "Ply 4 of 5: O played 10") })
		v.do("document.querySelector('#worst [data-does=show]').click()")
		shown := v.until(func(s state) bool {
			return s.Mode == "analyse" && s.Facts != "" && strings.Contains(s.Address, "&at=") && !s.Searching
		})
		require.NotEqual(t, played.Text, shown.Text)
		if reload {
			v.reload()
			v.until(func(s state) bool { return s.Mode == "analyse" && s.Facts != "" && s.Text == shown.Text })
		} else {
			require.Equal(t, before, place())
		}
		v.press("mode-play")
		v.until(func(s state) bool {
			return s.Mode == "play" && s.Text == played.Text && s.Verdict == "O’s turn" && s.Dots > 0
		})
	}
	v.back(-1)
	v.until(func(s state) bool { return s.Mode == "analyse" && s.Facts != "" && !s.Searching })
	v.do("document.querySelector('.cell.playable.win').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
	v.until(func(s state) bool { return s.Mode == "analyse" && len(s.Game) == 6 && !s.Searching })
	require.Regexp(t, `^8_11_4_10_(\(\d+\)_)?7(_?\(\d+\))? at \d, play, `+regexp.QuoteMeta(played.Text)+"$", place())
	v.press("mode-play")
	v.until(func(s state) bool {
		return s.Mode == "play" && s.Text == played.Text && s.Verdict == "O’s turn"
	})
}
