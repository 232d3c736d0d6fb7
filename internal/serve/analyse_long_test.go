//go:build long

package serve_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/shipped"
	"gridlock/variants"
)

// A comment is about a position. It goes with the game: in its link if it is short, in the browser, to the room of
// review, and in its record, which is a record for everybody else and comes back with its comments.
func TestLongComments(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	comment := func(v visitor, said string) {
		v.t.Helper()
		v.do("const e = document.getElementById('comment'); e.value = '" + said + "'; e.dispatchEvent(new Event('change'))")
	}
	quotes := func(v visitor) string {
		return v.text("[...document.querySelectorAll('#game q')].map(e => e.textContent).join('|')")
	}
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/", width, scheme)
		v.mode("home")
		v.do("localStorage.clear(); location.hash = 'v=lockdown&m=6_11_7'")
		v.at("..../.xX./..O./.... o")
		comment(v, "Black & white: 100 %, #1 + “ß”  ")
		v.press("first")
		v.at("..../..../..../.... x")
		comment(v, "The start")
		found := v.until(func(s state) bool { return strings.Contains(s.Address, "The%20start") })
		require.Equal(t, "The start|Black & white: 100 %, #1 + “ß”", quotes(v))
		require.Equal(t, "The start", v.text("document.getElementById('said').textContent"))
		require.LessOrEqual(t, found.Overflow, 0.5)
		require.Empty(t, found.Small)

		other := visit(t, root, s.URL, s.URL+"/"+found.Address, width, scheme)
		other.at("..../..../..../.... x")
		require.Equal(t, quotes(v), quotes(other))
		v.do("location.hash = 'v=lockdown&mode=review&m=" + found.Address[strings.Index(found.Address, "m=")+2:] + "'")
		v.until(func(s state) bool {
			return s.Mode == "review" && v.text("document.getElementById('said').textContent") == "The start"
		})

		v.do("window.saved = null; const make = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(t => { window.saved = t; }); return make(b); }; HTMLAnchorElement.prototype.click = () => {}")
		v.do("location.hash = 'v=lockdown&m=6_11_7&c=0%20The%20start%0A2%20after two%0A3%20the end'")
		v.at("..../.xX./..O./.... o")
		v.press("save-record")
		v.until(func(state) bool { return v.text("window.saved") != "null" })
		record := v.text("window.saved")
		require.Equal(t, "gridlock-game 1\n# 0: The start\n# 2: after two\n# 3: the end\nvariant lockdown\nstart ..../..../..../.... x\nmoves 6 11 7\nresult unfinished\n", record)
		game, err := variants.ParseGameRecord(record)
		require.NoError(t, err)
		require.Len(t, game.Moves, 3)
		v.do("location.hash = 'v=duel'")
		v.at("..../..../..../.... x")
		v.press("mine-open")
		v.do("document.getElementById('mine-text').value = window.saved.replace('moves 6 11 7', 'moves 6 11\\nmoves 7')")
		v.press("mine-take")
		v.at("..../.xX./..O./.... o")
		require.Equal(t, "The start|after two|the end", quotes(v))

		comment(v, strings.Repeat("é", 300))
		v.until(func(s state) bool { return !strings.Contains(s.Address, "c=") })
		v.do("Object.defineProperty(navigator, 'clipboard', {value: {writeText: () => Promise.resolve()}})")
		v.press("save-link")
		v.until(func(s state) bool { return strings.HasPrefix(s.Hint, "The link is copied, without the comments") })
		v.reload()
		v.at("..../.xX./..O./.... o")
		require.Equal(t, "The start|after two|"+strings.Repeat("é", 300), quotes(v), "it is kept in the browser")
	})
}

