package theory

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// games returns games on boards of every kind: within 8×8, and too long for that, lying and standing.
func games(t *testing.T, ids ...string) (all []*variants.Game) {
	t.Helper()
	for _, id := range ids {
		for _, size := range [][2]int{{1, 1}, {1, 8}, {3, 5}, {5, 3}, {8, 8}, {7, 7}, {1, 64}, {64, 1}, {4, 16}, {16, 4}, {7, 9}, {9, 7}} {
			all = append(all, testgames.Game(t, id, size[0], size[1]))
		}
	}
	return all
}

func randomSet(r *rand.Rand, g *bitboard.Grid) bitboard.Board {
	set := bitboard.Board(r.Uint64())
	if r.IntN(2) == 0 {
		set &= bitboard.Board(r.Uint64())
	}
	return set & g.All()
}

// A set, its images and its translations have one canonical form, which is one of
// them; so have a pair and the pair exchanged.
func TestCanonicalForms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, game := range games(t, "claim", "place rook all", "place hex own", "place offsets:-1,-2;0,3 all", "place queen all torus", "place king own cylinder",
		"place queen all cylinder", "place offsets:-1,0;1,-1;1,0 own") {
		g, s := game.Grid(), newShapes(game)
		for range 200 {
			a, b := randomSet(r, g), randomSet(r, g)
			if a == 0 {
				continue
			}
			canonical := s.canonical(s.place(a))
			require.Equal(t, a.Count(), canonical.Count())
			require.Equal(t, canonical, s.canonical(canonical))
			if s.moves {
				require.Equal(t, canonical, s.canonical(s.place(a>>shiftable(g, a))))
			}
			if s.up { // whole rows
				require.Equal(t, canonical, s.canonical(s.place(a>>(a.First()/g.Cols()*g.Cols()))))
			}
			var images [8]pair
			n := s.images(pair{s.place(a), s.place(b)}, &images)
			require.Len(t, s.symmetries, n)
			for i, sym := range s.symmetries {
				q := pair{s.grid.Image(sym, s.place(a)), s.grid.Image(sym, s.place(b))}
				shift := s.shift(q.a | q.b)
				require.Equal(t, pair{q.a >> shift, q.b >> shift}, images[i], "%v %v", game, sym)
			}
			least, swapped, self := s.canonicalPair(pair{s.place(a), s.place(b)})
			again, still, _ := s.canonicalPair(least)
			require.Equal(t, least, again)
			require.False(t, still)
			require.Equal(t, s.selfOpposite(least), self)
			for _, sym := range game.Symmetries() {
				ia, ib := g.Image(sym, a), g.Image(sym, b)
				require.Equal(t, canonical, s.canonical(s.place(ia)))
				image, other, _ := s.canonicalPair(pair{s.place(ia), s.place(ib)})
				require.Equal(t, least, image)
				exchanged, opposite, _ := s.canonicalPair(pair{s.place(ib), s.place(ia)})
				require.Equal(t, least, exchanged)
				require.Equal(t, swapped, other)
				require.Equal(t, !swapped && !self, opposite)
			}
		}
	}
}

// selfOpposite reports whether some image of a pair is the pair exchanged.
func (s *shapes) selfOpposite(p pair) bool {
	var all [8]pair
	for _, q := range all[:s.images(p, &all)] {
		if (pair{q.b, q.a}) == p {
			return true
		}
	}
	return false
}

// shiftable is the slow statement of how far a set can be shifted up and left.
func shiftable(g *bitboard.Grid, b bitboard.Board) int {
	top, left := g.Rows(), g.Cols()
	for c := range b.Cells() {
		row, col := g.RowCol(c)
		top, left = min(top, row), min(left, col)
	}
	return top*g.Cols() + left
}

// Placing a set keeps what is near what, and what is not.
func TestPlacingKeepsNeighbours(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, game := range games(t, "claim", "place rook all", "place knight all", "place offsets:-1,-2;0,3 all", "place queen all", "place hex all torus") {
		g, s := game.Grid(), newShapes(game)
		for range 100 {
			set := randomSet(r, g)
			require.Equal(t, s.place(game.Near().Dilate(set)), s.near.Dilate(s.place(set))&s.place(g.All()), "%v", game)
		}
	}
}

// Twins by their definition, cell by cell.
func TestTwins(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, game := range games(t, "claim", "place rook all", "place rook all torus", "place queen all torus", "place knight all", "place hex all") {
		g, n := game.Grid(), NewNimbers(game)
		for range testgames.Of(700, 2000) {
			for set := n.shapes.place(randomSet(r, g)); set != 0; {
				part := n.both.Flood(set&-set, set)
				set &^= part
				want := part
				for c := range part.Cells() {
					for d := range part.Cells() {
						if c < d && n.shapes.closed(c)&part == n.shapes.closed(d)&part {
							want = want.Without(d)
						}
					}
				}
				require.Equal(t, want, n.withoutTwins(part), "%v %#x", game, part)
			}
		}
	}
}

// The part of the first cell by its definition, cell by cell: neighbours are connected if a player may take both.
func TestPartOfTheFirstCell(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, game := range games(t, "duel", "place rook own", "place king own torus") {
		g, v := game.Grid(), NewValues(game)
		for range testgames.Of(700, 2000) {
			p := pair{v.shapes.place(randomSet(r, g)), v.shapes.place(randomSet(r, g))}
			if p.a|p.b == 0 {
				continue
			}
			want := bitboard.Of((p.a | p.b).First())
			for before := bitboard.Board(0); before != want; {
				before = want
				for c := range before.Cells() {
					for _, side := range []bitboard.Board{p.a, p.b} {
						if side.Has(c) {
							want |= v.shapes.near.At(c) & side
						}
					}
				}
			}
			require.Equal(t, pair{want & p.a, want & p.b}, v.part(p), "%v %+v", game, p)
		}
	}
}

// The table against a map, through many growths.
func TestTableIsAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, shift := range []uint{ofSets, ofPairs} {
		table, want := newTable(shift), map[pair]uint64{}
		for range 20000 {
			key := pair{bitboard.Board(r.Uint64N(100)), bitboard.Board(r.Uint64N(100) << 50)}
			if shift == ofSets {
				key = pair{a: key.a ^ key.b}
			}
			if key == (pair{}) {
				continue
			}
			table.touch([]pair{key})
			data, ok := table.get(key)
			old, known := want[key]
			require.Equal(t, known, ok)
			require.Equal(t, old, data)
			if r.IntN(2) == 0 {
				data = r.Uint64()
				table.put(key, data, func() bool { return r.IntN(4) > 0 }) // hardly ever lets it grow
				want[key] = data
				require.Less(t, table.used<<shift, len(table.words))
			}
		}
		require.Equal(t, len(want), table.used)
	}
}

// What is known is not searched for again, so nothing is allocated.
func TestNimbersAllocateNothing(t *testing.T) {
	game := testgames.Game(t, variants.Claim, 6, 6)
	g, n := game.Grid(), NewNimbers(game)
	n.Of(g.All())
	require.Zero(t, testing.AllocsPerRun(10, func() {
		for i := 0; i < len(n.known.words); i += 2 {
			n.known.words[i+1] = 0 // forget, but keep the room
		}
		n.Of(g.All())
	}))
}
