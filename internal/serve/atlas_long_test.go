//go:build long

package serve_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"gridlock/docs"
	"gridlock/internal/browsertest"
	"gridlock/internal/query"
	"gridlock/internal/serve"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/variants"
)

// boards returns the rows of the atlas of a game, by column.
func boards(t *testing.T, game string) (all []map[string]string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(docs.Atlas)).ReadAll()
	require.NoError(t, err)
	for _, row := range rows[1:] {
		b := map[string]string{}
		for i, name := range rows[0] {
			b[name] = row[i]
		}
		if b["variant"] == game {
			all = append(all, b)
		}
	}
	return all
}

// tile is a board as the map shows it.
type tile struct {
	Name, Text, Link string
	Width, Height    float64 // pixels
}

// atlas waits until the map of a game is shown, and returns its boards.
func (v visitor) atlas(game string) (all []tile) {
	v.t.Helper()
	require.True(v.t, testgames.Await(func() bool {
		return v.text("document.querySelector('#atlas-games [aria-current]')?.getAttribute('href')") == "#v="+game+"&mode=atlas" &&
			strings.HasPrefix(v.text("document.querySelector('.strip a')?.getAttribute('href')"), "#v="+game)
	}))
	all, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]tile](`[...document.querySelectorAll('.strip a')].map(a => {
		const r = a.getBoundingClientRect();
		return { Name: a.firstChild.textContent, Text: a.lastChild.textContent, Link: a.getAttribute('href'), Width: r.width, Height: r.height };
	})`))
	require.NoError(v.t, err)
	return all
}

// The map of each game has its boards as the table has them: who wins, and the measure that was chosen.
func TestLongAtlas(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	root := browsertest.Start(t)
	says := map[string]string{"plies": " in %s", "nodes": ", %s positions searched", "certificate_records": ", certificate of %s records"}
	for _, width := range []int64{390, 768, 1280, 1920} {
		v := visit(t, root, s.URL, s.URL+"/#mode=atlas&v=classic", width, map[bool]string{true: "light", false: "dark"}[width%3 == 0])
		v.atlas("classic")
		seen := 0
		for _, game := range variants.IDs() {
			v.do("document.querySelector('#atlas-games a[href*=" + game + "]').click()")
			for measure, much := range says {
				v.set("atlas-by", measure)
				want := map[string]string{} // names by links
				for _, b := range boards(t, game) {
					name := fmt.Sprintf("%s by %s: %s wins", b["rows"], b["cols"], b["winner"])
					if b[measure] != "" {
						name += fmt.Sprintf(much, b[measure])
					}
					want[fmt.Sprintf("#v=%s&s=%sx%s", game, b["rows"], b["cols"])] = name
				}
				got := map[string]string{}
				for _, tile := range v.atlas(game) {
					got[tile.Link] = tile.Name
					require.GreaterOrEqual(t, tile.Width, 43.5, tile.Name)
					require.GreaterOrEqual(t, tile.Height, 44.0, tile.Name)
					size, _, _ := strings.Cut(tile.Name, ":")
					require.Contains(t, tile.Text, strings.ReplaceAll(size, " by ", "×"))
					require.Contains(t, tile.Text, strings.Split(tile.Name, ": ")[1][:1], "the letter of the winner")
				}
				require.Equal(t, want, got, "%s by %s", game, measure)
				if measure == "plies" {
					seen += len(got)
				}
			}
			found := v.until(func(s state) bool { return s.Mode == "atlas" })
			require.LessOrEqual(t, found.Overflow, 0.5)
			require.Empty(t, found.Small)
		}
		require.Equal(t, 792, seen)
	}
}

