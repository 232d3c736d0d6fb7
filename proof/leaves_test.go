package proof

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// turnsAlone counts the turns that a marker tries to take so many alone, as docs/proof-format.md says, and
// reports whether it can. It remembers nothing.
func turnsAlone(c *checker, s variants.State, turns int) (tried uint64, can bool) {
	if turns == 0 || c.around(s).Count() < turns {
		return 0, turns == 0
	}
	for m := range c.rules.Legal(s).Cells() {
		more, can := turnsAlone(c, passed(c.rules.Play(s, variants.Move(m))), turns-1)
		if tried += 1 + more; can || tried > MostTurns {
			return tried, can
		}
	}
	return tried, false
}

// What a checker remembers of walks changes neither what it finds nor how many turns it counts: in
// random games with holes, on boards of every shape.
func TestShortfalls(t *testing.T) {
	rng := randomplay.New(23)
	count := map[string]int{}
	for i := range testgames.Of(400, 4000) {
		v, err := variants.Lookup([]string{variants.Lockdown, variants.Blockade}[i%2])
		require.NoError(t, err)
		rows, cols := shape(rng)
		if i%8 < 2 {
			rows, cols = 4+rng.IntN(2), 5+rng.IntN(2)
		}
		if cols == 1 {
			rows, cols = cols, rows // blockade needs two columns
		}
		game, err := v.NewGame(rows, cols)
		require.NoError(t, err)
		c := &checker{ctx: t.Context(), Reader: &Reader{Root: game.Start()}, rules: game.Rules(), family: familyOf(game)}
		c.shortfalls = make([]shortfall, 1+rng.IntN(100)) // few, so that others are in the same place
		for _, p := range randomplay.Game(rng, randomplay.Start(rng, game, 0.2)) {
			for _, s := range []variants.State{p.State(), passed(p.State())} {
				if s.Mine == 0 {
					continue
				}
				for turns := range c.around(s).Count() + 2 {
					want, can := turnsAlone(c, s, turns)
					c.work.Turns = 0
					walk, err := c.alone(s, turns, MostTurns)
					kind := map[bool]string{true: "can", false: "cannot"}[can]
					if want > MostTurns {
						want, can, kind = MostTurns+1, false, "too many"
						require.Error(t, err, "%+v, %d turns", s, turns)
					} else {
						require.NoError(t, err, "%+v, %d turns", s, turns)
					}
					require.Equal(t, can, walk != nil, "%+v, %d turns", s, turns)
					require.Equal(t, want, c.work.Turns, "%+v, %d turns", s, turns)
					count[kind]++
				}
			}
		}
	}
	t.Log(count)
	for _, kind := range []string{"can", "cannot", "too many"} {
		require.Greater(t, count[kind], 10, kind)
	}
}

// Leaves of thousands of random positions, with holes, on boards of every shape: whatever a
// checker accepts is won by plain recursion, and all three accept the same, so that what is just
// outside of the conditions is refused by all.
func TestLeavesAreWon(t *testing.T) {
	t.Parallel()
	rng := randomplay.New(17)
	truth := truths{known: map[string]bool{}}
	accepted, refused := map[string]int{}, map[string]int{}
	var files [][]byte
	kinds := []func(*testing.T, *rand.Rand) certificate{someWalk, someCopy, somePairs}
	for i := range testgames.Of(3000, 30_000) {
		c := kinds[i%len(kinds)](t, rng)
		kind := kindOf(t, c)
		file, err := c.file(false)
		require.NoError(t, err)
		if r, _, err := check(file); err != nil {
			refused[kind]++
		} else {
			accepted[kind]++
			require.True(t, truth.of(r.Header), "accepted, and false: %q", file)
		}
		if i < testgames.Of(300, 9000) {
			files = append(files, file)
		}
	}
	t.Log("accepted", accepted, "refused", refused)
	for _, kind := range []string{"walk", "walk, joined", "lockdown", "duel", "duel, to spare", "duel, a fixed cell"} {
		require.Greater(t, accepted[kind], 40, kind)
		require.Greater(t, refused[kind], 40, kind)
	}
	agreeAll(t, files)
}

