package theory

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/cgt"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// ofMark returns a game of marks on a board, by its words.
func ofMark(t testing.TB, words string, rows, cols int) *variants.Game {
	v, err := variants.Lookup(words)
	require.NoError(t, err)
	game, err := v.NewGame(rows, cols)
	require.NoError(t, err)
	return game
}

// graphOf returns a game on the vertices of a graph.
func graphOf(t testing.TB, c variants.Close, n int, edges ...[2]int) *variants.Game {
	g := &variants.Graph{Vertices: 1<<n - 1, Edges: edges}
	v, err := variants.Lookup(variants.Family{
		Kind: variants.Place, Near: variants.ByGraph, Close: c, Graph: g, Rows: 1, Cols: n,
	}.String())
	require.NoError(t, err)
	game, err := v.NewGame(1, n)
	require.NoError(t, err)
	return game
}

// cycle, star and complete return the edges of graphs.
func cycle(n int) (edges [][2]int) {
	for i := range n - 1 {
		edges = append(edges, [2]int{i, i + 1})
		if i == 0 {
			edges = append(edges, [2]int{0, n - 1})
		}
	}
	return edges
}

func star(n int) (edges [][2]int) {
	for i := range n {
		edges = append(edges, [2]int{0, i + 1})
	}
	return edges
}

func complete(n int) (edges [][2]int) {
	for i := range n {
		for j := i + 1; j < n; j++ {
			edges = append(edges, [2]int{i, j})
		}
	}
	return edges
}

// Values that are published, or that follow from a few lines by hand. The cells of a row are open to Left (L), to
// Right (R), to both (B) or to nobody (#).
//
// Sources: Berlekamp, Conway and Guy, Winning Ways, chapters 2 and 6 (Col and Snort on paths); Conway, On Numbers and
// Games, chapter 8; Huntemann and Maciosowski, arXiv 2406.02107 (stars); the tests of CGSuite, for LBBBL.
func TestPublishedValues(t *testing.T) {
	arena := cgt.NewArena(1 << 26)
	check := func(game *variants.Game, cells, want string) {
		t.Helper()
		c, ok := NewCanonical(game, arena, nil)
		require.True(t, ok)
		var left, right bitboard.Board
		for i, cell := range cells {
			if cell == 'L' || cell == 'B' {
				left = left.With(i)
			}
			if cell == 'R' || cell == 'B' {
				right = right.With(i)
			}
		}
		v, ok := c.Of(left, right)
		require.True(t, ok)
		expected, err := arena.Parse(want)
		require.NoError(t, err, want)
		require.Equal(t, expected, v, "%v %s: %v, and not %s", game, cells, v, want)
	}
	path := func(words, cells, want string) {
		t.Helper()
		check(ofMark(t, words, 1, len(cells)), cells, want)
	}
	for cells, want := range map[string]string{
		"B": "*", "BB": "{1|-1}", "BBB": "{2|-2}", "BBBB": "{{2|1}|{-1|-2}}", "BBBBB": "{1,{3|0}|-1,{0|-3}}", "BBBBBB": "*",
		"LB": "{1|0}", "BLB": "{2|*}", "BLBB": "{{2|1}|{-1|-1}}", "LBBBL": "{4|0,{1|-1}}", "B#LB": "{{1|1}|*}", "L#R#R": "-1",
	} {
		path("place rook other", cells, want)
	}
	for cells, want := range map[string]string{
		"B": "*", "BB": "0", "BBB": "0", "BBBB": "0", "BBBBBBBB": "0", "LB": "1/2", "BLBB": "1/4", "LBLB": "3/4", "LLB": "{1|1}",
		"LBLBRBLBLB": "7/8",
	} {
		path("place rook own", cells, want)
	}
	path("place rook all", "BBB", "*2")
	path("place rook none", "BBBL", "{1|1}")
	for n, want := range map[int]string{3: "{2|-2}", 4: "0", 5: "*", 6: "0", 7: "{{1|1}|{-1|-1}}"} {
		check(graphOf(t, variants.CloseOther, n, cycle(n)...), strings.Repeat("B", n), want)
	}
	for n := 2; n < 5; n++ {
		check(graphOf(t, variants.CloseOther, n+1, star(n)...), strings.Repeat("B", n+1), fmt.Sprintf("{%d|-%d}", n, n))
		check(graphOf(t, variants.CloseOther, n+1, complete(n+1)...), strings.Repeat("B", n+1), fmt.Sprintf("{%d|-%d}", n, n))
	}
	for size, want := range map[[2]int]string{
		{2, 2}: "0", {2, 4}: "0", {2, 3}: "{{4|{1|0}}|{{0|-1}|-4}}", {3, 3}: "{{3|2}|{-2|-3}}",
	} {
		check(ofMark(t, "place rook other", size[0], size[1]), strings.Repeat("B", size[0]*size[1]), want)
	}
	// Left closes k cells of Right, who closes none: 1/2^k.
	for k := 1; k < 5; k++ {
		offsets := make([]string, k)
		for i := range offsets {
			offsets[i] = fmt.Sprintf("0,%d", i+1)
		}
		words := "place offsets:" + strings.Join(offsets, ";") + " other"
		path(words, "L"+strings.Repeat("R", k), fmt.Sprintf("1/%d", 1<<k))
	}
}

// marked draws a game of marks with some states: planes, cylinders and tori, graphs, one-sided neighbourhoods, holes.
func marked(t *rapid.T, cells int) (*variants.Game, *rand.Rand) {
	f := testgames.FamilyOf(t, cells)
	f.Kind, f.Block, f.Ends, f.From = variants.Place, false, false, nil
	f.Close = rapid.SampledFrom([]variants.Close{
		variants.CloseOther, variants.CloseOwn, variants.CloseAll, variants.CloseNone, variants.CloseOther, variants.CloseOther,
	}).Draw(t, "close")
	v, err := variants.Lookup(f.String())
	require.NoError(t, err)
	game := testgames.Start(t, v, cells).Game()
	t.Logf("%v", game)
	return game, randomplay.New(rapid.Uint64().Draw(t, "states"))
}

