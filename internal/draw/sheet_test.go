package draw_test

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/draw"
	"gridlock/variants"
)

// box is a part of a sheet.
type box struct{ left, top, right, bottom float64 }

// boardsOf returns where the boards of a sheet are, and checks that they keep their shape.
func boardsOf(t *testing.T, sheet node) (all []box) {
	t.Helper()
	for _, b := range sheet.with("board") {
		x, y, width, height := b.number(t, "x"), b.number(t, "y"), b.number(t, "width"), b.number(t, "height")
		shape := strings.Fields(b.get("viewBox"))
		wide, err := strconv.ParseFloat(shape[2], 64)
		require.NoError(t, err)
		high, err := strconv.ParseFloat(shape[3], 64)
		require.NoError(t, err)
		require.InDelta(t, wide/high, width/height, 0.01)
		all = append(all, box{x, y, x + width, y + height})
	}
	return all
}

// Boards and texts of a sheet are on it, and do not overlap, whatever the game, the number of
// boards and the length of the notes.
func TestSheetsHaveRoom(t *testing.T) {
	for _, game := range games(t) {
		for n := 1; n <= draw.SheetEntries; n++ {
			s := draw.Sheet{Title: "Puzzles", Notes: []string{strings.Repeat("a long note ", 20), "a short one"}, Room: n}
			for i := range n {
				s.Entries = append(s.Entries, draw.Entry{
					Board: draw.Board(analysis.Position{Position: game.Start()}, nil), Head: fmt.Sprintf("%d. X to move", i+1),
					Notes: []string{strings.Repeat("4,3@4,4 ", 1+i), "why"},
				})
			}
			var sheet node
			require.NoError(t, xml.Unmarshal([]byte(s.Draw().File()), &sheet))
			boards := boardsOf(t, sheet)
			require.Len(t, boards, n)
			for i, b := range boards {
				require.True(t, b.left >= 0 && b.top > 60 && b.right <= 744 && b.bottom <= 1008, "%v %d: %v", game, n, b)
				for _, other := range boards[:i] {
					require.True(t, b.left > other.right || b.top > other.bottom, "%v %d: %v %v", game, n, b, other)
				}
			}
			for _, text := range sheet.with("printed") {
				x, y := text.number(t, "x"), text.number(t, "y")
				require.True(t, y > 0 && y <= 1005, "%v %d: %q at %v", game, n, text.Text, y)
				require.LessOrEqual(t, x+6.2*float64(len(text.Text)), 745.0, "%q", text.Text)
				for _, b := range boards {
					inside := x+1 > b.left && x < b.right && y > b.top+1 && y-8 < b.bottom
					require.False(t, inside, "%v %d: %q at %v is on the board %v", game, n, text.Text, y, b)
				}
			}
		}
	}
}

// games are those on their default boards, and one on a wide and on a high board.
func games(t *testing.T) (all []*variants.Game) {
	for _, v := range variants.All() {
		all = append(all, v.Default())
	}
	for _, size := range [][2]int{{8, 2}, {2, 8}, {8, 8}} {
		game, err := variants.All()[0].NewGame(size[0], size[1])
		require.NoError(t, err)
		all = append(all, game)
	}
	return all
}

// With a margin, a sheet is as wide as A4 and lower than Letter; no element has an attribute
// twice, which XML forbids.
func TestSheetIsPaper(t *testing.T) {
	s := draw.Sheet{Title: "a < b & c", Margin: 12, Room: 1, Entries: []draw.Entry{{
		Board: draw.Board(analysis.Position{Position: variants.All()[4].Default().Start()}, nil), Head: "1.",
	}}}
	text := s.Draw().File()
	require.Contains(t, text, `viewBox="-48 -48 840 1104" width="210mm" height="276mm"`)
	require.Contains(t, text, "a &lt; b &amp; c")
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		start, ok := token.(xml.StartElement)
		seen := map[string]bool{}
		for _, a := range start.Attr {
			require.False(t, ok && seen[a.Name.Local], "%v", start)
			seen[a.Name.Local] = true
		}
	}
}
