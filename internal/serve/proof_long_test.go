//go:build long

package serve_test

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
)

// certificate returns a certificate of package proof.
func certificate(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile("../../proof/testdata/" + name + ".proof")
	require.NoError(t, err)
	return content
}

// drop drops a file into the page.
func (v visitor) drop(content []byte) {
	v.t.Helper()
	v.do(`const all = Uint8Array.from(atob('` + base64.StdEncoding.EncodeToString(content) + `'), c => c.charCodeAt(0)), dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([all], 'my.proof'));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))`)
}

// left waits until something is said of what is left of the proof.
func (v visitor) left(what string) {
	v.t.Helper()
	said := "document.getElementById('proof-left')?.textContent"
	require.True(v.t, testgames.Await(func() bool { return strings.Contains(v.text(said), what) }), "%s, not %s", v.text(said), what)
}

// Turns that are the same whatever the loser does have numbers: all of them in the rule's picture, those to come on the board.
func TestLongProofByPlans(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	script := browsertest.Axe(t)
	for _, width := range []int64{390, 1280} {
		v := visit(t, root, s.URL, s.URL+"/#mode=proof", width, "light")
		require.True(t, testgames.Await(func() bool { return v.text("!!document.getElementById('proof-file')?.checkVisibility()") == "true" }))
		v.drop(certificate(t, "plans"))
		for n, move := range []string{"8", "11", "10"} {
			v.walks(2*n + 1)
			v.do("document.querySelector('#proof-replies [data-move=\"" + move + "\"]').click()")
		}
		v.walks(7)
		require.Equal(t, "Rule 5 of 8, turn 2 of 3", v.text("document.querySelector('#proof-rule h2').textContent"))
		numbers := func(of string) []string {
			return strings.Fields(v.text("[...document.querySelectorAll('" + of + " .turn')].map(n => n.textContent).sort().join(' ')"))
		}
		require.Equal(t, []string{"1", "2", "3"}, numbers("#proof-rule .picture"))
		require.Equal(t, []string{"3"}, numbers(".asks"))
		require.Contains(t, v.text("document.getElementById('proof-replies').textContent"), "rule 5 goes on")
		require.Empty(t, browsertest.Violations(t, v.ctx, script))
		require.LessOrEqual(t, v.until(func(state) bool { return true }).Overflow, 0.0)
	}
}

// stranger opens a page, whose requests may be refused.
func stranger(t *testing.T, root context.Context, address string) visitor {
	t.Helper()
	ctx, cancel := chromedp.NewContext(root)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address)))
	return visitor{t, ctx}
}

// walks waits until a walk has come to where a person plays the loser, or has won, and returns what is said.
func (v visitor) walks(moves int) state {
	v.t.Helper()
	return v.until(func(s state) bool {
		_, line, _ := strings.Cut(s.Address, "&m=")
		line, _, _ = strings.Cut(line, "&")
		return s.Mode == "proof" && strings.Count(line+"_", "_") >= moves && (strings.Contains(s.Verdict, "Play any move of ") || strings.Contains(s.Verdict, "has won"))
	})
}

// said waits until the room of proofs says something.
func (v visitor) said(what string) {
	v.t.Helper()
	require.True(v.t, testgames.Await(func() bool {
		return strings.Contains(v.text("document.getElementById('proof-said')?.textContent"), what)
	}),
		"%s, not %s", v.text("document.getElementById('proof-said')?.textContent"), what)
}