// A board of the map opens in the room for analysis, by the keyboard too, and Back leads to the map.
func TestLongAtlasOpensBoards(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/", 1280, "light")
	v.mode("home")
	v.do("document.querySelector('#home [data-to=atlas]').click()")
	v.atlas("classic")
	v.tab(".strip a[href$=\"s=3x4\"]")
	v.keys(kb.Enter)
	found := v.at("..../..../.... x")
	require.Equal(t, "analyse", found.Mode)
	for _, b := range boards(t, "classic") {
		if b["rows"] == "3" && b["cols"] == "4" {
			require.Equal(t, fmt.Sprintf("X to move. %s wins in %s plies.", b["winner"], b["plies"]), found.Verdict)
		}
	}
	require.Equal(t, "true", v.text("document.activeElement.matches('.cell')"), "the keyboard is on the board")
	v.back(-1)
	v.mode("atlas")
	v.atlas("classic")
	v.open("mode=atlas&v=snort")
	require.True(t, testgames.Await(func() bool {
		return strings.HasPrefix(v.text("document.getElementById('atlas-says').textContent"), "Snort is not in the atlas")
	}))
	require.Equal(t, "0", v.text("document.querySelectorAll('.strip').length"))
	// What a search takes long for says the table.
	v.open("v=blockade&s=8x8")
	require.True(t, testgames.Await(func() bool { return v.text("document.getElementById('came').textContent") != "" }))
	for _, b := range boards(t, "blockade") {
		if b["rows"] == "8" && b["cols"] == "8" {
			require.Equal(t, fmt.Sprintf("In the atlas: %s wins in %s plies; a best first move is %s.", b["winner"], b["plies"], b["best_move"]), v.text("document.getElementById('came').textContent"))
		}
	}
	// The game that is shown has the map that the room begins with.
	v.open("v=claim&s=3x3")
	v.at(".../.../... x")
	v.press("mode-atlas")
	v.atlas("claim")
}

// The link to a certificate answers with one that proves what the map says, and the button saves it.
func TestLongAtlasCertificates(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 2, Queue: 10, Timeout: 2 * time.Minute})
	v := visit(t, browsertest.Start(t), s.URL, s.URL+"/#mode=atlas&v=duel", 390, "light")
	v.atlas("duel")
	for _, game := range variants.IDs() {
		v.do("document.querySelector('#atlas-games a[href*=" + game + "]').click()")
		v.atlas(game)
		offered := strings.Fields(v.text("[...document.getElementById('atlas-board').options].map(o => o.value).join(' ')"))
		want := []string{}
		for _, b := range boards(t, game) {
			if nodes, err := strconv.Atoi(b["nodes"]); err == nil && nodes <= 100_000 {
				want = append(want, b["rows"]+"x"+b["cols"])
			}
		}
		require.Equal(t, want, offered)
		for i := 3; i < len(offered); i += 29 {
			v.set("atlas-board", offered[i])
			link := v.text("document.getElementById('atlas-proof').getAttribute('href')")
			answer, body := ask(t, s, "GET", link)
			require.Equal(t, 200, answer.StatusCode, link)
			checked, _, err := proof.Check(t.Context(), bytes.NewReader(body), proof.Options{})
			require.NoError(t, err, link)
			require.Equal(t, game, checked.Header.Variant)
			require.Equal(t, offered[i], checked.Header.Board)
			require.Contains(t, names(v.atlas(game)), strings.ReplaceAll(offered[i], "x", " by ")+": "+checked.Header.Winner+" wins")
		}
	}
	v.do("window.saved = []; URL.createObjectURL = b => { b.arrayBuffer().then(bytes => saved.push(btoa(String.fromCharCode(...new Uint8Array(bytes))))); return 'data:,'; }; URL.revokeObjectURL = () => {}")
	v.set("atlas-board", "4x4")
	v.press("atlas-proof")
	require.True(t, testgames.Await(func() bool { return v.text("saved.length") == "1" }))
	_, _, err := proof.Check(t.Context(), base64.NewDecoder(base64.StdEncoding, strings.NewReader(v.text("saved[0]"))), proof.Options{})
	require.NoError(t, err)
}

// names returns what boards are called, without their measures.
func names(all []tile) (names []string) {
	for _, tile := range all {
		name, _, _ := strings.Cut(tile.Name, " in ")
		names = append(names, name)
	}
	return names
}