// Variations are listed; each is gone to, becomes the main line, and is deleted, and what was deleted comes back.
func TestLongListOfVariations(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=lockdown&m=6_11_(16_(15)_2)_7_(1)&at=1", 390, "light")
	v.at("..../.X../..../.... o")
	list := func() string {
		return v.text("[...document.querySelectorAll('#branches li')].map(e => e.firstChild.textContent + (e.firstChild.ariaCurrent ? '!' : '')).join('|')")
	}
	press := func(i, button string) {
		v.t.Helper()
		v.do("document.querySelector('#branches li:nth-child(" + i + ") button:nth-child(" + button + ")').click()")
	}
	v.until(func(state) bool { return list() == "2. 16 2, not 11|2. 15, not 11|3. 1, not 7" })
	press("2", "1")
	found := v.at("..../.X../..../..O. x")
	require.Equal(t, "2. 16 2, not 11|2. 15, not 11!|3. 1, not 7", list())
	require.LessOrEqual(t, found.Overflow, 0.5)
	require.Empty(t, found.Small)
	press("2", "2")
	v.until(func(s state) bool { return s.Address == "#v=lockdown&m=6_15_(11_7_(1))_(16_2)" })
	require.Equal(t, "2. 11 7, not 15|3. 1, not 7|2. 16 2, not 15", list())
	press("3", "1")
	v.at("..../.X../..../...O x")
	press("3", "3")
	v.until(func(s state) bool {
		return s.Address == "#v=lockdown&m=6_15_(11_7_(1))&at=1" && s.Hint == "Deleted: 2. 16 and what came after it." && s.Text == "..../.X../..../.... o"
	})
	require.Equal(t, "2. 11 7, not 15|3. 1, not 7", list())
	v.offer("Bring it back")
	v.until(func(s state) bool { return s.Text == "..../.X../..../...O x" && strings.Contains(s.Address, "(16_2)") })
	require.Equal(t, "2. 11 7, not 15|3. 1, not 7|2. 16 2, not 15!", list())
}

// On a desk all of the room of values is in one screen, whatever is pressed: the board, its legend, what is said, the
// best line, and panels that scroll by themselves; and what is drawn of why hides no value.
func TestLongAnalysisInOneScreen(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1280, "light")
	v.size(1280, 800)
	for _, game := range []string{"v=lockdown&m=6_11", "v=lockdown&m=6_11_(16_(15)_2)_7_(1)", "v=classic&s=4x4", "v=place_hex_other&s=3x3", "v=blockade&s=4x5"} {
		v.open(game)
		v.until(func(s state) bool { return s.Facts != "" && !s.Searching && s.Values > 0 })
		for _, panel := range []string{"moves", "game", "history", "comments", "about-it", "share"} {
			v.do("document.querySelector('#tabs [data-panel=" + panel + "]').click()")
			require.Equal(t, "true", v.text("document.querySelector('.panel[data-panel="+panel+"]').checkVisibility()"))
			for _, part := range []string{"svg.board", "#legend", "#controls nav", "#now", "#pv", "#panels"} {
				require.True(t, v.whole(part), "%s %s %s", game, panel, part)
			}
			require.Equal(t, "0", v.text("document.documentElement.scrollHeight - innerHeight"), "%s %s", game, panel)
		}
		v.press("show")
		v.until(func(s state) bool { return s.Drawn > 0 })
		require.Equal(t, "0", v.text("document.documentElement.scrollHeight - innerHeight"), game)
		require.Equal(t, "0", v.text(`(() => {
			const boxes = what => [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect());
			return boxes('.chip').filter(a => boxes('.overlay :is(circle:not(.pole), rect, text)').some(b => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 1)).length;
		})()`), game)
		v.press("step-end")
	}
}

// steps is what the page shows of why, piece by piece.
type steps struct {
	Says               string
	Pieces, Now        int    // that are drawn, and of those the one that came last
	Board              string // what the cells are said to have
	Play, Take, Closed bool   // controls that are shown
}

func (v visitor) steps(want func(steps, state) bool) steps {
	v.t.Helper()
	var found steps
	v.until(func(s state) bool {
		var err error
		found, err = chromedp.Run(v.ctx, chromedp.Evaluate[steps](`(() => {
			const $ = id => document.getElementById(id), count = what => document.querySelectorAll('svg.board ' + what).length;
			return {
				Says: $('step').textContent, Pieces: count('.why > g'), Now: count('.why > .now'), Closed: $('steps').hidden,
				Board: [...document.querySelectorAll('.cell[aria-label*=marker]')].map(e => e.dataset.cell + ' ' + e.ariaLabel.match(/marker of (.)/)[1]).join(', '),
				Play: $('step-play').checkVisibility(), Take: $('step-take').checkVisibility(),
			};
		})()`))
		require.NoError(v.t, err)
		return want(found, s)
	})
	return found
}