// A certificate from a file is walked through to its end, by clicks, touches, the keyboard and the list of moves. Everything is there for
// a screen reader, in any window.
func TestLongProof(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	script := browsertest.Axe(t)
	looks(t, func(t *testing.T, width int64, scheme string) {
		v := visit(t, root, s.URL, s.URL+"/#mode=proof", width, scheme)
		require.True(t, testgames.Await(func() bool { return v.text("!!document.getElementById('proof-file')?.checkVisibility()") == "true" }))
		require.Empty(t, browsertest.Violations(t, v.ctx, script), "nothing is open")
		require.LessOrEqual(t, v.until(func(state) bool { return true }).Overflow, 0.0)
		require.Empty(t, v.until(func(state) bool { return true }).Small)
		file, err := filepath.Abs("../../proof/testdata/lockdown.proof")
		require.NoError(t, err)
		require.NoError(t, chromedp.Do(v.ctx, chromedp.SetUploadFiles("#proof-file", []string{file})))
		at := v.walks(1)
		require.Equal(t, "X played 7. Play any move of O.", at.Verdict)
		require.Equal(t, "Rule 1 of 15", v.text("document.querySelector('#proof-rule h2').textContent"))
		require.Positive(t, at.Drawn, "the rule is drawn over the board")
		require.Equal(t, "2", v.text("document.querySelectorAll('#proof-replies [data-move]').length"))
		require.Equal(t, 2, at.Dots)
		require.Empty(t, browsertest.Violations(t, v.ctx, script), "a rule")
		v.press("proof-over")
		v.until(func(s state) bool { return s.Drawn == 0 })
		moves := 1
		for inputs := 0; !strings.Contains(at.Verdict, "has won"); inputs++ {
			cell := v.text("document.querySelector('.playable').dataset.cell")
			switch inputs % 4 {
			case 0:
				v.click(cell)
			case 1:
				v.tap(cell)
			case 2:
				v.do("document.querySelector('.playable').focus()")
				v.keys(kb.Enter)
			case 3:
				v.do("document.querySelector('#proof-replies [data-move]').click()")
			}
			moves += 2
			if at = v.until(func(s state) bool {
				_, line, _ := strings.Cut(s.Address, "&m=")
				return strings.Count(line, "_")+1 >= moves-1 && (strings.Contains(s.Verdict, "Play any move") || strings.Contains(s.Verdict, "has won")) && strings.Count(line, "_")+1 == moves
			}); moves > 40 {
				t.Fatal("no end")
			}
			require.LessOrEqual(t, at.Overflow, 0.0)
			require.Empty(t, at.Small)
		}
		require.Equal(t, "O cannot move: X has won.", at.Verdict)
		v.left("Nothing is left")
		require.Empty(t, browsertest.Violations(t, v.ctx, script), "the end")
		v.press("proof-back")
		v.walks(moves - 2)
		v.press("proof-again")
		v.until(func(s state) bool { return s.Verdict == "X played 7. Play any move of O." })
		v.reload() // the browser has kept the file
		v.left("at most 4 more turns")
	})
}

// What is dropped into any room is walked through, of whatever method and game; what proves nothing is refused with a reason.
func TestLongProofFiles(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := stranger(t, browsertest.Start(t), s.URL+"/")
	v.until(func(s state) bool { return s.Mode == "home" })
	for _, name := range []string{"claim", "duel", "values", "bounds", "excluded", "classic", "blockade", "intervals"} {
		v.drop(certificate(t, name))
		v.until(func(s state) bool { return s.Mode == "proof" && strings.Contains(s.Verdict, "Play any move of") })
		v.left("The certificate was checked: it is right.")
	}
	_, other := ask(t, s, "GET", "/api/v1/certificate?variant=walk_hex_torus&board=3x3")
	v.drop(other)
	v.until(func(s state) bool {
		return strings.Contains(s.Address, "v=walk_hex_torus") && strings.Contains(s.Verdict, "Play any move of")
	})
	damaged := certificate(t, "lockdown")
	damaged[len(damaged)-2] ^= 1
	v.drop(damaged)
	v.said("Layer 4")
	v.drop([]byte("no certificate"))
	v.said("Not a certificate")
	v.drop(make([]byte, query.MostCertificate+1))
	v.said("too large")
	require.Equal(t, "true", v.text("document.getElementById('proof-open').checkVisibility()"))
	v.do("document.querySelector('#proof-examples [data-game=blockade]').click()")
	v.until(func(s state) bool {
		return strings.Contains(s.Address, "v=blockade&mode=proof&s=4x4") && strings.Contains(s.Verdict, "Play any move of O")
	})
}

// Boards of the atlas have a link to their proofs, links keep the walk, and what the proof does not play is taken out of them.
func TestLongProofLinks(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10, Timeout: 8 * time.Second})
	v := stranger(t, browsertest.Start(t), s.URL+"/#mode=atlas&v=lockdown")
	v.atlas("lockdown")
	v.set("atlas-board", "4x4")
	require.Equal(t, "#mode=proof&v=lockdown&s=4x4", v.text("document.getElementById('atlas-walk').getAttribute('href')"))
	v.press("atlas-walk")
	at := v.until(func(s state) bool { return s.Mode == "proof" && strings.Contains(s.Verdict, "Play any move of") })
	cell := v.text("document.querySelector('.playable').dataset.cell")
	v.click(cell)
	at = v.walks(strings.Count(at.Address, "_") + 2)
	v.do("history.back()")
	v.mode("atlas")
	v.do("history.forward()")
	v.until(func(s state) bool { return s.Address == at.Address && s.Verdict == at.Verdict })
	v.reload()
	v.left("more turns.")
	v.until(func(s state) bool { return s.Address == at.Address && s.Verdict == at.Verdict })
	v.open("mode=proof&v=lockdown&s=4x4&m=1_2") // X is the loser here, or plays something else
	now := v.until(func(s state) bool {
		return s.Mode == "proof" && strings.Contains(s.Verdict, "Play any move of") && !strings.HasSuffix(s.Address, "m=1_2")
	})
	require.Contains(t, now.Hint, "the strategy plays", "it is said what was taken out")
	v.open("mode=proof&v=blockade&s=8x8") // not proven at once
	v.said("not proven")
}