// agreeAll verifies that all three checkers accept the same files. They are well formed, since the
// proven one does not look at that.
func agreeAll(t *testing.T, files [][]byte) {
	t.Run("Python", func(t *testing.T) { agree(t, files) })
	byCoq(t, func(t *testing.T, program string) {
		for i, said := range verdicts(t, program, files) {
			_, _, err := check(files[i])
			require.Equal(t, err == nil, said != "", "this checker: %v\nCoq: %s\n%q", err, said, files[i])
		}
	})
}

// kindOf returns the kind of a leaf: whether the markers can meet, or the winner has more cells, or
// the loser one that is its own image.
func kindOf(t *testing.T, c certificate) string {
	p := position(t, c.header.Variant, c.header.Position)
	switch {
	case c.header.Method == Strategy && newStrategist(p.Game(), true).apart(p.State()):
		return "walk"
	case c.header.Method == Strategy:
		return "walk, joined"
	case c.header.Variant == variants.Duel && fixed(c.header.Mirrors[0])&p.State().Mine != 0:
		return "duel, a fixed cell"
	case c.header.Variant == variants.Duel && p.State().Mine.Count() < p.State().Yours.Count():
		return "duel, to spare"
	}
	return c.header.Variant
}

// shape returns a board of at most 12 cells.
func shape(rng *rand.Rand) (rows, cols int) {
	shapes := [][2]int{{1, 9}, {10, 1}, {2, 5}, {6, 2}, {3, 4}, {4, 3}, {3, 3}, {2, 2}}
	s := shapes[rng.IntN(len(shapes))]
	return s[0], s[1]
}

// drawing returns the text of a board, X to move. The sets are disjoint.
func drawing(rows, cols int, free, x, o variants.Board) string {
	text := make([]string, rows)
	for row := range text {
		for cell := row * cols; cell < (row+1)*cols; cell++ {
			switch {
			case free.Has(cell):
				text[row] += "."
			case x.Has(cell):
				text[row] += "X"
			case o.Has(cell):
				text[row] += "O"
			default:
				text[row] += "#"
			}
		}
	}
	return strings.Join(text, "/") + " x"
}

// someWalk returns a leaf by a walk in a random position of lockdown: of as many turns as the
// winner can take where the loser cannot go, or anywhere, or of one less or more than needed.
func someWalk(t *testing.T, rng *rand.Rand) certificate {
	for {
		rows, cols := shape(rng)
		n := rows * cols
		mine, yours := bitboard.Of(rng.IntN(n)), bitboard.Of(rng.IntN(n))
		if mine == yours {
			continue
		}
		free := variants.Board(rng.Uint64()|rng.Uint64()&rng.Uint64()) &^ (mine | yours)
		p := position(t, variants.Lockdown, drawing(rows, cols, free, mine, yours))
		s, state := newStrategist(p.Game(), true), p.State()
		if rng.IntN(3) > 0 {
			state.Free &^= s.reach(passed(state))
		}
		walk, needed := s.longest(state), len(s.longest(passed(p.State())))+1-rng.IntN(4)/3
		if len(walk) == 0 || s.apart(p.State()) && rng.IntN(4) > 0 || len(walk) < needed && rng.IntN(4) > 0 {
			continue // many of the others
		}
		return leafOf(p, Answer{Kind: ByWalk, Walk: walk[:max(1, min(len(walk), needed))]})
	}
}

