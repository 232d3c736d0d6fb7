//go:build long

package serve_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// shown is what is said of a game, and where it is.
const shown = "document.getElementById('verdict').textContent + document.getElementById('text').textContent"

// The page in another browser: Home, whole games by mouse, touch and keyboard, a move against the computer, values and a reason, Back, and
// keys; a link to play by, and a long board.
func TestLongFirefox(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	f := startFirefox(t)
	f.Open(s.URL + "/")
	f.Until("document.querySelectorAll('#cards .card').length", "5")
	f.Until("document.getElementById('tour')?.open", "true")
	f.Click("#tour-skip")
	f.Until("document.getElementById('tour').open", "false")
	f.Click("#cards [data-to=play][data-variant=duel]")
	f.Until("document.getElementById('task').textContent.replaceAll(/[0-9]+/g, 'N')", "X took N. Put your O on one of the N dots.")
	for i, game := range wholeGames {
		f.Open(s.URL + "/")
		f.Until("document.body.dataset.mode", "home")
		f.Click("#home [data-to=play][data-variant=" + game + "]")
		for over := false; !over; {
			const ready = "document.getElementById('offers').children.length > 2 ? 'over' : document.querySelectorAll('.dot').length && document.querySelector('.cell.playable') ? 'on' : ''"
			require.True(t, testgames.Await(func() bool { return f.Evaluate(ready) != "" }), game)
			if over = f.Evaluate(ready) == "over"; over {
				break
			}
			before := f.Evaluate(shown)
			switch i % 3 {
			case 0:
				f.Click(".cell:has(.dot)")
			case 1:
				f.Tap(".cell:has(.dot)")
			default: // by the keyboard
				f.Evaluate("document.querySelector('.cell:has(.dot)').focus()")
				f.Press("\uE007")
			}
			require.True(t, testgames.Await(func() bool { return f.Evaluate(shown) != before }), game)
		}
	}
	f.Open(s.URL + "/#mode=play&v=duel")
	f.Until("document.querySelectorAll('#place .dot').length", "16")
	f.Click("[data-cell='6']")
	f.Until("document.getElementById('task').textContent.replaceAll(/[0-9]+/g, 'N')", "O took N. Put your X on one of the N dots.")
	f.Click("#undo")
	f.Until("document.getElementById('verdict').textContent + document.querySelectorAll('#place .dot').length", "Your turn16")
	f.Click("#mode-analyse")
	f.Until("document.getElementById('verdict').textContent", "X to move. O wins in 8 plies.")
	f.Open(s.URL + "/#mode=analyse&v=lockdown&m=6_11_7")
	f.Until("document.getElementById('verdict').textContent", "O to move. O wins in 13 plies.")
	f.Until("document.getElementById('show').hidden", "false")
	f.Click("#show")
	f.Until("document.querySelectorAll('#place .overlay > *').length > 0", "true")
	f.Press("b")
	f.Until("location.hash.includes('m=6_11_7_10') || location.hash.includes('m=6_11_7_14')", "true")
	f.Back()
	f.Until("document.body.dataset.mode + ' ' + document.querySelectorAll('#place .dot').length", "analyse 0")
	require.Equal(t, "true", f.Evaluate("document.documentElement.scrollWidth <= innerWidth"))
	f.Open(s.URL + "/#mode=play&v=duel&m=6&g=abcdefghij&you=O")
	f.Until("document.getElementById('verdict').textContent + document.getElementById('task').textContent.slice(0, 10)", "Your turnX took 6. ")
	f.Click("[data-cell='11']")
	f.Until("document.getElementById('verdict').textContent + document.getElementById('offers').textContent", "Waiting for XCopy the link")
	f.Open(s.URL + "/#mode=play&v=dawson&s=1x64")
	f.Until("document.getElementById('place').dataset.part?.replace(/to [0-9]+/, 'to N')", "columns 1 to N of 64 ▸")
	require.Equal(t, "true", f.Evaluate("document.documentElement.scrollWidth <= innerWidth"))
}