// Why is drawn at once or piece by piece, by buttons, by keys or by itself, and the address says how far.
func TestLongWhyPieceByPiece(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	for width, games := range map[int64][]struct{ game, second, last string }{
		390: {
			{"v=classic&s=4x4", "2 of 8: 1,3 and 1,4 are partners.", "8 of 8: 4,3 and 4,4 are partners."},
			{"v=blockade&p=X..%23../..%23..O%20x", "2 of 10: X goes to 1,0 and blocks 0,0.", "10 of 10: O goes to 1,5 and blocks 1,4."},
		},
		1280: {
			{"v=lockdown&m=6_11", "2 of 7: 2 and 15 are images of each other.", "7 of 7: 8 and 9 are images of each other."},
			{"v=claim&s=1x7&m=3", "2 of 3: 1 cell with 1: nimber ∗1.", "3 of 3: 5 makes the sum 0."},
		},
	} {
		for _, g := range games {
			v := visit(t, root, s.URL, s.URL+"/#"+g.game+"&why=2", width, "dark")
			found := v.steps(func(found steps, s state) bool { return found.Says == g.second })
			require.Equal(t, 2, found.Pieces, g.game)
			require.Equal(t, 1, found.Now)
			require.True(t, found.Play)
			require.False(t, found.Take)
			v.do("document.activeElement.blur()")
			v.keys(",,")
			n := strings.Fields(g.last)[0]
			found = v.steps(func(found steps, s state) bool { return strings.HasSuffix(s.Address, "&why=all") && found.Now == 0 })
			require.Equal(t, n+" pieces, all at once. The arrows show one after the other.", found.Says)
			require.Equal(t, n, strconv.Itoa(found.Pieces))
			v.keys(".")
			v.steps(func(found steps, s state) bool { return strings.HasSuffix(s.Address, "&why=1") && found.Pieces == 1 })
			v.press("step-play")
			v.steps(func(found steps, s state) bool {
				return found.Says == g.last && strings.HasSuffix(s.Address, "&why="+n)
			})
			require.Equal(t, "Play", v.text("document.getElementById('step-play').textContent"))
			v.press("step-end")
			v.steps(func(found steps, s state) bool { return found.Closed && found.Pieces == 0 && s.Address == "#"+g.game })
			v.media("prefers-reduced-motion", "reduce")
			v.press("show")
			require.False(t, v.steps(func(found steps, s state) bool { return !found.Closed && found.Pieces > 0 }).Play, "nothing moves by itself")
			require.Empty(t, v.until(func(state) bool { return true }).Small)
		}
	}
}

// A line is played on the board, while the game stays where it is, until it is added to the game. A link leads to its
// step.
func TestLongLineOnTheBoard(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/#v=lockdown&m=6_11&why=3&of=2", width, scheme)
		const at = "..../.X../..O./.... x"
		third := v.steps(func(found steps, s state) bool {
			return strings.HasPrefix(found.Says, "3 of ") && s.Facts != "" && !strings.Contains(found.Board, "6 X")
		})
		require.True(t, third.Take)
		found := v.at(at)
		require.Zero(t, found.Values)
		require.LessOrEqual(t, found.Overflow, 0.5)
		require.Empty(t, found.Small)
		v.press("step-back")
		second := v.steps(func(found steps, s state) bool { return strings.Contains(found.Board, "2 X") })
		require.Regexp(t, `^2 of \d+: O plays \d+\.$`, second.Says)
		v.press("step-next")
		require.Equal(t, third, v.steps(func(found steps, s state) bool {
			return found.Board == third.Board && strings.HasPrefix(found.Says, "3")
		}))
		v.press("step-take")
		found = v.until(func(s state) bool { return len(s.Game) == 5 && s.Text != at && s.Facts != "" && !s.Searching })
		require.Regexp(t, `^#v=lockdown&m=6_11_2_\d+_\d+$`, found.Address)
		require.Equal(t, third.Board, v.steps(func(found steps, s state) bool { return found.Closed }).Board)

		v.open("v=lockdown&m=6_11")
		v.at(at)
		v.do("document.querySelector('#moves [data-line=\"7\"]').click()")
		v.steps(func(found steps, s state) bool {
			return found.Board == "7 X, 11 O" && s.Address == "#v=lockdown&m=6_11&why=1&of=7"
		})
		v.do("document.activeElement.blur()")
		v.keys(kb.Escape)
		v.steps(func(found steps, s state) bool {
			return found.Board == "6 X, 11 O" && found.Closed && s.Address == "#v=lockdown&m=6_11" && s.Values == 7
		})
		v.press("line")
		v.steps(func(found steps, s state) bool { return !found.Closed && found.Board != "6 X, 11 O" })
		v.click("16") // goes back to the position, and plays nothing
		found = v.at(at)
		require.Equal(t, "6 X, 11 O", v.steps(func(found steps, s state) bool { return found.Closed }).Board)
		require.Len(t, found.Game, 2)
	})
}