// sidesOf returns the cells of a state's mover and of the opponent.
func sidesOf(s variants.State) (left, right bitboard.Board) { return s.Mine | s.Free, s.Yours | s.Free }

// Values are those that a program in Python finds by the definitions alone.
func TestCanonicalFormsAreThoseOfThePeer(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	peer := exec.Command(python, "testdata/canonical.py")
	in, err := peer.StdinPipe()
	require.NoError(t, err)
	out, err := peer.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, peer.Start())
	replies := bufio.NewScanner(out)
	replies.Buffer(nil, 1<<24)
	arena := cgt.NewArena(1 << 28)
	seen := map[cgt.Value]bool{}
	testgames.Check(t, testgames.Of(60, 700), func(t *rapid.T) {
		game, r := marked(t, 9)
		c, ok := NewCanonical(game, arena, nil)
		require.True(t, ok)
		near := [][]int{}
		for cell := range game.Grid().Size() {
			near = append(near, slices.AppendSeq([]int{}, game.Near().At(cell).Cells()))
		}
		for range 3 {
			left, right := sidesOf(drawState(r, game))
			v, ok := c.Of(left, right)
			require.True(t, ok)
			seen[v] = true
			request, err := json.Marshal(map[string]any{
				"near": near, "close": []string{"none", "own", "other", "all"}[game.Variant().Family().Close],
				"left": slices.AppendSeq([]int{}, left.Cells()), "right": slices.AppendSeq([]int{}, right.Cells()),
			})
			require.NoError(t, err)
			_, err = in.Write(append(request, '\n'))
			require.NoError(t, err)
			require.True(t, replies.Scan())
			w, err := arena.Parse(replies.Text())
			require.NoError(t, err, replies.Text())
			require.Equal(t, w, v, "%s: %v", replies.Text(), v)
		}
	})
	require.NoError(t, in.Close())
	require.NoError(t, peer.Wait())
	t.Logf("%d values", len(seen))
	require.Greater(t, len(seen), 20)
}

// side of a sum that is played by the rules alone: a position, or the options of a value.
type addend struct {
	game        *variants.Game
	left, right bitboard.Board
	value       cgt.Value
}

// options returns the sums after Left's moves.
func (a addend) options(t require.TestingT, arena *cgt.Arena, left bool) (all []addend) {
	if a.game == nil {
		lefts, rights, err := arena.Options(a.value)
		require.NoError(t, err)
		if !left {
			lefts = rights
		}
		for _, v := range lefts {
			all = append(all, addend{value: v})
		}
		return all
	}
	s := variants.State{Mine: a.left, Yours: a.right}
	if a.game.Traits().Free != variants.Unused {
		s = variants.State{Free: a.left}
	} else if !left {
		s.Mine, s.Yours = s.Yours, s.Mine
	}
	for m := range a.game.Rules().Legal(s).Cells() {
		next, after := a, a.game.Rules().Play(s, variants.Move(m))
		next.right, next.left = sidesOf(after) // the opponent is to move
		if !left {
			next.right, next.left = next.left, next.right
		}
		all = append(all, next)
	}
	return all
}

// sumPlay is plain recursion over sums.
type sumPlay struct {
	arena *cgt.Arena
	known map[string]bool
}

// wins reports whether a player wins a sum, moving first.
func (p *sumPlay) wins(t require.TestingT, sum []addend, left bool) (won bool) {
	key := fmt.Sprint(left)
	for _, a := range sum {
		key += fmt.Sprintf(" %x %x %p %v", a.left, a.right, a.game, a.value)
	}
	if won, ok := p.known[key]; ok {
		return won
	}
	for i, a := range sum {
		for _, next := range a.options(t, p.arena, left) {
			after := append([]addend{}, sum...)
			after[i] = next
			if !p.wins(t, after, !left) {
				p.known[key] = true
				return true
			}
		}
	}
	p.known[key] = false
	return false
}

// A position minus its value is lost for whoever begins, and a sum of positions of several games is won as its value
// says, by plain recursion.
func TestValuesDecideSums(t *testing.T) {
	classes := map[string]int{}
	enough := func() bool { return len(classes) == 4 }
	testgames.CheckUntil(t, testgames.Of(150, 600), enough, func(t *rapid.T) {
		arena := cgt.NewArena(1 << 26)
		play := &sumPlay{arena, map[string]bool{}}
		var sum []addend
		total := arena.Zero()
		for range 2 {
			game, r := marked(t, 5)
			c, ok := NewCanonical(game, arena, nil)
			require.True(t, ok)
			left, right := sidesOf(drawState(r, game))
			v, ok := c.Of(left, right)
			require.True(t, ok)
			a := addend{game: game, left: left, right: right}
			minus, err := arena.Neg(v)
			require.NoError(t, err)
			for _, left := range []bool{true, false} {
				require.False(t, play.wins(t, []addend{a, {value: minus}}, left), "%v", v)
			}
			sum = append(sum, a)
			total, err = arena.Add(total, v)
			require.NoError(t, err)
		}
		left, right := play.wins(t, sum, true), play.wins(t, sum, false)
		class := map[[2]bool]string{{true, true}: "N", {false, false}: "P", {true, false}: "L", {false, true}: "R"}[[2]bool{left, right}]
		require.Equal(t, class, total.Outcome().String(), "%v", total)
		classes[class]++
	})
	t.Log(classes)
	require.True(t, enough())
}