// someCopy returns a certificate by copying in a random position of lockdown: free cells are
// those of a mirror, perhaps but one, and what is not free is exchanged at random.
func someCopy(t *testing.T, rng *rand.Rand) certificate {
	rows, cols := shape(rng)
	mirror := someMirror(t, rng, rows, cols)
	image, all := mapped(mirror), bitboard.Board(1<<(rows*cols)-1)
	free := variants.Board(rng.Uint64()|rng.Uint64()) & all
	free &= image(free) &^ fixed(mirror)
	var x, o variants.Board
	if cell := rng.IntN(rows * cols); mirror[cell] != cell && rng.IntN(4) > 0 {
		x, o = bitboard.Of(cell), bitboard.Of(mirror[cell])
	}
	if rng.IntN(4) == 0 {
		free |= bitboard.Of(rng.IntN(rows * cols))
	}
	free &^= x | o
	p := position(t, variants.Lockdown, drawing(rows, cols, free, x, o))
	return headerOf(p, variants.O, Copying, func(h *Header) { h.Mirrors = [][]int{exchanged(rng, mirror, ^(free | x))} })
}

// somePairs returns a certificate by copying in a random position of duel: O's markers and the
// holes are images of some of X's and of holes, perhaps but one, of the cells that the mirror
// fixes all or all but one are holes, perhaps, and what X may not take is exchanged at random.
func somePairs(t *testing.T, rng *rand.Rand) certificate {
	duel, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	for {
		rows, cols := shape(rng)
		mirror := someMirror(t, rng, rows, cols)
		grid, err := bitboard.NewGrid(rows, cols)
		require.NoError(t, err)
		image, all := mapped(mirror), grid.All()
		x := variants.Board(rng.Uint64()&rng.Uint64()) & all
		o := image(x) & variants.Board(rng.Uint64())
		holes := variants.Board(rng.Uint64()) & all
		if rng.IntN(3) > 0 {
			holes &= variants.Board(rng.Uint64())
		}
		holes |= image(holes)
		if still := fixed(mirror); still != 0 && rng.IntN(3) > 0 { // a hole in each but one
			open := bitboard.Of(slices.Collect(still.Cells())[rng.IntN(still.Count())])
			x, o, holes = x&^open, o&^open, (holes|still)&^open
			if rng.IntN(2) == 0 {
				x &^= grid.DilateKing(open)
			}
		} else if rng.IntN(3) > 0 {
			holes |= still
		}
		if rng.IntN(4) == 0 {
			o |= bitboard.Of(rng.IntN(rows * cols))
		}
		x &^= o | holes
		o &^= holes
		p, err := duel.Parse(drawing(rows, cols, all&^(x|o|holes), x, o))
		if err != nil {
			continue // markers of a player touch
		}
		return headerOf(p, variants.O, Copying, func(h *Header) {
			h.Mirrors = [][]int{exchanged(rng, mirror, ^(p.State().Mine | image(p.State().Mine)))}
		})
	}
}

// someMirror returns a permutation of a board that is its own inverse: a symmetry, or one that
// exchanges cells at a distance.
func someMirror(t *testing.T, rng *rand.Rand, rows, cols int) []int {
	t.Helper()
	all := mirrors(position(t, variants.Lockdown, drawing(rows, cols, 0, 0, 0)).Game())
	if i := rng.IntN(len(all) + 1); i < len(all) {
		return all[i]
	}
	n := rows * cols
	mirror, apart := make([]int, n), max((n+1)/2, (rows+1)/2*cols%n)
	for cell := range mirror {
		mirror[cell] = cell
	}
	for cell := range min(apart, n-apart) {
		mirror[cell], mirror[cell+apart] = cell+apart, cell
	}
	return mirror
}

// exchanged returns a mirror after an exchange of the images of some of the cells, or rarely of
// any.
func exchanged(rng *rand.Rand, mirror []int, of variants.Board) []int {
	mirror = slices.Clone(mirror)
	if rng.IntN(4) == 0 {
		of = ^variants.Board(0)
	}
	for range rng.IntN(3) {
		if a, b := rng.IntN(len(mirror)), rng.IntN(len(mirror)); of.Has(a) && of.Has(b) {
			mirror[a], mirror[b] = mirror[b], mirror[a]
		}
	}
	return mirror
}
