package variants_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// reading plays a game of the family by a plain reading of its words, from the cells and the moves that
// were made.
type reading struct {
	variants.Family
	grid  *bitboard.Grid
	there bitboard.Board // cells that exist
	moves []int          // cells, from the first of X on
	ends  [2]int         // where the markers start, with Ends
}

// near reports whether cell b is near cell a.
func (r reading) near(a, b int) bool {
	if a == b {
		return false
	}
	if r.Near == variants.ByGraph {
		return slices.Contains(r.Graph.Edges, [2]int{min(a, b), max(a, b)})
	}
	row, col := r.grid.RowCol(a)
	rows, cols := r.grid.RowCol(b)
	rows, cols = rows-row, cols-col
	around, over := []int{0}, []int{0} // what the edges that are joined add
	for i := -r.grid.Size(); i <= r.grid.Size(); i++ {
		if r.Wrap != bitboard.Plane {
			around = append(around, i*r.grid.Cols())
		}
		if r.Wrap == bitboard.Torus {
			over = append(over, i*r.grid.Rows())
		}
	}
	for _, down := range over {
		for _, right := range around {
			if r.offset(rows+down, cols+right) {
				return true
			}
		}
	}
	return false
}

// offset reports whether a cell that lies so many rows below another one, and columns to its right, is
// near it.
func (r reading) offset(rows, cols int) bool {
	high, wide := max(rows, -rows), max(cols, -cols)
	switch r.Near {
	case variants.Rook:
		return high+wide == 1
	case variants.King:
		return max(high, wide) == 1
	case variants.Bishop:
		return high == 1 && wide == 1
	case variants.Knight:
		return high*wide == 2
	case variants.Hex:
		return high+wide == 1 || rows*cols == -1
	case variants.Queen:
		return high == 0 || wide == 0 || high == wide
	}
	return slices.Contains(r.Offsets, bitboard.Offset{Rows: rows, Cols: cols})
}

// legal reports whether the next player may go to a cell.
func (r reading) legal(c int) bool {
	mover, at := len(r.moves)%2, -1
	if !r.there.Has(c) {
		return false
	}
	if r.Ends {
		at = r.ends[mover]
		if c == r.ends[0] || c == r.ends[1] {
			return false
		}
	}
	for i, m := range r.moves {
		own := i%2 == mover
		closes := r.Close == variants.CloseAll || r.Close == variants.CloseOwn && own || r.Close == variants.CloseOther && !own
		if m == c || closes && r.near(m, c) {
			return false
		}
		if own || r.Kind == variants.Follow {
			at = m
		}
	}
	return r.Kind == variants.Place || at < 0 || r.near(at, c)
}

// turns returns where the mover, at cell from, may go in a game with blocks, and what it may block then.
func (r reading) turns(p variants.Position) (texts []string) {
	from := p.Marks(p.Side()).First()
	for to := range p.Empty().Cells() {
		for block := range p.Empty().With(from).Cells() {
			if block != to && r.near(from, to) && r.near(to, block) {
				texts = append(texts, p.Game().CellText(to)+"@"+p.Game().CellText(block))
			}
		}
	}
	return texts
}

// Every game of the family is what its words say, for whole games on odd boards with holes.
func TestFamilyIsWhatItsWordsSay(t *testing.T) {
	for _, v := range testgames.Families(t) {
		testgames.Check(t, testgames.Of(100, 300), func(t *rapid.T) { playAndRead(t, v) })
	}
	testgames.Check(t, testgames.Of(3000, 6000), func(t *rapid.T) { playAndRead(t, testgames.Family(t, 20)) })
}

func playAndRead(t *rapid.T, v variants.Variant) {
	p := testgames.Start(t, v, 20)
	grid := p.Game().Grid()
	t.Logf("%s %v", v.Key(), p)
	r := reading{Family: v.Family(), grid: grid, there: grid.All() &^ p.Holes()}
	r.ends = [2]int{grid.Cell(grid.Rows()/2, 0), grid.Cell(grid.Rows()/2, grid.Cols()-1)}
	for {
		if r.Block {
			require.ElementsMatch(t, r.turns(p), p.MoveTexts(p.Legal()))
		} else {
			var want bitboard.Board
			for c := range grid.Size() {
				if r.legal(c) {
					want = want.With(c)
				}
			}
			require.Equal(t, want, p.Legal(), "%v", p)
			for c := range (grid.All() &^ want).Cells() {
				require.Error(t, p.CheckMove(variants.Move(c)))
			}
		}
		again, err := v.Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p.State(), again.State())
		drawn, ok := p.Game().Drawn(p.State())
		require.True(t, ok, "%v", p)
		require.Equal(t, p.State(), drawn.State())
		sameInImages(t, p)
		if p.Over() {
			return
		}
		m := testgames.Move(t, p)
		text := p.MoveText(m)
		read, err := p.ParseMove(text)
		require.NoError(t, err)
		require.Equal(t, m, read)
		next := p.Play(m)
		require.Equal(t, p.Game().Rules().Play(p.State(), m), next.State())
		require.Less(t, p.Game().Traits().Left(next.State()), p.Game().Traits().Left(p.State()))
		r.moves = append(r.moves, int(m))
		p = next
	}
}