// The table says how many moves keep the win at the winner's next choice, and what a value comes from; the values are
// explained beside the board, and words of the trade where they stand, also by the keyboard.
func TestLongWordsAndNextChoices(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10, Library: new(shipped.Results)})
	root := browsertest.Start(t)
	row := func(v visitor, move string) string {
		return v.text("[...document.querySelector('#moves [data-move=\"" + move + "\"]').closest('tr').children].slice(1).map(e => e.textContent).join('|')")
	}
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/#v=lockdown&m=6_11_7", width, scheme)
		found := v.at("..../.xX./..O./.... o")
		v.until(func(state) bool { return row(v, "10") == "wins in 13 |1 of 5, after 4|O copies through the centre" })
		require.Equal(t, "loses in 12 ??|1 of 6|proof-number search", row(v, "15"))
		require.Equal(t, "W13: O wins in 13 plies. L12: O loses in 12 plies.", v.text("document.getElementById('legend').textContent"))
		require.LessOrEqual(t, found.Overflow, 0.5)
		require.Empty(t, found.Small)
		require.Equal(t, "true", v.text("[...document.querySelectorAll('.term')].filter(e => e.checkVisibility()).every(e => e.getBoundingClientRect().height >= 43)"))

		open := func() string { return v.text("document.querySelector('#term:popover-open')?.textContent ?? ''") }
		v.tab("#legend .term")
		v.keys(kb.Enter)
		v.until(func(state) bool { return open() == "A ply is one move of one player." })
		require.LessOrEqual(t, v.until(func(state) bool { return true }).Overflow, 0.5)
		v.keys(kb.Escape)
		v.until(func(state) bool { return open() == "" })
		require.Equal(t, "plies", v.text("document.activeElement.dataset.term"))
		v.do("document.querySelector('#facts [data-term=theory]').click()")
		v.until(func(state) bool { return strings.HasPrefix(open(), "Theorems decide it") })
	})

	v := visit(t, root, s.URL, s.URL+"/#v=blockade&s=7x7", 1280, "dark")
	v.at("......./......./......./X.....O/......./......./....... x")
	v.until(func(state) bool { return strings.Contains(row(v, "3,1@2,1"), " of 11, after 3,5@3,6") })
	require.Regexp(t, `^wins in 43 \|\d+\+? of 11, after 3,5@3,6\|opening book$`, row(v, "3,1@2,1"))
	v.press("first")
	v.open("v=claim&s=1x2")
	v.at(".. x")
	require.Equal(t, "wins in 1 |–|O cannot move", row(v, "1"))
	v.open("v=classic&s=4x4")
	v.at("..../..../..../.... x")
	require.Equal(t, "0 16", v.text("document.querySelectorAll('.cell[class*=rank]').length + ' ' + document.querySelectorAll('.cell.for-O.loss').length"), "all lose alike: one tint, and no frames")
}

// While a search goes on its numbers are explained, and the word that is asked about stays.
func TestLongWordsOfASearch(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1, Queue: 20, Memory: 32 << 20, Timeout: 2 * time.Minute})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#v=blockade&s=8x8", 390, "light")
	v.until(func(s state) bool { return strings.Contains(s.Progress, ", proof ") })
	v.tab("#progress .term")
	v.keys(kb.Enter)
	v.until(func(s state) bool {
		return s.Searching && strings.HasPrefix(v.text("document.querySelector('#term:popover-open')?.textContent"), "About how many more positions")
	})
	v.keys(kb.Escape)
	v.until(func(s state) bool { return strings.HasPrefix(v.text("document.activeElement.dataset.term"), "proof ") })
}
