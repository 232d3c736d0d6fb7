package puzzle

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/puzzle"
	"gridlock/variants"
)

// sheets returns a page with some puzzles of a game.
func sheets(t *testing.T, v variants.Variant, count int) (*worksheet, string) {
	t.Helper()
	game, err := v.NewGame(4, 5)
	require.NoError(t, err)
	w := &worksheet{game: game, seed: 1}
	f := puzzle.NewFinder(w.game.Start(), puzzle.Usual(3, 3, 1))
	for range count {
		z, err := f.Next(context.Background())
		require.NoError(t, err)
		require.NoError(t, w.add(0, z))
	}
	var page bytes.Buffer
	require.NoError(t, writeSheets(&page, w))
	return w, page.String()
}

// The sheets with puzzles have every puzzle and give nothing away, neither to the eye nor to
// a screen reader; those with solutions have every solution.
func TestWorksheets(t *testing.T) {
	for _, v := range variants.All() {
		w, page := sheets(t, v, 4)
		require.True(t, strings.HasPrefix(page, pageBegin()))
		puzzles, solved, found := strings.Cut(page, "Solutions:")
		require.True(t, found)
		require.NotRegexp(t, `>[WL][0-9?]+<|wins in [0-9]+:|Played|Line:|class="played`, puzzles)
		for _, z := range w.puzzles {
			require.Contains(t, puzzles, z.Position.String())
			require.Contains(t, solved, z.Position.String())
			require.Contains(t, solved, "Line: "+strings.Join(z.Position.Record(z.Line), " "))
			require.Contains(t, solved, " by "+strings.Join(solutions(z), " or ")+"</text>")
		}
		require.Equal(t, 4, strings.Count(solved, `class="played"`), v.ID)
	}
}

// A page has sheets of 12 puzzles, then as many with solutions, each of which is a section that
// the style sheet begins on a page of its own; and it is well-formed, and needs no other file.
func TestSheetsOfAPage(t *testing.T) {
	w, page := sheets(t, variants.All()[0], 14)
	require.Equal(t, 4, strings.Count(page, "<section>"))
	require.Contains(t, page, "break-after: page")
	var titles []string
	for _, m := range regexp.MustCompile(`printed title[^>]*>([A-Z][a-z]+):`).FindAllStringSubmatch(page, -1) {
		titles = append(titles, m[1])
	}
	require.Equal(t, []string{"Puzzles", "Puzzles", "Solutions", "Solutions"}, titles)
	for number := 1; number <= len(w.puzzles); number++ {
		require.Equal(t, 2, strings.Count(page, fmt.Sprintf(">%d. ", number)), number)
	}
	require.NotRegexp(t, `(src|href)="[^d]`, page)
	_, body, _ := strings.Cut(page, "<body>")
	decoder := xml.NewDecoder(strings.NewReader("<body>" + strings.TrimSuffix(strings.TrimSpace(body), "</html>")))
	for {
		if _, err := decoder.Token(); err != nil {
			require.ErrorIs(t, err, io.EOF)
			break
		}
	}
}