// sameInImages verifies that the rules are the same in all images of a position.
func sameInImages(t *rapid.T, p variants.Position) {
	rules, s, grid := p.Game().Rules(), p.State(), p.Game().Grid()
	for _, sym := range p.Game().Symmetries() {
		image := s.Image(grid, sym)
		var images variants.MoveSet
		for m := range p.Legal().Cells() {
			at := p.Game().ImageMove(sym, variants.Move(m))
			images = images.With(int(at))
			require.Equal(t, rules.Play(s, variants.Move(m)).Image(grid, sym), rules.Play(image, at), "%v by %d", p, sym)
		}
		require.Equal(t, rules.Legal(image), images, "%v by %d", p, sym)
	}
}

// The words of a game are those that it is read from, and no others are.
func TestKeys(t *testing.T) {
	testgames.Check(t, 3000, func(t *rapid.T) {
		f := testgames.FamilyOf(t, 64)
		words := f.String()
		read, err := variants.ParseRules(words)
		require.NoError(t, err)
		require.Equal(t, words, read.String())
		if f.Near != variants.ByOffsets { // which may have a name
			require.Equal(t, f, read)
		}
		v, err := variants.Lookup(words)
		require.NoError(t, err)
		if _, five := variants.Lookup(v.Key()); v.Key() != words {
			require.NoError(t, five)
			require.Contains(t, variants.IDs(), v.Key())
		}
		mixed := rapid.Permutation(strings.Fields(words)).Draw(t, "mixed")
		again, err := variants.Lookup(strings.ReplaceAll(strings.ToUpper(strings.Join(mixed, "  ")), ";", " ;\t"))
		require.NoError(t, err)
		require.Equal(t, v.Key(), again.Key())
		_, err = variants.Lookup(words + " " + mixed[0])
		require.Error(t, err, "%s, and %s twice", words, mixed[0])
		for range 20 {
			wrong := []byte(words)
			i := rapid.IntRange(0, len(wrong)-1).Draw(t, "at")
			wrong[i] = "abcx019,;:- "[rapid.IntRange(0, 11).Draw(t, "letter")]
			if f, err := variants.ParseRules(string(wrong)); err == nil {
				require.Equal(t, string(wrong), f.String())
			}
		}
	})
	for _, v := range variants.All() {
		require.Equal(t, v.ID, v.Key())
		same, err := variants.Lookup(v.Family().String())
		require.NoError(t, err)
		require.Equal(t, v.ID, same.ID)
	}
	for _, wrong := range []string{"place rook", "place rook own ", " place rook own", "place rook own torus torus", "walk rook ends block",
		"walk rook block", "place offsets:-1,0;0,-1;0,1;1,0 own", "follow graph:1x2:0,1:1-0", "follow graph:1x2:1,0:0-1", "walk rook from:0,0;0,0@2x2",
		"place rook own cylinder torus", "walk queen", "place knights own", "follow rook own", "walk rook from:0,0;0,2@2x2"} {
		_, err := variants.ParseRules(wrong)
		require.Error(t, err, wrong)
	}
	for text, want := range map[string]string{
		"place rook": `"place rook" lacks its third word: none, own, other or all`, "place own": `"place own" lacks which cells are near: rook, `,
		"rook own": "lacks what a move does: place, follow or walk", "walk rook own": `"own" is for place`, "follow rook none": `"none" is for place`,
		"place rook torus": "lacks to whom a mark closes", "place rook king own": `both "rook" and "king"`, "place rock own": `"rock" is no neighbourhood`,
		"place rook own toros": `"toros" is not a word`, "place offsets:1,0;1,0 own": "there twice",
		"walk from:0,0;0,1@2x2 graph:1x2:0,1:0-1": "two boards",
	} {
		_, err := variants.Lookup(text)
		require.ErrorContains(t, err, want)
	}
	offsets, err := variants.Lookup("own place offsets:1,0; 0,1")
	require.NoError(t, err)
	require.Equal(t, "place offsets:0,1;1,0 own", offsets.Key())
}

