//go:build long

package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/puzzle"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// Puzzles are solved by moves that win; a move that does not is refuted, and the solution shown.
func TestLongPuzzle(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#mode=puzzle&v=lockdown&s=4x4&depth=3&seed=5", 1280, "dark")
	number := func(seed int) (z report.Puzzle) {
		_, body := ask(t, s, "GET", fmt.Sprintf("/api/v1/puzzle?variant=lockdown&board=4x4&depth=3&seed=%d", seed))
		require.NoError(t, json.Unmarshal(body, &z))
		return z
	}
	z := number(5)
	v.until(func(s state) bool {
		return s.Text == z.Position && s.Verdict == find && strings.HasPrefix(s.Task, "One of the ") && s.Values == 0
	})
	v.click(z.Move)
	found := v.until(func(s state) bool {
		return strings.HasSuffix(s.Hint, ". Now the last move.") && s.Text != z.Position && s.Text[len(s.Text)-1] == z.Position[len(z.Position)-1]
	})
	require.Len(t, found.Game, 2)
	last := v.wins(s, "lockdown", found.Text)
	v.click(last)
	v.until(func(s state) bool {
		return s.Verdict == "Solved!" && strings.HasPrefix(s.Hint, "You found the only winning move of ") && slices.Contains(s.Offers, next)
	})
	v.offer(next)
	v.until(func(s state) bool { // one with some moves to choose from
		seed, err := strconv.Atoi(s.Address[strings.LastIndex(s.Address, "=")+1:])
		return err == nil && seed > 5 && s.Verdict == find && len(s.Game) == 0 && number(seed).Position == s.Text && s.Dots > 3
	})
	v.do("location.hash = 'v=lockdown&mode=puzzle&s=4x4&depth=3&seed=6'")
	z = number(6)
	v.until(func(s state) bool { return s.Text == z.Position && s.Verdict == find })
	wrong := v.wrong(s, z)
	v.click(wrong)
	v.until(func(s state) bool { return strings.HasPrefix(s.Hint, wrong+" does not win: ") && s.Drawn > 0 })
	v.offer("Try again")
	v.until(func(s state) bool { return s.Verdict == find && s.Text == z.Position })
	v.click(wrong)
	v.until(func(s state) bool { return slices.Contains(s.Offers, "Show the solution") })
	v.offer("Show the solution")
	v.until(func(s state) bool {
		return strings.HasPrefix(s.Hint, z.Move+" is the one winning move of ") && s.Values > 0 && len(s.Game) == len(z.Line)
	})
}

// The page and the program have the same puzzle of a day, and old links lead to it. A day that has not come is not shown.
func TestLongPuzzleOfTheDay(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#mode=puzzle&v=lockdown&depth=3&seed=5", 400, "light")
	v.until(func(s state) bool { return s.Verdict == find })
	for _, address := range []string{"mode=puzzle&day=2026-11-23", "v=classic&mode=puzzle&seed=20261123"} {
		v.do(fmt.Sprintf("location.hash = %q", address))
		v.until(func(s state) bool {
			return s.Text == puzzle.Day(time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)).String()
		})
	}
	before := time.Now()
	today := func(s state) bool {
		return slices.Contains([]string{puzzle.Day(before).String(), puzzle.Day(time.Now()).String()}, s.Text) // after midnight
	}
	v.press("today")
	v.until(today)
	v.do("location.hash = 'mode=puzzle&day=2999-12-31'")
	v.until(func(s state) bool {
		return today(s) && strings.HasPrefix(s.Hint, "The puzzle of Tuesday 31 December comes when that day begins")
	})
}

// What the room of puzzles says first, and offers in the end.
const (
	find = "Find the one move that wins."
	next = "One more puzzle"
)

// clock is a script with which a page has a clock that stands at globalThis.now: Wednesday, 25 November 2026, at noon.
const clock = `{ const Real = Date; globalThis.now = new Real(2026, 10, 25, 12).getTime(); globalThis.Date = class extends Real { constructor(...a) { a.length ? super(...a) : super(now); } static now() { return now; } }; }`

// solver is a visitor whose clock stands still.
type solver struct {
	visitor
	s *httptest.Server
}

// solver opens an address, after a script.
func newSolver(t *testing.T, address, script string) solver {
	t.Helper()
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	ctx, closeTab := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(closeTab)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(390, 900), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: clock + script + seenTour})
		return err
	}), chromedp.Navigate(s.URL+"/"+address)))
	return solver{visitor{t, ctx}, s}
}

// shown waits for a puzzle by the end of its address, and what is said of it.
func (v solver) shown(address, says string) state {
	v.t.Helper()
	return v.until(func(s state) bool {
		return strings.HasSuffix(s.Address, address) && s.Verdict == find && s.Hint == says && s.Dots > 0
	})
}

// puzzle asks for a puzzle.
func (v solver) puzzle(question string) (z report.Puzzle) {
	v.t.Helper()
	_, body := ask(v.t, v.s, "GET", "/api/v1/puzzle?"+question)
	require.NoError(v.t, json.Unmarshal(body, &z))
	return z
}

// solve plays best moves until the puzzle is solved.
func (v solver) solve() state {
	v.t.Helper()
	variant := v.text("new URLSearchParams(document.getElementById('variant').value).toString().slice(0, -1)")
	for turn := ""; ; {
		found := v.until(func(s state) bool {
			return s.Verdict == "Solved!" || s.Text != turn && (s.Verdict == find || s.Verdict == "Right. Go on.") && s.Dots > 0
		})
		if found.Verdict == "Solved!" {
			return v.until(func(s state) bool { return len(s.Offers) > 0 })
		}
		turn = found.Text
		for _, cell := range strings.Split(v.wins(v.s, variant, turn), "@") {
			v.click(cell)
		}
	}
}

// what says what is kept of all puzzles.
func (v solver) tally() string {
	return v.text("(document.querySelector('#results details').open = true) && document.getElementById('results').innerText.replace(/\\s+/g, ' ')")
}

// day returns what the calendar says of a day.
func (v solver) day(date string) string {
	v.t.Helper()
	return v.text(fmt.Sprintf("document.querySelector('#calendar [href$=\"day=%s\"]').getAttribute('aria-label')", date))
}

// What became of puzzles is kept, and a wrong try is, too, when the page is loaded again. What was missed comes again
// until it is solved at once.
func TestLongPuzzleResults(t *testing.T) {
	v := newSolver(t, "#mode=puzzle&v=lockdown&s=4x4&depth=3&seed=5", "")
	v.shown("seed=5", "")
	require.Equal(t, "true", v.text("document.getElementById('results').hidden"))
	v.solve()
	require.Equal(t, "Your puzzles solved 1 first try 100 % days in a row 0 best run 0 By game Game First try Solved later Missed Lockdown 1 0 0", v.tally())
	v.offer(next)
	v.until(func(s state) bool { return s.Verdict == find && !strings.HasSuffix(s.Address, "seed=5") })
	v.do("location.hash = 'v=lockdown&mode=puzzle&s=4x4&depth=3&seed=6'")
	found := v.shown("seed=6", "")
	z := v.puzzle("variant=lockdown&board=4x4&depth=3&seed=6")
	v.click(v.wrong(v.s, z))
	v.until(func(s state) bool {
		return strings.Contains(s.Hint, " does not win: ") && s.Verdict == "Not that one." && s.Drawn > 0
	})
	require.LessOrEqual(t, found.Overflow, 0.5)
	v.reload()
	v.shown("seed=6", "")
	v.solve()
	require.Contains(t, v.tally(), " solved 2 first try 50 % ")
	require.Contains(t, v.tally(), "Lockdown 1 1 0")
	v.do("location.hash = 'v=lockdown&mode=puzzle&s=4x4&depth=3&seed=7'")
	v.shown("seed=7", "")
	v.press("solution")
	v.until(func(s state) bool {
		return slices.Equal(s.Offers, []string{next, "Why?"}) && s.Verdict == "The solution"
	})
	require.Contains(t, v.tally(), "Lockdown 1 1 1")
	require.Equal(t, "Retry my misses (2)", v.text("document.getElementById('missed').textContent"))
	v.press("missed")
	v.shown("seed=6", "You solved it at the second try.")
	v.solve()
	v.press("missed")
	v.shown("seed=7", "You gave it up.")
	v.solve()
	require.Contains(t, v.tally(), "Lockdown 1 2 0")
	require.Empty(t, browsertest.Violations(t, v.ctx, browsertest.Axe(t)))
}