// The five games, and two others of which there are rules of their own, are values of the family.
func TestGamesAreFamilies(t *testing.T) {
	for _, d := range []struct {
		own variants.Definition
		as  variants.Family
	}{
		{testgames.Snort(), variants.Family{Kind: variants.Place, Near: variants.Rook, Close: variants.CloseOther}},
		{testgames.KingSnort(), variants.Family{Kind: variants.Place, Near: variants.King, Close: variants.CloseOther}},
	} {
		own, err := variants.New(d.own)
		require.NoError(t, err)
		as, err := variants.New(variants.Definition{ID: "same", Family: d.as})
		require.NoError(t, err)
		testgames.Check(t, 30, func(t *rapid.T) {
			p := testgames.Position(t, own, 12)
			q, err := as.Parse(p.String())
			require.NoError(t, err)
			require.Equal(t, p.State(), q.State())
			for depth := range 5 {
				want, err := variants.Perft(context.Background(), p, depth, 1)
				require.NoError(t, err)
				got, err := variants.Perft(context.Background(), q, depth, 1)
				require.NoError(t, err)
				require.Equal(t, want, got)
			}
		})
	}
	for _, v := range variants.All() {
		require.NotZero(t, v.Family(), v.ID)
	}
}

// onTwo is a game on a graph of two vertices.
func onTwo(edges ...[2]int) variants.Family {
	return variants.Family{Kind: variants.Place, Near: variants.ByGraph, Graph: &variants.Graph{Vertices: 3, Edges: edges}, Rows: 1, Cols: 3}
}

// What the words do not say is refused.
func TestFamilyRefusesWhatItDoesNotKnow(t *testing.T) {
	place := variants.Family{Kind: variants.Place, Near: variants.Rook}
	for want, d := range map[string]variants.Definition{
		"Rules is missing":                {},
		"move is place, follow or walk":   {Family: variants.Family{Near: variants.Rook}},
		"near is none of":                 {Family: variants.Family{Kind: variants.Place}},
		"close is none, own":              {Family: variants.Family{Kind: variants.Place, Near: variants.Rook, Close: 9}},
		"close is for place":              {Family: variants.Family{Kind: variants.Walk, Near: variants.Rook, Close: variants.CloseAll}},
		"a start is for walk":             {Family: variants.Family{Kind: variants.Follow, Near: variants.Rook, Ends: true}},
		"block needs a start":             {Family: variants.Family{Kind: variants.Walk, Near: variants.King, Block: true}},
		"queen is for place":              {Family: variants.Family{Kind: variants.Walk, Near: variants.Queen}},
		"Offsets is needed for ByOffsets": {Family: variants.Family{Kind: variants.Walk, Near: variants.ByOffsets}},
		"a Graph is needed for ByGraph":   {Family: variants.Family{Kind: variants.Walk, Near: variants.ByGraph}},
		"Rows and Cols are needed with":   {Family: variants.Family{Kind: variants.Walk, Near: variants.Rook, Rows: 3, Cols: 3}},
		"the shape is plane":              {Family: variants.Family{Kind: variants.Walk, Near: variants.Rook, Wrap: 3}},
		"the opposite one":                {Family: variants.Family{Kind: variants.Walk, Near: variants.ByOffsets, Offsets: []bitboard.Offset{{Rows: 1}}, Block: true, Ends: true}},
		"never near itself":               {Family: variants.Family{Kind: variants.Walk, Near: variants.ByOffsets, Offsets: []bitboard.Offset{{}}}},
		"is there twice":                  {Family: variants.Family{Kind: variants.Walk, Near: variants.ByOffsets, Offsets: []bitboard.Offset{{Rows: 1}, {Rows: 1}}}},
		"ascending order, by rows":        {Family: variants.Family{Kind: variants.Walk, Near: variants.ByOffsets, Offsets: []bitboard.Offset{{Rows: 1}, {Rows: -1}}}},
		"not both vertices":               {Family: onTwo([2]int{0, 2})},
		"the lower one first":             {Family: onTwo([2]int{1, 0})},
		"edges are in ascending order":    {Family: onTwo([2]int{0, 1}, [2]int{0, 1})},
		"where there is no vertex":        {Family: variants.Family{Kind: variants.Walk, Near: variants.ByGraph, Graph: &variants.Graph{Vertices: 3}, Rows: 1, Cols: 3, Ends: true}},
		"takes all rules from the Family": {Family: place, Traits: variants.Traits{MaxDrop: 1}},
	} {
		d.ID = "odd"
		_, err := variants.New(d)
		require.ErrorContains(t, err, want)
	}
	_, err := variants.New(variants.Definition{ID: "odd", Family: place, Check: func(variants.Position) error { return nil }})
	require.ErrorContains(t, err, "takes all rules from the Family")
}