// Days in a row go on from what was kept by former versions, where the number of a day's puzzle was the date. One that was
// solved ahead of its day counts. Sharing leaves the other buttons, and no number of puzzles for practice spoils a day.
func TestLongPuzzleDaysInARow(t *testing.T) {
	v := newSolver(t, "", `if (!localStorage.length) for (const [variant, seed, before] of [['lockdown', 20261130, -5], ['duel', 20261124, 2], ['classic', 20261123, 2], ['blockade', 20261122, 3], ['claim', 20261121, 0]])
		localStorage['gridlock puzzle ' + variant + '|||' + seed] = JSON.stringify({ variant, board: '', depth: '', seed: String(seed), size: '4x4', wrong: 1, end: 'solved', date: now - before * 86400000, mended: true });`)
	card := func(says string) {
		t.Helper()
		require.True(t, testgames.Await(func() bool {
			return strings.Contains(v.text("document.getElementById('today-card').textContent"), says)
		}), says)
	}
	card("Solved on 3 days in a row.")
	v.do("document.querySelector('[data-to=today]').click()")
	v.shown("#mode=puzzle&day=2026-11-25", "")
	z := v.puzzle("day=2026-11-25")
	v.until(func(s state) bool { return s.Text == z.Position })
	v.solve()
	for day, says := range map[string]string{"25": "Wednesday 25 November, solved", "24": "Tuesday 24 November, solved", "23": "Monday 23 November, solved"} {
		require.Equal(t, says, v.day("2026-11-"+day))
	}
	require.Equal(t, "4 days in a row", v.text("document.getElementById('row').textContent"))
	require.Equal(t, "Next daily puzzle in 12:00:00", v.text("document.getElementById('countdown').textContent"))
	v.do("navigator.clipboard.writeText = async text => { window.copied = text }")
	v.offer("Share")
	v.until(func(s state) bool {
		return s.Hint == "The result is copied." && slices.Equal(s.Offers, []string{next, "Share", "Why?"})
	})
	require.Regexp(t, `^Gridlock 25 Nov 2026 · .* \d+×\d+\n🟩 solved at the first try · 4 days in a row\n`+v.s.URL+"/#mode=puzzle&day=2026-11-25$", v.text("copied"))
	for range 8 {
		before := v.until(func(s state) bool { return true }).Address
		v.press("next-puzzle")
		found := v.until(func(s state) bool { return s.Address != before && s.Verdict == find })
		require.Regexp(t, `&seed=\d{1,7}$`, found.Address)
	}
	require.Empty(t, browsertest.Violations(t, v.ctx, browsertest.Axe(t)))
	v.do("now += 86400000")
	require.True(t, testgames.Await(func() bool {
		return v.text("String(!!document.querySelector('#calendar [href$=\"day=2026-11-26\"]'))") == "true"
	}), "the page has not seen midnight")
	v.press("today")
	v.shown("#mode=puzzle&day=2026-11-26", "")
	z = v.puzzle("day=2026-11-26")
	require.Equal(t, z.Position, v.until(func(s state) bool { return s.Text != "" }).Text)
	require.Equal(t, "Thursday 26 November", v.day("2026-11-26"))
	v.do("location.hash = 'mode=puzzle&day=2026-11-25'")
	v.shown("day=2026-11-25", "You solved it at the first try.")
	v.press("mode-home")
	card("Solved on 4 days in a row.")
}

// At midnight the puzzle of the new day comes, at once to who has not begun, and as the one big button to who looks at a
// result. Whoever is at it may finish, and it counts for the day on which it was begun.
func TestLongPuzzleMidnight(t *testing.T) {
	v := newSolver(t, "#mode=puzzle", "")
	v.shown("day=2026-11-25", "")
	v.do("now += 12 * 3600e3 - 1000")
	v.do("now += 2000")
	v.shown("day=2026-11-26", "It is midnight, and here is a new puzzle.")
	z := v.puzzle("day=2026-11-26")
	v.until(func(s state) bool { return s.Text == z.Position })
	for _, cell := range strings.Split(z.Move, "@") {
		v.click(cell)
	}
	v.until(func(s state) bool { return s.Verdict == "Right. Go on." })
	v.do("now += 86400000")
	v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "It is past midnight: there is a new puzzle.") })
	require.Equal(t, []string{"Today’s puzzle", "Share", "Why?"}, v.solve().Offers)
	require.Equal(t, "Thursday 26 November, solved", v.day("2026-11-26"))
	require.Equal(t, "1 day in a row", v.text("document.getElementById('row').textContent"))
	v.offer("Today’s puzzle")
	v.shown("day=2026-11-27", "")
	v.solve()
	v.do("now += 86400000")
	v.until(func(s state) bool { return s.Offers[0] == "Today’s puzzle" })
	v.press("mode-home")
	v.until(func(s state) bool { return s.Mode == "home" })
	card := "document.getElementById('today-card').textContent"
	before := v.text(card)
	v.do("now += 86400000")
	require.True(t, testgames.Await(func() bool { return v.text(card) != before }))
}

// A move that cannot be judged because the server does not answer is drawn, says so, and is judged when it answers again.
func TestLongPuzzleWithoutServer(t *testing.T) {
	v := newSolver(t, "#mode=puzzle&v=lockdown&s=4x4&depth=3&seed=6", "")
	v.shown("seed=6", "")
	z := v.puzzle("variant=lockdown&board=4x4&depth=3&seed=6")
	v.do("window.asked = fetch; window.fetch = async () => { throw new TypeError('offline') }")
	v.click(v.wrong(v.s, z))
	v.until(func(s state) bool { return s.Gone })
	require.Equal(t, "1", v.text("document.querySelectorAll('#place .cell.last').length"))
	v.do("window.fetch = asked")
	v.until(func(s state) bool { return !s.Gone && strings.Contains(s.Hint, " does not win: ") })
}

// wrong returns a legal move that does not solve a puzzle.
func (v visitor) wrong(s *httptest.Server, z report.Puzzle) string {
	v.t.Helper()
	_, body := ask(v.t, s, "GET", "/api/v1/position?variant=lockdown&position="+strings.ReplaceAll(z.Position, " ", "_"))
	var rules report.Rules
	require.NoError(v.t, json.Unmarshal(body, &rules))
	for _, m := range rules.Moves {
		if !slices.Contains(z.Moves, m.Move) {
			return m.Move
		}
	}
	v.t.Fatal("all moves win")
	return ""
}
